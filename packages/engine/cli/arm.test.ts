import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'arm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const template = {
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  parameters: { name: { type: 'string' }, secret: { type: 'securestring', defaultValue: '' } },
  resources: [
    { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2022-09-01', name: "[parameters('name')]", tags: { s: "[parameters('secret')]", r: "[reference('x').y]" } },
    { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2022-09-01', name: 'left-out', condition: false },
  ],
  outputs: { id: { type: 'string', value: "[resourceId('Microsoft.Storage/storageAccounts', parameters('name'))]" } },
};
const file = join(folder, 'main.json');
writeFileSync(file, JSON.stringify(template, undefined, 2));

function arm(args: string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'arm.ts'), ...args], { input, encoding: 'utf8' });
}

it('answers a batch line by line, in order, and goes on after a bad line', () => {
  const jobs = [
    { id: 1, kind: 'evaluate', expression: "[concat(parameters('a'), '-', resourceGroup().name)]", context: { parameters: { a: '[literal]' }, resourceGroup: 'rg' } },
    'not json',
    { id: 2, kind: 'evaluate', expression: '[fail()]' },
    { id: 'three', kind: 'expand', template: file, parameters: { name: 'plain', secret: 'hidden' } },
    { id: 4, kind: 'expand', template, parameters: { $schema: 's', parameters: { name: { value: 'whole' } } } },
    { id: 5, kind: 'expand', template, parameters: { name: { value: 'wrapped' } } },
    { id: 6, kind: 'expand', template },
    { id: 7, kind: 'check', template: { resources: 1 } },
    { id: 8, kind: 'expand', template: join(folder, 'none.json') },
  ];
  const { stdout, status } = arm(['batch'], jobs.map((job) => (typeof job === 'string' ? job : JSON.stringify(job))).join('\n'));
  const answers = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, never>);
  expect(status).toBe(0);
  expect(answers.map(({ id }) => id)).toEqual([1, null, 2, 'three', 4, 5, 6, 7, 8]);
  expect(answers[0]).toEqual({ id: 1, value: '[literal]-rg' });
  expect(answers[1]).toMatchObject({ id: null, error: { code: 'InvalidJson' } });
  expect(answers[2]).toMatchObject({ error: { code: 'WrongArity' } });
  const id = '/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/example-rg/providers/Microsoft.Storage/storageAccounts/plain';
  expect(answers[3]).toMatchObject({
    ok: true,
    resources: [{ id, name: 'plain', tags: { s: { $secure: 'secret' }, r: { $runtime: "[reference('x').y]" } } }],
    outputs: { id },
    edges: [],
    diagnostics: [],
  });
  expect(stdout).not.toContain('hidden');
  expect([answers[4], answers[5]]).toMatchObject([{ resources: [{ name: 'whole' }] }, { resources: [{ name: 'wrapped' }] }]);
  expect(answers[6]).toMatchObject({ ok: false, diagnostics: [{ code: 'MissingParameter', pointer: '/parameters/name' }] });
  expect(JSON.stringify(answers[7])).toContain('WrongShape');
  expect(answers[8]).toMatchObject({ error: { code: 'InvalidJob' } });
});

it('fills the placeholders of public parameter files', () => {
  const job = { id: 1, kind: 'expand', template, parameters: { parameters: { name: { value: 'GEN-UNIQUE-8' }, secret: { value: 'GEN-PASSWORD' } } } };
  const { stdout } = arm(['batch', '--placeholders'], JSON.stringify(job));
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, resources: [{ name: 'cwuniq7g' }] });
});

it('checks, expands and evaluates files with the documented exit codes', () => {
  expect(arm(['check', file])).toMatchObject({ status: 0, stdout: '' });
  const bad = join(folder, 'bad.json');
  const line = '  "outputs": { "a": { "type": "string", "value": "[nosuch()]" } }';
  writeFileSync(bad, `{\n  "resources": [],\n${line}\n}`);
  const checked = arm(['check', bad]);
  expect(checked.status).toBe(1);
  expect(checked.stdout).toContain(`${bad}:3:${line.indexOf('"[nosuch') + 1} error UnknownFunction`);
  const expanded = arm(['expand', file, '--set', 'name=byhand']);
  expect(expanded.status).toBe(0);
  expect(JSON.parse(expanded.stdout)).toMatchObject({ resources: [{ name: 'byhand' }] });
  expect(arm(['evaluate', "[toUpper('a')]"]).stdout).toBe('A\n');
  expect(arm(['evaluate', '[nosuch()]']).status).toBe(1);
  expect(arm(['nosuch']).status).toBe(2);
  expect(arm(['check', join(folder, 'none.json')]).status).toBe(2);
});

it('prints a form, and its state with the values typed so far', () => {
  const ui = join(folder, 'createUiDefinition.json');
  const values = join(folder, 'values.json');
  writeFileSync(ui, JSON.stringify({ parameters: { basics: [{ name: 'n', type: 'Microsoft.Common.TextBox', label: 'Name', constraints: { regex: '^[a-z]+$', validationMessage: 'Small letters.' } }], outputs: { name: "[toLower(basics('n'))]" } } }));
  writeFileSync(values, JSON.stringify({ name: 'ABC' }));
  const { stdout, status } = arm(['form', file, '--ui', ui, '--values', values]);
  expect(status).toBe(0);
  const { fields, state } = JSON.parse(stdout) as { fields: { name: string; label: string }[]; state: object };
  expect(fields[0]).toMatchObject({ name: 'name', label: 'Name' });
  expect(state).toMatchObject({ fields: { name: { visible: true, problems: ['Small letters.'] } }, parameters: { name: 'abc' } });
});
