import { isRawJson, mapArray, mapObject, type Value, type ValueObject } from '../values.ts';

/** Integers of fewer digits are exact as doubles. */
const DIGITS = 16;

const isDigit = (text: string, at: number): boolean => {
  const c = text.charCodeAt(at);
  return c >= 48 && c <= 57;
};

/**
 * True when reading the text with doubles could lose digits of an integer: when it holds a long row of digits that is
 * not the start of a string (as the hash is that Bicep writes). Every such row covers one of the places looked at.
 */
export function mayLoseDigits(text: string): boolean {
  for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
    if (!isDigit(text, at)) continue;
    let [start, end] = [at, at + 1];
    while (isDigit(text, start - 1)) start--;
    while (isDigit(text, end)) end++;
    if (end - start >= DIGITS && text.charCodeAt(start - 1) !== 34) return true;
    at = end - 1;
  }
  return false;
}

type SourceReviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const withSource = (text: string, reviver: SourceReviver): unknown => JSON.parse(text, reviver as (key: string, value: unknown) => unknown);

/** Whether JSON.parse tells a reviver how a number is written: in every browser since 2025, and in Node from 22 on. */
export const readsSource = withSource('1', (_key, _value, context) => context?.source !== undefined) === true;

/**
 * JSON.parse with integers beyond 2^53 as `bigint`, for the language has 64 bits. Throws what JSON.parse throws. Where the
 * platform does not tell a reviver the source text, such integers are rounded as everywhere in JavaScript.
 */
export function parseExactJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text);
  return withSource(text, (_key, value, context) => (typeof value === 'number' ? exactInteger(value, context?.source) : value));
}

/** The 64-bit integer that a literal spells, where the number read from it may be another one. */
export function exactInteger(value: number, literal: string | undefined): number | bigint {
  if (Number.isSafeInteger(value) || literal === undefined || !/^-?\d+$/.test(literal)) return value;
  const exact = BigInt(literal);
  return BigInt.asIntN(64, exact) === exact ? exact : value;
}

/**
 * Data with every raw JSON number as the number that it spells; the very same data where there is none. `isLarge` tells
 * whether the data holds a `bigint` then.
 */
export function exactData(data: unknown): { data: unknown; isLarge: boolean } {
  let isLarge = false;
  const read = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) {
      isLarge ||= typeof value === 'bigint';
      return value;
    }
    if (Array.isArray(value)) return mapArray(value as Value[], read as (item: Value) => Value);
    return isRawJson(value) ? read(exactInteger(Number(value.rawJSON), value.rawJSON)) : mapObject(value as ValueObject, read as (item: Value) => Value);
  };
  return { data: read(data), isLarge };
}
