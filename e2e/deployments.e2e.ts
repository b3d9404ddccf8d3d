import { ResourceManagementClient } from '@azure/arm-resources';
import { expect, test } from '@playwright/test';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { choose, managementAddress, sandboxCertificate, signIn, subscriptions, tokenOf } from './portal.ts';

const own = path.join(import.meta.dirname, 'templates/linked-vms');

/** A quickstart with linked templates, a copy loop and a machine, unmodified; where the corpus is absent, one of ours of that shape. */
function templateFolder(): string {
  const archive = path.join(import.meta.dirname, '../../shared/corpus/quickstarts.tar.gz');
  if (!existsSync(archive)) return own;
  const target = mkdtempSync(path.join(tmpdir(), 'quickstart-'));
  const inside = 'quickstarts/application-workloads/kafka/kafka-on-ubuntu';
  execFileSync('tar', ['xzf', archive, '-C', target, inside], { stdio: 'ignore' });
  return path.join(target, inside);
}

function filesBelow(folder: string, prefix = ''): { name: string; mimeType: string; buffer: Buffer }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(full, `${prefix}${entry.name}/`);
    return /\.(json|md)$/i.test(entry.name) ? [{ name: prefix + entry.name, mimeType: 'application/octet-stream', buffer: readFileSync(full) }] : [];
  });
}

test('imports a template, provisions it through the wizard, watches it, stops its machine, downloads and deletes it (R-BP-04) (R-DEP-02) (R-DEP-03)', async ({ page }) => {
  const name = `cluster-${Date.now()}`;
  const group = `rg-${name}`;
  await signIn(page, 'dev@alpine.example');

  await page.goto('/portal/model');
  await page.getByRole('button', { name: 'Import blueprint' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import blueprint' });
  await dialog.getByLabel('Files of the blueprint').setInputFiles(filesBelow(templateFolder()).map((file) => ({ ...file })));
  await dialog.getByLabel('Title').fill(`Machines ${name}`);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await page.getByRole('dialog', { name: /^Publish/ }).getByRole('button', { name: 'Publish' }).click();

  await page.goto('/portal/');
  await page.getByRole('searchbox', { name: 'Search blueprints' }).fill(`Machines ${name}`);
  await page.getByRole('button', { name: `Machines ${name}` }).click();
  await page.getByRole('link', { name: 'Deploy', exact: true }).click();

  await choose(page, 'Subscription', 'Alpine Production');
  await choose(page, 'Region', 'East US');
  await page.getByRole('button', { name: 'Add resource group' }).click();
  await page.getByLabel('New resource group').fill(group);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Resource group' })).toHaveValue(group);
  await page.getByLabel('Deployment name').fill(name);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByLabel(/admin ?username/i).fill('clouduser');
  await page.getByLabel(/admin ?password/i).first().fill('Sandbox-Only-2026!');
  await page.getByLabel(/storage ?account ?name/i).fill(`st${Date.now()}`);
  for (let step = 0; step < 6 && !(await page.getByRole('button', { name: 'Deploy', exact: true }).isVisible()); step++) await page.getByRole('button', { name: /^Continue/ }).click();
  await expect(page.getByRole('table', { name: 'Resources that will be created' })).toContainText('Virtual machine');
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();

  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 60_000 });

  await page.getByRole('tab', { name: 'Resources' }).click();
  const stop = page.getByRole('button', { name: /^Stop / }).first();
  const machine = ((await stop.getAttribute('aria-label')) ?? '').replace('Stop ', '');
  await stop.click();
  await expect(page.getByRole('row', { name: `${machine} Virtual machine` })).toContainText(/deallocated|stopped/i, { timeout: 30_000 });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(`${name}.zip`);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(confirm.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await confirm.getByLabel(/Type .* to confirm/).fill(name);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/portal\/deployment$/);

  // The official client, not the portal, says that nothing is left.
  const token = await tokenOf('dev@alpine.example', 'management');
  const client = new ResourceManagementClient({ getToken: async () => ({ token, expiresOnTimestamp: Date.now() + 3_000_000 }) }, subscriptions.production, {
    endpoint: managementAddress, credentials: { scopes: ['https://management.azure.com/.default'] }, tlsOptions: { ca: sandboxCertificate() },
  } as never);
  await expect
    .poll(async () => {
      const left: string[] = [];
      for await (const resource of client.resources.listByResourceGroup(group)) left.push(resource.id ?? '');
      return left;
    }, { timeout: 60_000 })
    .toEqual([]);
});
