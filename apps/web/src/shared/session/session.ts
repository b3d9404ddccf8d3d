import type { Account, Provider } from '@cloudwright/contract';
import { ApiError, send, setCredentials } from '../api/http.ts';
import { classifySignInError } from './sign-in-errors.ts';
import { signInConstants } from './sign-in-constants.ts';
import { createIdentity, type Identity, type LoginOptions, type Person } from './identity.ts';
import { dispatch, updateAppSettings, useRoot } from './store.ts';

/** Only addresses of the portal are remembered: anything else could send a person away after sign-in. */
export const portalPath = (path: string | null | undefined): string | null =>
  path && /^\/portal(?:[/?#]|$)/.test(path) && !path.startsWith('//') ? path : null;

export const currentPath = (): string => location.pathname + location.search + location.hash;

/** Where a guard turned someone away; forgotten on reload (never in the URL or in storage). */
let origin: string | null = null;
export const rememberOrigin = (path: string): void => {
  origin = portalPath(path);
};

const identities = new Map<string, Promise<Identity>>();
let providers: Promise<Provider[]> | undefined;

/** The configured sign-ins, public, fetched once a page load. */
function providerList(): Promise<Provider[]> {
  providers ??= send('GET', '/api/portal/config/provider/list', { isPublic: true })
    .then((response) => response.json() as Promise<{ result: Provider[] }>)
    .then(({ result }) => result)
    .catch((error: unknown) => {
      providers = undefined;
      throw error;
    });
  return providers;
}

async function identityOf(msService = useRoot.getState().appSettings.msService): Promise<Identity> {
  const known = identities.get(msService);
  if (known) return known;
  const config = (await providerList()).find((each) => each.provider === null && each.msService === msService && each.enabled);
  if (!config) throw new Error(`No sign-in is configured for the ${msService} cloud.`);
  const identity = createIdentity(config);
  identities.set(msService, identity);
  identity.catch(() => identities.delete(msService));
  return identity;
}

const personOf = (): Person => {
  const { tenantId, account } = useRoot.getState().auth;
  return { tenantId, email: account?.email ?? null };
};

function failSignIn(error: unknown): void {
  const failure = classifySignInError(error);
  if (failure.outcome === 'ignored') return;
  if (failure.outcome === 'notice') dispatch({ type: 'notLoggedIn', message: failure.message });
  else if (failure.outcome === 'expired') dispatch({ type: 'tokenExpired', latestURLPath: useRoot.getState().auth.latestURLPath ?? '/portal/' });
  else dispatch({ type: 'loginError', message: failure.message });
}

/** Sign in was pressed: leaves the page for the directory of the chosen cloud. */
export async function signIn(options: LoginOptions = {}): Promise<void> {
  dispatch({ type: 'loginRequest', latestURLPath: origin });
  origin = null;
  try {
    await (await identityOf()).login(options);
  } catch (error) {
    failSignIn(error);
  }
}

/** A page load begins: takes the answer of a sign-in redirect, or finishes one that was interrupted. */
export async function startSession(): Promise<void> {
  setCredentials({ headers: credentialHeaders, renew: renewOnce, expired: expireHere, renewAws, leaveAws });
  followOtherTabs();
  const { state, token } = useRoot.getState().auth;
  const isAnswer = /[#?&](?:code|error|state)=/.test(location.hash);
  if (isAnswer || state === 'LOGIN_REQUEST' || state === 'SWITCH_DIRECTORY' || state === 'SELECT_ACCOUNT_REQUEST') {
    try {
      await takeAnswer();
    } catch (error) {
      // Anybody can write a link that looks like an answer: it must not end a session.
      if (state !== 'LOGGED_IN') failSignIn(error);
    }
  } else if (state === 'LOGOUT_REQUEST') dispatch({ type: 'logout' });
  else if (state === 'SET_TOKEN' && token) await openAccount();
  if (location.hash.includes('state=') || location.search.startsWith('?state=')) history.replaceState(null, '', location.pathname);
  if (useRoot.getState().auth.state === 'LOGGED_IN' && !isAnswer) void refreshAccount();
}

async function takeAnswer(): Promise<void> {
  const identity = await identityOf();
  const result = await identity.answer();
  if (!result) {
    // Back button or a closed directory page: nobody answered.
    if (useRoot.getState().auth.state !== 'LOGGED_IN') dispatch({ type: 'notLoggedIn' });
    return;
  }
  if (identity.accounts().length > 1) dispatch({ type: 'selectAccount' });
  const person: Person = { tenantId: result.tenantId, email: result.account.username };
  // Without the cloud's consent the portal still works; calls to the cloud then say what is missing.
  const azureToken = await identity.token('management', person).catch(() => null);
  dispatch({ type: 'setToken', token: result.accessToken, azureToken });
  dispatch({ type: 'updateTenantId', tenantId: result.tenantId });
  await openAccount();
}

/** SET_TOKEN: asks the portal who this is, and where the person was. */
async function openAccount(): Promise<void> {
  const { token, azureToken, tenantId, latestURLPath } = useRoot.getState().auth;
  if (!token || !tenantId) return dispatch({ type: 'notLoggedIn' });
  try {
    const account = await fetchAccount().catch(joinByInvite);
    dispatch({ type: 'loggedIn', token, azureToken, account, tenantId, at: new Date().toISOString() });
    history.replaceState(null, '', portalPath(latestURLPath) ?? '/portal/');
  } catch (error) {
    if (!(error instanceof ApiError)) return dispatch({ type: 'loginError', message: 'The portal could not be reached. Please try again.' });
    if (error.code === 'account_expired') {
      dispatch({ type: 'accountExpired' });
      history.replaceState(null, '', '/portal/');
    } else dispatch({ type: 'loginError', message: error.message });
  }
}

const fetchAccount = async (): Promise<Account> => (await send('GET', '/api/user/me', { isSignedIn: true })).json() as Promise<Account>;

/** Somebody the portal does not know holds an invitation: redeems it; anything else is refused as before. */
async function joinByInvite(error: unknown): Promise<Account> {
  const token = sessionStorage.getItem(INVITE_KEY);
  if (!token || !(error instanceof ApiError) || error.code !== 'account_unknown') throw error;
  sessionStorage.removeItem(INVITE_KEY);
  return (await send('POST', '/api/user/join', { body: { token }, isSignedIn: true })).json() as Promise<Account>;
}

/** Fetches name, status and permission lists again, so that a change of the role takes effect at once. */
export async function refreshAccount(): Promise<void> {
  try {
    dispatch({ type: 'updateAccount', account: await fetchAccount() });
  } catch (error) {
    if (!(error instanceof ApiError)) return;
    if (error.code === 'account_expired') dispatch({ type: 'accountExpired' });
    // The account was deleted, or its organization suspended: what is on the page is no longer theirs to see.
    else if (error.code === 'account_unknown' || error.code === 'organization_suspended') await signOut(error.message);
  }
}

/** Signs out here, in the other tabs and at the directory. With a message the landing shows it as an error. */
export async function signOut(message?: string): Promise<void> {
  const person = personOf();
  const latestURLPath = portalPath(currentPath());
  dispatch({ type: 'logoutRequest' });
  const identity = message === undefined ? await identityOf().catch(() => null) : null;
  const finish = () => {
    localStorage.removeItem('Editorfiles');
    sessionStorage.clear();
    dispatch({ type: 'logout', latestURLPath, ...(message === undefined ? {} : { message }) });
  };
  if (!identity) return finish();
  // The library notes the redirect in session storage; it leaves the page by itself afterwards.
  try {
    const leaving = identity.logout(person);
    addEventListener('pagehide', finish, { once: true });
    await leaving;
  } catch {
    finish();
  }
}

/** Leaves for another directory; the address being looked at is kept for the return. */
export async function switchDirectory(tenantId: string): Promise<void> {
  const { email } = personOf();
  dispatch({ type: 'switchDirectory', latestURLPath: portalPath(currentPath()) });
  try {
    await (await identityOf()).login({ tenantId, isSwitch: true, ...(email ? { loginHint: email } : {}) });
  } catch (error) {
    failSignIn(error);
  }
}

/** The cloud chosen on the landing; kept for the next time. */
export const chooseCloud = (msService: Provider['msService']): void => updateAppSettings({ msService });

/** Seconds that a token still lives; one whose end cannot be read counts from now. */
export function remainingSeconds(token: string, now = Date.now()): number {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number };
    return (claims.exp ?? now / 1000 + signInConstants.defaultTokenLifetimeSeconds.value) - now / 1000;
  } catch {
    return signInConstants.defaultTokenLifetimeSeconds.value;
  }
}

export const needsRenewal = (token: string, now = Date.now()): boolean =>
  remainingSeconds(token, now) < signInConstants.tokenRenewalOffsetSeconds.value;

async function credentialHeaders(): Promise<Record<string, string>> {
  let { auth } = useRoot.getState();
  if (auth.state === 'LOGGED_IN' && auth.token && needsRenewal(auth.token)) {
    // A renewal that fails early is no loss: the token is good until the server says otherwise.
    await renew(false).catch(() => undefined);
    auth = useRoot.getState().auth;
  }
  return {
    ...(auth.token ? { authorization: `Bearer ${auth.token}` } : {}),
    ...(auth.azureToken ? { 'x-cloud-token': auth.azureToken } : {}),
    ...(auth.awsAuth ? { 'x-aws-auth': auth.awsAuth } : {}),
    'x-ms-service': useRoot.getState().appSettings.msService,
  };
}

let renewal: Promise<void> | undefined;

function renew(force: boolean): Promise<void> {
  renewal ??= (async () => {
    const identity = await identityOf();
    const person = personOf();
    const token = await identity.token('portal', person, force);
    const azureToken = await identity.token('management', person, force).catch(() => null);
    dispatch({ type: 'renewed', token, azureToken });
  })().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** A call was answered 401: true when new tokens are there and the call may be repeated. */
async function renewOnce(): Promise<boolean> {
  if (useRoot.getState().auth.state !== 'LOGGED_IN') return false;
  try {
    await renew(true);
    return true;
  } catch {
    return false;
  }
}

function expireHere(): void {
  if (useRoot.getState().auth.state === 'LOGGED_IN') dispatch({ type: 'tokenExpired', latestURLPath: portalPath(currentPath()) ?? '/portal/' });
}

/** 401 while a list loads in the background: checks the tokens with the current path (spec section 7). */
export async function checkTokens(): Promise<void> {
  if (!(await renewOnce())) expireHere();
}

/** Another tab signed out, renewed the tokens or signed someone else in: this tab follows. */
function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'root' || !newValue) return;
    let state: string | undefined;
    try {
      state = (JSON.parse(newValue) as { state?: { auth?: { state?: string } } }).state?.auth?.state;
    } catch {
      return;
    }
    const own = useRoot.getState().auth.state;
    if (state === 'LOGGED_IN' || (own === 'LOGGED_IN' && (state === 'NOT_LOGGED_IN' || state === 'LOGIN_ERROR'))) {
      if (state !== 'LOGGED_IN') sessionStorage.clear();
      void useRoot.persist.rehydrate();
    }
  });
}

/**
 * Makes the AWS sign-in or the directory sign-in the active one. The server exchanges the directory's token for
 * temporary AWS keys and hands back a sealed reference; no key ever reaches the browser.
 */
export async function switchProvider(provider: 'aws' | null): Promise<void> {
  if (provider === null) return leaveAws();
  const idToken = await (await identityOf()).idToken(personOf());
  const response = await send('POST', '/api/user/aws', { body: { idToken } });
  const { awsAuth } = (await response.json()) as { awsAuth: string };
  // A sign-out may have come first.
  if (useRoot.getState().auth.state === 'LOGGED_IN') dispatch({ type: 'updateProvider', provider: 'aws', awsAuth });
}

const leaveAws = async (): Promise<void> => dispatch({ type: 'updateProvider', provider: null, awsAuth: null });

let awsRenewal: Promise<void> | undefined;
/** Exchanges the directory's token again, once for all calls that wait; without success the next answer leaves AWS. */
function renewAws(): Promise<void> {
  awsRenewal ??= (async () => {
    // The call that renews must not carry what it renews.
    dispatch({ type: 'updateProvider', provider: 'aws', awsAuth: null });
    await switchProvider('aws').catch(leaveAws);
  })().finally(() => {
    awsRenewal = undefined;
  });
  return awsRenewal;
}

const INVITE_KEY = 'invite';

/** Keeps the token of an invitation for this tab until the person has signed in. */
export const rememberInvite = (token: string): void => sessionStorage.setItem(INVITE_KEY, token);
