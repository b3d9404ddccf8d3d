import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const directories = { alpine: '11111111-1111-4111-8111-111111111111', borealis: '22222222-2222-4222-8222-222222222222' };
export const subscriptions = { production: 'aaaaaaaa-0000-4000-8000-000000000001', sandbox: 'aaaaaaaa-0000-4000-8000-000000000002' };

const port = (offset: number) => Number(process.env['E2E_PORT'] ?? 18080) + offset;
export const portalAddress = `http://localhost:${port(0)}`;
/** Identity and console of the sandbox that the tests run on. */
export const sandboxAddress = `http://localhost:${port(1)}`;
export const managementAddress = `https://localhost:${port(2)}`;
/** Identity of the sandbox's government cloud. */
export const governmentAddress = `http://localhost:${port(3)}`;

/** The authority that the sandbox's certificates come from. */
export const sandboxCertificate = (): string => readFileSync(path.join(process.env['E2E_DATA_DIR'] ?? '', 'sandbox/ca.pem'), 'utf8');

/** Chooses an account at the directory, where a sign-in has led. */
export const chooseAccount = (page: Page, email: string): Promise<void> => page.getByRole('button', { name: email }).click();

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** Signs in as a seeded account, through the landing and the sandbox's account picker. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await chooseAccount(page, email);
  await expect(menu(page)).toBeVisible();
}

/** A tab of a browser of its own, signed in as a seeded account. */
export async function signedInPage(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signIn(page, email);
  return page;
}

/** Signs out through the profile menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
}

/** What the web app keeps over a reload. */
export const persisted = (page: Page): Promise<{ state: { auth: Record<string, unknown>; appSettings: Record<string, unknown>; active?: unknown } }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('root') ?? '{}'));

/** Changes what the web app keeps about the sign-in, as an older session or another tab would have left it. */
export const persistAuth = (page: Page, part: Record<string, unknown>): Promise<void> =>
  page.evaluate((changed) => {
    const root = JSON.parse(localStorage.getItem('root') ?? '{"version":1}');
    root.state = { ...root.state, auth: { ...root.state?.auth, ...changed } };
    localStorage.setItem('root', JSON.stringify(root));
  }, part);

/** A token of the sandbox for a script: `portal` for the portal's API, `management` for Resource Manager. */
export async function tokenOf(email: string, audience: 'portal' | 'management', directory = directories.alpine): Promise<string> {
  const scope = audience === 'portal' ? 'api://cloudwright/.default' : 'https://management.azure.com/.default';
  const response = await fetch(`${sandboxAddress}/${directory}/oauth2/v2.0/token`, {
    method: 'POST', body: new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username: email, password: 'sandbox', scope }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Calls the portal's API as a seeded account. */
export async function callAs(email: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const [portal, cloud] = await Promise.all([tokenOf(email, 'portal'), tokenOf(email, 'management')]);
  const isForm = body instanceof FormData;
  const response = await fetch(portalAddress + path, {
    method,
    headers: { authorization: `Bearer ${portal}`, 'x-cloud-token': cloud, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

/** The sandbox's console: faults, switches, quota, mails, the log of requests. */
export async function sandbox<T = unknown>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(sandboxAddress + path, { method, ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) });
  expect(response.status, `${method} ${path}`).toBe(200);
  return (await response.json()) as T;
}

/** Chooses an entry of a combobox that searches while one types. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

/** Chooses from the menu at the end of a row. */
export async function rowAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Confirms a dialog that asks for a word to be typed. */
export async function confirmTyped(page: Page, title: string, word: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button', { name: button })).toBeDisabled();
  await dialog.getByLabel(/Type .* to confirm/).fill(word);
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}
