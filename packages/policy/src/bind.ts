import { RuntimeValue, SecureValue, toPrintable } from '@cloudwright/engine';
import type { TraceStep } from './api.ts';
import { Field } from './fields.ts';
import type { CountSite, Frame, Site } from './frame.ts';
import { prepareLocationTest, prepareTest, type OperatorRow, type Test } from './operators.ts';
import { EACH, item, property, type Step } from './property.ts';
import type { ConditionNode, LeftNode } from './rule.ts';
import { bindValue, mayFail, runValue, type TemplateValue } from './template-value.ts';
import { fold } from './text.ts';
import { FALSE, not, printTruth, TRUE, UNKNOWN, type Truth } from './truth.ts';

/** A condition bound to parameters: one closure, no JSON left to walk. Throws EvaluationError where a function fails. */
export type Condition = (frame: Frame) => Truth;

export interface BindOptions {
  parameters: ReadonlyMap<string, unknown>;
  /** Whether the closures write into the frame's trace. */
  traced: boolean;
}

/** Turns a checked condition into a closure. */
export function bindCondition(node: ConditionNode, site: Site, options: BindOptions): Condition {
  switch (node.kind) {
    case 'allOf':
      return allOf(node.items.map((part) => bindCondition(part, site, options)));
    case 'anyOf':
      return anyOf(node.items.map((part) => bindCondition(part, site, options)));
    case 'not': {
      const condition = bindCondition(node.item, site, options);
      return (frame) => not(condition(frame));
    }
    case 'test':
      return bindTest(node, site, options);
  }
}

/** Ends at the first false; an unknown part leaves the whole open unless another one is false. */
function allOf(parts: readonly Condition[]): Condition {
  const [first, second] = parts;
  if (parts.length === 1) return first as Condition;
  if (parts.length === 2) {
    return (frame) => {
      const a = (first as Condition)(frame);
      if (a === FALSE) return FALSE;
      const b = (second as Condition)(frame);
      return b === FALSE ? FALSE : a === UNKNOWN ? UNKNOWN : b;
    };
  }
  return (frame) => {
    let result: Truth = TRUE;
    for (let i = 0; i < parts.length; i++) {
      const truth = (parts[i] as Condition)(frame);
      if (truth === FALSE) return FALSE;
      if (truth === UNKNOWN) result = UNKNOWN;
    }
    return result;
  };
}

function anyOf(parts: readonly Condition[]): Condition {
  if (parts.length === 1) return parts[0] as Condition;
  return (frame) => {
    let result: Truth = FALSE;
    for (let i = 0; i < parts.length; i++) {
      const truth = (parts[i] as Condition)(frame);
      if (truth === TRUE) return TRUE;
      if (truth === UNKNOWN) result = UNKNOWN;
    }
    return result;
  };
}

type TestNode = Extract<ConditionNode, { kind: 'test' }>;

function bindTest(node: TestNode, site: Site, options: BindOptions): Condition {
  const right = bindValue(node.right, site, options.parameters);
  const { left } = node;
  if (left.kind === 'field') return bindFieldTest(node, left.field, right, site, options);
  const tester = testerOf(node.operator, right, prepareTest);
  if (left.kind === 'value') return bindValueTest(node, left.value, right, tester, site, options);
  return bindCountTest(node, left, right, tester, site, options);
}

/** The test for the frame: prepared once where the right side is known, else again when it changes. */
function testerOf(operator: OperatorRow, right: TemplateValue, prepare: (operator: OperatorRow, right: unknown) => Test): (frame: Frame) => Test {
  if (right.constant) {
    const test = prepare(operator, right.value);
    return () => test;
  }
  let last: unknown;
  let test: Test | undefined;
  return (frame) => {
    const value = right.run(frame);
    if (test === undefined || value !== last || typeof value === 'object') {
      test = prepare(operator, value);
      last = value;
    }
    return test;
  };
}

function bindFieldTest(node: TestNode, name: string, right: TemplateValue, site: Site, options: BindOptions): Condition {
  const bound = bindValue(name, site, options.parameters);
  const isLocation = bound.constant && typeof bound.value === 'string' && bound.value.toLowerCase() === 'location';
  const tester = testerOf(node.operator, right, isLocation ? prepareLocationTest : prepareTest);
  if (!bound.constant) return bindNamedTest(node, bound.run, right, tester, site, options);
  const field = new Field(String(bound.value), site, 'resource');
  const condition = fieldCondition(field, tester, right);
  if (!options.traced) return right.constant && site.part === 'if' ? byType(node.operator, field, right.value, condition) : condition;
  return tracedField(node, field, right, condition, options);
}

function fieldCondition(field: Field, tester: (frame: Frame) => Test, right: TemplateValue): Condition {
  return (frame) => {
    const plan = field.plan(frame);
    const test = tester(frame);
    if (!plan.each) {
      const value = field.read(frame, plan);
      const truth = test(value);
      if (truth === UNKNOWN) noteUnknown(frame, value, runValue(right, frame));
      return truth;
    }
    // Flat resources have no aliases, and so no collections that are empty for want of an array: it is just missing.
    if (frame.shape.flat && field.isMissing(frame, plan)) return test(undefined);
    // A [*] field holds when all of its members do; a collection without members always does.
    let result: Truth = TRUE;
    field.visit(frame, plan, (value) => {
      const truth = test(value);
      if (truth === UNKNOWN) noteUnknown(frame, value, runValue(right, frame));
      if (truth === FALSE) result = FALSE;
      else if (truth === UNKNOWN) result = UNKNOWN;
      return truth !== FALSE;
    });
    return result;
  };
}

/** The type is the first question of nearly every rule: the shape has it in lower case, so it is one comparison. */
function byType(operator: OperatorRow, field: Field, right: unknown, condition: Condition): Condition {
  if (field.name.toLowerCase() !== 'type') return condition;
  const wanted = operator.negates === undefined ? TRUE : FALSE;
  const name = operator.negates ?? operator.name;
  const other = not(wanted);
  if (name === 'equals' && typeof right === 'string') {
    const type = fold(right);
    return (frame) => (frame.shape.type === type ? wanted : frame.shape.type === '' ? condition(frame) : other);
  }
  if (name === 'in' && Array.isArray(right) && right.every((type) => typeof type === 'string')) {
    const types = new Set(right.map((type) => fold(type as string)));
    return (frame) => (types.has(frame.shape.type) ? wanted : frame.shape.type === '' ? condition(frame) : other);
  }
  return condition;
}

/** A field whose name is calculated for each resource or member: `[concat('tags[', current('tag'), ']')]`. */
function bindNamedTest(node: TestNode, nameOf: (frame: Frame) => unknown, right: TemplateValue, tester: (frame: Frame) => Test, site: Site, options: BindOptions): Condition {
  const conditions = new Map<string, Condition>();
  return (frame) => {
    const name = nameOf(frame);
    if (typeof name !== 'string') {
      noteUnknown(frame, name instanceof RuntimeValue ? name : new RuntimeValue('field', []));
      return UNKNOWN;
    }
    let condition = conditions.get(name);
    if (condition === undefined) {
      if (conditions.size > 1000) conditions.clear();
      const field = new Field(name, site, 'resource');
      condition = fieldCondition(field, tester, right);
      if (options.traced) condition = tracedField(node, field, right, condition, options);
      conditions.set(name, condition);
    }
    return condition(frame);
  };
}

function bindValueTest(node: TestNode, source: unknown, right: TemplateValue, tester: (frame: Frame) => Test, site: Site, options: BindOptions): Condition {
  const left = bindValue(source, site, options.parameters);
  const { traced } = options;
  return (frame) => {
    const value = runValue(left, frame);
    // A missing value of an expression is the empty text as well: rules ask so whether a group has a tag.
    const test = tester(frame);
    let truth = test(value);
    if (value === null && truth !== UNKNOWN && isEquality(node.operator)) truth = orEmpty(truth, test(''), node.operator);
    if (truth === UNKNOWN) noteUnknown(frame, value, runValue(right, frame));
    if (traced) pushStep(frame, node, 'value', typeof source === 'string' ? source : JSON.stringify(source), value, runValue(right, frame), truth);
    return truth;
  };
}

function isEquality(operator: OperatorRow): boolean {
  return operator.name === 'equals' || operator.name === 'notEquals';
}

function orEmpty(missing: Truth, empty: Truth, operator: OperatorRow): Truth {
  const wanted = operator.negates === undefined ? TRUE : FALSE;
  return missing === wanted || empty === wanted ? wanted : missing;
}

function bindCountTest(node: TestNode, left: Extract<LeftNode, { kind: 'count' }>, right: TemplateValue, tester: (frame: Frame) => Test, site: Site, options: BindOptions): Condition {
  const count = left.of.kind === 'field' ? countField(left.of.field, left.where, site, options) : countValue(left.of, left.where, site, options);
  const printed = left.of.kind === 'field' ? left.of.field : typeof left.of.value === 'string' ? left.of.value : JSON.stringify(left.of.value);
  return (frame) => {
    const tally = count(frame);
    const test = tester(frame);
    let truth: Truth = tally === undefined ? UNKNOWN : test(tally.sure);
    // Members that can not be told may count or not: the answer is known when it is the same for every number.
    if (tally !== undefined && tally.open > 0) {
      for (let n = 1; n <= tally.open && truth !== UNKNOWN; n++) if (test(tally.sure + n) !== truth) truth = UNKNOWN;
    }
    if (options.traced) pushStep(frame, node, 'count', printed, tally?.sure, runValue(right, frame), truth);
    return truth;
  };
}

/** Members that meet the condition for sure, and those that can not be told; undefined when not even the list is known. */
type Tally = { sure: number; open: number } | undefined;

function countField(source: string, where: ConditionNode | undefined, site: Site, options: BindOptions): (frame: Frame) => Tally {
  const bound = bindValue(source, site, options.parameters);
  const name = bound.constant && typeof bound.value === 'string' ? bound.value : source;
  const field = new Field(name, site, 'resource');
  const { sites, inner } = nestedSites(name, site);
  const condition = where && bindCondition(where, inner, options);
  const canFail = where !== undefined && conditionMayFail(where, inner, options.parameters);
  return (frame) => {
    const plan = field.plan(frame);
    if (plan.special !== undefined) {
      const value = plan.special(frame.resource);
      if (value === undefined) return { sure: 0, open: 0 };
      noteUnknown(frame, value);
      if (canFail) frame.mayFail = true;
      return undefined;
    }
    const tally = { sure: 0, open: 0 };
    const steps = plan.each ? field.steps(frame, plan) : plan.steps;
    const slots = slotsBehind(sites, steps);
    if (enumerate(frame, field.start(frame, plan), steps, 0, slots, 0, condition, tally)) return tally;
    if (canFail) frame.mayFail = true;
    return undefined;
  };
}

/** One site for each [*] of the alias that no outer count is at already. */
function nestedSites(name: string, site: Site): { sites: CountSite[]; inner: Site } {
  const lower = name.toLowerCase();
  const sites: CountSite[] = [];
  let count = site.count;
  let slot = site.slots;
  let level = 0;
  for (let at = lower.indexOf('[*]'); at >= 0; at = lower.indexOf('[*]', at + 3)) {
    level++;
    const prefix = lower.slice(0, at + 3);
    if (isBound(prefix, site.count)) continue;
    count = { parent: count, kind: 'field', name: prefix, level, slot: slot++ };
    sites.push(count);
  }
  return { sites, inner: { count, part: site.part, slots: slot } };
}

function isBound(prefix: string, count: CountSite | undefined): boolean {
  for (let site = count; site !== undefined; site = site.parent) if (site.kind === 'field' && site.name === prefix) return true;
  return false;
}

/** The slots of the [*] among the steps: the last ones, when the path has fewer than the alias. */
function slotsBehind(sites: readonly CountSite[], steps: readonly Step[]): number[] {
  const open = steps.filter((step) => step === EACH).length;
  return sites.slice(Math.max(0, sites.length - open)).map((site) => site.slot);
}

/** Goes through all members, each in its slot; false when a list is known at run time only. */
function enumerate(frame: Frame, start: unknown, steps: readonly Step[], from: number, slots: readonly number[], depth: number, where: Condition | undefined, tally: { sure: number; open: number }): boolean {
  let value = start;
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as Step;
    if (step === EACH) {
      const list = value instanceof SecureValue ? SecureValue.open(value) : value;
      if (list instanceof RuntimeValue) {
        noteUnknown(frame, list);
        return false;
      }
      if (!Array.isArray(list)) return true;
      const slot = slots[depth];
      for (const member of list as unknown[]) {
        if (slot !== undefined) frame.slots[slot] = member;
        if (!enumerate(frame, member, steps, i + 1, slots, depth + 1, where, tally)) return false;
      }
      return true;
    }
    value = typeof step === 'string' ? property(value, step) : item(value, step);
  }
  const isMember = steps[steps.length - 1] === EACH;
  if (value === undefined && !isMember) return true;
  const answer = where === undefined ? TRUE : where(frame);
  // A property of a member that is known at run time only may turn out to be missing.
  const truth = answer === TRUE && !isMember && value instanceof RuntimeValue ? UNKNOWN : answer;
  if (truth !== answer) noteUnknown(frame, value);
  if (truth === TRUE) tally.sure++;
  else if (truth === UNKNOWN) tally.open++;
  return true;
}

function countValue(of: { value: unknown; name: string }, where: ConditionNode | undefined, site: Site, options: BindOptions): (frame: Frame) => Tally {
  const bound = bindValue(of.value, site, options.parameters);
  const slot = site.slots;
  const count: CountSite = { parent: site.count, kind: 'value', name: of.name.toLowerCase(), level: 0, slot };
  const inner: Site = { count, part: site.part, slots: slot + 1 };
  const condition = where && bindCondition(where, inner, options);
  const canFail = where !== undefined && conditionMayFail(where, inner, options.parameters);
  return (frame) => {
    const list = runValue(bound, frame);
    if (list instanceof RuntimeValue) {
      noteUnknown(frame, list);
      if (canFail) frame.mayFail = true;
      return undefined;
    }
    const tally = { sure: 0, open: 0 };
    if (!Array.isArray(list)) return tally;
    for (const member of list as unknown[]) {
      frame.slots[slot] = member;
      const truth = condition === undefined ? TRUE : condition(frame);
      if (truth === TRUE) tally.sure++;
      else if (truth === UNKNOWN) tally.open++;
    }
    return tally;
  };
}

/** Whether some member makes a function of the condition fail: of a list that is not known yet it may have that member. */
function conditionMayFail(node: ConditionNode, site: Site, parameters: ReadonlyMap<string, unknown>): boolean {
  if (node.kind === 'not') return conditionMayFail(node.item, site, parameters);
  if (node.kind !== 'test') return node.items.some((item) => conditionMayFail(item, site, parameters));
  const of = node.left.kind === 'count' ? node.left.of : node.left;
  const inner = node.left.kind === 'count' ? node.left.where : undefined;
  const sources = [node.right, of.kind === 'field' ? of.field : of.value];
  return sources.some((source) => mayFail(bindValue(source, site, parameters))) || (inner !== undefined && conditionMayFail(inner, site, parameters));
}

/** Remembers what kept a condition open: the first run-time value in what was compared. */
function noteUnknown(frame: Frame, ...compared: unknown[]): void {
  for (const value of compared) {
    const cause = findRuntime(value, 6);
    if (cause !== undefined) return void frame.unknowns.push(cause);
  }
}

function findRuntime(value: unknown, depth: number): RuntimeValue | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (value instanceof RuntimeValue) return value;
  if (value instanceof SecureValue) return findRuntime(SecureValue.open(value), depth);
  for (const member of Object.values(value)) {
    const found = findRuntime(member, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A trace of thousands of members helps nobody. */
const MAX_STEPS = 200;
const MAX_VALUES = 10;

function tracedField(node: TestNode, field: Field, right: TemplateValue, condition: Condition, _options: BindOptions): Condition {
  return (frame) => {
    const truth = condition(frame);
    if (frame.trace !== undefined && frame.trace.length < MAX_STEPS) {
      pushStep(frame, node, 'field', field.name, actualValue(field, frame), runValue(right, frame), truth);
    }
    return truth;
  };
}

function actualValue(field: Field, frame: Frame): unknown {
  const plan = field.plan(frame);
  if (!plan.each) return field.read(frame, plan);
  const values: unknown[] = [];
  field.visit(frame, plan, (value) => values.push(value ?? null) < MAX_VALUES);
  return values;
}

function pushStep(frame: Frame, node: TestNode, kind: TraceStep['kind'], left: string, actual: unknown, expected: unknown, truth: Truth): void {
  const { trace } = frame;
  if (trace === undefined || trace.length >= MAX_STEPS) return;
  trace.push({ pointer: node.pointer, kind, left, operator: node.operator.name, actual: toPrintable(actual) ?? null, expected: toPrintable(expected) ?? null, result: printTruth(truth) });
}
