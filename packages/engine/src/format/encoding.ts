/** Base64, percent and data: encodings as the template language has them, on UTF-8. */

const MAX_CHUNK = 0x8000;

export function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (let i = 0; i < bytes.length; i += MAX_CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + MAX_CHUNK));
  return btoa(binary);
}

/** The decoded UTF-8 text, or undefined when it is not base64. White space is skipped, as .NET does. */
export function decodeBase64(text: string): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function base64Bytes(text: string): Uint8Array | undefined {
  const compact = text.replace(/[ \t\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  try {
    return Uint8Array.from(atob(compact), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Percent encoding of everything but letters, digits and `-._~` (RFC 3986), upper-case hex. */
export function escapeUri(text: string): string {
  // A half of a surrogate pair has no UTF-8 form; .NET writes the replacement character.
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Decodes percent sequences; one that is no UTF-8 stays as it is, and so does a lone `%`. */
export function unescapeUri(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

// Names that .NET's Encoding.GetEncoding knows; `utf8` is not one of them (seen on Azure).
const CHARSETS: Record<string, string> = {
  'utf-8': 'utf-8',
  'unicode-1-1-utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  latin1: 'iso-8859-1',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  unicode: 'utf-16le',
};

/** The media type and text of a data: address (RFC 2397). */
export function readDataUri(uri: string): { mediaType: string; text: string; error?: undefined } | { error: string } {
  const found = /^data:([^,]*),([\s\S]*)$/i.exec(uri);
  if (found === null) return { error: 'The provided value is not a data address.' };
  const parameters = (found[1] as string).split(';').map((part) => part.trim());
  const mediaType = (parameters[0] as string).toLowerCase();
  const isBase64 = parameters.slice(1).some((part) => part.toLowerCase() === 'base64');
  const charset = parameters.find((part) => /^charset=/i.test(part))?.slice('charset='.length) ?? 'utf-8';
  const known = CHARSETS[charset.toLowerCase()];
  if (known === undefined) return { error: `The provided charset '${charset}' is not supported.` };
  const data = found[2] as string;
  if (!isBase64) return { mediaType, text: unescapeUri(data) };
  const bytes = base64Bytes(unescapeUri(data));
  if (bytes === undefined) return { error: 'The data is not a base64 text.' };
  return { mediaType, text: new TextDecoder(known, { ignoreBOM: true }).decode(bytes) };
}
