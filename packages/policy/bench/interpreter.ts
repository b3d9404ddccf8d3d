import { EvaluationError, RuntimeValue } from '@cloudwright/engine';
import { Field } from '../src/fields.ts';
import { IF_SITE, type CountSite, type Frame, type Site } from '../src/frame.ts';
import { operatorOf, prepareLocationTest, prepareTest, type OperatorRow } from '../src/operators.ts';
import { compilePolicyExpression, isPolicyExpression } from '../src/template-value.ts';
import { FALSE, not, TRUE, UNKNOWN, type Truth } from '../src/truth.ts';

/**
 * A plain interpreter that walks the JSON of a rule at every resource: what the compiler is measured against, and
 * checked against. It counts the conditions that it executes.
 */
export const executed = { conditions: 0 };

type Rule = Record<string, unknown>;

/** The truth of a condition for the frame's resource. */
export function interpret(node: unknown, frame: Frame, site: Site = IF_SITE): Truth {
  const condition = node as Rule;
  const part = (name: string) => Object.entries(condition).find(([key]) => key.toLowerCase() === name)?.[1];
  const all = part('allof') as unknown[] | undefined;
  if (all !== undefined) return combine(all, FALSE, frame, site);
  const any = part('anyof') as unknown[] | undefined;
  if (any !== undefined) return combine(any, TRUE, frame, site);
  const negated = part('not');
  if (negated !== undefined) return not(interpret(negated, frame, site));
  executed.conditions++;
  const [operatorName, rightSource] = Object.entries(condition).find(([key]) => operatorOf(key) !== undefined) as [string, unknown];
  const operator = operatorOf(operatorName) as OperatorRow;
  const field = part('field');
  if (field !== undefined) return interpretField(String(valueOf(field, frame, site)), operator, rightSource, frame, site);
  const count = part('count') as Rule | undefined;
  if (count !== undefined) return interpretCount(count, operator, rightSource, frame, site);
  const value = valueOf(part('value'), frame, site);
  const test = prepareTest(operator, valueOf(rightSource, frame, site));
  const truth = test(value);
  if (value !== null || truth === UNKNOWN || (operator.name !== 'equals' && operator.name !== 'notEquals')) return truth;
  const empty = test('');
  return operator.name === 'equals' ? ((truth | empty) as Truth) : truth === FALSE ? FALSE : empty;
}

function combine(parts: readonly unknown[], decisive: Truth, frame: Frame, site: Site): Truth {
  let result: Truth = decisive === FALSE ? TRUE : FALSE;
  for (const part of parts) {
    const truth = interpret(part, frame, site);
    if (truth === decisive) return decisive;
    if (truth === UNKNOWN) result = UNKNOWN;
  }
  return result;
}

function interpretField(name: string, operator: OperatorRow, rightSource: unknown, frame: Frame, site: Site): Truth {
  const right = valueOf(rightSource, frame, site);
  const test = name.toLowerCase() === 'location' ? prepareLocationTest(operator, right) : prepareTest(operator, right);
  const field = new Field(name, site, 'resource');
  const plan = field.plan(frame);
  if (!plan.each) return test(field.read(frame, plan));
  let result: Truth = TRUE;
  field.visit(frame, plan, (value) => {
    const truth = test(value);
    if (truth !== TRUE) result = truth;
    return truth !== FALSE;
  });
  return result;
}

function interpretCount(count: Rule, operator: OperatorRow, rightSource: unknown, frame: Frame, site: Site): Truth {
  const test = prepareTest(operator, valueOf(rightSource, frame, site));
  const where = count['where'];
  const slot = site.slots;
  const name = String(count['field'] ?? count['name'] ?? 'default').toLowerCase();
  const inner: Site = { count: { parent: site.count, kind: count['field'] === undefined ? 'value' : 'field', name, level: levelOf(name), slot } satisfies CountSite, part: site.part, slots: slot + 1 };
  let sure = 0;
  let open = 0;
  const visit = (member: unknown) => {
    frame.slots[slot] = member;
    const truth = where === undefined ? TRUE : interpret(where, frame, inner);
    if (truth === TRUE) sure++;
    else if (truth === UNKNOWN) open++;
    return true;
  };
  if (count['field'] !== undefined) {
    const field = new Field(String(count['field']), site, 'resource');
    const plan = field.plan(frame);
    if (plan.special?.(frame.resource) instanceof RuntimeValue) return UNKNOWN;
    let unknown = false;
    if (plan.each) field.visit(frame, plan, (member) => (member instanceof RuntimeValue && member.name === '[*]' ? !(unknown = true) : visit(member)));
    if (unknown) return UNKNOWN;
  } else {
    const list = valueOf(count['value'], frame, site);
    if (list instanceof RuntimeValue) return UNKNOWN;
    if (Array.isArray(list)) for (const member of list) visit(member);
  }
  const truth = test(sure);
  for (let n = 1; n <= open; n++) if (test(sure + n) !== truth) return UNKNOWN;
  return truth;
}

function levelOf(name: string): number {
  return name.split('[*]').length - 1;
}

function valueOf(source: unknown, frame: Frame, site: Site): unknown {
  if (typeof source === 'string') {
    if (!isPolicyExpression(source)) return compilePolicyExpression(source).evaluate(frame);
    frame.site = site;
    return compilePolicyExpression(source).evaluate(frame);
  }
  if (Array.isArray(source)) return source.map((item) => valueOf(item, frame, site));
  return source;
}

/** The rule's answer, or 'failed' where a function fails. */
export function interpretRule(rule: { if: unknown }, parameters: ReadonlyMap<string, unknown>, frame: Frame): Truth | 'failed' {
  frame.enter(parameters, undefined);
  try {
    return interpret(rule.if, frame);
  } catch (error) {
    if (error instanceof EvaluationError) return 'failed';
    throw error;
  }
}
