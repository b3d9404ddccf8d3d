import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Addresses, Provider } from '../../wire/provider.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { textAt } from '../body.ts';
import { mayUse, tokenOwner } from './access-token.ts';
import { Azurite, isAzuriteInstalled } from './azurite.ts';
import { answerLakeCall, bufferOf, isLakeCall, type LakeCall } from './data-lake.ts';
import { dataServices, portOf, rememberPort, type DataService } from './endpoints.ts';
import { mirrorCall } from './mirror.ts';
import { isSigned, sign } from './shared-key.ts';

const VERSION = '2024-11-04';
const TLS_HANDSHAKE = 22;

interface Plane {
  world: World;
  addresses: Addresses;
  azurite: Azurite;
}

const oneLine = (headers: IncomingMessage['headers']): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]));

/** A storage error: XML for blobs and queues, JSON for tables and Data Lake. */
function refuse(res: ServerResponse, service: DataService, status: number, code: string, message: string): void {
  const isJson = service === 'table' || service === 'dfs';
  const body = isJson
    ? JSON.stringify(service === 'table' ? { 'odata.error': { code, message: { lang: 'en-US', value: message } } } : { error: { code, message } })
    : `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  res.writeHead(status, { 'content-type': isJson ? 'application/json' : 'application/xml', 'x-ms-error-code': code, 'x-ms-version': VERSION, ...(status === 401 ? { 'www-authenticate': 'Bearer authorization_uri=sandbox resource_id=https://storage.azure.com' } : {}) }).end(body);
}

/** The account that an address names: the first segment, or (after a rename by a client that drops it) the source's. */
function accountOf(world: World, url: URL, headers: Record<string, string | undefined>): StoredResource | undefined {
  const find = (path: string): StoredResource | undefined => {
    const name = path.split('/').filter(Boolean)[0]?.replace(/-secondary$/, '');
    return name ? world.list({ type: 'Microsoft.Storage/storageAccounts', name })[0] : undefined;
  };
  return find(url.pathname) ?? (headers['x-ms-rename-source'] ? find(headers['x-ms-rename-source']) : undefined);
}

/** Sends a request on to Azurite; `headers` may differ from the ones that came. `answered` gets the status before the client does. */
function forward(req: IncomingMessage, res: ServerResponse, origin: string, headers: IncomingMessage['headers'], answered: (status: number) => void): void {
  const { hostname, port } = new URL(origin);
  const upstream = httpRequest({ hostname, port, method: req.method, path: req.url, headers }, (answer) => {
    answered(answer.statusCode ?? 502);
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  upstream.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(503, { 'content-type': 'text/plain' }).end('The storage emulator is not reachable.\n')));
  req.pipe(upstream);
}

async function answer(plane: Plane, service: DataService, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { world } = plane;
  const url = new URL(req.url ?? '/', 'http://storage');
  const headers = oneLine(req.headers);
  const method = req.method ?? 'GET';
  if (!isAzuriteInstalled()) {
    res.writeHead(503, { 'content-type': 'text/plain' }).end('Storage data needs the optional package azurite, which is not installed here.\n');
    return;
  }
  const account = accountOf(world, url, headers);
  if (!account) return refuse(res, service, 404, 'ResourceNotFound', 'The specified account does not exist.');
  const backend = service === 'dfs' ? 'blob' : service;
  const origin = (await plane.azurite.addresses())[backend];
  const key = textAt(account.secret, 'key1') ?? '';
  const keys = [key, textAt(account.secret, 'key2') ?? ''];

  // Azurite takes tokens only over TLS and unchecked: we check them and sign on.
  const bearer = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1];
  if (bearer) {
    const owner = await tokenOwner(bearer, plane.addresses.http);
    if (!owner) return refuse(res, service, 401, 'InvalidAuthenticationInfo', 'Server failed to authenticate the request. Please refer to the information in the www-authenticate header.');
    if (!mayUse(world, owner, account, backend, !['GET', 'HEAD', 'OPTIONS'].includes(method))) return refuse(res, service, 403, 'AuthorizationPermissionMismatch', 'This request is not authorized to perform this operation using this permission.');
  }
  if (service === 'dfs' && isLakeCall(method, url, headers)) {
    const sas = url.searchParams.has('sig') ? url.search.slice(1) : undefined;
    if (!bearer && !sas && !isSigned({ method, url: req.url ?? '/', headers }, account.name, 'dfs', keys)) return refuse(res, service, 403, 'AuthenticationFailed', 'Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly including the signature.');
    const call: LakeCall = { method, url, headers, account: account.name, endpoint: `${new URL(origin).origin}/${account.name}`, credential: sas ? { sas } : { key }, body: () => bufferOf(req) };
    const result = await answerLakeCall(call);
    const body = result.body === undefined || method === 'HEAD' ? undefined : JSON.stringify(result.body);
    res.writeHead(result.status, { 'x-ms-version': VERSION, 'x-ms-request-id': world.newId(), 'content-length': body ? Buffer.byteLength(body) : 0, ...(body ? { 'content-type': 'application/json;charset=utf-8' } : {}), ...result.headers }).end(body);
    return;
  }
  const answered = (status: number): void => mirrorCall(world, account, service, method, url, status);
  if (!bearer) return forward(req, res, origin, req.headers, answered);
  const { authorization: _token, ...rest } = headers;
  const signed = { ...rest, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': rest['x-ms-version'] ?? VERSION };
  forward(req, res, origin, { ...signed, authorization: sign({ method, url: req.url ?? '/', headers: signed }, account.name, backend, key) }, answered);
}

/** One port for http and https: the first byte says which. Tokens are only sent over TLS, browsers come without. */
function listen(plane: Plane, service: DataService, tls: { key: string; cert: string } | undefined): Promise<{ port: number; close: () => Promise<void> }> {
  const handle = (req: IncomingMessage, res: ServerResponse): void =>
    void answer(plane, service, req, res).catch((error: unknown) => {
      if (!res.headersSent) refuse(res, service, 503, 'ServerBusy', `The storage emulator could not answer: ${error instanceof Error ? error.message : String(error)}`);
      else res.destroy();
    });
  const http = createHttp(handle);
  const https = tls && createHttps(tls, handle);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      socket.pause();
      socket.unshift(chunk);
      (chunk[0] === TLS_HANDSHAKE && https ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  const open = (port: number): Promise<number> => new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
  // The port of last time, so that stored addresses stay good; another one when somebody else has it now.
  return open(portOf(plane.world, service) ?? 0).catch(() => open(0)).then((port) => ({
    port,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    }),
  }));
}

/** Opens the four ports (cheap); Azurite itself starts with the first call. */
export const startDataPlanes: NonNullable<Provider['start']> = async ({ world, addresses, dataDir }) => {
  const directory = dataDir ? join(dataDir, `storage-${world.cloud}`) : mkdtempSync(join(tmpdir(), 'sandbox-storage-'));
  mkdirSync(directory, { recursive: true });
  const [key, cert] = ['server.key', 'server.pem'].map((file) => join(dataDir, file));
  const tls = dataDir && existsSync(key!) && existsSync(cert!) ? { key: readFileSync(key!, 'utf8'), cert: readFileSync(cert!, 'utf8') } : undefined;
  const plane: Plane = { world, addresses, azurite: new Azurite(world, directory) };
  const opened: { close: () => Promise<void> }[] = [];
  for (const service of dataServices) {
    const { port, close } = await listen(plane, service, tls);
    opened.push({ close });
    rememberPort(world, service, port);
  }
  return async () => {
    await Promise.all(opened.map(({ close }) => close()));
    await plane.azurite.stop();
    if (!dataDir) rmSync(directory, { recursive: true, force: true });
  };
};
