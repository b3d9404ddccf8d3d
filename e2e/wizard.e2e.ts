import { expect, test, type Page } from '@playwright/test';
import { callAs, choose, rowAction, sandbox, signedInPage, subscriptions } from './portal.ts';

const dev = 'dev@alpine.example';
const unique = Date.now().toString(36);
const group = `rg-wizard-${unique}`;
const inGroup = (name: string) => `/portal/deployment/subscription/${subscriptions.production}/resourcegroup/${group}/deploymentname/${name}`;
const region = 'eastus';
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await signedInPage(browser, dev);
  await callAs(dev, 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.production, name: group, region, tags: {} });
});
test.afterAll(() => page.context().close());
test.afterEach(async () => {
  await sandbox('DELETE', '/faults');
  await sandbox('POST', '/quota', { subscriptionId: subscriptions.production, location: region, name: 'cores', limit: 1000 });
});

const step = (name: string) => page.getByRole('region', { name, exact: true });
const next = () => page.getByRole('button', { name: /^Continue/ }).click();

/** The first step: where it goes, with a group made on the way when there is none yet. */
async function place(name: string, isFirst = false): Promise<void> {
  await choose(page, 'Subscription', 'Alpine Production');
  await choose(page, 'Region', 'East US');
  if (isFirst) {
    await page.getByRole('button', { name: 'Add resource group' }).click();
    await page.getByLabel('New resource group').fill(`${group}-own`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Resource group' })).toHaveValue(`${group}-own`);
  } else await choose(page, 'Resource group', group);
  await page.getByLabel('Deployment name').fill(name);
}

test('explains wrong values at the field, loses nothing with Back or a reload but secrets, and deploys (R-BP-05) (R-BP-06) (R-BP-07) (R-BP-09) (R-BP-10) (R-BP-11) (R-BP-12) (R-BP-13) (R-BP-14)', async () => {
  test.slow();
  const name = `hpc-${unique}`;
  await page.goto('/portal/blueprint/hpc-cluster/form');
  await page.getByLabel('Deployment name').fill('not a name!');
  await next();
  await expect(page.getByLabel('Deployment name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Choose the subscription that pays for it.')).toBeVisible();
  await place(name, true);
  await next();

  await expect(step('Parameters')).toBeVisible();
  const size = page.getByLabel(/share ?size/i).first();
  await size.fill('many');
  await next();
  await expect(size).toHaveAttribute('aria-invalid', 'true');
  await size.fill('200');
  await next();

  // The administrator signs in with a password of the browser's own making.
  await expect(step('Administrator')).toBeVisible();
  await page.getByRole('radio', { name: 'SSH key' }).check();
  await page.getByRole('radio', { name: 'Generated password' }).check();
  const shown = step('Administrator').getByRole('alert');
  await expect(shown).toContainText('Keep it now');
  const secret = /Password: (\S{12,})/.exec((await shown.innerText()).replaceAll('\n', ' '))?.[1] ?? '';
  expect(secret).toMatch(/[a-z]/);
  expect(secret).toMatch(/[A-Z]/);
  expect(secret).toMatch(/\d/);
  expect(await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))).not.toContain(secret);

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(size).toHaveValue('200');
  await page.reload();
  await expect(size).toHaveValue('200');
  await next();
  await expect(step('Administrator').getByRole('alert')).toContainText('No password has been generated yet');
  await page.getByRole('radio', { name: 'Own password' }).check();
  await step('Administrator').getByRole('textbox', { name: 'Password' }).fill('Sandbox-Only-2026!');
  await next();
  if (await step('Image').isVisible()) await next();

  // Pools: added, refused with the name of another, changed, removed.
  await page.getByRole('button', { name: 'Add pool' }).click();
  const added = page.getByRole('region', { name: 'Pool 3' });
  await added.getByLabel('Name').fill('compute');
  await next();
  await expect(added.getByText('Pool 1 has this name already.')).toBeVisible();
  await added.getByRole('button', { name: 'Remove pool 3' }).click();
  await expect(added).toHaveCount(0);
  await next();

  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByLabel('Name of tag 1').fill('costCenter');
  await page.getByLabel('Value of tag 1').fill('4711');
  await next();

  const created = page.getByRole('table', { name: 'Resources that will be created' });
  await expect(created).toContainText('Virtual network');
  await expect(step('Summary')).toContainText('costCenter: 4711');
  await expect(step('Summary')).not.toContainText('Sandbox-Only');
  const soFar = page.getByRole('complementary', { name: 'So far' });
  await expect(soFar).toContainText(/≈ .*\/ month/);
  await expect(soFar).toContainText('Estimate. Actual cost may differ.');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
});

test('shows quota as it is now: a size that no longer fits is disabled without a reload', async () => {
  await page.goto('/portal/blueprint/hpc-cluster/form');
  await place(`quota-${unique}`);
  await next();
  await next();
  await page.getByRole('radio', { name: 'Own password' }).check();
  await step('Administrator').getByRole('textbox', { name: 'Password' }).fill('Sandbox-Only-2026!');
  await next();
  await next();
  const size = page.getByRole('region', { name: 'Pool 1' }).getByRole('combobox', { name: 'Size' });
  const option = page.getByRole('option', { name: /^D2s v5/ }).first();
  await expect(size).toHaveValue('F4s v2');
  await size.click();
  await size.fill('D2s v5');
  await expect(option).toHaveAttribute('aria-disabled', 'false');
  await sandbox('POST', '/quota', { subscriptionId: subscriptions.production, location: region, name: 'cores', limit: 0 });
  await expect(option).toHaveAttribute('aria-disabled', 'true');
});

test('says that a name is taken, while it is typed', async () => {
  await callAs(dev, 'POST', '/api/azure/deployment.create', { blueprintName: 'secure-storage', name: `taken-${unique}`, subscriptionId: subscriptions.production, resourceGroup: group, region, parameters: {}, tags: {} });
  await page.goto('/portal/blueprint/secure-storage/form');
  await place(`taken-${unique}`);
  await expect(page.getByLabel('Deployment name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Deployment name').fill(`free-${unique}`);
  await expect(page.getByText('Free in this place.')).toBeVisible();
});

test('a failed deployment names cause, parameter and next step, and is retried with its inputs', async () => {
  test.slow();
  const name = `failing-${unique}`;
  await callAs(dev, 'POST', '/api/azure/deployment.create', { blueprintName: 'linux-vm', name, subscriptionId: subscriptions.production, resourceGroup: group, region, parameters: { name: 'fail-quota', adminPasswordOrKey: 'Sandbox-Only-2026!', authenticationType: 'password' }, tags: { owner: 'dana' } });
  await page.goto(inGroup(name));
  const failure = page.getByRole('alert', { name: /Error QuotaExceeded/ }).first();
  await expect(failure).toBeVisible({ timeout: 60_000 });
  await expect(failure).toContainText(/quota/i);
  await expect(page.getByRole('table', { name: 'Errors' })).toContainText('QuotaExceeded');
  await failure.getByRole('link', { name: 'Change and retry' }).click();
  await expect(page.getByRole('combobox', { name: 'Resource group' })).toHaveValue(group);
  await expect(page.getByLabel('Deployment name')).toHaveValue(name);
  await next();
  const machine = step('Parameters').getByLabel('Name', { exact: false }).first();
  await expect(machine).toHaveValue('fail-quota');
  await machine.fill('fine');
  const toTheEnd = async () => {
    for (let at = 0; at < 6 && !(await page.getByRole('button', { name: 'Deploy', exact: true }).isVisible()); at++) await next();
  };
  await next();
  // The password is not shown again, and need not be given again.
  await expect(page.getByRole('radio', { name: 'Own password' })).toBeChecked();
  await expect(step('Administrator').getByText(/Kept from the last attempt/)).toBeVisible();
  await expect(step('Administrator').getByRole('textbox', { name: 'Password' })).toHaveValue('');
  await page.reload();
  await expect(step('Administrator').getByText(/Kept from the last attempt/)).toBeVisible();
  await toTheEnd();
  await expect(step('Summary')).toContainText('Kept from the last attempt');
  await expect(step('Summary').getByText('This would fail')).toHaveCount(0);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
  expect(new URL(page.url()).pathname).toBe(inGroup(name));
  await expect(page.getByText(/attempt 2/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Earlier attempts' })).toContainText('QuotaExceeded');

  // Under another name it is a deployment of its own; each leads to the other.
  await page.goto('/portal/deployment');
  await rowAction(page, name, 'Deploy again with changes');
  await page.getByLabel('Deployment name').fill(`${name}-copy`);
  await expect(page.getByText('Free in this place.')).toBeVisible();
  await next();
  await machine.fill('copy');
  await toTheEnd();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${name}-copy`, level: 1 })).toBeVisible();
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: `${name}-copy`, exact: true })).toBeVisible();
});

test('a cloud that is busy or away for a while does not fail a deployment (R-DEP-05)', async () => {
  test.slow();
  const name = `patient-${unique}`;
  await sandbox('POST', '/faults', { path: 'Microsoft.Resources/deployments', kind: 'throttle', retryAfter: 1, count: 2 });
  await sandbox('POST', '/faults', { path: 'Microsoft.Resources/deployments', kind: 'error', status: 503, count: 2 });
  await callAs(dev, 'POST', '/api/azure/deployment.create', { blueprintName: 'secure-storage', name, subscriptionId: subscriptions.production, resourceGroup: group, region, parameters: { name: `p${unique}`.slice(0, 11) }, tags: {} });
  await page.goto(inGroup(name));
  await expect(page.getByText(/Everything was created/)).toBeVisible({ timeout: 60_000 });
});

test("asks what a blueprint's own form asks: fields come and go, defaults follow, rules speak, and the template gets the result (R-BP-06)", async () => {
  const blueprint = `form-${unique}`;
  const template = {
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { store: { type: 'string' }, tier: { type: 'string', defaultValue: 'Hot' }, owner: { type: 'string', defaultValue: '' } },
    resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-01-01', name: "[parameters('store')]", location: '[resourceGroup().location]', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, tags: { owner: "[parameters('owner')]" }, properties: { accessTier: "[parameters('tier')]" } }],
  };
  const own = {
    parameters: {
      basics: [
        { name: 'project', type: 'Microsoft.Common.TextBox', label: 'Project', constraints: { required: true, regex: '^[a-z]{3,8}$', validationMessage: 'Three to eight small letters.' } },
        { name: 'stage', type: 'Microsoft.Common.DropDown', label: 'Stage', defaultValue: 'Test', constraints: { required: true, allowedValues: [{ label: 'Test', value: 'tst' }, { label: 'Production', value: 'prd' }] } },
        { name: 'tier', type: 'Microsoft.Common.DropDown', label: 'Access tier', defaultValue: 'Hot', constraints: { allowedValues: [{ label: 'Hot', value: 'Hot' }, { label: 'Cool', value: 'Cool' }] } },
        { name: 'owner', type: 'Microsoft.Common.TextBox', label: 'Owner on call', defaultValue: "[concat(basics('project'), '-team')]", visible: "[equals(basics('stage'), 'prd')]", constraints: { required: true } },
      ],
      steps: [],
      outputs: { store: "[concat(basics('project'), basics('stage'))]", tier: "[basics('tier')]", owner: "[basics('owner')]" },
    },
  };
  const { body } = await callAs(dev, 'POST', '/api/blueprint', { name: blueprint, title: `Form ${unique}`, template: { format: 'ARM_JSON', content: JSON.stringify(template), uiDefinition: JSON.stringify(own) } });
  await callAs(dev, 'POST', `/api/blueprint/${(body as { blueprint: { id: string } }).blueprint.id}/publish`, { note: 'first' });

  await page.goto(`/portal/blueprint/${blueprint}/form`);
  await place(`form-${unique}`);
  await next();
  const parameters = step('Parameters');
  await expect(parameters.getByRole('combobox', { name: /Access tier/ })).toBeVisible();
  await expect(parameters.getByLabel('Owner on call')).toHaveCount(0);
  await parameters.getByLabel('Project').fill('AB');
  await next();
  await expect(parameters.getByText('Three to eight small letters.')).toBeVisible();
  await parameters.getByLabel('Project').fill('atlas');
  await parameters.getByRole('combobox', { name: /Stage/ }).click();
  await page.getByRole('option', { name: 'Production' }).click();
  await expect(parameters.getByLabel('Owner on call')).toHaveValue('atlas-team');
  await next();
  await next();
  await expect(page.getByRole('table', { name: 'Resources that will be created' })).toContainText('atlasprd');
  await expect(step('Summary')).toContainText('atlas-team');
});
