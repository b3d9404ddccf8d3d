import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An error as AWS answers it; the XML form is the caller's business. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** RFC 3986 as AWS wants it: everything but A-Z a-z 0-9 - . _ ~ */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** A request as it was signed: `path` raw from the request line, header names lower-case. */
export interface SignedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
}

/** A request's clock may be this far from ours. */
const SKEW_MS = 15 * 60_000;

/**
 * Checks Signature Version 4 (AWS documentation "Create a signed AWS API request"): in the Authorization header or
 * in the query (presigned address). Answers the access key's holder and the hash that the body must have.
 * Throws AwsError as S3 does.
 */
export function verifySignature<Holder extends { secretAccessKey: string }>(
  request: SignedRequest, now: Date, holderOf: (accessKeyId: string) => Holder | undefined,
): { holder: Holder; bodyHash: string } {
  const { query, headers } = request;
  const presigned = query.get('X-Amz-Algorithm') !== null;
  const parts = presigned
    ? { credential: query.get('X-Amz-Credential'), signed: query.get('X-Amz-SignedHeaders'), signature: query.get('X-Amz-Signature') }
    : /^AWS4-HMAC-SHA256 Credential=(?<credential>[^,]+),\s*SignedHeaders=(?<signed>[^,]+),\s*Signature=(?<signature>\w+)$/.exec(one(headers['authorization']))?.groups;
  if (!parts?.credential || !parts.signed || !parts.signature) throw new AwsError(403, 'AccessDenied', 'Access Denied');

  const date = presigned ? query.get('X-Amz-Date') ?? '' : one(headers['x-amz-date']);
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(time)) throw new AwsError(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  if (presigned) {
    if (now.getTime() > time + 1000 * Number(query.get('X-Amz-Expires') ?? 0)) throw new AwsError(403, 'AccessDenied', 'Request has expired');
  } else if (Math.abs(now.getTime() - time) > SKEW_MS) {
    throw new AwsError(403, 'RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.');
  }

  const [accessKeyId = '', day = '', region = '', service = '', end] = parts.credential.split('/');
  if (end !== 'aws4_request') throw new AwsError(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  const holder = holderOf(accessKeyId);
  if (!holder) throw new AwsError(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');

  const bodyHash = one(headers['x-amz-content-sha256']) || 'UNSIGNED-PAYLOAD';
  const signedHeaders = parts.signed.split(';');
  const canonical = [
    request.method,
    request.path.split('/').map((segment) => encode(decodeURIComponent(segment))).join('/'),
    canonicalQuery(query),
    signedHeaders.map((name) => `${name}:${one(headers[name]).trim().replace(/\s+/g, ' ')}\n`).join(''),
    parts.signed,
    presigned && !signedHeaders.includes('x-amz-content-sha256') ? 'UNSIGNED-PAYLOAD' : bodyHash,
  ].join('\n');
  const scope = [day, region, service, end].join('/');
  const key = hmac(hmac(hmac(hmac(`AWS4${holder.secretAccessKey}`, day), region), service), 'aws4_request');
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`);
  const given = Buffer.from(parts.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AwsError(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided. Check your key and signing method.');
  }
  return { holder, bodyHash };
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&');
}

const one = (header: string | string[] | undefined): string => (Array.isArray(header) ? header.join(',') : header) ?? '';
