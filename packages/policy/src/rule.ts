import { walkExpression } from '@cloudwright/engine';
import { isAliasName } from './aliases.ts';
import type { EffectName } from './api.ts';
import { type Diagnostics, pointerTo } from './diagnostics.ts';
import { FORBIDDEN, UNDOCUMENTED } from './functions.ts';
import { operatorOf, type OperatorRow } from './operators.ts';
import { parsePath } from './property.ts';
import { compilePolicyExpression, isPolicyExpression, MAX_EXPRESSION_LENGTH } from './template-value.ts';

/** A condition as it is written, checked and with the operator found. `pointer` is its place in the policy rule. */
export type ConditionNode =
  | { kind: 'allOf' | 'anyOf'; items: ConditionNode[]; pointer: string }
  | { kind: 'not'; item: ConditionNode; pointer: string }
  | { kind: 'test'; left: LeftNode; operator: OperatorRow; right: unknown; pointer: string };

export type LeftNode =
  | { kind: 'field'; field: string }
  | { kind: 'value'; value: unknown }
  | { kind: 'count'; of: { kind: 'field'; field: string } | { kind: 'value'; value: unknown; name: string }; where: ConditionNode | undefined };

/** Limits that Azure sets when a definition is written. */
const MAX_CONDITIONS = 4096;
const MAX_DEPTH = 200;

const EFFECTS: readonly EffectName[] = [
  'disabled', 'append', 'modify', 'deny', 'audit', 'manual', 'auditIfNotExists', 'deployIfNotExists', 'denyAction', 'auditAction', 'mutate', 'addToNetworkGroup',
];
const effectByName = new Map(EFFECTS.map((effect) => [effect.toLowerCase(), effect]));
// The older names of the Kubernetes effects.
effectByName.set('enforceopaconstraint', 'deny').set('enforceregopolicy', 'deny');

/** The effect in its own spelling, or undefined. */
export function effectOf(name: unknown): EffectName | undefined {
  return typeof name === 'string' ? effectByName.get(name.trim().toLowerCase()) : undefined;
}

/** What a check needs to know about the definition around a rule. */
export interface CheckContext {
  diagnostics: Diagnostics;
  /** Lower case; undefined for a bare rule, whose parameters are not declared. */
  declared: ReadonlySet<string> | undefined;
  /** Filled: the parameters that the rule uses, lower case. */
  used: Set<string>;
  /** Answers whether any type has the alias; undefined = no alias table at hand. */
  isKnownAlias: ((alias: string) => boolean) | undefined;
  conditions: number;
}

interface Inside {
  counts: number;
  depth: number;
}

/** Reads a condition or a logical operator. Faults become diagnostics, and undefined. */
export function parseCondition(source: unknown, pointer: string, context: CheckContext, inside: Inside = { counts: 0, depth: 0 }): ConditionNode | undefined {
  const { diagnostics } = context;
  if (inside.depth > MAX_DEPTH) return fault(context, 'TooDeep', pointer);
  if (!isRecord(source)) return fault(context, 'NotAnObject', pointer, 'A condition must be an object.');
  if (++context.conditions > MAX_CONDITIONS) {
    if (context.conditions === MAX_CONDITIONS + 1) diagnostics.add('TooManyConditions', pointer, `A rule may have up to ${MAX_CONDITIONS} conditions.`);
    return undefined;
  }
  const entries = Object.entries(source);
  const logical = entries.find(([key]) => ['allof', 'anyof', 'not'].includes(key.toLowerCase()));
  if (logical !== undefined) return parseLogical(source, logical, pointer, context, inside);
  return parseTest(source, entries, pointer, context, inside);
}

function fault(context: CheckContext, code: Parameters<Diagnostics['add']>[0], pointer: string, message?: string): undefined {
  context.diagnostics.add(code, pointer, message);
  return undefined;
}

function parseLogical(source: Record<string, unknown>, [key, body]: [string, unknown], pointer: string, context: CheckContext, inside: Inside): ConditionNode | undefined {
  for (const other of Object.keys(source)) {
    if (other !== key) context.diagnostics.add('UnknownProperty', pointerTo(pointer, other), `'${other}' can not stand beside '${key}'.`);
  }
  const at = pointerTo(pointer, key);
  const deeper = { ...inside, depth: inside.depth + 1 };
  if (key.toLowerCase() === 'not') {
    const item = parseCondition(body, at, context, deeper);
    return item && { kind: 'not', item, pointer };
  }
  if (!Array.isArray(body)) return fault(context, 'InvalidCondition', at, `'${key}' must be a list of conditions.`);
  const items: ConditionNode[] = [];
  for (const [i, part] of body.entries()) {
    const item = parseCondition(part, pointerTo(at, i), context, deeper);
    if (item !== undefined) items.push(item);
  }
  return { kind: key.toLowerCase() === 'allof' ? 'allOf' : 'anyOf', items, pointer };
}

const LEFT_SIDES = ['field', 'value', 'count'];

function parseTest(source: Record<string, unknown>, entries: [string, unknown][], pointer: string, context: CheckContext, inside: Inside): ConditionNode | undefined {
  const { diagnostics } = context;
  const lefts = entries.filter(([key]) => LEFT_SIDES.includes(key.toLowerCase()));
  const operators = entries.filter(([key]) => operatorOf(key) !== undefined);
  for (const [key] of entries) {
    if (!LEFT_SIDES.includes(key.toLowerCase()) && operatorOf(key) === undefined) {
      diagnostics.add('UnknownProperty', pointerTo(pointer, key), `'${key}' is no operator, and nothing that a condition can have.`);
      return undefined;
    }
  }
  if (lefts.length !== 1) return fault(context, 'InvalidCondition', pointer, "A condition needs exactly one of 'field', 'value' and 'count'.");
  if (operators.length !== 1) return fault(context, 'InvalidCondition', pointer, 'A condition needs exactly one operator.');
  const [leftKey, leftSource] = lefts[0] as [string, unknown];
  const [operatorKey, right] = operators[0] as [string, unknown];
  const operator = operatorOf(operatorKey) as OperatorRow;
  const left = parseLeft(leftKey.toLowerCase(), leftSource, pointerTo(pointer, leftKey), context, inside);
  const fits = checkRight(operator, right, pointerTo(pointer, operatorKey), context, inside);
  return left && fits ? { kind: 'test', left, operator, right, pointer } : undefined;
}

function parseLeft(key: string, source: unknown, pointer: string, context: CheckContext, inside: Inside): LeftNode | undefined {
  if (key === 'field') {
    const field = parseField(source, pointer, context, inside);
    return field === undefined ? undefined : { kind: 'field', field };
  }
  if (key === 'value') return checkExpressions(source, pointer, context, inside) ? { kind: 'value', value: source } : undefined;
  return parseCount(source, pointer, context, inside);
}

const KNOWN_FIELDS = new Set([
  'name', 'fullname', 'kind', 'type', 'location', 'id', 'tags', 'identity', 'identity.type', 'identity.userassignedidentities',
]);
// What every resource has beside its properties; aliases for them are rare, and definitions use the names as they are.
const KNOWN_ROOTS = /^(tags|identity|sku|plan|zones|managedby|properties|extendedlocation|systemdata|etag|apiversion)([.[]|$)/i;

function parseField(source: unknown, pointer: string, context: CheckContext, inside: Inside): string | undefined {
  if (typeof source !== 'string' || source === '') return fault(context, 'InvalidField', pointer, 'The name of a field must be a text.');
  if (isPolicyExpression(source)) return checkExpressions(source, pointer, context, inside) ? source : undefined;
  if (parsePath(source) === undefined) return fault(context, 'InvalidField', pointer, `'${source}' can not be read as a field.`);
  if (isAliasName(source)) {
    if (context.isKnownAlias !== undefined && !context.isKnownAlias(source)) context.diagnostics.add('UnknownAlias', pointer, `No resource type has the alias '${source}'.`);
  } else if (context.isKnownAlias !== undefined && !KNOWN_FIELDS.has(source.toLowerCase()) && !KNOWN_ROOTS.test(source)) {
    context.diagnostics.add('UnknownField', pointer, `'${source}' is neither a known field nor an alias.`);
  }
  return source;
}

function parseCount(source: unknown, pointer: string, context: CheckContext, inside: Inside): LeftNode | undefined {
  if (!isRecord(source)) return fault(context, 'InvalidCount', pointer, 'A count must be an object.');
  const part = (name: string) => Object.entries(source).find(([key]) => key.toLowerCase() === name);
  for (const key of Object.keys(source)) {
    if (!['field', 'value', 'name', 'where'].includes(key.toLowerCase())) {
      return fault(context, 'UnknownProperty', pointerTo(pointer, key), `A count has no '${key}'.`);
    }
  }
  const field = part('field');
  const value = part('value');
  const name = part('name');
  const whereEntry = part('where');
  if ((field === undefined) === (value === undefined)) return fault(context, 'InvalidCount', pointer, "A count needs either 'field' or 'value'.");
  const deeper = { counts: inside.counts + 1, depth: inside.depth + 1 };
  const where = whereEntry && parseCondition(whereEntry[1], pointerTo(pointer, whereEntry[0]), context, deeper);
  if (whereEntry !== undefined && where === undefined) return undefined;
  if (field !== undefined) {
    const parsed = parseField(field[1], pointerTo(pointer, field[0]), context, inside);
    if (parsed === undefined) return undefined;
    if (!isPolicyExpression(parsed) && !parsed.includes('[*]')) return fault(context, 'InvalidCount', pointerTo(pointer, field[0]), 'The field of a count must be an array alias with [*].');
    return { kind: 'count', of: { kind: 'field', field: parsed }, where };
  }
  return parseValueCount(value as [string, unknown], name, where, pointer, context, inside);
}

function parseValueCount(value: [string, unknown], name: [string, unknown] | undefined, where: ConditionNode | undefined, pointer: string, context: CheckContext, inside: Inside): LeftNode | undefined {
  if (!checkExpressions(value[1], pointerTo(pointer, value[0]), context, inside)) return undefined;
  if (!Array.isArray(value[1]) && !isPolicyExpression(value[1])) return fault(context, 'InvalidCount', pointerTo(pointer, value[0]), 'The value of a count must be a list.');
  if (name !== undefined && typeof name[1] !== 'string') return fault(context, 'InvalidCount', pointerTo(pointer, name[0]), 'The name of a count must be a text.');
  return { kind: 'count', of: { kind: 'value', value: value[1], name: name === undefined ? 'default' : (name[1] as string) }, where };
}

function checkRight(operator: OperatorRow, right: unknown, pointer: string, context: CheckContext, inside: Inside): boolean {
  if (!checkExpressions(right, pointer, context, inside)) return false;
  if (isPolicyExpression(right)) return true;
  const fits = {
    any: true,
    text: typeof right === 'string' || typeof right === 'number' || typeof right === 'boolean',
    ordered: typeof right === 'string' || typeof right === 'number',
    list: Array.isArray(right),
    boolean: typeof right === 'boolean' || (typeof right === 'string' && /^(true|false)$/i.test(right)),
  }[operator.right];
  if (!fits) context.diagnostics.add('InvalidOperand', pointer, `'${operator.name}' needs ${WANTED[operator.right]}.`);
  return fits;
}

const WANTED = { any: 'a value', text: 'a text', ordered: 'a text, a date or a number', list: 'a list', boolean: 'true or false' };

/** Checks every expression in a value, at any depth. False when one can not be used. */
export function checkExpressions(source: unknown, pointer: string, context: CheckContext, inside: Inside = { counts: 0, depth: 0 }): boolean {
  if (inside.depth > MAX_DEPTH) {
    context.diagnostics.add('TooDeep', pointer);
    return false;
  }
  if (typeof source === 'string') return !isPolicyExpression(source) || checkExpression(source, pointer, context, inside);
  if (typeof source !== 'object' || source === null) return true;
  let good = true;
  const deeper = { ...inside, depth: inside.depth + 1 };
  for (const [key, value] of Object.entries(source)) if (!checkExpressions(value, pointerTo(pointer, key), context, deeper)) good = false;
  return good;
}

function checkExpression(text: string, pointer: string, context: CheckContext, inside: Inside): boolean {
  const { diagnostics } = context;
  if (text.length > MAX_EXPRESSION_LENGTH) {
    diagnostics.add('InvalidExpression', pointer, `An expression may have up to ${MAX_EXPRESSION_LENGTH} characters.`);
    return false;
  }
  const expression = compilePolicyExpression(text);
  let good = true;
  for (const { code, message, name } of expression.faults) {
    const forbidden = code === 'UnknownFunction' && name !== undefined && isForbidden(name);
    const known = code === 'UnknownFunction' || code === 'WrongArity' ? code : 'InvalidExpression';
    diagnostics.add(forbidden ? 'FunctionNotAllowed' : known, pointer, forbidden ? `${name}() can't be used in a policy rule.` : message);
    good = false;
  }
  if (expression.ast === undefined) return false;
  walkExpression(expression.ast, (node) => {
    if (node.kind !== 'call') return;
    const name = node.name.toLowerCase();
    const first = node.args[0];
    if (UNDOCUMENTED.has(name)) diagnostics.add('FunctionUndocumented', pointer, `The documentation leaves ${node.name}() out of policy rules: Azure may refuse it.`);
    if (name === 'current' && inside.counts === 0) {
      diagnostics.add('CurrentOutsideCount', pointer);
      good = false;
    }
    if (name !== 'parameters' || first?.kind !== 'literal' || typeof first.value !== 'string') return;
    context.used.add(first.value.toLowerCase());
    if (context.declared !== undefined && !context.declared.has(first.value.toLowerCase())) {
      diagnostics.add('UndeclaredParameter', pointer, `The parameter '${first.value}' is not declared.`);
      good = false;
    }
  });
  return good;
}

function isForbidden(name: string): boolean {
  const lower = name.toLowerCase();
  return FORBIDDEN.has(lower) || lower.startsWith('list');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
