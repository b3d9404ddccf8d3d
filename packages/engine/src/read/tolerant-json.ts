import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { exactInteger } from './exact-json.ts';
import { limits } from '../limits.ts';
import { setProperty } from '../values.ts';
import type { Path } from '../diagnostics.ts';
import type { Json, JsonObject } from '../api.ts';

/** A tolerant reading of a text, with the offset of every node. */
export interface PositionedTree {
  root: Json | undefined;
  errors: { message: string; offset: number }[];
  /** Offset of the node at the path, else of its nearest ancestor. */
  offsetOf(path: Path): number;
  duplicates(): { path: (string | number)[]; offset: number }[];
}

// Control characters inside strings (Azure accepts them) are stood in for by private-use characters of the same
// length while the library reads, so that its offsets stay true.
const STAND_IN = 0xe000;
const standIns = /[\ue000-\ue01f]/g;

/** Reads JSON as Azure accepts it: comments, trailing commas, raw newlines and tabs in strings. Never throws. */
export function readTolerant(text: string, isExact = false): PositionedTree {
  const { prepared, tooDeepAt } = prepare(text);
  if (tooDeepAt !== undefined) {
    const error = { message: `nesting deeper than ${limits.jsonDepth} levels`, offset: tooDeepAt };
    return { root: undefined, errors: [error], offsetOf: () => 0, duplicates: () => [] };
  }
  const found: ParseError[] = [];
  const tree = parseTree(prepared, found, { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false });
  return {
    root: tree === undefined ? undefined : valueOf(tree, isExact ? text : undefined),
    errors: found.slice(0, 20).map(({ error, offset }) => ({ message: wordsOf(printParseErrorCode(error)), offset })),
    offsetOf: (path) => offsetIn(tree, path),
    duplicates: () => (tree === undefined ? [] : duplicatesIn(tree, [], [])),
  };
}

/** `PropertyNameExpected` -> `property name expected`. */
function wordsOf(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toLowerCase());
}

function prepare(text: string): { prepared: string; tooDeepAt: number | undefined } {
  let prepared = '';
  let copied = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 123 || c === 91) {
      if (++depth > limits.jsonDepth) return { prepared: '', tooDeepAt: at };
    } else if (c === 125 || c === 93) depth--;
    else if (c === 47) {
      const next = text.charCodeAt(at + 1);
      const end = next === 47 ? text.indexOf('\n', at) : next === 42 ? text.indexOf('*/', at + 2) : at;
      at = end === -1 ? text.length : next === 42 && end > at ? end + 1 : end;
    } else if (c === 34) {
      for (at++; at < text.length; at++) {
        const inside = text.charCodeAt(at);
        if (inside === 34) break;
        if (inside === 92 && text.charCodeAt(at + 1) >= 32) at++;
        else if (inside < 32) {
          prepared += text.slice(copied, at) + String.fromCharCode(STAND_IN + inside);
          copied = at + 1;
        }
      }
    }
  }
  return { prepared: copied === 0 ? text : prepared + text.slice(copied), tooDeepAt: undefined };
}

function restored(text: string): string {
  return text.replace(standIns, (c) => String.fromCharCode(c.charCodeAt(0) - STAND_IN));
}

/** `exactText`: where numbers are read again, with all their digits. */
function valueOf(node: Node, exactText: string | undefined): Json {
  if (node.type === 'array') return (node.children ?? []).map((item) => valueOf(item, exactText));
  if (node.type === 'object') {
    const object: JsonObject = {};
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key !== undefined && value !== undefined) setProperty(object, restored(String(key.value)), valueOf(value, exactText));
    }
    return object;
  }
  if (typeof node.value === 'number' && exactText !== undefined) return exactInteger(node.value, exactText.slice(node.offset, node.offset + node.length)) as Json;
  return typeof node.value === 'string' ? restored(node.value) : ((node.value ?? null) as Json);
}

function offsetIn(tree: Node | undefined, path: Path): number {
  if (tree === undefined) return 0;
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length) as (string | number)[]);
    if (node !== undefined) return node.offset;
  }
  return tree.offset;
}

function duplicatesIn(node: Node, path: (string | number)[], into: { path: (string | number)[]; offset: number }[]): typeof into {
  if (node.type === 'array') {
    node.children?.forEach((item, index) => duplicatesIn(item, [...path, index], into));
  } else if (node.type === 'object') {
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined) continue;
      const name = restored(String(key.value));
      if (seen.has(name)) into.push({ path: [...path, name], offset: key.offset });
      seen.add(name);
      if (value !== undefined) duplicatesIn(value, [...path, name], into);
    }
  }
  return into;
}

/** Line and column, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
