import { arrayArgument, countArgument, invalid, unexpected } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import { indexOfText, textOf } from './text-of.ts';
import { maskErrors, runtimeCall, tainted } from '../expression/invoke.ts';
import type { Scope } from '../expression/scope.ts';
import {
  containsRuntime,
  equalValues,
  findKey,
  getProperty,
  GrowingObject,
  isObject,
  RuntimeValue,
  SecureValue,
  setProperty,
  Symbolic,
  typeName,
  type Value,
  type ValueObject,
} from '../values.ts';

/** Azure's own limits of range(). */
const MAX_RANGE_COUNT = 10_000;
const MAX_RANGE_VALUE = 2_147_483_647;

/** Source: "Array functions for ARM templates"; several serve text and objects too. */
export const arrayFunctions: FunctionRow[] = [
  fn('array', 1, 1, ([value]) => (Array.isArray(value) ? value : [value as Value]), { returns: 'Array' }),
  fn('createArray', 0, Infinity, (args) => [...args], { returns: 'Array', symbolic: 'own' }),
  fn('concat', 0, Infinity, concat, { returns: 'Any' }),
  fn('contains', 2, 2, contains, { returns: 'Boolean', symbolic: 'own' }),
  fn('empty', 1, 1, ([value]) => empty(value as Value), { returns: 'Boolean', opens: true }),
  fn('first', 1, 1, ([value]) => end('first', value as Value), { returns: 'Any' }),
  fn('last', 1, 1, ([value]) => end('last', value as Value), { returns: 'Any' }),
  fn('flatten', 1, 1, flatten, { returns: 'Array', symbolic: 'own' }),
  fn('indexOf', 2, 2, ([where, what], scope) => indexOf('indexOf', where as Value, what as Value, scope), {
    returns: 'Integer',
    symbolic: 'deep',
  }),
  fn('lastIndexOf', 2, 2, ([where, what], scope) => indexOf('lastIndexOf', where as Value, what as Value, scope), {
    returns: 'Integer',
    symbolic: 'deep',
  }),
  fn('intersection', 2, Infinity, intersection, { returns: 'Any', symbolic: 'deep' }),
  fn('join', 2, 2, join, { returns: 'String', symbolic: 'deep' }),
  fn('length', 1, 1, ([value]) => length(value as Value), { returns: 'Integer', opens: true }),
  fn('range', 2, 2, range, { returns: 'Array' }),
  fn('skip', 2, 2, ([value, count]) => cut('skip', value as Value, count as Value), { returns: 'Any' }),
  fn('take', 2, 2, ([value, count]) => cut('take', value as Value, count as Value), { returns: 'Any' }),
  fn('union', 1, Infinity, union, { returns: 'Any' }),
];

function concat(args: readonly Value[]): Value {
  if (args.length === 0) {
    throw invalid("Unable to evaluate template language function 'concat'. At least one parameter should be provided.");
  }
  if (Array.isArray(args[0])) {
    const items: Value[] = [];
    for (const arg of args) for (const item of arrayArgument('concat', arg, 'all of its parameters to be arrays')) items.push(item);
    return items;
  }
  let text = '';
  for (const arg of args) {
    if (typeof arg === 'string') text += arg;
    else if (typeof arg === 'object' && arg !== null) throw unexpected('concat', 'its parameters to be strings, or all to be arrays', arg);
    else text += textOf(arg as Value);
  }
  return text;
}

/** Text is searched with case; an object by property name, without case; an array by value. */
function contains(args: readonly Value[], scope: Scope): Value {
  const [where, what] = args as [Value, Value];
  const [masked] = args.filter((arg) => arg instanceof SecureValue) as SecureValue[];
  if (masked !== undefined) {
    const found = maskErrors(masked.name, () => contains(args.map(open), scope));
    return found instanceof RuntimeValue ? tainted(masked.name, found) : found;
  }
  if (where instanceof RuntimeValue || what instanceof RuntimeValue) return runtimeCall('contains', args);
  if (Array.isArray(where)) {
    if (where.some((item) => equalValues(item, what, scope.meter))) return true;
    return containsRuntime(where, scope.meter) ? runtimeCall('contains', args) : false;
  }
  if (typeof where === 'string') {
    if (typeof what === 'object') throw unexpected('contains', 'its second parameter to be a string', what);
    return where.includes(textOf(what));
  }
  if (isObject(where)) {
    if (typeof what === 'object') throw unexpected('contains', 'its second parameter to be a string', what);
    return findKey(where, textOf(what)) !== undefined;
  }
  throw unexpected('contains', 'its first parameter to be an object, an array, or a string', where);
}

const open = (value: Value): Value => (value instanceof SecureValue ? SecureValue.open(value) : value);

function empty(value: Value): boolean {
  if (value === null) return true;
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  throw invalid(
    `The template function 'empty' expects its parameter to be an object, an array, or a string. The provided value is of type '${typeName(value)}'.`,
  );
}

function end(name: 'first' | 'last', value: Value): Value {
  if (Array.isArray(value)) return (name === 'first' ? value[0] : value.at(-1)) ?? null;
  if (typeof value === 'string') return name === 'first' ? value.slice(0, 1) : value.slice(-1);
  throw unexpected(name, 'its parameter be an array or a string', value);
}

function flatten(args: readonly Value[]): Value {
  const [list] = args as [Value];
  if (list instanceof SecureValue) return tainted(list.name, flatten([SecureValue.open(list)]));
  if (list instanceof RuntimeValue) return runtimeCall('flatten', args);
  const items: Value[] = [];
  let secret: string | undefined;
  for (let item of arrayArgument('flatten', list, 'its parameter to be an array of arrays')) {
    if (item instanceof SecureValue) {
      secret ??= item.name;
      item = SecureValue.open(item);
    }
    if (item instanceof Symbolic) return tainted(secret, runtimeCall('flatten', args));
    for (const inner of arrayArgument('flatten', item, 'its parameter to be an array of arrays')) items.push(inner);
  }
  return tainted(secret, items);
}

function indexOf(name: 'indexOf' | 'lastIndexOf', where: Value, what: Value, scope: Scope): number {
  const last = name === 'lastIndexOf';
  if (typeof where === 'string' && typeof what === 'string') return indexOfText(where, what, last);
  // An array is looked for only among arrays: Azure refuses two plain arrays.
  if (Array.isArray(where) && (!Array.isArray(what) || where.some(Array.isArray))) {
    const same = (item: Value): boolean => equalValues(item, what, scope.meter);
    return last ? where.findLastIndex(same) : where.findIndex(same);
  }
  throw unexpected(name, 'its parameters to be of type string and string', where, what);
}

function intersection(args: readonly Value[], scope: Scope): Value {
  let [common] = args as [Value];
  for (const arg of args) {
    if (Array.isArray(common) && Array.isArray(arg)) {
      const known = new ValueSet(scope);
      for (const item of arg) known.add(item);
      common = distinct(
        common.filter((item) => known.has(item)),
        scope,
      );
    } else if (isObject(common) && isObject(arg)) {
      const kept: ValueObject = {};
      for (const key of Object.keys(common)) {
        const other = getProperty(arg, key);
        if (other !== undefined && equalValues(common[key] as Value, other, scope.meter)) setProperty(kept, key, common[key] as Value);
      }
      common = kept;
    } else throw unexpected('intersection', 'all of its parameters to be arrays or all to be objects', common, arg);
  }
  return common;
}

function distinct(items: Value[], scope: Scope): Value[] {
  const known = new ValueSet(scope);
  return items.filter((item) => known.add(item));
}

/** Values by the language's equality. Only those that hold others are compared one by one, and counted. */
class ValueSet {
  readonly #scope: Scope;
  readonly #simple = new Set<Value>();
  readonly #others: Value[] = [];
  constructor(scope: Scope) {
    this.#scope = scope;
  }
  has(value: Value): boolean {
    if (typeof value !== 'object' || value === null) return this.#simple.has(value);
    return this.#others.some((other) => equalValues(value, other, this.#scope.meter));
  }
  /** False when an equal value is in it already. */
  add(value: Value): boolean {
    if (this.has(value)) return false;
    if (typeof value !== 'object' || value === null) this.#simple.add(value);
    else this.#others.push(value);
    return true;
  }
}

function join([list, separator]: readonly Value[]): Value {
  const items = arrayArgument('join', list, 'its first parameter to be an array');
  if (typeof separator !== 'string') throw unexpected('join', 'its second parameter to be a string', separator ?? null);
  return items
    .map((item) => {
      if (typeof item === 'object' && item !== null) throw unexpected('join', 'its first parameter to be an array of strings', item);
      return textOf(item);
    })
    .join(separator);
}

function length(value: Value): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  throw unexpected('length', 'its parameter to be an array, an object, or a string', value);
}

function range([start, count]: readonly Value[]): Value {
  const from = countArgument('range', start, 'its parameters to be integers');
  const many = countArgument('range', count, 'its parameters to be integers');
  if (many < 0 || many > MAX_RANGE_COUNT)
    throw invalid(`The template language function 'range' expects a count between 0 and ${MAX_RANGE_COUNT}.`);
  if (from + many > MAX_RANGE_VALUE) throw invalid(`The template language function 'range' can't go beyond ${MAX_RANGE_VALUE}.`);
  return Array.from({ length: many }, (_, i) => from + i);
}

function cut(name: 'skip' | 'take', value: Value, count: Value): Value {
  const many = Math.max(0, countArgument(name, count, 'its second parameter to be an integer'));
  if (typeof value !== 'string' && !Array.isArray(value)) throw unexpected(name, 'its first parameter to be an array or a string', value);
  return name === 'skip' ? value.slice(many) : value.slice(0, many);
}

/** Arrays: every value once, in order. Objects: later ones win, objects inside are merged in turn. Null counts as absent. */
function union(args: readonly Value[], scope: Scope): Value {
  const [head, ...rest] = args.filter((arg) => arg !== null) as Value[];
  if (head === undefined) return null;
  if (Array.isArray(head)) {
    const all = [...head];
    for (const arg of rest)
      for (const item of arrayArgument('union', arg, 'all of its parameters to be arrays or all to be objects')) all.push(item);
    return distinct(all, scope);
  }
  if (!isObject(head)) throw unexpected('union', 'its parameters to be arrays or objects', head);
  let merged = head;
  for (const arg of rest) {
    if (!isObject(arg)) throw unexpected('union', 'all of its parameters to be arrays or all to be objects', arg);
    merged = merge(merged, arg, scope);
  }
  return merged;
}

function merge(a: ValueObject, b: ValueObject, scope: Scope): ValueObject {
  const merged = new GrowingObject<Value>({ ...a });
  const keys = Object.keys(b);
  scope.meter.count(Object.keys(a).length + keys.length);
  for (const key of keys) {
    const left = merged.get(key);
    const right = b[key] as Value;
    merged.set(key, left === undefined ? right : mergeMember(left, right, scope));
  }
  return merged.object;
}

function mergeMember(left: Value, right: Value, scope: Scope): Value {
  if (isObject(left) && isObject(right)) return merge(left, right, scope);
  // What the cloud answers may be an object to merge into.
  if (right instanceof RuntimeValue && isObject(left)) return new RuntimeValue('union', [left, right]);
  if (left instanceof RuntimeValue && isObject(right)) return new RuntimeValue('union', [left, right]);
  return right;
}
