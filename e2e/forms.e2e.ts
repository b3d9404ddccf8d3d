import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { callAs, persistAuth, persisted, rowAction, sandbox, signedInPage, tokenOf } from './portal.ts';

const unique = Date.now().toString(36);
const admin = 'admin@alpine.example';
const platform = 'platform@alpine.example';

interface Form {
  name: string;
  as: string;
  /** Opens the form; the locator holds its fields and its button. */
  open(page: Page): Promise<Locator>;
  submit: string;
  /** A value that is wrong by itself, found before anything is sent. */
  bad: { label: string; value: string; message: RegExp };
  /** A value that only the server can refuse, and what it says at the field. */
  refused: { label: string; value: string; message: RegExp };
  /** What was typed beside, which must still stand after every refusal. */
  kept: { label: string; value: string };
  /** A role, where the form asks for one. */
  role?: string;
}

const dialogOf = (page: Page) => page.getByRole('dialog');

const forms: Form[] = [
  {
    name: 'a new organization',
    as: platform,
    open: async (page) => {
      await page.goto('/portal/organization');
      await page.getByRole('button', { name: 'New organization' }).click();
      return dialogOf(page);
    },
    submit: 'Create',
    bad: { label: 'Key', value: 'No Good!', message: /a-z/ },
    refused: { label: 'Key', value: 'alpine', message: /taken|exists|already/i },
    kept: { label: 'Name', value: `Orbit ${unique}` },
  },
  {
    name: 'an organization',
    as: platform,
    open: async (page) => {
      await page.goto('/portal/organization');
      await rowAction(page, 'Borealis Labs', 'Edit');
      return dialogOf(page);
    },
    submit: 'Save',
    bad: { label: 'Administrator’s e-mail', value: 'not an address', message: /e-?mail/i },
    refused: { label: 'Parent organization', value: 'nobody-has-this-key', message: /organization/i },
    kept: { label: 'Channel code', value: `code-${unique}` },
  },
  {
    name: 'a role',
    as: admin,
    open: async (page) => {
      await page.goto('/portal/role');
      await page.getByRole('button', { name: 'New role' }).click();
      return dialogOf(page);
    },
    submit: 'Create',
    bad: { label: 'Name', value: '', message: /required|empty|short|least/i },
    refused: { label: 'Name', value: 'Reader', message: /taken|exists|already/i },
    kept: { label: 'Description', value: `Watches ${unique}` },
  },
  {
    name: 'a user',
    as: admin,
    open: async (page) => {
      await page.goto('/portal/user');
      await page.getByRole('button', { name: 'New user' }).click();
      return dialogOf(page);
    },
    submit: 'Create',
    bad: { label: 'E-mail', value: 'not an address', message: /e-?mail/i },
    refused: { label: 'E-mail', value: 'reader@alpine.example', message: /taken|exists|already/i },
    kept: { label: 'Name', value: `Robin ${unique}` },
    role: 'Reader',
  },
  {
    name: 'an invitation',
    as: admin,
    open: async (page) => {
      await page.goto('/portal/user');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      return dialogOf(page);
    },
    submit: 'Send invitation',
    bad: { label: 'E-mail', value: 'not an address', message: /e-?mail/i },
    refused: { label: 'E-mail', value: 'reader@alpine.example', message: /taken|exists|already/i },
    kept: { label: 'Name', value: `Sam ${unique}` },
    role: 'Reader',
  },
  {
    name: 'a notification mail',
    as: admin,
    open: async (page) => {
      await page.goto('/portal/preview');
      return page.getByRole('main');
    },
    submit: 'Save',
    bad: { label: 'Subject', value: '', message: /required|empty|short|least/i },
    refused: { label: 'Body', value: '<p>Hello {{#if</p>', message: /line 1/i },
    kept: { label: 'Body without markup', value: `Hello ${unique}` },
  },
];

const field = (form: Locator, label: string): Locator => form.getByRole('textbox', { name: new RegExp(`^${label}( \\*|\\s\\*)?$`) });

/** The message that belongs to a field, by its description. */
async function messageAt(form: Locator, label: string): Promise<Locator> {
  const id = await field(form, label).getAttribute('aria-describedby');
  return form.locator(`[id="${id}"]`);
}

async function chooseRole(page: Page, form: Locator, role: string | undefined): Promise<void> {
  if (!role) return;
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role, exact: true }).click();
}

/** Tokens that ran out, put into the page by another tab of the same person: the page learns it from the next answer. */
async function expireElsewhere(page: Page, email: string): Promise<void> {
  await sandbox('PATCH', '/switches', { accessTokenSeconds: -600 });
  try {
    const [token, azureToken] = await Promise.all([tokenOf(email, 'portal'), tokenOf(email, 'management')]);
    const other = await page.context().newPage();
    await other.goto('/logo.svg');
    await persistAuth(other, { token, azureToken });
    await other.close();
  } finally {
    await sandbox('PATCH', '/switches', { accessTokenSeconds: 3599 });
  }
}

/** One tab an account: what a test before left typed goes with the next address. */
const pages = new Map<string, Page>();
async function pageOf(browser: Browser, email: string): Promise<Page> {
  const page = pages.get(email) ?? (await signedInPage(browser, email));
  pages.set(email, page);
  return page;
}
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close();
});

for (const form of forms) {
  test(`${form.name}: a wrong value is explained at its field, and nothing typed is lost`, async ({ browser }) => {
    const page = await pageOf(browser, form.as);
    const fields = await form.open(page);
    await field(fields, form.kept.label).fill(form.kept.value);
    await field(fields, form.bad.label).fill(form.bad.value);
    await fields.getByRole('button', { name: form.submit, exact: true }).click();
    await expect(field(fields, form.bad.label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(fields, form.bad.label)).toBeFocused();
    await expect(await messageAt(fields, form.bad.label)).toHaveText(form.bad.message);
    await expect(field(fields, form.kept.label)).toHaveValue(form.kept.value);
    await expect(field(fields, form.bad.label)).toHaveValue(form.bad.value);
  });

  test(`${form.name}: what the server refuses is explained at its field, and nothing typed is lost`, async ({ browser }) => {
    const page = await pageOf(browser, form.as);
    const fields = await form.open(page);
    await field(fields, form.kept.label).fill(form.kept.value);
    await field(fields, form.refused.label).fill(form.refused.value);
    await chooseRole(page, fields, form.role);
    const answered = page.waitForResponse((response) => ['POST', 'PUT'].includes(response.request().method()) && [400, 409, 422].includes(response.status()));
    await fields.getByRole('button', { name: form.submit, exact: true }).click();
    await answered;
    await expect(await messageAt(fields, form.refused.label)).toHaveText(form.refused.message);
    await expect(field(fields, form.refused.label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(fields, form.refused.label)).toBeFocused();
    await expect(field(fields, form.refused.label)).toHaveValue(form.refused.value);
    await expect(field(fields, form.kept.label)).toHaveValue(form.kept.value);
  });
}

test('a token that expires while a form is filled in is renewed, and the form is sent as it was typed', async ({ browser }) => {
  const page = await pageOf(browser, admin);
  await page.goto('/portal/role');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = dialogOf(page);
  const name = `Late ${unique}`;
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Description').fill('Typed before the token ran out');
  await expireElsewhere(page, admin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name })).toContainText('Typed before the token ran out');
  // One renewal serves every call that waits for it.
  expect(asked.filter((path) => path.endsWith('/provider/list')).length).toBeLessThanOrEqual(1);
  expect((await persisted(page)).state.auth).toMatchObject({ state: 'LOGGED_IN', isTokenExpired: false });
  const roles = (await callAs(admin, 'GET', '/api/role?limit=100')).body as { result: { id: string; name: string }[] };
  const made = roles.result.filter((role) => role.name === name);
  // Made once, whatever happened to the first try.
  expect(made).toHaveLength(1);
  await callAs(admin, 'DELETE', `/api/role/${made[0]!.id}`);
});

test('the own name: too long is explained at the field and kept (R-USER-05)', async ({ browser }) => {
  const page = await pageOf(browser, 'guest@alpine.example');
  await page.goto('/portal/profile');
  const you = page.getByRole('region', { name: 'You' });
  await field(you, 'Name').fill('x'.repeat(300));
  await you.getByRole('button', { name: 'Save' }).click();
  await expect(field(you, 'Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(await messageAt(you, 'Name')).toHaveText(/\d+/);
  await expect(field(you, 'Name')).toHaveValue('x'.repeat(300));
});
