/**
 * The two hashes of the template language, byte for byte. Names that depend on them are the names of real resources,
 * so the known vectors in cases/hash.json are law.
 */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 13 characters of a-z and 2-7: a 64-bit Murmur3-like hash of the arguments, joined by `-`, as UTF-8. Case counts. */
export function uniqueString(args: readonly string[]): string {
  const { high, low } = murmur64(utf8(args.join('-')));
  let text = '';
  // Top five bits first; the last group holds only four bits and counts as if a zero followed.
  for (let bit = 0; bit < 65; bit += 5) text += ALPHABET[fiveBits(high, low, bit)];
  return text;
}

function fiveBits(high: number, low: number, from: number): number {
  let value = 0;
  for (let i = from; i < from + 5; i++) {
    const bit = i < 32 ? (high >>> (31 - i)) & 1 : i < 64 ? (low >>> (63 - i)) & 1 : 0;
    value = (value << 1) | bit;
  }
  return value;
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function finish(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Two 32-bit lanes over blocks of eight bytes, seed 0. */
function murmur64(bytes: Uint8Array): { high: number; low: number } {
  const C1 = 0x239b961b;
  const C2 = 0xab0e9789;
  const { length } = bytes;
  const word = (at: number): number => {
    let value = 0;
    for (let i = 0; i < 4 && at + i < length; i++) value |= (bytes[at + i] as number) << (8 * i);
    return value;
  };
  const first = (at: number): number => Math.imul(rotate(Math.imul(word(at), C1), 15), C2);
  const second = (at: number): number => Math.imul(rotate(Math.imul(word(at + 4), C2), 17), C1);
  let h1 = 0;
  let h2 = 0;
  let at = 0;
  for (; at + 7 < length; at += 8) {
    h1 ^= first(at);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= second(at);
    h2 = (Math.imul((rotate(h2, 13) + h1) | 0, 5) + 0x0bcaa747) | 0;
  }
  if (at < length) {
    h1 ^= first(at);
    if (length - at > 4) h2 ^= second(at);
  }
  h1 ^= length;
  h2 ^= length;
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  h1 = finish(h1);
  h2 = finish(h2);
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  return { high: h2, low: h1 };
}

// 11fb06fb-712d-4ddd-98c7-e71bbd588830, the namespace of guid().
const NAMESPACE = [0x11, 0xfb, 0x06, 0xfb, 0x71, 0x2d, 0x4d, 0xdd, 0x98, 0xc7, 0xe7, 0x1b, 0xbd, 0x58, 0x88, 0x30];

/** A version 5 UUID (RFC 4122, SHA-1) of the arguments, joined by `-`, in the namespace of guid(). */
export function guid(args: readonly string[]): string {
  const name = utf8(args.join('-'));
  const bytes = new Uint8Array(NAMESPACE.length + name.length);
  bytes.set(NAMESPACE);
  bytes.set(name, NAMESPACE.length);
  const hash = sha1(bytes).subarray(0, 16);
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** SHA-1 (FIPS 180-4). Not for security: guid() is defined by it. */
function sha1(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(padded.length - 4, message.length << 3);
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const w = new Int32Array(80);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + i * 4);
    for (let i = 16; i < 80; i++)
      w[i] = rotate((w[i - 3] as number) ^ (w[i - 8] as number) ^ (w[i - 14] as number) ^ (w[i - 16] as number), 1);
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const next = (rotate(a, 5) + f + e + k + (w[i] as number)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  const result = new Uint8Array(20);
  const out = new DataView(result.buffer);
  [h0, h1, h2, h3, h4].forEach((h, i) => out.setInt32(i * 4, h));
  return result;
}
