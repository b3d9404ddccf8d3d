import { SourceDocument } from './source-document.ts';
import { toData, type Value } from '../values.ts';
import type { Diagnostic, Json } from '../api.ts';

/**
 * Reads a template or parameter file as Azure does: comments, trailing commas, raw newlines in strings and a byte
 * order mark are accepted, duplicate keys reported. An integer beyond 2^53 is a raw JSON number. Never throws; `root` is undefined when the text is not JSON.
 */
export function readTemplate(source: string | Json): { root: Json | undefined; diagnostics: Diagnostic[]; place: SourceDocument['place'] } {
  const document = new SourceDocument(source);
  const root = document.hasLargeIntegers ? (toData(document.root as Value) as Json) : document.root;
  return { root, diagnostics: document.faults, place: (path) => document.place(path) };
}
