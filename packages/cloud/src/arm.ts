import {
  createDefaultHttpClient, createHttpHeaders, createPipelineFromOptions, createPipelineRequest,
  type HttpClient, type HttpMethods, type Pipeline, type PipelineResponse,
} from '@azure/core-rest-pipeline';
import type { CloudEndpoints } from './endpoints.ts';
import { ArmError, readErrorBody, retryAfterOf, toArmError } from './errors.ts';

/** How one client behaves; a job asks for no retries and comes back later instead. */
export interface CloudClientOptions {
  /** Retries of a throttled or failed call, honouring Retry-After; default 3. */
  maxRetries?: number;
}

export interface ArmAnswer<T = unknown> {
  status: number;
  body: T;
  header: (name: string) => string | undefined;
}

interface ArmRequest {
  apiVersion?: string;
  body?: unknown;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
}

/** A started long-running call; `operationUrl` is polled by `pollOperation` until it is undefined or terminal. */
export interface Started {
  isDone: boolean;
  operationUrl?: string;
  retryAfterMs?: number;
}

export interface OperationResult {
  status: 'running' | 'succeeded' | 'failed';
  error?: ArmError;
  body?: unknown;
  retryAfterMs?: number;
}

/** The gaps of the generated clients: generic resources, and errors of long-running calls with their details. */
export interface ArmClient {
  send<T = unknown>(method: HttpMethods, path: string, request?: ArmRequest): Promise<ArmAnswer<T>>;
  get<T = unknown>(path: string, request?: ArmRequest): Promise<T>;
  /** All pages of a list. */
  list<T = unknown>(path: string, request?: ArmRequest): AsyncGenerator<T>;
  start(method: HttpMethods, path: string, request?: ArmRequest): Promise<Started>;
  pollOperation(operationUrl: string): Promise<OperationResult>;
  /** Starts and follows to the end; the answer is the operation's result body. */
  run<T = unknown>(method: HttpMethods, path: string, request?: ArmRequest): Promise<T>;
}

// One TLS settings object a CA: the pipeline caches its keep-alive agent by the object's identity.
const tlsByCa = new Map<string, { ca: string }>();
export function tlsOptionsOf(endpoints: CloudEndpoints): { tlsOptions?: { ca: string } } {
  if (endpoints.ca === undefined) return {};
  const known = tlsByCa.get(endpoints.ca) ?? { ca: endpoints.ca };
  tlsByCa.set(endpoints.ca, known);
  return { tlsOptions: known };
}

/** A pipeline with our user agent, CA and retries, without authentication. */
export function createCloudPipeline(endpoints: CloudEndpoints, options: CloudClientOptions): Pipeline {
  return createPipelineFromOptions({
    ...tlsOptionsOf(endpoints),
    userAgentOptions: { userAgentPrefix: 'cloudwright/0.1' },
    retryOptions: { maxRetries: options.maxRetries ?? 3, maxRetryDelayInMs: 30_000 },
  });
}

let sharedHttpClient: HttpClient | undefined;
/** The one HTTP client of the process. */
export function httpClient(): HttpClient {
  sharedHttpClient ??= createDefaultHttpClient();
  return sharedHttpClient;
}

/** Parses an answer or throws ArmError for every status from 400 on. */
export function readAnswer<T>(response: PipelineResponse): ArmAnswer<T> {
  const header = (name: string): string | undefined => response.headers.get(name);
  const text = response.bodyAsText ?? '';
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  if (response.status >= 400) {
    throw new ArmError(
      response.status,
      readErrorBody(body) ?? { code: `Http${response.status}`, message: text.slice(0, 500) || `The cloud answered ${response.status}` },
      { requestId: header('x-ms-request-id'), retryAfterMs: retryAfterOf(header) },
    );
  }
  return { status: response.status, body: body as T, header };
}

/** A thin Resource Manager client for one caller's token. The token is never sent to another origin. */
export function createArmClient(endpoints: CloudEndpoints, token: string, options: CloudClientOptions = {}): ArmClient {
  const pipeline = createCloudPipeline(endpoints, options);
  const origin = new URL(endpoints.resourceManager).origin;

  async function send<T>(method: HttpMethods, path: string, request: ArmRequest = {}): Promise<ArmAnswer<T>> {
    const url = new URL(/^https?:/.test(path) ? path : endpoints.resourceManager + path);
    if (url.origin !== origin) {
      throw new ArmError(0, { code: 'ForeignOrigin', message: `Refusing to send the token to ${url.origin}` });
    }
    if (request.apiVersion) url.searchParams.set('api-version', request.apiVersion);
    for (const [name, value] of Object.entries(request.query ?? {})) if (value !== undefined) url.searchParams.set(name, value);
    const hasBody = request.body !== undefined;
    try {
      const response = await pipeline.sendRequest(httpClient(), createPipelineRequest({
        url: url.href,
        method,
        ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
        headers: createHttpHeaders({
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
          ...request.headers,
        }),
      }));
      return readAnswer<T>(response);
    } catch (error) {
      throw toArmError(error);
    }
  }

  const get = async <T>(path: string, request?: ArmRequest): Promise<T> => (await send<T>('GET', path, request)).body;

  async function* list<T>(path: string, request?: ArmRequest): AsyncGenerator<T> {
    let page = await get<{ value?: T[]; nextLink?: string | null }>(path, request);
    for (;;) {
      yield* page.value ?? [];
      if (!page.nextLink) return;
      page = await get(page.nextLink);
    }
  }

  async function start(method: HttpMethods, path: string, request?: ArmRequest): Promise<Started> {
    const answer = await send(method, path, request);
    const operationUrl = answer.header('azure-asyncoperation') ?? answer.header('location');
    const retryAfterMs = retryAfterOf(answer.header);
    if (operationUrl === undefined || (answer.status === 200 && answer.header('azure-asyncoperation') === undefined)) return { isDone: true };
    return { isDone: false, operationUrl, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }

  async function pollOperation(operationUrl: string): Promise<OperationResult> {
    const answer = await send<{ status?: string } | undefined>('GET', operationUrl);
    const retryAfterMs = retryAfterOf(answer.header);
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    if (answer.status === 202) return { status: 'running', ...wait };
    const status = answer.body?.status?.toLowerCase();
    if (status === 'failed' || status === 'canceled' || status === 'cancelled') {
      const body = readErrorBody(answer.body) ?? { code: answer.body?.status ?? 'Failed', message: `The operation ended as ${answer.body?.status}` };
      return { status: 'failed', error: new ArmError(answer.status, body) };
    }
    if (status === undefined || status === 'succeeded') return { status: 'succeeded', body: answer.body };
    return { status: 'running', ...wait };
  }

  async function run<T>(method: HttpMethods, path: string, request?: ArmRequest): Promise<T> {
    const answer = await send<T>(method, path, request);
    const operationUrl = answer.header('azure-asyncoperation') ?? answer.header('location');
    if (operationUrl === undefined || answer.status === 200) return answer.body;
    let waitMs = retryAfterOf(answer.header);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs ?? 1000, 30_000)));
      const result = await pollOperation(operationUrl);
      if (result.status === 'failed') throw result.error ?? new ArmError(200, { code: 'Failed', message: 'The operation failed' });
      if (result.status === 'succeeded') return result.body as T;
      waitMs = result.retryAfterMs;
    }
  }

  return { send, get, list, start, pollOperation, run };
}
