import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measure } from './measure.ts';
import type { DeploymentContext } from '../src/api.ts';
import { evaluateExpression } from '../src/expression/evaluate.ts';
import { guid, uniqueString } from '../src/hash.ts';
import { equalValues, toPrintable, type Value } from '../src/values.ts';

interface Assertion {
  path: (string | number)[];
  op: 'eq' | 'count' | 'hasKey' | 'empty' | 'notEmpty';
  value?: Value;
  key?: string;
}
interface FunctionCase {
  id: string;
  tier: string;
  expression: string;
  confidence?: string;
  conflict?: string;
  alternatives?: Value[];
  context?: DeploymentContext & { parameters?: Record<string, unknown>; variables?: Record<string, unknown> };
  expect: { kind: 'equals' | 'error' | 'errorOrUndefined' | 'asserts'; value?: Value; asserts?: Assertion[] };
}

// Other dialects of the language, and pairs that contradict what Azure was seen to do, are shown but not required.
const DIALECTS = ['policy-dialect', 'dsc-dialect'];

/** Misses that are understood; a miss without an entry is a fault of the engine, or a reason still to be written. */
const knownMisses = JSON.parse(readFileSync(join(import.meta.dirname, 'function-case-misses.json'), 'utf8')) as Record<string, string>;

/** Runs the cases of `function-cases` below the unpacked corpus. An empty list where the folder is absent. */
export async function measures(corpusDir: string): Promise<Measure[]> {
  const folder = [join(corpusDir, 'function-cases', 'function-cases'), join(corpusDir, 'function-cases')].find((path) =>
    existsSync(join(path, 'function_cases.json')),
  );
  if (folder === undefined) return [];
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
  const cases = read<FunctionCase[]>('function_cases.json');
  const isDialect = (item: FunctionCase): boolean => item.conflict !== undefined || DIALECTS.includes(item.confidence ?? '');
  return [
    ...['A', 'A2', 'B'].map((tier) =>
      run(
        `function cases, tier ${tier}`,
        1,
        cases.filter((item) => item.tier === tier),
      ),
    ),
    run(
      'function cases, tier C',
      0.97,
      cases.filter((item) => item.tier === 'C' && !isDialect(item)),
    ),
    run(
      'function cases, other dialects (not required)',
      0,
      cases.filter((item) => item.tier === 'C' && isDialect(item)),
    ),
    run('function cases, tier N (.NET)', 0.98, read<FunctionCase[]>('net_cases.json')),
    hashes(read('hash_vectors.json')),
  ];
}

function run(name: string, must: number, cases: FunctionCase[]): Measure {
  const failing: Measure['failing'] = [];
  for (const item of cases) {
    const reason = judge(item);
    if (reason !== undefined)
      failing.push({ id: item.id, reason: `${item.expression}: ${reason} (${knownMisses[item.id] ?? 'not explained'})` });
  }
  return { name, passed: cases.length - failing.length, total: cases.length, must, failing };
}

function judge({ expression, context = {}, expect, alternatives = [] }: FunctionCase): string | undefined {
  const { parameters = {}, variables = {}, ...rest } = context;
  const got = evaluateExpression(expression, { parameters, variables, context: rest });
  if (expect.kind === 'error') return got.error === undefined ? `must fail, is ${show(got.value)}` : undefined;
  if (got.error !== undefined) return expect.kind === 'errorOrUndefined' ? undefined : `fails: ${got.error.message}`;
  const value = got.value as Value;
  if (expect.kind === 'errorOrUndefined') return value === null ? undefined : `must fail, is ${show(value)}`;
  if (expect.kind === 'equals') {
    const accepted = [expect.value as Value, ...alternatives];
    return accepted.some((wanted) => equalValues(value, wanted) && sameNames(value, wanted))
      ? undefined
      : `must be ${show(expect.value)}, is ${show(value)}`;
  }
  const broken = (expect.asserts ?? []).find((assertion) => !holds(value, assertion));
  return broken === undefined ? undefined : `must hold ${JSON.stringify(broken)}, is ${show(value)}`;
}

const show = (value: unknown): string => JSON.stringify(toPrintable(value)) ?? 'undefined';

/** Property names must be spelled the same, though the language compares them without case. */
function sameNames(a: Value, b: Value): boolean {
  const sorted = (value: Value): unknown =>
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([x], [y]) => (x < y ? -1 : 1)))
        : typeof item === 'bigint'
          ? item.toString()
          : item,
    );
  return sorted(a) === sorted(b);
}

function holds(value: Value, { path, op, value: wanted, key }: Assertion): boolean {
  let node: unknown = value;
  for (const step of path) node = (node as Record<string | number, unknown> | null | undefined)?.[step];
  const size = typeof node === 'object' && node !== null ? Object.keys(node).length : typeof node === 'string' ? node.length : 0;
  switch (op) {
    case 'eq':
      return equalValues(node as Value, wanted as Value);
    case 'count':
      return size === wanted;
    case 'hasKey':
      return Object.hasOwn(node as object, key ?? '') === wanted;
    case 'empty':
      return size === 0;
    case 'notEmpty':
      return size > 0;
  }
}

interface HashVectors {
  vectors: { fn: string; args: string[]; expected: string }[];
}

function hashes({ vectors }: HashVectors): Measure {
  const failing: Measure['failing'] = [];
  for (const { fn, args, expected } of vectors) {
    const got = fn === 'guid' ? guid(args) : uniqueString(args);
    if (got !== expected) failing.push({ id: `${fn}(${args.join(', ')})`, reason: `must be ${expected}, is ${got}` });
  }
  return { name: 'hash vectors', passed: vectors.length - failing.length, total: vectors.length, must: 1, failing };
}
