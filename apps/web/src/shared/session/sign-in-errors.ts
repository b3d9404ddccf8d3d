/** What the portal does about a failed sign-in or renewal. */
type SignInOutcome = 'notice' | 'error' | 'expired' | 'ignored';

export interface SignInFailure {
  kind: string;
  outcome: SignInOutcome;
  message: string;
}

interface Row {
  kind: string;
  codes: readonly string[];
  outcome: SignInOutcome;
  message: string;
}

/** The catalogue of sign-in errors (spec section 8); codes are those of the sign-in library. */
export const signInErrors: readonly Row[] = [
  { kind: 'loginRequired', codes: ['login_required', 'no_account_error', 'interaction_required', 'consent_required'], outcome: 'notice', message: 'Please sign in.' },
  { kind: 'loginInProgress', codes: ['interaction_in_progress'], outcome: 'ignored', message: 'A sign-in is already in progress.' },
  { kind: 'popupBlocked', codes: ['popup_window_error', 'empty_window_error'], outcome: 'notice', message: 'The browser blocked the sign-in window.' },
  { kind: 'renewalTimeout', codes: ['timed_out', 'monitor_window_timeout', 'iframe_bridge_timeout'], outcome: 'expired', message: 'Renewing the session took too long.' },
  { kind: 'invalidState', codes: ['state_mismatch', 'invalid_state', 'no_state_in_hash', 'state_not_found'], outcome: 'error', message: 'The sign-in answer does not belong to this sign-in. Please try again.' },
  { kind: 'nonceMismatch', codes: ['nonce_mismatch'], outcome: 'error', message: 'The sign-in answer is not fresh. Please try again.' },
  { kind: 'userCancelled', codes: ['user_cancelled', 'access_denied'], outcome: 'notice', message: 'Sign-in was cancelled.' },
  { kind: 'endpointResolution', codes: ['endpoints_resolution_error', 'openid_config_error', 'network_error', 'no_network_connectivity', 'post_request_failed'], outcome: 'error', message: 'The directory could not be reached.' },
  { kind: 'untrustedAuthority', codes: ['untrusted_authority', 'authority_mismatch', 'authority_uri_insecure'], outcome: 'error', message: 'The directory’s address is not trusted.' },
];

/** Classifies what the sign-in library threw; unknown errors keep their own text. */
export function classifySignInError(error: unknown): SignInFailure {
  const code = codeOf(error);
  const row = signInErrors.find(({ codes }) => codes.includes(code));
  if (row) return { kind: row.kind, outcome: row.outcome, message: row.outcome === 'error' ? `${row.message} (${code})` : row.message };
  const text = error instanceof Error ? error.message : String(error);
  return { kind: 'other', outcome: 'error', message: code ? `Sign-in failed (${code}).` : `Sign-in failed: ${text}` };
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { errorCode, subError } = error as { errorCode?: unknown; subError?: unknown };
  if (typeof subError === 'string' && signInErrors.some(({ codes }) => codes.includes(subError))) return subError;
  return typeof errorCode === 'string' ? errorCode : '';
}
