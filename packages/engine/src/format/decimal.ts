/** A number as decimal digits: `digits` with the point `point` places from the left. Zero has no digits. */
export interface Decimal {
  negative: boolean;
  digits: string;
  point: number;
  /** Integers and floats differ in a few formats (D and X are for integers). */
  integer: boolean;
}

export function decimalOf(value: number | bigint): Decimal {
  const integer = typeof value === 'bigint' || Number.isSafeInteger(value);
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
  const up = value.digits.charCodeAt(keep) - 48 >= 5;
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
