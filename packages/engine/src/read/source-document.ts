import { diagnostic, pointerOf, type DiagnosticCode, type Path } from '../diagnostics.ts';
import { limits } from '../limits.ts';
import { exactData, mayLoseDigits, parseExactJson, readsSource } from './exact-json.ts';
import { placeOf, readTolerant, type PositionedTree } from './tolerant-json.ts';
import type { Diagnostic, Json } from '../api.ts';

/**
 * A file as data, with the place of every node. Places are worked out when the first diagnostic asks for one:
 * most files are strict JSON without a finding, and never pay for them.
 */
export class SourceDocument {
  /** Undefined when the text is not JSON at all. */
  readonly root: Json | undefined;
  /** Findings of reading: bad JSON, duplicate keys, nesting. */
  readonly faults: Diagnostic[] = [];
  /** Characters of the text; 0 for data. */
  readonly length: number;
  /** Address of a linked file, absent for the main one. */
  readonly file: string | undefined;
  /** The data may hold integers beyond 2^53 as `bigint`, which JSON.stringify does not take. */
  readonly hasLargeIntegers: boolean;
  readonly #text: string | undefined;
  #tree: PositionedTree | undefined;

  constructor(source: string | Json, file?: string) {
    this.file = file;
    this.length = typeof source === 'string' ? source.length : 0;
    if (typeof source !== 'string') {
      const { data, isLarge } = exactData(this.#keysOf(source) === undefined ? undefined : source);
      this.root = data as Json | undefined;
      this.hasLargeIntegers = isLarge;
      return;
    }
    // Azure's own tools save templates with a byte order mark.
    const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
    this.#text = text;
    this.hasLargeIntegers = mayLoseDigits(text);
    let root: Json | undefined;
    let isStrict = true;
    try {
      root = (this.hasLargeIntegers ? parseExactJson(text) : JSON.parse(text)) as Json;
    } catch {
      isStrict = false;
    }
    // A platform that hides the digits leaves them to the slower reader.
    if (isStrict && (readsSource || !this.hasLargeIntegers)) {
      const keys = this.#keysOf(root as Json);
      this.root = keys === undefined ? undefined : root;
      if (keys !== undefined && !hasEachKeyOnce(text, keys)) this.#reportDuplicates();
      return;
    }
    this.#tree = readTolerant(text, this.hasLargeIntegers);
    this.root = this.#tree.root;
    for (const { message, offset } of this.#tree.errors) {
      this.faults.push(this.#located({ ...diagnostic('InvalidJson', [], message), ...placeOf(text, offset) }));
    }
    if (this.root !== undefined) this.#reportDuplicates();
    else if (this.faults.length === 0) this.faults.push(this.#located(diagnostic('InvalidJson', [], 'a value is expected')));
  }

  /** A finding at a path of this file, with line and column where the text is known. */
  diagnostic(code: DiagnosticCode, path: Path, ...args: string[]): Diagnostic {
    return this.#located({ ...diagnostic(code, path, ...args), ...this.place(path) });
  }

  /** Line and column (from 1) of the node, or of its nearest ancestor that exists. */
  place(path: Path): { line: number; column: number } | undefined {
    if (this.#text === undefined) return undefined;
    this.#tree ??= readTolerant(this.#text);
    return placeOf(this.#text, this.#tree.offsetOf(path));
  }

  #located(found: Diagnostic): Diagnostic {
    return this.file === undefined ? found : { ...found, file: this.file };
  }

  /** How many keys the data has; undefined, with a fault, when it is nested too deep. */
  #keysOf(root: Json): number | undefined {
    const keys = countKeys(root, limits.jsonDepth);
    if (keys === undefined) this.faults.push(this.#located(diagnostic('TooDeep', [], String(limits.jsonDepth))));
    return keys;
  }

  #reportDuplicates(): void {
    const text = this.#text as string;
    this.#tree ??= readTolerant(text);
    for (const { path, offset } of this.#tree.duplicates()) {
      const found = diagnostic('DuplicateKey', path, String(path.at(-1)));
      this.faults.push(this.#located({ ...found, ...placeOf(text, offset), pointer: pointerOf(path) }));
    }
  }
}

/** How many keys the data has; undefined when it nests deeper than `left` levels. */
function countKeys(value: Json, left: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (left === 0) return undefined;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item !== 'object') continue;
      const inner = countKeys(item, left - 1);
      if (inner === undefined) return undefined;
      count += inner;
    }
    return count;
  }
  for (const key in value) {
    const item = value[key] as Json;
    count++;
    if (typeof item !== 'object') continue;
    const inner = countKeys(item, left - 1);
    if (inner === undefined) return undefined;
    count += inner;
  }
  return count;
}

/**
 * A cheap test for duplicate keys: in strict JSON every key is followed by `":`, so when there are as many of them in
 * the text as keys in the data, no key was lost. A text that holds `":` inside a string only costs the exact look.
 */
function hasEachKeyOnce(text: string, keys: number): boolean {
  let colons = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    let c = text.charCodeAt(before);
    while (c === 32 || c === 10 || c === 13 || c === 9) c = text.charCodeAt(--before);
    if (c === 34 && text.charCodeAt(before - 1) !== 92) colons++;
  }
  return colons === keys;
}
