import { expect, test, type Page } from '@playwright/test';
import { findings } from './axe.ts';
import { signedInPage, subscriptions } from './portal.ts';

const screens = [
  '/', '/blueprint/linux-vm', '/blueprint/linux-vm/form', '/help', '/help/first-deployment', '/subscription', '/subscription/resourceGroup?sids=All', `/subscription/${subscriptions.production}/resourceGroup`, '/deployment',
  '/organization', '/user', '/role', '/model', '/preview', '/profile', '/audit', '/access', '/costanalysis', '/nothing-here',
];

for (const scheme of ['light', 'dark'] as const)
  test.describe(`axe finds nothing in the ${scheme} theme`, () => {
    let page: Page;
    test.beforeAll(async ({ browser }) => {
      page = await signedInPage(browser, 'platform@alpine.example');
      await page.emulateMedia({ colorScheme: scheme });
    });
    test.afterAll(() => page.context().close());

    for (const path of screens)
      test(`at /portal${path}`, async () => {
        await page.goto(`/portal${path}`);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Fetching....')).toHaveCount(0);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await findings(page)).toEqual([]);
      });
  });

test('axe finds nothing on the pages outside the portal', async ({ page }) => {
  for (const path of ['/', '/learn', '/hpc/i', '/research', '/signup']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(await findings(page), path).toEqual([]);
  }
});

test('axe finds nothing in dialogs, menus and panels', async ({ browser }) => {
  const page = await signedInPage(browser, 'platform@alpine.example');
  await page.goto('/portal/user');
  await page.getByRole('button', { name: /^Invite/ }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findings(page), 'form').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  for (const name of ['Profile', 'Notifications']) {
    await page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole(name === 'Profile' ? 'menu' : 'dialog')).toBeVisible();
    expect(await findings(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});
