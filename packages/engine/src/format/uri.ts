const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443', ftp: '21' };

interface UriParts {
  scheme: string;
  authority: string;
  path: string;
  query: string;
  fragment: string;
}

/**
 * `relative` against the absolute address `base` (RFC 3986 section 5, with .NET's canonical form: lower-case scheme
 * and host, no default port). Undefined when `base` is not absolute.
 */
export function resolveUri(base: string, relative: string): string | undefined {
  const from = split(base);
  if (from === undefined) return undefined;
  const absolute = split(relative);
  if (absolute !== undefined) return write(absolute);
  const [, authority, path = '', query = '', fragment = ''] = /^(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(relative.trim()) ?? [];
  if (authority !== undefined) return write({ ...from, authority, path, query, fragment });
  if (path === '' && query === '') return write({ ...from, fragment });
  if (path === '') return write({ ...from, query, fragment });
  const merged = path.startsWith('/') ? path : from.path.slice(0, from.path.lastIndexOf('/') + 1) + path;
  return write({ ...from, path: merged, query, fragment });
}

function split(text: string): UriParts | undefined {
  const found = /^([A-Za-z][A-Za-z0-9+.-]+):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text.trim());
  if (found === null || (found[2] === '' && found[1]?.toLowerCase() !== 'file')) return undefined;
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = found;
  return { scheme: scheme.toLowerCase(), authority, path: removeDots(path === '' ? '/' : path), query, fragment };
}

function write({ scheme, authority, path, query, fragment }: UriParts): string {
  return `${scheme}://${canonicalAuthority(scheme, authority)}${removeDots(path === '' ? '/' : path)}${query}${fragment}`
    .toWellFormed()
    .replaceAll('\\', '/')
    .replace(/%(?![0-9a-fA-F]{2})|[\s"<>^`{|}]|[^\p{ASCII}]+/gu, encodeURIComponent);
}

function canonicalAuthority(scheme: string, authority: string): string {
  const at = authority.lastIndexOf('@') + 1;
  const host = authority.slice(at).toLowerCase();
  const port = /:(\d*)$/.exec(host)?.[1];
  const bare = port !== undefined && (port === '' || port === DEFAULT_PORTS[scheme]) ? host.slice(0, host.lastIndexOf(':')) : host;
  return authority.slice(0, at) + bare;
}

function removeDots(path: string): string {
  const kept: string[] = [];
  const segments = path.replaceAll('\\', '/').split('/').slice(1);
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1;
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    if (last && (segment === '..' || segment === '.')) kept.push('');
  });
  return `/${kept.join('/')}`;
}

/** The parts of an absolute address as an author names them; the query keeps its `?`. */
export interface UriComponents {
  scheme: string;
  host: string;
  port: number | undefined;
  path: string;
  query: string;
}

/** Takes an absolute address apart. Undefined when it is not absolute. */
export function readUri(text: string): UriComponents | undefined {
  const parts = split(text);
  if (parts === undefined) return undefined;
  const authority = canonicalAuthority(parts.scheme, parts.authority);
  const [, host = '', port] = /^(?:.*@)?(.*?)(?::(\d+))?$/.exec(authority) ?? [];
  return { scheme: parts.scheme, host, port: port === undefined ? undefined : Number(port), path: parts.path, query: parts.query };
}

/** Puts an address together; a missing `?` or leading `/` is added. */
export function writeUri({ scheme, host, port, path, query }: UriComponents): string {
  const authority = port === undefined ? host : `${host}:${port}`;
  const marked = query === '' || query.startsWith('?') ? query : `?${query}`;
  return write({ scheme: scheme.toLowerCase(), authority, path: path.startsWith('/') ? path : `/${path}`, query: marked, fragment: '' });
}
