import { api, calls, type CallName, type Endpoint } from '@cloudwright/contract';
import { permissionNames } from '@cloudwright/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { createOrgDb, appRole } from './db/org-db.ts';
import { startServer, type Client, type TestServer } from '../../test/server.ts';
import { newId } from './ids.ts';

/** The records of Borealis that somebody of Alpine tries to reach. */
const theirs = {
  organization: '', role: '', user: '', invite: '', mailTemplate: '', blueprint: '', blueprintType: '', deployment: '', notification: '', upload: '',
  sid: 'bbbbbbbb-0000-4000-8000-000000000001', blueprintName: 'borealis-secret',
};
/** A record of Alpine, for calls that name a foreign one inside an own one. */
const own = { organization: '', user: '', blueprint: '', deployment: '', sid: 'aaaaaaaa-0000-4000-8000-000000000001' };

interface Asked {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** 404 unless said: a foreign record as a field's value is 400 (or 403), told at the field. */
  status?: number;
}
const place = { region: 'eastus' };
/** What is asked by every call that names a record; several ways where it names several. Read when the records are there. */
const asked = (): Partial<Record<CallName, Asked[]>> => ({
  organizationGetByKey: [{ path: { key: 'borealis' } }],
  organizationGet: [{ path: { id: theirs.organization } }],
  organizationEdit: [{ path: { id: theirs.organization }, body: { name: 'Taken' } }, { path: { id: own.organization }, body: { autoJoinRoleId: theirs.role }, status: 400 }, { path: { id: own.organization }, body: { parentKey: 'borealis' }, status: 403 }],
  organizationDelete: [{ path: { id: theirs.organization } }],
  roleGet: [{ path: { id: theirs.role } }],
  roleEdit: [{ path: { id: theirs.role }, body: { name: 'Taken' } }],
  roleDelete: [{ path: { id: theirs.role } }],
  userCreate: [{ body: { name: 'X', email: 'x@alpine.example', roleId: theirs.role }, status: 400 }],
  userGet: [{ path: { id: theirs.user } }],
  userEdit: [{ path: { id: theirs.user }, body: { name: 'Taken' } }, { path: { id: own.user }, body: { roleId: theirs.role }, status: 400 }],
  userDelete: [{ path: { id: theirs.user } }],
  inviteCreate: [{ body: { name: 'X', email: 'x@alpine.example', roleId: theirs.role }, status: 400 }],
  inviteResend: [{ path: { id: theirs.invite } }],
  inviteRevoke: [{ path: { id: theirs.invite } }],
  mailTemplateList: [{ query: { orgId: 'borealis' } }, { query: { orgId: theirs.organization } }],
  mailTemplateEdit: [{ path: { id: theirs.mailTemplate }, body: { subject: 'Taken' } }],
  mailTemplateReset: [{ path: { id: theirs.mailTemplate } }],
  mailTemplatePreview: [{ body: { orgId: 'borealis', type: 0 } }],
  notificationRead: [{ path: { id: theirs.notification }, body: { read: true } }],
  uploadEdit: [{ path: { id: theirs.upload }, body: { bytesDone: 1 } }],
  blueprintGetByName: [{ path: { name: theirs.blueprintName } }, { path: { name: theirs.blueprintName }, query: { org: 'borealis' } }],
  blueprintCreate: [{ body: { name: 'mine', title: 'Mine', typeId: theirs.blueprintType, template: { format: 'ARM_JSON', content: template } }, status: 400 }],
  blueprintGet: [{ path: { id: theirs.blueprint } }],
  blueprintEdit: [{ path: { id: theirs.blueprint }, body: { title: 'Taken' } }, { path: { id: own.blueprint }, body: { typeId: theirs.blueprintType }, status: 400 }],
  blueprintDelete: [{ path: { id: theirs.blueprint } }],
  blueprintPublish: [{ path: { id: theirs.blueprint }, body: {} }],
  blueprintRetire: [{ path: { id: theirs.blueprint } }],
  blueprintVersionList: [{ path: { id: theirs.blueprint } }],
  blueprintVersionGet: [{ path: { id: theirs.blueprint, version: '1' } }],
  blueprintTypeEdit: [{ path: { id: theirs.blueprintType }, body: { name: 'Taken' } }],
  blueprintTypeDelete: [{ path: { id: theirs.blueprintType } }],
  deploymentCreate: [
    { body: { blueprintName: theirs.blueprintName, name: 'x', subscriptionId: own.sid, resourceGroup: 'rg', ...place } },
    { body: { blueprintName: theirs.blueprintName, org: 'borealis', name: 'x', subscriptionId: own.sid, resourceGroup: 'rg', ...place } },
    { body: { blueprintName: 'alpine-own', name: 'x', subscriptionId: theirs.sid, resourceGroup: 'rg', ...place } },
    { body: { blueprintName: 'alpine-own', name: 'x', subscriptionId: own.sid, resourceGroup: 'rg', retryOf: theirs.deployment, ...place } },
  ],
  deploymentEstimate: [{ body: { blueprintName: theirs.blueprintName } }, { body: { blueprintName: theirs.blueprintName, org: 'borealis' } }],
  deploymentGet: [{ body: { id: theirs.deployment } }, { body: { subscriptionId: theirs.sid, resourceGroup: 'rg-theirs', name: 'theirs' } }],
  deploymentOperations: [{ body: { id: theirs.deployment } }],
  deploymentPlan: [{ body: { id: theirs.deployment } }],
  deploymentResources: [{ body: { id: theirs.deployment } }],
  deploymentRetry: [{ body: { id: theirs.deployment } }],
  deploymentCancel: [{ body: { id: theirs.deployment } }],
  deploymentDelete: [{ body: { id: theirs.deployment } }],
  deploymentAssign: [{ body: { id: theirs.deployment, assigneeIds: [] } }, { body: { id: own.deployment, ownerId: theirs.user }, status: 400 }, { body: { id: own.deployment, assigneeIds: [theirs.user] }, status: 400 }],
  deploymentShare: [{ body: { id: theirs.deployment, sharedWith: [] } }, { body: { id: own.deployment, sharedWith: [{ userId: theirs.user, access: 'READER' }] }, status: 400 }],
  deploymentDownload: [{ body: { id: theirs.deployment } }],
  vmStart: [{ body: { deploymentId: theirs.deployment, resourceId: '/subscriptions/x' } }],
  vmStop: [{ body: { deploymentId: theirs.deployment, resourceId: '/subscriptions/x' } }],
  vmRestart: [{ body: { deploymentId: theirs.deployment, resourceId: '/subscriptions/x' } }],
  vmSizes: [{ body: { subscriptionId: theirs.sid, ...place } }],
  vmImages: [{ body: { subscriptionId: theirs.sid, ...place } }],
  networkList: [{ body: { subscriptionId: theirs.sid } }],
  subscriptionView: [{ body: { sid: theirs.sid } }],
  subscriptionEdit: [{ body: { sid: theirs.sid, displayName: 'Taken' } }, { body: { sid: own.sid, ownerIds: [theirs.user] }, status: 400 }],
  subscriptionDelete: [{ body: { sid: theirs.sid } }],
  subscriptionLocations: [{ body: { subscriptionId: theirs.sid } }],
  subscriptionAccessList: [{ body: { sid: theirs.sid } }],
  subscriptionAccessEdit: [{ body: { sid: theirs.sid, access: [] } }, { body: { sid: own.sid, access: [{ userId: theirs.user, access: 'READER' }] }, status: 400 }],
  resourceGroupCreate: [{ body: { subscriptionId: theirs.sid, name: 'rg-taken', ...place } }],
  resourceGroupDelete: [{ body: { subscriptionId: theirs.sid, name: 'rg' } }],
});

/** Calls with a field that sounds like a record's name and names none of another organization. */
const harmless: Partial<Record<CallName, string>> = {
  githubReturn: "the path's e-mail must be that of the person who started the round trip (linking.test.ts)",
  inviteLook: 'the token of the link is the only key to it, and is told to the invited person alone',
  directoryFetch: "asks the cloud with the person's own token; the directory only narrows the answer",
  directoryOrganizations: 'Graph answers for the directory of the token only; another one gives an empty list',
  organizationCreate: 'a new record; parentKey is taken from the platform only, the others get their own organization as parent',
  organizationCreateWithUser: 'the same; the user is new',
  deploymentNameCheck: 'the ledger is asked within the own organization; names of resources are asked with the own cloud token',
  subscriptionCreate: 'registers a subscription that the person sees in the cloud; one that is taken is 409, without a word whose it is (decision 5.9)',
  resourceGroupList: 'sids narrow the own subscriptions; a foreign one is left out (tested below)',
};

const endpoints: Record<string, Endpoint> = api;
const template = JSON.stringify({ $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [] });
const soundsLikeRecord = /^(id|key|sid|sids|org|access|sharedWith|blueprintName|\w+Id|\w+Ids|parentKey|email|token)$/;
const fieldsOf = (schema: z.ZodType | undefined): string[] => {
  if (!schema) return [];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object; anyOf?: { properties?: object }[] };
  return [json, ...(json.anyOf ?? [])].flatMap((part) => Object.keys(part.properties ?? {}));
};
/** Every call that names a record in path, query or body; the fields that all lists share are not meant. */
const naming = (Object.entries(endpoints) as [CallName, Endpoint][]).filter(([, { path, query, body, list }]) => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const others = [...fieldsOf(query), ...fieldsOf(body)].filter((field) => !(list && field === 'tenantId'));
  return inPath.length > 0 || others.some((field) => soundsLikeRecord.test(field));
}).map(([name]) => name);
// A self-service call that carries an e-mail or a token of one's own names no record.
const selfService: CallName[] = ['userCreate', 'inviteCreate', 'sessionJoin', 'awsSignIn', 'uploadCreate', 'profileEdit'];

let server: TestServer;
let alpine: Client;
let borealis: Client;
beforeAll(async () => {
  server = await startServer();
  const { pool } = server.database;
  await pool.query('update organization set permission = $1', [permissionNames]);
  await pool.query(`update role set permission = $1 where name = 'Organization Administrator'`, [permissionNames]);
  alpine = await server.asUser('admin@alpine.example', { withCloudToken: true });
  borealis = await server.asUser('admin@borealis.example', { withCloudToken: true });

  const [me, them] = [(await alpine.call('sessionGet')).body, (await borealis.call('sessionGet')).body];
  own.organization = me.orgInfo.id;
  own.user = me.id;
  theirs.organization = them.orgInfo.id;
  theirs.user = them.id;
  theirs.role = them.roleId;
  theirs.mailTemplate = (await borealis.call('mailTemplateList', { query: {} })).body.result[0]?.id ?? '';
  theirs.invite = (await borealis.call('inviteCreate', { body: { email: 'new@borealis.example', name: 'New', roleId: theirs.role } })).body.id;
  theirs.blueprintType = (await borealis.call('blueprintTypeCreate', { body: { name: 'Theirs' } })).body.id;
  theirs.upload = (await borealis.call('uploadCreate', { body: { target: 'storage', path: '/', fileName: 'a.txt', size: 1 } })).body.id;
  theirs.notification = newId();
  await pool.query(`insert into notification (id, org_id, user_id, type, title, body) values ($1, 'borealis', $2, 1, 'Theirs', '')`, [theirs.notification, theirs.user]);
  const publish = async (client: Client, name: string) => {
    const { body } = await client.call('blueprintCreate', { body: { name, title: name, template: { format: 'ARM_JSON', content: template } } });
    await client.call('blueprintPublish', { params: { id: body.blueprint.id }, body: {} });
    return body.blueprint.id;
  };
  theirs.blueprint = await publish(borealis, theirs.blueprintName);
  own.blueprint = await publish(alpine, 'alpine-own');
  const deploy = async (client: Client, blueprintName: string, name: string, subscriptionId: string) => {
    await client.call('resourceGroupCreate', { body: { subscriptionId, name: `rg-${name}`, ...place } });
    return (await client.call('deploymentCreate', { body: { blueprintName, name, subscriptionId, resourceGroup: `rg-${name}`, ...place } })).body.id;
  };
  theirs.deployment = await deploy(borealis, theirs.blueprintName, 'theirs', theirs.sid);
  own.deployment = await deploy(alpine, 'alpine-own', 'own', own.sid);
});
afterAll(() => server.stop());

const perform = (client: Client, name: CallName, { path = {}, query, body }: Asked) => {
  const call = calls[name];
  const filled = call.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(path[key] ?? ''));
  return client.send(call.method, query ? `${filled}?${new URLSearchParams(query).toString()}` : filled, body === undefined ? {} : { body });
};

test('no call that names a record is left out, and none is excused twice', () => {
  expect([...Object.values(theirs), ...Object.values(own)]).not.toContain('');
  const covered = [...Object.keys(asked()), ...Object.keys(harmless), ...selfService];
  expect(naming.filter((name) => !covered.includes(name))).toEqual([]);
  expect(Object.keys(harmless).filter((name) => name in asked())).toEqual([]);
});

describe("another organization's record can't be reached, named or changed (R-ERR-08)", () => {
  test.each(Object.keys(asked()) as CallName[])('%s', async (name) => {
    for (const attempt of asked()[name] ?? []) {
      const answer = await perform(alpine, name, attempt);
      const told = { status: answer.status, code: (answer.body as { error?: { code?: string } }).error?.code };
      expect({ attempt, ...told }).toMatchObject({ attempt, status: attempt.status ?? 404, code: { 400: 'invalid_input', 403: 'forbidden' }[attempt.status ?? 0] ?? 'not_found' });
      // A call that reads answers GET as well, by the same rules.
      if (endpoints[name]?.isRead) {
        const fields = Object.fromEntries(Object.entries(attempt.body ?? {}).map(([key, value]) => [key, String(value)]));
        expect([name, 'GET', (await alpine.send('GET', `${calls[name].path}?${new URLSearchParams(fields).toString()}`)).status]).toEqual([name, 'GET', attempt.status ?? 404]);
      }
    }
  });

  test('afterwards everything of theirs is as it was', async () => {
    expect((await borealis.call('organizationGet', { params: { id: theirs.organization } })).body.name).toBe('Borealis Labs');
    expect((await borealis.call('userGet', { params: { id: theirs.user } })).body).toMatchObject({ name: 'Bo Borealis', roleId: theirs.role });
    expect((await borealis.call('blueprintGet', { params: { id: theirs.blueprint } })).body).toMatchObject({ title: theirs.blueprintName, status: 'PUBLISHED' });
    expect((await borealis.call('subscriptionView', { body: { sid: theirs.sid } })).body.displayName).toBe('Borealis');
    expect((await borealis.call('notificationUnread')).body.unread).toBeGreaterThan(0);
  });
});

describe('row security, the second lock', () => {
  const tables = async () => (await server.database.pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and has_table_privilege('${appRole}', c.oid, 'select') order by 1`)).rows.map(({ name }) => name);
  const as = (orgKey: string, isPlatform = false) => createOrgDb(server.portal.services.system.db, { orgKey, isPlatform, userId: null });
  const organizationsIn = (table: string, orgKey: string, isPlatform = false) =>
    as(orgKey, isPlatform).run(async (tx) => (await sql<{ key: string }>`select distinct org_id as key from ${sql.table(table)}`.execute(tx.kysely)).rows.map(({ key }) => key));

  test('a query that forgets the organization finds nothing of another one, in any table', async () => {
    const names = await tables();
    expect(names).toEqual(expect.arrayContaining(['audit_entry', 'blueprint', 'blueprint_type', 'blueprint_version', 'deployment', 'invite', 'mail_template', 'notification', 'role', 'subscription', 'upload', 'user', 'user_subscription']));
    // What the platform shares is for everybody (decision 35).
    const shared = ['blueprint', 'blueprint_type', 'blueprint_version'];
    const filled: string[] = [];
    for (const name of names) {
      const all = (await server.database.pool.query<{ key: string }>(`select distinct org_id as key from "${name}"`)).rows.map(({ key }) => key);
      if (all.includes('borealis')) filled.push(name);
      for (const [key, isPlatform] of [['alpine', false], ['alpine', true], ['platform', true]] as const) {
        const mine = [key, ...(shared.includes(name) ? ['platform'] : [])];
        expect([name, (await organizationsIn(name, key, isPlatform)).filter((each) => !mine.includes(each))]).toEqual([name, []]);
      }
      expect([name, await organizationsIn(name, '')]).toEqual([name, shared.includes(name) && all.includes('platform') ? ['platform'] : []]);
    }
    // The test looks at tables that hold something of theirs, not at empty ones.
    expect(filled).toEqual(expect.arrayContaining(['audit_entry', 'blueprint', 'blueprint_type', 'blueprint_version', 'deployment', 'invite', 'mail_template', 'notification', 'role', 'subscription', 'upload', 'user']));
  });

  test('a write that forgets it changes nothing there', async () => {
    for (const name of await tables()) {
      const written = await as('alpine').run((tx) => sql`update ${sql.table(name)} set org_id = org_id where org_id = 'borealis'`.execute(tx.kysely)).then((result) => Number(result.numAffectedRows), (error: unknown) => (error as Error).message);
      expect([name, written]).toEqual([name, name === 'audit_entry' ? 'permission denied for table audit_entry' : 0]);
    }
  });
});

describe('every list', () => {
  const lists = (Object.entries(endpoints) as [CallName, Endpoint][]).filter(([, { list }]) => list);
  const query = { filter: 'a', skip: '0', limit: '100', from: '2020-01-01', to: '2099-01-01', fields: 'id,orgId', sortObj: '{"createdAt":-1}', filterObj: '{}', tenantId: '11111111-1111-4111-8111-111111111111' };

  test.each(lists)('%s takes every field of the list query, and shows nothing of another organization (R-API-04)', async (name, { method, path, isRead }) => {
    const address = path.replace(':id', own.blueprint);
    const { sortObj: _sort, ...unsorted } = query;
    // Versions are in the order of their numbers, resource groups in that of the cloud: they have no creation time to sort by.
    const given = ['blueprintVersionList', 'resourceGroupList'].includes(name) ? unsorted : query;
    const asGet = method === 'GET' || isRead;
    const answer = asGet ? await alpine.send('GET', `${address}?${new URLSearchParams(given).toString()}`) : await alpine.send(method, address, { body: given });
    expect([name, answer.status, answer.text.slice(0, 200)]).toMatchObject([name, 200, expect.stringContaining('"total"') as string]);
    const all = await alpine.send(method, address, method === 'GET' ? {} : { body: { limit: 100 } });
    const rows = (all.body as { result: { orgId?: string; key?: string; subscriptionId?: string }[] }).result;
    expect(rows.filter((row) => row.orgId === 'borealis' || row.key === 'borealis' || row.subscriptionId === theirs.sid)).toEqual([]);
  });

  test('of resource groups leaves out a subscription of somebody else', async () => {
    expect((await alpine.call('resourceGroupList', { body: { sids: theirs.sid } })).body.total).toBe(0);
  });
});
