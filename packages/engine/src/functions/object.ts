import { invalid, textArgument, unexpected } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import { readRelaxedJson } from '../format/relaxed-json.ts';
import { compareCulture } from '../format/culture.ts';
import { runtimeCall, tainted } from '../expression/invoke.ts';
import {
  RuntimeValue,
  SecureValue,
  getProperty,
  GrowingObject,
  isObject,
  Symbolic,
  type Value,
  type ValueObject,
} from '../values.ts';

/** Source: "Object functions for ARM templates". */
export const objectFunctions: FunctionRow[] = [
  fn('null', 0, 0, () => null, { returns: 'Null' }),
  fn('json', 1, 1, ([text]) => json(text as Value), { returns: 'Any' }),
  fn('createObject', 0, Infinity, createObject, { returns: 'Object', symbolic: 'own' }),
  fn('items', 1, 1, ([object]) => items(object as Value), { returns: 'Array' }),
  fn('objectKeys', 1, 1, ([object]) => sortedKeys('objectKeys', object as Value), { returns: 'Array' }),
  fn('shallowMerge', 1, 1, shallowMerge, { returns: 'Object', symbolic: 'own' }),
  fn('tryGet', 2, Infinity, tryGet, { returns: 'Any', symbolic: 'own' }),
  fn('tryIndexFromEnd', 2, 2, ([array, index]) => fromEnd(array as Value, index as Value) ?? null, { returns: 'Any' }),
  fn('indexFromEnd', 2, 2, ([array, index]) => indexFromEnd(array as Value, index as Value), { returns: 'Any' }),
];

function json(text: Value): Value {
  const read = readRelaxedJson(textArgument('json', text));
  if (read.error !== undefined) throw invalid(`The template language function 'json' parameter is not valid. ${read.error}`);
  return read.value as Value;
}

/** Members may be run-time or secure values; only a name that is one keeps the whole object open. */
function createObject(args: readonly Value[]): Value {
  if (args.length % 2 !== 0) throw invalid("The template language function 'createObject' expects an even number of parameters.");
  const made = new GrowingObject<Value>();
  for (let i = 0; i < args.length; i += 2) {
    const key = args[i];
    if (key instanceof SecureValue) return tainted(key.name, createObject(openKeys(args)));
    if (key instanceof RuntimeValue) return runtimeCall('createObject', args);
    if (typeof key !== 'string') throw unexpected('createObject', 'its property names to be strings', key ?? null);
    made.set(key, args[i + 1] as Value);
  }
  return made.object;
}

function openKeys(args: readonly Value[]): Value[] {
  return args.map((arg, i) => (i % 2 === 0 && arg instanceof SecureValue ? SecureValue.open(arg) : arg));
}

/** Names in the order of .NET's culture comparison, as Azure lists them. */
function sortedKeys(name: string, object: Value): string[] {
  if (!isObject(object)) throw unexpected(name, 'its parameter to be an object', object);
  return Object.keys(object).sort(compareCulture);
}

function items(object: Value): Value {
  return sortedKeys('items', object).map((key) => ({ key, value: (object as ValueObject)[key] as Value }));
}

/** Later objects win, names without case, the first spelling stays. */
function shallowMerge(args: readonly Value[]): Value {
  const [list] = args;
  if (list instanceof SecureValue) return tainted(list.name, shallowMerge([SecureValue.open(list)]));
  if (list instanceof RuntimeValue) return runtimeCall('shallowMerge', args);
  if (!Array.isArray(list)) throw unexpected('shallowMerge', 'its parameter to be an array of objects', list ?? null);
  const secret = list.find((item) => item instanceof SecureValue) as SecureValue | undefined;
  if (secret !== undefined)
    return tainted(secret.name, shallowMerge([list.map((item) => (item instanceof SecureValue ? SecureValue.open(item) : item))]));
  if (list.some((item) => item instanceof RuntimeValue)) return runtimeCall('shallowMerge', args);
  const merged = new GrowingObject<Value>();
  for (const item of list) {
    if (item === null) continue;
    if (!isObject(item)) throw unexpected('shallowMerge', 'its parameter to be an array of objects', item);
    for (const key of Object.keys(item)) merged.set(key, item[key] as Value);
  }
  return merged.object;
}

/** Follows the keys one by one; null as soon as there is nothing, also where the key doesn't fit the target. */
function tryGet(args: readonly Value[]): Value {
  let value = args[0] as Value;
  let secret: string | undefined;
  for (let i = 1; i < args.length; i++) {
    let key = args[i] as Value;
    if (key instanceof SecureValue) {
      secret ??= key.name;
      key = SecureValue.open(key);
    }
    if (value instanceof SecureValue) {
      secret ??= value.name;
      value = SecureValue.open(value);
    }
    if (value instanceof RuntimeValue && value.known !== undefined && typeof key === 'string') {
      const known = getProperty(value.known, key);
      if (known !== undefined) {
        value = known;
        continue;
      }
    }
    if (value instanceof Symbolic || key instanceof Symbolic)
      return tainted(secret, runtimeCall('tryGet', [value, key, ...args.slice(i + 1)]));
    if (value === null) return tainted(secret, null);
    value = tryMember(value, key) ?? null;
  }
  return tainted(secret, value);
}

function tryMember(value: Value, key: Value): Value | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isObject(value) && typeof key === 'string' ? getProperty(value, key) : undefined;
}

/** The item counted from the end, the last one being 1. */
function fromEnd(array: Value, index: Value): Value | undefined {
  return Array.isArray(array) && typeof index === 'number' && index >= 1 ? array[array.length - index] : undefined;
}

function indexFromEnd(array: Value, index: Value): Value {
  if (!Array.isArray(array)) throw unexpected('indexFromEnd', 'its first parameter to be an array', array);
  if (typeof index !== 'number' || !Number.isInteger(index))
    throw unexpected('indexFromEnd', 'its second parameter to be an integer', index);
  const value = fromEnd(array, index);
  if (value === undefined) throw invalid(`The language expression property array index '^${String(index)}' is out of bounds.`);
  return value;
}
