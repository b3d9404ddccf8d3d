import { EvaluationError } from './expression/evaluation-error.ts';
import { getProperty, setProperty } from './properties.ts';

export { findKey, getProperty, GrowingObject, setProperty } from './properties.ts';

/**
 * The values of the template language. An integer is 64 bits wide: a `number` while it is exact (|n| <= 2^53 - 1),
 * a `bigint` beyond. Objects are plain; their property names are compared without case.
 */
export type Value = string | number | bigint | boolean | null | Value[] | ValueObject | Symbolic | Lambda;
export type ValueObject = { [key: string]: Value };

/** Base of the values that are not plain data, so that one `instanceof` finds them. */
export abstract class Symbolic {
  abstract toJSON(): unknown;
}

/** Where a run-time call stands; the resolver gets it, printing leaves it out. */
export interface CallScope {
  tenantId: string;
  subscriptionId: string;
  resourceGroup?: string;
  deploymentId: string;
}

/**
 * A value that only the cloud knows, as a small call tree: a function name and its arguments. Property access is the
 * call `.` (target, name), an index the call `[]` (target, index). Prints as `[expression]`.
 */
export class RuntimeValue extends Symbolic {
  readonly name: string;
  readonly args: readonly Value[];
  readonly scope: CallScope | undefined;
  /** Members of the answer that are known before the cloud is asked, as the outputs of a nested deployment are. */
  readonly known: ValueObject | undefined;
  constructor(name: string, args: readonly Value[], scope?: CallScope, known?: ValueObject) {
    super();
    this.name = name;
    this.args = args;
    this.scope = scope;
    this.known = known;
  }
  override toJSON(): unknown {
    return { $runtime: this.toString() };
  }
  override toString(): string {
    return `[${printValue(this)}]`;
  }
}

/** A value that holds a secret, with the name of the parameter it came from. Every serialisation masks it. */
export class SecureValue extends Symbolic {
  readonly name: string;
  /** Private on purpose: only `reveal` reads it, and no inspection or serialisation prints it. */
  readonly #value: Value;
  constructor(name: string, value: Value) {
    super();
    this.name = name;
    this.#value = value instanceof SecureValue ? value.#value : value;
  }
  override toJSON(): unknown {
    return { $secure: this.name };
  }
  override toString(): string {
    return `[parameters(${printText(this.name)})]`;
  }
  static open(secure: SecureValue): Value {
    return secure.#value;
  }
}

/** A lambda as an argument: called by map, filter, sort, ... and never a result. */
export interface Lambda {
  readonly kind: 'lambda';
  readonly parameters: readonly string[];
  call(args: readonly Value[]): Value;
  /** The same lambda as a call tree, its variables left open; for a call that must wait for the cloud. */
  toRuntime(): RuntimeValue;
}

export function isLambda(value: Value): value is Lambda {
  return (
    typeof value === 'object' && value !== null && (value as Lambda).kind === 'lambda' && typeof (value as Lambda).toRuntime === 'function'
  );
}

/** True for a plain object (not an array, null, or a symbolic value). */
export function isObject(value: Value | undefined): value is ValueObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Symbolic) && !isLambda(value);
}

/** True for an integer of 64 bits. A `number` beyond 2^53 is none: it was read from a fraction, or from more than 64 bits. */
export function isInteger(value: Value): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
}

export type TypeName = 'String' | 'Integer' | 'Float' | 'Boolean' | 'Null' | 'Array' | 'Object' | 'Lambda' | 'Runtime' | 'Secure';

/** The type's name as Azure's messages give it. */
export function typeName(value: Value): TypeName {
  switch (typeof value) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Boolean';
    case 'bigint':
      return 'Integer';
    case 'number':
      return Number.isSafeInteger(value) ? 'Integer' : 'Float';
    default:
  }
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'Array';
  if (value instanceof RuntimeValue) return 'Runtime';
  if (value instanceof SecureValue) return 'Secure';
  return isLambda(value) ? 'Lambda' : 'Object';
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** The integer as a number where that is exact. Error `Overflow` outside of 64 bits. */
export function integer(value: bigint): number | bigint {
  if (value > INT64_MAX || value < INT64_MIN) {
    throw new EvaluationError('Overflow', 'The result is outside of the range of a 64-bit integer.');
  }
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** How deep values may nest; every walk of a value relies on it, and so does whoever serialises it. */
const MAX_VALUE_DEPTH = 256;
/** What a node costs besides its text. */
const NODE_BYTES = 8;

interface Extent {
  bytes: number;
  depth: number;
  /** Holds an integer beyond 2^53. */
  large: boolean;
}
const extents = new WeakMap<object, Extent>();

/**
 * About how many bytes the value has when it is written out. Shared parts count as often as they stand in it, so a value
 * that is small in memory and endless in print shows. Error `Depth` when it nests deeper than 256 levels.
 */
export function writtenBytes(value: Value): number {
  return typeof value === 'object' && value !== null ? extentOf(value).bytes : plainBytes(value);
}

/** Values of so few nodes are walked each time they are asked about: that is cheaper than to remember their extent. */
const SMALL = 512;
const SMALL_DEPTH = 16;
const small = { left: 0, large: false };

/** Bytes of a small value; -1 for one that is larger, or deeper. */
function smallBytes(value: object, level: number): number {
  if (level > SMALL_DEPTH) return -1;
  let bytes = NODE_BYTES;
  if (Array.isArray(value) || value instanceof Symbolic) {
    for (const item of membersOf(value)) {
      const inner = smallMember(item, level);
      if (inner < 0) return -1;
      bytes += inner;
    }
    return bytes;
  }
  for (const key in value) {
    const inner = smallMember((value as ValueObject)[key] as Value, level);
    if (inner < 0) return -1;
    bytes += inner;
  }
  return bytes;
}

function smallMember(member: Value, level: number): number {
  if (--small.left < 0) return -1;
  if (typeof member === 'object' && member !== null) return smallBytes(member, level + 1);
  small.large ||= typeof member === 'bigint';
  return plainBytes(member);
}

function extentOf(value: object): { bytes: number; large: boolean } {
  small.left = SMALL;
  small.large = false;
  const bytes = smallBytes(value, 0);
  return bytes < 0 ? fullExtentOf(value, 0) : { bytes, large: small.large };
}

function plainBytes(value: Value): number {
  return typeof value === 'string' ? NODE_BYTES + value.length : NODE_BYTES;
}

function fullExtentOf(value: object, level: number): Extent {
  let extent = extents.get(value);
  if (extent === undefined) {
    if (level > MAX_VALUE_DEPTH) throw tooDeep();
    let [bytes, depth, large] = [NODE_BYTES, 0, false];
    for (const member of membersOf(value)) {
      if (typeof member !== 'object' || member === null) {
        bytes += plainBytes(member);
        large ||= typeof member === 'bigint';
        continue;
      }
      const inner = fullExtentOf(member, level + 1);
      bytes += inner.bytes;
      depth = Math.max(depth, inner.depth);
      large ||= inner.large;
    }
    extent = { bytes, depth: depth + 1, large };
    extents.set(value, extent);
  }
  if (level + extent.depth > MAX_VALUE_DEPTH) throw tooDeep();
  return extent;
}

function tooDeep(): EvaluationError {
  return new EvaluationError('Depth', `The value is nested deeper than ${MAX_VALUE_DEPTH} levels.`);
}

function membersOf(value: object): readonly Value[] {
  if (Array.isArray(value)) return value as Value[];
  if (value instanceof SecureValue) return [SecureValue.open(value)];
  if (value instanceof RuntimeValue) return value.args;
  return isLambda(value as Value) ? [] : Object.values(value as ValueObject);
}

/** Counts the visited nodes: a shared sub-tree can be small in memory and endless to walk. */
export interface Counter {
  count(nodes: number): void;
}
const MAX_WALK = 5_000_000;
class WalkCounter implements Counter {
  #left = MAX_WALK;
  count(nodes: number): void {
    this.#left -= nodes;
    if (this.#left < 0) throw new EvaluationError('Budget', 'The value is too large to be walked.');
  }
}

/** True when a run-time value is in the value, at any depth (also inside a secure one). */
export function containsRuntime(value: Value, counter: Counter = new WalkCounter()): boolean {
  return anyNode(value, (node) => node instanceof RuntimeValue, counter);
}

/** True when a secure value is in the value, at any depth. */
export function containsSecure(value: Value, counter: Counter = new WalkCounter()): boolean {
  return anyNode(value, (node) => node instanceof SecureValue, counter);
}

/** True when the value is not plain data. */
export function containsSymbolic(value: Value, counter: Counter = new WalkCounter()): boolean {
  return anyNode(value, (node) => node instanceof Symbolic, counter);
}

function anyNode(value: Value, found: (node: Value) => boolean, counter: Counter): boolean {
  if (typeof value !== 'object' || value === null) return false;
  counter.count(1);
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && anyNode(item, found, counter)) return true;
    return false;
  }
  if (found(value)) return true;
  if (value instanceof SecureValue) return anyNode(SecureValue.open(value), found, counter);
  if (value instanceof RuntimeValue) return value.args.some((arg) => anyNode(arg, found, counter));
  if (isLambda(value)) return false;
  const object = value as ValueObject;
  for (const key in object) {
    const item = object[key] as Value;
    if (typeof item === 'object' && anyNode(item, found, counter)) return true;
  }
  return false;
}

/** The value with the raw secrets in it, at any depth. The only way to a secret: call it by name and on purpose. */
export function reveal(value: Value, counter: Counter = new WalkCounter()): Value {
  if (typeof value !== 'object' || value === null) return value;
  counter.count(1);
  if (value instanceof SecureValue) return reveal(SecureValue.open(value), counter);
  if (Array.isArray(value)) return mapArray(value, (item) => reveal(item, counter));
  if (value instanceof RuntimeValue) {
    const args = mapArray(value.args, (arg) => reveal(arg, counter));
    return args === value.args ? value : new RuntimeValue(value.name, args, value.scope, value.known);
  }
  if (isLambda(value)) return value;
  return mapObject(value as ValueObject, (item) => reveal(item, counter));
}

/** The first secure value's parameter name, at any depth; undefined where the value holds no secret. */
export function secureName(value: Value, counter: Counter = new WalkCounter()): string | undefined {
  let name: string | undefined;
  anyNode(
    value,
    (node) => {
      if (node instanceof SecureValue) name = node.name;
      return name !== undefined;
    },
    counter,
  );
  return name;
}

/** Maps the items; the very same array when none changed, so that literal parts stay shared. */
export function mapArray<T extends readonly Value[]>(items: T, change: (item: Value) => Value): Value[] {
  let copy: Value[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Value;
    const changed = change(item);
    if (copy === undefined && changed !== item) copy = items.slice(0, i);
    if (copy !== undefined) copy.push(changed);
  }
  return copy ?? (items as unknown as Value[]);
}

/** Maps the properties; the very same object when none changed. */
export function mapObject(object: ValueObject, change: (item: Value) => Value): ValueObject {
  let copy: ValueObject | undefined;
  for (const key in object) {
    const item = object[key] as Value;
    const changed = change(item);
    if (copy === undefined && changed !== item) copy = { ...object };
    if (copy !== undefined) setProperty(copy, key, changed);
  }
  return copy ?? object;
}

/** Equality of the language: by value and type, names of properties without case, text with case. */
export function equalValues(a: Value, b: Value, counter: Counter = new WalkCounter()): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint') return a == b && typeof a !== 'string' && typeof b !== 'string';
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  counter.count(1);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equalValues(a[i] as Value, b[i] as Value, counter)) return false;
    return true;
  }
  if (!isObject(a) || !isObject(b)) {
    // Two calls that print the same are the same call.
    return a instanceof RuntimeValue && b instanceof RuntimeValue && printValue(a) === printValue(b);
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) {
    const other = getProperty(b, key);
    if (other === undefined || !equalValues(a[key] as Value, other, counter)) return false;
  }
  return true;
}

/** A value as an expression of the language, without the brackets: `concat('a', reference('b').c)`. */
export function printValue(value: Value): string {
  const parts: string[] = [];
  print(value, parts, { left: MAX_PRINTED });
  return parts.join('');
}

/** A printed placeholder ends here: nobody reads more, and shared sub-trees could print without end. */
const MAX_PRINTED = 65_536;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

function printText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function print(value: Value, parts: string[], room: { left: number }): void {
  if (room.left <= 0) return;
  if (typeof value === 'string') return emit(printText(value), parts, room);
  if (typeof value === 'bigint') return emit(value.toString(), parts, room);
  if (typeof value === 'number') return emit(Number.isInteger(value) ? String(value) : `json('${value}')`, parts, room);
  if (typeof value === 'boolean') return emit(value ? 'true()' : 'false()', parts, room);
  if (value === null) return emit('null()', parts, room);
  if (value instanceof SecureValue) return emit(`parameters(${printText(value.name)})`, parts, room);
  if (Array.isArray(value)) return printCall('createArray', value, parts, room);
  if (isLambda(value)) return print(value.toRuntime(), parts, room);
  if (!(value instanceof RuntimeValue)) {
    return printCall('createObject', Object.entries(value as ValueObject).flat(), parts, room);
  }
  const [target, key] = value.args;
  if (value.name === '.' && typeof key === 'string' && IDENTIFIER.test(key)) {
    print(target as Value, parts, room);
    return emit(`.${key}`, parts, room);
  }
  if (value.name === '.' || value.name === '[]') {
    print(target as Value, parts, room);
    emit('[', parts, room);
    print(key as Value, parts, room);
    return emit(']', parts, room);
  }
  return printCall(value.name, value.args, parts, room);
}

function printCall(name: string, args: readonly Value[], parts: string[], room: { left: number }): void {
  emit(`${name}(`, parts, room);
  for (let i = 0; i < args.length && room.left > 0; i++) {
    if (i > 0) emit(', ', parts, room);
    print(args[i] as Value, parts, room);
  }
  emit(')', parts, room);
}

function emit(text: string, parts: string[], room: { left: number }): void {
  room.left -= text.length;
  parts.push(text);
}

/**
 * The value as it stands in an expansion: JSON.stringify must take it, so an integer beyond 2^53 becomes a raw JSON number
 * with all its digits. The very same value where there is none.
 */
export function toData(value: Value): Value {
  if (typeof value === 'bigint') return jsonInteger(value) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Symbolic || !extentOf(value).large) return value;
  if (Array.isArray(value)) return mapArray(value, toData);
  return isLambda(value) ? value : mapObject(value, toData);
}

/** A number as JSON.rawJSON makes it: JSON.stringify writes its digits, whatever their number. */
export function isRawJson(value: object): value is { rawJSON: string } {
  return Object.getPrototypeOf(value) === null && Object.hasOwn(value, 'rawJSON');
}

/** An integer that JSON.stringify writes with all its digits, where the platform can. */
function jsonInteger(value: bigint): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON?: (text: string) => unknown };
  return rawJSON === undefined ? Number(value) : rawJSON(value.toString());
}

/**
 * The value as JSON data that may be shown: a run-time value is {"$runtime": "[expression]"}, a secure one
 * {"$secure": "parameter"}, an integer beyond 2^53 a raw JSON number, or its digits as text: no raw number can be sent
 * between threads.
 */
export function toPrintable(value: unknown, integers: 'raw' | 'text' = 'raw'): unknown {
  if (typeof value === 'bigint') return integers === 'raw' ? jsonInteger(value) : value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (isRawJson(value)) return integers === 'raw' ? value : value.rawJSON;
  if (value instanceof Symbolic) return value.toJSON();
  if (Array.isArray(value)) return value.map((item) => toPrintable(item, integers));
  const copy: { [key: string]: unknown } = {};
  for (const [key, item] of Object.entries(value)) setProperty(copy, key, toPrintable(item, integers));
  return copy;
}
