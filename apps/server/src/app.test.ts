import { calls, type CallName } from '@cloudwright/contract/calls';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testConfig } from '../test/config.ts';
import { withDatabase } from '../test/global-setup.ts';
import { startServer, type TestServer } from '../test/server.ts';
import { createPortal } from './app.ts';
import { openDatabase } from './platform/db/database.ts';
import { newId } from './platform/ids.ts';
import { seedOnce } from './seed.ts';

describe('replicas', () => {
  test('that start together on an empty database bring it up once, and hear each other', async () => {
    const name = `test_${newId().replaceAll('-', '')}`;
    const admin = openDatabase(inject('postgresUrl'), { max: 1 });
    await admin.pool.query(`create database ${name}`);
    const config = testConfig({ dataDir: inject('dataDir'), sandboxReady: inject('sandboxReady'), DATABASE_POOL: '4' });
    const url = withDatabase(inject('postgresUrl'), name);
    const portals = await Promise.all([1, 2, 3].map(() => createPortal(config, url)));
    try {
      const { system } = portals[0]!.services;
      expect((await system.db.selectFrom('organization').select('key').orderBy('key').execute()).map((row) => row.key)).toEqual(['alpine', 'borealis', 'federal', 'platform']);

      // A first start that was killed before its end: the next one finishes it and doubles nothing.
      await sql`delete from setting where key = 'seeded'`.execute(system.db);
      await sql`delete from user_identity where oid like '1%'`.execute(system.db);
      await seedOnce(portals[1]!.services);
      expect((await sql<{ users: number; identities: number; roles: number }>`select (select count(*) from "user") as users, (select count(*) from user_identity) as identities, (select count(*) from role) as roles`.execute(system.db)).rows).toEqual([{ users: 8, identities: 9, roles: 17 }]);

      const heard = new Promise((resolve) => portals[2]!.services.events.listen({ orgKey: 'alpine', userId: 'u', tell: resolve }));
      const overheard: unknown[] = [];
      portals[2]!.services.events.listen({ orgKey: 'borealis', userId: 'u', tell: (event) => overheard.push(event) });
      portals[2]!.services.events.listen({ orgKey: 'alpine', userId: 'other', tell: (event) => overheard.push(event) });
      await portals[0]!.services.events.publish(system.db, { orgKey: 'alpine', userIds: ['u'] }, { kind: 'unread', unread: 3 });
      expect(await heard).toEqual({ kind: 'unread', unread: 3 });
      expect(overheard).toEqual([]);

      // The connection that listens breaks: it is opened again and events go on.
      await admin.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'cloudwright events'`, [name]);
      const later: unknown[] = [];
      portals[2]!.services.events.listen({ orgKey: 'alpine', userId: 'u', tell: (event) => later.push(event) });
      await expect.poll(async () => {
        await portals[0]!.services.events.publish(system.db, { orgKey: 'alpine' }, { kind: 'permissions' });
        return later.length;
      }, { timeout: 15_000, interval: 200 }).toBeGreaterThan(0);
    } finally {
      await Promise.all(portals.map((portal) => portal.stop()));
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    }
  });
});

describe('stopping', () => {
  /** A change whose body arrives in two pieces: `finish` sends the second. */
  async function halfSent(server: TestServer): Promise<{ answer: Promise<{ status: number; name?: string } | 'cut'>; finish(): void }> {
    const dev = await server.asUser('dev@alpine.example');
    let finish = (): void => undefined;
    const encode = (text: string) => new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encode('{"name":'));
        finish = () => {
          controller.enqueue(encode('"Dev D."}'));
          controller.close();
        };
      },
    });
    const request = { method: 'PUT', headers: { ...dev.headers, 'content-type': 'application/json' }, body, duplex: 'half' } as RequestInit;
    const answer = fetch(`${server.address}/api/user/me`, request).then(async (response) => ({ status: response.status, name: ((await response.json()) as { name?: string }).name ?? '' }), () => 'cut' as const);
    // What was asked later was answered: the head of this one has arrived.
    for (let round = 0; round < 3; round += 1) await dev.call('sessionGet');
    return { answer, finish };
  }

  test('finishes what is being answered, and ends event streams at once', async () => {
    const server = await startServer();
    const { headers } = await server.asUser('reader@alpine.example');
    const { answer, finish } = await halfSent(server);
    const stream = await fetch(`${server.address}/api/events`, { headers });
    const ended = stream.text();
    const stopped = server.stop();
    await expect(ended).resolves.toContain('retry');
    finish();
    expect(await answer).toEqual({ status: 200, name: 'Dev D.' });
    await stopped;
  });

  test('does not wait for ever for a request that never ends', async () => {
    const server = await startServer();
    const { answer } = await halfSent(server);
    await server.stop();
    expect(await answer).toBe('cut');
  });
});

describe('the web app', () => {
  let server: TestServer;
  beforeAll(async () => {
    const webDir = path.join(inject('dataDir'), 'web');
    mkdirSync(path.join(webDir, 'assets'), { recursive: true });
    writeFileSync(path.join(webDir, 'index.html'), '<!doctype html><title>Cloudwright</title>');
    writeFileSync(path.join(webDir, 'redirect.html'), '<!doctype html><title>Bridge</title>');
    writeFileSync(path.join(webDir, 'assets', 'main-1a2b.js'), 'export {};');
    server = await startServer({ WEB_DIR: webDir });
  });
  afterAll(() => server.stop());
  const get = (file: string) => server.asNobody().send('GET', file);

  test.each(['/', '/portal', '/portal/', '/portal/organization', '/portal/blueprint/web-app/form', '/hpc/i/learn', '/research'])('%s is the page, under a policy that lets no script in from elsewhere (R-NAV-01)', async (address) => {
    const { status, text, headers } = await get(address);
    expect([status, text]).toEqual([200, '<!doctype html><title>Cloudwright</title>']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:\d+ http:\/\/localhost:\d+;/);
    expect([headers.get('cache-control'), headers.get('cross-origin-opener-policy'), headers.get('referrer-policy')]).toEqual(['no-cache', 'same-origin', 'no-referrer']);
  });

  test('assets stay for ever, the sign-in bridge is never kept and may be framed by us', async () => {
    expect((await get('/assets/main-1a2b.js')).headers.get('cache-control')).toContain('immutable');
    const bridge = (await get('/redirect.html')).headers;
    expect([bridge.get('cache-control'), bridge.get('cross-origin-opener-policy'), bridge.get('content-security-policy')]).toEqual(['no-store', null, expect.stringContaining("frame-ancestors 'self'") as string]);
  });

  test('a missing file is 404, not the page', async () => {
    expect((await get('/assets/gone.js')).status).toBe(404);
    expect((await get('/../../etc/passwd')).text).not.toContain('root:');
  });

  test('answers of the API are kept by nobody', async () => {
    const { headers } = await get('/api/portal/config/adminEmail');
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  });

  test('the OpenAPI document describes every call of the contract', async () => {
    const document = (await get('/api/openapi.json')).body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId));
    expect(described.toSorted()).toEqual((Object.keys(calls) as CallName[]).toSorted());
    expect((await get('/api/docs/')).status).toBe(200);
  });
});

test('what is missing or fits no shape is told field by field, in plain words', async () => {
  const server = await startServer();
  try {
    const dev = await server.asUser('dev@alpine.example', { withCloudToken: true });
    const messages = async (path: string) => {
      const answer = await fetch(server.address + path, { method: 'POST', headers: { ...dev.headers, 'content-type': 'application/json' }, body: '{}' });
      return [answer.status, ((await answer.json()) as { error: { details: { field: string; message: string }[] } }).error.details.map(({ field, message }) => `${field} ${message}`)];
    };
    expect(await messages('/api/azure/deployment.create')).toEqual([400, ['blueprintName is required', 'subscriptionId is required', 'name is required', 'region is required']]);
    // Found by its id or by its address: the id is the usual way.
    expect(await messages('/api/azure/deployment.get')).toEqual([400, ['id is required']]);
  } finally {
    await server.stop();
  }
});
