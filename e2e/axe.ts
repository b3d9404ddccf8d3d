import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page as it is now: rule, and where. */
export async function findings(page: Page): Promise<string[]> {
  // Colours are judged when they stand: half of a transition is nobody's contrast.
  await page.evaluate(() => Promise.all(document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished.catch(() => null))));
  // The preview of a mail is a frame that may run nothing, axe included.
  const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`));
}
