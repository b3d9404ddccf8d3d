/**
 * The errors of the portal's own API. Every failure answers `{error: {code, message, details?, requestId}}`; a cloud's
 * failure keeps the cloud's own code and inner details instead of one of these. No schema library here.
 */
export const errorCodes = {
  invalid_input: 400,
  invalid_json: 400,
  invalid_state: 400,
  unauthenticated: 401,
  token_expired: 401,
  token_invalid: 401,
  cloud_token_missing: 401,
  cloud_token_invalid: 401,
  aws_auth_expired: 401,
  forbidden: 403,
  account_expired: 403,
  account_unknown: 403,
  organization_suspended: 403,
  aws_auth_required: 403,
  not_found: 404,
  conflict: 409,
  in_use: 409,
  last_administrator: 409,
  too_large: 413,
  unsupported_media_type: 415,
  template_invalid: 422,
  rate_limited: 429,
  internal: 500,
  cloud_unreachable: 502,
  not_configured: 503,
  unavailable: 503,
  timeout: 504,
} as const;
export type ErrorCode = keyof typeof errorCodes;

/** One thing wrong with one field; `field` is a dotted path ('' = the whole body). */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** What every failed call answers. `details` are field messages, or a cloud's inner errors as the cloud gave them. */
export interface ErrorBody {
  error: { code: string; message: string; details?: unknown[]; requestId?: string };
}

/** What the spec wants stored when a token has run out (section 8), to the letter. */
export const tokenExpiredMessage = 'Error validating access token: Your token has expired!';
