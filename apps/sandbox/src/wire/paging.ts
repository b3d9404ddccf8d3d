import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from './arm-error.ts';

const PAGE = 1000;

/**
 * One page of a list: `$top` entries from `$skiptoken` on, with `nextLink` (same address, next token) when more follow.
 * `base` is the scheme and host that the caller used.
 */
export function page(items: Json[], query: URLSearchParams, base: string, path: string): JsonObject {
  const top = query.get('$top');
  const size = top === null ? PAGE : Number(top);
  if (!Number.isInteger(size) || size < 1) throw new ArmError(400, 'InvalidFilterInQueryString', `Invalid $top value '${top}' specified in the query string.`);
  const start = decodeToken(query.get('$skiptoken') ?? query.get('$skipToken'));
  const value = items.slice(start, start + size);
  if (start + size >= items.length) return { value };
  const next = new URLSearchParams(query);
  next.delete('$skipToken');
  next.set('$skiptoken', Buffer.from(String(start + size)).toString('base64url'));
  return { value, nextLink: `${base}${encodeURI(path)}?${next}` };
}

function decodeToken(token: string | null): number {
  if (!token) return 0;
  const start = Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw new ArmError(400, 'InvalidSkipToken', `The skip token '${token}' is not valid.`);
  return start;
}

/** A test over listed resources made from `$filter`; conditions joined by `and`, as the service supports. */
export function resourceFilter(text: string | null): (item: { name: string; type: string; location?: Json | undefined; tags?: Json | undefined; resourceGroup?: string | undefined }) => boolean {
  if (!text) return () => true;
  const tests = text.split(/\s+and\s+/i).map((condition) => {
    const equal = /^\s*(\w+)\s+(eq|ne)\s+'((?:[^']|'')*)'\s*$/i.exec(condition);
    const substring = /^\s*substringof\('((?:[^']|'')*)',\s*(\w+)\)\s*$/i.exec(condition);
    const starts = /^\s*startswith\((\w+),\s*'((?:[^']|'')*)'\)\s*$/i.exec(condition);
    const [member, value, compare] = equal ? [equal[1]!, equal[3]!, equal[2]!.toLowerCase()] : substring ? [substring[2]!, substring[1]!, 'contains'] : starts ? [starts[1]!, starts[2]!, 'starts'] : [];
    if (!member || value === undefined) throw new ArmError(400, 'InvalidFilterInQueryString', `Invalid $filter '${text}' specified in the query string.`);
    return { member: member.toLowerCase(), value: value.replaceAll("''", "'").toLowerCase(), compare };
  });
  const tagName = tests.find(({ member }) => member === 'tagname')?.value;
  return (item) => {
    const tags = Object.entries((item.tags ?? {}) as JsonObject).map(([name, value]) => [name.toLowerCase(), String(value).toLowerCase()] as const);
    return tests.every(({ member, value, compare }) => {
      if (member === 'tagname') return tags.some(([name]) => (compare === 'starts' ? name.startsWith(value) : name === value));
      if (member === 'tagvalue') return tags.some(([name, tag]) => tag === value && (tagName === undefined || name === tagName));
      const actual = String({ resourcetype: item.type, name: item.name, location: item.location ?? '', resourcegroup: item.resourceGroup ?? '' }[member] ?? '').toLowerCase();
      return compare === 'eq' ? actual === value : compare === 'ne' ? actual !== value : compare === 'starts' ? actual.startsWith(value) : actual.includes(value);
    });
  };
}
