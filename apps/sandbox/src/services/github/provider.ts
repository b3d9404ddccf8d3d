import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from '../../wire/provider.ts';
import type { World } from '../../world/world.ts';

/** The one application that this stand-in knows; the portal's defaults for the sandbox name it. */
const gitHubApplication = { clientId: 'cloudwright-github', clientSecret: 'sandbox' };

interface Grant { redirectUri: string; scope: string; challenge: string | undefined; expires: number }

const SERVICE = 'github';
const CODE_LIFE_MS = 10 * 60_000;
const account = { login: 'alpine-dev', id: 4711, name: 'Alpine Developer', avatar_url: '' };
const repositories = ['blueprints', 'cluster-images', 'data-pipelines'].map((name, index) => ({
  id: 100 + index, name, full_name: `${account.login}/${name}`, private: index > 0, default_branch: 'main', owner: { login: account.login },
}));

/** GitHub's web application flow with PKCE, as far as linking an account needs it. A stand-in: it knows one account. */
async function handle(req: IncomingMessage, res: ServerResponse, rest: string, { world }: { world: World }): Promise<void> {
  const url = new URL(rest, 'http://github');
  const route = `${req.method} ${url.pathname}`;
  if (route === 'GET /login/oauth/authorize') return authorize(url.searchParams, res);
  if (route === 'POST /login/oauth/authorize') return grant(await form(req), res, world);
  if (route === 'POST /login/oauth/access_token') return redeem(await form(req), res, world);
  if (route === 'GET /user' || route === 'GET /user/repos') {
    const token = /^(?:bearer|token) (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (!token || !world.value(SERVICE, `token ${token}`)) return json(res, 401, { message: 'Bad credentials' });
    return json(res, 200, url.pathname === '/user' ? account : repositories);
  }
  json(res, 404, { message: 'Not Found' });
}

function authorize(query: URLSearchParams, res: ServerResponse): void {
  if (query.get('client_id') !== gitHubApplication.clientId) return json(res, 404, { message: 'Not Found' });
  const fields = [...query].map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`).join('');
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  res.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Authorize Cloudwright</title>
<main><h1>Authorize Cloudwright</h1><p>Cloudwright wants to read and write the repositories of <b>${account.login}</b> (sandbox).</p>
<form method="post" action="authorize">${fields}<button name="decision" value="allow">Authorize</button> <button name="decision" value="deny">Cancel</button></form></main></html>`);
}

function grant(fields: URLSearchParams, res: ServerResponse, world: World): void {
  const redirectUri = fields.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri)) return json(res, 400, { message: 'redirect_uri is missing' });
  const target = new URL(redirectUri);
  target.searchParams.set('state', fields.get('state') ?? '');
  if (fields.get('decision') === 'allow') {
    const code = randomBytes(10).toString('hex');
    const value: Grant = {
      redirectUri, scope: fields.get('scope') ?? '', challenge: fields.get('code_challenge') ?? undefined, expires: world.now().getTime() + CODE_LIFE_MS,
    };
    world.setValue(SERVICE, `code ${code}`, value);
    target.searchParams.set('code', code);
  } else {
    target.searchParams.set('error', 'access_denied');
  }
  res.writeHead(302, { location: target.href }).end();
}

function redeem(fields: URLSearchParams, res: ServerResponse, world: World): void {
  const key = `code ${fields.get('code') ?? ''}`;
  const granted = world.value<Grant>(SERVICE, key);
  // A code is good for one try, right or wrong.
  world.deleteValue(SERVICE, key);
  const refuse = (error: string, error_description: string) => json(res, 200, { error, error_description });
  if (fields.get('client_id') !== gitHubApplication.clientId || fields.get('client_secret') !== gitHubApplication.clientSecret) {
    return refuse('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
  }
  if (!granted || granted.expires < world.now().getTime()) return refuse('bad_verification_code', 'The code passed is incorrect or expired.');
  if (fields.get('redirect_uri') && fields.get('redirect_uri') !== granted.redirectUri) return refuse('redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL.');
  const proof = createHash('sha256').update(fields.get('code_verifier') ?? '').digest('base64url');
  if (granted.challenge && granted.challenge !== proof) return refuse('bad_verification_code', 'The code verifier does not match.');
  const token = `gho_${randomBytes(18).toString('hex')}`;
  world.setValue(SERVICE, `token ${token}`, { scope: granted.scope });
  json(res, 200, { access_token: token, token_type: 'bearer', scope: granted.scope });
}

function json(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function form(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (!req.headers['content-type']?.includes('json')) return new URLSearchParams(text);
  return new URLSearchParams(JSON.parse(text) as Record<string, string>);
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const gitHub: Provider = { namespace: 'GitHub', types: [], mounts: [{ prefix: '/github', handle }] };
