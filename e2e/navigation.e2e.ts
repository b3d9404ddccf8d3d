import { expect, test, type Page } from '@playwright/test';
import { chooseAccount, menu, persistAuth, signedInPage, signIn, subscriptions } from './portal.ts';

/** The screens of spec section 2: address, what its heading says, requirement. Without a heading the screen is not built yet. */
const screens: { path: string; heading?: string | RegExp; section: string; id: string }[] = [
  { path: '/', heading: 'Blueprints', section: 'Blueprints', id: 'R-NAV-10' },
  { path: '/blueprint/linux-vm', heading: /Linux/, section: 'Blueprints', id: 'R-NAV-11' },
  { path: '/blueprint/linux-vm/form', heading: /^Deploy /, section: 'Blueprints', id: 'R-NAV-12' },
  { path: '/help', heading: 'Help', section: '', id: 'R-NAV-13' },
  { path: '/help/first-deployment', heading: 'Your first deployment', section: '', id: 'R-NAV-13' },
  { path: '/subscription', heading: 'Subscriptions', section: 'Subscription List', id: 'R-NAV-14' },
  { path: '/subscription/resourceGroup', heading: 'Resource groups', section: 'Resource Group', id: 'R-NAV-15' },
  { path: `/subscription/${subscriptions.production}/resourceGroup`, heading: /Resource groups/, section: 'Resource Group', id: 'R-NAV-16' },
  { path: '/deployment', heading: 'Deployments', section: 'Deployments', id: 'R-NAV-17' },
  { path: '/deployment/anything', heading: 'Deployments', section: 'Deployments', id: 'R-NAV-17' },
  { path: '/contentmanagementsystem/1', section: 'CMS', id: 'R-NAV-20' },
  { path: '/cms/pageslist', section: 'CMS', id: 'R-NAV-61' },
  { path: '/costanalysis', section: 'Cost Analysis', id: 'R-NAV-21' },
  { path: '/metrics', section: 'Metrics', id: 'R-NAV-22' },
  { path: '/insights', section: 'Insights', id: 'R-NAV-23' },
  { path: '/pbiDashboard', section: 'Power BI', id: 'R-NAV-24' },
  { path: '/pbiDashboardView/1', section: 'Power BI', id: 'R-NAV-25' },
  { path: '/organization', heading: 'Organizations', section: 'Organization', id: 'R-NAV-26' },
  { path: '/user', heading: 'Users', section: 'User', id: 'R-NAV-27' },
  { path: '/role', heading: 'Roles', section: 'Role', id: 'R-NAV-28' },
  { path: '/model', heading: 'Blueprint Management', section: 'Blueprint Management', id: 'R-NAV-29' },
  { path: '/image', section: 'Image', id: 'R-NAV-30' },
  { path: '/extension', section: 'Extensions', id: 'R-NAV-31' },
  { path: '/vm', section: 'Virtual Machine', id: 'R-NAV-32' },
  { path: '/preview', heading: 'Notification mails', section: 'Organization', id: 'R-NAV-33' },
  { path: '/explore-database', section: 'Explore Data', id: 'R-NAV-34' },
  { path: '/explore-database-view/1', section: 'Explore Data', id: 'R-NAV-35' },
  { path: '/profile', heading: 'Profile', section: '', id: 'R-NAV-36' },
  { path: '/aws/s3bucket', section: 'S3 Bucket', id: 'R-NAV-37' },
  { path: '/aws/s3bucket-details/data', section: 'S3 Bucket', id: 'R-NAV-38' },
  { path: '/storageAccount', section: 'Storage Account', id: 'R-NAV-39' },
  { path: `/storageAccountExplore/subscriptions/${subscriptions.production}/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/data`, section: 'Storage Account', id: 'R-NAV-40' },
  { path: '/functionApp', section: 'Function App', id: 'R-NAV-41' },
  { path: `/functionAppExplore/subscriptions/${subscriptions.production}/resourceGroups/rg/providers/Microsoft.Web/sites/app`, section: 'Function App', id: 'R-NAV-42' },
  { path: '/learn', section: 'Learn', id: 'R-NAV-43' },
  { path: '/learndetails/1', section: 'Learn', id: 'R-NAV-44' },
  { path: '/form', section: 'Form', id: 'R-NAV-45' },
  { path: '/optimizer/cost', section: 'Cost', id: 'R-NAV-46' },
  { path: '/optimizer/security', section: 'Security', id: 'R-NAV-47' },
  { path: '/optimizer/highAvailability', section: 'High Availability', id: 'R-NAV-48' },
  { path: '/optimizer/operationalExcellence', section: 'Operational Excellence', id: 'R-NAV-49' },
  { path: '/optimizer/performance', section: 'Performance', id: 'R-NAV-50' },
  { path: '/policy/definitions/1', section: 'Compliance Resource', id: 'R-NAV-51' },
  { path: `/policy/report/subscriptions/${subscriptions.production}/blueprints/linux-vm/deployments/1`, section: 'Compliance Resource', id: 'R-NAV-52' },
  { path: '/policy/assignments', section: 'Policy Assign', id: 'R-NAV-53' },
  { path: '/policy/resources', section: 'Compliance Resource', id: 'R-NAV-54' },
  { path: '/template/type', section: 'Type', id: 'R-NAV-55' },
  { path: '/template/field', section: 'Field', id: 'R-NAV-56' },
  { path: '/template/form', section: 'Form', id: 'R-NAV-57' },
  { path: '/converter/workspace', section: 'Workspace', id: 'R-NAV-58' },
  { path: '/converter/saved', section: 'List', id: 'R-NAV-59' },
  { path: '/website-settings', section: 'Website Settings', id: 'R-NAV-60' },
];

test('a link that looks like the answer of a sign-in signs nobody out', async ({ browser }) => {
  const page = await signedInPage(browser, 'reader@alpine.example');
  for (const address of ['/portal/help#state=x&code=y', '/portal/help#error=access_denied&state=eyJpZCI6IngifQ', '/#error=x&state=y']) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.goto('/portal/help');
    await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  }
  await page.context().close();
});

/**
 * The menu of spec section 2 in its order, with the seed roles that hold an item's permission: P platform, O organization
 * administrator, C contributor, M cost manager, R reader. An item whose screen is not built stands in nobody's menu.
 */
const items: { group: string; label: string; href: string; roles: string; id: string; permissionId: string }[] = [
  { group: 'Administration', label: 'Organization', href: '/organization', roles: 'PO', id: 'R-NAV-73', permissionId: 'R-PERM-09' },
  { group: 'Administration', label: 'User', href: '/user', roles: 'PO', id: 'R-NAV-74', permissionId: 'R-PERM-09' },
  { group: 'Administration', label: 'Role', href: '/role', roles: 'PO', id: 'R-NAV-75', permissionId: 'R-PERM-09' },
  { group: 'Administration', label: 'Blueprint Management', href: '/model', roles: 'POCR', id: 'R-NAV-76', permissionId: 'R-PERM-09' },
  { group: 'Subscription', label: 'Subscription List', href: '/subscription', roles: 'POCMR', id: 'R-NAV-82', permissionId: 'R-PERM-11' },
  { group: 'Subscription', label: 'Resource Group', href: '/subscription/resourceGroup?sids=All', roles: 'POCMR', id: 'R-NAV-83', permissionId: 'R-PERM-11' },
  { group: '', label: 'Blueprints', href: '/', roles: 'POCMR', id: 'R-NAV-101', permissionId: 'R-PERM-15' },
  { group: '', label: 'Deployments', href: '/deployment', roles: 'POCMR', id: 'R-NAV-102', permissionId: 'R-PERM-15' },
];
const people = { P: 'platform@alpine.example', O: 'admin@alpine.example', C: 'dev@alpine.example', M: 'cost@alpine.example', R: 'reader@alpine.example' };

/** Opens every group in turn and reads what stands in it. */
async function readMenu(page: Page): Promise<{ group: string; label: string; href: string }[]> {
  const found: { group: string; label: string; href: string }[] = [];
  const read = async (group: string, links: ReturnType<Page['getByRole']>) => {
    for (const link of await links.all()) found.push({ group, label: (await link.innerText()).trim(), href: ((await link.getAttribute('href')) ?? '').replace('/portal', '') });
  };
  for (const toggle of await menu(page).getByRole('button').all()) {
    const group = (await toggle.innerText()).trim();
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    const list = menu(page).getByRole('list', { name: group });
    await expect(list).toBeVisible();
    await read(group, list.getByRole('link'));
    await toggle.click();
    await expect(list).toBeHidden();
  }
  await read('', menu(page).getByRole('link'));
  return found;
}

test.describe('for a person with every permission', () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await signedInPage(browser, people.P);
  });
  test.afterAll(() => page.context().close());

  for (const { path, heading, section, id } of screens)
    test(heading ? `/portal${path} shows its screen (${id})` : `/portal${path} says by name that it is not built yet (${id})`, async () => {
      await page.goto(`/portal${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading ?? `${section} is not built yet`);
      await expect(page).toHaveTitle(section ? `${section} - Cloudwright` : 'Cloudwright');
    });

  for (const { group, label, href, id, permissionId } of items)
    test(`${group ? `${group} > ` : ''}${label} in the menu leads to its screen (${id}) (${permissionId})`, async () => {
      await page.goto('/portal/profile');
      if (group) await menu(page).getByRole('button', { name: group }).click();
      const link = menu(page).getByRole('link', { name: label, exact: true });
      await expect(link).toHaveAttribute('href', `/portal${href}`);
      await link.click();
      await expect(page).toHaveTitle(`${label} - Cloudwright`);
      await expect(link).toHaveAttribute('aria-current', 'page');
    });

  test('stands below /portal only, and exactly: another segment is not found (R-NAV-01) (R-NAV-62)', async () => {
    await page.goto('/portal/organization/xyz');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.goto('/organization');
    await expect(page.getByRole('heading', { name: 'This page is not available' })).toBeVisible();
  });

  test('the title is the section and the product, and follows navigation and Back (R-NAV-05) (R-NAV-06) (R-NAV-113)', async () => {
    await page.goto('/portal/role');
    await expect(page).toHaveTitle('Role - Cloudwright');
    await expect(menu(page).getByRole('link', { name: 'Role' })).toHaveAttribute('aria-current', 'page');
    await menu(page).getByRole('link', { name: 'User' }).click();
    await expect(page).toHaveTitle('User - Cloudwright');
    await page.goBack();
    await expect(page).toHaveTitle('Role - Cloudwright');
    await expect(menu(page).getByRole('link', { name: 'Role' })).toHaveAttribute('aria-current', 'page');
    await page.goto('/portal/profile');
    await expect(page).toHaveTitle('Cloudwright');
  });

  test('one group of the menu is open at a time (R-NAV-109)', async () => {
    await page.goto('/portal/');
    const toggle = (name: string) => menu(page).getByRole('button', { name, exact: true });
    await toggle('Administration').click();
    await expect(toggle('Administration')).toHaveAttribute('aria-expanded', 'true');
    await toggle('Subscription').click();
    await expect(toggle('Subscription')).toHaveAttribute('aria-expanded', 'true');
    await expect(toggle('Administration')).toHaveAttribute('aria-expanded', 'false');
  });

  test('the active item is marked with a picture and the accent (R-NAV-112) (R-CONST-02)', async () => {
    await page.goto('/portal/deployment');
    const image = (name: string) => menu(page).getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundImage);
    expect(await image('Deployments')).not.toBe('none');
    expect(await image('Blueprints')).toBe('none');
    expect(await menu(page).getByRole('link', { name: 'Deployments' }).evaluate((link) => getComputedStyle(link, '::before').backgroundColor)).toBe('rgb(20, 226, 197)');
  });

  test('the drawer is 240 px wide and folds to icons with tooltips (R-NAV-110) (R-NAV-111) (R-CONST-03)', async () => {
    await page.goto('/portal/');
    const width = () => menu(page).evaluate((nav) => nav.parentElement?.getBoundingClientRect().width);
    expect(await width()).toBe(240);
    await page.getByRole('button', { name: 'Collapse the menu' }).click();
    await expect.poll(width).toBe(56);
    await expect(menu(page).getByText('Deployments')).toBeHidden();
    await menu(page).getByRole('link', { name: 'Deployments' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Deployments' })).toBeVisible();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect.poll(width).toBe(240);
  });

  test('the layout changes at 960 pixels (R-CONST-04)', async () => {
    await page.setViewportSize({ width: 960, height: 800 });
    await page.goto('/portal/');
    await expect(menu(page)).toBeVisible();
    await page.setViewportSize({ width: 959, height: 800 });
    await expect(menu(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('the top bar holds organization, directory, profile, notifications and a logo (R-NAV-03) (R-NAV-04) (R-NAV-07) (R-ORG-14)', async () => {
    await page.goto('/portal/');
    const banner = page.getByRole('banner');
    await expect(banner.getByText('Cloudwright Platform')).toBeVisible();
    await expect(banner.getByRole('combobox', { name: 'Directory' })).toHaveText('Alpine Research');
    await expect(banner.getByRole('button', { name: 'Profile', exact: true })).toBeVisible();
    await expect(banner.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /home/i }).getByRole('img', { name: /Cloudwright/ }).first()).toBeVisible();
  });

  test('the main button has the primary colour (R-CONST-01)', async () => {
    await page.goto('/portal/user');
    expect(await page.getByRole('button', { name: 'Invite' }).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(26, 115, 231)');
  });
});

for (const [role, email] of Object.entries(people)) {
  const expected = items.filter(({ roles }) => roles.includes(role));
  test(`the menu of ${email} holds what that role may see, in order (R-NAV-108) (R-PERM-06)`, async ({ page }) => {
    await signIn(page, email);
    expect(await readMenu(page)).toEqual(expected.map(({ group, label, href }) => ({ group, label, href })));
  });
}

test.describe('for a person who may read', () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await signedInPage(browser, people.R);
  });
  test.afterAll(() => page.context().close());

  test('a screen without its permission is refused at its own address, with a picture (R-NAV-63) (R-NAV-64) (R-NAV-65)', async () => {
    await page.goto('/portal/organization?page=2');
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    await expect(page.getByRole('img', { name: /access denied/i })).toBeVisible();
    await expect(page).toHaveURL(/\/portal\/organization\?page=2$/);
    await page.goto('/portal/blueprint/linux-vm/form');
    await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  });

  test('the way to the explanation names the lists that lack the permission', async () => {
    await page.goto('/portal/organization');
    await page.getByRole('link', { name: 'Why can’t I see this?' }).click();
    await expect(page.getByRole('heading', { name: 'You may not use this now' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Trace' }).getByRole('listitem')).toHaveText([/Organization Alpine Research.*holds it/, /Role Reader.*lacks it/]);
    await page.getByRole('combobox', { name: 'Permission' }).fill('deploymentList');
    await page.getByRole('option', { name: /deploymentList/ }).click();
    await expect(page.getByRole('heading', { name: 'You may use this' })).toBeVisible();
  });

  test('help, profile and content pages ask for no permission (R-NAV-66) (R-NAV-72)', async () => {
    for (const path of ['/help', '/help/a/b', '/profile', '/contentmanagementsystem/1']) {
      await page.goto(`/portal${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText('Access denied');
    }
  });

  test('buttons of what the role may not do are absent (R-USER-02) (R-ORG-15) (R-ORG-16)', async () => {
    await page.goto('/portal/model');
    await expect(page.getByRole('heading', { name: 'Blueprint Management', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import blueprint' })).toHaveCount(0);
    for (const path of ['/user', '/role', '/organization']) {
      await page.goto(`/portal${path}`);
      await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
    }
  });
});

for (const state of ['NOT_LOGGED_IN', 'LOGIN_REQUEST', 'LOGIN_ERROR', 'SET_TOKEN', 'SWITCH_DIRECTORY', 'TOKEN_EXPIRED'])
  test(`with the sign-in in ${state} a screen leads to the start page, and its address is kept in memory only (R-NAV-68)`, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await persistAuth(page, { state });
    await page.goto('/portal/user?x=1');
    await expect(page).toHaveURL(/:\d+\/$/);
    const stores = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
    expect(stores).not.toContain('/portal/user');
  });

test('sign-in leads back to the screen that was asked for (R-AUTH-02)', async ({ page }) => {
  await page.goto('/portal/user?sort=-name');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await chooseAccount(page, people.O);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/portal\/user\?sort=-name$/);
});

test('a signed-in person who reloads sees the screen at once, without passing the start page (R-NAV-71)', async ({ page }) => {
  await signIn(page, people.O);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && visited.push(new URL(frame.url()).pathname));
  await page.goto('/portal/user');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  expect(new Set(visited)).toEqual(new Set(['/portal/user']));
});
