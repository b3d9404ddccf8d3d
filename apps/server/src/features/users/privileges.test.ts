import type { Permission } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
const roleId: Record<string, string> = {};
const idOf = async (email: string) => (await admin.call('userList', { query: { filterObj: { email } } })).body.result[0]?.id ?? '';
/** Gives the cost manager's role other permissions for a while. */
const costMayAlso = (permission: Permission[]) => server.database.pool.query(`update role set permission = $1 where name = 'Cost Manager' and org_id = 'alpine'`, [permission]);

beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example');
  for (const role of (await admin.call('roleList')).body.result) roleId[role.name] = role.id;
});
afterAll(() => server.stop());

describe('a role that grants more than the own one', () => {
  test('is given by nobody who could not edit roles: not to oneself, not to others, not by mail, not to a whole directory', async () => {
    const cost = await server.asUser('cost@alpine.example');
    await costMayAlso(['userEdit', 'userCreate', 'userInvite', 'organizationEdit', 'organizationView', 'blueprints']);
    const [me, organization] = [(await cost.call('sessionGet')).body.id, (await cost.call('organizationGetByKey', { params: { key: 'alpine' } })).body.id];
    const high = roleId['Organization Administrator'] ?? '';
    const person = { name: 'Accomplice', email: 'accomplice@alpine.example', roleId: high };
    for (const refused of [
      await cost.fail('userEdit', { params: { id: me }, body: { roleId: high } }), await cost.fail('userCreate', { body: person }), await cost.fail('inviteCreate', { body: person }),
      await cost.fail('organizationEdit', { params: { id: organization }, body: { autoJoinRoleId: high } }),
    ]) expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect((await admin.call('userList', { query: { filter: 'accomplice' } })).body.total).toBe(0);
  });

  test('one that grants no more is, and whoever may edit roles gives any', async () => {
    const cost = await server.asUser('cost@alpine.example');
    const low = (await admin.call('roleCreate', { body: { name: 'Visitor', permission: ['blueprints'] } })).body.id;
    expect((await cost.call('userCreate', { body: { name: 'Vic', email: 'vic@alpine.example', roleId: low } })).status).toBe(201);
    expect((await admin.call('userEdit', { params: { id: await idOf('vic@alpine.example') }, body: { roleId: roleId['Contributor'] ?? '' } })).body.role).toBe('Contributor');
  });
});

describe('an invitation that is still open', () => {
  const invite = async (email: string, role: string) => {
    await admin.call('inviteCreate', { body: { name: 'Ina', email, roleId: roleId[role] ?? '' } });
    const [mail] = await mailsTo(email);
    return { id: await idOf(email), token: decodeURIComponent(/invite=([^\s]+)/.exec(mail?.text ?? '')?.[1] ?? '') };
  };
  const join = async (token: string) => (await server.asUser('stranger@alpine.example')).send('POST', '/api/user/join', { body: { token } });

  test('gives the role and the name that the person has by now, not those of the day it was sent', async () => {
    const { id, token } = await invite('ines@alpine.example', 'Organization Administrator');
    await admin.call('userEdit', { params: { id }, body: { roleId: roleId['Reader'] ?? '', name: 'Ina I.' } });
    expect((await admin.call('inviteList', { query: { filter: 'ines@' } })).body.result[0]?.role).toBe('Reader');
    expect((await join(token)).body).toMatchObject({ role: 'Reader', name: 'Ina I.' });
    await server.database.pool.query(`delete from "user" where email = 'ines@alpine.example'`);
  });

  test('lets nobody in who was shut out before coming', async () => {
    const { id, token } = await invite('otto@alpine.example', 'Reader');
    const refused = await admin.fail('userEdit', { params: { id }, body: { status: 'SUSPENDED' } });
    expect([refused.status, refused.body.error.message]).toEqual([409, 'This person has not come yet. Revoke the invitation instead.']);
    await server.database.pool.query(`update "user" set status = 'SUSPENDED' where id = $1`, [id]);
    expect((await join(token)).status).toBe(409);
  });

  test('is revoked with the person, who can then be invited anew', async () => {
    const { id } = await invite('ute@alpine.example', 'Reader');
    await admin.call('userDelete', { params: { id } });
    expect((await admin.call('inviteList', { query: { filter: 'ute@' } })).body.result.map((each) => each.status)).toEqual(['REVOKED']);
    expect((await admin.call('inviteCreate', { body: { name: 'Ute', email: 'ute@alpine.example', roleId: roleId['Reader'] ?? '' } })).status).toBe(201);
  });

  test('keeps no role alive once it was used or revoked', async () => {
    const role = (await admin.call('roleCreate', { body: { name: 'Passing', permission: [] } })).body;
    const made = (await admin.call('inviteCreate', { body: { name: 'Pia', email: 'pia@alpine.example', roleId: role.id } })).body;
    expect((await admin.fail('roleDelete', { params: { id: role.id } })).body.error.code).toBe('in_use');
    await admin.call('inviteRevoke', { params: { id: made.id } });
    expect((await admin.call('roleDelete', { params: { id: role.id } })).status).toBe(200);
  });
});

describe('somebody active who can edit permissions', () => {
  test('is left when two administrators shut each other out at the same moment', async () => {
    const [cost, [me, other]] = [await server.asUser('cost@alpine.example'), await Promise.all(['admin@alpine.example', 'cost@alpine.example'].map(idOf))];
    for (let round = 0; round < 5; round += 1) {
      await server.database.pool.query(`update "user" set status = 'ACTIVE', role_id = $1 where id = any($2)`, [roleId['Organization Administrator'], [me, other]]);
      const edit = (client: Client, id: string | undefined) => client.send('PUT', `/api/user/${String(id)}`, { body: { status: 'SUSPENDED' } });
      const statuses = (await Promise.all([edit(admin, other), edit(cost, me)])).map((answer) => answer.status);
      expect(statuses.toSorted((a, b) => a - b)[0]).toBe(200);
      const { rows } = await server.database.pool.query<{ count: string }>(`select count(*) from "user" where status = 'ACTIVE' and id = any($1)`, [[me, other]]);
      expect(Number(rows[0]?.count)).toBe(1);
    }
    await server.database.pool.query(`update "user" set status = 'ACTIVE' where id = $1`, [me]);
    await server.database.pool.query(`update "user" set status = 'ACTIVE', role_id = $1 where id = $2`, [roleId['Cost Manager'], other]);
  });

  test('is left when two roles lose that right at the same moment', async () => {
    const [me, other] = await Promise.all(['admin@alpine.example', 'cost@alpine.example'].map(idOf));
    const second = (await admin.call('roleCreate', { body: { name: 'Second', permission: ['rolePermissionEdit'] } })).body.id;
    await admin.call('userEdit', { params: { id: other ?? '' }, body: { roleId: second } });
    const ids = [second, roleId['Organization Administrator'] ?? ''];
    for (let round = 0; round < 5; round += 1) {
      await server.database.pool.query(`update role set permission = array['rolePermissionEdit'] where id = any($1)`, [ids]);
      const statuses = (await Promise.all(ids.map((id) => admin.send('PUT', `/api/role/${id}`, { body: { permission: [] } })))).map((answer) => answer.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
    expect(me).toBeTruthy();
  });

  test('does not lose the account to a date', async () => {
    await server.database.pool.query(`update role set permission = array['rolePermissionEdit', 'userEdit', 'userList'] where id = $1`, [roleId['Organization Administrator']]);
    await server.database.pool.query(`update role set permission = '{}' where name = 'Second'`);
    const refused = await admin.fail('userEdit', { params: { id: await idOf('admin@alpine.example') }, body: { expiresAt: '2020-01-01T00:00:00Z' } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'last_administrator']);
  });
});

test('of several windows that open at once, all find the person who joins by the directory', async () => {
  await server.database.pool.query(`update organization set auto_join_role_id = $1 where key = 'alpine'`, [roleId['Reader']]);
  const stranger = await server.asUser('stranger@alpine.example');
  const answers = await Promise.all(Array.from({ length: 8 }, () => stranger.send('GET', '/api/user/me')));
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
});
