import { booleanArgument, invalid } from './arguments.ts';
import { fn, type FunctionRow, type Run } from './function-table.ts';
import { EvaluationError } from '../expression/evaluation-error.ts';
import { runtimeCall, tainted } from '../expression/invoke.ts';
import { RuntimeValue, SecureValue, Symbolic, type Value } from '../values.ts';
import type { Scope } from '../expression/scope.ts';

/** Source: "Logical functions for ARM templates" of the ARM template function reference. */
export const logicalFunctions: FunctionRow[] = [
  { name: 'and', min: 2, max: Infinity, returns: 'Boolean', compile: (args) => connect('and', false, args) },
  { name: 'or', min: 2, max: Infinity, returns: 'Boolean', compile: (args) => connect('or', true, args) },
  { name: 'if', min: 3, max: 3, returns: 'Any', compile: ([condition, yes, no]) => choose(condition as Run, yes as Run, no as Run) },
  fn('not', 1, 1, ([value]) => !booleanArgument('not', value), { returns: 'Boolean', opens: true }),
  fn('true', 0, 0, () => true, { returns: 'Boolean' }),
  fn('false', 0, 0, () => false, { returns: 'Boolean' }),
  fn('bool', 1, 1, ([value]) => toBoolean(value as Value), { returns: 'Boolean' }),
];

/** and/or stop at the first argument that decides, also when an earlier one is known only at run time. */
function connect(name: string, decisive: boolean, args: readonly Run[]): Run {
  return (scope) => {
    const open: Value[] = [];
    let secret: string | undefined;
    for (const arg of args) {
      let value = arg(scope);
      if (value instanceof SecureValue) {
        const inner = SecureValue.open(value);
        // A decision on a secret does not hold it; one that is still open would print it.
        if (inner instanceof RuntimeValue) secret ??= value.name;
        value = inner;
      }
      if (value instanceof RuntimeValue) open.push(value);
      else if (booleanArgument(name, value) === decisive) return decisive;
    }
    if (open.length === 0) return !decisive;
    return tainted(secret, open.length === 1 ? (open[0] as Value) : runtimeCall(name, open));
  };
}

function choose(condition: Run, yes: Run, no: Run): Run {
  return (scope) => {
    const value = condition(scope);
    // Only the chosen side is evaluated: the other one may well be in error.
    if (!(value instanceof Symbolic)) return booleanArgument('if', value) ? yes(scope) : no(scope);
    if (value instanceof SecureValue) {
      const open = SecureValue.open(value);
      // What is chosen does not hold the secret that decided.
      if (!(open instanceof RuntimeValue)) return booleanArgument('if', open) ? yes(scope) : no(scope);
      return tainted(value.name, chooseLater(open, yes, no, scope));
    }
    return chooseLater(value as RuntimeValue, yes, no, scope);
  };
}

function chooseLater(condition: RuntimeValue, yes: Run, no: Run, scope: Scope): Value {
  return runtimeCall('if', [condition, branch(yes, scope), branch(no, scope)]);
}

/** A side that may never be taken must not fail the whole: its error waits for the cloud's choice. */
function branch(run: Run, scope: Scope): Value {
  const { locals } = scope;
  const { depth } = scope.meter;
  try {
    return run(scope);
  } catch (error) {
    if (!(error instanceof EvaluationError) || error.code === 'Budget' || error.code === 'Depth') throw error;
    scope.locals = locals;
    scope.meter.depth = depth;
    return new RuntimeValue('fail', [error.message]);
  }
}

function toBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value) !== 0;
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase();
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
  }
  throw invalid("The template language function 'bool' expects a boolean, an integer, or the text 'true' or 'false'.");
}
