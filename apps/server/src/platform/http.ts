import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { constants, gzip } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import staticFiles from '@fastify/static';
import { ArmError } from '@cloudwright/cloud';
import { errorCodes, type ErrorBody } from '@cloudwright/contract/errors';
import Fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from './settings.ts';
import { AppError, failure, referenceFailure, sqlState } from './errors.ts';

// Two or three tokens of 1.5 to 2.5 kB travel in the headers; Node's own limit of 16 KiB answers 431.
const maxHeaderBytes = 32 * 1024;
const maxJsonBytes = 8 * 1024 * 1024;
const compressFrom = 1024;

/** The HTTP server with everything that is not a feature: limits, errors, compression, request ids. */
export async function createHttp(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, stream: process.stderr, redact: ['req.headers.authorization', 'req.headers["x-cloud-token"]', 'req.headers["x-aws-auth"]'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxJsonBytes,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, caseSensitive: true },
    http: { maxHeaderSize: maxHeaderBytes },
    trustProxy: true,
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(app, error, request, reply));
  // JSON only, and an empty body is no error: a call without a body may still say that it sends JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch (error) {
      done(failure('invalid_json', `The body is not valid JSON: ${(error as Error).message}.`));
    }
  });
  // No limits here: the feature that reads the parts says its own.
  await app.register(multipart);
  // Node's default for brotli is its slowest setting: 30 ms for a page of a list.
  await app.register(compress, { global: true, threshold: compressFrom, encodings: ['br', 'gzip'], brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.url.startsWith('/api/')) return done(null, payload);
    // Answers belong to one person at one moment.
    void reply.headers({ 'x-content-type-options': 'nosniff', ...(reply.getHeader('cache-control') ? {} : { 'cache-control': 'no-store' }) });
    // A whole answer is compressed in one go: the plugin's streams take a millisecond more, a quarter of a list's time.
    const isWhole = typeof payload === 'string' && payload.length > compressFrom && !reply.getHeader('content-encoding');
    if (!isWhole || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return done(null, payload);
    void reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).removeHeader('content-length');
    gzip(payload, { level: 3 }, (error, body) => (error ? done(error) : done(null, body)));
  });
  return app;
}

/** The one place that writes an error. */
function sendError(app: FastifyInstance, error: FastifyError | AppError | ArmError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof AppError ? error : error instanceof ArmError ? fromCloud(error) : expected(error);
  if (!known) app.log.error({ err: error, requestId: request.id, url: request.url }, 'Unexpected failure');
  else if (sqlState(error)) app.log.warn({ err: error, requestId: request.id, url: request.url }, 'Refused by the database');
  const { status, code, message, details } = known ?? failure('internal', 'Something went wrong on our side. Tell your administrator the request id.');
  const body: ErrorBody = { error: { code, message, ...(details ? { details } : {}), requestId: request.id } };
  // Says which of the credentials is meant: the AWS session ends without ending the sign-in.
  if (status === 401) void reply.header('www-authenticate', `${code === 'aws_auth_expired' ? 'aws-auth' : 'Bearer'} error="invalid_token"`);
  if (status === 503 || status === 429) void reply.header('retry-after', '5');
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/**
 * A cloud's refusal keeps its status, code and inner details. A bad gateway is a cloud that was not reached, and one
 * whose long-running operation failed: the answer that says so is a 200.
 */
const fromCloud = (error: ArmError): AppError =>
  new AppError(error.status >= 400 ? error.status : 502, error.code, error.message, error.details.length > 0 ? error.details : undefined);

/** Failures of the framework and of the database that a caller can cause. */
function expected(error: FastifyError): AppError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return failure('too_large', 'What you sent is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure('unsupported_media_type', 'Send JSON (content-type: application/json).');
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return failure('unsupported_media_type', 'Send the files as multipart/form-data.');
    default:
  }
  // 23503: a foreign key, 57014: statement time-out, 22P02, 22003 and the rest: text or numbers that can't be stored.
  switch (sqlState(error)) {
    case '23503':
      return referenceFailure(error);
    case '57014':
      return failure('timeout', 'The database took too long.');
    case '22P02':
    case '22003':
    case '22021':
    case '22007':
    case '22008':
      return failure('invalid_input', 'A value can not be read.');
    default:
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    const code = (Object.entries(errorCodes).find(([, status]) => status === error.statusCode)?.[0] ?? 'invalid_input') as keyof typeof errorCodes;
    return new AppError(error.statusCode, code, error.message);
  }
  return null;
}

/**
 * Serves the built web app: hashed assets for ever, pages fresh, the page for every other address, with the content
 * security policy that was tested with React, MUI and the sign-in library (no inline script, Trusted Types).
 */
export async function serveWeb(app: FastifyInstance, config: Config, refuseApi: (request: FastifyRequest) => Promise<void>): Promise<void> {
  const policy = contentSecurityPolicy(config);
  const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
  const page = { ...common, 'content-security-policy': policy, 'cache-control': 'no-cache' };
  const headersOf = (file: string): Record<string, string> => {
    if (file.endsWith('redirect.html')) return { ...page, 'cache-control': 'no-store' };
    if (file.endsWith('.html')) return { ...page, 'cross-origin-opener-policy': 'same-origin' };
    return { ...common, 'cache-control': file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' };
  };
  const isBuilt = existsSync(path.join(config.webDir, 'index.html'));
  if (isBuilt) {
    await app.register(staticFiles, {
      root: config.webDir,
      cacheControl: false,
      preCompressed: true,
      wildcard: false,
      setHeaders: (reply, file) => void reply.headers(headersOf(file)),
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isApi = request.url === '/api' || request.url.startsWith('/api/') || request.url.startsWith('/api?');
    if (isApi) {
      await refuseApi(request);
      throw failure('not_found', 'There is no such call.');
    }
    const [address = ''] = request.url.split('?');
    // Below /portal are pages only: names of deployments and groups have dots, too.
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && (address.startsWith('/portal/') || !path.extname(address));
    if (!isPage) throw failure('not_found', 'There is no such file.');
    if (!isBuilt) return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet: run `npm run build`.');
    return reply.sendFile('index.html');
  });
}

function contentSecurityPolicy(config: Config): string {
  const authorities = Object.values(config.clouds).filter((cloud) => cloud.isEnabled).map((cloud) => new URL(cloud.authority).origin).join(' ');
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    // The hash of the empty string: the style library fills empty elements through the CSSOM.
    `style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self' ${authorities}`,
    `frame-src 'self' blob: ${authorities}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self' ${authorities}`,
    `object-src 'none'`,
    `frame-ancestors 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types dompurify cloudwright 'allow-duplicates'`,
  ].join('; ');
}
