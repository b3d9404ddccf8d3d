import { EvaluationError } from '../expression/evaluation-error.ts';
import { isObject, type Counter, type Value } from '../values.ts';
import { foldCase } from '../format/culture.ts';
import { formatNumber } from '../format/number.ts';

/** A simple value as text the way .NET writes it: True, False, '' for null. Arrays and objects become compact JSON. */
export function textOf(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 'True' : 'False';
    case 'number':
    case 'bigint':
      return formatNumber(value, '') ?? String(value);
    default:
      return value === null ? '' : jsonOf(value);
  }
}

/** Compact JSON of plain data. Error `Budget` when the counter ends. */
export function jsonOf(value: Value, counter?: Counter): string {
  const parts: string[] = [];
  write(value, parts, counter);
  return parts.join('');
}

function write(value: Value, parts: string[], counter: Counter | undefined): void {
  counter?.count(1);
  if (typeof value === 'bigint') parts.push(value.toString());
  else if (typeof value !== 'object' || value === null) parts.push(JSON.stringify(value));
  else if (Array.isArray(value)) {
    value.forEach((item, i) => {
      parts.push(i === 0 ? '[' : ',');
      write(item, parts, counter);
    });
    parts.push(value.length === 0 ? '[]' : ']');
  } else if (isObject(value)) {
    const keys = Object.keys(value);
    keys.forEach((key, i) => {
      parts.push(i === 0 ? '{' : ',', JSON.stringify(key), ':');
      write(value[key] as Value, parts, counter);
    });
    parts.push(keys.length === 0 ? '{}' : '}');
  } else throw new EvaluationError('InvalidArgument', 'A lambda has no text.');
}

/** Position without case (.NET's OrdinalIgnoreCase), -1 when absent; an empty text is found at the start, or the end. */
export function indexOfText(where: string, what: string, last: boolean): number {
  const text = foldCase(where);
  const part = foldCase(what);
  return last ? text.lastIndexOf(part) : text.indexOf(part);
}
