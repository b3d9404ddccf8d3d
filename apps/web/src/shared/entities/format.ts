import { currencies, currencySymbol, type Currency } from '@cloudwright/contract/enums';

/** An amount as people write it: symbol, thousands, the decimals of the currency. Unknown codes show themselves. */
export function formatMoney(amount: number, currency: string): string {
  const decimals = Object.hasOwn(currencies, currency) ? currencies[currency as Currency].decimals : 2;
  const symbol = currencySymbol(currency);
  const number = Math.abs(amount).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${amount < 0 ? '−' : ''}${symbol}${symbol.length > 1 ? ' ' : ''}${number}`;
}

const steps: readonly [limitSeconds: number, unitSeconds: number, unit: string][] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [30 * 86_400, 86_400, 'd'],
  [365 * 86_400, 30 * 86_400, 'mo'],
  [Infinity, 365 * 86_400, 'y'],
];

/** "4 min ago", "in 7 d": short, for tables; the exact time belongs in a tooltip. */
export function formatRelative(at: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 5) return 'now';
  const [, size, unit] = steps.find(([limit]) => distance < limit)!;
  const amount = `${Math.floor(distance / size)} ${unit}`;
  return seconds >= 0 ? `${amount} ago` : `in ${amount}`;
}

/** The exact time, in the reader's zone. */
export const formatTime = (at: string): string => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** "2 min 05 s" */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A quantity in the price list's unit of measure: "1 Hour" of 730 is "730 hours", "1/Month" of 2 is "2 months", others stay as they are. */
export function formatQuantity(quantity: number, unit: string): string {
  const time = /^1[ /](Hour|Day|Month)$/.exec(unit)?.[1];
  return time ? countOf(quantity, time.toLowerCase()) : `${quantity.toLocaleString('en-US')}${unit ? ` × ${unit}` : ''}`;
}

/** The singular of a plural that is made by the rules: "directories" gives "directory", "users" gives "user". */
export const singularOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** "1 user", "3 users" */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
