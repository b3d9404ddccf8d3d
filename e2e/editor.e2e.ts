import { expect, test, type Locator, type Page } from '@playwright/test';
import { callAs, rowAction, signIn } from './portal.ts';

const unique = Date.now().toString(36);
const developer = 'dev@alpine.example';
const templateOf = (description: string) =>
  JSON.stringify({ $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', metadata: { description }, resources: [] }, null, 2);

/** What the security policy of the page refuses while a test runs. */
function refusals(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => /Content Security Policy|Trusted/.test(message.text()) && seen.push(message.text()));
  return seen;
}

const top = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.y ?? Number.NaN);

test('findings of an import stand in the editor at their lines', async ({ page }) => {
  const refused = refusals(page);
  await signIn(page, developer);
  await page.goto('/portal/model');
  await page.getByRole('button', { name: 'Import blueprint' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import blueprint' });
  const broken = templateOf('x').replace('"resources": []', '"resources": [],\n  "outputs": { "name": { "type": "string", "value": "[nofunction(1)]" } }');
  await dialog.getByLabel('Files of the blueprint').setInputFiles([{ name: 'azuredeploy.json', mimeType: 'application/json', buffer: Buffer.from(broken) }]);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('nofunction').first()).toBeVisible();
  const line = dialog.locator('.cm-line', { hasText: 'nofunction' });
  await line.scrollIntoViewIfNeeded();
  // The number, the mark and the text of a line stand side by side.
  const number = broken.split('\n').findIndex((text) => text.includes('nofunction')) + 1;
  const height = await top(line);
  expect(Math.abs((await top(dialog.locator('.cm-lineNumbers .cm-gutterElement', { hasText: new RegExp(`^${number}$`) }))) - height)).toBeLessThan(4);
  expect(Math.abs((await top(dialog.locator('.cm-lint-marker-error').first())) - height)).toBeLessThan(12);
  expect(refused).toEqual([]);
});

test('two versions stand side by side, and what differs is marked', async ({ page }) => {
  const title = `Versions ${unique}`;
  const files = new FormData();
  files.append('files', new Blob([templateOf('first words')]), 'azuredeploy.json');
  files.append('title', title);
  const imported = (await callAs(developer, 'POST', '/api/blueprint/import', files)).body as { blueprint: { id: string } };
  const { id } = imported.blueprint;
  const publish = async () => expect((await callAs(developer, 'POST', `/api/blueprint/${id}/publish`, { note: '' })).status).toBe(200);
  await publish();

  const refused = refusals(page);
  await signIn(page, developer);
  await page.goto('/portal/model');
  await rowAction(page, title, 'Versions');
  await expect(page.getByRole('dialog')).toContainText('is the only one published');
  await page.getByRole('button', { name: 'Close' }).click();

  // The second version is written in the editor.
  await rowAction(page, title, 'Edit');
  const edit = page.getByRole('dialog', { name: `Edit ${title}` });
  await edit.getByRole('tab', { name: 'Template' }).click();
  await edit.getByRole('textbox', { name: /template/i }).fill(templateOf('second words'));
  await edit.getByRole('button', { name: 'Save draft' }).click();
  await expect(edit).toBeHidden();
  await publish();
  await page.reload();
  await rowAction(page, title, 'Versions');
  const differences = page.getByRole('dialog').getByRole('group', { name: 'Differences' });
  const before = differences.locator('.cm-changedLine', { hasText: 'first words' });
  const after = differences.locator('.cm-changedLine', { hasText: 'second words' });
  expect(Math.abs((await top(before)) - (await top(after)))).toBeLessThan(4);
  expect(refused).toEqual([]);
});
