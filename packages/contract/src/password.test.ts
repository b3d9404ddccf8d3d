import { describe, expect, test } from 'vitest';
import { defaultPasswordLength, generatePassword } from './password.ts';

/** The four kinds of characters that a password holds (spec section 5, decision 83). */
const kinds = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '!@#$%^&*()-_=+'];
const alphabet = kinds.join('');
const isStrong = (text: string) => kinds.every((kind) => Array.from(kind).some((each) => text.includes(each)));

/**
 * Probability of each character at any one place of a password that was drawn evenly and kept because it holds all four
 * kinds: p/n of its kind, times the chance that the other places hold the other kinds (inclusion and exclusion).
 */
function expectedShares(length: number): Map<string, number> {
  const share = kinds.map((kind) => kind.length / alphabet.length);
  const ofKind = kinds.map((_, own) => {
    const others = share.filter((_, index) => index !== own);
    let sum = 0;
    for (let subset = 0; subset < 2 ** others.length; subset++) {
      const left = others.filter((_, index) => (subset >> index) % 2 === 1);
      sum += (-1) ** left.length * (1 - left.reduce((total, each) => total + each, 0)) ** (length - 1);
    }
    return (share[own] ?? 0) * sum;
  });
  const total = ofKind.reduce((sum, each) => sum + each, 0);
  return new Map(kinds.flatMap((kind, index) => Array.from(kind).map((each) => [each, (ofKind[index] ?? 0) / total / kind.length] as const)));
}

/** Pearson's chi-square of the characters at one place of many passwords, against what an unbiased draw gives. */
function chiSquare(passwords: string[], place: number): number {
  const counts = new Map<string, number>();
  for (const password of passwords) counts.set(password.charAt(place), (counts.get(password.charAt(place)) ?? 0) + 1);
  let sum = 0;
  for (const [each, share] of expectedShares(defaultPasswordLength)) sum += ((counts.get(each) ?? 0) - share * passwords.length) ** 2 / (share * passwords.length);
  return sum;
}
// With 75 degrees of freedom an unbiased draw passes 174 once in a thousand million runs (Wilson and Hilferty, z = 6).
const limit = 174;
const many = 40_000;

describe('generated passwords', () => {
  test('have 12 characters (R-CONST-08)', () => expect(generatePassword()).toHaveLength(defaultPasswordLength));

  test('always hold an upper-case letter, a lower-case letter, a digit and a symbol, and nothing else', () => {
    for (const length of [4, 5, 12, 64]) {
      for (let index = 0; index < 500; index++) {
        const password = generatePassword(length);
        expect([password.length, isStrong(password), Array.from(password).filter((each) => !alphabet.includes(each))]).toEqual([length, true, []]);
      }
    }
  });

  test('are unbiased: chi-square of every place stays below a limit that an even draw passes once in 10^9 runs', () => {
    const passwords = Array.from({ length: many }, () => generatePassword());
    for (let place = 0; place < defaultPasswordLength; place++) expect(chiSquare(passwords, place)).toBeLessThan(limit);
    expect(new Set(passwords).size).toBe(many);
  });

  test('the limit tells a biased draw: a random byte modulo the number of characters does not pass', () => {
    const biased = (): string => {
      for (;;) {
        const text = [...crypto.getRandomValues(new Uint8Array(defaultPasswordLength))].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
        if (isStrong(text)) return text;
      }
    };
    expect(chiSquare(Array.from({ length: many }, biased), 0)).toBeGreaterThan(2 * limit);
    // So does the other usual mistake: one place kept for each kind.
    const patched = () => `A${generatePassword().slice(1)}`;
    expect(chiSquare(Array.from({ length: many }, patched), 0)).toBeGreaterThan(2 * limit);
  });

  test.each([0, 3, -1, 4.5, Number.NaN])('of length %d do not exist', (length) => expect(() => generatePassword(length)).toThrow(RangeError));
});
