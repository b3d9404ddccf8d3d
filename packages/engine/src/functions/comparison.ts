import { unexpected } from './arguments.ts';
import { fn, type FunctionRow, type Run } from './function-table.ts';
import { runtimeCall, tainted } from '../expression/invoke.ts';
import { compareText } from '../format/culture.ts';
import { equalValues, RuntimeValue, SecureValue, type Value } from '../values.ts';

/** Source: "Comparison functions for ARM templates". Text compares in culture order: a, A, b, B. */
export const comparisonFunctions: FunctionRow[] = [
  { name: 'coalesce', min: 1, max: Infinity, returns: 'Any', compile: coalesce },
  fn('equals', 2, 2, ([a, b], { meter }) => equalValues(a as Value, b as Value, meter), {
    returns: 'Boolean',
    symbolic: 'deep',
    opens: true,
  }),
  ordered('less', (order) => order < 0),
  ordered('lessOrEquals', (order) => order <= 0),
  ordered('greater', (order) => order > 0),
  ordered('greaterOrEquals', (order) => order >= 0),
];

function ordered(name: string, holds: (order: number) => boolean): FunctionRow {
  return fn(name, 2, 2, ([a, b]) => holds(compare(name, a as Value, b as Value)), { returns: 'Boolean', opens: true });
}

function compare(name: string, a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  throw unexpected(name, 'its parameters to be two integers or two strings', a, b);
}

const isNumber = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** The first value that is not null. Ends at the first known one; run-time values before it keep it open. */
function coalesce(args: readonly Run[]): Run {
  return (scope) => {
    const open: Value[] = [];
    let secret: string | undefined;
    for (const arg of args) {
      const value = arg(scope);
      const inner = value instanceof SecureValue ? SecureValue.open(value) : value;
      if (inner === null) {
        if (value instanceof SecureValue) secret ??= value.name;
        continue;
      }
      open.push(value);
      if (!(inner instanceof RuntimeValue)) break;
    }
    if (open.length === 0) return tainted(secret, null);
    if (open.length === 1) return open[0] as Value;
    const masked = open.find((value) => value instanceof SecureValue) as SecureValue | undefined;
    return tainted(secret ?? masked?.name, runtimeCall('coalesce', open));
  };
}
