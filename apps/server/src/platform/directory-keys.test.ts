import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSandbox } from '../../test/sandbox-process.ts';
import { testConfig } from '../../test/config.ts';
import type { Sandbox } from '../../test/server.ts';
import { cooldownMs, maxAgeMs } from './directory-keys.ts';
import { createTokens, type Tokens } from './tokens.ts';

// A directory of its own: the other tests' tokens must not die with the keys that are withdrawn here.
let directory: Awaited<ReturnType<typeof startSandbox>>;
let sandbox: Sandbox;
let tokens: Tokens;
const dataDir = mkdtempSync(path.join(tmpdir(), 'cloudwright-keys-'));
const tenant = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  directory = await startSandbox(dataDir);
  sandbox = JSON.parse(directory.ready) as Sandbox;
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  tokens = createTokens(testConfig({ dataDir, sandboxReady: directory.ready }), () => Promise.resolve(true));
  return () => vi.useRealTimers();
});
afterAll(async () => {
  await directory.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const passed = (ms: number) => vi.setSystemTime(Date.now() + ms);
async function newToken(): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username: 'dev@alpine.example', password: 'sandbox', scope: 'api://cloudwright/.default' });
  const answer = await fetch(`${sandbox.http.general}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}
const console = (method: string) => fetch(`${sandbox.http.general}/keys`, { method, headers: { 'content-type': 'application/json' } });
async function keyFetches(): Promise<number> {
  const answer = await fetch(`${sandbox.http.general}/log?path=/discovery/v2.0/keys`);
  return ((await answer.json()) as { value: unknown[] }).value.length;
}
/** A real token's claims under a key id that nobody publishes, signed by a key of our own. */
async function strangersToken(like: string, kid: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(decodeJwt(like)).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(privateKey);
}
const accepted = (token: string) => tokens.identify(token).then(({ oid }) => oid);
const refusal = (token: string) => tokens.identify(token).then(() => 'accepted', (error: { status: number; code: string }) => `${error.status} ${error.code}`);
const dev = '10000000-0000-4000-8000-000000000003';

describe('a directory that changes its signing key', () => {
  test('is followed without a restart; the old key counts as long as it is published, and no longer', async () => {
    const old = await newToken();
    expect(await accepted(old)).toBe(dev);
    await console('POST');
    const fresh = await newToken();
    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid);
    passed(cooldownMs + 1);
    expect(await accepted(fresh)).toBe(dev);
    expect(await accepted(old)).toBe(dev);

    await console('DELETE');
    const before = await keyFetches();
    passed(maxAgeMs - 30_000);
    // Nothing says yet that the key was withdrawn: within the hour it still counts.
    expect(await accepted(fresh)).toBe(dev);
    passed(31_000);
    await refusal(fresh);
    await vi.waitFor(async () => expect(await keyFetches()).toBe(before + 1));
    await vi.waitFor(async () => expect(await refusal(old)).toBe('401 token_invalid'));
  });

  test("never lets a stranger's key in, whatever id it wears", async () => {
    const real = await newToken();
    expect(await accepted(real)).toBe(dev);
    passed(cooldownMs + 1);
    expect(await refusal(await strangersToken(real, decodeProtectedHeader(real).kid ?? ''))).toBe('401 token_invalid');
    expect(await refusal(await strangersToken(real, 'invented'))).toBe('401 token_invalid');
    expect(await accepted(real)).toBe(dev);
  });
});

test('a flood of tokens with unknown key ids makes one fetch in the cool-down, and hides no new key', async () => {
  const real = await newToken();
  await accepted(real);
  passed(cooldownMs + 1);
  const forged = await Promise.all(Array.from({ length: 20 }, (_, index) => strangersToken(real, `invented-${index}`)));
  const before = await keyFetches();
  for (let round = 0; round < 10; round++) expect(new Set(await Promise.all(forged.map(refusal)))).toEqual(new Set(['401 token_invalid']));
  expect(await keyFetches() - before).toBe(1);
  await console('POST');
  passed(cooldownMs + 1);
  await Promise.all(forged.map(refusal));
  expect(await accepted(await newToken())).toBe(dev);
  expect(await keyFetches() - before).toBe(2);
});

test('many first tokens at once make one fetch', async () => {
  const real = await newToken();
  const before = await keyFetches();
  await Promise.all(Array.from({ length: 20 }, () => accepted(real)));
  expect(await keyFetches() - before).toBe(1);
});

test('a directory that is down: known keys serve on, an unknown one is 503 and not a sign-out', async () => {
  const real = await newToken();
  expect(await accepted(real)).toBe(dev);
  const unknown = await strangersToken(real, 'invented');
  const stranger = createTokens(testConfig({ dataDir, sandboxReady: directory.ready }), () => Promise.resolve(true));
  await directory.stop();
  passed(cooldownMs + 1);
  expect(await refusal(unknown)).toBe('503 unavailable');
  expect(await accepted(real)).toBe(dev);
  await expect(stranger.identify(real)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
});
