import { limits } from '../limits.ts';
import { asArray, asObject, asText, isData } from './sections.ts';
import { equalValues, findKey, getProperty, isInteger, isObject, reveal, RuntimeValue, SecureValue, toData, typeName, type Value } from '../values.ts';
import type { Json, JsonObject } from '../api.ts';

/** The types a parameter, output or definition may name, lower-cased, with what a value must be. */
const baseTypes = new Map<string, { label: string; accepts: (value: Value) => boolean }>(Object.entries({
  string: { label: 'String', accepts: (value) => typeof value === 'string' },
  securestring: { label: 'SecureString', accepts: (value) => typeof value === 'string' },
  int: { label: 'Integer', accepts: isInteger },
  bool: { label: 'Boolean', accepts: (value) => typeof value === 'boolean' },
  object: { label: 'Object', accepts: isObject },
  secureobject: { label: 'SecureObject', accepts: isObject },
  array: { label: 'Array', accepts: Array.isArray },
}));

export function isTypeName(name: string): boolean {
  return baseTypes.has(name.toLowerCase());
}

export function isSecureType(declaration: JsonObject): boolean {
  const type = asText(getProperty(declaration, 'type'))?.toLowerCase();
  return type === 'securestring' || type === 'secureobject';
}

/** Follows `$ref` to `#/definitions/name`; properties beside the reference win. Undefined when it leads nowhere. */
export function resolveType(declaration: JsonObject, definitions: JsonObject): JsonObject | undefined {
  let current = declaration;
  for (let hops = 0; hops < limits.typeDepth; hops++) {
    const reference = asText(getProperty(current, '$ref'));
    if (reference === undefined) return current;
    const target = getProperty(definitions, decodeURIComponent(reference.replace(/^#\/definitions\//i, '')).replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!isData(target)) return undefined;
    const { [findKey(current, '$ref') as string]: _gone, ...own } = current;
    current = { ...target, ...own };
  }
  return undefined;
}

/** The first reason why a value does not fit its declaration, or undefined. Run-time values always fit. */
export function typeFault(value: Value, declaration: JsonObject, definitions: JsonObject): string | undefined {
  return findFault(value, declaration, { definitions, at: '', isSecret: false, depth: 0 });
}

interface Look {
  definitions: JsonObject;
  at: string;
  /** A message about a secret must not quote it. */
  isSecret: boolean;
  depth: number;
}

function findFault(value: Value, declaration: JsonObject, look: Look): string | undefined {
  if (look.depth > limits.typeDepth) return undefined;
  if (value instanceof RuntimeValue) return undefined;
  if (value instanceof SecureValue) return findFault(SecureValue.open(value), declaration, { ...look, isSecret: true });
  const type = resolveType(declaration, look.definitions);
  if (type === undefined) return `its type '${asText(getProperty(declaration, '$ref')) ?? ''}' is not defined`;
  const where = look.at === '' ? '' : ` at '${look.at}'`;
  if (value === null) return getProperty(type, 'nullable') === true ? undefined : `null is not allowed${where}.`;
  const name = asText(getProperty(type, 'type'))?.toLowerCase();
  const base = name === undefined ? undefined : baseTypes.get(name);
  if (base !== undefined && !base.accepts(value)) return `expected a value of type '${base.label}'${where} and received one of type '${typeName(value)}'.`;
  const shown = { ...look, isSecret: look.isSecret || isSecureType(type) };
  return boundsFault(value, type, shown, where) ?? membersFault(value, type, shown);
}

function boundsFault(value: Value, type: JsonObject, look: Look, where: string): string | undefined {
  const quoted = look.isSecret || typeof value === 'object' ? 'the value' : `'${String(value)}'`;
  const allowed = getProperty(type, 'allowedValues');
  if (Array.isArray(allowed) && !isAllowed(value, allowed)) {
    return `${quoted} is not part of the allowed value(s)${where}: '${allowed.map((item) => (typeof item === 'object' && item !== null ? JSON.stringify(toData(item)) : String(item))).join(',')}'.`;
  }
  const bound = (name: string): number | bigint | undefined => {
    const limit: Value | undefined = getProperty(type, name);
    return typeof limit === 'number' || typeof limit === 'bigint' ? limit : undefined;
  };
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
  const [minLength, maxLength, minValue, maxValue] = [bound('minLength'), bound('maxLength'), bound('minValue'), bound('maxValue')];
  if (size !== undefined && minLength !== undefined && size < minLength) return `a length of ${size}${where} is below the minimum of ${minLength}.`;
  if (size !== undefined && maxLength !== undefined && size > maxLength) return `a length of ${size}${where} is over the maximum of ${maxLength}.`;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (minValue !== undefined && value < minValue) return `${quoted}${where} is below the minimum of ${minValue}.`;
    if (maxValue !== undefined && value > maxValue) return `${quoted}${where} is over the maximum of ${maxValue}.`;
  }
  return undefined;
}

/** Text is compared without case; an array may also be a choice of several of the allowed values. */
function isAllowed(value: Value, allowed: Json[]): boolean {
  const given = reveal(value);
  const fits = (one: Value): boolean =>
    one instanceof RuntimeValue ||
    allowed.some((item) => (typeof one === 'string' && typeof item === 'string' ? one.toLowerCase() === item.toLowerCase() : equalValues(one, item as Value)));
  return fits(given) || (Array.isArray(given) && given.every(fits));
}

function membersFault(value: Value, type: JsonObject, look: Look): string | undefined {
  if (Array.isArray(value)) return itemsFault(value, type, look);
  if (!isObject(value)) return undefined;
  const discriminator = getProperty(type, 'discriminator');
  const members = isData(discriminator) ? variantOf(value, type, discriminator, look) : type;
  if (typeof members === 'string') return members;
  const properties = asObject(getProperty(members, 'properties'));
  const additional = getProperty(members, 'additionalProperties') ?? getProperty(type, 'additionalProperties');
  const inside = (key: string): Look => ({ ...look, at: look.at === '' ? key : `${look.at}.${key}`, depth: look.depth + 1 });
  for (const [key, declared] of Object.entries(properties)) {
    if (!isData(declared)) continue;
    const item = getProperty(value, key);
    if (item === undefined) {
      const resolved = resolveType(declared, look.definitions);
      if (resolved !== undefined && getProperty(resolved, 'nullable') !== true) return `the property '${inside(key).at}' is missing.`;
      continue;
    }
    const fault = findFault(item, declared, inside(key));
    if (fault !== undefined) return fault;
  }
  if (additional === undefined || additional === true) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (findKey(properties, key) !== undefined || isDiscriminator(discriminator, key)) continue;
    if (additional === false) return `the property '${inside(key).at}' is not allowed.`;
    const fault = isData(additional) ? findFault(item, additional, inside(key)) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isDiscriminator(discriminator: Json | undefined, key: string): boolean {
  return isData(discriminator) && asText(getProperty(discriminator, 'propertyName'))?.toLowerCase() === key.toLowerCase();
}

/** The variant of a tagged union that the value's tag chooses, or the fault. */
function variantOf(value: { [key: string]: Value }, type: JsonObject, discriminator: JsonObject, look: Look): JsonObject | string {
  const tagName = asText(getProperty(discriminator, 'propertyName')) ?? '';
  const tag = getProperty(value, tagName);
  if (tag instanceof RuntimeValue) return {};
  if (typeof tag !== 'string') return `the property '${tagName}' is missing.`;
  const mapping = asObject(getProperty(discriminator, 'mapping'));
  const variant = Object.hasOwn(mapping, tag) ? mapping[tag] : undefined;
  if (!isData(variant)) return `'${tag}' is not one of '${Object.keys(mapping).join(',')}'.`;
  const resolved = resolveType(variant, look.definitions);
  if (resolved === undefined) return `the type of the variant '${tag}' is not defined.`;
  return { ...resolved, properties: { ...asObject(getProperty(type, 'properties')), ...asObject(getProperty(resolved, 'properties')) } };
}

function itemsFault(value: Value[], type: JsonObject, look: Look): string | undefined {
  const prefix = asArray(getProperty(type, 'prefixItems'));
  const items = getProperty(type, 'items');
  if (value.length < prefix.length) return `${prefix.length} items are expected and ${value.length} were given.`;
  if (items === false && value.length > prefix.length) return `${prefix.length} items are expected and ${value.length} were given.`;
  for (let index = 0; index < value.length; index++) {
    const declared = prefix[index] ?? items;
    if (!isData(declared)) continue;
    const fault = findFault(value[index] as Value, declared, { ...look, at: `${look.at}[${index}]`, depth: look.depth + 1 });
    if (fault !== undefined) return fault;
  }
  return undefined;
}
