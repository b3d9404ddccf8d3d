import { asObject, asText, isData } from './sections.ts';
import { getProperty } from '../values.ts';
import type { Json, JsonObject } from '../api.ts';

/** A value as it is given from outside: a literal, or a reference that stays one (Key Vault). */
export type GivenParameter = { value: Json; reference?: undefined } | { reference: Json; value?: undefined };

/**
 * The values of a parameter file, told apart by shape against the declared parameters: a whole file (`$schema`,
 * `parameters`), a map of {value} / {reference}, or a map of plain values.
 */
export function readParameterValues(source: Json | undefined, declared: JsonObject): { name: string; path: string[]; given: GivenParameter }[] {
  if (!isData(source)) return [];
  const inner = getProperty(source, 'parameters');
  const isFile = isData(inner) && (getProperty(source, '$schema') !== undefined || getProperty(source, 'contentVersion') !== undefined || fitsAsFile(inner, declared));
  const values = isFile ? inner : source;
  const prefix = isFile ? ['parameters'] : [];
  const entries = Object.entries(values).filter(([name]) => isFile || !name.startsWith('$'));
  // A plain object value may look wrapped by chance: only when every entry does is the map one of wrapped values.
  const isWrapped = isFile || entries.every(([, entry]) => looksWrapped(entry));
  return entries.map(([name, entry]) => {
    const path = [...prefix, name];
    const type = asObject(getProperty(declared, name));
    const unwrap = isWrapped ? isData(entry) : looksWrapped(entry) && !/object$/i.test(asText(getProperty(type, 'type')) ?? '');
    return { name, path, given: unwrap && isData(entry) ? unwrapped(entry) : { value: entry } };
  });
}

/** A template may declare a parameter called `parameters`: then only entries that are all declared make it a file. */
function fitsAsFile(inner: JsonObject, declared: JsonObject): boolean {
  if (getProperty(declared, 'parameters') === undefined) return true;
  return Object.entries(inner).every(([name, entry]) => looksWrapped(entry) && getProperty(declared, name) !== undefined);
}

const wrappers = new Set(['value', 'reference', 'metadata', 'expression', 'type']);

function looksWrapped(entry: Json): boolean {
  if (!isData(entry)) return false;
  const keys = Object.keys(entry).map((key) => key.toLowerCase());
  return (keys.includes('value') || keys.includes('reference')) && keys.every((key) => wrappers.has(key));
}

function unwrapped(entry: JsonObject): GivenParameter {
  const reference = getProperty(entry, 'reference');
  return reference === undefined ? { value: getProperty(entry, 'value') ?? null } : { reference };
}
