import { integerArgument, invalid, textArgument } from './arguments.ts';
import { fn, type FunctionRow } from './function-table.ts';
import { addTicks, formatDate, fromEpochSeconds, isoText, readDate, readDuration, toEpochSeconds, type DateTime } from '../format/date.ts';
import { integer, type Value } from '../values.ts';

const DEFAULT_UTC_NOW = 'yyyyMMddTHHmmssZ';

/** Source: "Date functions for ARM templates". */
export const dateFunctions: FunctionRow[] = [
  fn('dateTimeAdd', 2, 3, ([base, duration, format]) => add(base, duration, format), { returns: 'String' }),
  fn('dateTimeFromEpoch', 1, 1, ([seconds]) => fromEpoch(seconds), { returns: 'String' }),
  fn('dateTimeToEpoch', 1, 1, ([date]) => integer(toEpochSeconds(dateArgument('dateTimeToEpoch', date))), { returns: 'Integer' }),
  fn(
    'utcNow',
    0,
    1,
    ([format], scope) => print('utcNow', dateArgument('utcNow', scope.now), format === undefined ? DEFAULT_UTC_NOW : format),
    {
      returns: 'String',
      only: 'parameterDefault',
    },
  ),
];

function dateArgument(name: string, value: Value | undefined): DateTime {
  const text = textArgument(name, value, 'its first parameter to be a date in ISO 8601 format');
  const date = readDate(text);
  if (date === undefined) throw invalid(`The template language function '${name}' expects a date in ISO 8601 format, not '${text}'.`);
  return date;
}

function print(name: string, date: DateTime, format: Value): string {
  const wanted = textArgument(name, format, 'its format to be a string');
  const text = wanted === '' ? isoText(date) : formatDate(date, wanted);
  if (text === undefined) throw invalid(`The template language function '${name}' can't use the date format '${wanted}'.`);
  return text;
}

/** Without a format the result is ISO 8601 like the base. */
function add(base: Value | undefined, duration: Value | undefined, format: Value | undefined): string {
  const date = dateArgument('dateTimeAdd', base);
  const text = textArgument('dateTimeAdd', duration, 'its second parameter to be a duration in ISO 8601 format');
  const ticks = readDuration(text);
  if (ticks === undefined)
    throw invalid(`The template language function 'dateTimeAdd' expects a duration in ISO 8601 format, not '${text}'.`);
  const sum = addTicks(date, ticks);
  if (sum === undefined) throw invalid("The template language function 'dateTimeAdd' leaves the years 1 to 9999.");
  return format === undefined || format === null ? isoText(sum) : print('dateTimeAdd', sum, format);
}

function fromEpoch(seconds: Value | undefined): string {
  const date = fromEpochSeconds(BigInt(integerArgument('dateTimeFromEpoch', seconds)));
  if (date === undefined) throw invalid("The template language function 'dateTimeFromEpoch' leaves the years 1 to 9999.");
  return isoText(date);
}
