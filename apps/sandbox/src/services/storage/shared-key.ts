import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DataService } from './endpoints.ts';

/** The parts of a request that Shared Key signs; header names in lower case. */
interface Signed {
  method: string;
  /** Path and query as sent: '/account/container/blob?comp=list'. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
}

const ORDER = ['content-encoding', 'content-language', 'content-length', 'content-md5', 'content-type', 'date', 'if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range'];

/**
 * The text that a Shared Key signature covers. Source: Azure Storage's documentation "Authorize with Shared Key";
 * with addresses of the form host/account/path the account stands in the resource twice, as for every emulator.
 */
function stringToSign({ method, url, headers }: Signed, account: string, service: DataService): string {
  const parsed = new URL(url, 'http://storage');
  const header = (name: string): string => String(headers[name] ?? '');
  const resource = `/${account}${parsed.pathname}`;
  if (service === 'table') {
    const comp = parsed.searchParams.get('comp');
    return [method, header('content-md5'), header('content-type'), header('x-ms-date') || header('date'), resource + (comp ? `?comp=${comp}` : '')].join('\n');
  }
  const lines = ORDER.map((name) => (name === 'content-length' && header(name) === '0' ? '' : name === 'date' && header('x-ms-date') ? '' : header(name)));
  const canonical = Object.keys(headers).filter((name) => name.startsWith('x-ms-')).sort((a, b) => (a < b ? -1 : 1)).map((name) => `${name}:${header(name).replace(/\s+/g, ' ').trim()}`);
  const names = [...new Set([...parsed.searchParams.keys()].map((name) => name.toLowerCase()))].sort();
  const query = names.map((name) => `\n${name}:${[...parsed.searchParams].filter(([one]) => one.toLowerCase() === name).map(([, value]) => value).sort().join(',')}`);
  return [method, ...lines, ...canonical, resource].join('\n') + query.join('');
}

/** The Authorization header of a request for an account's key (base64). */
export const sign = (request: Signed, account: string, service: DataService, key: string): string =>
  `SharedKey ${account}:${createHmac('sha256', Buffer.from(key, 'base64')).update(stringToSign(request, account, service)).digest('base64')}`;

/** True when the request's Shared Key signature is right for one of the keys. */
export function isSigned(request: Signed, account: string, service: DataService, keys: string[]): boolean {
  const sent = Buffer.from(String(request.headers['authorization'] ?? ''));
  return keys.some((key) => {
    const expected = Buffer.from(sign(request, account, service, key));
    return expected.length === sent.length && timingSafeEqual(expected, sent);
  });
}
