import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '@cloudwright/engine';
import JSON5 from 'json5';
import type { JWTPayload } from 'jose';
import type { Fault } from '../world/faults.ts';
import { ArmError } from './arm-error.ts';
import type { Cloud } from './cloud.ts';
import type { Caller, OperationAnswer, OperationRequest, Operation } from './provider.ts';

/** A complete answer of the wire. */
export interface WireAnswer {
  status: number;
  body?: Json | Buffer | undefined;
  headers?: Record<string, string> | undefined;
}

/** What answers a resource request (everything below a resource id) when no operation does. */
export type ResourceHandler = (request: OperationRequest, method: string, base: string) => Promise<WireAnswer> | WireAnswer;

/** Requests with a body above this are refused, as Resource Manager does (4 MB). */
const MAX_BODY = 4 * 1024 * 1024;

/** Joins doubled slashes, drops a trailing one; names stay encoded. */
const normalPath = (pathname: string): string => pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new ArmError(413, 'RequestContentTooLarge', `The request content size exceeds the maximum size of ${MAX_BODY / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bodies are JSON; the Azure command line sends deployments with unquoted keys and the template's own comments. */
function parseBody(raw: Buffer): JsonObject {
  const text = raw.toString('utf8').replace(/^\uFEFF/, '').trim();
  if (!text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    try {
      value = JSON5.parse(text);
    } catch (error) {
      throw new ArmError(400, 'InvalidRequestContent', `The request content was invalid and could not be deserialized: '${(error as Error).message}'.`);
    }
  }
  if (value === null || typeof value !== 'object') throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid and could not be deserialized: 'Expected a JSON object.'.");
  return value as JsonObject;
}

const toCaller = (claims: JWTPayload): Caller => ({
  tenantId: String(claims['tid']),
  objectId: String(claims['oid']),
  name: String(claims['preferred_username'] ?? claims['app_displayname'] ?? claims['oid']),
  kind: claims['idtyp'] === 'app' ? 'application' : 'user',
});

const nobody: Caller = { tenantId: '', objectId: '', name: '', kind: 'user' };

/** Checks the bearer token for the API that the operation belongs to. */
async function authenticate(cloud: Cloud, req: IncomingMessage, audience: NonNullable<Operation['audience']>): Promise<Caller> {
  if (audience === 'none') return nobody;
  const token = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const challenge = { 'www-authenticate': `Bearer authorization_uri="${cloud.addresses.http}/${cloud.seed.directories[0]!.id}", error="invalid_token"` };
  if (!token) throw new ArmError(401, 'AuthenticationFailed', "Authentication failed. The 'Authorization' header is missing.", undefined, undefined, { headers: challenge });
  let claims: JWTPayload;
  try {
    claims = await cloud.authority.verify(token, cloud.world.now());
  } catch (error) {
    const expired = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
    throw new ArmError(401, expired ? 'ExpiredAuthenticationToken' : 'InvalidAuthenticationToken',
      expired ? `The access token expiry UTC time is earlier than current UTC time '${cloud.world.now().toISOString()}'.` : 'The access token is invalid.', undefined, undefined, { headers: challenge });
  }
  const audiences = cloud.authority.resources.filter(({ kind }) => kind === audience).map((resource) => resource.audience);
  if (!audiences.includes(String(claims.aud).replace(/\/+$/, '')))
    throw new ArmError(401, 'InvalidAuthenticationTokenAudience', `The access token has been obtained for wrong audience or resource '${String(claims.aud)}'. It should exactly match with one of the allowed audiences '${audiences.join("','")}'.`, undefined, undefined, { headers: challenge });
  return toCaller(claims);
}

/** Slows a request down or refuses it, as the faults that hit it say. */
async function suffer(cloud: Cloud, faults: Fault[]): Promise<void> {
  for (const fault of faults) {
    if (fault.kind === 'latency') await cloud.clock.until(cloud.clock.now() + (fault.latency ?? 1000));
  }
  const refused = faults.find(({ kind }) => kind !== 'latency');
  if (!refused) return;
  const headers = refused.retryAfter === undefined ? {} : { 'retry-after': String(refused.retryAfter) };
  if (refused.kind === 'throttle')
    throw new ArmError(429, refused.code ?? 'TooManyRequests', refused.message ?? `The request was throttled. Please try again after '${refused.retryAfter ?? 1}' seconds.`, undefined, undefined, { headers: { 'retry-after': '1', ...headers } });
  const status = refused.status ?? 503;
  const code = refused.code ?? ({ 500: 'InternalServerError', 502: 'BadGateway', 503: 'ServerUnavailable', 504: 'GatewayTimeout' }[status] ?? 'ServerError');
  throw new ArmError(status, code, refused.message ?? 'The service is temporarily unavailable (a fault set on purpose in the sandbox).', undefined, undefined, { headers });
}

/** What is left of the hourly allowance of a caller, as Resource Manager tells it in headers. */
class Allowance {
  #used = new Map<string, number>();
  #hour = 0;
  header(caller: string, method: string, now: number): Record<string, string> {
    const hour = Math.floor(now / 3600_000);
    if (hour !== this.#hour) this.#used = new Map();
    this.#hour = hour;
    const [name, limit] = method === 'GET' || method === 'HEAD' ? ['reads', 12_000] as const : method === 'DELETE' ? ['deletes', 15_000] as const : ['writes', 12_000] as const;
    const used = (this.#used.get(caller + name) ?? 0) + 1;
    this.#used.set(caller + name, used);
    return { [`x-ms-ratelimit-remaining-subscription-${name}`]: String(Math.max(1, limit - used)) };
  }
}

const API_VERSION = /^\d{4}-\d{2}-\d{2}(?:-[\w.-]+)?$/;

const isAnswer = (value: OperationAnswer): value is Extract<OperationAnswer, { answer: true }> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && (value as { answer?: unknown }).answer === true;

/** Serves one cloud's TLS port (Resource Manager, Graph, data planes); `handleResource` does what no operation does. */
export function createWire(cloud: Cloud, handleResource: ResourceHandler, authorize: (caller: Caller, permission: string, path: string) => void) {
  const allowance = new Allowance();

  /** Mounts come first and speak for themselves. */
  const mounted = async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    for (const { prefix, handle } of cloud.registry.mounts) {
      if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue;
      const rest = url.pathname.slice(prefix.length) || '/';
      await handle(req, res, rest + url.search, { world: cloud.world, addresses: cloud.addresses });
      return true;
    }
    return false;
  };

  const respond = async (req: IncomingMessage, url: URL, seen: { caller: Caller; correlation: string }): Promise<WireAnswer> => {
    const method = req.method ?? 'GET';
    const path = normalPath(url.pathname);
    await suffer(cloud, cloud.faults.hit(method, url.pathname));
    const found = cloud.registry.operation(method, path);
    seen.caller = await authenticate(cloud, req, found?.operation.audience ?? 'management');
    const rawBody = await readBody(req);
    const hasJson = method !== 'GET' && method !== 'HEAD' && !/octet-stream|x-www-form/.test(req.headers['content-type'] ?? '');
    const request: OperationRequest = {
      world: cloud.world, caller: seen.caller, addresses: cloud.addresses,
      apiVersion: url.searchParams.get('api-version') ?? '',
      query: url.searchParams,
      headers: Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])),
      params: found?.params ?? {}, rawBody, path: decodeURIComponent(path),
      body: hasJson ? parseBody(rawBody) : {},
    };
    request.headers['x-ms-correlation-request-id'] = seen.correlation;
    const base = `https://${req.headers.host ?? new URL(cloud.addresses.tls).host}`;
    const isManagement = (found?.operation.audience ?? 'management') === 'management';
    if (isManagement && request.apiVersion && !API_VERSION.test(request.apiVersion)) throw new ArmError(400, 'InvalidApiVersionParameter', `The api-version '${request.apiVersion}' is invalid. It has to be a date, like '2024-03-01', which may end with '-preview'.`);
    if (!found) return handleResource(request, method, base);
    const { operation } = found;
    if (isManagement && !request.apiVersion) throw missingApiVersion(path);
    if (isManagement && operation.permission !== '') authorize(seen.caller, operation.permission ?? permissionOf(operation), request.path);
    const result = await operation.run(request);
    if (isAnswer(result)) return result;
    return { status: result === undefined ? 200 : 200, body: result };
  };

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const started = performance.now();
    // Joined, not resolved: a path that begins with two slashes is still a path.
    const url = new URL(cloud.addresses.tls + (req.url ?? '/'));
    const requestId = randomUUID();
    const seen = { caller: nobody, correlation: String(req.headers['x-ms-correlation-request-id'] ?? req.headers['x-ms-client-request-id'] ?? randomUUID()) };
    let code: string | undefined;
    try {
      // A data plane streams and knows its own errors; faults still reach it.
      if (cloud.registry.mounts.some(({ prefix }) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`))) {
        await suffer(cloud, cloud.faults.hit(req.method ?? 'GET', url.pathname));
        await mounted(req, res, url);
        return;
      }
      let result: WireAnswer;
      try {
        result = await respond(req, url, seen);
      } catch (error) {
        if (!(error instanceof ArmError)) throw error;
        code = error.code;
        result = { status: error.status, body: { error: error.toDetail() } as unknown as Json, headers: error.headers };
      }
      write(res, result, {
        'x-ms-request-id': requestId, 'x-ms-correlation-request-id': seen.correlation, 'x-ms-routing-request-id': `SANDBOX:${cloud.world.now().toISOString().replace(/[-:]|\.\d+/g, '')}:${requestId}`,
        ...allowance.header(seen.caller.objectId, req.method ?? 'GET', cloud.clock.now()),
        ...(req.headers['x-ms-client-request-id'] && req.headers['x-ms-return-client-request-id'] === 'true' ? { 'x-ms-client-request-id': String(req.headers['x-ms-client-request-id']) } : {}),
      }, req.method === 'HEAD');
    } catch (error) {
      cloud.internalError(error);
      code = 'InternalServerError';
      if (!res.headersSent) write(res, { status: error instanceof ArmError ? error.status : 500, body: { error: { code, message: 'The sandbox itself failed on this request.' } } }, { 'x-ms-request-id': requestId }, false);
      else res.end();
    } finally {
      cloud.log.add({
        at: cloud.world.now().toISOString(), method: req.method ?? '', path: req.url ?? '', status: res.statusCode, requestId, port: 'tls',
        milliseconds: Math.round(performance.now() - started), caller: seen.caller.name, ...(code ? { code } : {}),
      });
      // What was not read of a refused body must not be taken for the next request.
      req.resume();
    }
  };
}

export const missingApiVersion = (path: string): ArmError =>
  new ArmError(400, 'MissingApiVersionParameter', `The api-version query parameter (?api-version=) is required for all requests.`, path);

/** The action of an operation: its provider path without names, plus read, write, delete or action. */
function permissionOf({ method, path }: Operation): string {
  const provider = /\/providers\/(?!.*\/providers\/)(.+)$/i.exec(path)?.[1];
  const words = (provider ?? path.replace(/^\/subscriptions\/\{\w+\}/, 'Microsoft.Resources/subscriptions')).split('/').filter((part) => part && !part.startsWith('{'));
  const verb = { GET: 'read', HEAD: 'read', PUT: 'write', PATCH: 'write', DELETE: 'delete', POST: 'action' }[method];
  return `${words.join('/')}/${verb}`;
}

function write(res: ServerResponse, { status, body, headers }: WireAnswer, more: Record<string, string>, isHead: boolean): void {
  const isBinary = Buffer.isBuffer(body);
  const text = body === undefined ? undefined : isBinary ? body : JSON.stringify(body);
  res.writeHead(status, {
    ...(text === undefined ? {} : { 'content-type': isBinary ? 'application/octet-stream' : 'application/json; charset=utf-8', 'content-length': String(Buffer.byteLength(text)) }),
    'cache-control': 'no-cache', 'strict-transport-security': 'max-age=31536000; includeSubDomains', 'x-content-type-options': 'nosniff',
    ...more, ...headers,
  });
  res.end(isHead ? undefined : text);
}
