import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Addresses, Provider } from '../../wire/provider.ts';
import type { World } from '../../world/world.ts';
import { decodeChunks, escape, s3, seedBuckets, type S3Answer } from './s3.ts';
import { AwsError, sha256, verifySignature } from './signature.ts';
import { assumeRoleWithWebIdentity, sessionOf } from './sts.ts';

interface Context { world: World; addresses: Addresses }
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';

async function handleSts(req: IncomingMessage, res: ServerResponse, _rest: string, { world, addresses }: Context): Promise<void> {
  try {
    const xml = await assumeRoleWithWebIdentity(new URLSearchParams((await bodyOf(req)).toString()), world, addresses);
    send(res, { status: 200, xml });
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    send(res, { status: error.status, xml: `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${error.code}</Code><Message>${escape(error.message)}</Message></Error><RequestId>${world.newId()}</RequestId></ErrorResponse>` });
  }
}

async function handleS3(req: IncomingMessage, res: ServerResponse, rest: string, { world }: Context): Promise<void> {
  const method = req.method ?? 'GET';
  try {
    // What was signed is the address as the client sent it, the mount's prefix included.
    const signed = new URL(req.url ?? '/', 'http://s3');
    const { holder, bodyHash } = verifySignature({ method, path: signed.pathname, query: signed.searchParams, headers: req.headers }, world.now(), (id) => sessionOf(world, id));
    const token = req.headers['x-amz-security-token'] ?? signed.searchParams.get('X-Amz-Security-Token');
    if (token !== holder.sessionToken) throw new AwsError(403, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');
    if (holder.expires < world.now().getTime()) throw new AwsError(400, 'ExpiredToken', 'The provided token has expired.');
    const raw = await bodyOf(req);
    if (/^[0-9a-f]{64}$/.test(bodyHash) && sha256(raw) !== bodyHash) throw new AwsError(400, 'XAmzContentSHA256Mismatch', "The provided 'x-amz-content-sha256' header does not match what was computed.");
    const [, bucket = '', ...key] = new URL(rest, 'http://s3').pathname.split('/').map(decodeURIComponent);
    send(res, s3({
      method, bucket, key: key.join('/'), query: signed.searchParams, headers: req.headers as Record<string, string | undefined>,
      body: bodyHash.startsWith('STREAMING-') ? decodeChunks(raw) : raw,
    }, world));
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    send(res, { status: error.status, xml: `<Error><Code>${error.code}</Code><Message>${escape(error.message)}</Message><RequestId>${world.newId()}</RequestId></Error>` }, method === 'HEAD');
  }
}

function send(res: ServerResponse, { status, headers, xml, body }: S3Answer, isHead = false): void {
  const content = xml === undefined ? body : Buffer.from(PROLOGUE + xml);
  res.writeHead(status, { ...(xml === undefined ? {} : { 'content-type': 'application/xml' }), ...(content ? { 'content-length': content.length } : {}), ...headers });
  res.end(isHead ? undefined : content);
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The two AWS services of the portal: temporary keys for a signed-in person (STS) and buckets (S3). */
export const aws: Provider = {
  namespace: 'AWS',
  types: [],
  seed: seedBuckets,
  mounts: [{ prefix: '/aws/sts', handle: handleSts }, { prefix: '/aws/s3', handle: handleS3 }],
};
