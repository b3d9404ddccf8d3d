import { integer, setProperty, type Value, type ValueObject } from '../values.ts';

const MAX_DEPTH = 256;

/**
 * JSON as Azure's own reader (Newtonsoft.Json) takes it from a text: also single quotes, comments, names without
 * quotes, a comma before the end, raw line breaks. Integers beyond 2^53 stay exact. Never throws.
 */
export function readRelaxedJson(text: string): { value: Value; error?: undefined } | { value?: undefined; error: string } {
  // Digits in a row can be more than a number holds exactly; everything else is JSON.parse's own business.
  if (!/\d{16}/.test(text)) {
    try {
      return { value: JSON.parse(text) as Value };
    } catch {
      // Not strict JSON: the slower reader decides.
    }
  }
  try {
    return { value: new Reader(text).document() };
  } catch (fault) {
    if (fault instanceof ReadFault) return { error: fault.message };
    throw fault;
  }
}

class ReadFault extends Error {}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '0': '\0' };

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  constructor(text: string) {
    this.#text = text;
  }

  document(): Value {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#fault();
    return value;
  }

  #fault(): ReadFault {
    return new ReadFault(
      this.#at >= this.#text.length ? 'The JSON text ends too early.' : `Unexpected character at position ${this.#at} of the JSON text.`,
    );
  }

  #space(): void {
    const skip = /(?:[\s\ufeff]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    skip.lastIndex = this.#at;
    skip.exec(this.#text);
    this.#at = skip.lastIndex;
  }

  #value(): Value {
    this.#space();
    const c = this.#text[this.#at];
    if (c === '{') return this.#nested(() => this.#object());
    if (c === '[') return this.#nested(() => this.#array());
    if (c === '"' || c === "'") return this.#string(c);
    return this.#word();
  }

  #nested(read: () => Value): Value {
    if (++this.#depth > MAX_DEPTH) throw new ReadFault(`The JSON text is nested deeper than ${MAX_DEPTH} levels.`);
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #ends(close: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== close) return false;
    this.#at++;
    return true;
  }

  #comma(close: string): void {
    this.#space();
    if (this.#text[this.#at] === ',') this.#at++;
    else if (this.#text[this.#at] !== close) throw this.#fault();
  }

  #array(): Value {
    const items: Value[] = [];
    while (!this.#ends(']')) {
      items.push(this.#value());
      this.#comma(']');
    }
    return items;
  }

  #object(): Value {
    const object: ValueObject = {};
    while (!this.#ends('}')) {
      const c = this.#text[this.#at];
      const name = c === '"' || c === "'" ? this.#string(c) : this.#match(/[A-Za-z_$][\w$]*/y);
      if (!this.#ends(':')) throw this.#fault();
      setProperty(object, name, this.#value());
      this.#comma('}');
    }
    return object;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw this.#fault();
    this.#at += found.length;
    return found;
  }

  #word(): Value {
    const word = this.#match(/[-+\w.]+/y);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null' || word === 'undefined') return null;
    if (/^[-+]?\d+$/.test(word)) return this.#integer(word);
    if (/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(word) && Number.isFinite(Number(word))) return Number(word);
    this.#at -= word.length;
    throw this.#fault();
  }

  #integer(word: string): Value {
    try {
      return integer(BigInt(word.replace(/^\+/, '')));
    } catch {
      return Number(word);
    }
  }

  #string(quote: string): string {
    let result = '';
    for (this.#at++; ; this.#at++) {
      const c = this.#text[this.#at];
      if (c === undefined) throw this.#fault();
      if (c === quote) {
        this.#at++;
        return result;
      }
      if (c !== '\\') {
        result += c;
        continue;
      }
      const escape = this.#text[++this.#at];
      if (escape === 'u') {
        const hex = this.#text.slice(this.#at + 1, this.#at + 5);
        if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw this.#fault();
        result += String.fromCharCode(Number.parseInt(hex, 16));
        this.#at += 4;
      } else if (escape === undefined) throw this.#fault();
      else if ('"\'\\/'.includes(escape)) result += escape;
      else if (ESCAPES[escape] !== undefined) result += ESCAPES[escape];
      else throw this.#fault();
    }
  }
}
