import { seedPermissions } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
const roleNamed = async (name: string) => (await admin.call('roleList', { query: { filterObj: { name } } })).body.result[0];

beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example');
});
afterAll(() => server.stop());

describe('roles', () => {
  test('are listed with how many people hold them', async () => {
    const { body } = await admin.call('roleList', { query: { sortObj: { name: 1 } } });
    expect(body.result.map((role) => [role.name, role.userCount, role.isSystem])).toEqual([['Contributor', 2, true], ['Cost Manager', 1, true], ['Organization Administrator', 1, true], ['Reader', 1, true]]);
  });

  test('GET /api/role/{id} answers the permission list, PUT changes it (R-ORG-02)', async () => {
    const made = (await admin.call('roleCreate', { body: { name: 'Auditor', permission: ['auditList'] } })).body;
    expect((await admin.call('roleGet', { params: { id: made.id } })).body.permission).toEqual(['auditList']);
    expect((await admin.call('roleEdit', { params: { id: made.id }, body: { permission: ['auditList', 'roleList'] } })).body).toMatchObject({ name: 'Auditor', permission: ['auditList', 'roleList'] });
    expect((await admin.call('roleDelete', { params: { id: made.id } })).body.name).toBe('Auditor');
    expect((await admin.fail('roleGet', { params: { id: made.id } })).status).toBe(404);
  });

  test('follow the conventions of /api/org (R-USER-06)', async () => {
    expect((await admin.send('POST', '/api/role', { body: { name: 'Made' } })).status).toBe(201);
    const again = await admin.fail('roleCreate', { body: { name: 'made' } });
    expect([again.status, again.body]).toMatchObject([409, { error: { details: [{ field: 'name' }] } }]);
    expect((await admin.fail('roleCreate', { body: {} })).body.error.details).toMatchObject([{ field: 'name' }]);
  });

  test('deleting one that people hold is 409', async () => {
    const refused = await admin.fail('roleDelete', { params: { id: (await roleNamed('Reader'))?.id ?? '' } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'in_use']);
  });

  test('the last administrator keeps the right to edit permissions', async () => {
    const role = await roleNamed('Organization Administrator');
    const without = seedPermissions('O').filter((name) => name !== 'rolePermissionEdit');
    const refused = await admin.fail('roleEdit', { params: { id: role?.id ?? '' }, body: { permission: without } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'last_administrator']);
  });

  test('a role grants only what its organization holds', async () => {
    const refused = await admin.fail('roleCreate', { body: { name: 'Too much', permission: ['organizationCreate'] } });
    expect([refused.status, refused.body.error.details?.[0]?.message]).toEqual([400, 'Your organization does not hold organizationCreate']);
  });

  test('a changed list counts from the next call on, for somebody signed in', async () => {
    const reader = await server.asUser('reader@alpine.example');
    const role = await roleNamed('Reader');
    expect((await reader.fail('roleList')).status).toBe(403);
    await admin.call('roleEdit', { params: { id: role?.id ?? '' }, body: { permission: [...seedPermissions('R'), 'roleList'] } });
    expect((await reader.call('roleList')).status).toBe(200);
  });

  test('every action needs its own permission, the list of permissions too (R-ORG-16)', async () => {
    const cost = await server.asUser('cost@alpine.example');
    const rights = (permission: string[]) => server.database.pool.query(`update role set permission = $1 where name = 'Cost Manager' and org_id = 'alpine'`, [permission]);
    const id = (await roleNamed('Made'))?.id ?? '';
    const actions = { roleList: {}, roleCreate: { body: { name: 'Other' } }, roleGet: { params: { id } }, roleEdit: { params: { id }, body: { description: 'x' } }, roleDelete: { params: { id } } } as const;
    const wanted = { roleList: 'roleList', roleCreate: 'roleCreate', roleGet: 'roleView', roleEdit: 'roleEdit', roleDelete: 'roleDelete' } as const;
    for (const [name, input] of Object.entries(actions) as [keyof typeof actions, object][]) {
      await rights([]);
      expect([name, (await cost.fail(name, input)).status]).toEqual([name, 403]);
    }
    await rights(['roleView', 'roleEdit']);
    expect((await cost.call('roleGet', { params: { id } })).body.permission).toBeUndefined();
    expect((await cost.fail('roleEdit', { params: { id }, body: { permission: [] } })).status).toBe(403);
    await rights(['rolePermissionView', 'roleView', 'rolePermissionEdit']);
    expect((await cost.call('roleGet', { params: { id } })).body.permission).toEqual([]);
    expect((await cost.call('roleEdit', { params: { id }, body: { permission: ['blueprints'] } })).body.permission).toEqual(['blueprints']);
    for (const [name, input] of Object.entries(actions) as [keyof typeof actions, object][]) {
      await rights([wanted[name]]);
      expect([name, (await cost.call(name, input as never)).status]).toEqual([name, name === 'roleCreate' ? 201 : 200]);
    }
  });
});
