import { arrayArgument, invalid, unexpected } from './arguments.ts';
import { fn, type FunctionRow, type Run } from './function-table.ts';
import { textOf } from './text-of.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import type { Expression } from '../expression/ast.ts';
import { maskErrors, runtimeCall, tainted } from '../expression/invoke.ts';
import { MAX_CALL_DEPTH, type Locals, type Scope } from '../expression/scope.ts';
import {
  GrowingObject,
  isLambda,
  isObject,
  RuntimeValue,
  SecureValue,
  setProperty,
  type Lambda,
  type Value,
  type ValueObject,
} from '../values.ts';

/**
 * Source: "Lambda functions for ARM templates". A lambda's answer may be a run-time or secure value: as a member it
 * stays one, as a decision (filter, sort, groupBy's key) it makes the whole result one.
 */
export const lambdaFunctions: FunctionRow[] = [
  { name: 'lambda', min: 1, max: Infinity, returns: 'Lambda', compile: compileLambda },
  { name: 'lambdaVariables', min: 1, max: 1, returns: 'Any', compile: compileVariable },
  fn('map', 2, 2, map, { returns: 'Array' }),
  fn('filter', 2, 2, filter, { returns: 'Array' }),
  fn('reduce', 3, 3, reduce, { returns: 'Any', symbolic: 'own' }),
  fn('sort', 2, 2, sort, { returns: 'Array' }),
  fn('toObject', 2, 3, toObject, { returns: 'Object' }),
  fn('groupBy', 2, 2, groupBy, { returns: 'Object' }),
  fn('mapValues', 2, 2, mapValues, { returns: 'Object' }),
];

function map(args: readonly Value[]): Value {
  const { list, lambda } = parts('map', args, 1, 2);
  return list.map((item, i) => lambda.call([item, i]));
}

function filter(args: readonly Value[]): Value {
  const { list, lambda } = parts('filter', args, 1, 2);
  return decide('filter', args, (ask) => list.filter((item, i) => isTrue('filter', ask(lambda.call([item, i])))));
}

/** The start value may be symbolic: it goes through the lambda like any other. */
function reduce(args: readonly Value[]): Value {
  const [given, ...rest] = args;
  if (given instanceof RuntimeValue) return runtimeCall('reduce', args);
  if (given instanceof SecureValue) return maskErrors(given.name, () => tainted(given.name, reduce([SecureValue.open(given), ...rest])));
  const { list, lambda } = parts('reduce', args, 2, 3);
  return list.reduce((sum, item, i) => lambda.call([sum, item, i]), args[1] as Value);
}

function sort(args: readonly Value[]): Value {
  const { list, lambda } = parts('sort', args, 2, 2);
  return decide('sort', args, (ask) => sortStable(list, (a, b) => isTrue('sort', ask(lambda.call([a, b])))));
}

function mapValues([object, lambda]: readonly Value[]): Value {
  if (!isObject(object)) throw unexpected('mapValues', 'its first parameter to be an object', object ?? null);
  const call = lambdaArgument('mapValues', lambda, 1, 1);
  const mapped: ValueObject = {};
  for (const key of Object.keys(object)) setProperty(mapped, key, call.call([object[key] as Value]));
  return mapped;
}

function compileLambda(args: readonly Run[], nodes: readonly Expression[]): Run {
  const names = nodes.slice(0, -1).map((node) => (node.kind === 'literal' && typeof node.value === 'string' ? node.value : undefined));
  const body = args.at(-1) as Run;
  if (names.includes(undefined)) {
    return () => {
      throw invalid("The template language function 'lambda' expects the names of its variables as literal texts.");
    };
  }
  const parameters = names as string[];
  return (scope) => makeLambda(parameters, body, scope);
}

function makeLambda(parameters: readonly string[], body: Run, scope: Scope): Lambda {
  const parent = scope.locals;
  const call = (values: readonly Value[]): Value => {
    const { meter } = scope;
    meter.count(1);
    if (++meter.depth > MAX_CALL_DEPTH)
      throw new EvaluationError('Depth', `Functions call each other deeper than ${MAX_CALL_DEPTH} levels.`);
    const before = scope.locals;
    scope.locals = { names: parameters, values, parent };
    const value = body(scope);
    scope.locals = before;
    meter.depth--;
    return value;
  };
  return {
    kind: 'lambda',
    parameters,
    call,
    toRuntime: () =>
      new RuntimeValue('lambda', [...parameters, call(parameters.map((name) => new RuntimeValue('lambdaVariables', [name])))]),
  };
}

function compileVariable([name]: readonly Run[]): Run {
  return (scope) => {
    const wanted = (name as Run)(scope);
    if (typeof wanted !== 'string') throw unexpected('lambdaVariables', 'its parameter to be a string', wanted);
    for (let locals: Locals | undefined = scope.locals; locals !== undefined; locals = locals.parent) {
      const index = locals.names.findIndex((known) => known.toLowerCase() === wanted.toLowerCase());
      if (index >= 0) return locals.values[index] as Value;
    }
    throw new EvaluationError('Undeclared', `The lambda variable '${wanted}' is not found.`);
  };
}

function lambdaArgument(name: string, value: Value | undefined, least: number, most: number): Lambda {
  if (value === undefined || !isLambda(value)) throw unexpected(name, 'a lambda function', value ?? null);
  const { length } = value.parameters;
  if (length < least || length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    throw invalid(`The template language function '${name}' expects a lambda with ${wanted} variable(s), not ${length}.`);
  }
  return value;
}

/** The array and the lambda of a call; the lambda is the last argument and takes `least` to `most` variables. */
function parts(name: string, args: readonly Value[], least: number, most: number): { list: Value[]; lambda: Lambda } {
  return {
    list: arrayArgument(name, args[0], 'its first parameter to be an array'),
    lambda: lambdaArgument(name, args.at(-1), least, most),
  };
}

function isTrue(name: string, value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw unexpected(name, 'the lambda function to give a boolean', value);
}

/** Runs `calculate` whose decisions depend on lambda answers: `ask` opens a secret and notes it, or finds it is too early. */
function decide(name: string, args: readonly Value[], calculate: (ask: (answer: Value) => Value) => Value): Value {
  let secret: string | undefined;
  let waits = false;
  const value = calculate((answer) => {
    let open = answer;
    if (open instanceof SecureValue) {
      secret ??= open.name;
      open = SecureValue.open(open);
    }
    if (!(open instanceof RuntimeValue)) return open;
    waits = true;
    // Any answer will do: the result is thrown away. A text serves where a key is asked, false where a decision is.
    return name === 'toObject' || name === 'groupBy' ? '' : false;
  });
  return tainted(secret, waits ? runtimeCall(name, args) : value);
}

/** Merge sort: stable, and the same number of comparisons everywhere. `before(a, b)` = a comes first. */
function sortStable(list: readonly Value[], before: (a: Value, b: Value) => boolean): Value[] {
  if (list.length < 2) return [...list];
  const middle = list.length >> 1;
  const left = sortStable(list.slice(0, middle), before);
  const right = sortStable(list.slice(middle), before);
  const sorted: Value[] = [];
  let i = 0;
  for (const item of right) {
    while (i < left.length && !before(item, left[i] as Value)) sorted.push(left[i++] as Value);
    sorted.push(item);
  }
  while (i < left.length) sorted.push(left[i++] as Value);
  return sorted;
}

function keyOf(name: string, key: Value): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'number' || typeof key === 'bigint') return textOf(key);
  throw unexpected(name, 'the lambda function to give a string as key', key);
}

function toObject(args: readonly Value[]): Value {
  const list = arrayArgument('toObject', args[0], 'its first parameter to be an array');
  const key = lambdaArgument('toObject', args[1], 1, 2);
  const value = args.length > 2 ? lambdaArgument('toObject', args[2], 1, 2) : undefined;
  return decide('toObject', args, (ask) => {
    const made = new GrowingObject<Value>();
    list.forEach((item, i) => {
      const name = keyOf('toObject', ask(key.call([item, i])));
      made.set(name, value === undefined ? item : value.call([item, i]));
    });
    return made.object;
  });
}

function groupBy(args: readonly Value[]): Value {
  const { list, lambda } = parts('groupBy', args, 1, 2);
  return decide('groupBy', args, (ask) => {
    const groups = new GrowingObject<Value[]>();
    list.forEach((item, i) => {
      const name = keyOf('groupBy', ask(lambda.call([item, i])));
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [item]);
      else group.push(item);
    });
    return groups.object;
  });
}
