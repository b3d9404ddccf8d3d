import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portalTokenFor, sandbox, startServer, type Client, type TestServer } from '../../../test/server.ts';
import { githubLoginUrl } from './github.ts';
import { switches } from '../../../test/deployments.ts';
import { openAws, sealAws, type AwsCredentials } from '../../platform/aws-auth.ts';

let server: TestServer;
let dev: Client;
beforeAll(async () => {
  server = await startServer({ AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/cloudwright' });
  dev = await server.asUser('dev@alpine.example');
});
afterAll(() => server.stop());

/** Goes to the code-hosting service, agrees as the person would, and gives the address that the browser is sent back to. */
async function comeBack(url: string): Promise<URL> {
  const form = await (await fetch(url)).text();
  const fields = [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', (value ?? '').replaceAll('&amp;', '&')]);
  fields.push(['decision', 'allow']);
  const answer = await fetch(url.split('?')[0] ?? '', { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const target = answer.headers.get('location');
  if (!target) throw new Error(`The code-hosting service answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
  return new URL(target);
}
/** Starts linking as the browser does: the answer's cookie stays with it. */
async function start(): Promise<{ url: string; cookie: string }> {
  const { body, headers } = await dev.call('githubStart');
  return { url: body.url, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
}
const deliver = (target: URL, cookie = '') => server.asNobody().send('GET', `${target.pathname}${target.search}`, { headers: { cookie } });

describe('linking a code-hosting account', () => {
  test('the login address has client, return address and the repo scope (R-AUTH-38)', () => {
    const url = new URL(githubLoginUrl({ url: 'https://github.com', clientId: 'c', redirectUrl: 'https://p/api/user/login/social/github/a%40b', state: 's', challenge: 'h' }));
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: 'c', redirect_uri: 'https://p/api/user/login/social/github/a%40b', scope: 'repo', state: 's', code_challenge: 'h', code_challenge_method: 'S256' });
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
  });

  test('the return path links the account and leads back to the profile (R-AUTH-39, R-API-12)', async () => {
    const { url, cookie } = await start();
    const back = await comeBack(url);
    expect(decodeURIComponent(back.pathname)).toBe('/api/user/login/social/github/dev@alpine.example');
    const answer = await deliver(back, `theme=dark; ${cookie}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/portal/profile?github=linked']);
    expect((await dev.call('sessionGet')).body.githubLogin).toBeTruthy();
    const { rows } = await server.database.pool.query<{ sealed_token: string }>('select sealed_token from github_account');
    expect(rows[0]?.sealed_token).not.toContain('gho_');
    // Used once.
    expect((await deliver(back, cookie)).status).toBe(400);
    expect((await dev.call('githubUnlink')).body.githubLogin).toBeNull();
  });

  test('a return that was not started here, or for somebody else, is 400 (R-API-12)', async () => {
    expect((await server.asNobody().send('GET', '/api/user/login/social/github/dev@alpine.example?code=x&state=y.z')).status).toBe(400);
    expect((await server.asNobody().send('GET', '/api/user/login/social/github/dev@alpine.example')).status).toBe(400);
    const { url, cookie } = await start();
    const back = await comeBack(url);
    back.pathname = '/api/user/login/social/github/admin%40alpine.example';
    expect((await deliver(back, cookie)).status).toBe(400);
  });

  test('another browser than the one that started it links nothing: a link sent to somebody would hand over their repositories', async () => {
    const back = await comeBack((await start()).url);
    const other = await start();
    for (const cookie of ['', other.cookie, `${other.cookie.split('=')[0]}=`]) {
      const answer = await deliver(back, cookie);
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_state' } }]);
    }
    expect((await dev.call('sessionGet')).body.githubLogin).toBeNull();
  });

  test('the cookie that ties it to the browser is for this return only and out of reach of scripts', async () => {
    const { headers } = await dev.call('githubStart');
    expect(headers.get('set-cookie')).toMatch(/^cloudwright-github=[\w-]{43}; Path=\/api\/user\/login\/social\/github; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** One call of S3, signed by Signature Version 4 (AWS documentation, "Create a signed AWS API request"). */
async function s3(keys: AwsCredentials, method: string, path: string, body = ''): Promise<{ status: number; text: string }> {
  const url = new URL(`${sandbox().http.general}/aws/s3${path}`);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time, 'x-amz-security-token': keys.sessionToken };
  const names = Object.keys(headers).join(';');
  const canonical = [method, url.pathname, '', ...Object.entries(headers).map(([name, value]) => `${name}:${value}`), '', names, headers['x-amz-content-sha256']].join('\n');
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${keys.secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  const { host: _host, ...sent } = headers;
  const authorization = `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const answer = await fetch(url, { method, headers: { ...sent, authorization }, ...(body ? { body } : {}) });
  return { status: answer.status, text: await answer.text() };
}

describe('the AWS sign-in', () => {
  test('gives a sealed session that only its owner opens, without a key in sight (R-AUTH-22)', async () => {
    const { body, text } = await dev.call('awsSignIn', { body: { idToken: await portalTokenFor('dev@alpine.example') } });
    const { services } = server.portal;
    const me = await services.tokens.identify(await portalTokenFor('dev@alpine.example'));
    const keys = await openAws(services, me, body.awsAuth);
    expect(keys.accessKeyId).toMatch(/^ASIA/);
    expect(text).not.toContain(keys.secretAccessKey);
    expect(Math.abs(Date.parse(keys.expiresAt) - Date.parse(body.expiresAt))).toBeLessThan(1000);
    const other = await services.tokens.identify(await portalTokenFor('admin@alpine.example'));
    await expect(openAws(services, other, body.awsAuth)).rejects.toMatchObject({ status: 401, code: 'aws_auth_expired' });
    await expect(openAws(services, me, `${body.awsAuth.slice(0, -4)}AAAA`)).rejects.toMatchObject({ code: 'aws_auth_expired' });
  });

  test('opens buckets: its keys sign calls of S3 that AWS accepts, and only with the whole of them', async () => {
    const { body } = await dev.call('awsSignIn', { body: { idToken: await portalTokenFor('dev@alpine.example') } });
    const { services } = server.portal;
    const keys = await openAws(services, await services.tokens.identify(await portalTokenFor('dev@alpine.example')), body.awsAuth);
    const buckets = await s3(keys, 'GET', '/');
    expect([buckets.status, /<Name>alpine-results<\/Name>/.test(buckets.text)]).toEqual([200, true]);
    const results = `run-${String(Date.now())}`;
    expect((await s3(keys, 'PUT', `/${results}`)).status).toBe(200);
    expect((await s3(keys, 'PUT', `/${results}/first.txt`, 'one')).status).toBe(200);
    expect((await s3(keys, 'GET', `/${results}/first.txt`)).text).toBe('one');
    expect((await s3({ ...keys, secretAccessKey: 'x'.repeat(40) }, 'GET', '/')).text).toContain('SignatureDoesNotMatch');
    expect((await s3({ ...keys, sessionToken: 'x' }, 'GET', '/')).text).toContain('InvalidToken');
  });

  test('ends: a sealed session whose keys have expired opens nothing', async () => {
    const { services } = server.portal;
    const me = await services.tokens.identify(await portalTokenFor('dev@alpine.example'));
    const keys = (expiresAt: number) => ({ accessKeyId: 'ASIA1', secretAccessKey: 's', sessionToken: 't', expiresAt: new Date(expiresAt).toISOString() });
    await expect(openAws(services, me, await sealAws(services, me, keys(Date.now() + 60_000)))).resolves.toMatchObject({ accessKeyId: 'ASIA1' });
    await expect(openAws(services, me, await sealAws(services, me, keys(Date.now() - 60_000)))).rejects.toMatchObject({ code: 'aws_auth_expired' });
    // The same object id in another directory is another person.
    await expect(openAws(services, { ...me, tid: '22222222-2222-4222-8222-222222222222' }, await sealAws(services, me, keys(Date.now() + 60_000)))).rejects.toMatchObject({ code: 'aws_auth_expired' });
  });

  test('is told from the sign-in when it is over: 401 with a code of its own on every call that carries it, and the sign-in goes on', async () => {
    const restore = await switches({ awsSessionSeconds: 0.001 });
    const signedIn = dev.call('awsSignIn', { body: { idToken: await portalTokenFor('dev@alpine.example') } });
    await signedIn.then(restore, restore);
    const { body } = await signedIn;
    for (const awsAuth of [body.awsAuth, 'forged']) {
      const over = await dev.send('GET', '/api/notification/unread', { headers: { 'x-aws-auth': awsAuth } });
      expect([over.status, over.headers.get('www-authenticate'), over.body]).toMatchObject([401, expect.stringMatching(/^aws-auth /) as string, { error: { code: 'aws_auth_expired' } }]);
    }
    expect((await dev.send('GET', '/api/notification/unread')).status).toBe(200);
    const { body: fresh } = await dev.call('awsSignIn', { body: { idToken: await portalTokenFor('dev@alpine.example') } });
    expect((await dev.send('GET', '/api/notification/unread', { headers: { 'x-aws-auth': fresh.awsAuth } })).status).toBe(200);
    expect((await (await server.asUser('admin@alpine.example')).send('GET', '/api/notification/unread', { headers: { 'x-aws-auth': fresh.awsAuth } })).status).toBe(401);
  });

  test('lasts as long as the setting says', async () => {
    const long = await startServer({ AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/cloudwright', AWS_SESSION_SECONDS: '900' });
    try {
      const { body } = await (await long.asUser('dev@alpine.example')).call('awsSignIn', { body: { idToken: await portalTokenFor('dev@alpine.example') } });
      expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 900_000)).toBeLessThan(30_000);
    } finally {
      await long.stop();
    }
  });

  test('keeps the word of AWS when it refuses', async () => {
    const refused = await dev.fail('awsSignIn', { body: { idToken: `${await portalTokenFor('dev@alpine.example')}x` } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'InvalidIdentityToken']);
  });

  test('is off unless a role is named', async () => {
    const plain = await startServer();
    try {
      const answer = await (await plain.asUser('dev@alpine.example')).fail('awsSignIn', { body: { idToken: 'x' } });
      expect([answer.status, answer.body.error.code]).toEqual([503, 'not_configured']);
    } finally {
      await plain.stop();
    }
  });
});

test('the profile changes name and preferences, nothing else (R-USER-05)', async () => {
  const { body } = await dev.call('profileEdit', { body: { name: 'Devi', preferences: { currency: 'EUR' } } });
  expect(body).toMatchObject({ name: 'Devi', preferences: { currency: 'EUR' }, role: 'Contributor' });
  const again = await dev.send('PUT', '/api/user/me', { body: { preferences: { language: 'de' }, email: 'other@alpine.example', roleId: 'x' } });
  expect(again.body).toMatchObject({ name: 'Devi', email: 'dev@alpine.example', role: 'Contributor', preferences: { currency: 'EUR', language: 'de' } });
  expect((await dev.fail('profileEdit', { body: { preferences: { currency: 'XXX' } } })).body.error.details).toMatchObject([{ field: 'preferences.currency' }]);
});

test('every failure has one shape with a request id (R-ERR-08)', async () => {
  const nobody = server.asNobody();
  const answers = await Promise.all([
    dev.send('POST', '/api/user/join', { body: '{', headers: { 'content-type': 'application/json' } }), nobody.send('GET', '/api/user/me'), dev.send('GET', '/api/role'), dev.send('GET', '/api/nothing'),
    (await server.asUser('platform@alpine.example')).send('POST', '/api/org', { body: { key: 'alpine', name: 'x' } }), dev.send('POST', '/api/user/join', { body: 'x', headers: { 'content-type': 'text/plain' } }),
    dev.send('POST', '/api/user/join', { body: { token: 'x'.repeat(9_000_000) } }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([400, 401, 403, 404, 409, 415, 413]);
  for (const answer of answers) expect(answer.body).toEqual({ error: { code: expect.any(String) as string, message: expect.any(String) as string, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, ...((answer.body as { error: { details?: unknown } }).error.details ? { details: expect.any(Array) as unknown[] } : {}) } });
});
