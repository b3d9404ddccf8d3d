import { RuntimeValue } from '@cloudwright/engine';
import { isAliasName, type Shape } from './aliases.ts';
import type { AppliedOperation } from './api.ts';
import { EACH, otherSpelling, parsePath, readPath, type Step } from './property.ts';

/** One change that modify or append asks for, its expressions evaluated. */
export interface Change {
  operation: AppliedOperation['operation'];
  field: string;
  value?: unknown;
  /** Present when it is not known whether the operation happens. */
  condition?: RuntimeValue;
}

export interface ChangeResult {
  resource: unknown;
  operations: AppliedOperation[];
  /** A change that cannot be made, and so falls back to the conflict effect. */
  conflict: boolean;
}

/** Applies changes in order; the resource given is not touched, unchanged parts are shared with the result. */
export function applyChanges(resource: unknown, changes: readonly Change[], shape: Shape): ChangeResult {
  let current = resource;
  const operations: AppliedOperation[] = [];
  for (const change of changes) {
    const { resource: changed, ...applied } = applyChange(current, change, shape);
    current = changed;
    operations.push({ operation: change.operation, field: change.field, ...('value' in change && { value: change.value }), ...applied });
  }
  return { resource: current, operations, conflict: operations.some((operation) => operation.outcome === 'conflict') };
}

type Applied = Pick<AppliedOperation, 'outcome' | 'reason'> & { resource: unknown };

function applyChange(resource: unknown, change: Change, shape: Shape): Applied {
  if (change.condition !== undefined) return { resource, outcome: 'skipped', reason: `Whether it happens is known at run time only: ${change.condition}.` };
  const steps = stepsOf(change.field, shape);
  if (steps === undefined) return { resource, outcome: 'conflict', reason: `The resource type has no property '${change.field}'.` };
  if (isAliasName(change.field) && change.operation !== 'append' && shape.modifiable(change.field) === false) {
    return { resource, outcome: 'conflict', reason: `'${change.field}' can't be modified in this api version.` };
  }
  if (change.operation === 'remove') return removeAt(resource, steps);
  if (change.value instanceof RuntimeValue) return { resource, outcome: 'skipped', reason: `The new value is known at run time only: ${change.value}.` };
  const expected = change.operation === 'append' ? undefined : shape.tokenType(change.field);
  if (expected !== undefined && !fitsType(change.value, expected)) return { resource, outcome: 'conflict', reason: `'${change.field}' is of type ${expected}, the new value is not.` };
  if (!hasParent(resource, steps)) return { resource, outcome: 'skipped', reason: 'The property above it is not in the request.' };
  return change.operation === 'append' ? append(resource, steps, change.value) : write(resource, steps, change);
}

function stepsOf(field: string, shape: Shape): readonly Step[] | undefined {
  if (field.toLowerCase().startsWith('tags.')) return ['tags', field.slice(5)];
  const found = shape.find(field);
  return found.kind === 'path' ? found.steps : found.kind === 'unknownAlias' ? undefined : parsePath(field);
}

/** Whether a value is of the type that an alias has in the api version; types that the table does not know take everything. */
function fitsType(value: unknown, type: string): boolean {
  switch (type.toLowerCase()) {
    case 'string':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isPlain(value);
    default:
      return true;
  }
}

/**
 * A nested property is left alone where the one above it is absent: that is taken as intended
 * (effect-modify, Skipped modification). `properties`, `tags` and `identity` are made.
 */
function hasParent(resource: unknown, steps: readonly Step[]): boolean {
  const each = steps.indexOf(EACH);
  const plain = each < 0 ? steps : steps.slice(0, each);
  const above = plain.slice(0, each < 0 ? -1 : plain.length - 1);
  if (above.length <= 1) return true;
  return readPath(resource, above) !== undefined;
}

function write(resource: unknown, steps: readonly Step[], change: Change): Applied {
  const keep = change.operation === 'add';
  const changed = update(resource, steps, 0, (old) => (keep && old !== undefined && old !== null ? old : change.value), keep);
  return { resource: changed, outcome: changed === resource ? 'unchanged' : 'applied' };
}

/** Append never overwrites: another value in place refuses the request, a [*] path gets one more member. */
function append(resource: unknown, steps: readonly Step[], value: unknown): Applied {
  let conflict = false;
  const changed = update(
    resource,
    steps,
    0,
    (old) => {
      if (old === undefined || old === null) return value;
      if (!sameValue(old, value)) conflict = true;
      return old;
    },
    true,
  );
  if (conflict) return { resource, outcome: 'conflict', reason: 'The property has another value already.' };
  return { resource: changed, outcome: changed === resource ? 'unchanged' : 'applied' };
}

function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Copies along the path and changes what is at its end; `add` puts a member behind the list instead of replacing it. */
function update(node: unknown, steps: readonly Step[], at: number, change: (old: unknown) => unknown, add: boolean): unknown {
  if (at === steps.length) return change(node);
  const step = steps[at] as Step;
  if (step === EACH) {
    const list = Array.isArray(node) ? (node as unknown[]) : [];
    if (at === steps.length - 1) return add ? [...list, change(undefined)] : [change(undefined)];
    const members = list.map((member) => update(member, steps, at + 1, change, add));
    return members.every((member, i) => member === list[i]) ? node : members;
  }
  if (typeof step === 'number') {
    if (!Array.isArray(node) || step >= node.length) return node;
    const copy = [...(node as unknown[])];
    copy[step] = update(copy[step], steps, at + 1, change, add);
    return copy;
  }
  const object = isPlain(node) ? node : {};
  const key = Object.hasOwn(object, step) ? step : (otherSpelling(object, step) ?? step);
  const old = Object.hasOwn(object, key) ? object[key] : undefined;
  const value = update(old, steps, at + 1, change, add);
  return value === old && isPlain(node) ? node : { ...object, [key]: value };
}

/** The resource with a value at the end of a path; what is above it is made. */
export function setAt(resource: unknown, steps: readonly Step[], value: unknown): unknown {
  return update(resource, steps, 0, () => value, false);
}

function removeAt(resource: unknown, steps: readonly Step[]): Applied {
  if (readPath(resource, steps) === undefined) return { resource, outcome: 'unchanged' };
  return { resource: without(resource, steps, 0), outcome: 'applied' };
}

/** The resource less what is at the end of a path. */
export function without(node: unknown, steps: readonly Step[], at: number): unknown {
  const step = steps[at];
  if (typeof step !== 'string' || !isPlain(node)) return node;
  const key = Object.hasOwn(node, step) ? step : otherSpelling(node, step);
  if (key === undefined) return node;
  const { [key]: child, ...rest } = node;
  return at === steps.length - 1 ? rest : { ...rest, [key]: without(child, steps, at + 1) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RuntimeValue);
}
