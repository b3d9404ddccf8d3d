import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';
import { masked } from '../../platform/audit.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example');
});
afterAll(() => server.stop());

const latest = async () => (await admin.call('auditList', { query: { limit: 1 } })).body.result[0];

test('a write leaves who, when, what, and what changed', async () => {
  const role = (await admin.call('roleCreate', { body: { name: 'Watcher' } })).body;
  expect(await latest()).toMatchObject({ action: 'roleCreate', noun: 'role', userEmail: 'admin@alpine.example', subjectId: role.id, subjectName: 'Watcher', before: null, after: { name: 'Watcher' } });
  await admin.call('roleEdit', { params: { id: role.id }, body: { description: 'looks' } });
  expect(await latest()).toMatchObject({ action: 'roleEdit', before: { description: '' }, after: { description: 'looks' } });
  await admin.call('roleDelete', { params: { id: role.id } });
  expect(await latest()).toMatchObject({ action: 'roleDelete', before: { name: 'Watcher' }, after: null });
});

test('a refused write and a read leave nothing', async () => {
  const before = (await admin.call('auditList')).body.total;
  await admin.fail('roleCreate', { body: {} });
  await admin.fail('roleCreate', { body: { name: 'Reader' } });
  await admin.call('userList');
  expect((await admin.call('auditList')).body.total).toBe(before);
});

test('the log is searched, filtered and taken away as CSV', async () => {
  expect((await admin.call('auditList', { query: { filter: 'roleedit' } })).body.total).toBe(1);
  expect((await admin.call('auditList', { query: { filterObj: { noun: 'role' } } })).body.total).toBe(3);
  const csv = await admin.send('GET', '/api/audit?fields=action,subjectName', { headers: { accept: 'text/csv' } });
  expect(csv.text).toContain('action,subjectName\r\nroleDelete,Watcher\r\n');
});

test('the log of another organization and the log without permission stay closed', async () => {
  expect((await (await server.asUser('admin@borealis.example')).call('auditList')).body.total).toBe(0);
  expect((await (await server.asUser('dev@alpine.example')).fail('auditList')).status).toBe(403);
});

test('secrets are masked and long texts are cut', () => {
  expect(masked({ adminPassword: 'x', nested: [{ sasToken: 'y', name: 'n' }], text: 'a'.repeat(5000) })).toEqual({
    adminPassword: '••••••', nested: [{ sasToken: '••••••', name: 'n' }], text: `${'a'.repeat(4000)}… (5000 characters)`,
  });
});
