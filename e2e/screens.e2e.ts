import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signedInPage } from './portal.ts';

interface Shown {
  name: string;
  path: string;
  /** What stands on the screen when it is ready, besides a heading of the first level. */
  ready?: (page: Page) => Promise<void>;
}
const row = (table: string) => (page: Page) => expect(page.getByRole('table', { name: table }).or(page.getByRole('list', { name: table })).or(page.getByRole('main').getByText(/No .* yet|Nothing/)).first()).toBeVisible();
const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog').first()).toBeVisible();
};

/** Screens for everybody, outside the portal. */
const landing: Shown[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-hpc', path: '/hpc/i' },
  { name: 'landing-research', path: '/research' },
  { name: 'landing-benefits', path: '/benefits' },
  { name: 'landing-signup', path: '/signup' },
];

/** Screens of the portal, and the dialogs that open on them. */
const portal: Shown[] = [
  { name: 'blueprints', path: '/portal/', ready: (page) => expect(page.getByRole('button', { name: /Linux/ }).first()).toBeVisible() },
  { name: 'blueprint', path: '/portal/blueprint/hpc-cluster' },
  ...['versions', 'resources', 'parameters', 'cost', 'deployments'].map((tab) => ({ name: `blueprint-${tab}`, path: `/portal/blueprint/hpc-cluster?tab=${tab}` })),
  { name: 'wizard-subscription', path: '/portal/blueprint/hpc-cluster/form' },
  { name: 'deployments', path: '/portal/deployment', ready: row('Deployments') },
  { name: 'model', path: '/portal/model', ready: row('Blueprints') },
  { name: 'model-import', path: '/portal/model', ready: button('Import blueprint') },
  { name: 'organizations', path: '/portal/organization', ready: row('Organizations') },
  { name: 'organization-new', path: '/portal/organization', ready: button('New organization') },
  { name: 'roles', path: '/portal/role', ready: row('Roles') },
  { name: 'role-new', path: '/portal/role', ready: button('New role') },
  { name: 'users', path: '/portal/user', ready: row('Users') },
  { name: 'user-invite', path: '/portal/user', ready: button('Invite') },
  { name: 'invitations', path: '/portal/user?tab=invitations' },
  { name: 'audit', path: '/portal/audit', ready: row('Entries') },
  { name: 'access', path: '/portal/access?permission=deploymentDelete' },
  { name: 'profile', path: '/portal/profile' },
  { name: 'help', path: '/portal/help' },
  { name: 'help-article', path: '/portal/help/first-deployment' },
  // Not /preview: its frame runs no scripts, and axe waits for every frame to answer.
  { name: 'subscriptions', path: '/portal/subscription' },
  { name: 'resource-groups', path: '/portal/subscription/resourceGroup?sids=All' },
  { name: 'not-built', path: '/portal/metrics' },
  { name: 'not-found', path: '/portal/no/such/page' },
  { name: 'notifications', path: '/portal/profile', ready: button(/^Notifications/) },
  { name: 'jump', path: '/portal/profile', ready: button('Search or jump to') },
];
const denied: Shown = { name: 'access-denied', path: '/portal/organization' };

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Everything that axe knows of WCAG 2 A and AA, as lines of rule, element and reason; and what is wider than the screen. */
async function findings(page: Page): Promise<string[]> {
  // A dialog or a drawer is judged when it has come to rest.
  await page.evaluate(() => Promise.all(document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity).map((animation) => animation.finished.catch(() => undefined))));
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...found, `the page is ${overflow} px wider than the screen`] : found;
}

async function open(page: Page, { path, ready }: Shown): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await ready?.(page);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Where pictures for looking at go, if anywhere: E2E_SHOTS=folder. */
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['E2E_SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** Judges a screen in both themes, which follow the system's without a reload. */
async function expectNoBarrier(page: Page, shown: Shown, size: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, shown);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const name = `${shown.name}-${size}-${theme}`;
    const found = await findings(page);
    await picture(page, name);
    expect.soft(found, name).toEqual([]);
  }
}

for (const [size, viewport] of Object.entries(sizes))
  test.describe(`on a ${size}`, () => {
    test.use({ viewport });

    test('the start pages have no barrier, in light and dark', async ({ page }) => {
      for (const shown of landing) await expectNoBarrier(page, shown, size);
    });

    test('the screens of the portal have no barrier, in light and dark', async ({ browser }) => {
      test.slow();
      const page = await signedInPage(browser, 'platform@alpine.example');
      await page.setViewportSize(viewport);
      for (const shown of portal) await expectNoBarrier(page, shown, size);
      await page.context().close();
      const reader = await signedInPage(browser, 'reader@alpine.example');
      await reader.setViewportSize(viewport);
      await expectNoBarrier(reader, denied, size);
      await reader.context().close();
    });
  });
