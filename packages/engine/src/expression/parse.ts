import type { Expression } from './ast.ts';
import { integer } from '../values.ts';

/** Nesting of calls, indexes and property chains in one expression; every later walk of the tree relies on it. */
const MAX_EXPRESSION_DEPTH = 200;
/** Documented limit of Azure: the length of one expression. */
const MAX_EXPRESSION_LENGTH = 24_576;

interface SyntaxError {
  message: string;
  /** Offset into the text. */
  at: number;
}
export type Parsed = { ast: Expression; error?: undefined } | { ast?: undefined; error: SyntaxError };

/** True for a text that Azure evaluates: `[` at its start, `]` at its end, and not escaped by `[[`. */
export function isExpression(text: string): boolean {
  return text.charCodeAt(0) === 91 && text.length > 2 && text.charCodeAt(1) !== 91 && text.charCodeAt(text.length - 1) === 93;
}

/** The text that a literal stands for: `[[x]` is `[x]`; any other text is itself. */
export function unescapeLiteral(text: string): string {
  return text.charCodeAt(0) === 91 && text.charCodeAt(1) === 91 && text.charCodeAt(text.length - 1) === 93 ? text.slice(1) : text;
}

/** createUiDefinition.json writes lambdas as `(item) => ...`, lists, objects, true, false and null as they are, and `\\'` in texts. */
export type Syntax = 'template' | 'form';

/** Parses `[...]`. Never throws: a fault comes back with its place. */
export function parseExpression(text: string, maxLength = MAX_EXPRESSION_LENGTH, syntax: Syntax = 'template'): Parsed {
  if (text.length > maxLength) return { error: { message: `The expression is longer than ${maxLength} characters.`, at: 0 } };
  return new Parser(text, 1, text.length - 1, syntax).parse();
}

/** Parses an expression without the outer brackets. */
export function parseBareExpression(text: string, maxLength = MAX_EXPRESSION_LENGTH): Parsed {
  if (text.length > maxLength) return { error: { message: `The expression is longer than ${maxLength} characters.`, at: 0 } };
  return new Parser(text, 0, text.length, 'template').parse();
}

class Fault {
  readonly error: SyntaxError;
  constructor(message: string, at: number) {
    this.error = { message, at };
  }
}

// Beyond ASCII, what Unicode calls white space counts: editors and web pages leave narrow and fixed spaces behind.
const isWideSpace = (c: number): boolean => c > 127 && /\s/.test(String.fromCharCode(c));
const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13) || isWideSpace(c);
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isWord = (c: number): boolean => isDigit(c) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95 || c === 36 || (c > 127 && !isWideSpace(c));

class Parser {
  readonly #text: string;
  readonly #end: number;
  readonly #isForm: boolean;
  #at: number;
  #depth = 0;

  constructor(text: string, start: number, end: number, syntax: Syntax) {
    this.#text = text;
    this.#isForm = syntax === 'form';
    this.#at = start;
    this.#end = end;
  }

  parse(): Parsed {
    try {
      const ast = this.#expression();
      if (this.#peek() !== -1) throw this.#unexpected();
      return { ast };
    } catch (fault) {
      if (fault instanceof Fault) return { error: fault.error };
      throw fault;
    }
  }

  /** The next character that is not white space, or -1 at the end. */
  #peek(): number {
    while (this.#at < this.#end && isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
    return this.#at < this.#end ? this.#text.charCodeAt(this.#at) : -1;
  }

  #unexpected(): Fault {
    const c = this.#peek();
    return c === -1
      ? new Fault('The expression ends too early.', this.#at)
      : new Fault(`Unexpected character '${String.fromCodePoint(this.#text.codePointAt(this.#at) ?? c)}'.`, this.#at);
  }

  #expect(c: number): void {
    if (this.#peek() !== c) throw this.#unexpected();
    this.#at++;
  }

  #expression(): Expression {
    const depth = this.#depth;
    this.#descend();
    let node = this.#primary();
    for (let c = this.#peek(); c === 46 || c === 91; c = this.#peek()) {
      this.#descend();
      this.#at++;
      if (c === 46) {
        this.#peek();
        // Elements of a form may have names with a hyphen.
        const name = this.#isForm ? this.#word(45) : this.#word();
        node = { kind: 'property', target: node, name, start: node.start, end: this.#at };
      } else {
        const index = this.#expression();
        this.#expect(93);
        node = { kind: 'index', target: node, index, start: node.start, end: this.#at };
      }
    }
    this.#depth = depth;
    return node;
  }

  #descend(): void {
    if (++this.#depth > MAX_EXPRESSION_DEPTH)
      throw new Fault(`The expression is nested deeper than ${MAX_EXPRESSION_DEPTH} levels.`, this.#at);
  }

  #primary(): Expression {
    const c = this.#peek();
    const start = this.#at;
    const own = this.#isForm ? this.#formPrimary(c, start) : undefined;
    if (own !== undefined) return own;
    if (c === 39) return { kind: 'literal', value: this.#string(), start, end: this.#at };
    if (isDigit(c) || c === 45 || c === 43) return { kind: 'literal', value: this.#number(), start, end: this.#at };
    if (c === -1 || !isWord(c)) throw this.#unexpected();
    let name = this.#word();
    while (this.#peek() === 46) {
      this.#at++;
      this.#peek();
      name += `.${this.#word()}`;
    }
    this.#expect(40);
    const args = this.#list(41, () => [this.#expression()]);
    return { kind: 'call', name, args, start, end: this.#at };
  }

  /** What stands between commas up to the closing character, which is taken too. */
  #list(close: number, read: () => Expression[]): Expression[] {
    const items: Expression[] = [];
    if (this.#peek() === close) this.#at++;
    else {
      for (;;) {
        items.push(...read());
        if (this.#peek() === 44) {
          this.#at++;
          continue;
        }
        this.#expect(close);
        break;
      }
    }
    return items;
  }

  /** What only forms write, as the calls of the template language that mean the same; undefined for anything else. */
  #formPrimary(c: number, start: number): Expression | undefined {
    const call = (name: string, args: Expression[]): Expression => ({ kind: 'call', name, args, start, end: this.#at });
    const text = (value: string): Expression => ({ kind: 'literal', value, start, end: this.#at });
    if (c === 39 || c === 34) return text(this.#escapedString(c));
    if (c === 91 || c === 123 || c === 40) this.#at++;
    if (c === 91) return call('createArray', this.#list(93, () => [this.#expression()]));
    if (c === 123) {
      const members = this.#list(125, () => {
        const quote = this.#peek();
        const name = text(quote === 39 || quote === 34 ? this.#escapedString(quote) : this.#word());
        this.#expect(58);
        return [name, this.#expression()];
      });
      return call('createObject', members);
    }
    if (c === 40) {
      const names = this.#list(41, () => (this.#peek(), [text(this.#word())]));
      this.#expect(61);
      this.#expect(62);
      return call('lambda', [...names, this.#expression()]);
    }
    if (c === -1 || !isWord(c) || isDigit(c)) return undefined;
    const word = this.#word();
    if (this.#peek() === 40) {
      this.#at++;
      return call(word, this.#list(41, () => [this.#expression()]));
    }
    return /^(true|false|null)$/.test(word) ? call(word, []) : call('lambdaVariables', [text(word)]);
  }

  /** A text in single or double quotes; the quote is written twice or after a backslash. */
  #escapedString(quote: number): string {
    const start = this.#at++;
    let value = '';
    for (; this.#at < this.#end; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      const next = this.#text.charCodeAt(this.#at + 1);
      if ((c === 92 && (next === 39 || next === 34 || next === 92)) || (c === quote && next === quote)) value += this.#text[++this.#at] as string;
      else if (c === quote) {
        this.#at++;
        return value;
      } else value += this.#text[this.#at] as string;
    }
    throw new Fault('The text is not closed by a quote.', start);
  }

  #word(also?: number): string {
    const start = this.#at;
    for (; this.#at < this.#end; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (!isWord(c) && c !== also) break;
    }
    if (this.#at === start) throw this.#unexpected();
    return this.#text.slice(start, this.#at);
  }

  #string(): string {
    const start = this.#at++;
    for (let from = this.#at; ; from = this.#at + 2, this.#at = from) {
      this.#at = this.#text.indexOf("'", from);
      if (this.#at === -1 || this.#at >= this.#end) throw new Fault('The text is not closed by a quote.', start);
      if (this.#at + 1 < this.#end && this.#text.charCodeAt(this.#at + 1) === 39) continue;
      const raw = this.#text.slice(start + 1, this.#at++);
      return raw.includes("'") ? raw.replaceAll("''", "'") : raw;
    }
  }

  #number(): number | bigint {
    const match = /[+-]?\d+(\.\d+)?([eE][+-]?\d+)?/y;
    match.lastIndex = this.#at;
    const found = match.exec(this.#text);
    if (found === null || this.#at + found[0].length > this.#end) throw this.#unexpected();
    const start = this.#at;
    this.#at += found[0].length;
    if (this.#at < this.#end && isWord(this.#text.charCodeAt(this.#at))) throw this.#unexpected();
    if (found[1] !== undefined || found[2] !== undefined) {
      const value = Number(found[0]);
      if (!Number.isFinite(value)) throw new Fault('The number is too large.', start);
      return value;
    }
    try {
      return integer(BigInt(found[0].replace(/^\+/, '')));
    } catch {
      throw new Fault('The number is outside of the range of a 64-bit integer.', start);
    }
  }
}
