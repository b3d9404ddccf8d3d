import { randomBytes } from 'node:crypto';
import { accessClaims, applicationClaims, idClaims } from './claims.ts';
import { accountByKey, accountByUpn, accountKey, CLI_CLIENT, PASSWORD, PORTAL_CLIENT } from './directory.ts';
import type { Account, DirectorySeed } from '../../wire/cloud.ts';
import { errorEnvelope } from './providers.ts';
import { type ApiResource, type Audience, resourceOfScope } from './resources.ts';
import type { SigningKeys } from './signing.ts';
import type { World } from '../../world/world.ts';

export interface ScriptGrants {
  /** Answers a token request, or undefined when it is not one of these grants (code, foreign refresh token). */
  redeem: (tenant: string | undefined, form: URLSearchParams, authorization?: string) => Promise<{ status: number; body: Record<string, unknown> } | undefined>;
}

interface Options {
  origin: string;
  seed: DirectorySeed;
  resources: (ApiResource & { kind: Audience })[];
  keys: SigningKeys;
  world: World;
  lifetimes: () => { access: number; refresh: number };
}

class Refused extends Error {
  readonly status: number;
  readonly error: string;
  readonly number: number;
  constructor(status: number, error: string, number: number, message: string) {
    super(`AADSTS${number}: ${message}`);
    this.status = status;
    this.error = error;
    this.number = number;
  }
}

interface RefreshRow { account: string; clientId: string; expires: number }

/**
 * The grants that scripts and servers use: password, client credentials, on-behalf-of, and the refresh of tokens that
 * a password gave. The library serves the browser's grants; these are small and need nothing of it.
 */
export function scriptGrants({ origin, seed, resources, keys, world, lifetimes }: Options): ScriptGrants {
  const apiOf = (form: URLSearchParams): ApiResource => {
    const scopes = (form.get('scope') ?? '').split(' ').filter(Boolean);
    const asked = [...new Set(scopes.map((scope) => resourceOfScope(resources, scope)).filter((api) => api !== undefined))];
    // One access token is for one API.
    if (asked.length > 1) throw new Refused(400, 'invalid_request', 28000, 'Provided value for the input parameter scope is not valid because it contains more than one resource.');
    const named = form.get('resource')?.replace(/\/+$/, '');
    const api = asked[0] ?? resources.find(({ uri, audience }) => uri === named || audience === named);
    if (!api && named) throw new Refused(400, 'invalid_resource', 500011, `The resource principal named ${named} was not found in the tenant.`);
    if (!api && scopes.some((scope) => scope.includes('/'))) throw new Refused(400, 'invalid_scope', 70011, `The provided value for the input parameter 'scope' is not valid. The scope ${scopes.join(' ')} is not valid.`);
    return api ?? resources.find(({ kind }) => kind === 'graph')!;
  };

  const forPerson = async (tenant: string, account: Account, clientId: string, form: URLSearchParams, withRefresh: boolean): Promise<Record<string, unknown>> => {
    const api = apiOf(form);
    const life = lifetimes();
    const refreshToken = withRefresh ? randomBytes(32).toString('base64url') : undefined;
    if (refreshToken) world.setValue('script-refresh', refreshToken, { account: accountKey(account), clientId, expires: world.now().getTime() + life.refresh * 1000 } satisfies RefreshRow);
    return {
      token_type: 'Bearer', expires_in: life.access, ext_expires_in: life.access,
      scope: api.permissions.map((permission) => `${api.uri}/${permission}`).join(' '),
      access_token: await keys.sign(accessClaims(origin, tenant, account, clientId, api), life.access),
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
      id_token: await keys.sign(idClaims(origin, tenant, account, clientId), 3600),
      client_info: Buffer.from(JSON.stringify({ uid: accountKey(account), utid: account.home })).toString('base64url'),
    };
  };

  const application = (tenant: string, form: URLSearchParams, authorization: string | undefined): (typeof seed.applications)[number] => {
    const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1];
    const [basicId, basicSecret] = basic ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent) : [];
    const clientId = form.get('client_id') ?? basicId;
    const found = seed.applications.find((row) => row.clientId === clientId && row.tenant === tenant);
    if (!found) throw new Refused(401, 'unauthorized_client', 700016, `Application with identifier '${clientId}' was not found in the directory '${tenant}'.`);
    if ((form.get('client_secret') ?? basicSecret) !== found.secret) throw new Refused(401, 'invalid_client', 7000215, `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value for app '${found.clientId}'.`);
    return found;
  };

  const grants: Record<string, (tenant: string | undefined, form: URLSearchParams, authorization?: string) => Promise<Record<string, unknown>> | undefined> = {
    password: async (wanted, form) => {
      const clientId = form.get('client_id') ?? '';
      if (![PORTAL_CLIENT, CLI_CLIENT].includes(clientId)) throw new Refused(400, 'unauthorized_client', 700016, `Application with identifier '${clientId}' was not found in the directory.`);
      const account = accountByUpn(seed, form.get('username'));
      const tenant = wanted ?? account?.home;
      if (!account || !tenant || !account.objectIds[tenant]) throw new Refused(400, 'invalid_grant', 50034, `The user account ${form.get('username')} does not exist in the directory.`);
      if (form.get('password') !== PASSWORD) throw new Refused(400, 'invalid_grant', 50126, 'Error validating credentials due to invalid username or password.');
      return forPerson(tenant, account, clientId, form, true);
    },
    refresh_token: (wanted, form) => {
      const row = world.value<RefreshRow>('script-refresh', form.get('refresh_token') ?? '');
      if (!row) return undefined;
      const account = accountByKey(seed, row.account)!;
      const tenant = wanted ?? account.home;
      if (row.expires < world.now().getTime()) throw new Refused(400, 'invalid_grant', 700082, 'The refresh token has expired due to inactivity.');
      if (!account.objectIds[tenant]) throw new Refused(400, 'invalid_grant', 50020, `User account '${account.upn}' does not exist in tenant '${tenant}'.`);
      return forPerson(tenant, account, row.clientId, form, true);
    },
    client_credentials: async (wanted, form, authorization) => {
      const tenant = wanted ?? seed.directories[0]!.id;
      const found = application(tenant, form, authorization);
      const life = lifetimes();
      return { token_type: 'Bearer', expires_in: life.access, ext_expires_in: life.access, access_token: await keys.sign(applicationClaims(origin, found, apiOf(form)), life.access) };
    },
    'urn:ietf:params:oauth:grant-type:jwt-bearer': async (wanted, form, authorization) => {
      const tenant = wanted ?? seed.directories[0]!.id;
      const found = seed.applications.find((row) => row.tenant === tenant) && application(tenant, form, authorization);
      if (form.get('requested_token_use') !== 'on_behalf_of') throw new Refused(400, 'invalid_request', 900144, "The request body must contain the parameter 'requested_token_use'.");
      const claims = await keys.verify(form.get('assertion') ?? '', world.now()).catch(() => {
        throw new Refused(400, 'invalid_grant', 500133, 'Assertion is not within its valid time range, or its signature is wrong.');
      });
      const account = seed.accounts.find(({ objectIds }) => objectIds[tenant] === claims['oid']);
      if (claims.aud !== PORTAL_CLIENT || !account || claims['tid'] !== tenant) throw new Refused(400, 'invalid_grant', 50013, 'Assertion failed audience or tenant validation.');
      return forPerson(tenant, account, found!.clientId, form, false);
    },
  };

  return {
    async redeem(tenant, form, authorization) {
      try {
        const body = await grants[form.get('grant_type') ?? '']?.(tenant, form, authorization);
        return body && { status: 200, body };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { status: error.status, body: { error: error.error, error_description: error.message, ...errorEnvelope(error.number) } };
      }
    },
  };
}
