import { compileExpression, containsRuntime, EvaluationError, type Expression, isExpression, Symbolic, unescapeLiteral, walkExpression, type CompiledExpression } from '@cloudwright/engine';
import { Frame, type Site } from './frame.ts';
import { CHANGING, policyFunctions } from './functions.ts';
import { FlatAliases } from './aliases.ts';

/**
 * A value of a rule that may hold expressions: known when the rule is bound, or calculated for each resource.
 * `mayFail`: there are values of a resource for which a function in it fails.
 */
export type TemplateValue = { constant: true; value: unknown } | { constant: false; mayFail: boolean; run: (frame: Frame) => unknown };

/** The longest expression that Azure takes in a policy rule. */
export const MAX_EXPRESSION_LENGTH = 81_920;

/** Compiles an expression with the functions of policy rules. */
export function compilePolicyExpression(text: string): CompiledExpression {
  return compileExpression(text, policyFunctions);
}

/** Whether a text is an expression and not a literal. */
export function isPolicyExpression(value: unknown): boolean {
  return typeof value === 'string' && value.charCodeAt(0) === 91 && isExpression(value);
}

function changes(expression: CompiledExpression): boolean {
  let found = false;
  if (expression.ast !== undefined) {
    walkExpression(expression.ast, (node) => {
      if (node.kind === 'call' && CHANGING.has(node.name.toLowerCase())) found = true;
    });
  }
  return found;
}

/** Functions that take every value. */
const TOTAL = new Set(['parameters', 'field', 'current', 'requestcontext', 'policy', 'subscription', 'resourcegroup', 'utcnow', 'equals', 'coalesce', 'createarray', 'null', 'true', 'false']);
const NAMED = new Set(['parameters', 'field', 'current']);

/** Whether no run-time value can make the expression fail: what it reads is compared or handed on, and nothing else. */
function neverFails(node: Expression): boolean {
  switch (node.kind) {
    case 'literal':
      return true;
    case 'property':
      return neverFails(node.target);
    case 'call':
      return TOTAL.has(node.name.toLowerCase()) && node.args.every((arg) => (NAMED.has(node.name.toLowerCase()) ? arg.kind === 'literal' : neverFails(arg)));
    default:
      return false;
  }
}

const nowhere = new FlatAliases().shape('');

/**
 * Binds a value: texts, lists and objects at any depth. An expression without anything of the resource in it is
 * calculated here, once, with the parameters.
 */
export function bindValue(source: unknown, site: Site, parameters: ReadonlyMap<string, unknown>): TemplateValue {
  if (typeof source === 'string') return bindText(source, site, parameters);
  if (typeof source !== 'object' || source === null || source instanceof Symbolic) return { constant: true, value: source };
  if (Array.isArray(source)) {
    const items = source.map((item) => bindValue(item, site, parameters));
    if (items.every((item) => item.constant)) return { constant: true, value: items.map((item) => (item as { value: unknown }).value) };
    return { constant: false, mayFail: items.some(mayFail), run: (frame) => items.map((item) => runValue(item, frame)) };
  }
  const entries = Object.entries(source).map(([key, value]) => [key, bindValue(value, site, parameters)] as const);
  if (entries.every(([, value]) => value.constant)) {
    return { constant: true, value: Object.fromEntries(entries.map(([key, value]) => [key, (value as { value: unknown }).value])) };
  }
  return { constant: false, mayFail: entries.some(([, value]) => mayFail(value)), run: (frame) => Object.fromEntries(entries.map(([key, value]) => [key, runValue(value, frame)])) };
}

export function mayFail(value: TemplateValue): boolean {
  return !value.constant && value.mayFail;
}

export function runValue(value: TemplateValue, frame: Frame): unknown {
  return value.constant ? value.value : value.run(frame);
}

function bindText(source: string, site: Site, parameters: ReadonlyMap<string, unknown>): TemplateValue {
  if (!isPolicyExpression(source)) return { constant: true, value: unescapeLiteral(source) };
  const expression = compilePolicyExpression(source);
  const evaluate = (frame: Frame) => {
    frame.site = site;
    return expression.evaluate(frame);
  };
  const isSafe = expression.ast !== undefined && neverFails(expression.ast);
  const run = isSafe ? evaluate : (frame: Frame) => {
    const before = frame.read;
    frame.read = undefined;
    const value = evaluate(frame);
    if (frame.read !== undefined || (typeof value === 'object' && value !== null && containsRuntime(value))) frame.mayFail = true;
    frame.read ??= before;
    return value;
  };
  if (changes(expression)) return { constant: false, mayFail: !isSafe, run };
  const frame = new Frame(undefined, nowhere, {});
  frame.enter(parameters, undefined);
  try {
    return { constant: true, value: run(frame) };
  } catch (error) {
    // Known to fail: it does so when it is asked for, because the condition in front of it may never let that happen.
    if (!(error instanceof EvaluationError)) throw error;
    return { constant: false, mayFail: true, run };
  }
}


