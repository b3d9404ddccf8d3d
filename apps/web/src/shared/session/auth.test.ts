import { authStates, loadStatuses } from '@cloudwright/contract/enums';
import { describe, expect, it } from 'vitest';
import { accountWith } from './test-account.ts';
import { authReducer, initialAuth, type Auth } from './auth.ts';
import { hasLostLists } from './permission.ts';

const signedIn: Auth = authReducer(
  { ...initialAuth, latestURLPath: '/portal/user' },
  { type: 'loggedIn', token: 't', azureToken: 'a', account: accountWith(), tenantId: 'tid', at: '2026-05-01T10:00:00.000Z' },
);
const cleared = { token: null, azureToken: null, secondaryAzureToken: null, tenantId: null, account: null };

describe('auth reducer', () => {
  it('knows exactly ten states (R-AUTH-01)', () => {
    expect([...authStates].sort()).toEqual(
      ['ACCOUNT_EXPIRED', 'LOGGED_IN', 'LOGIN_ERROR', 'LOGIN_REQUEST', 'LOGOUT_REQUEST', 'NOT_LOGGED_IN', 'SELECT_ACCOUNT_REQUEST', 'SET_TOKEN', 'SWITCH_DIRECTORY', 'TOKEN_EXPIRED'],
    );
  });
  it('resets everything at a login request but keeps the last path (R-AUTH-02)', () => {
    const broken = { ...signedIn, errorMessage: 'x', isTokenExpired: true, awsAuth: 'sealed', provider: 'aws' as const };
    expect(authReducer(broken, { type: 'loginRequest' })).toEqual({ ...initialAuth, state: 'LOGIN_REQUEST', latestURLPath: '/portal/user' });
    expect(authReducer(broken, { type: 'loginRequest', latestURLPath: '/portal/role' }).latestURLPath).toBe('/portal/role');
  });
  it('stores both tokens when they are received (R-AUTH-03)', () => {
    expect(authReducer(initialAuth, { type: 'setToken', token: 't', azureToken: 'a' })).toEqual({ ...initialAuth, state: 'SET_TOKEN', token: 't', azureToken: 'a' });
  });
  it('stores tokens, account, tenant, last path and time when logged in, and clears the expired flag (R-AUTH-04)', () => {
    const before = { ...initialAuth, isTokenExpired: true, errorMessage: 'old', latestURLPath: '/portal/user' };
    const at = '2026-05-01T10:00:00.000Z';
    expect(authReducer(before, { type: 'loggedIn', token: 't', azureToken: 'a', account: accountWith(), tenantId: 'tid', at })).toEqual({
      ...initialAuth, state: 'LOGGED_IN', token: 't', azureToken: 'a', account: accountWith(), tenantId: 'tid', lastLoginTime: at, latestURLPath: '/portal/user',
    });
  });
  it('sets flag, path and the exact message when a token has expired (R-AUTH-05)', () => {
    const after = authReducer(signedIn, { type: 'tokenExpired', latestURLPath: '/portal/user?page=2' });
    expect(after).toMatchObject({ state: 'TOKEN_EXPIRED', isTokenExpired: true, latestURLPath: '/portal/user?page=2', token: 't' });
    expect(after.errorMessage).toBe('Error validating access token: Your token has expired!');
  });
  it('keeps the expiry message in state (R-ERR-01)', () => {
    expect(authReducer(signedIn, { type: 'tokenExpired', latestURLPath: '/portal/' }).errorMessage).toBe('Error validating access token: Your token has expired!');
  });
  it('logs out to NOT_LOGGED_IN, or to LOGIN_ERROR with a message, and keeps the last path (R-AUTH-07)', () => {
    expect(authReducer(signedIn, { type: 'logout' })).toEqual({ ...initialAuth, latestURLPath: '/portal/user' });
    expect(authReducer(signedIn, { type: 'logout', message: 'Denied' })).toEqual({ ...initialAuth, state: 'LOGIN_ERROR', errorMessage: 'Denied', latestURLPath: '/portal/user' });
  });
  it('takes the last path from the logout (R-AUTH-09)', () => {
    expect(authReducer(signedIn, { type: 'logout', latestURLPath: '/portal/audit' }).latestURLPath).toBe('/portal/audit');
  });
  it('finds a session whose permission lists are missing, and only such a one (R-AUTH-08)', () => {
    const account = accountWith();
    const without = { ...account, roleInfo: { ...account.roleInfo, permission: undefined } } as unknown as typeof account;
    expect(hasLostLists({ ...signedIn, account: without })).toBe(true);
    expect(hasLostLists({ ...signedIn, account: accountWith([], []) })).toBe(false);
    expect(hasLostLists({ ...signedIn, account: without, state: 'SET_TOKEN' })).toBe(false);
  });
  it.each(['switchDirectory', 'notLoggedIn'] as const)('clears tokens, tenant and account: %s (R-AUTH-11)', (type) => {
    const full = { ...signedIn, secondaryAzureToken: 's' };
    expect(authReducer(full, { type })).toMatchObject({ ...cleared, state: type === 'switchDirectory' ? 'SWITCH_DIRECTORY' : 'NOT_LOGGED_IN', latestURLPath: '/portal/user' });
  });
  it('updates tenant and provider alone (R-AUTH-12)', () => {
    expect(authReducer(signedIn, { type: 'updateTenantId', tenantId: 'other' })).toEqual({ ...signedIn, tenantId: 'other' });
    expect(authReducer(signedIn, { type: 'updateProvider', provider: 'aws' })).toEqual({ ...signedIn, provider: 'aws' });
  });
  it('has the twelve fields of the slice (R-AUTH-16)', () => {
    expect(Object.keys(initialAuth).sort()).toEqual(
      ['account', 'awsAuth', 'azureToken', 'errorMessage', 'isTokenExpired', 'lastLoginTime', 'latestURLPath', 'provider', 'secondaryAzureToken', 'state', 'tenantId', 'token'],
    );
  });
  it('spells the load states as the specification does (R-AUTH-18)', () => {
    expect([...loadStatuses]).toEqual(['idel', 'loading', 'success', 'error']);
  });
  it('stores a login error (R-AUTH-36)', () => {
    expect(authReducer(initialAuth, { type: 'loginError', message: 'No access' })).toMatchObject({ state: 'LOGIN_ERROR', errorMessage: 'No access' });
  });
  it('keeps the message of a login error in state (R-ERR-07)', () => {
    expect(authReducer(signedIn, { type: 'loginError', message: 'No access' }).errorMessage).toBe('No access');
  });
  it('updates the organization’s and the role’s permissions separately (R-PERM-41)', () => {
    const org = authReducer(signedIn, { type: 'updateOrgPermission', permission: ['userList'] });
    expect(org.account?.orgInfo.permission).toEqual(['userList']);
    expect(org.account?.roleInfo).toEqual(signedIn.account?.roleInfo);
    const role = authReducer(signedIn, { type: 'updateRolePermission', permission: ['roleList'] });
    expect(role.account?.roleInfo.permission).toEqual(['roleList']);
    expect(role.account?.orgInfo).toEqual(signedIn.account?.orgInfo);
  });
  it('does not bring tokens back when a renewal ends after the sign-out', () => {
    const out = authReducer(signedIn, { type: 'logout' });
    expect(authReducer(out, { type: 'renewed', token: 'new', azureToken: null })).toBe(out);
  });
  it.each([
    ['selectAccount', 'SELECT_ACCOUNT_REQUEST'],
    ['logoutRequest', 'LOGOUT_REQUEST'],
    ['accountExpired', 'ACCOUNT_EXPIRED'],
  ] as const)('%s leads to %s', (type, state) => {
    expect(authReducer(signedIn, { type })).toEqual({ ...signedIn, state });
  });
});
