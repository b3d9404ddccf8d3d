import { parts, roundTo, type Decimal } from './decimal.ts';

type Token = { kind: 'digit'; zero: boolean } | { kind: 'text'; text: string } | { kind: 'point' };

interface Section {
  tokens: Token[];
  /** Digit places before and after the point; how many of them must show. */
  before: number;
  after: number;
  zerosBefore: number;
  zerosAfter: number;
  grouped: boolean;
  /** Powers of ten from `%`, `‰` and trailing commas. */
  scale: number;
  exponent: { letter: string; plus: boolean; digits: number } | undefined;
}

/** A .NET custom numeric format: `#,##0.00;(#);zero`, with literals, percent, scaling and exponents. */
export class CustomNumberFormat {
  readonly #sections: string[];

  constructor(format: string) {
    this.#sections = splitSections(format);
  }

  apply(value: Decimal): string {
    const [positive = '', negative, zero] = this.#sections;
    if (value.digits === '' && zero !== undefined) return render(readSection(zero || positive), value, false);
    const useNegative = value.negative && negative !== undefined && negative !== '';
    const section = readSection(useNegative ? negative : positive);
    const scaled = shift(value, section.scale);
    // A value that rounds to zero takes the section of zero.
    const visible = section.exponent === undefined ? roundTo(scaled, section.after) : scaled;
    if (visible.digits === '' && value.digits !== '') {
      return render(readSection(zero || positive), { ...value, digits: '', point: 0 }, false);
    }
    return render(section, value, value.negative && !useNegative);
  }
}

const shift = (value: Decimal, by: number): Decimal => (value.digits === '' ? value : { ...value, point: value.point + by });

/** Splits at `;` outside of quotes and escapes; further sections are ignored. */
function splitSections(format: string): string[] {
  const sections = [''];
  let quote = '';
  for (let i = 0; i < format.length; i++) {
    const c = format[i] as string;
    const last = sections.length - 1;
    if (quote === '' && c === ';') {
      sections.push('');
      continue;
    }
    sections[last] += c;
    if (c === '\\' && quote === '') sections[last] += format[++i] ?? '';
    else if (quote !== '') quote = c === quote ? '' : quote;
    else if (c === "'" || c === '"') quote = c;
  }
  return sections.slice(0, 3);
}

function readSection(text: string): Section {
  const section: Section = {
    tokens: [],
    before: 0,
    after: 0,
    zerosBefore: 0,
    zerosAfter: 0,
    grouped: false,
    scale: 0,
    exponent: undefined,
  };
  let seenPoint = false;
  let commas = 0;
  let firstZero = -1;
  const literal = (value: string): void => void section.tokens.push({ kind: 'text', text: value });
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === '0' || c === '#') {
      if (commas > 0 && !seenPoint && section.before > 0) section.grouped = true;
      commas = 0;
      if (seenPoint) {
        section.after++;
        if (c === '0') section.zerosAfter = section.after;
      } else {
        if (c === '0' && firstZero < 0) firstZero = section.before;
        section.before++;
      }
      section.tokens.push({ kind: 'digit', zero: c === '0' });
    } else if (c === '.') {
      if (seenPoint) continue;
      seenPoint = true;
      section.scale -= 3 * commas;
      commas = 0;
      section.tokens.push({ kind: 'point' });
    } else if (c === ',') {
      if (!seenPoint && section.before > 0) commas++;
    } else if (c === '%' || c === '‰') {
      section.scale += c === '%' ? 2 : 3;
      literal(c);
    } else if (c === '\\') {
      literal(text[++i] ?? '');
    } else if (c === "'" || c === '"') {
      const end = text.indexOf(c, i + 1);
      literal(text.slice(i + 1, end < 0 ? undefined : end));
      i = end < 0 ? text.length : end;
    } else {
      const exponent = c === 'e' || c === 'E' ? /^[eE]([+-]?)(0+)/.exec(text.slice(i)) : null;
      if (exponent !== null && section.exponent === undefined) {
        section.exponent = { letter: c, plus: exponent[1] === '+', digits: (exponent[2] as string).length };
        literal('\0');
        i += exponent[0].length - 1;
      } else literal(c);
    }
  }
  if (!seenPoint) section.scale -= 3 * commas;
  section.zerosBefore = firstZero < 0 ? 0 : section.before - firstZero;
  return section;
}

function render(section: Section, value: Decimal, minus: boolean): string {
  let number = shift(value, section.scale);
  let exponent = 0;
  if (section.exponent !== undefined && number.digits !== '') {
    exponent = number.point - section.before;
    number = { ...number, point: section.before };
    const rounded = roundTo(number, section.after);
    if (rounded.point > section.before) {
      exponent++;
      number = { ...rounded, point: section.before };
    }
  }
  const { whole, fraction } = parts(number, section.after);
  let before = whole === '0' ? '' : whole;
  before = before.padStart(section.zerosBefore, '0');
  const after = fraction.replace(/0+$/, '').padEnd(section.zerosAfter, '0');
  return (minus ? '-' : '') + fill(section, before, after, exponent);
}

/** Puts the digits into their places; the first place takes all digits that have none of their own. */
function fill(section: Section, before: string, after: string, exponent: number): string {
  let text = '';
  let place = 0;
  let seenPoint = false;
  let fractionAt = 0;
  for (const token of section.tokens) {
    if (token.kind === 'text') {
      text += token.text === '\0' && section.exponent !== undefined ? exponentText(section.exponent, exponent) : token.text;
    } else if (token.kind === 'point') {
      seenPoint = true;
      // A format that has no place before the point shows the digits in front of it all the same.
      if (section.before === 0) text += before;
      if (after !== '') text += '.';
    } else if (seenPoint) {
      text += after.slice(fractionAt, fractionAt + 1);
      fractionAt++;
    } else {
      const right = section.before - place;
      const from = place === 0 ? 0 : Math.max(0, before.length - right);
      const to = Math.max(0, before.length - right + 1);
      text += section.grouped ? grouped(before, from, to) : before.slice(from, to);
      place++;
    }
  }
  return text;
}

/** The digits from..to of a number that carries thousands separators. */
function grouped(digits: string, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) {
    text += digits[i];
    const left = digits.length - 1 - i;
    if (left > 0 && left % 3 === 0) text += ',';
  }
  return text;
}

function exponentText(form: NonNullable<Section['exponent']>, exponent: number): string {
  const sign = exponent < 0 ? '-' : form.plus ? '+' : '';
  return `${form.letter}${sign}${String(Math.abs(exponent)).padStart(form.digits, '0')}`;
}
