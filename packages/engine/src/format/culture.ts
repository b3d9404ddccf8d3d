/**
 * Ordering and casing of text as .NET's invariant culture has them, made of fixed rules: a browser and Node must give
 * the same answer, so Intl (whose data differ between builds) is not asked.
 */

/** Ordinal: by UTF-16 code unit. */
function compareOrdinal(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Upper case letter by letter, as .NET does: `ß` and ligatures stay, because the result has the same length. */
export function toUpperInvariant(text: string): string {
  return mapLetters(text, (letter) => letter.toUpperCase());
}

/** Lower case letter by letter: a final sigma is an ordinary one. */
export function toLowerInvariant(text: string): string {
  return mapLetters(text, (letter) => letter.toLowerCase());
}

const ASCII_ONLY = /^\p{ASCII}*$/u;

// The invariant culture leaves both Turkish letters alone.
const UNCHANGED = '\u0130\u0131';

function mapLetters(text: string, change: (letter: string) => string): string {
  if (ASCII_ONLY.test(text)) return change(text);
  let result = '';
  for (const letter of text) {
    const changed = UNCHANGED.includes(letter) ? letter : change(letter);
    result += changed.length === letter.length && (changed.length === 1 || letter.length === 2) ? changed : letter;
  }
  return result;
}

/** The text to compare without case (OrdinalIgnoreCase). Same length as the text itself. */
export function foldCase(text: string): string {
  return toUpperInvariant(text);
}

/**
 * Culture order without case: punctuation, then digits, then letters alphabetically; accents break ties. Texts that
 * differ in case only are equal, so a stable sort leaves them in their order.
 */
export function compareCulture(a: string, b: string): number {
  return a === b ? 0 : comparePrimary(a, b) || compareAccents(a, b);
}

/** Culture order with case, as the comparison functions have it: a, A, b, B. */
export function compareText(a: string, b: string): number {
  return compareCulture(a, b) || compareCase(a, b);
}

/** The first letter that differs in case only decides: lower before upper. */
function compareCase(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return a[i] === (a[i] as string).toLowerCase() ? -1 : 1;
  }
  return 0;
}

const bare = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

function comparePrimary(a: string, b: string): number {
  const left = Array.from(bare(a).toLowerCase());
  const right = Array.from(bare(b).toLowerCase());
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = weight(left[i] as string) - weight(right[i] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

// The order of ICU's root collation for the punctuation of ASCII; letters and digits come after all of it.
const PUNCTUATION = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

function weight(letter: string): number {
  const code = letter.codePointAt(0) as number;
  const place = PUNCTUATION.indexOf(letter);
  if (place >= 0) return 0x100 + place;
  if (code <= 32) return code;
  if (code >= 48 && code <= 57) return 0x1000 + code;
  return 0x2000 + code;
}

function compareAccents(a: string, b: string): number {
  return compareOrdinal(a.normalize('NFD').toLowerCase(), b.normalize('NFD').toLowerCase());
}
