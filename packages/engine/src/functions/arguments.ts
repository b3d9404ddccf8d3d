import { EvaluationError } from '../expression/evaluation-error.ts';
import { isInteger, typeName, type Value } from '../values.ts';

/** An error about an argument, in Azure's form of words. */
export function invalid(message: string): EvaluationError {
  return new EvaluationError('InvalidArgument', message);
}

/** `The template language function 'f' expects <what>. The provided value is of type 'A' and 'B'.` */
export function unexpected(name: string, what: string, ...given: Value[]): EvaluationError {
  const types = given.map((value) => `'${typeName(value)}'`).join(' and ');
  return invalid(`The template language function '${name}' expects ${what}. The provided value is of type ${types}.`);
}

export function textArgument(name: string, value: Value | undefined, what = 'its parameter to be a string'): string {
  if (typeof value === 'string') return value;
  throw unexpected(name, what, value ?? null);
}

export function integerArgument(name: string, value: Value | undefined, what = 'its parameter to be an integer'): number | bigint {
  if (value !== undefined && isInteger(value)) return value;
  throw unexpected(name, what, value ?? null);
}

/** An integer that serves as a count or an index: a plain number, limited to what a list can have. */
export function countArgument(name: string, value: Value | undefined, what: string): number {
  const count = Number(integerArgument(name, value, what));
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, count));
}

export function booleanArgument(name: string, value: Value | undefined): boolean {
  if (typeof value === 'boolean') return value;
  throw unexpected(name, 'its parameters to be of type boolean', value ?? null);
}

export function arrayArgument(name: string, value: Value | undefined, what = 'its parameter to be an array'): Value[] {
  if (Array.isArray(value)) return value;
  throw unexpected(name, what, value ?? null);
}
