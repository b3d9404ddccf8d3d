import { invalid, textArgument, unexpected } from '../functions/arguments.ts';
import { fn, FunctionTable, type FunctionRow } from '../functions/function-table.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import { jsonOf } from '../functions/text-of.ts';
import { decodeBase64, encodeBase64 } from '../format/encoding.ts';
import { readRelaxedJson } from '../format/relaxed-json.ts';
import { isObject, type Value } from '../values.ts';
import type { Scope } from '../expression/scope.ts';

/** What an expression of createUiDefinition.json sees: the values of the form's elements, and the place chosen. */
export interface FormScope extends Scope {
  basics(name: string): Value;
  step(name: string): Value;
  location(): Value;
}

const MINUTE = 60_000;

/** What the template language has too, with the same meaning. */
const shared = [
  'and', 'or', 'not', 'if', 'coalesce', 'equals', 'less', 'lessOrEquals', 'greater', 'greaterOrEquals',
  'concat', 'replace', 'split', 'substring', 'toLower', 'toUpper', 'empty', 'length', 'filter', 'map', 'range', 'float',
  'lambda', 'lambdaVariables', 'createArray', 'createObject', 'true', 'false', 'null', 'resourceGroup', 'subscription',
];

/**
 * Sources: the pages "CreateUiDefinition ... functions" (collection, conversion, date, logical, math, referencing,
 * string). The portal's own evaluator is JavaScript's: numbers may be fractions, text is searched with case.
 */
const own: FunctionRow[] = [
  fn('basics', 1, 1, ([name], scope) => (scope as FormScope).basics(textArgument('basics', name))),
  fn('steps', 1, 1, ([name], scope) => (scope as FormScope).step(textArgument('steps', name))),
  fn('location', 0, 0, (_args, scope) => (scope as FormScope).location()),
  fn('contains', 2, 2, (args, scope) => (args[0] === null ? false : (standardFunctions.get('contains')?.call?.(args, scope) ?? false))),
  fn('first', 1, 1, ([value]) => end(value as Value, 0)),
  fn('last', 1, 1, ([value]) => end(value as Value, -1)),
  fn('take', 2, 2, ([value, count]) => cut('take', value as Value, 0, Math.max(0, numberArgument('take', count)))),
  fn('skip', 2, 2, ([value, count]) => cut('skip', value as Value, Math.max(0, numberArgument('skip', count)))),
  fn('startsWith', 2, 2, ([text, part]) => textArgument('startsWith', text).startsWith(textArgument('startsWith', part))),
  fn('endsWith', 2, 2, ([text, part]) => textArgument('endsWith', text).endsWith(textArgument('endsWith', part))),
  fn('indexOf', 2, 2, ([text, part]) => textArgument('indexOf', text).indexOf(textArgument('indexOf', part))),
  fn('lastIndexOf', 2, 2, ([text, part]) => textArgument('lastIndexOf', text).lastIndexOf(textArgument('lastIndexOf', part))),
  fn('bool', 1, 1, ([value]) => !(value === null || value === '' || value === false || value === 0 || String(value).toLowerCase() === 'false')),
  fn('int', 1, 1, ([value]) => Math.trunc(numberArgument('int', value))),
  fn('string', 1, 1, ([value], { meter }) => (typeof value === 'string' ? value : jsonOf(value as Value, meter))),
  fn('parse', 1, 1, ([text]) => parse(textArgument('parse', text))),
  fn('encodeBase64', 1, 1, ([text]) => encodeBase64(textArgument('encodeBase64', text))),
  fn('decodeBase64', 1, 1, ([text]) => decoded('decodeBase64', decodeBase64(textArgument('decodeBase64', text)))),
  fn('encodeUriComponent', 1, 1, ([text]) => encodeURIComponent(textArgument('encodeUriComponent', text).toWellFormed())),
  fn('decodeUriComponent', 1, 1, ([text]) => decoded('decodeUriComponent', uriDecoded(textArgument('decodeUriComponent', text)))),
  arithmetic('add', (a, b) => a + b),
  arithmetic('sub', (a, b) => a - b),
  arithmetic('mul', (a, b) => a * b),
  arithmetic('div', (a, b) => Math.trunc(a / b)),
  arithmetic('mod', (a, b) => a % b),
  arithmetic('min', Math.min),
  arithmetic('max', Math.max),
  // The engine has no randomness of its own: what is random comes from the injected GUIDs.
  fn('rand', 2, 2, ([from, to], scope) => {
    const [low, high] = [numberArgument('rand', from), numberArgument('rand', to)];
    return low + Math.floor((Number.parseInt(scope.newGuid().slice(0, 8), 16) / 2 ** 32) * (high - low + 1));
  }),
  fn('ceil', 1, 1, ([value]) => Math.ceil(numberArgument('ceil', value))),
  fn('floor', 1, 1, ([value]) => Math.floor(numberArgument('floor', value))),
  fn('guid', 0, 0, (_args, scope) => scope.newGuid()),
  fn('utcNow', 0, 0, (_args, { now }) => moved('utcNow', now, 0)),
  fn('addHours', 2, 2, ([time, count]) => moved('addHours', time, numberArgument('addHours', count) * 60 * MINUTE)),
  fn('addMinutes', 2, 2, ([time, count]) => moved('addMinutes', time, numberArgument('addMinutes', count) * MINUTE)),
  fn('addSeconds', 2, 2, ([time, count]) => moved('addSeconds', time, numberArgument('addSeconds', count) * 1000)),
];

/** Every function of createUiDefinition.json. A member that is not there is null: an element that is hidden has no value. */
export const formFunctions: FunctionTable = new FunctionTable(
  [...shared.flatMap((name) => standardFunctions.get(name) ?? []), ...own],
  { missingMember: 'null', syntax: 'form' },
);

function arithmetic(name: string, calculate: (a: number, b: number) => number): FunctionRow {
  return fn(name, 2, 2, ([a, b]) => {
    const result = calculate(numberArgument(name, a), numberArgument(name, b));
    if (!Number.isFinite(result)) throw invalid(`The function '${name}' has no finite result.`);
    return result;
  });
}

function numberArgument(name: string, value: Value | undefined): number {
  const number = typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw unexpected(name, 'a number', value ?? null);
  return number;
}

/** A part of a text, an array, or an object's members in their order. */
function cut(name: string, value: Value, from: number, to?: number): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value.slice(from, to);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).slice(from, to));
  throw unexpected(name, 'an array, an object, or a string', value);
}

function end(value: Value, at: 0 | -1): Value {
  const part = cut(at === 0 ? 'first' : 'last', value, at, at === 0 ? 1 : undefined);
  return Array.isArray(part) ? (part[0] ?? null) : part;
}

function decoded(name: string, text: string | undefined): string {
  if (text === undefined) throw invalid(`The text that the function '${name}' got can't be decoded.`);
  return text;
}

function uriDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): Value {
  const { value, error } = readRelaxedJson(text);
  if (error !== undefined) throw invalid(`The function 'parse' got no JSON. ${error}`);
  return value;
}

/** The time later by so many milliseconds, in UTC. A leap second counts as the second before it. */
function moved(name: string, time: Value | undefined, milliseconds: number): string {
  const start = Date.parse(textArgument(name, time).replace(/:60(?=\D|$)/, ':59'));
  const moment = new Date(start + milliseconds);
  if (Number.isNaN(moment.getTime())) throw invalid(`The function '${name}' got no time.`);
  return moment.toISOString();
}
