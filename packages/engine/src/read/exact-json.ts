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
