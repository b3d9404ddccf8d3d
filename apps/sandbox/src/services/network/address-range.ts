/** An address range in CIDR notation, IPv4 or IPv6. Numbers are bigint so that both work alike. */
export interface AddressRange {
  text: string;
  bits: 32 | 128;
  first: bigint;
  last: bigint;
  length: number;
}

function parseV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseV6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...left, ...Array.from({ length: tail === undefined ? 0 : missing }, () => '0'), ...right];
  if (all.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return all.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

/** An address as a number; undefined when it is none. */
export const parseAddress = (text: string): { bits: 32 | 128; value: bigint } | undefined => {
  const v4 = parseV4(text);
  if (v4 !== undefined) return { bits: 32, value: v4 };
  const v6 = text.includes(':') ? parseV6(text) : undefined;
  return v6 === undefined ? undefined : { bits: 128, value: v6 };
};

/** A number as an address. */
export function formatAddress(value: bigint, bits: 32 | 128): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));
  return groups.join(':').replace(/\b(?:0:)+0?$|(?:^|:)0(?::0)+(?=:|$)/, '::').replace(/:{3,}/, '::');
}

/** A range from its text; undefined when it is not formatted correctly. `first` is the network's address even where host bits are set. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', length = '', ...more] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || more.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > parsed.bits) return undefined;
  const size = 1n << BigInt(parsed.bits - Number(length));
  const first = parsed.value - (parsed.value % size);
  return { text, bits: parsed.bits, first, last: first + size - 1n, length: Number(length) };
}

/** True when no host bit is set: 10.0.0.0/24, not 10.0.0.5/24. */
export const isCanonical = (range: AddressRange): boolean => parseAddress(range.text.split('/')[0]!)?.value === range.first;

/** The range's proper notation. */
export const canonical = (range: AddressRange): string => `${formatAddress(range.first, range.bits)}/${range.length}`;

export const contains = (outer: AddressRange, inner: AddressRange): boolean => outer.bits === inner.bits && outer.first <= inner.first && inner.last <= outer.last;

export const overlaps = (a: AddressRange, b: AddressRange): boolean => a.bits === b.bits && a.first <= b.last && b.first <= a.last;

/** Azure keeps the first four addresses and the last one of every subnet. */
export const RESERVED_AT_START = 4n;

/** The lowest address of a subnet that is free; undefined when it is full. */
export function firstFree(range: AddressRange, taken: Set<string>): string | undefined {
  for (let value = range.first + RESERVED_AT_START; value < range.last; value += 1n) {
    const text = formatAddress(value, range.bits);
    if (!taken.has(text)) return text;
  }
  return undefined;
}
