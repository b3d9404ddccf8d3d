import type { Call, Expression } from './ast.ts';
import { EvaluationError, type EvaluationErrorCode } from './evaluation-error.ts';
import { invoke } from './invoke.ts';
import { getMember, getMemberOrNull } from './member.ts';
import { isExpression, parseBareExpression, parseExpression, unescapeLiteral } from './parse.ts';
import type { FunctionRow, FunctionTable, Run } from '../functions/function-table.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import { writtenBytes, type Value } from '../values.ts';

/** A fault of an expression that shows without evaluating it. `at` is an offset into the text. */
export interface ExpressionFault {
  code: EvaluationErrorCode;
  message: string;
  at: number;
  name?: string;
}

/** An expression ready to be evaluated any number of times. */
export interface CompiledExpression {
  text: string;
  /** Absent when the text does not parse. */
  ast: Expression | undefined;
  faults: ExpressionFault[];
  /** Throws `EvaluationError`, also for a text with faults. */
  evaluate: Run;
}

// A process that expands templates forever must not keep every expression it ever saw.
const MAX_CACHED = 20_000;
const MAX_CACHED_LENGTH = 4_000_000;

/**
 * Compiles a text `[...]` once; the result is kept for the table. A text that is not an expression evaluates to
 * itself (with `[[` unescaped). Never throws.
 */
export function compileExpression(text: string, table: FunctionTable = standardFunctions): CompiledExpression {
  const cache = table.compiled as Map<string, CompiledExpression>;
  let compiled = cache.get(text);
  if (compiled === undefined) {
    compiled = isExpression(text) ? compileParsed(text, parseExpression(text, table.options.maxLength, table.options.syntax), table) : literal(text);
    table.compiledLength += text.length;
    if (cache.size >= MAX_CACHED || table.compiledLength > MAX_CACHED_LENGTH) {
      cache.clear();
      table.compiledLength = text.length;
    }
    cache.set(text, compiled);
  }
  return compiled;
}

/** Compiles an expression without outer brackets, as createUiDefinition and the policy language have some. */
export function compileBareExpression(text: string, table: FunctionTable = standardFunctions): CompiledExpression {
  return compileParsed(text, parseBareExpression(text, table.options.maxLength), table);
}

function literal(text: string): CompiledExpression {
  const value = unescapeLiteral(text);
  return { text, ast: undefined, faults: [], evaluate: () => value };
}

function compileParsed(text: string, parsed: ReturnType<typeof parseExpression>, table: FunctionTable): CompiledExpression {
  if (parsed.ast === undefined) {
    const { message, at } = parsed.error;
    const evaluate = fail('InvalidExpression', `Unable to parse language expression '${shorten(text)}': ${message}`);
    return { text, ast: undefined, faults: [{ code: 'InvalidExpression', message, at }], evaluate };
  }
  const faults: ExpressionFault[] = [];
  const run = compileNode(parsed.ast, table, faults);
  // What an expression gives will be written out, however often its parts are shared in memory.
  const evaluate: Run = (scope) => {
    const value = run(scope);
    if (typeof value === 'object' && value !== null) scope.meter.produce(writtenBytes(value));
    return value;
  };
  return { text, ast: parsed.ast, faults, evaluate };
}

function fail(code: EvaluationErrorCode, message: string): Run {
  return () => {
    throw new EvaluationError(code, message);
  };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function compileNode(node: Expression, table: FunctionTable, faults: ExpressionFault[]): Run {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'property': {
      const target = compileNode(node.target, table, faults);
      const { name } = node;
      if (table.options.missingMember === 'null') return (scope) => getMemberOrNull(target(scope), name);
      return (scope) => getMember(target(scope), name);
    }
    case 'index': {
      const target = compileNode(node.target, table, faults);
      const index = compileNode(node.index, table, faults);
      if (table.options.missingMember === 'null') return (scope) => getMemberOrNull(target(scope), index(scope));
      return (scope) => getMember(target(scope), index(scope));
    }
    case 'call':
      return compileCall(node, table, faults);
  }
}

function compileCall(node: Call, table: FunctionTable, faults: ExpressionFault[]): Run {
  const args = node.args.map((arg) => compileNode(arg, table, faults));
  const row = table.get(node.name);
  if (row === undefined) return compileUserCall(node, args, faults);
  if (args.length < row.min || args.length > row.max) {
    const message = arityMessage(row, args.length);
    faults.push({ code: 'WrongArity', message, at: node.start, name: row.name });
    return fail('WrongArity', message);
  }
  if (row.compile !== undefined) return counted(row.compile(args, node.args));
  const [first, second, third] = args;
  // Calls of one to three arguments are nearly all there are: each gets a closure without a loop.
  switch (args.length) {
    case 0:
      return (scope) => invoke(row, [], scope);
    case 1:
      return (scope) => invoke(row, [(first as Run)(scope)], scope);
    case 2:
      return (scope) => invoke(row, [(first as Run)(scope), (second as Run)(scope)], scope);
    case 3:
      return (scope) => invoke(row, [(first as Run)(scope), (second as Run)(scope), (third as Run)(scope)], scope);
    default:
      return (scope) => {
        const values: Value[] = [];
        for (const arg of args) values.push(arg(scope));
        return invoke(row, values, scope);
      };
  }
}

function counted(run: Run): Run {
  return (scope) => {
    scope.meter.count(1);
    return run(scope);
  };
}

/** `contoso.uniqueName(...)`: which functions exist depends on the template, so it is looked up when evaluated. */
function compileUserCall(node: Call, args: readonly Run[], faults: ExpressionFault[]): Run {
  const { name } = node;
  const message = `The template function '${name}' is not valid.`;
  if (!name.includes('.')) {
    faults.push({ code: 'UnknownFunction', message, at: node.start, name });
    return fail('UnknownFunction', message);
  }
  return (scope) => {
    scope.meter.count(1);
    const call = scope.userFunction(name);
    if (call === undefined) throw new EvaluationError('UnknownFunction', message);
    return call(args.map((arg) => arg(scope)));
  };
}

/** Azure's wording of a wrong number of arguments. */
function arityMessage(row: FunctionRow, given: number): string {
  const { min, max } = row;
  const wanted = max === min ? `${min}` : max === Infinity ? `at least ${min}` : `between ${min} and ${max}`;
  return `Unable to evaluate template language function '${row.name}': function requires ${wanted} argument(s) while ${given} were provided.`;
}
