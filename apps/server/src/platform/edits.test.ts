import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../test/deployments.ts';
import { startServer, type Client, type TestServer } from '../../test/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example', { withCloudToken: true });
});
afterAll(() => server.stop());

const sid = 'aaaaaaaa-0000-4000-8000-000000000002';
type Shown = Record<string, unknown> & { updatedAt: string };
const content = JSON.stringify({ $schema: schema, contentVersion: '1.0.0.0', resources: [] });

/** Each noun that people edit: a record, how it is edited, and the field that is changed. */
const nouns: Record<string, { field: string; read(): Promise<{ id: string; record: Shown }>; edit(id: string, body: object): Promise<{ status: number; body: unknown }> }> = {
  role: {
    field: 'description',
    read: async () => shown((await admin.call('roleList', { query: { filterObj: { name: 'Reader' } } })).body.result[0]),
    edit: (id, body) => admin.send('PUT', `/api/role/${id}`, { body }),
  },
  user: {
    field: 'name',
    read: async () => shown((await admin.call('userList', { query: { filterObj: { email: 'dev@alpine.example' } } })).body.result[0]),
    edit: (id, body) => admin.send('PUT', `/api/user/${id}`, { body }),
  },
  organization: {
    field: 'name',
    read: async () => shown((await admin.call('organizationGetByKey', { params: { key: 'alpine' } })).body),
    edit: (id, body) => admin.send('PUT', `/api/org/${id}`, { body }),
  },
  'mail template': {
    field: 'subject',
    read: async () => shown((await admin.call('mailTemplateList', { query: {} })).body.result[0]),
    edit: (id, body) => admin.send('PUT', `/api/mailtemplate/${id}`, { body }),
  },
  subscription: {
    field: 'displayName',
    read: async () => shown((await admin.call('subscriptionView', { body: { sid } })).body),
    edit: (_id, body) => admin.send('POST', '/api/azure/subscription.edit', { body: { sid, ...body } }),
  },
  blueprint: {
    field: 'title',
    read: async () => shown((await admin.call('blueprintList', { query: { filterObj: { name: 'edited' } } })).body.result[0] ?? (await admin.call('blueprintCreate', { body: { name: 'edited', title: 'T', template: { format: 'ARM_JSON', content } } })).body.blueprint),
    edit: (id, body) => admin.send('PUT', `/api/blueprint/${id}`, { body }),
  },
  'blueprint type': {
    field: 'description',
    read: async () => shown((await admin.call('blueprintTypeList', { query: {} })).body.result.find((row) => row.orgId === 'alpine') ?? (await admin.call('blueprintTypeCreate', { body: { name: 'Edited' } })).body),
    edit: (id, body) => admin.send('PUT', `/api/blueprinttype/${id}`, { body }),
  },
};
const shown = (record: object | undefined) => ({ id: (record as { id: string }).id, record: record as Shown });

test.each(Object.entries(nouns))('of two people who edit the same %s, the second is told instead of overwriting the first', async (_noun, { field, read, edit }) => {
  const { id, record } = await read();
  expect((await edit(id, { [field]: 'By the first', updatedAt: record.updatedAt })).status).toBe(200);
  const second = await edit(id, { [field]: 'By the second', updatedAt: record.updatedAt });
  expect([second.status, second.body]).toMatchObject([409, { error: { code: 'conflict', message: expect.stringContaining('since you opened it') as string } }]);
  const now = (await read()).record;
  expect(now[field]).toBe('By the first');
  expect((await edit(id, { [field]: 'By the second', updatedAt: now.updatedAt })).status).toBe(200);
  // Who doesn't say what was read, a script for instance, writes as before.
  expect((await edit(id, { [field]: 'By a script' })).status).toBe(200);
  expect((await read()).record[field]).toBe('By a script');
});

test.each(Object.entries(nouns))('of ten edits of one %s at the same moment, one is made', async (_noun, { field, read, edit }) => {
  const { id, record } = await read();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => edit(id, { [field]: `Edit ${index}`, updatedAt: record.updatedAt })));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});
