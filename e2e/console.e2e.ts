import { expect, test } from '@playwright/test';
import { findings } from './axe.ts';
import { managementAddress, sandbox, sandboxAddress } from './portal.ts';

test.afterEach(() => sandbox('DELETE', '/faults'));

for (const [size, viewport] of Object.entries({ desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the sandbox's console on a ${size}, ${colorScheme}: nothing for axe, nothing wider than the screen`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await sandbox('POST', '/faults', { kind: 'latency', path: '/nothing-here', latency: 1 });
      await page.goto(sandboxAddress);
      for (const [tab, heading] of [['Directories', 'Accounts'], ['Resources', 'Resources'], ['Mails', 'Inbox'], ['Faults', 'Switches'], ['Requests', 'Requests']] as const) {
        await page.getByRole('tab', { name: tab }).click();
        await expect(page.getByRole('tabpanel', { name: tab }).getByRole('heading', { name: heading, exact: true })).toBeVisible();
        expect(await findings(page), tab).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), tab).toBe(true);
      }
    });

test('a press makes the cloud answer 429 for a minute; another takes it back', async ({ page, playwright }) => {
  const cloud = await playwright.request.newContext({ ignoreHTTPSErrors: true });
  const ask = async (): Promise<{ status: number; retryAfter: string | undefined }> => {
    const answer = await cloud.get(`${managementAddress}/subscriptions?api-version=2022-12-01`);
    return { status: answer.status(), retryAfter: answer.headers()['retry-after'] };
  };
  await page.goto(`${sandboxAddress}/#Faults`);
  await page.getByRole('button', { name: '429 for a minute' }).click();
  const faults = page.getByRole('region', { name: 'Faults' });
  await expect(faults).toContainText('429, Retry-After 5 s');
  await expect(faults).toContainText(/(60|59|58) s/);
  expect(await ask()).toEqual({ status: 429, retryAfter: '5' });
  await faults.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nothing fails on purpose.')).toBeVisible();
  // Without a token, as before the fault.
  expect((await ask()).status).toBe(401);
  await cloud.dispose();
});
