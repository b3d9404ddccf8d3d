import type { JsonObject } from '@cloudwright/engine';

/** One entry of `error.details` in an Azure error body. */
export interface ArmErrorDetail {
  code: string;
  message: string;
  target?: string | undefined;
  details?: ArmErrorDetail[] | undefined;
  additionalInfo?: { type: string; info: JsonObject }[] | undefined;
}

/**
 * A refusal in Azure's own words: HTTP status, `error.code`, `error.message`, optional target and details.
 * Everything that is not an ArmError is a fault of the sandbox itself (500 InternalServerError, counted).
 */
export class ArmError extends Error {
  override name = 'ArmError';
  readonly status: number;
  readonly code: string;
  readonly target: string | undefined;
  readonly details: ArmErrorDetail[] | undefined;
  readonly additionalInfo: ArmErrorDetail['additionalInfo'];
  /** Extra response headers, for instance Retry-After. */
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    target?: string,
    details?: ArmErrorDetail[],
    extra: { additionalInfo?: ArmErrorDetail['additionalInfo']; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.target = target;
    this.details = details;
    this.additionalInfo = extra.additionalInfo;
    this.headers = extra.headers ?? {};
  }

  /** The content of `error` in the answer; empty members are left out, as Azure does. */
  toDetail(): ArmErrorDetail {
    return {
      code: this.code,
      message: this.message,
      ...(this.target === undefined ? {} : { target: this.target }),
      ...(this.details?.length ? { details: this.details } : {}),
      ...(this.additionalInfo?.length ? { additionalInfo: this.additionalInfo } : {}),
    };
  }
}
