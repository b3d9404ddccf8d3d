import { EvaluationError } from './evaluation-error.ts';
import type { Scope } from './scope.ts';
import type { FunctionRow } from '../functions/function-table.ts';
import {
  containsRuntime,
  containsSymbolic,
  isLambda,
  reveal,
  RuntimeValue,
  secureName,
  SecureValue,
  Symbolic,
  type Value,
} from '../values.ts';

/** Calls a function of the table with evaluated arguments; run-time and secure arguments as its row says. */
export function invoke(row: FunctionRow, args: readonly Value[], scope: Scope): Value {
  const { meter } = scope;
  if (--meter.steps < 0) meter.count(0);
  const call = row.call as NonNullable<FunctionRow['call']>;
  if (row.symbolic !== 'own') {
    for (let i = 0; i < args.length; i++) {
      const arg = args[i];
      if (typeof arg !== 'object' || arg === null) continue;
      if (arg instanceof Symbolic || (row.symbolic === 'deep' && containsSymbolic(arg, meter))) return invokeSymbolic(row, args, scope);
    }
  }
  const value = call(args, scope);
  if (typeof value === 'string') meter.produce(value.length);
  else if (typeof value === 'object' && Array.isArray(value)) meter.produce(value.length * 8);
  return value;
}

/** At least one argument is symbolic: a secret taints the result, a run-time value makes it a run-time value. */
function invokeSymbolic(row: FunctionRow, args: readonly Value[], scope: Scope): Value {
  const { meter } = scope;
  const deep = row.symbolic === 'deep';
  const secret = args
    .map((arg) => (deep || arg instanceof SecureValue ? secureName(arg, meter) : undefined))
    .find((name) => name !== undefined);
  const open = secret === undefined ? args : args.map((arg) => (deep ? reveal(arg, meter) : openSurface(arg)));
  const waits = open.some((arg) => arg instanceof RuntimeValue || (deep && containsRuntime(arg, meter)));
  if (waits) return tainted(secret, row.later === undefined ? runtimeCall(row.name, open) : row.later(open, scope));
  if (secret === undefined) return (row.call as NonNullable<FunctionRow['call']>)(open, scope);
  return maskErrors(secret, () => {
    const value = (row.call as NonNullable<FunctionRow['call']>)(open, scope);
    return row.opens === true ? value : tainted(secret, value);
  });
}

/** Runs a calculation on secrets; a message could quote one, so it is replaced by one that cannot. */
export function maskErrors(secret: string, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EvaluationError) || error.code === 'Budget' || error.code === 'Depth') throw error;
    throw new EvaluationError(error.code, `The expression can't be evaluated with the value of the secure parameter '${secret}'.`);
  }
}

function openSurface(value: Value): Value {
  return value instanceof SecureValue ? SecureValue.open(value) : value;
}

/** The value, masked when `secret` names a parameter. */
export function tainted(secret: string | undefined, value: Value): Value {
  return secret === undefined ? value : new SecureValue(secret, value);
}

/** A call that waits for the cloud; lambdas among its arguments become call trees. */
export function runtimeCall(name: string, args: readonly Value[], scope?: RuntimeValue['scope']): RuntimeValue {
  return new RuntimeValue(
    name,
    args.map((arg) => (isLambda(arg) ? arg.toRuntime() : arg)),
    scope,
  );
}
