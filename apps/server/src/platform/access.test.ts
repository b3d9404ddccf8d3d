import { api, calls, mayDo, type CallName, type Endpoint } from '@cloudwright/contract';
import { permissionNames, type Permission } from '@cloudwright/contract/permissions';
import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloudTokenFor, portalTokenFor, sandbox, startServer, type Client, type TestServer } from '../../test/server.ts';
import { inSeconds, signedToken } from '../../test/directory-key.ts';
import { newId } from './ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const names = Object.keys(calls) as CallName[];
const endpoints: Record<string, Endpoint> = api;
const endpointOf = (name: CallName): Endpoint => endpoints[name] as Endpoint;
const guarded = names.filter((name) => endpointOf(name).access !== 'public');
const permitted = guarded.filter((name) => !['signedIn', 'identified'].includes(String(endpointOf(name).access)));
const permissionsOf = (name: CallName): readonly Permission[] => [endpointOf(name).access].flat() as Permission[];

/** How a call can be made: a POST that only reads answers GET as well, and is walked both ways. */
const waysOf = (name: CallName): string[] => [endpointOf(name).method, ...(endpointOf(name).isRead ? ['GET'] : [])];

/** A request that passes as far as authorization goes; its body is empty on purpose. */
function request(client: Client, name: CallName, method: string = endpointOf(name).method) {
  const { path } = endpointOf(name);
  return client.send(method, path.replaceAll(/:(\w+)/g, (_, key: string) => (key === 'version' ? '1' : newId())), method === 'GET' || method === 'DELETE' ? {} : { body: {} });
}
const requests = (client: Client, name: CallName) => Promise.all(waysOf(name).map((method) => request(client, name, method)));

/** Who may call without a token, and why. Anything that is added to the contract must be added here by hand. */
const withoutToken: Partial<Record<CallName, string>> = {
  configProviders: 'the sign-ins that the start page offers (decision 93)',
  configChannelCode: 'configuration of the start page (decision 93)',
  configChannelResource: 'configuration of the start page (decision 93)',
  configAdminEmail: 'shown to somebody who is refused (decision 91)',
  githubConfig: 'client id and return address, no secret (decision 91)',
  landingModule: 'which start page to load (decision 93)',
  websiteSettingsGet: 'name, colours and banner of the start page (decision 93)',
  githubReturn: 'the browser comes from the code-hosting service; a signed, single-use state says who it is',
  inviteLook: 'the invited person has no account yet; 256 random bits of the link are the key',
};
/** Who may call with a token and without a permission, and why. */
const withoutPermission: Partial<Record<CallName, string>> = {
  sessionGet: 'the own account; somebody new may join here (decision 30)',
  sessionJoin: 'joins by an invitation, so there is no role yet',
  profileEdit: 'own name and preferences only', githubStart: 'links the own account', githubUnlink: 'the own account', awsSignIn: 'trades the own directory token',
  eventsStream: 'events addressed to the person or the organization', directoryFetch: "asked with the person's own cloud token",
  organizationGetByKey: 'the own name for the banner; another organization needs organizationView, checked in the action',
  notificationList: 'the own ones', notificationUnread: 'the own ones', notificationReadAll: 'the own ones', notificationRead: 'the own ones',
  uploadList: 'the own ones', uploadCreate: 'the own ones', uploadEdit: 'the own ones',
};

test('every call asks for a token and a permission, but for those that are listed with their reason', () => {
  expect(names.filter((name) => endpointOf(name).access === 'public').toSorted()).toEqual(Object.keys(withoutToken).toSorted());
  expect(guarded.filter((name) => !permitted.includes(name)).toSorted()).toEqual(Object.keys(withoutPermission).toSorted());
  for (const name of permitted) for (const permission of permissionsOf(name)) expect(permissionNames).toContain(permission);
});

test('nothing is served below /api that is no call of the contract, but for the documentation of the calls', () => {
  // The router prints a tree: a line holds what its path adds to that of the line above it.
  const prefixes: string[] = [];
  const served = server.portal.app.printRoutes({ commonPrefix: false }).split('\n').flatMap((line) => {
    const [, indent = '', added = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    prefixes[depth] = (depth > 0 ? (prefixes[depth - 1] ?? '') : '') + added;
    return methods ? methods.split(', ').map((method) => `${method} ${prefixes[depth]?.replace(/(.)\/$/, '$1')}`) : [];
  }).filter((route) => route.includes(' /api'));
  // A GET is answered to HEAD too, by the same checks and without a body.
  const inContract = new Set(names.flatMap((name) => waysOf(name).flatMap((method) => [method, ...(method === 'GET' ? ['HEAD'] : [])]).map((method) => `${method} ${endpointOf(name).path}`)));
  const others = [...new Set(served)].filter((route) => !inContract.has(route) && !/^(GET|HEAD) \/api\/(docs|openapi\.json)/.test(route));
  expect(served.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
  expect([...inContract].filter((route) => !served.includes(route))).toEqual([]);
});

/** Gives the organization (or the role) of dev@alpine exactly these permissions. */
async function grant(target: 'organization' | 'role', permission: readonly string[]) {
  const where = target === 'organization' ? `key = 'alpine'` : `id = (select role_id from "user" where email = 'dev@alpine.example')`;
  await server.database.pool.query(`update ${target} set permission = $1 where ${where}`, [permission]);
}

describe.each(guarded)('%s', (name) => {
  test('401 without a token', async () => {
    for (const answer of await requests(server.asNobody(), name)) expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'unauthenticated' } }]);
  });
  test('401 with a token for another audience', async () => {
    for (const answer of await requests(server.withToken(await cloudTokenFor('admin@alpine.example')), name)) expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'token_invalid' } }]);
  });
  test('401 with a forged token', async () => {
    for (const answer of await requests(server.withToken(await forgedToken()), name)) expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'token_invalid' } }]);
  });
});

/** A token with a real one's claims, signed by a key that is not the directory's. */
let forged: Promise<string> | undefined;
const forgedToken = (): Promise<string> =>
  (forged ??= (async () => {
    const claims = decodeJwt(await portalTokenFor('admin@alpine.example'));
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(privateKey);
  })());

describe('permissions', () => {
  let dev: Client;
  beforeAll(async () => {
    dev = await server.asUser('dev@alpine.example', { withCloudToken: true });
  });

  test('the role lacks it: 403 for every call that asks for a permission (R-PERM-01)', async () => {
    for (const name of permitted) {
      await grant('organization', permissionNames);
      await grant('role', permissionNames.filter((each) => !permissionsOf(name).includes(each)));
      for (const answer of await requests(dev, name)) expect([name, answer.status, answer.body]).toMatchObject([name, 403, { error: { code: 'forbidden', message: expect.stringContaining('Your role') as string } }]);
    }
  });

  test('the organization lacks it: 403 for every call that asks for a permission (R-PERM-01)', async () => {
    await grant('role', permissionNames);
    for (const name of permitted) {
      await grant('organization', permissionNames.filter((each) => !permissionsOf(name).includes(each)));
      for (const answer of await requests(dev, name)) expect([name, answer.status, answer.body]).toMatchObject([name, 403, { error: { code: 'forbidden', message: expect.stringContaining('Your organization') as string } }]);
    }
  });

  test('any one of the permissions, held by both, opens the call', async () => {
    await grant('organization', permissionNames);
    for (const name of permitted) {
      for (const permission of permissionsOf(name)) {
        await grant('role', [permission]);
        for (const answer of await requests(dev, name)) expect([name, permission, answer.body]).not.toMatchObject([name, permission, { error: { message: expect.stringContaining('does not grant') as string } }]);
      }
    }
  });
});

test('an unknown call is 401 without a token and 404 with one (R-API-14)', async () => {
  expect((await server.asNobody().send('GET', '/api/openai')).status).toBe(401);
  const dev = await server.asUser('dev@alpine.example');
  expect((await dev.send('GET', '/api/nothing')).status).toBe(404);
});

describe('a token really signed by the directory', () => {
  test('expired 90 seconds ago: 401 on every call, with the words of the specification (R-ERR-01)', async () => {
    const token = await signedToken('admin@alpine.example', { exp: inSeconds(-90) });
    for (const name of guarded) {
      for (const answer of await requests(server.withToken(token), name)) expect([name, answer.status, answer.body]).toMatchObject([name, 401, { error: { code: 'token_expired', message: 'Error validating access token: Your token has expired!' } }]);
    }
  });

  test('the clocks may differ by a minute', async () => {
    for (const changed of [{ exp: inSeconds(-30) }, { nbf: inSeconds(30), iat: inSeconds(30) }]) {
      expect((await request(server.withToken(await signedToken('admin@alpine.example', changed)), 'sessionGet')).status).toBe(200);
    }
  });

  test.each([
    ['not valid yet', { nbf: inSeconds(90) }],
    ['for another audience', { aud: 'https://management.azure.com' }],
    ['of an issuer that is not the directory', { iss: 'http://localhost:1/11111111-1111-4111-8111-111111111111/v2.0' }],
    ['of another directory than its issuer', { tid: '22222222-2222-4222-8222-222222222222' }],
    ['without the scope', { scp: 'User.Read' }],
    ['of the first version', { ver: '1.0' }],
    ['without a person', { oid: undefined }],
  ])('%s: 401', async (_, changed) => {
    const answer = await request(server.withToken(await signedToken('admin@alpine.example', changed)), 'sessionGet');
    expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'token_invalid' } }]);
  });

  test('of a directory that no organization has: 403, and its keys are not fetched', async () => {
    const tid = '99999999-9999-4999-8999-999999999999';
    const answer = await request(server.withToken(await signedToken('admin@alpine.example', { tid, iss: `${sandbox().http.general}/${tid}/v2.0` })), 'sessionGet');
    expect([answer.status, answer.body]).toMatchObject([403, { error: { code: 'account_unknown' } }]);
  });

  test('changed by one letter: 401', async () => {
    const [head = '', claims = '', signature = ''] = (await portalTokenFor('admin@alpine.example')).split('.');
    const tampered = [head, claims, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
    expect((await request(server.withToken(tampered), 'sessionGet')).status).toBe(401);
  });
});

test('the table of calls and the check agree on every permission name', () => {
  const everything = { isSignedIn: true, orgInfo: { name: 'o', permission: permissionNames }, roleInfo: { name: 'r', permission: permissionNames } };
  for (const name of permitted) expect(mayDo(everything, { anyOf: permissionsOf(name) }).isAllowed).toBe(true);
});
