/** Where a text may hold an integer that a double can't: digits in a row, in strings too. */
const manyDigits = /\d{16}/;

/** True when reading the text with doubles could lose digits of an integer. */
export function mayLoseDigits(text: string): boolean {
  return manyDigits.test(text);
}

/**
 * JSON.parse with integers beyond 2^53 as `bigint`, for the language has 64 bits. Throws what JSON.parse throws. Where the
 * platform does not tell a reviver the source text, such integers are rounded as everywhere in JavaScript.
 */
export function parseExactJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text);
  return JSON.parse(text, ((_key: string, value: unknown, context?: { source?: string }) => (typeof value === 'number' ? exactInteger(value, context?.source) : value)) as (key: string, value: unknown) => unknown);
}

/** The 64-bit integer that a literal spells, where the number read from it may be another one. */
export function exactInteger(value: number, literal: string | undefined): number | bigint {
  if (Number.isSafeInteger(value) || literal === undefined || !/^-?\d+$/.test(literal)) return value;
  const exact = BigInt(literal);
  return BigInt.asIntN(64, exact) === exact ? exact : value;
}

/** True when data holds a `bigint`. */
export function holdsLargeInteger(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(holdsLargeInteger);
}
