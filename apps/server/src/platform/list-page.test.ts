import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '../../test/server.ts';
import { listRows } from './list-page.ts';
import { newId } from './ids.ts';

let server: TestServer;
let admin: Client;
let platform: Client;
let roleId: string;

beforeAll(async () => {
  server = await startServer();
  [admin, platform] = await Promise.all([server.asUser('admin@alpine.example'), server.asUser('platform@alpine.example')]);
  roleId = (await admin.call('roleList', { query: { filterObj: { name: 'Reader' } } })).body.result[0]?.id ?? '';
  // 40 people with names that sort differently by case and by byte, created a day apart.
  const people = Array.from({ length: 40 }, (_, index) => ({ id: newId(), name: `${index % 2 ? 'zoe' : 'Zoe'} ${String(index).padStart(2, '0')}`, email: `zoe${index}@alpine.example`, day: index }));
  for (const { id, name, email, day } of people) {
    await server.database.pool.query(
      `insert into "user" (id, org_id, name, email, status, role_id, tenant_id, created_at) values ($1, 'alpine', $2, $3, 'ACTIVE', $4, $5, timestamptz '2026-01-01' + $6 * interval '1 day')`,
      [id, name, email, roleId, day % 2 ? '11111111-1111-4111-8111-111111111111' : '22222222-2222-4222-8222-222222222222', day],
    );
  }
});
afterAll(() => server.stop());

const names = async (query: object) => (await admin.call('userList', { query: { filter: 'zoe', ...query } as never })).body.result.map((row) => row.name);

describe('a list', () => {
  test('searches text anywhere, without regard to case, and takes wildcards literally (R-API-04)', async () => {
    expect((await admin.call('userList', { query: { filter: 'OE 1', limit: 100 } })).body.total).toBe(10);
    expect((await admin.call('userList', { query: { filter: 'zoe%' } })).body.total).toBe(0);
    expect((await admin.call('userList', { query: { filter: '_oe' } })).body.total).toBe(0);
    expect((await admin.call('userList', { query: { filter: `'; drop table "user" --` } })).body.total).toBe(0);
  });

  test('answers a page, how many it holds and how many there are (R-API-05)', async () => {
    const { body } = await admin.call('userList', { query: { filter: 'zoe', skip: 35, limit: 10, sortObj: { name: 1 } } });
    expect([body.count, body.total, body.result.length]).toEqual([5, 40, 5]);
    expect((await admin.call('userList', { query: { filter: 'zoe' } })).body.count).toBe(25);
    expect((await admin.call('userList', { query: { filter: 'zoe', limit: 0 } })).body).toEqual({ count: 0, total: 40, result: [] });
  });

  test('sorts without regard to case and ends in the id, so that pages never overlap', async () => {
    const all = await names({ limit: 100, sortObj: { name: 1 } });
    expect(all.map((name) => name.slice(-2))).toEqual(Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0')));
    expect(await names({ limit: 100, sortObj: { name: -1 } })).toEqual(all.toReversed());
    const pages = [];
    for (let skip = 0; skip < 40; skip += 7) pages.push(...(await names({ skip, limit: 7, sortObj: { status: 1 } })));
    expect(new Set(pages).size).toBe(40);
  });

  test('sorts newest first when nothing is asked', async () => {
    expect((await names({ limit: 1 }))[0]).toBe('zoe 39');
  });

  test('keeps to a half-open interval of the creation time', async () => {
    expect(await names({ from: '2026-01-03T00:00:00Z', to: '2026-01-05T00:00:00Z', sortObj: { createdAt: 1 } })).toEqual(['Zoe 02', 'zoe 03']);
    expect(await names({ from: '2026-02-09' })).toEqual(['zoe 39']);
  });

  test('filters by equality, by several values and by comparison, all of them together', async () => {
    expect(await names({ filterObj: { name: 'Zoe 04' } })).toEqual(['Zoe 04']);
    expect(await names({ filterObj: { name: ['Zoe 04', 'zoe 05', 'nobody'] }, sortObj: { name: 1 } })).toEqual(['Zoe 04', 'zoe 05']);
    expect(await names({ filterObj: { createdAt: { $gte: '2026-01-10T00:00:00Z', $lt: '2026-01-12T00:00:00Z' } }, sortObj: { createdAt: 1 } })).toEqual(['zoe 09', 'Zoe 10']);
    expect(await names({ filterObj: { name: { $regex: 'OE 3' }, status: { $ne: 'ACTIVE' } } })).toEqual([]);
    expect(await names({ filterObj: { name: { $regex: '.*' } } })).toEqual([]);
    expect((await admin.call('userList', { query: { filter: 'zoe', filterObj: { lastLoginTime: null } } })).body.total).toBe(40);
    expect((await admin.call('userList', { query: { filter: 'zoe', filterObj: { lastLoginTime: { $ne: null } } } })).body.total).toBe(0);
    expect(await names({ filterObj: { name: [] } })).toEqual([]);
  });

  test('gives only the fields that are asked for, and the id', async () => {
    const { body } = await admin.call('userList', { query: { filter: 'zoe', limit: 1, fields: 'name,email' } });
    expect(Object.keys(body.result[0] ?? {}).toSorted()).toEqual(['email', 'id', 'name']);
  });

  test('narrows to a directory', async () => {
    expect((await admin.call('userList', { query: { filter: 'zoe', tenantId: '22222222-2222-4222-8222-222222222222' } })).body.total).toBe(20);
  });

  test.each([
    ['sortObj={', 'sortObj'],
    ['filterObj=[1', 'filterObj'],
    ['sortObj={"password":1}', 'sortObj'],
    ['filterObj={"password":"x"}', 'filterObj'],
    ['limit=101', 'limit'],
    ['fields=name,password', 'fields'],
    ['skip=-1', 'skip'],
    ['from=yesterday', 'from'],
    ['filterObj={"name":{"$where":"1"}}', 'filterObj.name'],
  ])('refuses %s with 400 at the field (R-ORG-04)', async (query, field) => {
    const answer = await platform.send('GET', `/api/org?${query.replace(/=(.*)/, (_, value: string) => `=${encodeURIComponent(value)}`)}`);
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'invalid_input', details: [{ field: expect.stringContaining(field) as string }] } }]);
  });

  test('takes every query parameter alone and together (R-ORG-04)', async () => {
    const alone = { filter: 'alpine', skip: 0, limit: 2, from: '2020-01-01', to: '2099-01-01', fields: 'key', sortObj: { key: 1 }, filterObj: { status: 'ACTIVE' }, tenantId: '11111111-1111-4111-8111-111111111111' } as const;
    for (const [name, value] of Object.entries(alone)) expect((await platform.send('GET', `/api/org?${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`)).status).toBe(200);
    const together = await platform.call('organizationList', { query: { ...alone, filter: 'research' } });
    expect(together.body.result).toEqual([{ id: expect.any(String) as string, key: 'alpine' }]);
  });

  test('streams the whole result as CSV, past the limit of a page', async () => {
    const answer = await admin.send('GET', `/api/user?filter=zoe&fields=name,email&sortObj=${encodeURIComponent('{"name":1}')}`, { headers: { accept: 'text/csv' } });
    const lines = answer.text.trim().split('\r\n');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(lines).toHaveLength(41);
    expect(lines[1]).toBe('Zoe 00,zoe0@alpine.example');
  });
});

describe('row security', () => {
  test('hides other organizations from a query that forgets the organization', async () => {
    const { db } = server.portal.services.system;
    const { createOrgDb } = await import('./db/org-db.ts');
    const seen = await createOrgDb(db, { orgKey: 'borealis', isPlatform: false, userId: null }).run((tx) => tx.kysely.selectFrom('user').select(['orgId', 'name']).execute());
    expect(seen).toEqual([{ orgId: 'borealis', name: 'Bo Borealis' }]);
    expect(await createOrgDb(db, { orgKey: 'borealis', isPlatform: false, userId: null }).run((tx) => tx.kysely.selectFrom('organization').select('key').execute())).toEqual([{ key: 'borealis' }]);
  });

  test('guards every table that belongs to an organization', async () => {
    const { rows } = await server.database.pool.query<{ table_name: string; relrowsecurity: boolean }>(`
      select c.table_name, t.relrowsecurity from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
      where c.table_schema = 'public' and c.column_name = 'org_id' and t.relkind in ('r', 'p')`);
    const open = rows.filter((row) => !row.relrowsecurity).map((row) => row.table_name);
    // Only the portal itself reads the outbox: features may add a mail and nothing else.
    expect(open).toEqual(['mail_outbox']);
    expect(rows.length).toBeGreaterThan(8);
  });

  test('lets nobody write into another organization, or change the audit log', async () => {
    const { createOrgDb } = await import('./db/org-db.ts');
    const db = createOrgDb(server.portal.services.system.db, { orgKey: 'alpine', isPlatform: true, userId: null });
    const foreign = { id: newId(), orgId: 'borealis', name: 'Intruder', description: '', permission: [], createdBy: null, updatedBy: null };
    await expect(db.run((tx) => tx.kysely.insertInto('role').values(foreign).execute())).rejects.toThrow('row-level security');
    await expect(db.run((tx) => tx.kysely.deleteFrom('auditEntry').execute())).rejects.toThrow('permission denied');
    expect((await db.run((tx) => tx.kysely.updateTable('role').set({ name: 'Taken' }).where('orgId', '=', 'borealis').executeTakeFirst())).numUpdatedRows).toBe(0n);
  });

  test('leaves nothing behind on the connection', async () => {
    const { createOrgDb } = await import('./db/org-db.ts');
    const { db } = server.portal.services.system;
    const counts = await Promise.all(Array.from({ length: 60 }, (_, index) => {
      const orgKey = index % 2 ? 'alpine' : 'borealis';
      return createOrgDb(db, { orgKey, isPlatform: false, userId: null }).run(async (tx) => [orgKey, ...new Set((await tx.kysely.selectFrom('user').select('orgId').execute()).map((row) => row.orgId))]);
    }));
    for (const [asked, ...seen] of counts) expect(seen).toEqual([asked]);
    expect((await server.database.pool.query(`select current_user <> 'cloudwright_app' as ok, coalesce(current_setting('app.org_id', true), '') as org`)).rows[0]).toEqual({ ok: true, org: '' });
  });
});

test('a list over rows of a cloud answers by the same rules', () => {
  const rows = [{ id: '2', name: 'b', size: 5 }, { id: '1', name: 'B', size: 5 }, { id: '3', name: 'a', size: 9 }];
  const page = (query: object) => listRows({ skip: 0, limit: 25, sortObj: {}, filterObj: {}, ...query }, [...rows], { id: 'id', search: ['name'] }).result.map((row) => row.id);
  expect(page({ sortObj: { name: 1 } })).toEqual(['3', '1', '2']);
  expect(page({ filter: 'B' })).toEqual(['1', '2']);
  expect(page({ filterObj: { size: { $gt: 5 } } })).toEqual(['3']);
  expect(page({ filterObj: { id: ['1', '3'] }, skip: 1 })).toEqual(['3']);
});
