import type { RuntimeValue } from '@cloudwright/engine';
import type { Suggestion, TraceStep } from './api.ts';
import type { Frame } from './frame.ts';
import { operatorOf, operators } from './operators.ts';
import { printPath } from './property.ts';
import type { RelatedRequest } from './policy.ts';
import type { ConditionNode } from './rule.ts';

/** Reasons and suggestions, both read off a trace. */

type TestNode = Extract<ConditionNode, { kind: 'test' }>;
type Steps = ReadonlyMap<string, TraceStep>;

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

export function describeMissing(request: RelatedRequest, candidates: number): string {
  const what = request.name === undefined ? `a ${request.type}` : `the ${request.type} '${request.name}'`;
  return candidates === 0 ? `There is not ${what}.` : `None of ${candidates} ${request.type} meets the condition.`;
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

function byPointer(trace: readonly TraceStep[]): Steps {
  return new Map(trace.map((step) => [step.pointer, step]));
}

/** Whether a node held, as the steps tell; undefined where it was not reached. */
function resultOf(node: ConditionNode, steps: Steps): boolean | 'unknown' | undefined {
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

const IDENTITY = new Set(['type', 'name', 'kind', 'id', 'fullname']);

function isIdentity(node: TestNode): boolean {
  return node.left.kind === 'field' && IDENTITY.has(node.left.field.toLowerCase());
}

function describe(tests: readonly TestNode[], steps: Steps, otherwise: string): string {
  const telling = tests.filter((test) => !isIdentity(test));
  const shown = (telling.length > 0 ? telling : tests).slice(0, 3).flatMap((test) => steps.get(test.pointer) ?? []);
  return shown.length === 0 ? `${otherwise}.` : `${otherwise}: ${shown.map(describeStep).join('; ')}.`;
}

/** One step as a sentence: what it looked at, what it had, and how that compares with what the rule names. */
export function describeStep({ left, operator, actual, expected, result }: TraceStep): string {
  if (operator === 'exists' && result !== 'unknown') return `${left} ${(String(expected).toLowerCase() === 'true') === result ? 'exists' : 'does not exist'}`;
  const has = `${left} is ${shorten(actual)}`;
  if (result === 'unknown') return `${has}: whether it ${operator === 'exists' ? 'exists' : `${VERBS[operator] ?? operator} ${shorten(expected)}`} can not be told`;
  const verb = VERBS[result ? operator : oppositeOf(operator)];
  // An operator that this table does not know: as the cloud wrote it.
  return verb === undefined ? `${has}, and ${operator} ${shorten(expected)} ${result ? 'holds' : 'does not hold'}` : `${has}, which ${verb} ${shorten(expected)}`;
}

const oppositeOf = (name: string): string => OPPOSITES[name] ?? operatorOf(name)?.negates ?? operators().find((row) => row.negates === name)?.name ?? '';

/** A value in a sentence; of a long list the first whole members, and how many more there are. */
function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  if (text.length <= 120) return text;
  if (!Array.isArray(value)) return `${text.slice(0, 117)}...`;
  let shown = value.length - 1;
  while (shown > 1 && JSON.stringify(value.slice(0, shown)).length > 120) shown--;
  return `${JSON.stringify(value.slice(0, shown))} and ${value.length - shown} more`;
}

/** A change of the resource that makes the condition fail, the smallest first. */
export function suggestFix(condition: ConditionNode, trace: readonly TraceStep[], frame: Frame): Suggestion | undefined {
  const steps = byPointer(trace);
  const fixes = fixesOf(condition, false, steps, frame);
  return fixes?.[0];
}

/** What is to be created or set so that an -IfNotExists effect is content. */
export function suggestExistence(request: RelatedRequest, existence: ConditionNode | undefined, trace: readonly TraceStep[], frame: Frame): Suggestion {
  const inner = existence && fixesOf(existence, true, byPointer(trace), frame)?.[0];
  const what = request.name === undefined ? request.type : `${request.type} '${request.name}'`;
  if (inner !== undefined) return { ...inner, text: `In ${what}: ${inner.text}` };
  return { field: request.type, action: 'create', text: `Add a resource of the type ${what}.`, ...(request.name !== undefined && { value: request.name }) };
}

/** Changes that give the node the wanted result, all of them together; undefined when there is no known way. */
function fixesOf(node: ConditionNode, wanted: boolean, steps: Steps, frame: Frame): Suggestion[] | undefined {
  const result = resultOf(node, steps);
  if (result === wanted) return [];
  if (node.kind === 'test') return fixTest(node, wanted, steps, frame);
  if (node.kind === 'not') return fixesOf(node.item, !wanted, steps, frame);
  const every = (node.kind === 'allOf') === wanted;
  if (!every) {
    const ways = node.items.map((item) => fixesOf(item, wanted, steps, frame)).filter((way) => way !== undefined && way.length > 0);
    // The way with the fewest changes, and of those the one that names a value.
    return ways.sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0) || rank(a) - rank(b))[0];
  }
  const all: Suggestion[] = [];
  for (const item of node.items) {
    const way = fixesOf(item, wanted, steps, frame);
    if (way === undefined) return undefined;
    all.push(...way);
  }
  return all;
}

function rank(way: Suggestion[] | undefined): number {
  const first = way?.[0];
  return first === undefined ? 9 : 'value' in first ? 0 : first.choices !== undefined ? 1 : 2;
}

/** What a value must be for each operator; the two columns are the operator wanted to hold, and to fail. */
function fixTest(node: TestNode, wanted: boolean, steps: Steps, frame: Frame): Suggestion[] | undefined {
  const step = steps.get(node.pointer);
  if (node.left.kind !== 'field' || isIdentity(node)) return undefined;
  const base = node.operator.negates;
  const operator = base ?? node.operator.name;
  const hold = base === undefined ? wanted : !wanted;
  const expected = step?.expected;
  if (step === undefined) return undefined;
  const change = changeFor(operator, hold, expected, step.actual);
  if (change === undefined) return undefined;
  return [withText({ field: step.left, ...pathOf(step.left, frame), ...change })];
}

/** The change that makes one condition fail, from what an evaluation told about it; undefined for type, name and kind. */
export function suggestForStep(step: Pick<TraceStep, 'left' | 'operator' | 'actual' | 'expected'>): Suggestion | undefined {
  const row = operatorOf(step.operator);
  if (row === undefined || IDENTITY.has(step.left.toLowerCase())) return undefined;
  const change = changeFor(row.negates ?? row.name, row.negates !== undefined, step.expected, step.actual);
  return change && withText({ field: step.left, ...change });
}

type Wanted = Pick<Suggestion, 'action' | 'value' | 'choices'>;

function changeFor(operator: string, hold: boolean, expected: unknown, actual: unknown): Wanted | undefined {
  switch (operator) {
    case 'equals':
      if (hold) return expected === null ? { action: 'remove' } : { action: 'set', value: expected };
      return typeof actual === 'boolean' ? { action: 'set', value: !actual } : opposite(expected) ?? { action: 'set' };
    case 'in':
      if (!hold || !Array.isArray(expected)) return { action: 'set' };
      return { action: 'set', choices: expected, ...(expected.length > 0 && { value: expected[0] }) };
    case 'exists': {
      const should = String(expected).toLowerCase() === 'true' ? hold : !hold;
      return { action: should ? 'add' : 'remove' };
    }
    case 'containsKey':
      return { action: hold ? 'add' : 'remove', value: expected };
    case 'greater':
    case 'greaterOrEquals':
    case 'less':
    case 'lessOrEquals':
      return bound(operator, hold, expected);
    case 'like':
      return hold && typeof expected === 'string' && !expected.includes('*') ? { action: 'set', value: expected } : { action: 'set' };
    default:
      return { action: 'set' };
  }
}

function opposite(expected: unknown): Wanted | undefined {
  if (typeof expected === 'boolean') return { action: 'set', value: !expected };
  if (typeof expected !== 'string') return undefined;
  const pairs: [string, string][] = [['Enabled', 'Disabled'], ['true', 'false'], ['Allow', 'Deny']];
  for (const [a, b] of pairs) {
    if (expected.toLowerCase() === a.toLowerCase()) return { action: 'set', value: b };
    if (expected.toLowerCase() === b.toLowerCase()) return { action: 'set', value: a };
  }
  return undefined;
}

/** The nearest number on the other side of a limit. */
function bound(operator: string, hold: boolean, expected: unknown): Wanted {
  if (typeof expected !== 'number') return { action: 'set' };
  const offsets: Record<string, [hold: number, fail: number]> = { greater: [1, 0], greaterOrEquals: [0, -1], less: [-1, 0], lessOrEquals: [0, 1] };
  return { action: 'set', value: expected + (offsets[operator] as [number, number])[hold ? 0 : 1] };
}

function pathOf(field: string, frame: Frame): { path?: string } {
  const found = frame.shape.find(field);
  return found.kind === 'path' ? { path: printPath(found.steps) } : {};
}

function withText(suggestion: Omit<Suggestion, 'text'>): Suggestion {
  const what = suggestion.path ?? suggestion.field;
  const texts: Record<Suggestion['action'], string> = {
    remove: `Remove ${what}.`,
    add: `Add ${what}.`,
    create: `Create ${what}.`,
    set:
      suggestion.choices !== undefined ? `Set ${what} to one of ${shorten(suggestion.choices)}.` : 'value' in suggestion ? `Set ${what} to ${shorten(suggestion.value)}.` : `Change ${what}.`,
  };
  return { ...suggestion, text: texts[suggestion.action] };
}
