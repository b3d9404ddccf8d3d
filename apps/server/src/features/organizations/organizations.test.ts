import { permissionNames, seedPermissions } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let platform: Client;
let admin: Client;
let dev: Client;
const idOf = async (client: Client, key: string) => (await client.call('organizationGetByKey', { params: { key } })).body.id;

beforeAll(async () => {
  server = await startServer();
  [platform, admin, dev] = await Promise.all(['platform@alpine.example', 'admin@alpine.example', 'dev@alpine.example'].map((email) => server.asUser(email, { withCloudToken: true }))) as [Client, Client, Client];
});
afterAll(() => server.stop());

describe('organizations', () => {
  test('GET /api/org lists key and name, all of them for the platform, the own one for others (R-ORG-03)', async () => {
    const { body } = await platform.call('organizationList', { query: { sortObj: { key: 1 } } });
    expect(body.result.map((row) => [row.key, row.name])).toEqual([['alpine', 'Alpine Research'], ['borealis', 'Borealis Labs'], ['federal', 'Federal Research'], ['platform', 'Cloudwright Platform']]);
    expect((await admin.call('organizationList')).body.result.map((row) => row.key)).toEqual(['alpine']);
  });

  test('GET /api/org/{id} answers key, id, mail templates, permission list and name (R-ORG-01, R-ORG-08)', async () => {
    const id = await idOf(admin, 'alpine');
    const { body } = await admin.call('organizationGet', { params: { id } });
    expect(body).toMatchObject({ id, key: 'alpine', orgId: 'alpine', name: 'Alpine Research', userCount: 5 });
    expect(body.permission).toContain('blueprints');
    expect(body.mailTemplate.map((template) => template.type)).toEqual([0, 1, 2, 3]);
  });

  test('an organization can not take the right to edit permissions from itself; the platform can', async () => {
    const admin = await server.asUser('admin@alpine.example');
    const rights = (change: string) => server.database.pool.query(`with o as (update organization set permission = ${change} where key = 'alpine')
      update role set permission = ${change} where id = (select role_id from "user" where email = 'admin@alpine.example')`);
    await rights(`array_append(permission, 'organizationPermissionEdit')`);
    const { orgInfo } = (await admin.call('sessionGet')).body;
    const permission = orgInfo.permission.filter((each) => each !== 'rolePermissionEdit');
    const refused = await admin.fail('organizationEdit', { params: { id: orgInfo.id }, body: { permission } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'last_administrator']);
    await platform.call('organizationEdit', { params: { id: orgInfo.id }, body: { permission } });
    expect((await admin.call('sessionGet')).body.orgInfo.permission).not.toContain('rolePermissionEdit');
    await platform.call('organizationEdit', { params: { id: orgInfo.id }, body: { permission: orgInfo.permission } });
    await rights(`array_remove(permission, 'organizationPermissionEdit')`);
  });

  test('an unknown id is 404 (R-ORG-08)', async () => {
    expect((await platform.fail('organizationGet', { params: { id: '00000000-0000-4000-8000-000000000000' } })).status).toBe(404);
    expect((await platform.fail('organizationGet', { params: { id: 'nonsense' } })).status).toBe(404);
  });

  test('GET /api/org/key/{key} gives the banner its name; an unknown key is 404 (R-ORG-09, R-ORG-14)', async () => {
    expect((await dev.call('organizationGetByKey', { params: { key: 'alpine' } })).body.name).toBe('Alpine Research');
    expect((await platform.fail('organizationGetByKey', { params: { key: 'nowhere' } })).status).toBe(404);
    expect((await dev.fail('organizationGetByKey', { params: { key: 'borealis' } })).status).toBe(404);
  });

  test('POST /api/org makes it with its roles and mails; the same key again is 409 at the field (R-ORG-05)', async () => {
    const answer = await platform.call('organizationCreate', { body: { key: 'cascade', name: 'Cascade' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ key: 'cascade', parentKey: 'platform', currency: 'USD', status: 'ACTIVE', userCount: 0 });
    const roles = await server.database.pool.query(`select name from role where org_id = 'cascade' order by name`);
    expect(roles.rows.map((row: { name: string }) => row.name)).toEqual(['Contributor', 'Cost Manager', 'Organization Administrator', 'Reader']);
    const again = await platform.fail('organizationCreate', { body: { key: 'cascade', name: 'Other' } });
    expect([again.status, again.body]).toMatchObject([409, { error: { code: 'conflict', details: [{ field: 'key' }] } }]);
  });

  test.each([[{}, 'key'], [{ key: 'Big Letters', name: 'x' }, 'key'], [{ key: 'ok-key', name: ' ' }, 'name'], [{ key: 'ok-key', name: 'x', permission: ['grantAll'] }, 'permission.0'], [{ key: 'ok-key', name: 'x', adminEmail: 'nobody' }, 'adminEmail'], [{ key: 'ok-key', name: 'x', logoUrl: 'javascript:1' }, 'logoUrl']])('POST /api/org refuses %j at the field (R-ERR-09)', async (body, field) => {
    const answer = await platform.fail('organizationCreate', { body });
    expect([answer.status, answer.body.error.details?.map((each) => each.field)]).toEqual([400, expect.arrayContaining([field])]);
  });

  test('POST /api/org/withuser makes the organization and its first administrator, or neither (R-ORG-06)', async () => {
    const body = { organization: { key: 'delta', name: 'Delta' }, user: { name: 'Dana', email: 'Dana@Delta.example' } };
    const { body: made, status } = await platform.call('organizationCreateWithUser', { body });
    expect(status).toBe(201);
    expect(await mailsTo('dana@delta.example')).toMatchObject([{ subject: 'Delta invites you to Cloudwright', text: expect.stringContaining('/?invite=') as string }]);
    expect(made.user).toMatchObject({ email: 'dana@delta.example', role: 'Organization Administrator', status: 'INVITED', orgId: 'delta' });
    const failed = await platform.fail('organizationCreateWithUser', { body: { organization: { key: 'epsilon', name: 'Epsilon' }, user: { name: 'Dana', email: 'dana@delta.example' } } });
    expect([failed.status, failed.body]).toMatchObject([409, { error: { details: [{ field: 'email' }] } }]);
    expect((await platform.fail('organizationGetByKey', { params: { key: 'epsilon' } })).status).toBe(404);
  });

  test('PUT /api/org/{id} merges what is given (R-ORG-07)', async () => {
    const id = await idOf(platform, 'cascade');
    const { body } = await platform.call('organizationEdit', { params: { id }, body: { name: 'Cascade Institute', permission: ['blueprints', 'marketplace'] } });
    expect(body).toMatchObject({ name: 'Cascade Institute', permission: ['blueprints', 'marketplace'], currency: 'USD' });
    expect((await platform.call('organizationEdit', { params: { id }, body: { currency: 'EUR' } })).body).toMatchObject({ name: 'Cascade Institute', currency: 'EUR' });
  });

  test('a parent that does not exist is refused at its field', async () => {
    const refused = await platform.fail('organizationEdit', { params: { id: await idOf(platform, 'cascade') }, body: { parentKey: 'nobody-has-this-key' } });
    expect([refused.status, refused.body.error.details]).toEqual([400, [{ field: 'parentKey', message: 'There is no such organization' }]]);
  });

  test('nobody grants an organization more than the own one holds', async () => {
    await server.database.pool.query(`update role set permission = array_append(permission, 'organizationPermissionEdit') where org_id = 'alpine' and name = 'Organization Administrator'`);
    await server.database.pool.query(`update organization set permission = array_append(permission, 'organizationPermissionEdit') where key = 'alpine'`);
    const id = await idOf(admin, 'alpine');
    const refused = await admin.fail('organizationEdit', { params: { id }, body: { permission: [...permissionNames] } });
    expect([refused.status, refused.body.error.details?.[0]]).toEqual([400, { field: 'permission', message: 'Your organization does not hold organizationCreate' }]);
  });

  test('a parent sees and edits its children, nobody else does', async () => {
    await platform.call('organizationCreate', { body: { key: 'alpine-child', name: 'Child', parentKey: 'alpine' } });
    const id = await idOf(admin, 'alpine-child');
    expect((await admin.call('organizationEdit', { params: { id }, body: { name: 'Renamed' } })).body.name).toBe('Renamed');
    const borealis = await server.asUser('admin@borealis.example');
    expect((await borealis.fail('organizationEdit', { params: { id }, body: { name: 'Mine' } })).status).toBe(404);
  });

  test('a directory that another organization has is given by the platform only, also to a new child', async () => {
    const [alpine, borealis, fresh] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', '99999999-9999-4999-8999-999999999999'];
    await server.database.pool.query(`update role set permission = permission || '{organizationCreate,organizationView}' where org_id in ('alpine', 'borealis') and name = 'Organization Administrator'`);
    await server.database.pool.query(`update organization set permission = permission || '{organizationCreate,organizationView}' where key in ('alpine', 'borealis')`);
    const bo = await server.asUser('admin@borealis.example');
    const child = (key: string, tenantIds: string[]) => bo.send('POST', '/api/org', { body: { key, name: key, tenantIds } });
    expect((await child('bo-own', [borealis ?? ''])).status).toBe(201);
    expect((await child('bo-other', [alpine ?? ''])).status).toBe(403);
    expect((await child('bo-fresh', [fresh ?? ''])).status).toBe(403);
    // A guest of a directory is signed in to it as well: that makes it nobody's.
    await server.database.pool.query(`insert into user_identity (tid, oid, user_id) select $1, '10000000-0000-4000-8000-000000000007', id from "user" where email = 'admin@borealis.example'`, [alpine]);
    const guest = await server.asUser('stranger@alpine.example');
    expect((await guest.call('sessionGet')).body.orgId).toBe('borealis');
    const refused = await guest.fail('organizationEdit', { params: { id: await idOf(guest, 'borealis') }, body: { tenantIds: [borealis ?? '', alpine ?? ''] } });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect((await platform.call('organizationEdit', { params: { id: await idOf(platform, 'borealis') }, body: { tenantIds: [borealis ?? '', alpine ?? ''] } })).body.tenantIds).toHaveLength(2);
    await server.database.pool.query(`update organization set tenant_ids = array[$1] where key = 'borealis'`, [borealis]);
  });

  test('a parent must exist and be no child of its own child', async () => {
    const [unknown] = [await platform.fail('organizationCreate', { body: { key: 'orphan', name: 'Orphan', parentKey: 'nobody' } })];
    expect([unknown.status, unknown.body.error.details]).toMatchObject([400, [{ field: 'parentKey' }]]);
    const circle = await platform.fail('organizationEdit', { params: { id: await idOf(platform, 'alpine') }, body: { parentKey: 'alpine-child' } });
    expect([circle.status, circle.body.error.details]).toMatchObject([400, [{ field: 'parentKey' }]]);
  });

  test('the platform keeps every permission: nobody could give them back', async () => {
    const refused = await platform.fail('organizationEdit', { params: { id: await idOf(platform, 'platform') }, body: { permission: ['blueprints'] } });
    expect([refused.status, refused.body.error.details]).toMatchObject([409, [{ field: 'permission' }]]);
  });

  test('suspending one shuts its people out at once, open pages too', async () => {
    const bo = await server.asUser('admin@borealis.example');
    const stream = await fetch(`${server.address}/api/events`, { headers: bo.headers });
    const text = stream.text();
    await platform.call('organizationEdit', { params: { id: await idOf(platform, 'borealis') }, body: { status: 'SUSPENDED' } });
    expect(await text).toContain('signedOut');
    expect((await bo.fail('sessionGet')).body.error.code).toBe('organization_suspended');
    await platform.call('organizationEdit', { params: { id: await idOf(platform, 'borealis') }, body: { status: 'ACTIVE' } });
  });

  test('DELETE /api/org/{id} answers the removed record, then 404; with users it is 409 (R-ORG-10)', async () => {
    const id = await idOf(platform, 'cascade');
    expect((await platform.call('organizationDelete', { params: { id } })).body.key).toBe('cascade');
    expect((await platform.fail('organizationGet', { params: { id } })).status).toBe(404);
    const used = await platform.fail('organizationDelete', { params: { id: await idOf(platform, 'borealis') } });
    expect([used.status, used.body.error.code]).toEqual([409, 'in_use']);
    expect((await platform.fail('organizationDelete', { params: { id: await idOf(platform, 'platform') } })).status).toBe(409);
  });

  test('every action needs its own permission (R-ORG-15)', async () => {
    const id = await idOf(dev, 'alpine');
    for (const [name, input] of [['organizationList', {}], ['organizationCreate', { body: { key: 'zz', name: 'z' } }], ['organizationGet', { params: { id } }], ['organizationEdit', { params: { id }, body: {} }], ['organizationDelete', { params: { id } }], ['mailTemplateList', {}]] as const) {
      expect([name, (await dev.fail(name, input)).status]).toEqual([name, 403]);
    }
  });

  test('permission view and permission edit are rights of their own (R-ORG-15)', async () => {
    const rights = (permission: string[]) => server.database.pool.query(`update role set permission = $1 where id = (select role_id from "user" where email = 'cost@alpine.example')`, [permission]);
    const cost = await server.asUser('cost@alpine.example');
    const id = await idOf(cost, 'alpine');
    await rights(['organizationView', 'organizationEdit']);
    expect((await cost.call('organizationGet', { params: { id } })).body.permission).toBeUndefined();
    expect((await cost.fail('organizationEdit', { params: { id }, body: { permission: [] } })).status).toBe(403);
    await rights(['organizationView', 'organizationPermissionView', 'organizationPermissionEdit']);
    expect((await cost.call('organizationGet', { params: { id } })).body.permission).toContain('blueprints');
    expect((await cost.fail('organizationEdit', { params: { id }, body: { name: 'x' } })).status).toBe(403);
    await rights(seedPermissions('M'));
  });

  test('POST /api/azure/organization.get reads the directory through Graph (R-ORG-11)', async () => {
    const { body } = await admin.call('directoryOrganizations', { body: {} });
    expect(body).toMatchObject({ count: 1, total: 1, result: [{ tenantId: '11111111-1111-4111-8111-111111111111', displayName: 'Alpine Research' }] });
    expect(body.result[0]?.verifiedDomains).toContain('alpine.example');
  });

  test('every call of the set answers, and refuses somebody without a token (R-API-06)', async () => {
    const id = await idOf(platform, 'alpine');
    const templateId = (await platform.call('mailTemplateList', { query: { orgId: id } })).body.result[0]?.id ?? '';
    const calls: [string, string, unknown?][] = [
      ['GET', '/api/org'], ['POST', '/api/org', { key: 'one', name: 'One' }], ['POST', '/api/org/withuser', { organization: { key: 'two', name: 'Two' }, user: { name: 'T', email: 't@two.example' } }],
      ['PUT', `/api/org/${id}`, {}], ['GET', `/api/org/${id}`], ['GET', '/api/org/key/alpine'], ['POST', '/api/azure/organization.get', {}], ['GET', `/api/mailtemplate?orgId=${id}`],
      ['PUT', `/api/mailtemplate/${templateId}`, {}], ['DELETE', `/api/org/${await idOf(platform, 'delta')}`],
    ];
    for (const [method, path, body] of calls) {
      const options = body === undefined ? {} : { body };
      expect([path, (await server.asNobody().send(method, path, options)).status]).toEqual([path, 401]);
      const expected = path.endsWith('/api/org') && method === 'POST' ? 201 : path.endsWith('withuser') ? 201 : method === 'DELETE' ? 409 : 200;
      expect([path, (await platform.send(method, path, options)).status]).toEqual([path, expected]);
    }
  });
});
