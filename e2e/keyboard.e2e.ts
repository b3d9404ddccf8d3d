import { expect, test, type Locator, type Page } from '@playwright/test';
import { menu, signedInPage } from './portal.ts';

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await signedInPage(browser, 'admin@alpine.example');
});
test.afterAll(() => page.context().close());
test.beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }));

const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Opens a screen and waits until its list stands. */
async function open(path: string, table: string): Promise<Locator> {
  await page.goto(`/portal${path}`);
  const list = page.getByRole('table', { name: table, exact: true });
  await expect(list.getByRole('row').nth(1)).toBeVisible();
  return list;
}

/** Walks with Tab until the element has the focus. */
async function tabTo(target: Locator, limit = 60): Promise<void> {
  for (let step = 0; step < limit; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('the first Tab offers to skip to the content, and Enter goes there', async () => {
  await open('/user', 'Users');
  await press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await press('Tab');
  expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true);
});

test('whatever Tab reaches shows that it has the focus', async () => {
  await open('/user', 'Users');
  const unmarked: string[] = [];
  for (let step = 0; step < 45; step++) {
    await press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const hasMark = (each: Element | null) => {
        if (!each) return false;
        const style = getComputedStyle(each);
        return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
      };
      // A field draws its focus on its frame, a checkbox on the box around it.
      const frame = element.closest('.MuiOutlinedInput-root');
      const isMarked = hasMark(element) || hasMark(element.closest('.MuiCheckbox-root')) || (frame !== null && getComputedStyle(frame.querySelector('fieldset')!).borderTopWidth === '2px');
      return isMarked ? '' : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    });
    if (found) unmarked.push(found);
  }
  expect(unmarked).toEqual([]);
});

test('a list is searched, walked and selected without a mouse', async () => {
  const list = await open('/user', 'Users');
  await press('/');
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeFocused();
  const names = list.getByRole('button', { name: /^(Ada|Costa|Dev)/ });
  await tabTo(names.nth(0));
  await press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await press('Space');
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected');
  await press('End', 'Home');
  await expect(names.nth(0)).toBeFocused();
  await press('Enter');
  const details = page.getByRole('complementary', { name: 'Ada Admin' });
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: 'Close details' }).press('Enter');
  await expect(details).toBeHidden();
});

test('a row’s menu opens, is walked, closes with Escape and gives the focus back', async () => {
  const list = await open('/user', 'Users');
  const toggle = list.getByRole('button', { name: 'Actions for Dev Developer' });
  await toggle.focus();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeFocused();
  await press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(toggle).toBeFocused();
  await list.getByRole('button', { name: 'Dev Developer', exact: true }).focus();
  await press('ContextMenu');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await press('Escape');
});

test('columns are chosen and filters set with the keyboard, and the address keeps them', async () => {
  const list = await open('/user', 'Users');
  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.focus();
  await press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'E-mail' })).toBeFocused();
  await press('Space');
  await expect(list.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0);
  await press('Escape');
  await expect(columns).toBeFocused();
  await expect(page).toHaveURL(/hide=/);
  const filter = page.getByRole('button', { name: 'Status', exact: true }).first();
  await filter.focus();
  await press('Enter', 'Enter', 'Escape');
  await expect(filter).toBeFocused();
  await expect(page).toHaveURL(/status=/);
});

test('a dialog keeps the focus inside, asks before it loses what was typed, and gives the focus back', async () => {
  await open('/user', 'Users');
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await invite.focus();
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  for (let step = 0; step < 12; step++) {
    await press('Tab');
    expect(await dialog.evaluate((element) => element.closest('[role=presentation]')!.contains(document.activeElement)), `Tab ${step}`).toBe(true);
  }
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();
  await press('Enter');
  await dialog.getByLabel('Name').fill('Somebody');
  await press('Escape');
  await expect(dialog.getByText('Discard what you typed?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue('Somebody');
  await press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();
});

test('deleting waits for the typed word; Enter in the field does nothing before, Escape goes back to the row', async () => {
  const list = await open('/user', 'Users');
  const toggle = list.getByRole('button', { name: 'Actions for Dev Developer' });
  await toggle.focus();
  await press('Enter', 'End', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Dev Developer?' });
  const word = dialog.getByLabel(/Type .* to confirm/);
  await expect(word).toBeFocused();
  await page.keyboard.type('dev@alpine');
  await press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.type('.example');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('the steps of the wizard: Enter goes on when all is well, a step done is a button back', async () => {
  await page.goto('/portal/blueprint/linux-vm/form');
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('button', { name: /Subscription/ })).toHaveAttribute('aria-current', 'step');
  // Nothing is chosen yet: Enter explains and puts the focus at the first wrong field.
  await page.getByLabel('Deployment name').focus();
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Subscription' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Subscription' })).toHaveAttribute('aria-invalid', 'true');
  // Comboboxes by keyboard alone.
  for (const [label, word] of [['Subscription', 'Alpine Sandbox'], ['Region', 'East US']] as const) {
    await page.getByRole('combobox', { name: label }).focus();
    await page.keyboard.type(word);
    await expect(page.getByRole('option', { name: word, exact: true })).toBeVisible();
    await press('ArrowDown', 'Enter');
    await expect(page.getByRole('combobox', { name: label })).toHaveValue(word);
  }
});

test('on a phone the menu opens as a drawer, keeps the focus, closes with Escape and gives it back', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/portal/user');
  const toggle = page.getByRole('button', { name: 'Open the menu' });
  await toggle.focus();
  await press('Enter');
  await expect(menu(page)).toBeVisible();
  for (let step = 0; step < 10; step++) {
    await press('Tab');
    expect(await menu(page).evaluate((nav) => nav.closest('.MuiDrawer-root')!.contains(document.activeElement)), `Tab ${step}`).toBe(true);
  }
  await press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(toggle).toBeFocused();
});

test('Ctrl K searches and jumps; Escape leaves everything as it was', async () => {
  await open('/user', 'Users');
  await press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search or jump to' });
  await expect(box).toBeFocused();
  await press('Escape');
  await expect(box).toBeHidden();
  await expect(page).toHaveURL(/\/portal\/user$/);
  await press('Control+k');
  await page.keyboard.type('deployments');
  await press('Enter');
  await expect(page).toHaveURL(/\/portal\/deployment$/);
});
