import { expect, test, type Page } from '@playwright/test';
import { callAs, choose, sandbox, signIn, subscriptions } from './portal.ts';

/** Opens the form of a Linux machine and fills its first step; answers the deployment's name. */
async function openWizard(page: Page): Promise<string> {
  const name = `machine-${Date.now()}`;
  const group = `rg-${name}`;
  const created = await callAs('admin@alpine.example', 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.sandbox, name: group, region: 'northeurope' });
  expect(created.status).toBe(201);
  await signIn(page, 'dev@alpine.example');
  await page.goto('/portal/blueprint/linux-vm/form');
  await choose(page, 'Subscription', 'Alpine Sandbox');
  await choose(page, 'Region', 'North Europe');
  await choose(page, 'Resource group', group);
  await page.getByLabel('Deployment name').fill(name);
  return name;
}
const forward = (page: Page) => page.getByRole('button', { name: /^Continue/ }).click();
const sizes = (page: Page) => page.getByRole('combobox', { name: 'VM size' });

test('a quota that changes while the form is open disables the choice without a reload', async ({ page }) => {
  const quota = (limit: number) => sandbox('POST', '/quota', { subscriptionId: subscriptions.sandbox, location: 'northeurope', name: 'standardDSv5Family', limit });
  await quota(16);
  try {
    await openWizard(page);
    await forward(page);
    await sizes(page).click();
    await sizes(page).fill('D2s v5');
    const choice = page.getByRole('option', { name: /^D2s v5/ });
    await expect(choice).toContainText('16 vCPU left');
    await expect(choice).not.toHaveAttribute('aria-disabled', 'true');
    await quota(0);
    await expect(choice).toHaveAttribute('aria-disabled', 'true');
    await expect(choice).toContainText('0 of 0 are left');
  } finally {
    await quota(20);
  }
});

test('values survive Back and a reload, secrets do not; a wrong value is explained at its field', async ({ page }) => {
  const name = await openWizard(page);
  await page.getByLabel('Deployment name').fill('not a name');
  await forward(page);
  await expect(page.getByLabel('Deployment name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/Give the deployment a name: 1 to 64/)).toBeVisible();
  await page.getByLabel('Deployment name').fill(name);
  await forward(page);

  await page.getByLabel('Name', { exact: true }).fill('lab-server');
  await forward(page);
  await page.getByRole('radio', { name: /own password/i }).check();
  const password = page.locator('input[type=password]').first();
  await password.fill('Sandbox-Only-2026!');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('lab-server');
  await forward(page);
  await expect(password).toHaveValue('Sandbox-Only-2026!');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('radio', { name: /own password/i })).toBeChecked();
  await expect(password).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('Sandbox-Only-2026!');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('lab-server');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Deployment name')).toHaveValue(name);
});

test('a browser that is closed in the middle loses nothing: the deployment goes on, and its owner finds it', async ({ page, context }) => {
  const name = await openWizard(page);
  await forward(page);
  await forward(page);
  await page.getByRole('radio', { name: /generate/i }).check();
  for (let step = 0; step < 5 && !(await page.getByRole('button', { name: 'Deploy', exact: true }).isVisible()); step++) await forward(page);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const address = page.url();
  await page.close();

  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
});
