import './expected-warnings.ts';
import { randomBytes } from 'node:crypto';
import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { accessClaims } from './claims.ts';
import { accountByKey, accountKey, PORTAL_CLIENT } from './directory.ts';
import type { Directory, DirectorySeed } from '../../wire/cloud.ts';
import { escapeHtml, page } from './pages.ts';
import { type ApiResource, type Audience, resourceOfScope, scopesOf } from './resources.ts';
import type { SigningKeys } from './signing.ts';
import type { TokenStore } from './token-store.ts';

const { Prompt, Check, base } = interactionPolicy;

export interface AuthorityOptions {
  cloud: 'general' | 'government';
  origin: string;
  seed: DirectorySeed;
  resources: (ApiResource & { kind: Audience })[];
  /** Allowed return addresses of the portal. */
  redirectUris: string[];
  keys: SigningKeys;
  cookieKey: string;
  store: TokenStore;
  /** Seconds, read at each token: a setting may change while it runs. */
  lifetimes: () => { access: number; refresh: number };
  log: (text: string) => void;
}

/** Who may use a session: the hinted account, and only one that the directory knows (member or guest). */
function signInPolicy(seed: DirectorySeed, tenant: string): ReturnType<typeof base> {
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const login = policy.get('login')!;
  login.checks.add(new Check('hint_mismatch', 'login_hint names another account', 'login_required', ({ oidc }) => {
    const hint = oidc.params?.['login_hint'];
    if (!hint || !oidc.session?.accountId || oidc.result?.login) return false;
    return accountByKey(seed, oidc.session.accountId)?.upn !== hint;
  }));
  login.checks.add(new Check('not_in_tenant', 'the account does not exist in this directory', 'login_required', ({ oidc }) =>
    !!oidc.session?.accountId && !accountByKey(seed, oidc.session.accountId)?.objectIds[tenant]));
  return policy;
}

/** One OpenID provider of one directory, with the real directory's paths and claims. */
export function directoryProvider(directory: Directory, options: AuthorityOptions): Provider {
  const { origin, seed, resources, store, keys } = options;
  const tenant = directory.id;
  const isHttps = origin.startsWith('https:');
  const byUri = (uri: string): ApiResource => resources.find((resource) => resource.uri === uri) ?? resources[0]!;

  const configuration: Configuration = {
    adapter: store.adapter(tenant),
    clients: [{
      client_id: PORTAL_CLIENT, token_endpoint_auth_method: 'none', application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
      redirect_uris: options.redirectUris, post_logout_redirect_uris: options.redirectUris,
    }],
    jwks: { keys: [keys.privateJwk() as never] },
    clientBasedCORS: (_ctx, requestOrigin) => options.redirectUris.some((uri) => new URL(uri).origin === requestOrigin),
    cookies: {
      keys: [options.cookieKey],
      // Cookies know no ports: both clouds on one machine must not sign each other out.
      names: { session: `session_${options.cloud}`, interaction: `interaction_${options.cloud}`, resume: `resume_${options.cloud}` },
      long: { httpOnly: true, sameSite: isHttps ? 'none' : 'lax', secure: isHttps },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    routes: {
      authorization: '/oauth2/v2.0/authorize', token: '/oauth2/v2.0/token', jwks: '/discovery/v2.0/keys',
      end_session: '/oauth2/v2.0/logout', userinfo: '/oidc/userinfo',
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', 'tid', 'oid', 'name', 'preferred_username', 'email', 'login_hint', 'ver', 'uti', 'sid', 'auth_time'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: {
      AccessToken: () => options.lifetimes().access, IdToken: () => 3600, AuthorizationCode: () => 60,
      RefreshToken: () => options.lifetimes().refresh, Session: () => 86_400, Grant: () => 2 * 86_400, Interaction: () => 600,
    },
    // The real directory gives a refresh token whenever the application may have one, and does not end it at use.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    rotateRefreshToken: () => false,
    extraParams: ['client_info', 'domain_hint'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // With a logout hint the real directory does not ask.
        logoutSource: async (ctx, form) => {
          ctx.type = 'html';
          ctx.body = ctx.oidc.params?.['logout_hint']
            ? page('Signing out', 'One moment', `${form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')}<script>document.forms[0].submit()</script>`)
            : page('Sign out?', 'This ends your session in the sandbox directory.', `${form}<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>`);
        },
      },
      resourceIndicators: {
        enabled: true,
        // Everything is consented to at sign-in; the token request's scope picks one API.
        defaultResource: async (ctx, _client, oneOf) => {
          if (!oneOf) return ctx.oidc.route === 'authorization' ? resources.map(({ uri }) => uri) : (undefined as never);
          const scope = (ctx.oidc.body?.['scope'] as string | undefined) ?? '';
          return scope.split(' ').map((part) => resourceOfScope(resources, part)?.uri).find(Boolean) ?? oneOf[0]!;
        },
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, uri) => ({
          scope: scopesOf(byUri(uri)).join(' '), audience: byUri(uri).audience, accessTokenTTL: options.lifetimes().access,
          accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    formats: {
      customizers: {
        jwt: (_ctx, token, jwt) => {
          const account = accountByKey(seed, 'accountId' in token ? token.accountId : undefined);
          const resource = resources.find(({ audience }) => audience === jwt.payload['aud']);
          if (account && resource && token.clientId) {
            const { iat, exp } = jwt.payload;
            jwt.payload = { ...accessClaims(origin, tenant, account, token.clientId, resource), iat, nbf: iat, exp } as typeof jwt.payload;
          }
          jwt.header = { typ: 'JWT' };
        },
      },
    },
    findAccount: async (_ctx, key) => {
      const account = accountByKey(seed, key);
      const objectId = account?.objectIds[tenant];
      if (!account || !objectId) return undefined;
      return {
        accountId: key,
        claims: async () => ({
          sub: objectId, tid: tenant, oid: objectId, name: account.name, preferred_username: account.upn, email: account.upn,
          login_hint: account.upn, ver: '2.0', uti: randomBytes(8).toString('hex'),
        }),
      };
    },
    // An administrator has consented to everything for everybody.
    loadExistingGrant: async (ctx) => {
      const { oidc } = ctx;
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid profile email offline_access');
      for (const resource of resources) grant.addResourceScope(resource.uri, scopesOf(resource).join(' '));
      await grant.save();
      return grant;
    },
    interactions: { policy: signInPolicy(seed, tenant), url: (_ctx, interaction) => `/${tenant}/interaction/${interaction.uid}` },
    renderError: async (ctx, out, error) => {
      options.log(`sign-in error: ${JSON.stringify(out)} ${(error as { error_detail?: string }).error_detail ?? ''}`);
      ctx.type = 'html';
      ctx.body = page('Sorry, but we are having trouble signing you in', '', `<pre>${escapeHtml(JSON.stringify(out, null, 1))}</pre>`);
    },
  };
  const provider = new Provider(`${origin}/${tenant}/v2.0`, configuration);
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => options.log(`sign-in server error: ${error.stack ?? error.message}`));
  provider.use(async (ctx, next) => {
    await next();
    shapeAnswer(ctx as KoaContextWithOIDC, options);
  });
  return provider;
}

/** The real directory's additions to token answers, token errors and the discovery document. */
function shapeAnswer(ctx: KoaContextWithOIDC, { seed, resources, origin }: AuthorityOptions): void {
  const body = ctx.body as Record<string, unknown> | undefined;
  if (!ctx.oidc || !body) return;
  if (ctx.oidc.route === 'token' && ctx.status === 200) {
    const account = accountByKey(seed, ctx.oidc.entities.Account?.accountId);
    if (account) body['client_info'] = Buffer.from(JSON.stringify({ uid: accountKey(account), utid: account.home })).toString('base64url');
    body['ext_expires_in'] = body['expires_in'];
    const asked = ((ctx.oidc.body?.['scope'] as string | undefined) ?? '').split(' ').filter((scope) => resourceOfScope(resources, scope));
    const granted = String(body['scope'] ?? '').split(' ').filter((scope) => scope.includes('/') && !scope.endsWith('/.default'));
    body['scope'] = [...new Set([...asked, ...granted]), 'openid', 'profile', 'email'].join(' ');
  } else if (ctx.oidc.route === 'token' && ctx.status >= 400) {
    Object.assign(body, errorEnvelope(70000));
  } else if (ctx.oidc.route === 'discovery') {
    Object.assign(body, { tenant_region_scope: 'NA', cloud_instance_name: new URL(origin).host });
  }
}

/** The members that the real directory's OAuth errors carry. */
export const errorEnvelope = (number: number): Record<string, unknown> => ({
  error_codes: [number],
  timestamp: new Date().toISOString(),
  trace_id: crypto.randomUUID(),
  correlation_id: crypto.randomUUID(),
});
