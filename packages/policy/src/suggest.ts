import type { Suggestion, TraceStep } from './api.ts';
import type { Shape } from './aliases.ts';
import { setAt, without } from './changes.ts';
import { byPointer, describeValue, IDENTITY, isIdentity, resultOf, type Steps, type TestNode } from './explain.ts';
import { operatorOf } from './operators.ts';
import { parsePath, printPath, property } from './property.ts';
import type { RelatedRequest } from './policy.ts';
import type { ConditionNode } from './rule.ts';
import { isPolicyExpression } from './template-value.ts';
import { TRUE, type Truth } from './truth.ts';

/** A condition evaluated for a resource, with its trace. */
export interface Attempt {
  resource: unknown;
  truth: Truth;
  trace: readonly TraceStep[];
}

/** Evaluates the condition for a changed resource. */
export type Retry = (resource: unknown) => Attempt;

/** Ways that are tried, and how often a way is followed by another one before it is given up. */
const MAX_WAYS = 8;
const MAX_DEPTH = 4;
/** What stands for a value that only a person knows, while a change is tried. */
const SAMPLE = 'sample';

/**
 * Changes after which the condition has the wanted answer. They are made and the condition is evaluated again, so that
 * what is suggested passes; only where no change names its value one is suggested that was not tried.
 */
export function suggestChange(condition: ConditionNode, wanted: boolean, first: Attempt, shape: Shape, retry: Retry): Suggestion | undefined {
  const ways = waysOf(condition, wanted, byPointer(first.trace), shape).slice(0, MAX_WAYS);
  for (const way of ways) {
    const found = follow(way, condition, wanted, first.resource, shape, retry, 0);
    if (found !== undefined) return together(found);
  }
  const open = ways.find((way) => way.length === 1 && !isWhole(way[0] as Suggestion));
  return open?.[0];
}

/** What is to be created or set so that an -IfNotExists effect is content. */
export function suggestExistence(request: RelatedRequest, existence: ConditionNode | undefined, candidate: Attempt | undefined, subject: unknown, shape: Shape, retry: Retry): Suggestion {
  const change = existence && candidate && suggestChange(existence, true, candidate, shape, retry);
  if (change === undefined || candidate === undefined) {
    const what = request.name === undefined ? `a resource of the type ${request.type}` : `the ${request.type} '${request.name}'`;
    return { field: request.type, action: 'create', text: `Add ${what}${candidate === undefined ? '' : ' that meets the condition'}.`, ...(request.name !== undefined && { value: request.name }) };
  }
  if (property(candidate.resource, 'id') === property(subject, 'id')) return change;
  const name = property(candidate.resource, 'name');
  const of = { type: request.type, ...(typeof name === 'string' && { name }) };
  return { ...change, of, text: `In ${of.type}${of.name === undefined ? '' : ` '${of.name}'`}: ${change.text}` };
}

/** Makes a suggested change, and those that belong to it; what only a person knows is left as it is. */
export function applySuggestion(resource: unknown, suggestion: Suggestion): unknown {
  const changed = applyOne(resource, suggestion, undefined);
  return (suggestion.and ?? []).reduce(applySuggestion, changed);
}

function applyOne(resource: unknown, { action, path, ...more }: Suggestion, sample: unknown): unknown {
  const steps = path === undefined ? undefined : parsePath(path);
  if (steps === undefined || action === 'create') return resource;
  if (action === 'remove') return without(resource, steps, 0);
  const value = 'value' in more ? more.value : sample;
  return value === undefined ? resource : setAt(resource, steps, value);
}

/** Whether a change can be tried: it names its value, or any value will do. */
function isWhole({ action, path, ...more }: Suggestion): boolean {
  return path !== undefined && (action === 'remove' || action === 'add' || 'value' in more);
}

function follow(way: readonly Suggestion[], condition: ConditionNode, wanted: boolean, resource: unknown, shape: Shape, retry: Retry, depth: number): readonly Suggestion[] | undefined {
  if (!way.every(isWhole)) return undefined;
  const attempt = retry(way.reduce((current, change) => applyOne(current, change, SAMPLE), resource));
  if (attempt.truth === (wanted ? TRUE : 0)) return way;
  if (depth === MAX_DEPTH) return undefined;
  const seen = new Set(way.map(({ path }) => path));
  for (const next of waysOf(condition, wanted, byPointer(attempt.trace), shape).slice(0, 2)) {
    // A change that undoes one before it leads nowhere.
    if (next.length === 0 || next.some(({ path }) => seen.has(path))) continue;
    const rest = follow(next, condition, wanted, attempt.resource, shape, retry, depth + 1);
    if (rest !== undefined) return [...way, ...rest];
  }
  return undefined;
}

function together([first, ...others]: readonly Suggestion[]): Suggestion | undefined {
  if (first === undefined || others.length === 0) return first;
  const [text, ...more] = [first, ...others].map((one) => one.text.replace(/\.$/, ''));
  return { ...first, and: others, text: `${[text, ...more.map((one) => one.replace(/^./, (letter) => letter.toLowerCase()))].join('; then ')}.` };
}

/** The whole condition, and what it is to answer. */
interface Root {
  condition: ConditionNode;
  wanted: boolean;
}

/** Alternative lists of changes that give the node the wanted result, those with the fewest changes and with values first. */
function waysOf(node: ConditionNode, wanted: boolean, steps: Steps, shape: Shape, root: Root = { condition: node, wanted }): Suggestion[][] {
  if (resultOf(node, steps) === wanted) return [[]];
  if (node.kind === 'test') return fixTest(node, wanted, steps, shape, root);
  if (node.kind === 'not') return waysOf(node.item, !wanted, steps, shape, root);
  if ((node.kind === 'allOf') !== wanted) {
    const ways = node.items.flatMap((item) => waysOf(item, wanted, steps, shape, root)).filter((way) => way.length > 0);
    return ways.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_WAYS);
  }
  // All parts must be changed; parts that were not come to are looked at when the others are.
  const all = node.items.flatMap((item): Suggestion[][] => {
    const result = resultOf(item, steps);
    return result === wanted || result === undefined ? [] : [waysOf(item, wanted, steps, shape, root)[0] ?? [{ field: '', action: 'set', text: '' }]];
  });
  const way = all.flat();
  return way.length === 0 || way.some(({ field }) => field === '') ? [] : [way];
}

function rank(way: readonly Suggestion[]): number {
  const open = way.filter((one) => !isWhole(one)).length;
  const chosen = way.filter((one) => one.action === 'add' && !('value' in one)).length;
  return open * 100 + way.length * 10 + chosen;
}

// What a resource is made as, and what its provider says about it: nobody sets it afterwards.
const FIXED = /\/(type|publisher|imagePublisher|imageOffer|imageSku|provisioningState)$/i;

function fixTest(node: TestNode, wanted: boolean, steps: Steps, shape: Shape, root: Root): Suggestion[][] {
  const step = steps.get(node.pointer);
  if (step === undefined || node.left.kind !== 'field' || isIdentity(node) || FIXED.test(step.left)) return [];
  const change = changeFor(node.operator.negates ?? node.operator.name, node.operator.negates === undefined ? wanted : !wanted, step);
  if (change === undefined) return [];
  const { key, ...rest } = change;
  const field = key === undefined ? step.left : `${step.left}['${key}']`;
  const found = withText({ field, ...pathOf(step.left, key, shape), ...rest });
  if (rest.action !== 'add' || key !== undefined) return [[found]];
  // Which value is to be there, the rule's other conditions on the field may tell.
  const values = valuesFor(node.left.field, root.condition, root.wanted);
  return [...values.map((change) => [withText({ field, ...pathOf(step.left, key, shape), ...change })]), [found]];
}

/** Values that the literal conditions on a field ask for, where the whole condition is to have the wanted answer. */
function valuesFor(field: string, node: ConditionNode, wanted: boolean): Wanted[] {
  if (node.kind === 'not') return valuesFor(field, node.item, !wanted);
  if (node.kind !== 'test') return node.items.flatMap((item) => valuesFor(field, item, wanted));
  const { left, operator, right } = node;
  if (left.kind !== 'field' || left.field.toLowerCase() !== field.toLowerCase() || operator.name === 'exists' || isPolicyExpression(right)) return [];
  const change = changeFor(operator.negates ?? operator.name, operator.negates === undefined ? wanted : !wanted, { expected: right, actual: null });
  return change !== undefined && 'value' in change && change.key === undefined ? [change] : [];
}

/** The change that makes one condition fail, from what an evaluation told about it; undefined for type, name and kind. */
export function suggestForStep(step: Pick<TraceStep, 'left' | 'operator' | 'actual' | 'expected'>): Suggestion | undefined {
  const row = operatorOf(step.operator);
  if (row === undefined || IDENTITY.has(step.left.toLowerCase())) return undefined;
  const change = changeFor(row.negates ?? row.name, row.negates !== undefined, step);
  if (change === undefined) return undefined;
  const { key, ...rest } = change;
  return withText({ field: key === undefined ? step.left : `${step.left}['${key}']`, ...rest });
}

type Wanted = Pick<Suggestion, 'action' | 'value' | 'choices'> & { key?: string };

/** What must be there so that the operator holds, or does not. */
function changeFor(operator: string, hold: boolean, { expected, actual }: Pick<TraceStep, 'expected' | 'actual'>): Wanted | undefined {
  switch (operator) {
    case 'equals':
      if (hold) return expected === null ? { action: 'remove' } : { action: 'set', value: plain(expected, actual) };
      return typeof actual === 'boolean' ? { action: 'set', value: !actual } : (opposite(expected, actual) ?? { action: 'set' });
    case 'in': {
      if (!hold || !Array.isArray(expected)) return { action: 'set' };
      // An empty text is allowed often, and never what is meant.
      const value: unknown = expected.find((one) => one !== '' && one !== null) ?? expected[0];
      return { action: 'set', choices: expected, ...(expected.length > 0 && { value: plain(value, actual) }) };
    }
    case 'exists':
      return { action: (String(expected).toLowerCase() === 'true') === hold ? 'add' : 'remove' };
    case 'containsKey':
      return { action: hold ? 'add' : 'remove', key: String(expected) };
    case 'contains':
      if (Array.isArray(actual)) return { action: 'set', value: hold ? [...(actual as unknown[]), expected] : actual.filter((one) => one !== expected) };
      return hold && (actual === null || actual === '') ? { action: 'set', value: expected } : { action: 'set' };
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

/** Rules write true and false as texts: the property is a boolean, unless it has a text already. */
function plain(expected: unknown, actual: unknown): unknown {
  return typeof expected === 'string' && typeof actual !== 'string' && /^(true|false)$/i.test(expected) ? expected.toLowerCase() === 'true' : expected;
}

const OPPOSITES: readonly (readonly [string, string])[] = [['Enabled', 'Disabled'], ['true', 'false'], ['Allow', 'Deny'], ['On', 'Off']];

function opposite(expected: unknown, actual: unknown): Wanted | undefined {
  if (typeof expected === 'boolean') return { action: 'set', value: !expected };
  if (typeof expected !== 'string') return undefined;
  for (const pair of OPPOSITES) {
    const at = pair.findIndex((one) => one.toLowerCase() === expected.toLowerCase());
    if (at >= 0) return { action: 'set', value: plain(pair[1 - at], actual) };
  }
  return undefined;
}

/** The nearest value on the other side of a limit: of texts and dates the limit itself, where it is one of those that pass. */
function bound(operator: string, hold: boolean, expected: unknown): Wanted {
  const offsets: Record<string, [hold: number, fail: number]> = { greater: [1, 0], greaterOrEquals: [0, -1], less: [-1, 0], lessOrEquals: [0, 1] };
  const offset = (offsets[operator] as [number, number])[hold ? 0 : 1];
  if (typeof expected === 'number') return { action: 'set', value: expected + offset };
  return offset === 0 ? { action: 'set', value: expected } : { action: 'set' };
}

function pathOf(field: string, key: string | undefined, shape: Shape): { path?: string } {
  const steps = field.toLowerCase().startsWith('tags.') ? ['tags', field.slice(5)] : undefined;
  const found = shape.find(field);
  if (steps === undefined && found.kind !== 'path') return {};
  const all = steps ?? (found.kind === 'path' ? found.steps : []);
  return { path: printPath(key === undefined ? all : [...all, key]) };
}

function withText(suggestion: Omit<Suggestion, 'text'>): Suggestion {
  const { action, path, field, choices } = suggestion;
  const what = path ?? field;
  const sets = choices !== undefined && choices.length > 1 ? `Set ${what} to one of ${describeValue(choices)}.` : 'value' in suggestion ? `Set ${what} to ${describeValue(suggestion.value)}.` : `Change ${what}.`;
  return { ...suggestion, text: { remove: `Remove ${what}.`, add: `Add ${what}.`, create: `Create ${what}.`, set: sets }[action] };
}
