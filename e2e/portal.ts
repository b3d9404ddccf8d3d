import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const directories = { alpine: '11111111-1111-4111-8111-111111111111', borealis: '22222222-2222-4222-8222-222222222222' };
export const subscriptions = { production: 'aaaaaaaa-0000-4000-8000-000000000001', sandbox: 'aaaaaaaa-0000-4000-8000-000000000002' };

const port = (offset: number) => Number(process.env['E2E_PORT'] ?? 18080) + offset;
/** Identity and console of the sandbox that the tests run on. */
export const sandboxAddress = `http://localhost:${port(1)}`;
export const managementAddress = `https://localhost:${port(2)}`;

/** The authority that the sandbox's certificates come from. */
export const sandboxCertificate = (): string => readFileSync(path.join(process.env['E2E_DATA_DIR'] ?? '', 'sandbox/ca.pem'), 'utf8');

/** Signs in as a seeded account, through the landing and the sandbox's account picker. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: email }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

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
  const response = await fetch(`http://localhost:${port(0)}${path}`, {
    method, headers: { authorization: `Bearer ${portal}`, 'x-cloud-token': cloud, 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
}

/** Chooses an entry of a combobox that searches while one types. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}
