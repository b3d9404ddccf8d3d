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

/** Parses `[...]`. Never throws: a fault comes back with its place. */
export function parseExpression(text: string, maxLength = MAX_EXPRESSION_LENGTH): Parsed {
  if (text.length > maxLength) return { error: { message: `The expression is longer than ${maxLength} characters.`, at: 0 } };
  return new Parser(text, 1, text.length - 1).parse();
}

/** Parses an expression without the outer brackets. */
export function parseBareExpression(text: string, maxLength = MAX_EXPRESSION_LENGTH): Parsed {
  if (text.length > maxLength) return { error: { message: `The expression is longer than ${maxLength} characters.`, at: 0 } };
  return new Parser(text, 0, text.length).parse();
}

class Fault {
  readonly error: SyntaxError;
  constructor(message: string, at: number) {
    this.error = { message, at };
  }
}

const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === 0xfeff;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isWord = (c: number): boolean => isDigit(c) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === 95 || c === 36 || c > 127;

class Parser {
  readonly #text: string;
  readonly #end: number;
  #at: number;
  #depth = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
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
        const name = this.#word();
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
    const args: Expression[] = [];
    if (this.#peek() === 41) this.#at++;
    else {
      for (;;) {
        args.push(this.#expression());
        if (this.#peek() === 44) {
          this.#at++;
          continue;
        }
        this.#expect(41);
        break;
      }
    }
    return { kind: 'call', name, args, start, end: this.#at };
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#end && isWord(this.#text.charCodeAt(this.#at))) this.#at++;
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
