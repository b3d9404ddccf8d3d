import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, startServer, twoOrgs, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
let readerRole: string;

beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example');
  readerRole = (await admin.call('roleList', { query: { filterObj: { name: 'Reader' } } })).body.result[0]?.id ?? '';
});
afterAll(() => server.stop());

/** The link of the last mail to somebody, the n-th: what that person would click. */
async function tokenMailedTo(email: string, nth = 1): Promise<string> {
  const [mail] = await mailsTo(email, nth);
  return decodeURIComponent(/invite=([^\s]+)/.exec(mail?.text ?? '')?.[1] ?? '');
}
const strangerJoins = async (token: string) => (await server.asUser('stranger@alpine.example')).send('POST', '/api/user/join', { body: { token } });

describe('users', () => {
  test('are those of the organization, with name, e-mail, status, orgId and role (R-USER-01, R-USER-04)', async () => {
    const { body } = await admin.call('userList', { query: { sortObj: { email: 1 } } });
    expect(body.result.map((user) => user.email)).toEqual(['admin@alpine.example', 'cost@alpine.example', 'dev@alpine.example', 'guest@alpine.example', 'reader@alpine.example']);
    expect((await admin.call('userGet', { params: { id: body.result[2]?.id ?? '' } })).body).toMatchObject({ name: 'Dev Developer', email: 'dev@alpine.example', status: 'ACTIVE', orgId: 'alpine', role: 'Contributor' });
  });

  test('have exactly one organization and one role (R-NAV-02)', async () => {
    const refused = await admin.send('POST', '/api/user', { body: { name: 'X', email: 'x@alpine.example', roleId: [readerRole, readerRole] } });
    expect(refused.status).toBe(400);
    const other = await admin.fail('userCreate', { body: { name: 'Bo', email: 'admin@borealis.example', roleId: readerRole } });
    expect([other.status, other.body]).toMatchObject([409, { error: { details: [{ field: 'email' }] } }]);
  });

  test('are created, edited and deleted by their own permissions (R-USER-02, R-USER-06)', async () => {
    const made = await admin.call('userCreate', { body: { name: 'Nina', email: 'Nina@Alpine.example', roleId: readerRole } });
    expect([made.status, made.body.status, made.body.email]).toEqual([201, 'INVITED', 'nina@alpine.example']);
    const id = made.body.id;
    expect((await admin.call('userEdit', { params: { id }, body: { name: 'Nina N.' } })).body.name).toBe('Nina N.');
    const reader = await server.asUser('reader@alpine.example');
    for (const [name, input] of [['userList', {}], ['userGet', { params: { id } }], ['userCreate', { body: {} }], ['userEdit', { params: { id }, body: {} }], ['userDelete', { params: { id } }], ['inviteCreate', { body: {} }]] as const) {
      expect([name, (await reader.fail(name, input)).status]).toEqual([name, 403]);
    }
    expect((await admin.call('userDelete', { params: { id } })).body.name).toBe('Nina N.');
    expect((await admin.fail('userGet', { params: { id } })).status).toBe(404);
  });

  test("don't take a role of another organization", async () => {
    const { alpine, borealis } = await twoOrgs(server);
    const theirs = (await borealis.call('roleList')).body.result[0]?.id ?? '';
    const refused = await alpine.fail('userCreate', { body: { name: 'X', email: 'x@alpine.example', roleId: theirs } });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { details: [{ field: 'roleId' }] } }]);
  });

  test('are shut out at once when suspended or expired, and let in again', async () => {
    const cost = await server.asUser('cost@alpine.example');
    const id = (await cost.call('sessionGet')).body.id;
    const shutOut = async () => (await cost.fail('sessionGet')).body.error.code;
    await admin.call('userEdit', { params: { id }, body: { status: 'SUSPENDED' } });
    expect(await shutOut()).toBe('account_expired');
    await admin.call('userEdit', { params: { id }, body: { status: 'ACTIVE', expiresAt: '2026-01-01T00:00:00Z' } });
    expect(await shutOut()).toBe('account_expired');
    expect((await admin.call('userList', { query: { filterObj: { status: 'EXPIRED' } } })).body.result.map((user) => user.email)).toEqual(['cost@alpine.example']);
    await admin.call('userEdit', { params: { id }, body: { expiresAt: null } });
    expect((await cost.call('sessionGet')).status).toBe(200);
  });

  test('an administrator can not lock everybody out, nor remove the own account', async () => {
    const me = (await admin.call('sessionGet')).body.id;
    expect((await admin.fail('userEdit', { params: { id: me }, body: { status: 'SUSPENDED' } })).status).toBe(409);
    expect((await admin.fail('userDelete', { params: { id: me } })).status).toBe(409);
    const demoted = await admin.fail('userEdit', { params: { id: me }, body: { roleId: readerRole } });
    expect([demoted.status, demoted.body.error.code]).toEqual([409, 'last_administrator']);
  });
});

describe('invitations', () => {
  test('send a mail with a link and show the person as invited (R-USER-03)', async () => {
    const { body, status } = await admin.call('inviteCreate', { body: { name: 'Stella', email: 'stella@alpine.example', roleId: readerRole } });
    expect([status, body.status, body.role]).toEqual([201, 'PENDING', 'Reader']);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
    expect((await admin.call('userList', { query: { filter: 'stella' } })).body.result[0]?.status).toBe('INVITED');
    const token = await tokenMailedTo('stella@alpine.example');
    expect((await server.asNobody().call('inviteLook', { params: { token } })).body).toMatchObject({ organizationName: 'Alpine Research', name: 'Stella', status: 'PENDING' });
  });

  test('let the holder of the link join once, from a directory of the organization', async () => {
    const token = await tokenMailedTo('stella@alpine.example');
    const foreigner = await server.asUser('guest@alpine.example', { directory: '22222222-2222-4222-8222-222222222222' });
    expect((await foreigner.send('POST', '/api/user/join', { body: { token } })).status).toBe(409);
    expect((await strangerJoins('wrong')).status).toBe(404);
    const joined = await strangerJoins(token);
    expect([joined.status, joined.body]).toMatchObject([200, { email: 'stella@alpine.example', orgId: 'alpine', role: 'Reader', status: 'ACTIVE' }]);
    expect((await (await server.asUser('stranger@alpine.example')).call('sessionGet')).body.name).toBe('Stella');
    expect((await strangerJoins(token)).status).toBe(409);
    expect((await admin.call('auditList', { query: { filterObj: { action: 'sessionJoin' } } })).body.result).toMatchObject([{ userEmail: 'stella@alpine.example', after: { role: 'Reader' } }]);
    await server.database.pool.query(`delete from "user" where email = 'stella@alpine.example'`);
  });

  test('of an organization without the directory are refused', async () => {
    const borealis = await server.asUser('admin@borealis.example');
    const roleId = (await borealis.call('roleList')).body.result[0]?.id ?? '';
    await borealis.call('inviteCreate', { body: { name: 'S', email: 's@borealis.example', roleId } });
    const refused = await strangerJoins(await tokenMailedTo('s@borealis.example'));
    expect([refused.status, refused.body]).toMatchObject([403, { error: { message: 'Sign in to a directory of the organization that invited you.' } }]);
  });

  test('die when sent again, revoked or after seven days', async () => {
    const { body } = await admin.call('inviteCreate', { body: { name: 'Sam', email: 'sam@alpine.example', roleId: readerRole } });
    const first = await tokenMailedTo('sam@alpine.example');
    await admin.call('inviteResend', { params: { id: body.id } });
    const second = await tokenMailedTo('sam@alpine.example', 2);
    expect(second).not.toBe(first);
    expect((await strangerJoins(first)).status).toBe(404);

    await server.database.pool.query(`update invite set expires_at = now() - interval '1 second' where id = $1`, [body.id]);
    expect((await strangerJoins(second)).status).toBe(409);
    expect((await admin.call('inviteList', { query: { filterObj: { status: 'EXPIRED' } } })).body.result.map((invite) => invite.email)).toEqual(['sam@alpine.example']);

    await admin.call('inviteResend', { params: { id: body.id } });
    const third = await tokenMailedTo('sam@alpine.example', 3);
    expect((await admin.call('inviteRevoke', { params: { id: body.id } })).body.status).toBe('REVOKED');
    expect((await strangerJoins(third)).status).toBe(409);
    expect((await admin.call('userList', { query: { filter: 'sam@' } })).body.total).toBe(0);
    expect((await admin.fail('inviteResend', { params: { id: body.id } })).status).toBe(409);
  });

  test('keep only the hash of their link', async () => {
    const token = await tokenMailedTo('sam@alpine.example');
    const { rows } = await server.database.pool.query(`select 1 from invite where token_hash = $1 union all select 1 from mail_outbox where text like $2 or html like $2`, [token, `%${token}%`]);
    expect(rows).toEqual([]);
  });
});

test('somebody new joins an organization that lets its directory in, and nobody takes over an account by its e-mail', async () => {
  await server.database.pool.query(`delete from user_identity where user_id = (select id from "user" where email = 'reader@alpine.example')`);
  await server.database.pool.query(`update organization set auto_join_role_id = $1 where key = 'alpine'`, [readerRole]);
  expect((await (await server.asUser('reader@alpine.example')).fail('sessionGet')).body.error.code).toBe('account_unknown');
  const joined = (await (await server.asUser('stranger@alpine.example')).call('sessionGet')).body;
  expect(joined).toMatchObject({ email: 'stranger@alpine.example', orgId: 'alpine', role: 'Reader', status: 'ACTIVE' });
  await server.database.pool.query(`update organization set auto_join_role_id = null`);
});

test('subscriptions are linked to people with an access level (R-USER-07)', async () => {
  const { body: user } = await (await server.asUser('dev@alpine.example')).call('sessionGet');
  const sid = 'aaaaaaaa-0000-4000-8000-000000000001';
  const administrator = await server.asUser('admin@alpine.example', { withCloudToken: true });
  await administrator.call('subscriptionAccessEdit', { body: { sid, access: [{ userId: user.id, access: 'CONTRIBUTOR' }] } });
  expect((await administrator.call('subscriptionAccessList', { body: { sid } })).body.result).toContainEqual({ userId: user.id, name: user.name, email: user.email, access: 'CONTRIBUTOR' });
  const { borealis } = await twoOrgs(server);
  expect((await borealis.fail('subscriptionAccessList', { body: { sid } })).status).toBe(404);
});
