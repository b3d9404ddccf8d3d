import { CustomNumberFormat } from './custom-number.ts';

/** A number as decimal digits: `digits` with the point `point` places from the left. Zero has no digits. */
export interface Decimal {
  negative: boolean;
  digits: string;
  point: number;
  /** Integers and floats differ in a few formats (D and X are for integers). */
  integer: boolean;
}

const MAX_PRECISION = 999;

export function decimalOf(value: number | bigint): Decimal {
  const integer = typeof value === 'bigint' || Number.isInteger(value);
  const text = integer ? BigInt(value).toString() : value.toString();
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) as RegExpExecArray;
  const whole = found[2] as string;
  const all = whole + (found[3] ?? '');
  const lead = all.length - all.replace(/^0+/, '').length;
  const digits = all.slice(lead).replace(/0+$/, '');
  return { negative: found[1] === '-', digits, point: digits === '' ? 0 : whole.length - lead + Number(found[4] ?? 0), integer };
}

/** Rounded half away from zero, to `places` digits after the point (as .NET does for what it prints). */
export function roundTo(value: Decimal, places: number): Decimal {
  const keep = value.point + places;
  if (keep >= value.digits.length) return value;
  if (keep < 0) return { ...value, digits: '', point: 0 };
  const up = (value.digits.charCodeAt(keep) - 48) >= 5;
  if (!up) return trimmed(value, value.digits.slice(0, keep), value.point);
  const head = (BigInt(value.digits.slice(0, keep) || '0') + 1n).toString().padStart(keep, '0');
  return trimmed(value, head, value.point + head.length - keep);
}

function trimmed(value: Decimal, digits: string, point: number): Decimal {
  const short = digits.replace(/0+$/, '');
  return short === '' ? { ...value, digits: '', point: 0 } : { ...value, digits: short, point };
}

/** Digits before and after the point, padded. */
export function parts(value: Decimal, places: number): { whole: string; fraction: string } {
  const rounded = roundTo(value, places);
  const padded = rounded.point <= 0 ? '0'.repeat(-rounded.point) + rounded.digits : rounded.digits;
  const at = Math.max(0, rounded.point);
  return { whole: padded.slice(0, at).padEnd(at, '0') || '0', fraction: padded.slice(at).padEnd(places, '0').slice(0, places) };
}

export function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number in a .NET standard or custom format, invariant culture. Undefined = not a valid format. */
export function formatNumber(value: number | bigint, format: string): string | undefined {
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
