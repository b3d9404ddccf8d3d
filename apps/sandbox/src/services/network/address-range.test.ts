import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, contains, firstFree, formatAddress, isCanonical, overlaps, parseAddress, parseRange } from './address-range.ts';

const v4 = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 })).map((parts) => parts.join('.'));
const v4Range = fc.tuple(v4, fc.integer({ min: 0, max: 32 })).map(([address, length]) => parseRange(`${address}/${length}`)!);

describe('address ranges', () => {
  it('reads and writes addresses without loss', () => {
    fc.assert(fc.property(v4, (text) => formatAddress(parseAddress(text)!.value, 32) === text));
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), (value) => parseAddress(formatAddress(value, 128))?.value === value));
  });

  it.each(['10.0.0.0/33', '10.0.0/8', '256.0.0.0/8', '10.0.0.0', 'abc/8', '10.0.0.0/8/8', '::1/129', '1::2::3/64'])('refuses %s', (text) => expect(parseRange(text)).toBeUndefined());

  it('knows the proper form of a range with host bits', () => {
    const range = parseRange('10.0.0.5/24')!;
    expect([isCanonical(range), canonical(range)]).toEqual([false, '10.0.0.0/24']);
    fc.assert(fc.property(v4Range, (one) => isCanonical(parseRange(canonical(one))!)));
  });

  it('agrees with itself: what contains overlaps, and overlapping is symmetric', () => {
    fc.assert(fc.property(v4Range, v4Range, (a, b) => overlaps(a, b) === overlaps(b, a) && (!contains(a, b) || overlaps(a, b))));
    // Two CIDR ranges are nested or apart, never crossed.
    fc.assert(fc.property(v4Range, v4Range, (a, b) => !overlaps(a, b) || contains(a, b) || contains(b, a)));
  });

  it('gives the lowest free address, leaving the first four and the last to the cloud', () => {
    const range = parseRange('10.0.0.0/29')!;
    expect(firstFree(range, new Set())).toBe('10.0.0.4');
    expect(firstFree(range, new Set(['10.0.0.4', '10.0.0.5']))).toBe('10.0.0.6');
    expect(firstFree(range, new Set(['10.0.0.4', '10.0.0.5', '10.0.0.6']))).toBeUndefined();
  });
});
