/** How two expansions are compared; the rules are those of the corpus README, "Expansions: how to compare". */
export interface Comparison {
  /** Stated values: leaves, and empty objects and arrays. */
  stated: number;
  /** Stated values that this engine kept symbolic. */
  uncompared: number;
  differences: string[];
}

type Data = { [key: string]: unknown };

const ANYTHING = new Set(['{{runtime}}', '{{secure}}']);

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSymbolic(value: unknown): boolean {
  return isData(value) && ('$runtime' in value || '$secure' in value) && Object.keys(value).length === 1;
}

export function leaves(value: unknown): number {
  if (typeof value === 'string') return ANYTHING.has(value) ? 0 : 1;
  if (Array.isArray(value)) return value.length === 0 ? 1 : value.reduce<number>((sum, item) => sum + leaves(item), 0);
  if (isData(value)) return Object.keys(value).length === 0 ? 1 : Object.values(value).reduce<number>((sum, item) => sum + leaves(item), 0);
  return value === null ? 0 : 1;
}

/** Compares `actual` (printed data of this engine) with what is stated. */
export function compareValue(stated: unknown, actual: unknown, at: string, into: Comparison): void {
  if (typeof stated === 'string' && ANYTHING.has(stated)) return;
  const count = leaves(stated);
  if (isSymbolic(actual)) {
    into.stated += count;
    into.uncompared += count;
    return;
  }
  if (stated === null || stated === undefined) {
    if (actual !== null && actual !== undefined) into.differences.push(`${at}: nothing stated, here ${short(actual)}`);
    return;
  }
  if (Array.isArray(stated)) {
    if (!Array.isArray(actual) || actual.length !== stated.length) return differ(stated, actual, at, into, count);
    if (stated.length === 0) into.stated++;
    stated.forEach((item, index) => compareValue(item, actual[index], `${at}[${index}]`, into));
    return;
  }
  if (isData(stated)) {
    if (!isData(actual)) return differ(stated, actual, at, into, count);
    const keys = new Map(Object.keys(actual).map((key) => [key.toLowerCase(), key]));
    if (Object.keys(stated).length === 0) into.stated++;
    for (const [key, item] of Object.entries(stated)) {
      const own = keys.get(key.toLowerCase());
      keys.delete(key.toLowerCase());
      compareValue(item, own === undefined ? undefined : actual[own], `${at}.${key}`, into);
    }
    for (const key of keys.values()) compareValue(undefined, actual[key], `${at}.${key}`, into);
    return;
  }
  into.stated++;
  if (stated !== actual) into.differences.push(`${at}: stated ${short(stated)}, here ${short(actual)}`);
}

function differ(stated: unknown, actual: unknown, at: string, into: Comparison, count: number): void {
  into.stated += count;
  into.differences.push(`${at}: stated ${short(stated)}, here ${short(actual)}`);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}

const unlisted = new Set(['id', 'type', 'name', 'dependson', 'copy', 'condition', 'comments', 'scope', 'metadata']);

interface StatedCase {
  resources: Data[];
  outputs: Data;
}

/** Compares a whole expansion: resources by type and name (and id, where stated), then outputs. */
export function compareExpansion(stated: StatedCase, actual: { resources: Data[]; outputs: Data }): Comparison {
  const into: Comparison = { stated: 0, uncompared: 0, differences: [] };
  const left = actual.resources.filter(({ type }) => String(type).toLowerCase() !== 'microsoft.resources/deployments');
  const keyOf = (resource: Data): string => `${String(resource['type'])} ${nameOf(resource['name'])}`.toLowerCase();
  for (const one of stated.resources) {
    const id = typeof one['id'] === 'string' ? one['id'].toLowerCase() : undefined;
    const same = left.filter((other) => keyOf(other) === keyOf(one));
    let match = same.find((other) => id !== undefined && String(other['id']).toLowerCase() === id) ?? (id === undefined || same.length === 1 ? same[0] : undefined);
    if (match === undefined) {
      // A name that this engine leaves to the cloud is a value that is not compared; the rest of the resource is.
      match = closest(
        one,
        left.filter((other) => typeof other['name'] !== 'string' && String(other['type']).toLowerCase() === String(one['type']).toLowerCase()),
      );
      if (match !== undefined) {
        left.splice(left.indexOf(match), 1);
        into.stated += 2;
        into.uncompared += 2;
        compareValue(withoutUnlisted(one), withoutUnlisted(match), keyOf(one), into);
        continue;
      }
      into.stated += leaves(one);
      into.differences.push(`resource ${keyOf(one)} is missing`);
      continue;
    }
    left.splice(left.indexOf(match), 1);
    if (id !== undefined && String(match['id']).toLowerCase() !== id) into.differences.push(`${keyOf(one)}.id: stated ${String(one['id'])}, here ${String(match['id'])}`);
    compareValue(withoutUnlisted(one), withoutUnlisted(match), keyOf(one), into);
  }
  for (const other of left) into.differences.push(`resource ${keyOf(other)} is not stated`);
  compareValue(stated.outputs, actual.outputs, 'outputs', into);
  return into;
}

/** Of resources whose names are symbolic, the one that differs least in the rest. */
function closest(stated: Data, candidates: readonly Data[]): Data | undefined {
  let best: { other: Data; differences: number } | undefined;
  for (const other of candidates) {
    const trial: Comparison = { stated: 0, uncompared: 0, differences: [] };
    compareValue(withoutUnlisted(stated), withoutUnlisted(other), '', trial);
    if (best === undefined || trial.differences.length < best.differences) best = { other, differences: trial.differences.length };
  }
  return best?.other;
}

function nameOf(name: unknown): string {
  return typeof name === 'string' ? name : JSON.stringify(name);
}

function withoutUnlisted(resource: Data): Data {
  return Object.fromEntries(Object.entries(resource).filter(([key]) => !unlisted.has(key.toLowerCase())));
}
