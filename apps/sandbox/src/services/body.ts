import type { Json, JsonObject } from '@cloudwright/engine';

/** Reading and changing JSON bodies by path ('properties.ipConfigurations[*].name'); nothing here changes its input. */

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member by name: Azure's bodies ignore the case of member names. */
function member(object: JsonObject, name: string): Json | undefined {
  if (name in object) return object[name];
  const lower = name.toLowerCase();
  const key = Object.keys(object).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : object[key];
}

/** The value at a path without wildcards. A secret's flat name is a path of one step. */
export function valueAt(body: JsonObject, path: string): Json | undefined {
  if (path in body) return body[path];
  let value: Json | undefined = body;
  for (const step of path.split('.')) {
    if (!isObject(value)) return undefined;
    value = member(value, step);
  }
  return value;
}

/** All values at a path; `name[*]` steps into every item of a list. */
export function valuesAt(body: Json | undefined, path: string): Json[] {
  let values: Json[] = body === undefined ? [] : [body];
  for (const step of path.split('.')) {
    const name = step.replace('[*]', '');
    values = values.flatMap((value) => {
      const next = isObject(value) ? member(value, name) : undefined;
      return next === undefined || next === null ? [] : step.endsWith('[*]') ? (Array.isArray(next) ? next : []) : [next];
    });
  }
  return values;
}

export function textAt(body: JsonObject, path: string): string | undefined {
  const value = valueAt(body, path);
  return typeof value === 'string' ? value : undefined;
}

export function listAt(body: JsonObject, path: string): JsonObject[] {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function objectAt(body: JsonObject, path: string): JsonObject {
  const value = valueAt(body, path);
  return isObject(value) ? value : {};
}

/** The body's `properties`. */
export const propertiesOf = (body: JsonObject): JsonObject => objectAt(body, 'properties');

/** Sets a value at a path, making objects on the way. */
export function setAt(body: JsonObject, path: string, value: Json): JsonObject {
  const [step = '', ...rest] = path.split('.');
  const key = Object.keys(body).find((one) => one.toLowerCase() === step.toLowerCase()) ?? step;
  if (rest.length === 0) return { ...body, [key]: value };
  const inner = body[key];
  return { ...body, [key]: setAt(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

/** Leaves out the member at a path; `[*]` steps into lists. */
export function without(body: JsonObject, path: string): JsonObject {
  const [step = '', ...rest] = path.split('.');
  const name = step.replace('[*]', '');
  const key = Object.keys(body).find((one) => one.toLowerCase() === name.toLowerCase());
  if (key === undefined) return body;
  if (rest.length === 0) return Object.fromEntries(Object.entries(body).filter(([one]) => one !== key));
  const inner = body[key];
  const deeper = (value: Json): Json => (isObject(value) ? without(value, rest.join('.')) : value);
  return { ...body, [key]: Array.isArray(inner) ? inner.map(deeper) : deeper(inner ?? null) };
}

/** Fills defaults in where `body` says nothing (absent or null); lists are taken as they are; the body's casing of names wins. */
export function fill(body: JsonObject, defaults: JsonObject): JsonObject {
  const result: JsonObject = { ...body };
  for (const [name, value] of Object.entries(defaults)) {
    const key = Object.keys(result).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
    const given = result[key];
    if (given === undefined || given === null) result[key] = value;
    else if (isObject(given) && isObject(value)) result[key] = fill(given, value);
  }
  return result;
}

/** A list of text in a body: only the strings of it. */
export const textsAt = (body: JsonObject, path: string): string[] => {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};

/** Paths of everything that is no object in a body: 'properties.networkAcls.bypass'. */
export const leafPaths = (body: JsonObject, before = ''): string[] =>
  Object.entries(body).flatMap(([name, value]) => (isObject(value) && Object.keys(value).length ? leafPaths(value, `${before}${name}.`) : [`${before}${name}`]));
