import type { RuntimeValue } from '@cloudwright/engine';
import type { TraceStep } from './api.ts';
import { operatorOf, operators } from './operators.ts';
import type { RelatedRequest } from './policy.ts';
import type { ConditionNode } from './rule.ts';

/** Reasons, read off a trace, in sentences for people. */

export type TestNode = Extract<ConditionNode, { kind: 'test' }>;
export type Steps = ReadonlyMap<string, TraceStep>;

/** Operators as verbs, for sentences; a negating operator says the opposite of the one it negates. */
const VERBS: Record<string, string> = {
  equals: 'is equal to', notEquals: 'is not equal to', like: 'is like', notLike: 'is not like', match: 'matches', notMatch: 'does not match',
  matchInsensitively: 'matches', notMatchInsensitively: 'does not match', contains: 'contains', notContains: 'does not contain', in: 'is one of',
  notIn: 'is none of', containsKey: 'has the key', notContainsKey: 'does not have the key', less: 'is less than', lessOrEquals: 'is at most',
  greater: 'is greater than', greaterOrEquals: 'is at least',
};
// Limits have no negating operator of their own: the other side of the limit is the opposite.
const OPPOSITES: Record<string, string> = { less: 'greaterOrEquals', greaterOrEquals: 'less', greater: 'lessOrEquals', lessOrEquals: 'greater' };

/** Why the condition holds. */
export function describeMatch(condition: ConditionNode, trace: readonly TraceStep[]): string {
  const steps = byPointer(trace);
  return describe(deciding(condition, true, steps), steps, 'The rule holds');
}

/** Why the condition does not hold. */
export function describeMiss(condition: ConditionNode, trace: readonly TraceStep[]): string {
  const steps = byPointer(trace);
  return describe(deciding(condition, false, steps), steps, 'The rule does not hold');
}

export function describeFailure(message: string): string {
  return `The evaluation failed, which refuses the request: ${message}`;
}

/** Why an -IfNotExists effect is not content: nothing is there, or what is there does not meet the condition (of the last, why). */
export function describeMissing(request: RelatedRequest, candidates: number, existence: ConditionNode | undefined, trace: readonly TraceStep[] = []): string {
  if (candidates === 0) return `There is no ${request.type}${request.name === undefined ? '' : ` '${request.name}'`}.`;
  const what = candidates === 1 ? `The ${request.type} does not meet the condition` : `None of the ${candidates} ${request.type} meets the condition`;
  if (existence === undefined) return `${what}.`;
  const steps = byPointer(trace);
  return describe(deciding(existence, false, steps), steps, what);
}

const NOT_GIVEN: Record<string, string> = {
  resourceGroup: 'The resource group is not given.',
  subscription: 'The subscription is not given.',
  requestContext: 'The request is not given.',
  policy: 'The assignment is not given.',
  utcNow: 'The time is not given.',
};

/** Why a verdict is open: the first run-time value that stood in the way. */
export function describeUnknown(values: readonly RuntimeValue[]): string {
  const cause = values[0] === undefined ? undefined : causeOf(values[0]);
  if (cause === undefined) return 'A value is not known before the deployment.';
  if (cause.name === 'alias') return `The alias '${String(cause.args[0])}' is unknown.`;
  if (cause.name === 'parameters') return `The parameter '${String(cause.args[0])}' has no value.`;
  return NOT_GIVEN[cause.name] ?? `Known at run time only: ${cause}.`;
}

/** A short name of the cause, for counting: alias, parameter, runtime, context. */
export function unknownCause(values: readonly RuntimeValue[]): string {
  const cause = values[0] === undefined ? undefined : causeOf(values[0]);
  if (cause === undefined) return 'runtime';
  return cause.name === 'alias' ? 'alias' : cause.name === 'parameters' ? 'parameter' : cause.name in NOT_GIVEN ? 'context' : 'runtime';
}

/** The innermost cause of a value that waits: what a function or a member was asked of. */
function causeOf(value: RuntimeValue): RuntimeValue {
  const ours = (one: RuntimeValue) => one.name === 'alias' || one.name === 'parameters' || one.name in NOT_GIVEN;
  let current = value;
  for (let depth = 0; depth < 50 && !ours(current); depth++) {
    const next = current.args.find((arg): arg is RuntimeValue => typeof arg === 'object' && arg !== null && (arg as RuntimeValue).constructor === value.constructor);
    if (next === undefined) break;
    current = next;
  }
  if (ours(current)) return current;
  return value.name === '[*]' ? ((value.args[0] as RuntimeValue | undefined) ?? value) : value;
}

export function byPointer(trace: readonly TraceStep[]): Steps {
  return new Map(trace.map((step) => [step.pointer, step]));
}

/** Whether a node held, as the steps tell; undefined where it was not reached. */
export function resultOf(node: ConditionNode, steps: Steps): boolean | 'unknown' | undefined {
  if (node.kind === 'test') return steps.get(node.pointer)?.result;
  if (node.kind === 'not') {
    const inner = resultOf(node.item, steps);
    return typeof inner === 'boolean' ? !inner : inner;
  }
  const results = node.items.map((item) => resultOf(item, steps));
  const decisive = node.kind === 'anyOf';
  if (results.includes(decisive)) return decisive;
  if (results.includes('unknown')) return 'unknown';
  return results.includes(undefined) ? undefined : !decisive;
}

/** The tests that made the condition come out as it did. */
function deciding(node: ConditionNode, wanted: boolean, steps: Steps): TestNode[] {
  if (node.kind === 'test') return steps.get(node.pointer)?.result === wanted ? [node] : [];
  if (node.kind === 'not') return deciding(node.item, !wanted, steps);
  const all = (node.kind === 'allOf') === wanted;
  const parts = node.items.filter((item) => resultOf(item, steps) === wanted);
  return (all ? parts : parts.slice(0, 1)).flatMap((item) => deciding(item, wanted, steps));
}

export const IDENTITY = new Set(['type', 'name', 'kind', 'id', 'fullname']);

export function isIdentity(node: TestNode): boolean {
  return node.left.kind === 'field' && IDENTITY.has(node.left.field.toLowerCase());
}

function describe(tests: readonly TestNode[], steps: Steps, otherwise: string): string {
  // What the resource is tells least, what an expression calculated little more: fields are what a person can change.
  const telling = tests.filter((test) => !isIdentity(test));
  const fields = telling.filter(({ left }) => left.kind !== 'value');
  const shown = (fields.length > 0 ? fields : telling.length > 0 ? telling : tests).slice(0, 3).flatMap((test) => steps.get(test.pointer) ?? []);
  return shown.length === 0 ? `${otherwise}.` : `${otherwise}: ${shown.map(describeStep).join('; ')}.`;
}

/** One step as a sentence: what it looked at, what it had, and how that compares with what the rule names. */
export function describeStep({ kind, left, operator, actual, expected, result }: TraceStep): string {
  const subject = subjectOf(left);
  if (operator === 'exists' && result !== 'unknown') return `${subject} ${(String(expected).toLowerCase() === 'true') === result ? 'exists' : 'does not exist'}`;
  const has = stateOf(kind, subject, actual);
  if (result === 'unknown') return `${has}: whether it ${operator === 'exists' ? 'exists' : `${VERBS[operator] ?? operator} ${describeValue(expected)}`} can not be told`;
  const verb = VERBS[result ? operator : oppositeOf(operator)];
  // An operator that this table does not know: as the cloud wrote it.
  return verb === undefined ? `${has}, and ${operator} ${describeValue(expected)} ${result ? 'holds' : 'does not hold'}` : `${has}, ${actual === null ? 'and so' : 'which'} ${verb} ${describeValue(expected)}`;
}

/** An expression without its brackets; a list that is counted in words. */
function subjectOf(left: string): string {
  if (/^\[.*\]$/s.test(left) && !/^\[\s*["\d{[\]]/.test(left)) return left.slice(1, -1);
  return left.startsWith('[') ? 'the list' : left;
}

function stateOf(kind: TraceStep['kind'], subject: string, actual: unknown): string {
  if (kind === 'count') return `${subject} has ${actual === null ? 'an unknown number of' : String(actual)} ${actual === 1 ? 'member' : 'members'} that count${actual === 1 ? 's' : ''}`;
  if (actual === null || actual === undefined) return `${subject} is not set`;
  return Array.isArray(actual) && actual.length === 0 ? `${subject} has no members` : `${subject} is ${describeValue(actual)}`;
}

const oppositeOf = (name: string): string => OPPOSITES[name] ?? operatorOf(name)?.negates ?? operators().find((row) => row.negates === name)?.name ?? '';

/** Characters of a list in a sentence. */
const MAX_LENGTH = 120;

/** A value in a sentence: texts in quotes, lists without brackets and of a long one the first members, objects by their keys. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : describeList(value.map(describeValue));
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length === 0 ? 'an empty object' : `an object with ${describeList(keys)}`;
  }
  if (typeof value !== 'string') return String(value);
  return value.length <= MAX_LENGTH ? `"${value}"` : `"${value.slice(0, MAX_LENGTH - 3)}..."`;
}

function describeList(texts: readonly string[]): string {
  let shown = texts.length;
  while (shown > 1 && texts.slice(0, shown).join(', ').length > MAX_LENGTH) shown--;
  return `${texts.slice(0, shown).join(', ')}${shown < texts.length ? ` and ${texts.length - shown} more` : ''}`;
}
