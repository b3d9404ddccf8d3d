import { EvaluationError } from '../expression/evaluation-error.ts';
import { formatNumber } from './number.ts';
import { jsonOf, textOf } from '../functions/text-of.ts';
import { isObject, type Value } from '../values.ts';

/** .NET's own limit for index and alignment. */
const MAX_WIDTH = 999_999;

/**
 * .NET composite format (`{0,10:N2}`), invariant culture. Booleans print True and False, arrays and objects
 * single-quoted compact JSON, null nothing. Error `InvalidArgument` for a format that .NET refuses.
 */
export function formatComposite(format: string, args: readonly Value[]): string {
  let result = '';
  for (let at = 0; at < format.length;) {
    const c = format[at];
    if (c !== '{' && c !== '}') {
      const next = format.slice(at).search(/[{}]/);
      const end = next < 0 ? format.length : at + next;
      result += format.slice(at, end);
      at = end;
    } else if (format[at + 1] === c) {
      result += c;
      at += 2;
    } else if (c === '}') {
      throw bad('there is a closing brace without an opening one');
    } else {
      const hole = readHole(format, at + 1);
      if (hole.index >= args.length) throw bad(`there is no argument with the number ${hole.index}`);
      const text = formatValue(args[hole.index] as Value, hole.format);
      result += hole.width < 0 ? text.padEnd(-hole.width) : text.padStart(hole.width);
      at = hole.end;
    }
  }
  return result;
}

function bad(reason: string): EvaluationError {
  return new EvaluationError(
    'InvalidArgument',
    `Unable to evaluate language function 'format': the format is invalid: ${reason}. Please see https://aka.ms/arm-function-format for usage details.`,
  );
}

interface Hole {
  index: number;
  width: number;
  format: string;
  end: number;
}

function readHole(format: string, start: number): Hole {
  const head = /(\d{1,7}) *(?:, *(-?\d{1,7}) *)?(?=[:}])/y;
  head.lastIndex = start;
  const found = head.exec(format);
  if (found === null) throw bad('a placeholder must have the form {number[,width][:format]}');
  const index = Number(found[1]);
  const width = Number(found[2] ?? 0);
  if (index > MAX_WIDTH || Math.abs(width) > MAX_WIDTH) throw bad(`a number or width exceeds ${MAX_WIDTH}`);
  let at = head.lastIndex;
  let spec = '';
  if (format[at] === ':') {
    const end = format.indexOf('}', at);
    if (end < 0) throw bad('a placeholder is not closed');
    spec = format.slice(at + 1, end);
    if (spec.includes('{')) throw bad('a placeholder holds an opening brace');
    at = end;
  }
  return { index, width, format: spec, end: at + 1 };
}

function formatValue(value: Value, format: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = formatNumber(value, format);
    if (text === undefined) throw bad(`'${format}' is not a format of a number`);
    return text;
  }
  if (Array.isArray(value) || isObject(value)) return singleQuoted(jsonOf(value));
  return textOf(value);
}

/** JSON with single quotes around names and texts, as Azure prints an object inside a text. */
function singleQuoted(json: string): string {
  return json.replace(/"((?:[^"\\]|\\.)*)"/g, (_all, text: string) => `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`);
}
