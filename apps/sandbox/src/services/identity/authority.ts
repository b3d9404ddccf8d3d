import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { World } from '../../world/world.ts';
import { accountByUpn, accountKey, directoryOf, PORTAL_CLIENT } from './directory.ts';
import type { DirectorySeed, TokenAuthority } from '../../wire/cloud.ts';
import { escapeHtml, page, picker } from './pages.ts';
import { directoryProvider, errorEnvelope } from './providers.ts';
import { apiResources, scopesOf } from './resources.ts';
import { scriptGrants } from './script-grants.ts';
import { signingKeys } from './signing.ts';
import { TokenStore } from './token-store.ts';

const COMMON = new Set(['common', 'organizations', 'adfs']);

export interface Options {
  world: World;
  seed: DirectorySeed;
  /** http address of the authority. */
  origin: string;
  tls: string;
  redirectUris: string[];
  lifetimes: () => { access: number; refresh: number };
  log: (text: string) => void;
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) {
    text += chunk;
    if (text.length > 1 << 16) throw new Error('form too large');
  }
  return new URLSearchParams(text);
}

/**
 * The directory service of one cloud: one OpenID provider a directory over one store, the `common` endpoint with its
 * account picker, and the grants of scripts. Paths and texts are those of the real one.
 */
export async function createAuthority(options: Options): Promise<TokenAuthority> {
  const { world, seed, origin, log } = options;
  const keys = signingKeys(world);
  const resources = apiResources(world.cloud, options.tls);
  const store = new TokenStore(world);
  let cookieKey = world.value<string>('identity', 'cookie-key');
  if (!cookieKey) world.setValue('identity', 'cookie-key', (cookieKey = randomBytes(24).toString('hex')));
  const scripts = scriptGrants({ origin, seed, resources, keys, world, lifetimes: options.lifetimes });
  const providers = new Map<string, { provider: Provider; callback: ReturnType<Provider['callback']> }>();
  // The library takes its keys when it is made; sessions and codes lie in the store and outlive it.
  const makeProviders = (): void => {
    for (const directory of seed.directories) {
      const provider = directoryProvider(directory, { cloud: world.cloud, origin, seed, resources, redirectUris: options.redirectUris, keys, cookieKey, store, lifetimes: options.lifetimes, log });
      providers.set(directory.id, { provider, callback: provider.callback() });
    }
  };
  makeProviders();
  const first = seed.directories[0]!.id;
  const everyScope = resources.flatMap(scopesOf);

  const send = (res: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}): true => {
    res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", ...headers });
    res.end(body);
    return true;
  };
  const json = (res: ServerResponse, status: number, body: unknown, origins = '*'): true =>
    send(res, status, 'application/json', JSON.stringify(body), { 'access-control-allow-origin': origins });

  const toProvider = async (tenant: string, req: IncomingMessage, res: ServerResponse, inner: string): Promise<true> => {
    // The library builds its own addresses from originalUrl and routes by url.
    Object.assign(req, { originalUrl: `/${tenant}${inner}`, url: inner });
    await providers.get(tenant)!.callback(req, res);
    return true;
  };
  /** Consent to all APIs at sign-in, so that one refresh token serves each of them. */
  const widened = (query: URLSearchParams): string => {
    const own = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const wide = new URLSearchParams(query);
    wide.set('scope', [...new Set([...own, ...everyScope])].join(' '));
    return wide.toString();
  };
  /** The discovery document; on the TLS port its endpoints are there too, since official clients refuse plain http. */
  const discovery = (name: string, here: string, issuer: string): Record<string, unknown> => {
    const base = `${here}/${name}`;
    return {
      issuer, authorization_endpoint: `${base}/oauth2/v2.0/authorize`, token_endpoint: `${base}/oauth2/v2.0/token`,
      end_session_endpoint: `${base}/oauth2/v2.0/logout`, jwks_uri: `${base}/discovery/v2.0/keys`,
      response_modes_supported: ['query', 'fragment', 'form_post'], subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'], response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'], tenant_region_scope: null,
    };
  };

  const redeem = async (tenant: string | undefined, req: IncomingMessage, res: ServerResponse): Promise<true> => {
    const form = await readForm(req);
    const own = await scripts.redeem(tenant, form, req.headers.authorization);
    if (own) return json(res, own.status, own.body, req.headers.origin ?? '*');
    const owner = tenant ?? store.issuerOf(form.get('code') ?? form.get('refresh_token') ?? '') ?? first;
    // The library does not keep offline_access among a refresh token's scopes.
    if (form.get('grant_type') === 'refresh_token' && form.has('scope')) form.set('scope', form.get('scope')!.split(' ').filter((scope) => scope !== 'offline_access').join(' '));
    Object.assign(req, { body: Object.fromEntries(form) });
    return toProvider(owner, req, res, '/oauth2/v2.0/token');
  };
  const logout = (tenant: string, req: IncomingMessage, res: ServerResponse, url: URL): Promise<true> => {
    const query = new URLSearchParams(url.searchParams);
    // The sign-in library sends neither; without one the return address would be ignored.
    if (!query.get('id_token_hint') && !query.get('client_id')) query.set('client_id', PORTAL_CLIENT);
    return toProvider(tenant, req, res, `/oauth2/v2.0/logout?${query}`);
  };

  const common = async (name: string, inner: string, req: IncomingMessage, res: ServerResponse, url: URL): Promise<boolean> => {
    if (inner === '/discovery/instance')
      return json(res, 200, { tenant_discovery_endpoint: `${origin}/common/v2.0/.well-known/openid-configuration`, 'api-version': '1.1', metadata: [{ preferred_network: url.host, preferred_cache: url.host, aliases: [url.host] }] });
    if (/^(\/v2\.0)?\/\.well-known\/openid-configuration$/.test(inner)) return json(res, 200, discovery(name, url.origin, `${url.origin}/{tenantid}/v2.0`));
    if (inner === '/oauth2/v2.0/authorize' && req.method === 'GET') {
      const hinted = accountByUpn(seed, url.searchParams.get('login_hint'));
      const prompt = url.searchParams.get('prompt');
      if (prompt === 'none') return toProvider(hinted?.home ?? first, req, res, `/oauth2/v2.0/authorize?${widened(url.searchParams)}`);
      if (hinted && prompt !== 'select_account') return send(res, 303, 'text/plain', '', { location: `/${hinted.home}/oauth2/v2.0/authorize?${url.searchParams}` });
      return send(res, 200, 'text/html', picker(seed.accounts, `/${name}/pick`, { query: url.searchParams.toString() }));
    }
    if (inner === '/pick' && req.method === 'POST') {
      const form = await readForm(req);
      const account = accountByUpn(seed, form.get('upn'));
      if (!account) return send(res, 400, 'text/html', page('Unknown account', 'Go back and pick another one.', ''));
      const query = new URLSearchParams(form.get('query') ?? '');
      query.set('login_hint', account.upn);
      query.set('prompt', 'login');
      return send(res, 303, 'text/plain', '', { location: `/${account.home}/oauth2/v2.0/authorize?${query}` });
    }
    if (/^\/oauth2\/(v2\.0\/)?token\/?$/.test(inner)) return req.method === 'POST' ? redeem(undefined, req, res) : toProvider(first, req, res, '/oauth2/v2.0/token');
    if (inner === '/oauth2/v2.0/logout') return logout(first, req, res, url);
    if (/^\/discovery\/(v2\.0\/)?keys$/.test(inner)) return json(res, 200, { keys: keys.published().map((key) => ({ ...key, issuer: `${origin}/{tenantid}/v2.0` })) });
    if (/^\/userrealm\//i.test(inner)) return json(res, 200, { ver: '1.0', account_type: 'Managed', domain_name: seed.directories[0]!.domain, cloud_instance_name: url.host, cloud_audience_urn: 'urn:federation:MicrosoftOnline' });
    return false;
  };

  const interaction = async (tenant: string, uid: string, req: IncomingMessage, res: ServerResponse): Promise<true> => {
    const { provider } = providers.get(tenant)!;
    let details;
    try {
      details = await provider.interactionDetails(req, res);
    } catch (error) {
      return send(res, 400, 'text/html', page('Your sign-in session has ended', 'Close this page and sign in again.', `<pre>${escapeHtml((error as Error).message)}</pre>`));
    }
    const finish = async (upn: unknown): Promise<true> => {
      const account = accountByUpn(seed, String(upn));
      const known = account?.objectIds[tenant];
      await provider.interactionFinished(req, res, account && known
        ? { login: { accountId: accountKey(account), amr: ['pwd'] }, select_account: {} }
        : { error: 'access_denied', error_description: `AADSTS50020: User account '${String(upn)}' does not exist in tenant '${tenant}'.` });
      return true;
    };
    if (req.method !== 'GET') return finish((await readForm(req)).get('upn'));
    const hint = details.params['login_hint'];
    // Picked a moment ago at `common`: do not ask twice.
    if (details.prompt.name === 'login' && hint && String(details.params['prompt'] ?? '').includes('login')) return finish(hint);
    const members = seed.accounts.filter(({ objectIds }) => objectIds[tenant]);
    const hinted = details.prompt.name === 'login' && hint ? members.filter(({ upn }) => upn === hint) : [];
    return send(res, 200, 'text/html', picker(hinted.length ? hinted : members, `/${tenant}/interaction/${uid}`));
  };

  return {
    verify: keys.verify,
    resources,
    rotateKey: () => {
      const kid = keys.rotate();
      makeProviders();
      return kid;
    },
    withdrawFormerKeys: keys.withdrawFormer,
    async handle(req, res, url) {
      const [name = '', ...rest] = url.pathname.split('/').filter(Boolean);
      const inner = `/${rest.join('/')}`;
      const lower = name.toLowerCase();
      if (COMMON.has(lower)) return common(lower, inner, req, res, url);
      const directory = directoryOf(seed, lower);
      if (!directory) {
        if (!/^\/(oauth2|v2\.0|discovery|\.well-known)/.test(inner)) return false;
        return json(res, 400, { error: 'invalid_tenant', error_description: `AADSTS90002: Tenant '${name}' not found.`, ...errorEnvelope(90002) });
      }
      const tenant = directory.id;
      if (/^(\/v2\.0)?\/\.well-known\/openid-configuration$/.test(inner) && url.protocol === 'https:') return json(res, 200, discovery(tenant, url.origin, `${url.origin}/${tenant}/v2.0`));
      if (/^(\/v2\.0)?\/\.well-known\/openid-configuration$/.test(inner)) return toProvider(tenant, req, res, '/.well-known/openid-configuration');
      if (inner === '/oauth2/v2.0/authorize') return toProvider(tenant, req, res, `/oauth2/v2.0/authorize?${widened(url.searchParams)}`);
      if (/^\/oauth2\/(v2\.0\/)?token\/?$/.test(inner) && req.method === 'POST') return redeem(tenant, req, res);
      if (inner === '/oauth2/v2.0/logout') return req.method === 'GET' ? logout(tenant, req, res, url) : toProvider(tenant, req, res, inner + url.search);
      if (/^\/discovery\/(v2\.0\/)?keys$/.test(inner)) return json(res, 200, { keys: keys.published().map((key) => ({ ...key, issuer: `${origin}/${tenant}/v2.0` })) });
      if (rest[0] === 'interaction' && rest[1]) return interaction(tenant, rest[1], req, res);
      return toProvider(tenant, req, res, inner + url.search);
    },
  };
}
