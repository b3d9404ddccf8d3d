import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCulture, compareText, toLowerInvariant, toUpperInvariant } from './culture.ts';
import { addTicks, formatDate, isoText, readDate, readDuration, toEpochSeconds } from './date.ts';
import { decodeBase64, encodeBase64, escapeUri, unescapeUri } from './encoding.ts';
import { formatNumber } from './number.ts';
import { readRelaxedJson } from './relaxed-json.ts';
import { resolveUri } from './uri.ts';
import { guid } from '../hash.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const english = (places: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: places, maximumFractionDigits: places, roundingMode: 'halfExpand' });

describe('numbers, against other implementations', () => {
  test('N and F of every integer', () => {
    fc.assert(
      fc.property(int64, fc.integer({ min: 0, max: 9 }), (value, places) => {
        const wanted = english(places).format(value);
        expect(formatNumber(value, `N${places}`)).toBe(wanted);
        expect(formatNumber(value, `F${places}`)).toBe(wanted.replaceAll(',', ''));
        expect(formatNumber(value, '#,##0')).toBe(english(0).format(value));
      }),
    );
  });

  test('D, G, X and B of every integer', () => {
    fc.assert(
      fc.property(int64, fc.integer({ min: 0, max: 30 }), (value, width) => {
        const digits = (value < 0n ? -value : value).toString();
        expect(formatNumber(value, `D${width}`)).toBe((value < 0n ? '-' : '') + digits.padStart(width, '0'));
        expect(formatNumber(value, 'G')).toBe(value.toString());
        expect(formatNumber(value, `x${width}`)).toBe(BigInt.asUintN(64, value).toString(16).padStart(width, '0'));
        expect(formatNumber(value, 'B')).toBe(BigInt.asUintN(64, value).toString(2));
      }),
    );
  });

  test('E of every integer that a double holds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 15 }), (value, places) => {
        const [mantissa = '', exponent = ''] = value.toExponential(places).split('e');
        expect(formatNumber(value, `E${places}`)).toBe(`${mantissa}E${exponent[0]}${exponent.slice(1).padStart(3, '0')}`);
      }),
    );
  });

  test('fractions with a fixed number of places', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 5 }), (scaled, places) => {
        const value = scaled / 1000;
        const text = formatNumber(value, `N${places}`) as string;
        const wanted = english(places).format(`${value}` as `${number}`);
        expect(text).toBe(/[1-9]/.test(wanted) ? wanted : wanted.replace('-', ''));
      }),
    );
  });

  test.each(['Z', 'R', 'D1000', 'Q5'])('%s is not a format of an integer', (format) => {
    expect(formatNumber(5, format)).toBeUndefined();
  });
});

describe('dates, against Date', () => {
  const date = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });

  test('reading and printing ISO 8601', () => {
    fc.assert(
      fc.property(date, (value) => {
        const read = readDate(value.toISOString());
        expect(read).toBeDefined();
        if (read === undefined) return;
        expect(formatDate(read, 'yyyy-MM-ddTHH:mm:ss.fffZ')).toBe(value.toISOString());
        expect(isoText(read)).toBe(value.toISOString().replace('.000Z', 'Z'));
        expect(formatDate(read, 'R')).toBe(value.toUTCString());
        expect(toEpochSeconds(read)).toBe(BigInt(Math.floor(value.getTime() / 1000)));
      }),
    );
  });

  test('adding days, hours and seconds', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        fc.integer({ min: -9999, max: 9999 }),
        fc.integer({ min: 0, max: 99 }),
        (value, days, seconds) => {
          const ticks = readDuration(`${days < 0 ? '-' : ''}P${Math.abs(days)}DT${seconds}S`) as bigint;
          const sum = addTicks(readDate(value.toISOString()) as never, ticks);
          const moved = value.getTime() + (days < 0 ? -1 : 1) * (Math.abs(days) * 86_400_000 + seconds * 1000);
          expect(sum && isoText(sum)).toBe(new Date(moved).toISOString().replace('.000Z', 'Z'));
        },
      ),
    );
  });

  test.each(['', 'P', 'PT', 'P1', 'P1H', 'PT1D', '1D', 'P-1D', 'P1DT'])('%j is not a duration', (text) => {
    expect(readDuration(text)).toBeUndefined();
  });

  test.each(['', 'today', '2024-13-01', '2023-02-29', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00+15:00'])('%j is not a date', (text) => {
    expect(readDate(text)).toBeUndefined();
  });
});

describe('addresses and encodings, against other implementations', () => {
  const segment = fc.constantFrom('a', 'b.json', '..', '.', 'x-y', '', 'ä');
  const base = fc
    .tuple(
      fc.constantFrom('https://example.com', 'http://Example.com:8080', 'https://example.com:443'),
      fc.array(segment, { maxLength: 4 }),
    )
    .map(([host, path]) => `${host}/${path.join('/')}`);
  const relative = fc
    .tuple(fc.constantFrom('', '/', './', '../'), fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '?q=1&r=a%20b', '#f', '?x#y'))
    .map(([lead, path, tail]) => `${lead}${path.join('/')}${tail}`);

  test('an address against a base resolves as the URL standard says', () => {
    fc.assert(
      fc.property(
        base,
        relative.filter((text) => !text.startsWith('//')),
        (from, to) => {
          expect(resolveUri(from, to)).toBe(new URL(to, from).href);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('base64 and percent encoding come back to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(encodeBase64(text)).toBe(Buffer.from(text, 'utf8').toString('base64'));
        expect(decodeBase64(encodeBase64(text))).toBe(text);
        expect(unescapeUri(escapeUri(text))).toBe(text);
      }),
    );
  });

  test('guid is a version 5 UUID', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (args) => {
        const hash = createHash('sha1').update(Buffer.from('11fb06fb712d4ddd98c7e71bbd588830', 'hex')).update(args.join('-')).digest();
        hash[6] = ((hash[6] as number) & 15) | 0x50;
        hash[8] = ((hash[8] as number) & 63) | 0x80;
        expect(guid(args).replaceAll('-', '')).toBe(hash.subarray(0, 16).toString('hex'));
      }),
    );
  });

  test('a long text hashes as well', () => {
    const hash = createHash('sha1')
      .update(Buffer.from('11fb06fb712d4ddd98c7e71bbd588830', 'hex'))
      .update('x'.repeat(100_000))
      .digest('hex');
    expect(guid(['x'.repeat(100_000)]).slice(0, 8)).toBe(hash.slice(0, 8));
  });

  test('the relaxed reader reads what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // Integers that a double may not hold exactly are read as bigint.
        fc.pre(!/\d{16}/.test(JSON.stringify(value)));
        // The digits at the front keep the strict reader out of the way.
        const text = `[1234567890123456, ${JSON.stringify(value)}]`;
        expect(readRelaxedJson(text).value).toEqual([1234567890123456, JSON.parse(JSON.stringify(value))]);
      }),
    );
  });

  test.each(['{', '[1', '{"a"}', '{"a":}', '"a', "'a", 'nul', '[1 2]', '{a: 1} x', '"\\x"', '[[[['.repeat(100)])(
    '%j is not JSON',
    (text) => {
      expect(readRelaxedJson(text).error).toBeDefined();
    },
  );
});

describe('culture', () => {
  test('comparing is an order', () => {
    const word = fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'A', 'b', 'ä', '1', '-', ' ', 'Z', '_') });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(Math.sign(compareText(a, b))).toBe(0 - Math.sign(compareText(b, a)));
        if (compareText(a, b) <= 0 && compareText(b, c) <= 0) expect(compareText(a, c)).toBeLessThanOrEqual(0);
        if (compareText(a, b) === 0) expect(compareCulture(a, b)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('changing case keeps the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toUpperInvariant(text)).toHaveLength(text.length);
        expect(toLowerInvariant(text)).toHaveLength(text.length);
      }),
    );
    expect(toUpperInvariant('ßıﬁé')).toBe('ßıﬁÉ');
    expect(toLowerInvariant('İΑΣ')).toBe('İας'.replace('ς', 'σ'));
  });
});
