import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { callAs, choose, confirmTyped, sandbox, signedInPage, signIn, subscriptions } from './portal.ts';

const dev = 'dev@alpine.example';
const unique = Date.now().toString(36);
const group = `rg-input-${unique}`;
const pathOf = (name: string) => `/portal/deployment/subscription/${subscriptions.production}/resourcegroup/${group}/deploymentname/${name}`;
const deploy = async (blueprintName: string, name: string, parameters: object) =>
  (await callAs(dev, 'POST', '/api/azure/deployment.create', { blueprintName, name, subscriptionId: subscriptions.production, resourceGroup: group, region: 'eastus', parameters, tags: {} })).body as { id: string };

test.beforeAll(() => callAs(dev, 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.production, name: group, region: 'eastus', tags: {} }));

const template = (resources: unknown[]) => JSON.stringify({ $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources }, null, 2);
const network = (name: string, more: object = {}) => ({ type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name, location: 'eastus', properties: {}, ...more });
const zip = (files: Record<string, string>) => Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

const broken: [what: string, name: string, content: string | Buffer, message: RegExp][] = [
  ['broken JSON', 'azuredeploy.json', '{"$schema": "x", ', /JSON/],
  ['JSON that is no template', 'azuredeploy.json', '{"name": "my-app", "version": "1.0.0"}', /'resources' of a template is required/],
  ['an unknown function', 'azuredeploy.json', template([network("[nothingLikeIt('x')]")]), /nothingLikeIt/],
  ['a circle', 'azuredeploy.json', template([network('a', { dependsOn: ['b'] }), network('b', { dependsOn: ['a'] })]), /circ|cycle/i],
  ['a zip with paths that lead out of it', 'escape.zip', zip({ '../azuredeploy.json': template([]) }), /leads out/],
  ['a zip bomb', 'bomb.zip', zip({ 'azuredeploy.json': template([]), 'zeros.bin': '\0'.repeat(60 * 2 ** 20) }), /times its size|unpacks to more/],
  ['a zip that is none', 'none.zip', 'PK this is no archive', /Not a zip archive/],
];

test('an import that can not be is refused in words, with what was typed kept', async ({ page }) => {
  test.slow();
  const folder = mkdtempSync(path.join(tmpdir(), 'bad-input-'));
  await signIn(page, dev);
  await page.goto('/portal/model');
  await page.getByRole('button', { name: 'Import blueprint' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import blueprint' });
  await dialog.getByLabel('Title').fill(`Kept ${unique}`);
  const files = dialog.getByLabel('Files of the blueprint');
  for (const [what, name, content, message] of broken) {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    await files.setInputFiles(file);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog, what).toContainText(message);
    await expect(dialog.getByRole('alert').first(), what).toBeVisible();
    await expect(dialog.getByLabel('Title'), what).toHaveValue(`Kept ${unique}`);
  }
  // 200 MB never leave the browser: it would only learn that the line broke.
  const large = path.join(folder, 'large.zip');
  const handle = openSync(large, 'w');
  ftruncateSync(handle, 200 * 2 ** 20);
  closeSync(handle);
  await files.setInputFiles(large);
  await expect(dialog.getByRole('alert')).toHaveText(/This is 200 MB; a blueprint may have at most 20 MB/);
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();

  const good = path.join(folder, 'azuredeploy.json');
  writeFileSync(good, template([network(`fine-${unique}`)]));
  await files.setInputFiles(good);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText(`Kept ${unique}`).first()).toBeVisible();
  rmSync(folder, { recursive: true });
});

test('of two people who delete one deployment at once, one does it and the other is told', async ({ browser }) => {
  test.slow();
  const name = `shared-${unique}`;
  const { id } = await deploy('secure-storage', name, { name: `d${unique}`.slice(0, 11) });
  const people = (await callAs('admin@alpine.example', 'GET', '/api/user/names')).body as { result: { id: string; email: string }[] };
  await callAs(dev, 'POST', '/api/azure/deployment.assign', { id, assigneeIds: people.result.filter(({ email }) => email === 'admin@alpine.example').map((person) => person.id) });
  const pages = await Promise.all([dev, 'admin@alpine.example'].map((email) => signedInPage(browser, email)));
  for (const page of pages) {
    await page.goto(pathOf(name));
    await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByLabel(/Type .* to confirm/).fill(name);
  }
  await Promise.all(pages.map((page) => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()));
  const outcomes = await Promise.all(pages.map(async (page) => {
    const told = page.getByRole('dialog').getByText(`${name} is being deleted already.`);
    await expect(page.getByRole('heading', { name: 'Deployments', level: 1 }).or(told)).toBeVisible();
    return (await told.isVisible()) ? 'told' : 'done';
  }));
  expect(outcomes.toSorted()).toEqual(['done', 'told']);
  // Behind the dialog the page of the slower one has followed.
  const slower = pages[outcomes.indexOf('told')]!;
  await slower.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(slower.getByRole('status').or(slower.getByRole('alert')).filter({ hasText: /being removed|Deleted/ })).toBeVisible();
  await expect(slower.getByText('Deleted.')).toBeVisible({ timeout: 60_000 });
  for (const page of pages) await page.context().close();
});

test('a size that the region does not have is explained at its field, before and after it is chosen', async ({ page }) => {
  await signIn(page, dev);
  await page.goto('/portal/blueprint/gpu-workstation/form');
  await choose(page, 'Subscription', 'Alpine Production');
  await choose(page, 'Region', 'UK West');
  await choose(page, 'Resource group', group);
  await page.getByLabel('Deployment name').fill(`gpu-${unique}`);
  await page.getByRole('button', { name: /^Continue/ }).click();
  const parameters = page.getByRole('region', { name: 'Parameters' });
  await expect(parameters.getByRole('alert')).toHaveText('Not offered in UK West. Choose another size, or another region.');
  await parameters.getByRole('combobox', { name: 'VM size' }).click();
  const option = page.getByRole('option', { name: /^NC4as T4 v3/ });
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await expect(option).toContainText('Not offered in UK West');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await choose(page, 'Region', 'East US');
  await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(parameters.getByRole('combobox', { name: 'VM size' })).toHaveValue('NC4as T4 v3');
  await expect(parameters.getByRole('alert')).toHaveCount(0);
});

test('a browser that is closed in the middle loses nothing: the deployment goes on, and the bell tells', async ({ browser }) => {
  test.slow();
  const name = `left-${unique}`;
  const page = await signedInPage(browser, dev);
  const fault = await sandbox<{ id: string }>('POST', '/faults', { path: `/resourcegroups/${group}/providers/Microsoft.Resources/deployments/cw-`, kind: 'latency', latency: 3000 });
  await deploy('secure-storage', name, { name: `l${unique}`.slice(0, 11), addressSpace: '10.62.0.0/16' });
  await page.goto(pathOf(name));
  await expect(page.getByRole('status').filter({ hasText: /The cloud (checks|is creating)|Waiting/ })).toBeVisible();
  await page.context().close();
  await sandbox('DELETE', `/faults/${fault.id}`);

  const again = await signedInPage(browser, dev);
  await again.goto(pathOf(name));
  await expect(again.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
  await again.getByRole('button', { name: /notification/i }).click();
  await expect(again.getByText(`${name} is deployed`).first()).toBeVisible();
  await again.context().close();
});

test('a typed word guards a deletion', async ({ page }) => {
  const name = `guarded-${unique}`;
  await deploy('secure-storage', name, { name: `g${unique}`.slice(0, 11), addressSpace: '10.61.0.0/16' });
  await signIn(page, dev);
  await page.goto(pathOf(name));
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('radio', { name: /record only/ }).check();
  await confirmTyped(page, `Delete ${name}?`, name, 'Delete');
  await expect(page.getByText(`Removed the record of ${name}`)).toBeVisible();
});
