import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeploymentRow } from './store.ts';
import { openSecrets } from './submission.ts';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';
import { acceptedPuts, ended, newGroup, publish, publishSlow, subscriptionId, unique, until } from '../../../test/deployments.ts';

let server: TestServer;
let admin: Client;
let dev: Client;
let reader: Client;
let borealis: Client;
let group: string;
const account = (name: string) => ({ accountName: name, adminPassword: 'Very-Secret-0815!' });
const create = (name: string, parameters: Record<string, unknown>, more: object = {}) =>
  dev.call('deploymentCreate', { body: { blueprintName: 'lab-storage', name, subscriptionId, resourceGroup: group, region: 'eastus', parameters, tags: {}, ...more } });

beforeAll(async () => {
  server = await startServer();
  const withCloudToken = { withCloudToken: true };
  [admin, dev, reader, borealis] = await Promise.all([
    server.asUser('admin@alpine.example', withCloudToken), server.asUser('dev@alpine.example', withCloudToken),
    server.asUser('reader@alpine.example', withCloudToken), server.asUser('admin@borealis.example', withCloudToken),
  ]);
  group = await newGroup(dev);
  await publish(admin, 'lab-storage', {
    parameters: { accountName: { type: 'string' }, location: { type: 'string', defaultValue: '[resourceGroup().location]' }, sku: { type: 'string', defaultValue: 'Standard_LRS' }, adminPassword: { type: 'securestring' }, tags: { type: 'object', defaultValue: {} } },
    resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: "[parameters('location')]", tags: "[parameters('tags')]", kind: 'StorageV2', sku: { name: "[parameters('sku')]" }, properties: {} }],
    outputs: { endpoint: { type: 'string', value: "[reference(parameters('accountName')).primaryEndpoints.blob]" }, secret: { type: 'securestring', value: "[parameters('adminPassword')]" } },
    bindings: { region: 'location', tags: 'tags' },
  });
});
afterAll(() => server.stop());

describe('a deployment', () => {
  it('is in the ledger before it runs, and runs to success with outputs, operations and resources (R-DEP-02, R-DEP-05, R-DEP-06)', async () => {
    const name = unique('store');
    const { status, body: entry } = await create('first', account(name), { tags: { team: 'lab' } });
    expect([status, entry.status, entry.attempt]).toEqual([202, 'QUEUED', 1]);
    expect(entry.parameters).toMatchObject({ accountName: name, adminPassword: '••••••', location: 'eastus', tags: { team: 'lab' } });
    const done = await until(dev, entry.id, ended);
    expect([done.status, done.errors, done.startedAt !== null, done.finishedAt !== null]).toEqual(['SUCCEEDED', [], true, true]);
    expect(done.outputs['endpoint']?.value).toContain(name);
    expect(JSON.stringify(done)).not.toContain('Very-Secret');
    expect(done.monthlyEstimate?.amount).toBeGreaterThan(0);
    const { body: operations } = await dev.call('deploymentOperations', { body: { id: entry.id } });
    expect(operations.result.find((one) => one.resourceName === name)).toMatchObject({ status: 'Succeeded', resourceType: 'Microsoft.Storage/storageAccounts' });
    const { body: resources } = await dev.call('deploymentResources', { body: { id: entry.id } });
    expect(resources.result).toMatchObject([{ name, kind: 0, region: 'eastus', status: 'Succeeded', tags: { team: 'lab' } }]);
    expect(await acceptedPuts(done.cloudDeploymentName ?? '')).toBe(1);
  });

  it('keeps secrets and token sealed, wipes the token at the end, and tells its owner', async () => {
    const { body: entry } = await create('sealed', account(unique('store')));
    const stored = async () => (await server.database.pool.query(`select sealed_token, sealed_secrets, token_expires_at, row_to_json(deployment)::text as all from deployment where id = $1`, [entry.id])).rows[0] as Record<string, string | null>;
    const before = await stored();
    expect(before['sealed_secrets']).not.toBeNull();
    expect(before['all']).not.toContain('Very-Secret');
    await until(dev, entry.id, ['SUCCEEDED']);
    const after = await stored();
    expect([after['sealed_token'], after['token_expires_at']]).toEqual([null, null]);
    const { body: notices } = await dev.call('notificationList', { query: {} });
    expect(notices.result.find((notice) => notice.title.startsWith('sealed'))).toMatchObject({ type: 1, link: expect.stringContaining('/deploymentname/sealed') });
  });

  it('has a plan: its resources in waves with what each waits for, under the ids that the cloud reports', async () => {
    const inner = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [{ type: 'Microsoft.Network/routeTables', apiVersion: '2023-11-01', name: 'inside', location: 'eastus', properties: {} }] };
    await publish(admin, 'in-order', {
      resources: [
        { type: 'Microsoft.Network/networkSecurityGroups', apiVersion: '2023-11-01', name: 'guard', location: '[resourceGroup().location]', properties: {} },
        {
          type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name: "[format('net{0}', copyIndex())]", copy: { name: 'nets', count: 2 }, location: '[resourceGroup().location]',
          dependsOn: ["[resourceId('microsoft.network/networkSecurityGroups', 'guard')]"], properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } },
        },
        { type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'within', dependsOn: ['nets'], properties: { mode: 'Incremental', template: inner } },
      ],
    });
    const { body: entry } = await create('in-order', {}, { blueprintName: 'in-order' });
    // A nested deployment is done once what it makes is.
    const { body: plan } = await dev.call('deploymentPlan', { body: { id: entry.id } });
    const nameOf = (id: string) => plan.resources.find((resource) => resource.id === id)?.name;
    expect(plan.resources.map(({ name, wave }) => [name, wave])).toEqual(expect.arrayContaining([['guard', 0], ['net0', 1], ['net1', 1], ['inside', 2], ['within', 3]]));
    expect(plan.edges.map(({ from, to }) => `${nameOf(from)} after ${nameOf(to)}`)).toEqual(expect.arrayContaining(['net0 after guard', 'net1 after guard', 'within after net0', 'within after net1']));
    await until(dev, entry.id, ['SUCCEEDED']);
    const { body: operations } = await dev.call('deploymentOperations', { body: { id: entry.id } });
    const reported = new Set(operations.result.map((operation) => operation.resourceId?.toLowerCase()));
    expect(plan.resources.filter(({ id }) => !reported.has(id.toLowerCase()))).toEqual([]);
    expect((await borealis.fail('deploymentPlan', { body: { id: entry.id } })).status).toBe(404);
  });

  it('is found by the address of its page, and by nobody of another organization', async () => {
    expect((await dev.call('deploymentGet', { body: { subscriptionId, resourceGroup: group.toUpperCase(), name: 'FIRST' } })).body.name).toBe('first');
    const { body } = await dev.call('deploymentGet', { body: { subscriptionId, resourceGroup: group, name: 'first' } });
    for (const call of ['deploymentGet', 'deploymentOperations', 'deploymentResources', 'deploymentRetry', 'deploymentCancel', 'deploymentDelete', 'deploymentDownload'] as const) {
      expect((await borealis.fail(call, { body: { id: body.id } })).status, call).toBe(404);
    }
    expect((await borealis.fail('deploymentCreate', { body: { blueprintName: 'lab-storage', name: 'x', subscriptionId, resourceGroup: group, region: 'eastus', parameters: {}, tags: {} } })).status).toBe(404);
  });
});

describe('bad input', () => {
  const refused = (name: string, parameters: Record<string, unknown>, more: object = {}) =>
    dev.fail('deploymentCreate', { body: { blueprintName: 'lab-storage', name, subscriptionId, resourceGroup: group, region: 'eastus', parameters, tags: {}, ...more } });

  it('is refused with the field, and nothing is stored', async () => {
    const missing = await refused('bad', { adminPassword: 'x' });
    expect([missing.status, missing.body.error.code, missing.body.error.details?.[0]?.field]).toEqual([422, 'template_invalid', 'parameters.accountName']);
    const wrongType = await refused('bad', { accountName: 12, adminPassword: 'x' });
    expect([wrongType.status, wrongType.body.error.details?.[0]?.field]).toEqual([422, 'parameters.accountName']);
    const unknown = await refused('bad', { ...account('abc'), nothing: 1 });
    expect([unknown.status, unknown.body.error.details?.[0]?.field]).toEqual([400, 'parameters.nothing']);
    expect((await refused('bad', account('abc'), { resourceGroup: null })).status).toBe(400);
    expect((await refused('bad', account('abc'), { blueprintName: 'not-there' })).status).toBe(404);
    expect((await refused('bad', account('abc'), { subscriptionId: 'aaaaaaaa-0000-4000-8000-00000000000f' })).status).toBe(404);
    expect((await refused('bad name!', account('abc'))).status).toBe(400);
    expect((await dev.call('deploymentListOwn', { body: { filter: 'bad' } })).body.total).toBe(0);
  });

  it('of a name that is taken is refused, by the check while typing and by the call', async () => {
    const check = async (name: string) => (await dev.call('deploymentNameCheck', { body: { name, subscriptionId, resourceGroup: group } })).body;
    expect(await check('First')).toMatchObject({ available: false, reason: 'AlreadyExists' });
    expect(await check('unused')).toMatchObject({ available: true });
    expect(await check('no blanks')).toMatchObject({ available: false, reason: 'Invalid' });
    const taken = await refused('FIRST', account(unique('store')));
    expect([taken.status, taken.body.error.details?.[0]?.field]).toEqual([409, 'name']);
  });

  it('without a cloud token, or without the permission, never reaches the ledger', async () => {
    const withoutToken = await server.asUser('dev@alpine.example');
    const body = { blueprintName: 'lab-storage', name: 'tokenless', subscriptionId, resourceGroup: group, region: 'eastus', parameters: account('abc'), tags: {} };
    expect((await withoutToken.fail('deploymentCreate', { body })).status).toBe(401);
    expect((await reader.fail('deploymentCreate', { body })).status).toBe(403);
  });
});

describe('a failed deployment', () => {
  it('is explained with parameter and value, and succeeds when it is retried with another value', async () => {
    const { body: entry } = await create('wrong-name', account('Not_A_Valid_Name'));
    const failed = await until(dev, entry.id, ended);
    expect(failed.status).toBe('FAILED');
    expect(failed.errors[0]).toMatchObject({ code: 'AccountNameInvalid', explanation: { parameter: 'accountName', value: 'Not_A_Valid_Name' } });
    expect(failed.errors[0]?.explanation?.nextStep).toContain('accountName');
    const name = unique('store');
    const { status, body: again } = await dev.call('deploymentRetry', { body: { id: entry.id, parameters: { accountName: name } } });
    expect([status, again.attempt, again.status, again.secretParameters]).toEqual([202, 2, 'QUEUED', ['adminPassword']]);
    const done = await until(dev, entry.id, ended);
    expect([done.status, done.parameters['accountName'], done.errors]).toEqual(['SUCCEEDED', name, []]);
    expect((await dev.call('notificationList', { query: {} })).body.result.map((notice) => notice.type)).toEqual(expect.arrayContaining([1, 2]));
  });
});

describe('a retry', () => {
  const stored = async (id: string) => (await server.database.pool.query(`select sealed_secrets, row_to_json(deployment)::text as all from deployment where id = $1`, [id])).rows[0] as { sealed_secrets: string; all: string };
  const sentPassword = async (id: string) => openSecrets(server.portal.services, { id, sealedSecrets: (await stored(id)).sealed_secrets } as DeploymentRow)['adminPassword'];

  it('of the same entry keeps secrets sealed, takes another region and drops what is left out, and tells what was before', async () => {
    const { body: entry } = await create('again', { ...account('Not_Valid'), sku: 'Standard_GRS' }, { tags: { team: 'lab' } });
    await until(dev, entry.id, ['FAILED']);
    const name = unique('store');
    await dev.call('deploymentRetry', { body: { id: entry.id, keep: 'secrets', parameters: { accountName: name }, region: 'westeurope', tags: { team: 'field' } } });
    const done = await until(dev, entry.id, ended);
    expect([done.status, done.attempt, done.region, done.tags, done.secretParameters]).toEqual(['SUCCEEDED', 2, 'westeurope', { team: 'field' }, ['adminPassword']]);
    expect(done.parameters).toMatchObject({ accountName: name, location: 'westeurope', tags: { team: 'field' } });
    expect(Object.keys(done.parameters)).not.toContain('sku');
    expect(done.attempts).toMatchObject([{ attempt: 1, status: 'FAILED', error: { code: 'AccountNameInvalid' } }]);
    expect(done.attempts[0]?.changed.toSorted()).toEqual(['accountName', 'location', 'region', 'sku', 'tags']);
    expect((await stored(entry.id)).all).not.toContain('Very-Secret');
    expect(await sentPassword(entry.id)).toBe('Very-Secret-0815!');
    const { body: resources } = await dev.call('deploymentResources', { body: { id: entry.id } });
    expect(resources.result).toMatchObject([{ name, region: 'westeurope', sku: 'Standard_LRS' }]);
  });

  it('with another secret says only that it was changed', async () => {
    const { body: entry } = await create('other-secret', account('Not_Valid'));
    await until(dev, entry.id, ['FAILED']);
    const { body: again } = await dev.call('deploymentRetry', { body: { id: entry.id, parameters: { adminPassword: 'Even-Better-0816!' } } });
    expect(again.attempts[0]?.changed).toEqual(['adminPassword']);
    expect(await sentPassword(entry.id)).toBe('Even-Better-0816!');
    expect(JSON.stringify(again) + (await stored(entry.id)).all).not.toContain('Even-Better');
    await until(dev, entry.id, ended);
  });

  it('under another name is an entry of its own, linked both ways, with the secrets of its owner', async () => {
    const { body: first } = await create('original', account('Not_Valid'));
    await until(dev, first.id, ['FAILED']);
    const { status, body: second } = await create('elsewhere', { accountName: unique('store') }, { retryOf: first.id });
    expect([status, second.retryOf, second.secretParameters]).toEqual([202, { id: first.id, name: 'original', subscriptionId, resourceGroup: group }, ['adminPassword']]);
    expect((await dev.call('deploymentGet', { body: { id: first.id } })).body.retriedAs).toEqual([{ id: second.id, name: 'elsewhere', subscriptionId, resourceGroup: group }]);
    expect((await until(dev, second.id, ended)).status).toBe('SUCCEEDED');
    expect(await sentPassword(second.id)).toBe('Very-Secret-0815!');
    expect((await stored(second.id)).sealed_secrets).not.toBe((await stored(first.id)).sealed_secrets);
    // Somebody else's secrets are nobody's to use in a new entry.
    const refused = await admin.fail('deploymentCreate', { body: { blueprintName: 'lab-storage', name: 'not-mine', subscriptionId, resourceGroup: group, region: 'eastus', parameters: { accountName: unique('store') }, tags: {}, retryOf: first.id } });
    expect([refused.status, refused.body.error.details?.[0]?.field]).toEqual([422, 'parameters.adminPassword']);
  });
});

describe('the list of deployments', () => {
  it('shows what a person owns, is assigned to or was given a share of (R-DEP-01, R-DEP-03, R-DEP-04)', async () => {
    const { body: entry } = await dev.call('deploymentGet', { body: { subscriptionId, resourceGroup: group, name: 'first' } });
    const names = async (client: Client) => (await client.call('deploymentListOwn', { body: { limit: 100 } })).body.result.map((row) => row.name);
    expect(await names(dev)).toContain('first');
    expect(await names(admin)).not.toContain('first');
    const people = (await admin.call('userNames', { query: {} })).body.result as { id: string; name: string }[];
    const idOf = (name: string) => people.find((person) => person.name.startsWith(name))?.id ?? '';
    await dev.call('deploymentShare', { body: { id: entry.id, sharedWith: [{ userId: idOf('Ada'), access: 'READER' }] } });
    expect(await names(admin)).toContain('first');
    await dev.call('deploymentAssign', { body: { id: entry.id, assigneeIds: [idOf('Rhea')] } });
    const { body: transferred } = await dev.call('deploymentAssign', { body: { id: entry.id, ownerId: idOf('Ada') } });
    expect(transferred).toMatchObject({ ownerName: expect.stringContaining('Ada'), assignees: [{ name: expect.stringContaining('Rhea') }] });
    expect(await names(dev)).not.toContain('first');
    await admin.call('deploymentAssign', { body: { id: entry.id, ownerId: idOf('Dev') } });
    expect((await dev.fail('deploymentShare', { body: { id: entry.id, sharedWith: [{ userId: '01a00000-0000-7000-8000-000000000000', access: 'READER' }] } })).status).toBe(400);
  });

  it('searches, filters and sorts', async () => {
    const list = async (query: object) => (await dev.call('deploymentListOwn', { body: { limit: 100, ...query } })).body.result;
    expect((await list({ filter: 'wrong' })).map((row) => row.name)).toEqual(['wrong-name']);
    expect((await list({ filterObj: { status: ['FAILED'] } })).every((row) => row.status === 'FAILED')).toBe(true);
    const names = (await list({ sortObj: { name: 1 } })).map((row) => row.name);
    expect(names).toEqual(names.toSorted());
  });
});

describe('the download', () => {
  it('is a zip of template and parameters without secrets', async () => {
    const { body: entry } = await dev.call('deploymentGet', { body: { subscriptionId, resourceGroup: group, name: 'first' } });
    const answer = await fetch(`${server.address}/api/azure/deployment.download`, { method: 'POST', headers: { ...dev.headers, 'content-type': 'application/json' }, body: JSON.stringify({ id: entry.id }) });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(['azuredeploy.json', 'azuredeploy.parameters.json']);
    const parameters = JSON.parse(strFromU8(files['azuredeploy.parameters.json'] ?? new Uint8Array())) as { parameters: object };
    expect(Object.keys(parameters.parameters)).toEqual(expect.arrayContaining(['accountName', 'location']));
    expect(Object.keys(parameters.parameters)).not.toContain('adminPassword');
  });
});

describe('the deletion', () => {
  it('of the record leaves the resources, frees the name and is asked once: the second person gets 409', async () => {
    const { body: entry } = await create('record', account(unique('store')));
    await until(dev, entry.id, ['SUCCEEDED']);
    const answers = await Promise.all([dev, admin].map((client) => client.send('POST', '/api/azure/deployment.delete', { body: { id: entry.id, resources: true } })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ error: { message: 'record is being deleted already.' } });
    const gone = await until(dev, entry.id, ['DELETED']);
    expect(gone.actions).toEqual({ canRetry: false, canCancel: false, canDelete: false });
    expect((await dev.call('deploymentNameCheck', { body: { name: 'record', subscriptionId, resourceGroup: group } })).body.available).toBe(true);
    expect((await dev.call('deploymentListOwn', { body: { filter: 'record' } })).body.total).toBe(0);
  });

  it('of the record only does not call the cloud', async () => {
    const name = unique('store');
    const { body: entry } = await create('record-only', account(name));
    await until(dev, entry.id, ['SUCCEEDED']);
    const { body: deleted } = await dev.call('deploymentDelete', { body: { id: entry.id, resources: false } });
    expect(deleted.status).toBe('DELETED');
    const check = await dev.call('deploymentNameCheck', { body: { type: 'Microsoft.Storage/storageAccounts', name, subscriptionId } });
    expect(check.body.available).toBe(false);
  });
});

describe('cancelling', () => {
  it('stops a running deployment; it can be retried', async () => {
    await publishSlow(admin, 'slow-line');
    const { body: entry } = await create('cancelled', {}, { blueprintName: 'slow-line' });
    await until(dev, entry.id, ['RUNNING']);
    expect((await dev.fail('deploymentDelete', { body: { id: entry.id, resources: true } })).status).toBe(409);
    const { status } = await dev.call('deploymentCancel', { body: { id: entry.id } });
    expect(status).toBe(202);
    const done = await until(dev, entry.id, ended);
    expect([done.status, done.actions.canRetry]).toEqual(['CANCELED', true]);
    expect((await dev.fail('deploymentCancel', { body: { id: entry.id } })).status).toBe(409);
  });
});
