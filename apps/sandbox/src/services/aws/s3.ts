import { createHash } from 'node:crypto';
import type { World } from '../../world/world.ts';
import { AwsError, encode, sha256 } from './signature.ts';

interface Bucket { createdAt: string }
interface StoredObject { body: string; etag: string; changedAt: string; contentType: string; metadata: Record<string, string> }

const BUCKETS = 's3-bucket';
const objectsOf = (bucket: string): string => `s3-object ${bucket}`;
const NAMESPACE = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
const MAX_KEYS = 1000;

/** A request after its signature was checked: bucket and key from the path, the decoded body. */
export interface S3Request {
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: Buffer;
}
export interface S3Answer { status: number; headers?: Record<string, string>; xml?: string; body?: Buffer }

/** The buckets of the seed, so that a first look is not empty. */
export function seedBuckets(world: World): void {
  const at = world.now().toISOString();
  for (const name of ['alpine-results', 'alpine-archive']) if (!world.value(BUCKETS, name)) world.setValue(BUCKETS, name, { createdAt: at });
  putObject(world, 'alpine-results', 'readme.txt', Buffer.from('Results of the Alpine clusters land here.\n'), 'text/plain', {});
}

/** The S3 calls of the portal (Amazon S3 API reference): buckets, listing, objects, copy, batch delete. Throws AwsError. */
export function s3(request: S3Request, world: World): S3Answer {
  const { method, bucket, key, query } = request;
  if (!bucket) {
    const all = world.values<Bucket>(BUCKETS).sort((a, b) => order(a.key, b.key));
    return xml(`<ListAllMyBucketsResult${NAMESPACE}><Owner><ID>sandbox</ID></Owner><Buckets>${all.map(({ key: name, value }) => `<Bucket><Name>${name}</Name><CreationDate>${value.createdAt}</CreationDate></Bucket>`).join('')}</Buckets></ListAllMyBucketsResult>`);
  }
  if (!key && method === 'PUT') return createBucket(world, bucket);
  if (!world.value<Bucket>(BUCKETS, bucket)) throw new AwsError(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (!key) {
    if (method === 'HEAD') return { status: 200, headers: { 'x-amz-bucket-region': 'us-east-1' } };
    if (method === 'DELETE') return deleteBucket(world, bucket);
    if (method === 'POST' && query.has('delete')) return deleteObjects(world, bucket, request.body.toString());
    if (method === 'GET' && query.has('location')) return xml(`<LocationConstraint${NAMESPACE}/>`);
    if (method === 'GET') return listObjects(world, bucket, query);
  } else {
    if (method === 'PUT') return request.headers['x-amz-copy-source'] ? copyObject(world, request) : writeObject(world, request);
    if (method === 'DELETE') {
      world.deleteValue(objectsOf(bucket), key);
      return { status: 204 };
    }
    if (method === 'GET' || method === 'HEAD') return readObject(world, request);
  }
  throw new AwsError(501, 'NotImplemented', `The sandbox's S3 does not answer ${method} ${[...query.keys()].join(' ')} here.`);
}

function createBucket(world: World, name: string): S3Answer {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) throw new AwsError(400, 'InvalidBucketName', 'The specified bucket is not valid.');
  if (world.value(BUCKETS, name)) throw new AwsError(409, 'BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded and you already own it.');
  world.setValue(BUCKETS, name, { createdAt: world.now().toISOString() });
  return { status: 200, headers: { location: `/${name}` } };
}

function deleteBucket(world: World, name: string): S3Answer {
  if (world.values(objectsOf(name)).length > 0) throw new AwsError(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty');
  world.deleteValue(BUCKETS, name);
  return { status: 204 };
}

function putObject(world: World, bucket: string, key: string, body: Buffer, contentType: string, metadata: Record<string, string>): StoredObject {
  const stored = { body: body.toString('base64'), etag: createHash('md5').update(body).digest('hex'), changedAt: world.now().toISOString(), contentType, metadata };
  world.setValue(objectsOf(bucket), key, stored);
  return stored;
}

function writeObject(world: World, { bucket, key, headers, body }: S3Request): S3Answer {
  const wanted = headers['x-amz-checksum-sha256'];
  if (wanted && Buffer.from(sha256(body), 'hex').toString('base64') !== wanted) throw new AwsError(400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.');
  const metadata = Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[0].startsWith('x-amz-meta-') && entry[1] !== undefined));
  const { etag } = putObject(world, bucket, key, body, headers['content-type'] ?? 'binary/octet-stream', metadata);
  return { status: 200, headers: { etag: `"${etag}"` } };
}

function copyObject(world: World, { bucket, key, headers }: S3Request): S3Answer {
  const [from = '', ...rest] = decodeURIComponent(headers['x-amz-copy-source']!).replace(/^\//, '').split('/');
  const source = objectAt(world, from, rest.join('/'));
  const copy = { ...source, changedAt: world.now().toISOString() };
  world.setValue(objectsOf(bucket), key, copy);
  return xml(`<CopyObjectResult${NAMESPACE}><LastModified>${copy.changedAt}</LastModified><ETag>&quot;${copy.etag}&quot;</ETag></CopyObjectResult>`);
}

function objectAt(world: World, bucket: string, key: string): StoredObject {
  const found = world.value<StoredObject>(objectsOf(bucket), key);
  if (!found) throw new AwsError(404, 'NoSuchKey', 'The specified key does not exist.');
  return found;
}

function readObject(world: World, { method, bucket, key, headers, query }: S3Request): S3Answer {
  const stored = objectAt(world, bucket, key);
  const whole = Buffer.from(stored.body, 'base64');
  const shared: Record<string, string> = {
    'content-type': query.get('response-content-type') ?? stored.contentType, etag: `"${stored.etag}"`, 'accept-ranges': 'bytes',
    'last-modified': new Date(stored.changedAt).toUTCString(), ...stored.metadata,
  };
  const disposition = query.get('response-content-disposition');
  if (disposition) shared['content-disposition'] = disposition;
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers['range'] ?? '');
  const from = range ? (range[1] ? Number(range[1]) : Math.max(0, whole.length - Number(range[2]))) : 0;
  const to = range?.[1] && range[2] ? Math.min(Number(range[2]), whole.length - 1) : whole.length - 1;
  if (range && from > to) throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable');
  const part = range ? whole.subarray(from, to + 1) : whole;
  if (range) shared['content-range'] = `bytes ${from}-${to}/${whole.length}`;
  shared['content-length'] = String(part.length);
  return { status: range ? 206 : 200, headers: shared, ...(method === 'HEAD' ? {} : { body: part }) };
}

/** ListObjects and ListObjectsV2: keys in byte order, folded at the delimiter. */
function listObjects(world: World, bucket: string, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = Math.min(Number(query.get('max-keys') ?? MAX_KEYS), MAX_KEYS);
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64').toString() : query.get('start-after') ?? query.get('marker') ?? '';
  const shown = query.get('encoding-type') === 'url' ? (text: string) => encode(text).replaceAll('%2F', '/') : escape;

  const entries: { mark: string; object?: StoredObject }[] = [];
  const folders = new Set<string>();
  let isTruncated = false;
  for (const { key, value } of world.values<StoredObject>(objectsOf(bucket)).sort((a, b) => order(a.key, b.key))) {
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const folder = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    const mark = folder ?? key;
    if ((after && order(mark, after) <= 0) || folders.has(mark)) continue;
    if (entries.length >= limit) {
      isTruncated = true;
      break;
    }
    if (folder) folders.add(folder);
    entries.push(folder ? { mark } : { mark, object: value });
  }
  const last = entries.at(-1)?.mark ?? '';
  const body = entries.map(({ mark, object }) =>
    object
      ? `<Contents><Key>${shown(mark)}</Key><LastModified>${object.changedAt}</LastModified><ETag>&quot;${object.etag}&quot;</ETag><Size>${Buffer.byteLength(object.body, 'base64')}</Size><StorageClass>STANDARD</StorageClass></Contents>`
      : `<CommonPrefixes><Prefix>${shown(mark)}</Prefix></CommonPrefixes>`);
  return xml(`<ListBucketResult${NAMESPACE}><Name>${bucket}</Name><Prefix>${shown(prefix)}</Prefix>${delimiter ? `<Delimiter>${shown(delimiter)}</Delimiter>` : ''}<MaxKeys>${limit}</MaxKeys><KeyCount>${entries.length}</KeyCount>${query.has('encoding-type') ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken><NextMarker>${shown(last)}</NextMarker>` : ''}${body.join('')}</ListBucketResult>`);
}

function deleteObjects(world: World, bucket: string, body: string): S3Answer {
  const keys = [...body.matchAll(/<Key>([\s\S]*?)<\/Key>/g)].map((match) => unescape(match[1]!));
  for (const key of keys) world.deleteValue(objectsOf(bucket), key);
  return xml(`<DeleteResult${NAMESPACE}>${keys.map((key) => `<Deleted><Key>${escape(key)}</Key></Deleted>`).join('')}</DeleteResult>`);
}

/** Frames of `aws-chunked`: size in hexadecimal, CRLF, data, CRLF; the SDK's default for streams. */
export function decodeChunks(framed: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = framed.indexOf('\r\n', at);
    const size = Number.parseInt(framed.toString('latin1', at, end), 16);
    if (end < 0 || Number.isNaN(size)) throw new AwsError(400, 'IncompleteBody', 'The request body terminated unexpectedly');
    if (size === 0) return Buffer.concat(parts);
    parts.push(framed.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

const xml = (body: string): S3Answer => ({ status: 200, xml: body });
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
export const escape = (text: string): string => text.replace(/[<>&"']/g, (character) => entities[character]!);
const unescape = (text: string): string => Object.entries(entities).reduce((result, [character, entity]) => (character === '&' ? result : result.replaceAll(entity, character)), text).replaceAll('&amp;', '&');
