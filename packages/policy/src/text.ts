/**
 * Text as policy conditions compare it: without case, with full folding (ß = ss, final sigma). ASCII, which is nearly
 * all there is, is compared character by character without making a copy.
 */

export const NOT_ASCII = /[^\p{ASCII}]/u;

/** The text in the one spelling under which equal texts are identical. */
export function fold(text: string): string {
  return NOT_ASCII.test(text) ? text.toUpperCase().toLowerCase() : text.toLowerCase();
}

/** Whether a text is equal to one that was folded before. */
export function equalsFolded(text: string, folded: string): boolean {
  const length = text.length < folded.length ? text.length : folded.length;
  for (let i = 0; i < length; i++) {
    let code = text.charCodeAt(i);
    if (code > 127) return fold(text) === folded;
    if (code > 64 && code < 91) code += 32;
    if (code !== folded.charCodeAt(i)) return false;
  }
  if (text.length === folded.length) return true;
  // One is longer: only a character outside of ASCII behind the common part could still make them equal.
  return text.length > length && NOT_ASCII.test(text) && fold(text) === folded;
}

// Secondary strength: letters and accents count, case does not; as .NET's InvariantCultureIgnoreCase.
const collator = new Intl.Collator('en', { sensitivity: 'accent' });
const PLAIN = /^[A-Za-z0-9]*$/;

/** Order of two texts without case: below 0, 0, above 0. */
export function compareText(a: string, b: string): number {
  if (PLAIN.test(a) && PLAIN.test(b)) {
    const left = a.toLowerCase();
    const right = b.toLowerCase();
    return left === right ? 0 : left < right ? -1 : 1;
  }
  return collator.compare(fold(a), fold(b));
}

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** The number that a text is, or undefined. */
export function numberOf(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/** Milliseconds of an ISO 8601 date with a time, or undefined; a plain date is a text (api versions are). */
export function instantOf(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : ms;
}

/** A region's name in its short form: `East US 2` and `eastus2` are one place. */
export function normalizeLocation(name: string): string {
  return name.replaceAll(' ', '').toLowerCase();
}

/** A pattern of `like`: `*` stands for any text. The wildcard may appear once in Azure; more are understood here. */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const parts = fold(pattern).split('*');
  const first = parts[0] as string;
  if (parts.length === 1) return (text) => equalsFolded(text, first);
  const last = parts[parts.length - 1] as string;
  const middle = parts.slice(1, -1);
  return (text) => {
    const folded = fold(text);
    if (folded.length < first.length + last.length || !folded.startsWith(first) || !folded.endsWith(last)) return false;
    let from = first.length;
    const end = folded.length - last.length;
    for (const part of middle) {
      const at = folded.indexOf(part, from);
      if (at < 0 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
}

/** A pattern of `match`: # a digit, ? a letter, . any character, everything else itself. */
export function patternMatcher(pattern: string, insensitive: boolean): (text: string) => boolean {
  const wanted = insensitive ? fold(pattern) : pattern;
  return (text) => {
    const given = insensitive ? fold(text) : text;
    if (given.length !== wanted.length) return false;
    for (let i = 0; i < wanted.length; i++) {
      const want = wanted[i] as string;
      const have = given[i] as string;
      if (want === '#' ? !/\p{Nd}/u.test(have) : want === '?' ? !/\p{L}/u.test(have) : want !== '.' && want !== have) return false;
    }
    return true;
  };
}
