import { integerArgument, invalid, textArgument } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import type { Value, ValueObject } from '../values.ts';

/** Source: "CIDR functions for ARM templates". */
export const cidrFunctions: FunctionRow[] = [
  fn('parseCidr', 1, 1, ([network]) => describe(cidrArgument('parseCidr', network)), { returns: 'Object' }),
  fn('cidrSubnet', 3, 3, ([network, length, index]) => subnet(cidrArgument('cidrSubnet', network), length, index), { returns: 'String' }),
  fn('cidrHost', 2, 2, ([network, index]) => host(cidrArgument('cidrHost', network), index), { returns: 'String' }),
];

interface Cidr {
  /** The network's first address. */
  network: bigint;
  prefix: number;
  /** 32 or 128. */
  bits: number;
}

function cidrArgument(name: string, value: Value | undefined): Cidr {
  const text = textArgument(name, value, 'its first parameter to be a string in CIDR notation');
  const cidr = readCidr(text);
  if (cidr === undefined) throw invalid(`The template language function '${name}' expects a network in CIDR notation, not '${text}'.`);
  return cidr;
}

/** Reads `address/prefix` of either version; bits of the host part are cleared. */
function readCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const length = text.slice(slash + 1);
  if (slash < 0 || !/^\d{1,3}$/.test(length)) return undefined;
  const address = text.slice(0, slash);
  const four = readIPv4(address);
  const value = four ?? readIPv6(address);
  const bits = four === undefined ? 128 : 32;
  const prefix = Number(length);
  if (value === undefined || prefix > bits) return undefined;
  const hostBits = BigInt(bits - prefix);
  return { network: (value >> hostBits) << hostBits, prefix, bits };
}

function readIPv4(text: string): bigint | undefined {
  const found = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const parts = found?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function readIPv6(text: string): bigint | undefined {
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (embedded !== null) {
    const four = readIPv4(embedded[2] as string);
    return four === undefined ? undefined : readIPv6(`${embedded[1]}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`);
  }
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const count = groups.reduce((sum, half) => sum + half.length, 0);
  if (groups.flat().some((group) => !/^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  if (halves.length === 1 ? count !== 8 : count > 7) return undefined;
  const all =
    halves.length === 1 ? groups[0] : [...(groups[0] as string[]), ...Array<string>(8 - count).fill('0'), ...(groups[1] as string[])];
  return (all as string[]).reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function writeAddress(value: bigint, bits: number): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((by) => String((value >> by) & 255n)).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16));
  // RFC 5952: the longest run of at least two zero groups becomes `::`.
  const runs = [...groups.join(':').matchAll(/\b0(?::0\b)+/g)].sort((a, b) => b[0].length - a[0].length);
  const text = groups.join(':');
  const [run] = runs;
  if (run === undefined) return text;
  const before = text.slice(0, run.index).replace(/:$/, '');
  const after = text.slice(run.index + run[0].length).replace(/^:/, '');
  return `${before}::${after}`;
}

const lastAddress = ({ network, prefix, bits }: Cidr): bigint => network | ((1n << BigInt(bits - prefix)) - 1n);

function describe(cidr: Cidr): ValueObject {
  const { network, prefix, bits } = cidr;
  const last = lastAddress(cidr);
  const mask = ((1n << BigInt(prefix)) - 1n) << BigInt(bits - prefix);
  const isFour = bits === 32;
  // IPv4 keeps its first and last address for network and broadcast; a network of one or two addresses has neither.
  const reserved = isFour && prefix < 31 ? 1n : 0n;
  return {
    network: writeAddress(network, bits),
    netmask: writeAddress(mask, bits),
    ...(isFour ? { broadcast: writeAddress(last, bits) } : {}),
    firstUsable: writeAddress(network + reserved, bits),
    lastUsable: writeAddress(last - reserved, bits),
    cidr: prefix,
  };
}

function subnet(cidr: Cidr, length: Value | undefined, index: Value | undefined): string {
  const what = 'its second and third parameter to be integers';
  const prefix = Number(integerArgument('cidrSubnet', length, what));
  const at = BigInt(integerArgument('cidrSubnet', index, what));
  if (prefix < cidr.prefix || prefix > cidr.bits) {
    throw invalid(
      `The template language function 'cidrSubnet' expects a prefix length between ${cidr.prefix} and ${cidr.bits}, not ${prefix}.`,
    );
  }
  // An index past the network goes on behind it, as other engines do; only the address space itself ends.
  const network = cidr.network + (at << BigInt(cidr.bits - prefix));
  if (at < 0n || network >= 1n << BigInt(cidr.bits)) {
    throw invalid(`The template language function 'cidrSubnet' expects an index within the address space, not ${at}.`);
  }
  return `${writeAddress(network, cidr.bits)}/${prefix}`;
}

/** Index 0 is the first usable host: the address after the network's own. */
function host(cidr: Cidr, index: Value | undefined): string {
  const at = BigInt(integerArgument('cidrHost', index, 'its second parameter to be an integer'));
  const address = cidr.network + (cidr.prefix === cidr.bits ? 0n : 1n) + at;
  if (at < 0n || address > lastAddress(cidr))
    throw invalid(`The template language function 'cidrHost' expects an index within the network, not ${at}.`);
  return writeAddress(address, cidr.bits);
}
