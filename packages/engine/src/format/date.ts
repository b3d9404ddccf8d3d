/**
 * Dates and durations as .NET reads and prints them, invariant culture, proleptic Gregorian calendar, years 1 to 9999.
 * Time is counted in ticks of 100 ns since 0001-01-01T00:00:00, in the local time of the offset.
 */
export interface DateTime {
  ticks: bigint;
  /** Minutes east of UTC. */
  offset: number;
}

const TICKS_PER_SECOND = 10_000_000n;
const TICKS_PER_DAY = 864_000_000_000n;
const TICKS_TO_EPOCH = 621_355_968_000_000_000n;
const MAX_TICKS = 3_155_378_975_999_999_999n;

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** From milliseconds since 1970 in UTC. */
export function fromEpochSeconds(seconds: bigint): DateTime | undefined {
  return valid({ ticks: TICKS_TO_EPOCH + seconds * TICKS_PER_SECOND, offset: 0 });
}

/** Seconds since 1970, rounded down. */
export function toEpochSeconds(date: DateTime): bigint {
  const ticks = utcTicks(date) - TICKS_TO_EPOCH;
  return ticks >= 0n ? ticks / TICKS_PER_SECOND : -((-ticks + TICKS_PER_SECOND - 1n) / TICKS_PER_SECOND);
}

function utcTicks(date: DateTime): bigint {
  return date.ticks - BigInt(date.offset) * 600_000_000n;
}

function valid(date: DateTime): DateTime | undefined {
  return date.ticks < 0n || date.ticks > MAX_TICKS ? undefined : date;
}

const ISO =
  /^\s*([+-]?\d{4})-?(\d{2})-?(\d{2})(?:(?:T|t|\s+)(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|z|GMT|UTC|[+-]\d{2}(?::?\d{2})?)?\s*$/;
const US = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*(AM|PM))?)?\s*(Z|[+-]\d{2}:?\d{2})?\s*$/i;
const RFC1123 =
  /^\s*(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3,9})\s+(\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?\s*(GMT|UTC|Z|[+-]\d{2}:?\d{2})?\s*$/;

/** Reads ISO 8601 (also compact, and with a space), MM/dd/yyyy and RFC 1123; without an offset it is UTC. */
export function readDate(text: string): DateTime | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = iso;
    return build(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second), fraction, zone);
  }
  const us = US.exec(text);
  if (us !== null) {
    const [, month, day, year, hour = '0', minute = '0', second = '0', half, zone = 'Z'] = us;
    const clock = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
    return build(Number(year), Number(month), Number(day), clock, Number(minute), Number(second), '', zone);
  }
  const rfc = RFC1123.exec(text);
  if (rfc === null) return undefined;
  const [, day, name = '', year, hour = '0', minute = '0', second = '0', zone = 'Z'] = rfc;
  const month = MONTHS.findIndex((known) => known.toLowerCase().startsWith(name.toLowerCase())) + 1;
  return build(Number(year), month, Number(day), Number(hour), Number(minute), Number(second), '', zone);
}

function build(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  fraction: string,
  zone: string,
): DateTime | undefined {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const found = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  const offset = found === null ? 0 : (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0));
  if (Math.abs(offset) > 14 * 60) return undefined;
  const seconds = BigInt(daysBefore(year, month) + day - 1) * 86_400n + BigInt(hour * 3600 + minute * 60 + second);
  return { ticks: seconds * TICKS_PER_SECOND + BigInt(fraction.padEnd(7, '0').slice(0, 7) || '0'), offset };
}

const leap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number): number => (month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);

function daysBefore(year: number, month: number): number {
  const y = year - 1;
  let days = y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  for (let m = 1; m < month; m++) days += daysIn(year, m);
  return days;
}

/**
 * The ticks of an ISO 8601 duration. A year counts 365 days and a month 30 ("Date functions for ARM templates": P1Y
 * is P365D, P1M is P30D).
 */
export function readDuration(text: string): bigint | undefined {
  const found = /^\s*(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?\s*$/.exec(text);
  if (found === null || /[PT]\s*$/.test(text)) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds] = found.slice(2, 9).map((part) => BigInt(part ?? '0')) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const ticks =
    (years * 365n + months * 30n + weeks * 7n + days) * TICKS_PER_DAY +
    (hours * 3600n + minutes * 60n + seconds) * TICKS_PER_SECOND +
    BigInt((found[9] ?? '').padEnd(7, '0').slice(0, 7));
  return found[1] === '-' ? -ticks : ticks;
}

export function addTicks(date: DateTime, ticks: bigint): DateTime | undefined {
  return valid({ ticks: date.ticks + ticks, offset: date.offset });
}

/** ISO 8601, with a fraction only where there is one and `Z` for UTC. */
export function isoText(date: DateTime): string {
  const fraction = date.ticks % TICKS_PER_SECOND;
  const short = fraction.toString().padStart(7, '0').replace(/0+$/, '');
  // Milliseconds stay three digits; finer fractions show as they are.
  const shown = short === '' ? '' : `.${short.padEnd(3, '0')}`;
  return `${formatDate(date, 'yyyy-MM-ddTHH:mm:ss')}${shown}${date.offset === 0 ? 'Z' : zoneText(date.offset)}`;
}

function zoneText(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const STANDARD: Record<string, string> = {
  d: 'MM/dd/yyyy',
  D: 'dddd, dd MMMM yyyy',
  f: 'dddd, dd MMMM yyyy HH:mm',
  F: 'dddd, dd MMMM yyyy HH:mm:ss',
  g: 'MM/dd/yyyy HH:mm',
  G: 'MM/dd/yyyy HH:mm:ss',
  m: 'MMMM dd',
  M: 'MMMM dd',
  o: "yyyy-MM-dd'T'HH:mm:ss.fffffffK",
  O: "yyyy-MM-dd'T'HH:mm:ss.fffffffK",
  r: "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
  R: "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
  s: "yyyy-MM-dd'T'HH:mm:ss",
  t: 'HH:mm',
  T: 'HH:mm:ss',
  u: "yyyy-MM-dd HH:mm:ss'Z'",
  U: 'dddd, dd MMMM yyyy HH:mm:ss',
  y: 'yyyy MMMM',
  Y: 'yyyy MMMM',
};
// These formats always print the time in UTC.
const UNIVERSAL = 'rRuU';

/** The date in a .NET standard or custom format. Undefined = .NET refuses the format. */
export function formatDate(date: DateTime, format: string): string | undefined {
  if (format.length === 1) {
    const standard = STANDARD[format];
    if (standard === undefined) return undefined;
    return custom(UNIVERSAL.includes(format) ? { ticks: utcTicks(date), offset: 0 } : date, standard);
  }
  return custom(date, format);
}

interface Fields {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
  second: number;
  /** Seven digits. */
  fraction: string;
  offset: number;
}

function fieldsOf({ ticks, offset }: DateTime): Fields {
  const days = Number(ticks / TICKS_PER_DAY);
  const rest = Number((ticks % TICKS_PER_DAY) / TICKS_PER_SECOND);
  let year = Math.floor(days / 365.2425) + 1;
  while (daysBefore(year, 1) > days) year--;
  while (daysBefore(year + 1, 1) <= days) year++;
  let month = 1;
  while (month < 12 && daysBefore(year, month + 1) <= days) month++;
  return {
    year,
    month,
    day: days - daysBefore(year, month) + 1,
    weekday: (days + 1) % 7,
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
    fraction: String(ticks % TICKS_PER_SECOND).padStart(7, '0'),
    offset,
  };
}

function custom(date: DateTime, format: string): string | undefined {
  const fields = fieldsOf(date);
  let text = '';
  for (let at = 0; at < format.length;) {
    const c = format[at] as string;
    if (c === '\\') {
      if (at + 1 >= format.length) return undefined;
      text += format[at + 1];
      at += 2;
    } else if (c === "'" || c === '"') {
      const end = format.indexOf(c, at + 1);
      if (end < 0) return undefined;
      text += format.slice(at + 1, end);
      at = end + 1;
    } else if (c === '%') {
      const next = format[at + 1];
      if (next === undefined || next === '%') return undefined;
      text += specifier(next, 1, fields) ?? next;
      at += 2;
    } else {
      let count = 1;
      while (format[at + count] === c) count++;
      const piece = specifier(c, count, fields);
      if (piece === undefined && 'fF'.includes(c)) return undefined;
      // A fraction that prints nothing takes the point in front of it with it.
      if (c === 'F' && piece === '' && text.endsWith('.')) text = text.slice(0, -1);
      text += piece ?? format.slice(at, at + count);
      at += count;
    }
  }
  return text;
}

function specifier(letter: string, count: number, fields: Fields): string | undefined {
  const padded = (value: number): string => String(value).padStart(Math.min(count, 2), '0');
  switch (letter) {
    case 'd':
      if (count === 3) return (DAYS[fields.weekday] as string).slice(0, 3);
      return count > 3 ? DAYS[fields.weekday] : padded(fields.day);
    case 'M':
      if (count === 3) return (MONTHS[fields.month - 1] as string).slice(0, 3);
      return count > 3 ? MONTHS[fields.month - 1] : padded(fields.month);
    case 'y':
      return count <= 2 ? padded(fields.year % 100) : String(fields.year).padStart(count, '0');
    case 'h':
      return padded(fields.hour % 12 === 0 ? 12 : fields.hour % 12);
    case 'H':
      return padded(fields.hour);
    case 'm':
      return padded(fields.minute);
    case 's':
      return padded(fields.second);
    case 'f':
      return count > 7 ? undefined : fields.fraction.slice(0, count);
    case 'F':
      return count > 7 ? undefined : fields.fraction.slice(0, count).replace(/0+$/, '');
    case 't':
      return (fields.hour < 12 ? 'AM' : 'PM').slice(0, count);
    case 'g':
      return 'A.D.';
    case 'K':
      return (fields.offset === 0 ? 'Z' : zoneText(fields.offset)).repeat(count);
    case 'z':
      if (count >= 3) return zoneText(fields.offset);
      return `${fields.offset < 0 ? '-' : '+'}${padded(Math.floor(Math.abs(fields.offset) / 60))}`;
    default:
      return undefined;
  }
}
