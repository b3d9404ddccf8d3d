import { createHash, randomBytes } from 'node:crypto';
import type { Account } from '@cloudwright/contract';
import type { Config } from '../../platform/settings.ts';
import { RawReply, redirect, type PersonContext, type PublicContext, type Services } from '../../platform/context.ts';
import { writeAudit } from '../../platform/audit.ts';
import { createOrgDb } from '../../platform/db/org-db.ts';
import { failure } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { call, jsonOf } from '../../platform/outgoing.ts';
import { loadPerson } from '../../platform/session.ts';

type Github = NonNullable<Config['github']>;
const stateMinutes = 10;
const failed = (reason: string) => `/portal/profile?github=${encodeURIComponent(reason)}`;

function requireGithub({ config }: Services): Github {
  if (!config.github) throw failure('not_configured', 'No code-hosting service is configured.');
  return config.github;
}

/** The login address of the code-hosting service: client, return address, repo scope, state and PKCE challenge. */
export function githubLoginUrl(at: { url: string; clientId: string; redirectUrl: string; state: string; challenge: string }): string {
  const query = new URLSearchParams({ client_id: at.clientId, redirect_uri: at.redirectUrl, scope: 'repo', state: at.state, code_challenge: at.challenge, code_challenge_method: 'S256' });
  return `${at.url}/login/oauth/authorize?${query.toString()}`;
}

const returnUrl = (config: Config, email: string) => `${config.publicUrl}/api/user/login/social/github/${encodeURIComponent(email)}`;

const cookieName = 'cloudwright-github';
/** What only the browser that started linking has: without it, a start could be finished by somebody else's sign-in. */
const browserProof = (id: string) => `oauth-browser:${id}`;

function startedHere({ services, request }: PublicContext, id: string): boolean {
  const cookie = (request.headers.cookie ?? '').split(/;\s*/).find((each) => each.startsWith(`${cookieName}=`));
  return services.crypto.isSignature(browserProof(id), cookie?.slice(cookieName.length + 1) ?? '');
}

/** Starts linking: the state is signed, bound to the person and the browser, used once and for ten minutes. */
export async function startGithub({ services, person }: PersonContext): Promise<RawReply> {
  const github = requireGithub(services);
  const id = newId();
  const verifier = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + stateMinutes * 60_000).toISOString();
  await services.system.db.deleteFrom('oauthState').where('expiresAt', '<', new Date().toISOString()).execute();
  await services.system.db.insertInto('oauthState').values({ id, userId: person.userId, sealedVerifier: services.crypto.seal(verifier, `oauth:${id}`), expiresAt }).execute();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = `${id}.${services.crypto.sign(`oauth:${id}`)}`;
  const url = githubLoginUrl({ url: github.url, clientId: github.clientId, redirectUrl: returnUrl(services.config, person.account.email), state, challenge });
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const cookie = `${cookieName}=${services.crypto.sign(browserProof(id))}; Path=/api/user/login/social/github; Max-Age=${stateMinutes * 60}; HttpOnly; SameSite=Lax${secure}`;
  return new RawReply({ 'content-type': 'application/json; charset=utf-8', 'set-cookie': cookie }, JSON.stringify({ url }));
}

/**
 * The way back from the code-hosting service. The browser comes without a bearer token here, so who it is says the
 * state; a cookie proves that it started here, and the path's e-mail must be that person's. Ends on the profile, with a
 * word about what went wrong.
 */
export async function returnFromGithub(context: PublicContext, email: string, query: { code?: string | undefined; state?: string | undefined; error?: string | undefined }): Promise<RawReply> {
  const { services, requestId } = context;
  const github = requireGithub(services);
  if (query.error) return redirect(failed(query.error));
  const [id = '', signature = ''] = (query.state ?? '').split('.');
  if (!query.code || !services.crypto.isSignature(`oauth:${id}`, signature) || !startedHere(context, id)) throw failure('invalid_state', 'This return was not started here.');
  const { db } = services.system;
  const state = await db.deleteFrom('oauthState').where('id', '=', id).returningAll().executeTakeFirst();
  if (!state || state.expiresAt <= new Date().toISOString()) throw failure('invalid_state', 'This return was used already or is too old. Start again from your profile.');
  const user = await db.selectFrom('user').select(['id', 'orgId', 'name', 'email']).where('id', '=', state.userId).executeTakeFirst();
  if (!user || user.email !== email.toLowerCase()) throw failure('invalid_state', 'This return belongs to another account.');

  const token = await exchange(github, query.code, services.crypto.open(state.sealedVerifier, `oauth:${id}`), returnUrl(services.config, user.email));
  const login = token && (await loginOf(github, token));
  if (!token || !login) return redirect(failed('refused'));
  const sealedToken = services.crypto.seal(token, `github:${user.id}`);
  await createOrgDb(db, { orgKey: user.orgId, isPlatform: false, userId: user.id }).run(async (tx) => {
    await tx.kysely
      .insertInto('githubAccount')
      .values({ userId: user.id, orgId: user.orgId, login, sealedToken })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ login, sealedToken }))
      .execute();
    await writeAudit(tx, { userId: user.id, name: user.name, email: user.email }, { action: 'githubReturn', requestId }, { subjectId: user.id, subjectName: login, after: { githubLogin: login } });
  });
  return redirect('/portal/profile?github=linked');
}

export async function unlinkGithub({ services, person, db, audit }: PersonContext): Promise<Account> {
  await db.run(async (tx) => {
    await tx.kysely.deleteFrom('githubAccount').where('orgId', '=', tx.actor.orgKey).where('userId', '=', person.userId).execute();
    await audit(tx, { subjectId: person.userId, subjectName: person.account.githubLogin, before: { githubLogin: person.account.githubLogin } });
  });
  return (await loadPerson(services.system, person.identity, null)).account;
}

async function exchange(github: Github, code: string, verifier: string, redirectUri: string): Promise<string | null> {
  const form = new URLSearchParams({ client_id: github.clientId, client_secret: github.clientSecret, code, code_verifier: verifier, redirect_uri: redirectUri });
  return (await ask<{ access_token: string }>(`${github.url}/login/oauth/access_token`, { form })).access_token ?? null;
}

async function loginOf(github: Github, token: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'cloudwright' };
  return (await ask<{ login: string }>(`${github.apiUrl}/user`, { headers })).login ?? null;
}

async function ask<T extends object>(address: string, options: Parameters<typeof call>[1]): Promise<Partial<T>> {
  const answer = await call(address, options).catch(() => {
    throw failure('cloud_unreachable', 'The code-hosting service does not answer.');
  });
  return answer.status === 200 ? jsonOf<T>(answer) : {};
}
