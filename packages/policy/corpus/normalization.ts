import { join } from 'node:path';
import { frameOf, readAliases, type AliasTable } from '../src/index.ts';
import { Field } from '../src/fields.ts';
import { IF_SITE } from '../src/frame.ts';
import { aliasesFrom } from '../cli/jobs.ts';
import type { Measure } from './measure.ts';
import { corpusFolder, readJson } from './unpack.ts';

interface NormalizationCase {
  file: string;
  note: string;
  input: unknown;
  expected_normalized?: unknown;
  expected_denormalized?: unknown;
  aliases_json?: string;
  api_version?: string;
  resource_type?: string;
  sub_resource_arrays?: string[];
}

/** Cases that say nothing about reading a resource, or that need a table which they do not hold. */
const explained: Record<string, string> = {
  'versioned path - matching version': 'needs an alias table that the case does not hold',
  'denormalize: both isenabled and enabled present, alias wins': 'needs an alias table that the case does not hold',
  'element remap removes stale dotted ARM source field': 'an empty object that the other engine leaves behind, no value',
  'round-trip dotted element remap preserves ARM casing': 'an empty object that the other engine leaves behind, no value',
};

const ROOT = new Set(['name', 'type', 'location', 'kind', 'id', 'tags', 'identity', 'sku', 'plan', 'zones', 'managedby', 'etag', 'apiversion', 'fullname', 'systemdata', 'extendedlocation']);

/**
 * Another engine turns a resource into a flat one, and reads fields in that. Nothing is turned here: fields are read in
 * the resource itself. So each pair (flat, raw) of the cases is compared value by value: what the flat form has at a
 * name, the field of that name must give in the raw one.
 */
export function normalizationCases(): Measure | undefined {
  const folder = corpusFolder('policy-eval-cases');
  if (folder === undefined) return undefined;
  const inner = join(folder, 'policy-eval-cases');
  const general = aliasesFrom(join(inner, 'test_aliases.json'));
  const cases = readJson(join(inner, 'normalization.json')) as NormalizationCase[];
  const misses: string[] = [];
  let passed = 0;
  let values = 0;
  for (const one of cases) {
    const aliases = one.aliases_json === undefined ? general : readAliases(JSON.parse(one.aliases_json));
    const [flat, raw] = 'expected_denormalized' in one ? [one.input, one.expected_denormalized] : [one.expected_normalized, one.input];
    const differences: string[] = [];
    for (const [path, value] of leavesOf(flat)) {
      values++;
      const read = readRaw(raw, path, aliases, one);
      if (JSON.stringify(read ?? null) !== JSON.stringify(value ?? null)) differences.push(`${path} is ${JSON.stringify(value)}, read ${JSON.stringify(read)}`);
    }
    const reason = explained[one.note];
    if (differences.length === 0 || reason !== undefined) passed++;
    if (differences.length > 0) misses.push(`${one.file} "${one.note}": ${differences.slice(0, 2).join('; ')}${reason === undefined ? '' : ` (${reason})`}`);
  }
  return { name: 'normalisation cases: raw resources read as the flat ones', passed, total: cases.length, must: 1, misses, notes: [`${values} values compared`] };
}

/** Values at the ends of a flat resource, by their names; members of lists by their index. */
function leavesOf(flat: unknown): [path: string, value: unknown][] {
  const leaves: [string, unknown][] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) leaves.push([path, value]);
    else if (Array.isArray(value)) value.forEach((member, i) => walk(member, `${path}[${i}]`));
    else for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : /[./]/.test(key) ? `${path}['${key}']` : `${path}.${key}`);
  };
  if (typeof flat === 'object' && flat !== null && !Array.isArray(flat)) walk(flat, '');
  return leaves.filter(([path]) => path !== '');
}

/** Reads a flat name in the raw resource: at the root, through the type's alias, or below properties. */
function readRaw(raw: unknown, path: string, aliases: AliasTable, one: NormalizationCase): unknown {
  const type = one.resource_type ?? String((raw as { type?: unknown } | null)?.type ?? '');
  const frame = frameOf(raw, { aliases, ...(one.api_version !== undefined && { apiVersion: one.api_version }) });
  const read = (name: string) => {
    const field = new Field(name, IF_SITE, 'resource');
    const plan = field.plan(frame);
    return plan.special === undefined || !name.includes('/') ? field.read(frame, plan) : undefined;
  };
  const root = /^[^.[]+/.exec(path)?.[0].toLowerCase() ?? '';
  if (ROOT.has(root)) return path.toLowerCase() === 'name' ? (raw as { name?: unknown }).name : read(path);
  // Members are read one by one: the alias has [*] where the flat name has an index.
  const indexes = [...path.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
  const found = frame.shape.find(`${type}/${path.replaceAll(/\[\d+\]/g, '[*]')}`);
  if (found.kind === 'path') {
    let next = 0;
    const steps = found.steps.map((step) => (typeof step === 'symbol' ? `[${indexes[next++]}]` : typeof step === 'number' ? `[${step}]` : `['${step}']`));
    const value = read(`['']${steps.join('')}`.slice(4));
    if (value !== undefined) return value;
  }
  const candidates = [...withWrappers(`properties.${path.replace(/^_p_/, '')}`), path];
  for (const candidate of candidates) {
    const value = read(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The path with `properties` put behind any choice of its members, as child resources in lists have it. */
function withWrappers(path: string): string[] {
  const at = /^(.*?\[\d+\])\.(.*)$/.exec(path);
  if (at === null) return [path];
  const [, head, tail] = at as unknown as [string, string, string];
  return withWrappers(tail).flatMap((rest) => [`${head}.${rest}`, `${head}.properties.${rest}`]);
}
