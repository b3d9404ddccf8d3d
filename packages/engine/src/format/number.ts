import { CustomNumberFormat } from './custom-number.ts';
import { decimalOf, group, parts, roundTo, type Decimal } from './decimal.ts';

const MAX_PRECISION = 999;

/** A number in a .NET standard or custom format, invariant culture. Undefined = not a valid format. */
export function formatNumber(value: number | bigint, format: string): string | undefined {
  // JSON has no infinity, but a number too large for a double is read as one.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (format === '') return general(decimalOf(value), undefined, 'E');
  const standard = /^([A-Za-z])(\d{0,9})$/.exec(format);
  if (standard === null) return new CustomNumberFormat(format).apply(decimalOf(value));
  const precision = standard[2] === '' ? undefined : Number(standard[2]);
  if (precision !== undefined && precision > MAX_PRECISION) return undefined;
  return standardFormat(value, standard[1] as string, precision);
}

function standardFormat(value: number | bigint, letter: string, precision: number | undefined): string | undefined {
  const number = decimalOf(value);
  const sign = (text: string, rounded: Decimal): string => (number.negative && rounded.digits !== '' ? `-${text}` : text);
  const places = precision ?? 2;
  switch (letter.toUpperCase()) {
    case 'D':
      if (!number.integer) return undefined;
      return sign(parts(number, 0).whole.padStart(precision ?? 0, '0'), number);
    case 'F': {
      const { whole, fraction } = parts(number, places);
      return sign(join(whole, fraction), roundTo(number, places));
    }
    case 'N': {
      const { whole, fraction } = parts(number, places);
      return sign(join(group(whole), fraction), roundTo(number, places));
    }
    case 'C': {
      const { whole, fraction } = parts(number, places);
      const text = `¤${join(group(whole), fraction)}`;
      return number.negative && roundTo(number, places).digits !== '' ? `(${text})` : text;
    }
    case 'P': {
      const hundred = number.digits === '' ? number : { ...number, point: number.point + 2 };
      const { whole, fraction } = parts(hundred, places);
      return sign(`${join(group(whole), fraction)} %`, roundTo(hundred, places));
    }
    case 'E':
      return exponential(number, precision ?? 6, letter);
    case 'G':
      return general(number, precision === 0 ? undefined : precision, letter === 'g' ? 'e' : 'E');
    case 'R':
      return number.integer ? undefined : general(number, undefined, letter === 'r' ? 'e' : 'E');
    case 'X':
      return number.integer ? twosComplement(BigInt(value), 16, letter === 'x' ? 'x' : 'X', precision ?? 0) : undefined;
    case 'B':
      return number.integer ? twosComplement(BigInt(value), 2, 'b', precision ?? 0) : undefined;
    default:
      return undefined;
  }
}

const join = (whole: string, fraction: string): string => (fraction === '' ? whole : `${whole}.${fraction}`);

function twosComplement(value: bigint, base: number, letter: string, width: number): string {
  const text = BigInt.asUintN(64, value).toString(base).padStart(width, '0');
  return letter === 'X' ? text.toUpperCase() : text;
}

/** d.ddd E+ddd */
function exponential(number: Decimal, precision: number, letter: string): string {
  const rounded = roundTo(number, precision + 1 - number.point);
  const exponent = rounded.digits === '' ? 0 : rounded.point - 1;
  const digits = rounded.digits.padEnd(precision + 1, '0');
  const sign = number.negative ? '-' : '';
  return `${sign}${join(digits.slice(0, 1), digits.slice(1))}${letter}${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(3, '0')}`;
}

/** The shortest form: fixed, or scientific where the exponent is past the precision or below -5. */
function general(number: Decimal, precision: number | undefined, letter: string): string {
  // Without a precision an integer shows all digits and a float as many as it needs (15 before it turns scientific).
  const most = precision ?? (number.integer ? 19 : 15);
  const rounded = precision === undefined ? number : roundTo(number, precision - number.point);
  if (rounded.digits === '') return number.negative && !number.integer ? '-0' : '0';
  const exponent = rounded.point - 1;
  const sign = number.negative ? '-' : '';
  if (exponent >= most || exponent < -5) {
    const fraction = rounded.digits.slice(1);
    return `${sign}${join(rounded.digits.slice(0, 1), fraction)}${letter}${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const { whole, fraction } = parts(rounded, Math.max(0, rounded.digits.length - rounded.point));
  return sign + join(whole, fraction);
}
