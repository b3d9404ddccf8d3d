import { RuntimeValue, SecureValue, Symbolic } from '@cloudwright/engine';
import { fold, NOT_ASCII } from './text.ts';

/**
 * Reading properties of resources: names without case, inherited ones never seen, secrets opened (they are compared,
 * never shown), and every member of a run-time value is a run-time value.
 */

/** One step of a path: a property's name, an array index, or all members of an array. */
export type Step = string | number | typeof EACH;
export const EACH = Symbol('[*]');

const hasOwn = Object.hasOwn;

/** The property, or undefined. */
export function property(target: unknown, name: string): unknown {
  if (typeof target !== 'object' || target === null) return undefined;
  if (target instanceof Symbolic) return memberOfSymbolic(target, name);
  const value = (target as Record<string, unknown>)[name];
  if (value !== undefined && hasOwn(target, name)) return value;
  if (Array.isArray(target)) return undefined;
  const key = otherSpelling(target, name);
  return key === undefined ? undefined : (target as Record<string, unknown>)[key];
}

/** The object's own spelling of a name, where it differs by case; undefined when there is none. */
export function otherSpelling(target: object, name: string): string | undefined {
  const { length } = name;
  let lower: string | undefined;
  for (const key in target) {
    if (key.length !== length) continue;
    lower ??= name.toLowerCase();
    if (key.toLowerCase() === lower && hasOwn(target, key)) return key;
  }
  if (!NOT_ASCII.test(name)) return undefined;
  const folded = fold(name);
  return Object.keys(target).find((key) => fold(key) === folded);
}

function memberOfSymbolic(target: Symbolic, name: string | number): unknown {
  if (target instanceof SecureValue) {
    const open = SecureValue.open(target);
    const member = typeof name === 'string' ? property(open, name) : item(open, name);
    return member === undefined || member instanceof Symbolic ? member : new SecureValue(target.name, member as never);
  }
  return target instanceof RuntimeValue ? new RuntimeValue(typeof name === 'string' ? '.' : '[]', [target, name]) : undefined;
}

/** The array's member at an index, or undefined. */
export function item(target: unknown, index: number): unknown {
  if (Array.isArray(target)) return target[index];
  return target instanceof Symbolic ? memberOfSymbolic(target, index) : undefined;
}

/** The value at the end of a path without `[*]`. */
export function readPath(target: unknown, steps: readonly Step[]): unknown {
  let value = target;
  for (let i = 0; i < steps.length && value !== undefined; i++) {
    const step = steps[i] as Step;
    value = typeof step === 'string' ? property(value, step) : typeof step === 'number' ? item(value, step) : undefined;
  }
  return value;
}

/**
 * Calls `visit` with every value at the end of a path with `[*]`; a member without the property gives undefined.
 * An array that is missing has no members; one known only at run time gives the one run-time value `[*]`.
 * `visit` answers true to go on.
 */
export function visitPath(target: unknown, steps: readonly Step[], from: number, visit: (value: unknown) => boolean): boolean {
  let value = target;
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step === EACH) {
      const open = value instanceof SecureValue ? SecureValue.open(value) : value;
      if (open instanceof RuntimeValue) return visit(new RuntimeValue('[*]', [open]));
      if (!Array.isArray(open)) return true;
      for (const member of open) if (!visitPath(member, steps, i + 1, visit)) return false;
      return true;
    }
    value = typeof step === 'string' ? property(value, step) : item(value, step);
  }
  return visit(value);
}

/**
 * Splits a path into steps: `properties.rules[*].name`, `a['b.c'].d`, `a["b"]`, `a[0]`, `tags[cost.center]`.
 * Undefined when a bracket is not closed or empty.
 */
export function parsePath(path: string): Step[] | undefined {
  const steps: Step[] = [];
  let name = '';
  let named = false;
  const flush = () => {
    if (named) steps.push(name);
    name = '';
    named = false;
  };
  for (let i = 0; i < path.length; i++) {
    const char = path[i] as string;
    if (char === '.') {
      flush();
    } else if (char === '[') {
      flush();
      const bracket = readBracket(path, i);
      if (bracket === undefined) return undefined;
      steps.push(bracket.step);
      i = bracket.end;
    } else {
      name += char;
      named = true;
    }
  }
  flush();
  return steps.length === 0 ? undefined : steps;
}

function readBracket(path: string, start: number): { step: Step; end: number } | undefined {
  const quote = path[start + 1];
  if (quote === "'" || quote === '"') {
    let text = '';
    for (let i = start + 2; i < path.length; i++) {
      const char = path[i] as string;
      if (char === quote) {
        // A doubled quote is one quote; the closing one is followed by the bracket.
        if (path[i + 1] === ']') return { step: text, end: i + 1 };
        if (path[i + 1] === quote) i++;
      }
      text += char;
    }
    return undefined;
  }
  const end = path.indexOf(']', start);
  const inner = end < 0 ? '' : path.slice(start + 1, end);
  if (inner === '') return undefined;
  if (inner === '*') return { step: EACH, end };
  return { step: /^\d+$/.test(inner) ? Number(inner) : inner, end };
}

/** The path as text, as Azure writes it. */
export function printPath(steps: readonly Step[]): string {
  let text = '';
  for (const step of steps) {
    if (step === EACH) text += '[*]';
    else if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z0-9_$@-]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `['${step.replaceAll("'", "''")}']`;
  }
  return text;
}
