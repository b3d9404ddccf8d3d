import { ClientSecretCredential } from '@azure/identity';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALPINE, all, BOREALIS, clientsFor, createSandbox, FEDERAL, tokenOf, type Sandbox } from './clients.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.stop());

interface Tokens { access_token: string; refresh_token: string; id_token: string; error_description?: string; expires_in: number; scope: string }

const claimsOf = (token: string): Record<string, unknown> => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A browser without a window: follows redirects and keeps cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  async go(url: string, init: Init = {}): Promise<Response> {
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { ...init.headers, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }
  /** Follows redirects to the end: an address outside of the authority, or the page that is shown. */
  async follow(start: string, init: Init = {}, authority = sandbox.http.general): Promise<{ url: string; response: Response }> {
    let url = start;
    let response = await this.go(url, init);
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location');
      if (!location) return { url, response };
      url = new URL(location, url).href;
      if (!url.startsWith(authority)) return { url, response };
      response = await this.go(url);
    }
    throw new Error('too many redirects');
  }
}

const RETURN = 'http://localhost:8080/';
function authorizeUrl(tenant: string, more: Record<string, string>): { url: string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'cloudwright', redirect_uri: RETURN, response_type: 'code', response_mode: 'query', scope: 'openid profile offline_access api://cloudwright/access_as_user',
    state: 's', nonce: 'n', code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256', ...more,
  });
  return { url: `${sandbox.http.general}/${tenant}/oauth2/v2.0/authorize?${query}`, verifier };
}

async function post(tenant: string, form: Record<string, string>): Promise<{ status: number; body: Tokens }> {
  const response = await fetch(`${sandbox.http.general}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: (await response.json()) as Tokens };
}

describe('sign-in in the browser', () => {
  test('the account picker at common leads to the home directory; code and verifier give tokens for the portal', async () => {
    const browser = new Browser();
    const { url, verifier } = authorizeUrl('common', { prompt: 'select_account' });
    const picker = await (await browser.go(url)).text();
    expect(picker).toContain('dev@alpine.example');
    const query = /name="query" value="([^"]+)"/.exec(picker)![1]!.replaceAll('&amp;', '&');
    const end = await browser.follow(`${sandbox.http.general}/common/pick`, { method: 'POST', body: new URLSearchParams({ upn: 'dev@alpine.example', query }) });
    const code = new URL(end.url).searchParams.get('code')!;
    const { body } = await post('common', { grant_type: 'authorization_code', code, client_id: 'cloudwright', redirect_uri: RETURN, code_verifier: verifier, scope: 'api://cloudwright/access_as_user' });
    expect(claimsOf(body.access_token)).toMatchObject({ aud: 'cloudwright', scp: 'access_as_user', tid: ALPINE, oid: '10000000-0000-4000-8000-000000000003', ver: '2.0', iss: `${sandbox.http.general}/${ALPINE}/v2.0` });
    expect(body.expires_in).toBe(3599);
    // One refresh token serves the other interfaces, and another directory of a guest only where the account exists.
    const management = await post(ALPINE, { grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: 'cloudwright', scope: 'https://management.azure.com/user_impersonation offline_access' });
    expect(claimsOf(management.body.access_token)['aud']).toBe('https://management.azure.com');
    const again = await post('common', { grant_type: 'authorization_code', code, client_id: 'cloudwright', redirect_uri: RETURN, code_verifier: verifier });
    expect(again.status).toBe(400);
  });

  test('a second sign-in in the same browser asks nothing; a silent one without session is refused', async () => {
    const browser = new Browser();
    await browser.follow(authorizeUrl('common', { login_hint: 'admin@alpine.example' }).url).then(async ({ url, response }) => {
      // The hint is known, but nobody has signed in yet: the picker shows that one account.
      const page = await response.text();
      expect(page).toContain('admin@alpine.example');
      await browser.follow(url, { method: 'POST', body: new URLSearchParams({ upn: 'admin@alpine.example' }) });
    });
    const silent = await browser.follow(authorizeUrl('common', { login_hint: 'admin@alpine.example', prompt: 'none' }).url);
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy();
    const stranger = await new Browser().follow(authorizeUrl('common', { prompt: 'none' }).url);
    expect(new URL(stranger.url).searchParams.get('error')).toBe('login_required');
  });

  test('signing in to the government cloud does not end the session in the general one', async () => {
    const browser = new Browser();
    const signIn = async (http: string, tenant: string, upn: string) => {
      const { url } = authorizeUrl(tenant, { login_hint: upn, prompt: 'login' });
      await browser.follow(url.replace(sandbox.http.general, http), {}, http);
    };
    await signIn(sandbox.http.general, ALPINE, 'dev@alpine.example');
    await signIn(sandbox.http.government, FEDERAL, 'admin@federal.example');
    const silent = await browser.follow(authorizeUrl(ALPINE, { login_hint: 'dev@alpine.example', prompt: 'none' }).url);
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy();
  });

  test('a foreign return address is refused, not followed', async () => {
    const { response } = await new Browser().follow(authorizeUrl(ALPINE, { redirect_uri: 'http://evil.example/' }).url);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('redirect_uri');
  });
});

describe('grants for scripts', () => {
  test('a guest has another object id in the other directory', async () => {
    const claims = claimsOf(await tokenOf(sandbox, 'guest@alpine.example', { tenant: BOREALIS }));
    expect(claims).toMatchObject({ oid: '20000000-0000-4000-8000-000000000006', tid: BOREALIS, idp: `${sandbox.http.general}/${ALPINE}/` });
  });

  test.each([
    ['a wrong password', { username: 'dev@alpine.example', password: 'wrong', scope: 'api://cloudwright/.default' }, 'AADSTS50126'],
    ['an unknown account', { username: 'nobody@alpine.example', password: 'sandbox', scope: 'api://cloudwright/.default' }, 'AADSTS50034'],
    ['two resources in one request', { username: 'dev@alpine.example', password: 'sandbox', scope: 'api://cloudwright/.default https://management.azure.com/.default' }, 'AADSTS28000'],
    ['an unknown resource', { username: 'dev@alpine.example', password: 'sandbox', scope: 'https://unknown.example/.default' }, 'AADSTS70011'],
  ])('%s is refused', async (_what, form, code) => {
    const { status, body } = await post(ALPINE, { grant_type: 'password', client_id: 'cloudwright', ...form });
    expect(status).toBe(400);
    expect(body.error_description).toContain(code);
  });

  test('the official identity client gets a token with a client secret, and the text of the refusal with a wrong one', async () => {
    const options = { authorityHost: sandbox.tls.general, disableInstanceDiscovery: true, tlsOptions: { ca: sandbox.ca } };
    const credential = new ClientSecretCredential(ALPINE, '44444444-4444-4444-8444-444444444444', 'sandbox-secret', options);
    const { token } = await credential.getToken('https://management.azure.com/.default');
    expect(claimsOf(token)).toMatchObject({ idtyp: 'app', oid: '10000000-0000-4000-8000-000000000102' });
    await expect(new ClientSecretCredential(ALPINE, '44444444-4444-4444-8444-444444444444', 'wrong', options).getToken('https://management.azure.com/.default')).rejects.toThrow('AADSTS7000215');
  });

  test('on behalf of: the portal swaps a person\'s token for one of Graph; Graph knows the organization', async () => {
    const assertion = await tokenOf(sandbox, 'admin@alpine.example', { scope: 'api://cloudwright/.default' });
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', client_id: 'cloudwright', client_secret: 'sandbox-secret', requested_token_use: 'on_behalf_of', scope: 'https://graph.microsoft.com/.default' };
    const { body } = await post(ALPINE, { ...form, assertion });
    expect(claimsOf(body.access_token)).toMatchObject({ aud: 'https://graph.microsoft.com', oid: '10000000-0000-4000-8000-000000000002' });
    const foreign = await tokenOf(sandbox, 'admin@alpine.example');
    expect((await post(ALPINE, { ...form, assertion: foreign })).status).toBe(400);
  });

  test('the life of access tokens is a switch; an expired one is refused as such', async () => {
    const { clouds: { general } } = sandbox;
    general.faults.setSwitches({ accessTokenSeconds: 60 });
    const { subscriptions } = clientsFor(sandbox);
    expect(await all(subscriptions.subscriptions.list())).toHaveLength(2);
    const token = await tokenOf(sandbox, 'dev@alpine.example');
    expect(Number(claimsOf(token)['exp']) - Number(claimsOf(token)['iat'])).toBe(60);
    general.clock.advance(120_000);
    await expect(general.authority.verify(token, general.world.now())).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
    general.faults.clear();
  });
});

test('the government cloud has its own directory, audience and subscription', async () => {
  const token = await tokenOf(sandbox, 'admin@federal.example', { tenant: FEDERAL, cloud: 'government', scope: 'https://management.usgovcloudapi.net/.default' });
  expect(claimsOf(token)).toMatchObject({ tid: FEDERAL, aud: 'https://management.usgovcloudapi.net' });
  const { subscriptions } = clientsFor(sandbox, 'admin@federal.example', 'cccccccc-0000-4000-8000-000000000001', { tenant: FEDERAL, cloud: 'government', scope: 'https://management.usgovcloudapi.net/.default' });
  expect((await all(subscriptions.subscriptions.list())).map(({ subscriptionId }) => subscriptionId)).toEqual(['cccccccc-0000-4000-8000-000000000001']);
  // A token of one cloud is nothing in the other.
  const { subscriptions: wrong } = clientsFor(sandbox, 'admin@federal.example', 'x', { tenant: FEDERAL, cloud: 'government', scope: 'https://graph.microsoft.us/.default' });
  await expect(all(wrong.subscriptions.list())).rejects.toMatchObject({ statusCode: 401 });
});
