import type { AuthState } from '@cloudwright/contract/enums';

/** What the portal does in a state of the sign-in. */
export type Gate = 'show' | 'redirect' | 'wait' | 'expired';

const gates: Record<AuthState, Gate> = {
  LOGGED_IN: 'show',
  NOT_LOGGED_IN: 'redirect',
  LOGIN_REQUEST: 'redirect',
  LOGIN_ERROR: 'redirect',
  SET_TOKEN: 'redirect',
  SWITCH_DIRECTORY: 'redirect',
  TOKEN_EXPIRED: 'redirect',
  SELECT_ACCOUNT_REQUEST: 'wait',
  LOGOUT_REQUEST: 'wait',
  ACCOUNT_EXPIRED: 'expired',
};

export const gateOf = (state: AuthState): Gate => gates[state];
