import { api, calls, type CallName, type Endpoint } from '@cloudwright/contract';
import { permissionNames } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '../../test/server.ts';
import { newId } from './ids.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  await server.database.pool.query('update organization set permission = $1', [permissionNames]);
  await server.database.pool.query(`update role set permission = $1 where name = 'Organization Administrator'`, [permissionNames]);
  admin = await server.asUser('admin@alpine.example', { withCloudToken: true });
});
afterAll(() => server.stop());

const endpoints = Object.entries(api as Record<string, Endpoint>) as [CallName, Endpoint][];
const addressOf = (path: string, id = newId()) => path.replaceAll(/:(\w+)/g, (_, key: string) => (key === 'version' ? '1' : id));
const isFailure = { error: { code: expect.any(String) as string, message: expect.any(String) as string, requestId: expect.any(String) as string } };

/** Bodies that nobody means, and that must never be our fault. */
const oddBodies: unknown[] = [
  null, [], 'text', 7, true, { id: null }, { id: [], name: {}, email: 5 }, { filterObj: { status: { $where: '1' } } },
  { name: '\u0000', key: '\u0000', email: 'a\u0000@b.example', id: 'x\u0000' }, { name: 'x'.repeat(100_000) },
  { id: newId(), sid: newId(), subscriptionId: newId(), deploymentId: newId(), name: '\ud800', region: '../..', resourceGroup: '\u0000', parameters: { a: '\u0000' } },
  JSON.parse('{"__proto__":{"isPlatform":true},"constructor":{"prototype":{"x":1}},"name":"x"}'),
  Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`field${index}`, index])),
  JSON.parse('{"a":'.repeat(2000) + '1' + '}'.repeat(2000)),
];

describe('a body that nobody means is refused in words, never our fault', () => {
  test.each(endpoints.filter(([, { method, consumes }]) => method !== 'GET' && method !== 'DELETE' && !consumes))('%s', async (name, { method, path }) => {
    const ours: unknown[] = [];
    for (const body of oddBodies) {
      const answer = await admin.send(method, addressOf(path), { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
      // 503 where a setting is missing (AWS): that comes before the body is looked at.
      if (answer.status >= 500 && answer.status !== 503) ours.push([JSON.stringify(body).slice(0, 80), answer.text]);
      if (answer.status >= 400) expect([name, answer.body]).toMatchObject([name, isFailure]);
    }
    expect([name, ours]).toEqual([name, []]);
  });
});

describe('an address that names nothing is 404, never our fault', () => {
  test.each(endpoints.filter(([, { path }]) => path.includes(':')))('%s', async (name, { method, path, access }) => {
    for (const id of ['x', '%00', '%ff', '..%2f..', '0', `${newId()}'--`, 'a'.repeat(400)]) {
      const answer = await admin.send(method, addressOf(path, id), method === 'GET' || method === 'DELETE' ? {} : { body: {} });
      expect([name, id, answer.status]).toMatchObject([name, id, expect.toSatisfy((status: number) => [400, 404, ...(access === 'public' ? [302] : [])].includes(status)) as number]);
    }
  });
});

describe('a list query that can not be answered is 400 with the field, never our fault', () => {
  const lists = endpoints.filter(([, { list }]) => list);
  const odd: Record<string, string>[] = [
    { skip: '1e18' }, { skip: '9007199254740993' }, { skip: 'x' }, { limit: '1000000' }, { limit: '1.5' }, { from: '2026-13-45' }, { to: "'; drop table role" }, { from: '99999-01-01' }, { from: '-1' },
    { sortObj: '{"__proto__":1}' }, { sortObj: '[]' }, { sortObj: 'null' }, { filterObj: '{"id":{"$regex":"("}}' }, { filterObj: '{"name":{"$regex":"%_\\\\"}}' }, { filterObj: '{"createdAt":"soon"}' },
    { filterObj: '{"createdAt":{"$gt":"99999999-01-01"}}' }, { filterObj: '{"id":"x"}' }, { filterObj: '{"id":["x",null]}' }, { filterObj: '{"name":[]}' }, { filterObj: '{"constructor":1}' }, { fields: 'password,__proto__' },
    { filter: '\u0000' }, { filter: '%_\\' }, { filter: 'x'.repeat(7000) }, { tenantId: '\u0000' }, { tenantId: "' or 1=1" },
  ];
  test.each(lists)('%s', async (name, { method, path, isRead }) => {
    const asGet = method === 'GET' || isRead;
    const ours: unknown[] = [];
    for (const query of odd) {
      const answer = asGet ? await admin.send('GET', `${addressOf(path)}?${new URLSearchParams(query).toString()}`) : await admin.send(method, addressOf(path), { body: query });
      if (answer.status >= 500) ours.push([query, answer.text]);
    }
    expect([name, ours]).toEqual([name, []]);
  });
});

describe('headers', () => {
  test('take two or three long tokens: 30 kB pass, 40 kB are 431', async () => {
    expect((await admin.send('GET', '/api/user/me', { headers: { 'x-padding': 'x'.repeat(24_000) } })).status).toBe(200);
    expect((await admin.send('GET', '/api/user/me', { headers: { 'x-padding': 'x'.repeat(40_000) } })).status).toBe(431);
  });

  test.each([['nothing but the scheme', 'Bearer'], ['another scheme', 'Basic YTpi'], ['two tokens', 'Bearer a b'], ['no token', 'Bearer x.y.z'], ['something endless', `Bearer ${'a'.repeat(9000)}`]])('a sign-in with %s is 401', async (_, authorization) => {
    expect((await server.asNobody().send('GET', '/api/user/me', { headers: { authorization } })).status).toBe(401);
  });
});

test('every call of the contract was tried', () => expect(Object.keys(calls)).toHaveLength(endpoints.length));
