import { invalid, integerArgument, unexpected } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import { integer, isInteger, typeName, type Value } from '../values.ts';

/** Source: "Numeric functions for ARM templates". Integers have 64 bits; leaving that range is an error. */
export const numericFunctions: FunctionRow[] = [
  arithmetic('add', (a, b) => a + b),
  arithmetic('sub', (a, b) => a - b),
  arithmetic('mul', (a, b) => a * b),
  arithmetic('div', (a, b) => a / b),
  arithmetic('mod', (a, b) => a % b),
  fn('int', 1, 1, ([value]) => toInteger(value as Value), { returns: 'Integer' }),
  fn('float', 1, 1, ([value]) => toFloat(value as Value), { returns: 'Float' }),
  extreme('min', (a, b) => a < b),
  extreme('max', (a, b) => a > b),
];

function arithmetic(name: string, calculate: (a: bigint, b: bigint) => bigint): FunctionRow {
  return fn(
    name,
    2,
    2,
    ([a, b]) => {
      const left = operand(name, a as Value);
      const right = operand(name, b as Value);
      if ((name === 'div' || name === 'mod') && right === 0n) {
        throw invalid(`The template language function '${name}' can't divide by zero.`);
      }
      return integer(calculate(left, right));
    },
    { returns: 'Integer' },
  );
}

const DIGITS = /^\s*[+-]?\d+\s*$/;

/** An integer, also one written as text. */
function operand(name: string, value: Value): bigint {
  if (typeof value === 'string' && DIGITS.test(value)) return BigInt(integer(BigInt(value.trim().replace(/^\+/, ''))));
  return BigInt(integerArgument(name, value, 'its parameters to be integers'));
}

function toInteger(value: Value): number | bigint {
  if (isInteger(value)) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return integer(BigInt(Math.trunc(value)));
  if (typeof value === 'string' && DIGITS.test(value)) return integer(BigInt(value.trim().replace(/^\+/, '')));
  throw invalid(
    typeof value === 'string'
      ? `The template language function 'int' can't convert the value '${value}' to an integer.`
      : `The template language function 'int' expects an integer or a string. The provided value is of type '${typeName(value)}'.`,
  );
}

function toFloat(value: Value): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return Number(value);
  throw unexpected('float', 'an integer or a string that holds a number', value);
}

function extreme(name: 'min' | 'max', better: (a: number | bigint, b: number | bigint) => boolean): FunctionRow {
  const call = (args: readonly Value[]): Value => {
    let best: number | bigint | undefined;
    for (const value of args.flat() as Value[]) {
      const number = integerArgument(name, value, 'its parameters to be integers or an array of integers');
      if (best === undefined || better(number, best)) best = number;
    }
    if (best === undefined) throw invalid(`The template language function '${name}' expects at least one integer.`);
    return best;
  };
  return fn(name, 1, Infinity, call, { returns: 'Integer', symbolic: 'deep' });
}
