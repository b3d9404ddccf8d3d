import { expect, test, type Page } from '@playwright/test';
import { callAs, chooseAccount, confirmTyped, menu, rowAction, sandbox, signedInPage, signIn } from './portal.ts';

const newcomer = 'stranger@alpine.example';
const unique = Date.now().toString(36);
let admin: Page;
let platform: Page;

test.beforeAll(async ({ browser }) => {
  admin = await signedInPage(browser, 'admin@alpine.example');
  platform = await signedInPage(browser, 'platform@alpine.example');
});
test.afterAll(async () => {
  await admin.context().close();
  await platform.context().close();
});

interface Mail {
  subject: string;
  to: string[];
  html?: string;
  text?: string;
}
const mailsTo = async (email: string): Promise<Mail[]> => (await sandbox<{ value: Mail[] }>('GET', `/mails?to=${encodeURIComponent(email)}`)).value;

const tick = (page: Page, permission: string) => page.getByRole('dialog').getByRole('checkbox', { name: new RegExp(`\\(${permission}\\)`) });

/** Opens the groups above a permission in the tree of a dialog. */
async function unfold(page: Page, ...groups: string[]): Promise<void> {
  const tree = page.getByRole('dialog').getByRole('tree', { name: 'Permissions' });
  for (const group of groups) {
    const node = tree.getByRole('treeitem', { name: new RegExp(`^${group}`) }).first();
    if ((await node.getAttribute('aria-expanded')) === 'false') await node.getByText(group, { exact: true }).first().click();
  }
}

test('an organization is created with its administrator, changed, looked at and removed (R-ORG-03) (R-ORG-05) (R-ORG-06) (R-ORG-07) (R-ORG-10)', async () => {
  const page = platform;
  const key = `orbit-${unique}`;
  await page.goto('/portal/organization');
  await page.getByRole('button', { name: 'New organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'New organization' });
  // Wrong values are explained at the field, and nothing typed is lost.
  await dialog.getByLabel('Name', { exact: false }).first().fill(`Orbit ${unique}`);
  await dialog.getByLabel('Key').fill('No Good!');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Key')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name', { exact: false }).first()).toHaveValue(`Orbit ${unique}`);
  await dialog.getByLabel('Key').fill('alpine');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(/taken|exists|already/i).first()).toBeVisible();
  await dialog.getByLabel('Key').fill(key);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: `Orbit ${unique}` });
  await expect(row).toContainText(key);

  await rowAction(page, `Orbit ${unique}`, 'Edit');
  await page.getByRole('dialog').getByLabel('Administrator’s e-mail').fill('help@orbit.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await row.getByRole('button', { name: `Orbit ${unique}`, exact: true }).click();
  await expect(page.getByText('help@orbit.example').first()).toBeVisible();

  // One with people in it stays.
  await page.getByRole('button', { name: 'Actions for Alpine Research' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await rowAction(page, `Orbit ${unique}`, 'Delete');
  await confirmTyped(page, `Delete Orbit ${unique}?`, key, 'Delete');
  await expect(row).toHaveCount(0);
});

test('a role is created from the tree, copied, changed and removed; one in use stays (R-PERM-40)', async () => {
  const page = admin;
  await page.goto('/portal/role');
  await page.getByRole('button', { name: 'New role' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`Watcher ${unique}`);
  await unfold(page, 'Deployment', 'Actions');
  await tick(page, 'deploymentDelete').check();
  // Deleting needs listing.
  await expect(tick(page, 'deploymentList')).toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('row', { name: `Watcher ${unique}` })).toContainText('2 of');

  await rowAction(page, `Watcher ${unique}`, 'Copy');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row', { name: `Copy of Watcher ${unique}` })).toContainText('2 of');
  for (const name of [`Copy of Watcher ${unique}`, `Watcher ${unique}`]) {
    await rowAction(page, name, 'Delete');
    await confirmTyped(page, `Delete ${name}?`, name, 'Delete');
    await expect(page.getByRole('button', { name: `Actions for ${name}`, exact: true })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Actions for Reader', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');
});

test('of two administrators who edit a role, the second is told and keeps what was typed', async () => {
  const name = `Night shift ${unique}`;
  const made = (await callAs('admin@alpine.example', 'POST', '/api/role', { name, permission: ['blueprints'] })).body as { id: string };
  await admin.goto('/portal/role');
  await rowAction(admin, name, 'Edit');
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Mine');
  await callAs('admin@alpine.example', 'PUT', `/api/role/${made.id}`, { description: 'Theirs', permission: [] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody has changed this since you opened it');
  await expect(dialog.getByLabel('Description')).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await rowAction(admin, name, 'Edit');
  await expect(dialog.getByLabel('Description')).toHaveValue('Theirs');
  await dialog.getByLabel('Description').fill('Both');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await callAs('admin@alpine.example', 'DELETE', `/api/role/${made.id}`);
});

test('a permission taken from a role takes effect at once for somebody who is signed in (R-PERM-41) (R-NAV-63)', async ({ page }) => {
  await signIn(page, 'reader@alpine.example');
  const deployments = menu(page).getByRole('link', { name: 'Deployments' });
  await expect(deployments).toBeVisible();
  await page.goto('/portal/deployment');
  await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible();
  const set = async (isHeld: boolean) => {
    await admin.goto('/portal/role');
    await rowAction(admin, 'Reader', 'Edit');
    await unfold(admin, 'Deployment', 'Actions');
    await tick(admin, 'deploymentList').setChecked(isHeld);
    await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByRole('dialog')).toBeHidden();
  };
  await set(false);
  await expect(deployments).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await set(true);
  await expect(deployments).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deployments', level: 1 })).toBeVisible();
});

test('somebody is invited by mail, joins by its link, is suspended, let in again and removed (R-USER-01) (R-USER-03) (R-USER-04) (R-MAIL-01)', async ({ page, browser }) => {
  test.slow();
  await sandbox('DELETE', '/mails');
  await admin.goto('/portal/user');
  await admin.getByRole('button', { name: 'Invite' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Name').fill(`Sam Newcomer ${unique}`);
  await dialog.getByLabel('E-mail').fill('not an address');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('E-mail').fill(newcomer);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await admin.getByRole('option', { name: 'Reader', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await admin.getByRole('tab', { name: 'Invitations' }).click();
  await expect(admin.getByRole('row', { name: newcomer }).first()).toContainText('Pending');

  await expect.poll(async () => (await mailsTo(newcomer)).length).toBe(1);
  const [mail] = await mailsTo(newcomer);
  const link = /https?:\/\/[^\s"'<>]*invite=[^\s"'<>&]+/.exec(`${mail?.html ?? ''} ${mail?.text ?? ''}`)?.[0] ?? '';
  expect(new URL(link).searchParams.get('invite')).toBeTruthy();

  await page.goto(link);
  await expect(page.getByText(/Alpine Research invites you/)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await chooseAccount(page, newcomer);
  await expect(menu(page)).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Blueprints' })).toBeVisible();

  // The link worked once.
  const again = await (await browser.newContext()).newPage();
  await again.goto(link);
  await expect(again.getByText(/no longer valid/)).toBeVisible();
  await again.context().close();

  await admin.goto('/portal/user');
  const row = admin.getByRole('row', { name: newcomer });
  const name = `Sam Newcomer ${unique}`;
  await expect(row).toContainText('Active');
  await rowAction(admin, name, 'Suspend');
  await expect(row).toContainText('Suspended');
  await page.goto('/portal/profile');
  await expect(page.getByRole('heading', { name: 'Your account has expired' })).toBeVisible();
  await rowAction(admin, name, 'Activate');
  await expect(row).toContainText('Active');
  await rowAction(admin, name, 'Edit');
  await admin.getByRole('dialog').getByLabel('Expires').fill('2099-12-31');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('dialog')).toBeHidden();
  await rowAction(admin, name, 'Delete');
  await confirmTyped(admin, `Delete ${name}?`, newcomer, 'Delete');
  await expect(row).toHaveCount(0);
});

test('an invitation is sent again and revoked', async () => {
  const email = `revoked-${unique}@alpine.example`;
  await admin.goto('/portal/user');
  await admin.getByRole('button', { name: 'Invite' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Name').fill('Robin Revoked');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await admin.getByRole('option', { name: 'Reader', exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
  await admin.getByRole('tab', { name: 'Invitations' }).click();
  await rowAction(admin, email, 'Send again');
  await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  await rowAction(admin, email, 'Revoke');
  await expect(admin.getByRole('row', { name: email })).toContainText('Revoked');
});

test('own data, theme and notifications are changed on the profile (R-USER-05)', async ({ page }) => {
  await signIn(page, 'guest@alpine.example');
  await page.goto('/portal/profile');
  const main = page.getByRole('main');
  await expect(main).toContainText('guest@alpine.example');
  await expect(main).toContainText('Alpine Research');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const name = page.getByRole('region', { name: 'You' }).getByLabel('Name');
  await name.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill(`Gil Guest ${unique}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  const byMail = page.getByRole('switch', { name: /Deployment success.*by mail/i }).or(page.getByRole('checkbox', { name: /Deployment success.*by mail/i }));
  const before = await byMail.isChecked();
  await byMail.click();
  await expect(byMail).toBeChecked({ checked: !before });
  await page.reload();
  await expect(byMail).toBeChecked({ checked: !before });
  await expect(name).toHaveValue(`Gil Guest ${unique}`);
});

test('mails are edited with a live preview that shows mistakes at their line (R-MAIL-02) (R-MAIL-03)', async () => {
  await admin.goto('/portal/preview');
  await expect(admin.getByRole('heading', { name: 'Notification mails' })).toBeVisible();
  await admin.getByLabel('Subject', { exact: false }).first().fill(`Welcome ${unique}`);
  await expect(admin.getByRole('region', { name: 'Preview' })).toContainText(`Welcome ${unique}`);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('main').getByText('Own', { exact: true })).toBeVisible();
  const body = admin.getByLabel('Body', { exact: false }).first();
  const written = await body.inputValue();
  await body.fill('<p>Hello</p>\n{{#if name}}');
  await expect(admin.getByRole('region', { name: 'Preview' }).getByRole('alert')).toContainText(/Line \d/);
  await body.fill(written);
  await admin.getByRole('button', { name: 'Back to standard' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Use the standard' }).click();
  await expect(admin.getByRole('main').getByText('Standard', { exact: true })).toBeVisible();
});

test('the audit log tells who changed what, before and after', async () => {
  await admin.goto('/portal/audit');
  await admin.getByRole('searchbox', { name: 'Search entries' }).fill(newcomer);
  await admin.getByRole('table', { name: 'Entries' }).getByRole('button', { name: /User edit|User delete|Invite create/ }).first().click();
  await expect(admin.getByRole('main')).toContainText('admin@alpine.example');
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit.*\.csv$/);
});

test('help is searched and read', async () => {
  await admin.goto('/portal/help');
  await admin.getByRole('searchbox', { name: 'Search help' }).fill('fails');
  await expect(admin.getByRole('list', { name: 'Articles' }).getByRole('listitem')).not.toHaveCount(0);
  await admin.getByRole('link', { name: 'When a deployment fails' }).click();
  await expect(admin.getByRole('heading', { name: 'When a deployment fails', level: 1 })).toBeVisible();
});
