/** How two expansions are compared; the rules are those of the corpus README, "Expansions: how to compare". */
export interface Comparison {
  /** Stated values: leaves, and empty objects and arrays. */
  stated: number;
  /** Stated values that this engine kept symbolic. */
  uncompared: number;
  differences: Difference[];
}

/** One path where the two are not equal. */
export interface Difference {
  at: string;
  what: string;
}

export function nothingCompared(): Comparison {
  return { stated: 0, uncompared: 0, differences: [] };
}

export function lineOf({ at, what }: Difference): string {
  return `${at}: ${what}`;
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
    if (actual !== null && actual !== undefined) into.differences.push({ at, what: `nothing stated, here ${short(actual)}` });
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
  if (stated !== actual) into.differences.push({ at, what: `stated ${short(stated)}, here ${short(actual)}` });
}

function differ(stated: unknown, actual: unknown, at: string, into: Comparison, count: number): void {
  into.stated += count;
  into.differences.push({ at, what: `stated ${short(stated)}, here ${short(actual)}` });
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
  const into = nothingCompared();
  const left = actual.resources.filter(({ type }) => String(type).toLowerCase() !== 'microsoft.resources/deployments');
  const compareWith = (one: Data, match: Data): void => {
    left.splice(left.indexOf(match), 1);
    compareValue(withoutUnlisted(one), withoutUnlisted(match), keyOf(one), into);
  };
  const missing: Data[] = [];
  for (const one of stated.resources) {
    const id = typeof one['id'] === 'string' ? one['id'].toLowerCase() : undefined;
    const same = left.filter((other) => keyOf(other) === keyOf(one));
    const match = same.find((other) => id !== undefined && String(other['id']).toLowerCase() === id) ?? (id === undefined || same.length === 1 ? same[0] : undefined);
    if (match === undefined) {
      missing.push(one);
      continue;
    }
    if (id !== undefined && String(match['id']).toLowerCase() !== id) into.differences.push({ at: `${keyOf(one)}.id`, what: `stated ${String(one['id'])}, here ${String(match['id'])}` });
    compareWith(one, match);
  }
  for (const one of missing) {
    // A name that this engine leaves to the cloud is a value that is not compared; the rest of the resource is.
    const unnamed = closest(one, left.filter((other) => typeof other['name'] !== 'string' && typeOf(other) === typeOf(one)));
    // One that stands under another type or name differs in that, which must not hide what else differs.
    const renamed = unnamed ?? closest(one, left.filter((other) => lastOf(typeOf(other)) === lastOf(typeOf(one))));
    if (renamed === undefined) {
      into.stated += leaves(one);
      into.differences.push({ at: `resource ${keyOf(one)}`, what: 'is missing' });
      continue;
    }
    into.stated += 2;
    if (unnamed === undefined) into.differences.push({ at: `resource ${keyOf(one)}`, what: `is ${keyOf(renamed)} here` });
    else into.uncompared += 2;
    compareWith(one, renamed);
  }
  for (const other of left) into.differences.push({ at: `resource ${keyOf(other)}`, what: 'is not stated' });
  compareValue(stated.outputs, actual.outputs, 'outputs', into);
  return into;
}

function typeOf(resource: Data): string {
  return String(resource['type']).toLowerCase();
}

function keyOf(resource: Data): string {
  return `${typeOf(resource)} ${nameOf(resource['name']).toLowerCase()}`;
}

function lastOf(segments: string): string | undefined {
  return segments.split('/').at(-1);
}

/** Of candidates that are not the same by name, the one that differs least: the same last segment first, then the body. */
function closest(stated: Data, candidates: readonly Data[]): Data | undefined {
  let best: { other: Data; differences: number } | undefined;
  const isNamed = (other: Data): boolean => lastOf(nameOf(other['name']).toLowerCase()) === lastOf(nameOf(stated['name']).toLowerCase());
  const named = candidates.filter(isNamed);
  for (const other of named.length > 0 ? named : candidates) {
    const trial = nothingCompared();
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
