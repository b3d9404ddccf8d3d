import { SourceDocument } from './source-document.ts';
import type { Diagnostic, Json } from '../api.ts';

/**
 * Reads a template or parameter file as Azure does: comments, trailing commas, raw newlines in strings and a byte
 * order mark are accepted, duplicate keys reported. Never throws; `root` is undefined when the text is not JSON.
 */
export function readTemplate(source: string | Json): { root: Json | undefined; diagnostics: Diagnostic[]; place: SourceDocument['place'] } {
  const document = new SourceDocument(source);
  return { root: document.root, diagnostics: document.faults, place: (path) => document.place(path) };
}
