import type { Account } from '@cloudwright/contract';
import type { AuthState } from '@cloudwright/contract/enums';
import { tokenExpiredMessage } from '@cloudwright/contract/errors';
import type { Permission } from '@cloudwright/contract/permissions';

export type { AuthState } from '@cloudwright/contract/enums';

/** Which sign-in is active: null is the directory, `aws` the federated one. */
type SignInProvider = 'aws' | null;

/** The persisted slice: who is signed in, with what, and where they were. */
export interface Auth {
  token: string | null;
  azureToken: string | null;
  /** Always null: a session has one directory and one cloud (docs/decisions/one-cloud-token.md). */
  secondaryAzureToken: string | null;
  state: AuthState;
  isTokenExpired: boolean;
  latestURLPath: string | null;
  /** ISO 8601 */
  lastLoginTime: string | null;
  tenantId: string | null;
  provider: SignInProvider;
  awsAuth: string | null;
  errorMessage: string | null;
  account: Account | null;
}

export const initialAuth: Auth = {
  token: null,
  azureToken: null,
  secondaryAzureToken: null,
  state: 'NOT_LOGGED_IN',
  isTokenExpired: false,
  latestURLPath: null,
  lastLoginTime: null,
  tenantId: null,
  provider: null,
  awsAuth: null,
  errorMessage: null,
  account: null,
};

interface Tokens {
  token: string;
  azureToken: string | null;
}

export type AuthAction =
  | { type: 'loginRequest'; latestURLPath?: string | null }
  | { type: 'selectAccount' }
  | ({ type: 'setToken' } & Tokens)
  | ({ type: 'loggedIn'; account: Account; tenantId: string; latestURLPath?: string | null; at: string } & Tokens)
  | ({ type: 'renewed' } & Tokens)
  | { type: 'tokenExpired'; latestURLPath: string }
  | { type: 'accountExpired' }
  | { type: 'logoutRequest' }
  | { type: 'logout'; latestURLPath?: string | null; message?: string }
  | { type: 'notLoggedIn'; message?: string }
  | { type: 'loginError'; message: string }
  | { type: 'switchDirectory'; latestURLPath?: string | null }
  | { type: 'updateTenantId'; tenantId: string | null }
  | { type: 'updateProvider'; provider: SignInProvider; awsAuth?: string | null }
  | { type: 'updateOrgPermission'; permission: Permission[] }
  | { type: 'updateRolePermission'; permission: Permission[] }
  | { type: 'updateAccount'; account: Account };

const forgotten = { token: null, azureToken: null, secondaryAzureToken: null, tenantId: null, account: null, awsAuth: null, provider: null };

/** Every transition of the sign-in, pure: time and addresses arrive in the action. */
export function authReducer(auth: Auth, action: AuthAction): Auth {
  switch (action.type) {
    case 'loginRequest':
      return { ...initialAuth, state: 'LOGIN_REQUEST', latestURLPath: action.latestURLPath ?? auth.latestURLPath };
    case 'selectAccount':
      return { ...auth, state: 'SELECT_ACCOUNT_REQUEST' };
    case 'setToken':
      return { ...auth, state: 'SET_TOKEN', token: action.token, azureToken: action.azureToken };
    case 'loggedIn':
      return {
        ...auth,
        state: 'LOGGED_IN',
        token: action.token,
        azureToken: action.azureToken,
        account: action.account,
        tenantId: action.tenantId,
        latestURLPath: action.latestURLPath ?? auth.latestURLPath,
        lastLoginTime: action.at,
        isTokenExpired: false,
        errorMessage: null,
      };
    case 'renewed':
      // A renewal that ends after a sign-out must not bring the tokens back.
      return auth.state === 'LOGGED_IN' ? { ...auth, token: action.token, azureToken: action.azureToken } : auth;
    case 'tokenExpired':
      return { ...auth, state: 'TOKEN_EXPIRED', isTokenExpired: true, latestURLPath: action.latestURLPath, errorMessage: tokenExpiredMessage };
    case 'accountExpired':
      return { ...auth, state: 'ACCOUNT_EXPIRED' };
    case 'logoutRequest':
      return { ...auth, state: 'LOGOUT_REQUEST' };
    case 'logout':
      return {
        ...initialAuth,
        state: action.message === undefined ? 'NOT_LOGGED_IN' : 'LOGIN_ERROR',
        errorMessage: action.message ?? null,
        latestURLPath: action.latestURLPath ?? auth.latestURLPath,
      };
    case 'notLoggedIn':
      return { ...auth, ...forgotten, state: 'NOT_LOGGED_IN', isTokenExpired: false, errorMessage: action.message ?? null };
    case 'loginError':
      return { ...auth, ...forgotten, state: 'LOGIN_ERROR', isTokenExpired: false, errorMessage: action.message };
    case 'switchDirectory':
      return { ...auth, ...forgotten, state: 'SWITCH_DIRECTORY', latestURLPath: action.latestURLPath ?? auth.latestURLPath };
    case 'updateTenantId':
      return { ...auth, tenantId: action.tenantId };
    case 'updateProvider':
      return { ...auth, provider: action.provider, ...(action.awsAuth === undefined ? {} : { awsAuth: action.awsAuth }) };
    case 'updateOrgPermission':
      return auth.account ? { ...auth, account: { ...auth.account, orgInfo: { ...auth.account.orgInfo, permission: action.permission } } } : auth;
    case 'updateRolePermission':
      return auth.account ? { ...auth, account: { ...auth.account, roleInfo: { ...auth.account.roleInfo, permission: action.permission } } } : auth;
    case 'updateAccount':
      return auth.state === 'LOGGED_IN' ? { ...auth, account: action.account } : auth;
  }
}
