/** Resource Manager's error: {code, message, target?, details?[], additionalInfo?[]}, recursively; see Azure/azure-resource-manager-rpc. */
export interface ArmErrorBody {
  code: string;
  message: string;
  target?: string;
  details?: ArmErrorBody[];
  /** What a service adds of its own as {type, info}: a policy's verdict, for instance. Not read here. */
  additionalInfo?: unknown[];
}

/** A refused or failed call to Resource Manager. `status` 0 = the cloud was not reached. */
export class ArmError extends Error {
  override readonly name = 'ArmError';
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: ArmErrorBody[];
  readonly additionalInfo: unknown[];
  readonly requestId: string | undefined;
  /** What the cloud asks us to wait, from Retry-After. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, body: ArmErrorBody, more: { requestId?: string | undefined; retryAfterMs?: number | undefined } = {}) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.target = body.target;
    this.details = body.details ?? [];
    this.additionalInfo = body.additionalInfo ?? [];
    this.requestId = more.requestId;
    this.retryAfterMs = more.retryAfterMs;
  }

  /** The innermost causes, outer wrappers dropped. */
  get causes(): ArmErrorBody[] {
    return innermostCauses({ code: this.code, message: this.message, ...(this.target ? { target: this.target } : {}), details: this.details, ...(this.additionalInfo.length > 0 ? { additionalInfo: this.additionalInfo } : {}) });
  }

  /** True when the same call may succeed later without anybody changing anything. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 408 || this.status >= 500;
  }

  /** True when the token is missing, wrong or expired. */
  get isUnauthenticated(): boolean {
    return this.status === 401;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (record: Record<string, unknown>, name: string): string | undefined => {
  const key = Object.keys(record).find((candidate) => candidate.toLowerCase() === name);
  const value = key === undefined ? undefined : record[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const listOf = (record: Record<string, unknown>, name: string): unknown[] => {
  const list = Object.entries(record).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(list) ? list : [];
};

/** Reads an error out of any of the shapes that providers answer; undefined when the value holds none. */
export function readErrorBody(value: unknown): ArmErrorBody | undefined {
  if (!isRecord(value)) return undefined;
  const wrapped = Object.entries(value).find(([key]) => /^(error|odata\.error)$/i.test(key))?.[1];
  if (isRecord(wrapped)) return readErrorBody(wrapped);
  const code = textOf(value, 'code');
  const rawMessage = Object.entries(value).find(([key]) => key.toLowerCase() === 'message')?.[1];
  const message = isRecord(rawMessage) ? textOf(rawMessage, 'value') : textOf(value, 'message');
  if (code === undefined && message === undefined) return undefined;
  const target = textOf(value, 'target');
  const details = listOf(value, 'details').map(readErrorBody).filter((detail) => detail !== undefined);
  const additionalInfo = listOf(value, 'additionalinfo');
  // Providers behind Resource Manager are often quoted: the message itself is the JSON of their error.
  const quoted = quotedError(message);
  if (quoted) details.push(quoted);
  return {
    code: code ?? 'Unknown',
    message: message ?? code ?? 'Unknown error',
    ...(target === undefined ? {} : { target }),
    ...(details.length > 0 ? { details } : {}),
    ...(additionalInfo.length > 0 ? { additionalInfo } : {}),
  };
}

function quotedError(message: string | undefined): ArmErrorBody | undefined {
  const text = message?.trim();
  if (!text?.startsWith('{')) return undefined;
  try {
    return readErrorBody(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The leaves of an error's tree of details; a leaf without a target inherits the nearest one above. Never empty. */
export function innermostCauses(body: ArmErrorBody): ArmErrorBody[] {
  const leaves: ArmErrorBody[] = [];
  const visit = (node: ArmErrorBody, target: string | undefined): void => {
    const here = node.target ?? target;
    const details = node.details ?? [];
    if (details.length > 0) {
      for (const detail of details) visit(detail, here);
      return;
    }
    const isKnown = leaves.some((leaf) => leaf.code === node.code && leaf.message === node.message && leaf.target === here);
    if (!isKnown) leaves.push({ code: node.code, message: node.message, ...(here === undefined ? {} : { target: here }), ...(node.additionalInfo ? { additionalInfo: node.additionalInfo } : {}) });
  };
  visit(body, undefined);
  return leaves;
}

/** Milliseconds of a Retry-After (seconds or an HTTP date) or x-ms-retry-after-ms header. */
export function retryAfterOf(get: (header: string) => string | undefined, now: number = Date.now()): number | undefined {
  const ms = Number(get('retry-after-ms') ?? get('x-ms-retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const text = get('retry-after');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

interface SdkError {
  statusCode?: number;
  code?: string;
  message: string;
  response?: { bodyAsText?: string | null; headers?: { get(name: string): string | undefined }; status?: number };
}

/** Any error of an SDK call as an ArmError (its RestError keeps the body as text only). */
export function toArmError(error: unknown): ArmError {
  if (error instanceof ArmError) return error;
  const sdk = error as SdkError;
  const headers = sdk.response?.headers;
  const status = sdk.statusCode ?? sdk.response?.status ?? 0;
  let body: ArmErrorBody | undefined;
  try {
    body = readErrorBody(JSON.parse(sdk.response?.bodyAsText ?? 'null'));
  } catch {
    body = undefined;
  }
  return new ArmError(status, body ?? { code: sdk.code ?? (status === 0 ? 'CloudUnreachable' : `Http${status}`), message: sdk.message }, {
    requestId: headers?.get('x-ms-request-id'),
    retryAfterMs: headers ? retryAfterOf((name) => headers.get(name)) : undefined,
  });
}
