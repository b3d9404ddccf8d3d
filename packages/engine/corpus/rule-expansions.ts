import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandTemplate } from '../src/expand/expand-template.ts';
import { asObject, isData } from '../src/template/sections.ts';
import { getProperty, toPrintable } from '../src/values.ts';
import type { ExpandedResource, Json } from '../src/api.ts';
import type { Measure } from './measure.ts';

interface Assert {
  path: (string | number)[];
  op: 'eq' | 'count' | 'hasKey' | 'empty' | 'notEmpty' | 'notNull' | 'null';
  value?: Json;
}
interface RuleTest {
  test: string;
  template: string;
  parametersFile: string | null;
  psruleOptions: string | null;
  usesHashFunctions: boolean;
  resources: { psruleIndex: number; match: { [key: string]: Json }; asserts: Assert[] }[];
}

const OTHER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MAIN = 'ps-rule-test-deployment';
const knownMisses = JSON.parse(readFileSync(join(import.meta.dirname, 'rule-expansion-misses.json'), 'utf8')) as Record<string, string>;

type Node = { [key: string]: unknown; resources?: Node[] };

/** Facts about expansions from another tool's tests: single asserts on single resources. */
export function measureRuleExpansions(corpus: string): Measure {
  const folder = join(corpus, 'function-cases');
  const { tests } = JSON.parse(readFileSync(join(folder, 'psrule_expansion_cases.json'), 'utf8')) as { tests: RuleTest[] };
  const failing: Measure['failing'] = [];
  let total = 0;
  for (const test of tests) {
    const path = [join(folder, 'psrule-templates', test.template), join(folder, test.template)].find((candidate) => existsSync(candidate));
    if (test.usesHashFunctions || path === undefined) continue;
    const parameters = test.parametersFile === null ? undefined : readFileSync(join(folder, 'psrule-templates', test.parametersFile), 'utf8');
    const { resources } = expandTemplate(readFileSync(path, 'utf8'), {
      ...(parameters === undefined ? {} : { parameters }),
      context: { deploymentName: MAIN, subscriptionId: OTHER, tenantId: OTHER, resourceGroup: { name: 'ps-rule-test-rg', location: 'eastus' } },
    });
    const nodes = attach(resources);
    for (const { psruleIndex, match, asserts } of test.resources) {
      const node = find(nodes, { ...match, ...identity(asserts) }, psruleIndex);
      for (const assert of asserts) {
        total++;
        const fault = node === undefined ? 'the resource is missing' : judge(node, assert);
        const id = `${test.test} ${test.template} ${psruleIndex} ${assert.path.join('.')}`;
        if (fault !== undefined) failing.push({ id, reason: `${knownMisses[id] ?? 'NOT EXPLAINED'}\n${fault}` });
      }
    }
  }
  return { name: 'expansion tests of rules, without hashes: asserts', passed: total - failing.length, total, must: 0.95, failing };
}

/** The other tool hangs children below their parent, and counts the main deployment as resource 0. */
function attach(resources: readonly ExpandedResource[]): Node[] {
  const nodes = resources.map((resource): Node => ({ ...(toPrintable(resource) as Node), scope: scopeOf(resource.id) }));
  const roots: Node[] = [{ name: MAIN, type: 'Microsoft.Resources/deployments' }];
  for (const node of nodes) {
    const id = String(node['id']).toLowerCase();
    const parent = nodes
      .filter((other) => other !== node && id.startsWith(`${String(other['id']).toLowerCase()}/`))
      .toSorted((a, b) => String(a['id']).length - String(b['id']).length)[0];
    if (parent === undefined) roots.push(node);
    else (parent.resources ??= []).push(node);
  }
  return roots;
}

/** The other tool counts resources in its own order of execution: a stated id or name finds the one that is meant. */
function identity(asserts: readonly Assert[]): { [key: string]: Json } {
  const stated = asserts.filter(({ op, path, value }) => op === 'eq' && path.length === 1 && ['id', 'name', 'type'].includes(String(path[0])) && typeof value === 'string');
  return Object.fromEntries(stated.map(({ path, value }) => [String(path[0]), value as Json]));
}

/** The other tool's word for what a resource is in: its parent, else its group. */
function scopeOf(id: string): string {
  const below = id.lastIndexOf('/providers/');
  const segments = id.slice(below + '/providers/'.length).split('/');
  return segments.length > 3 ? id.split('/').slice(0, -2).join('/') : id.slice(0, below);
}

function find(nodes: readonly Node[], match: { [key: string]: Json }, index: number): Node | undefined {
  const keys = Object.entries(match).filter(([, value]) => typeof value === 'string');
  if (keys.length === 0) return nodes[index];
  const fits = (node: Node): boolean => keys.every(([key, value]) => JSON.stringify(node[key])?.toLowerCase() === JSON.stringify(value).toLowerCase());
  return nodes.find(fits) ?? nodes.flatMap(({ resources = [] }) => resources).find(fits);
}

function judge(node: Node, { path, op, value }: Assert): string | undefined {
  let found: unknown = node;
  for (const part of path) {
    found = Array.isArray(found) ? found[Number(part)] : isData(found as Json) ? getProperty(asObject(found as Json), String(part)) : undefined;
  }
  const size = Array.isArray(found) ? found.length : typeof found === 'object' && found !== null ? Object.keys(found).length : 0;
  const isEmpty = found === undefined || found === null || found === '' || (typeof found === 'object' && size === 0);
  const holds: Record<Assert['op'], boolean> = {
    eq: JSON.stringify(found) === JSON.stringify(value),
    count: size === value,
    hasKey: isData(found as Json) && typeof value === 'string' && getProperty(found as { [key: string]: Json }, value) !== undefined,
    empty: isEmpty,
    notEmpty: !isEmpty,
    notNull: found !== null && found !== undefined,
    null: found === null || found === undefined,
  };
  return holds[op] ? undefined : `${op} ${JSON.stringify(value)}: here ${(JSON.stringify(found) ?? 'nothing').slice(0, 200)}`;
}
