import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'policy-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: string[], input = ''): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'policy.ts'), ...args], { input, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const deny = { if: { field: 'location', notIn: ['eastus'] }, then: { effect: 'DENY' } };

describe('policy batch', () => {
  test('answers every line in order: bare rules, properties and whole definitions, faults and bad lines', () => {
    const jobs = [
      { id: 1, definition: deny, resource: { location: 'westus' }, aliases: null },
      { id: 2, definition: { policyRule: deny }, resource: { location: 'East US' } },
      'not json',
      { id: 3, definition: { properties: { parameters: { e: { type: 'String' } }, policyRule: { ...deny, then: { effect: "[parameters('e')]" } } } }, parameters: { e: 'AuditIfNotExists' }, resource: { location: 'x' }, related: [] },
      { id: 'f', definition: { if: { nonsense: 1 }, then: { effect: 'deny' } }, resource: {} },
      { id: 5, definition: { if: { value: '[requestContext().apiVersion]', less: '2020-01-01' }, then: { effect: 'audit' } }, resource: {}, apiVersion: '2019-01-01' },
      { id: 6, definition: deny, resource: {}, aliases: join(folder, 'none.json') },
    ];
    const { code, out } = run(['batch'], `${jobs.map((job) => (typeof job === 'string' ? job : JSON.stringify(job))).join('\n')}\n`);
    const answers = out.trimEnd().split('\n').map((line) => JSON.parse(line) as { id: unknown; effect?: string; compliant?: unknown; error?: { code: string } });
    expect(code).toBe(0);
    expect(answers.map(({ id, effect, compliant, error }) => [id, effect ?? error?.code, compliant])).toEqual([
      [1, 'deny', false],
      [2, 'none', true],
      [null, 'InvalidJson', undefined],
      [3, 'auditIfNotExists', 'unknown'],
      ['f', 'UnknownProperty', undefined],
      [5, 'audit', false],
      [6, 'AliasesUnreadable', undefined],
    ]);
  });
});

// Each run is a process of its own.
describe('policy check', { timeout: 60_000 }, () => {
  const text = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  test('prints findings with line and column, and nothing about a clean file', () => {
    const good = file('good.json', { policyRule: deny });
    const bad = text('bad.json', '{\n  // a comment\n  "policyRule": {\n    "if": { "field": "x",\n      "in": "y" },\n    "then": { "effect": "deny" }\n  }\n}');
    expect(run(['check', good])).toMatchObject({ code: 0, out: '' });
    expect(run(['check', good, bad])).toMatchObject({ code: 1, out: `${bad}:5:13 error InvalidOperand 'in' needs a list.\n` });
    const [found] = JSON.parse(run(['check', bad, '--json']).out) as unknown[];
    expect(found).toMatchObject({ file: bad, line: 5, column: 13, code: 'InvalidOperand', pointer: '/policyRule/if/in' });
    expect(run(['check', text('broken.json', '{"policyRule": ')])).toMatchObject({ code: 1, out: expect.stringContaining('error InvalidJson') as string });
    expect(run(['check', join(folder, 'nowhere.json')]).code).toBe(2);
  });

  test('holds an initiative and an assignment against the definitions beside them', () => {
    const inner = mkdtempSync(join(folder, 'set-'));
    const write = (name: string, content: unknown) => writeFileSync(join(inner, name), JSON.stringify(content));
    const group = '/providers/Microsoft.Management/managementGroups/corp/providers/Microsoft.Authorization';
    write('places.json', { properties: { parameters: { places: { type: 'Array' } }, policyRule: { if: { field: 'location', notIn: "[parameters('places')]" }, then: { effect: 'deny' } } } });
    write('set.json', { properties: { policyDefinitions: [{ policyDefinitionId: `${group}/policyDefinitions/places`, parameters: { place: { value: [] } } }, { policyDefinitionId: `${group}/policyDefinitions/none` }] } });
    write('assignment.json', { id: `${group}/policyAssignments/a`, properties: { policyDefinitionId: `${group}/policyDefinitions/places` } });
    write('package.json', { name: 'no policy at all' });
    const { code, out } = run(['check', inner]);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').map((line) => line.replace(/^.*\/([\w.]+):1:\d+ /, '$1 ').split(' ').slice(0, 3).join(' '))).toEqual([
      'assignment.json error MissingMemberParameter',
      'set.json error UnknownMemberParameter',
      'set.json error MissingMemberParameter',
      'set.json error UnknownMember',
    ]);
  });
});

test('policy evaluate prints the verdict with trace and suggestion', () => {
  const { code, out } = run(['evaluate', '--definition', file('d.json', deny), '--resource', file('r.json', { location: 'westus' })]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ effect: 'deny', compliant: false, trace: [{ left: 'location', actual: 'westus' }], suggestion: { value: 'eastus' } });
});

test('wrong use is told', () => {
  expect(run(['evaluate']).code).toBe(2);
  expect(run(['--nonsense']).code).toBe(2);
});
