import type { ErrorBody } from '@cloudwright/contract/errors';

/** A call that the portal answered with an error. `details` are field messages, or a cloud's inner errors. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly unknown[];
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody['error']) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.details = body.details ?? [];
    this.requestId = body.requestId;
  }

  /** Messages by field path; '' holds what belongs to no field. */
  get fields(): Record<string, string> {
    const named = this.details.filter(
      (detail): detail is { field: string; message: string } => typeof detail === 'object' && detail !== null && 'field' in detail && 'message' in detail,
    );
    return Object.fromEntries(named.map(({ field, message }) => [field, message]));
  }
}

/** What the session lends to every call. */
export interface Credentials {
  headers(): Promise<Record<string, string>>;
  /** Tries to get new tokens; true when the call may be repeated. */
  renew(): Promise<boolean>;
  /** Renewal failed: back to sign-in with the address kept. */
  expired(): void;
  /** The AWS session is over: makes a new one. */
  renewAws(): Promise<void>;
  /** There is no new one: on with the directory sign-in alone. */
  leaveAws(): Promise<void>;
}

let credentials: Credentials | undefined;
export const setCredentials = (given: Credentials): void => {
  credentials = given;
};

export interface SendOptions {
  query?: Record<string, unknown> | undefined;
  /** FormData goes as it is, everything else as JSON. */
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Only for the call that opens the session: a 401 then is its own answer, not a reason to renew. */
  isSignedIn?: boolean;
  /** Goes without credentials. A call that the renewal itself makes must: asking for them would start a renewal in a renewal. */
  isPublic?: boolean;
}

/**
 * Sends one call to the portal's own API; there is no time-out. A 401 renews the tokens once and repeats the call; one
 * about the AWS session renews that, or goes on without it.
 * Throws ApiError for an error answer, TypeError when the portal cannot be reached.
 */
export async function send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
  let response = await attempt(method, path, options);
  for (const mend of [credentials?.renewAws, credentials?.leaveAws]) {
    if (!mend || !isAboutAws(response)) break;
    await mend();
    response = await attempt(method, path, options);
  }
  if (response.ok) return response;
  if (response.status === 401 && credentials && !options.isSignedIn && !options.isPublic) {
    if (await credentials.renew()) {
      const again = await attempt(method, path, options);
      if (again.ok) return again;
      if (again.status !== 401) throw await errorOf(again);
    }
    credentials.expired();
  }
  throw await errorOf(response);
}

// Public calls before sign-in are never answered 401, so every other 401 is about the session or the cloud token.
const isAboutAws = (response: Response) => response.status === 401 && response.headers.get('www-authenticate')?.startsWith('aws-auth') === true;

async function attempt(method: string, path: string, { query, body, accept, signal, isPublic }: SendOptions): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(path + queryText(query), {
    method,
    headers: {
      accept: accept ?? 'application/json',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(isPublic ? {} : await credentials?.headers()),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** Query text: objects as JSON, arrays as comma lists, undefined and empty left out. */
export function queryText(query: Record<string, unknown> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) params.set(name, value.join(','));
    else if (typeof value === 'object') {
      if (Object.keys(value).length > 0) params.set(name, JSON.stringify(value));
    } else params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

async function errorOf(response: Response): Promise<ApiError> {
  const fallback = { code: `http_${response.status}`, message: `The portal answered ${response.status}. Please try again.` };
  try {
    const body = (await response.json()) as Partial<ErrorBody>;
    return new ApiError(response.status, body.error ?? fallback);
  } catch {
    return new ApiError(response.status, fallback);
  }
}

/** One sentence for any failure of a call. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'The portal could not be reached. Check the connection and try again.';
