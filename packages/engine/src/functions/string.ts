import { countArgument, invalid, textArgument, unexpected } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import { jsonOf, textOf } from './text-of.ts';
import { decodeBase64, encodeBase64, readDataUri, unescapeUri, escapeUri } from '../format/encoding.ts';
import { formatComposite } from '../format/composite.ts';
import { foldCase, toLowerInvariant, toUpperInvariant } from '../format/culture.ts';
import { readRelaxedJson } from '../format/relaxed-json.ts';
import { readUri, resolveUri, writeUri } from '../format/uri.ts';
import { guid, uniqueString } from '../hash.ts';
import type { Scope } from '../expression/scope.ts';
import { getProperty, isInteger, isObject, typeName, type Value, type ValueObject } from '../values.ts';

const MAX_PAD = 16;

/** Source: "String functions for ARM templates". */
export const stringFunctions: FunctionRow[] = [
  fn('base64', 1, 1, ([text]) => encodeBase64(textArgument('base64', text)), { returns: 'String' }),
  fn('base64ToString', 1, 1, ([text]) => fromBase64('base64ToString', text), { returns: 'String' }),
  fn('base64ToJson', 1, 1, ([text]) => toJson('base64ToJson', fromBase64('base64ToJson', text)), { returns: 'Any' }),
  fn('dataUri', 1, 1, ([value], { meter }) => dataUri(value as Value, (data) => jsonOf(data, meter)), {
    returns: 'String',
    symbolic: 'deep',
  }),
  fn('dataUriToString', 1, 1, ([uri]) => dataUriToString(textArgument('dataUriToString', uri)), { returns: 'Any' }),
  fn('endsWith', 2, 2, ([text, part]) => foldCase(both('endsWith', text, part)).endsWith(foldCase(part as string)), {
    returns: 'Boolean',
    opens: true,
  }),
  fn('startsWith', 2, 2, ([text, part]) => foldCase(both('startsWith', text, part)).startsWith(foldCase(part as string)), {
    returns: 'Boolean',
    opens: true,
  }),
  fn(
    'format',
    1,
    Infinity,
    ([text, ...args]) => formatComposite(textArgument('format', text, 'its first parameter to be a string'), args),
    { returns: 'String', symbolic: 'deep' },
  ),
  fn('guid', 1, Infinity, (args) => guid(args.map((arg) => textArgument('guid', arg, 'its parameters to be strings'))), {
    returns: 'String',
  }),
  fn(
    'uniqueString',
    1,
    Infinity,
    (args) => uniqueString(args.map((arg) => textArgument('uniqueString', arg, 'its parameters to be strings'))),
    { returns: 'String' },
  ),
  fn('newGuid', 0, 0, (_args, scope) => scope.newGuid(), { returns: 'String', only: 'parameterDefault' }),
  fn('padLeft', 2, 3, ([value, width, letter]) => padLeft(value as Value, width as Value, letter), { returns: 'String' }),
  fn('replace', 3, 3, replace, { returns: 'String' }),
  fn('split', 2, 2, split, { returns: 'Array' }),
  fn('string', 1, 1, ([value], scope) => string(value as Value, scope), { returns: 'String', symbolic: 'deep' }),
  fn('substring', 1, 3, substring, { returns: 'String' }),
  fn('toLower', 1, 1, ([text]) => toLowerInvariant(textArgument('toLower', text)), { returns: 'String' }),
  fn('toUpper', 1, 1, ([text]) => toUpperInvariant(textArgument('toUpper', text)), { returns: 'String' }),
  fn('trim', 1, 1, ([text]) => textArgument('trim', text).trim(), { returns: 'String' }),
  fn('uri', 2, 2, ([base, relative]) => uri(base as Value, relative as Value), { returns: 'String' }),
  fn('parseUri', 1, 1, ([text]) => parseUri(textArgument('parseUri', text)), { returns: 'Object' }),
  fn('buildUri', 1, 1, ([parts]) => buildUri(parts as Value), { returns: 'String', symbolic: 'deep' }),
  fn('uriComponent', 1, 1, ([text]) => escapeUri(textArgument('uriComponent', text)), { returns: 'String' }),
  fn('uriComponentToString', 1, 1, ([text]) => unescapeUri(textArgument('uriComponentToString', text)), { returns: 'String' }),
];

function both(name: string, text: Value | undefined, part: Value | undefined): string {
  if (typeof text === 'string' && typeof part === 'string') return text;
  throw unexpected(name, 'its parameters to be of type string and string', text ?? null, part ?? null);
}

function fromBase64(name: string, text: Value | undefined): string {
  const decoded = decodeBase64(textArgument(name, text));
  if (decoded === undefined) throw invalid(`The template language function '${name}' parameter is not valid: it is not a base64 text.`);
  return decoded;
}

function toJson(name: string, text: string): Value {
  const read = readRelaxedJson(text);
  if (read.error !== undefined) throw invalid(`The template language function '${name}' parameter is not valid. ${read.error}`);
  return read.value as Value;
}

/** A text becomes text/plain, anything else its JSON. */
function dataUri(value: Value, json: (value: Value) => string): string {
  // Azure was seen to write `utf8` (2020) and `utf-8` for texts (2026); JSON keeps the recorded spelling.
  if (typeof value === 'string') return `data:text/plain;charset=utf-8;base64,${encodeBase64(value)}`;
  return `data:application/json;charset=utf8;base64,${encodeBase64(json(value))}`;
}

function dataUriToString(text: string): Value {
  const read = readDataUri(text);
  if (read.error !== undefined) throw invalid(`The template language function 'dataUriToString' parameter is not valid. ${read.error}`);
  return read.mediaType === 'application/json' ? toJson('dataUriToString', read.text) : read.text;
}

function padLeft(value: Value, width: Value, letter: Value | undefined): string {
  const syntax = 'The syntax is padLeft(string, totalWidth [, paddingChar]).';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw invalid(
      `Unable to evaluate template language function 'padLeft': the first parameter must be a string or an integer, while '${typeName(value)}' was provided. ${syntax}`,
    );
  }
  const total = typeof width === 'number' ? width : -1;
  if (total < 0 || total > MAX_PAD || !Number.isInteger(total)) {
    throw invalid(
      `Unable to evaluate template language function 'padLeft': the second parameter is invalid. Total width must be a positive integer value and not greater than '${MAX_PAD}', while '${textOf(width)}' was provided. ${syntax}`,
    );
  }
  if (letter !== undefined && (typeof letter !== 'string' || letter.length !== 1)) {
    throw invalid(
      `Unable to evaluate template language function 'padLeft': the third parameter is invalid. The padding character must be a string type, while '${typeName(letter)}' was provided. ${syntax}`,
    );
  }
  return textOf(value).padStart(total, letter ?? ' ');
}

function replace([text, old, fresh]: readonly Value[]): string {
  const what = 'its parameters to be strings';
  const from = textArgument('replace', old, what);
  if (from === '') throw invalid("The template language function 'replace' can't replace an empty text.");
  return textArgument('replace', text, what).replaceAll(from, () => textArgument('replace', fresh, what));
}

function split([text, delimiters]: readonly Value[]): Value {
  if (typeof text !== 'string') throw unexpected('split', "its first parameter to be of type 'String'", text ?? null);
  const list = Array.isArray(delimiters) ? delimiters : [delimiters as Value];
  const marks = list
    .map((mark) => textArgument('split', mark, "its second parameter to be of type 'String' or an array of them"))
    .filter((mark) => mark !== '');
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; marks.length > 0 && at < text.length;) {
    const mark = marks.find((candidate) => text.startsWith(candidate, at));
    if (mark === undefined) at++;
    else {
      pieces.push(text.slice(from, at));
      at += mark.length;
      from = at;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

function string(value: Value, scope: Scope): string {
  if (typeof value === 'object' && value !== null) return jsonOf(value, scope.meter);
  return textOf(value);
}

function substring([text, start, count]: readonly Value[]): string {
  const source = textArgument('substring', text, 'its first parameter to be a string');
  const from = start === undefined ? 0 : countArgument('substring', start, 'its second parameter to be an integer');
  const many = count === undefined ? source.length - from : countArgument('substring', count, 'its third parameter to be an integer');
  if (from < 0 || many < 0 || from + many > source.length) {
    throw invalid(
      `Unable to evaluate the template language function 'substring'. The index and length parameters must refer to a location within the string. The index parameter: '${from}', the length parameter: '${many}', the length of the string parameter: '${source.length}'.`,
    );
  }
  return source.slice(from, from + many);
}

function uri(base: Value, relative: Value): string {
  const from = textArgument('uri', base, 'its parameters to be strings');
  const resolved = resolveUri(from, textArgument('uri', relative, 'its parameters to be strings'));
  if (resolved === undefined) throw invalid(`The template language function 'uri' expects an absolute base address, not '${from}'.`);
  return resolved;
}

/** Scheme, host, path and query of an absolute address, the port where it is written. */
function parseUri(text: string): ValueObject {
  const parts = readUri(text);
  if (parts === undefined) throw invalid(`The template language function 'parseUri' expects an absolute address, not '${text}'.`);
  const { scheme, host, port, path, query } = parts;
  return { scheme, host, ...(port === undefined ? {} : { port }), path, query };
}

function buildUri(parts: Value): string {
  if (!isObject(parts)) throw unexpected('buildUri', 'its parameter to be an object', parts);
  const text = (name: string): string => textArgument('buildUri', getProperty(parts, name) ?? '', `its property '${name}' to be a string`);
  const port = getProperty(parts, 'port') ?? null;
  if (port !== null && !isInteger(port)) throw unexpected('buildUri', "its property 'port' to be an integer", port);
  if (text('scheme') === '' || text('host') === '')
    throw invalid("The template language function 'buildUri' expects the properties 'scheme' and 'host'.");
  return writeUri({
    scheme: text('scheme'),
    host: text('host'),
    port: port === null ? undefined : Number(port),
    path: text('path'),
    query: text('query'),
  });
}
