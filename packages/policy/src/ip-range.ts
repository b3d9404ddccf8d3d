/** Ranges of IP addresses, as ipRangeContains() knows them: an address, a CIDR range, or `first-last`. */
export interface IpRange {
  family: 4 | 6;
  first: bigint;
  last: bigint;
}

/** The range of a text; undefined when it is none. */
export function parseIpRange(text: string): IpRange | undefined {
  const slash = text.indexOf('/');
  if (slash >= 0) return parseCidr(text.slice(0, slash).trim(), text.slice(slash + 1).trim());
  const dash = text.indexOf('-');
  const first = parseAddress((dash < 0 ? text : text.slice(0, dash)).trim());
  const last = dash < 0 ? first : parseAddress(text.slice(dash + 1).trim());
  if (first === undefined || last === undefined || first.family !== last.family || first.value > last.value) return undefined;
  return { family: first.family, first: first.value, last: last.value };
}

/** Whether the first range holds the whole second one. Undefined for ranges of unlike families. */
export function rangeContains(range: IpRange, target: IpRange): boolean | undefined {
  if (range.family !== target.family) return undefined;
  return range.first <= target.first && target.last <= range.last;
}

function parseCidr(address: string, length: string): IpRange | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const bits = parsed.family === 4 ? 32 : 128;
  const prefix = Number(length);
  if (prefix > bits) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const first = parsed.value - (parsed.value % size);
  return { family: parsed.family, first, last: first + size - 1n };
}

function parseAddress(text: string): { family: 4 | 6; value: bigint } | undefined {
  if (!text.includes(':')) {
    const value = parseV4(text);
    return value === undefined ? undefined : { family: 4, value };
  }
  const value = parseV6(text);
  return value === undefined ? undefined : { family: 6, value };
}

function parseV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return undefined;
    value = value * 256n + BigInt(part);
  }
  return value;
}

function parseV6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => groupsOf(half));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...(tail ?? [])];
  return groups.reduce((value, group) => value * 65_536n + BigInt(group), 0n);
}

/** The groups of one half; an IPv4 address at the end is two of them. */
function groupsOf(half: string): number[] | undefined {
  if (half === '') return [];
  const groups: number[] = [];
  const parts = half.split(':');
  for (const [i, part] of parts.entries()) {
    if (part.includes('.') && i === parts.length - 1) {
      const v4 = parseV4(part);
      if (v4 === undefined) return undefined;
      groups.push(Number(v4 >> 16n), Number(v4 & 65_535n));
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined;
      groups.push(Number.parseInt(part, 16));
    }
  }
  return groups;
}
