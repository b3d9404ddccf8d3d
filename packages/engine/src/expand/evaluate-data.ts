import { compileExpression } from '../expression/compile.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import { limits } from '../limits.ts';
import { asText, isData } from '../template/sections.ts';
import { endsRun } from './run.ts';
import { findKey, getProperty, printValue, RuntimeValue, SecureValue, setProperty, type Value, type ValueObject } from '../values.ts';
import type { Json, JsonObject } from '../api.ts';
import type { Scope } from '../expression/scope.ts';

/** One round of a copy loop. */
export interface Loop {
  name: string;
  index: number;
  /** An unnamed copyIndex() prefers a resource's loop over the loop of a property around it. */
  isResource: boolean;
}

/** What evaluating data needs beside the scope: the loops to push rounds on, and what becomes of a failing text. */
export interface DataScope extends Scope {
  loops: Loop[];
  /** Where the walk stands in the file; kept by pushing and popping. */
  path: (string | number)[];
  /** The value that stands for a failing text; may throw instead. */
  failed(error: EvaluationError, text: string): Value;
  /** A loop's count waits for the cloud: it has no rounds for now. */
  countUnknown(): void;
}

/**
 * Evaluates JSON: texts that are expressions, property copy loops, expressions as property names. A part without any
 * of them comes back as the very same object, so results share it with the template: never change them in place.
 */
export function evaluateData(value: Json, scope: DataScope): Value {
  if (typeof value === 'string') return value.charCodeAt(0) === 91 ? evaluateText(value, scope) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (--scope.meter.steps < 0) scope.meter.count(0);
  return Array.isArray(value) ? evaluateItems(value, scope) : evaluateObject(value, scope);
}

function evaluateText(text: string, scope: DataScope): Value {
  const { locals } = scope;
  const { depth } = scope.meter;
  try {
    return compileExpression(text).evaluate(scope);
  } catch (error) {
    if (!(error instanceof EvaluationError) || endsRun(error)) throw error;
    // What was left in the middle of a call.
    scope.locals = locals;
    scope.meter.depth = depth;
    return scope.failed(error, text);
  }
}

function evaluateItems(items: Json[], scope: DataScope): Value[] {
  let copy: Value[] | undefined;
  const { path } = scope;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Json;
    let result: Value = item;
    if (typeof item === 'string' ? item.charCodeAt(0) === 91 : typeof item === 'object' && item !== null) {
      path.push(i);
      result = evaluateData(item, scope);
      path.pop();
    }
    if (copy === undefined && result !== item) copy = items.slice(0, i);
    if (copy !== undefined) copy.push(result);
  }
  return copy ?? items;
}

function evaluateObject(object: JsonObject, scope: DataScope): Value {
  // A copy of the object is made when the first of its values turns out to be another one.
  let copy: ValueObject | undefined;
  const { path } = scope;
  for (const key in object) {
    const item = object[key] as Json;
    let result: Value = item;
    if (typeof item === 'string' ? item.charCodeAt(0) === 91 : typeof item === 'object' && item !== null) {
      if (key.length === 4 && key.toLowerCase() === 'copy' && isCopyList(item)) {
        copy ??= before(object, key);
        evaluateCopies(item, copy, scope, key);
        continue;
      }
      path.push(key);
      result = evaluateData(item, scope);
      path.pop();
    }
    if (key.charCodeAt(0) === 91) {
      copy ??= before(object, key);
      setProperty(copy, evaluateName(key, scope), result);
      continue;
    }
    if (copy === undefined) {
      if (result === item) continue;
      copy = before(object, key);
    }
    if (key === '__proto__') setProperty(copy, key, result);
    else copy[key] = result;
  }
  return copy ?? object;
}

function before(object: JsonObject, end: string): ValueObject {
  const copy: ValueObject = {};
  for (const key in object) {
    if (key === end) break;
    setProperty(copy, key, object[key] as Value);
  }
  return copy;
}

function evaluateName(key: string, scope: DataScope): string {
  const name = evaluateText(key, scope);
  return typeof name === 'string' ? name : name instanceof RuntimeValue || name instanceof SecureValue ? name.toString() : printValue(name);
}

/** The loops of a `copy` inside properties, variables or outputs: [{name, count, input}, ...]. */
function isCopyList(value: Json): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isData(item) && findKey(item, 'input') !== undefined && findKey(item, 'count') !== undefined);
}

function evaluateCopies(copies: JsonObject[], into: ValueObject, scope: DataScope, key: string): void {
  copies.forEach((copy, index) => {
    scope.path.push(key, index);
    const name = asText(evaluateData(getProperty(copy, 'name') ?? null, scope)) ?? '';
    const items = evaluateLoop(copy, name, scope, false, () => evaluateInput(copy, scope));
    scope.path.length -= 2;
    setProperty(into, name, items);
  });
}

/** The input of a loop's round, with the place of it on the path. */
export function evaluateInput(copy: JsonObject, scope: DataScope): Value {
  scope.path.push(findKey(copy, 'input') ?? 'input');
  const value = evaluateData(getProperty(copy, 'input') ?? null, scope);
  scope.path.pop();
  return value;
}

/** Runs the rounds of a loop and collects what they give; an invalid count is a finding and no round. */
export function evaluateLoop<T>(copy: JsonObject, name: string, scope: DataScope, isResource: boolean, round: (index: number) => T): T[] {
  const count = countOf(copy, scope);
  const results: T[] = [];
  const loop: Loop = { name, index: 0, isResource };
  scope.loops.push(loop);
  try {
    for (; loop.index < count; loop.index++) {
      scope.meter.count(1);
      results.push(round(loop.index));
    }
  } finally {
    scope.loops.pop();
  }
  return results;
}

function countOf(copy: JsonObject, scope: DataScope): number {
  scope.path.push(findKey(copy, 'count') ?? 'count');
  let count = evaluateData(getProperty(copy, 'count') ?? null, scope);
  if (count instanceof SecureValue) count = SecureValue.open(count);
  let fault: EvaluationError | undefined;
  if (count instanceof RuntimeValue) {
    if (!isUnevaluated(count)) scope.countUnknown();
  } else if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) {
    fault = new EvaluationError('InvalidArgument', "The copy loop's count must be an integer of at least 0.");
  } else if (count > limits.copyCount) {
    fault = new EvaluationError('InvalidArgument', `The copy loop's count of ${count} is over the limit of ${limits.copyCount}.`);
  }
  if (fault !== undefined) scope.failed(fault, '');
  scope.path.pop();
  return fault === undefined && typeof count === 'number' ? count : 0;
}

/** The stand-in for a text whose evaluation failed: symbolic, so that nothing that depends on it fails again. */
export function unevaluated(text: string): RuntimeValue {
  return new RuntimeValue(UNEVALUATED, [text]);
}
const UNEVALUATED = 'unevaluated';

/**
 * True when a failed text, or a parameter that nobody gave, is somewhere in the value: the finding about it is made
 * already (or left out on purpose, see ExpansionRun.isCheck).
 */
export function isUnevaluated(value: Value): boolean {
  if (value instanceof SecureValue) return isUnevaluated(SecureValue.open(value));
  return value instanceof RuntimeValue && (value.name === UNEVALUATED || value.name === 'parameters' || value.args.some(isUnevaluated));
}
