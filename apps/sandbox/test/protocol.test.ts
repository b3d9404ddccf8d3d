import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ComputeManagementClient } from '@azure/arm-compute';
import { ManagementLockClient } from './locks.ts';
import { NetworkManagementClient } from '@azure/arm-network';
import { StorageManagementClient } from '@azure/arm-storage';
import { all, clientOptions, clientsFor, createSandbox, credentialOf, SUBSCRIPTION, type Sandbox } from './clients.ts';
import { request } from './request.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  await clientsFor(sandbox).resources.resourceGroups.createOrUpdate('wire', { location: 'westeurope', tags: { team: 'a' } });
});
afterAll(() => sandbox.stop());

const SUB = `/subscriptions/${SUBSCRIPTION}`;
const GROUP = `${SUB}/resourceGroups/wire`;
const vnet = (name: string): string => `${GROUP}/providers/Microsoft.Network/virtualNetworks/${name}?api-version=2024-05-01`;
const network = { location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } } };
const local = (url: unknown): string => {
  const { pathname, search } = new URL(String(url));
  return pathname + search;
};
/** Asks an address until it no longer answers 202. */
async function poll(url: unknown): ReturnType<typeof request> {
  let answer = await request(sandbox, 'GET', local(url));
  while (answer.status === 202 || answer.body['status'] === 'Running' || answer.body['status'] === 'InProgress') {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(0);
    const running = sandbox.clouds.general.operations.get(local(url).split('?')[0]!.split('/').at(-1)!);
    if (running) await sandbox.clouds.general.operations.ended(running.id);
    answer = await request(sandbox, 'GET', local(url));
  }
  return answer;
}

describe('headers', () => {
  test('every answer carries its ids and what is left of the allowance, refusals too', async () => {
    const mine = '11112222-3333-4444-8555-666677778888';
    for (const path of [`${SUB}/resourcegroups?api-version=2022-09-01`, `${SUB}/resourcegroups/none?api-version=2022-09-01`]) {
      const { headers } = await request(sandbox, 'GET', path, { headers: { 'x-ms-client-request-id': mine, 'x-ms-return-client-request-id': 'true' } });
      expect(headers['x-ms-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(headers['x-ms-correlation-request-id']).toBeTruthy();
      expect(headers['x-ms-routing-request-id']).toMatch(/^[A-Z]+:\d{8}T\d{6}Z:[\da-f-]{36}$/);
      expect(headers['x-ms-client-request-id']).toBe(mine);
      expect(Number(headers['x-ms-ratelimit-remaining-subscription-reads'])).toBeGreaterThan(0);
    }
    const { headers } = await request(sandbox, 'PUT', vnet('headers'), { body: network });
    expect(Number(headers['x-ms-ratelimit-remaining-subscription-writes'])).toBeGreaterThan(0);
  });

  test('requests that say nothing sensible are refused as Resource Manager does', async () => {
    const cases: [string, string, object, number, string][] = [
      ['GET', `${SUB}/resourcegroups`, {}, 400, 'MissingApiVersionParameter'],
      ['GET', `${SUB}/resourcegroups?api-version=yesterday`, {}, 400, 'InvalidApiVersionParameter'],
      ['PUT', vnet('text'), { raw: 'no json' }, 400, 'InvalidRequestContent'],
      ['PUT', vnet('list'), { body: [] }, 400, 'InvalidRequestContent'],
      ['GET', `${SUB}/resourcegroups?api-version=2022-09-01`, { token: 'nonsense' }, 401, 'InvalidAuthenticationToken'],
      ['POST', vnet('none').replace('?', '/explode?'), {}, 404, 'ResourceNotFound'],
    ];
    for (const [method, path, options, status, code] of cases) {
      const answer = await request(sandbox, method, path, options);
      expect([answer.status, (answer.body['error'] as { code: string }).code], `${method} ${path}`).toEqual([status, code]);
      expect(Object.keys(answer.body)).toEqual(['error']);
    }
    const { headers } = await request(sandbox, 'GET', `${SUB}/resourcegroups?api-version=2022-09-01`, { token: 'nonsense' });
    expect(headers['www-authenticate']).toMatch(/^Bearer authorization_uri="/);
  });
});

describe('long operations', () => {
  test('a create is 201 with the resource and its Azure-AsyncOperation; the next write is 200', async () => {
    const first = await request(sandbox, 'PUT', vnet('long'), { body: network });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ name: 'long', type: 'Microsoft.Network/virtualNetworks', properties: { provisioningState: 'Creating' } });
    const status = await poll(first.headers['azure-asyncoperation']);
    expect(status.body).toMatchObject({ status: 'Succeeded', startTime: expect.any(String) as string, endTime: expect.any(String) as string });
    expect((await request(sandbox, 'GET', vnet('long'))).body).toMatchObject({ properties: { provisioningState: 'Succeeded' } });
    expect((await request(sandbox, 'PUT', vnet('long'), { body: network })).status).toBe(200);
  });

  test('a delete is 202 with Location, then 204 for what is gone; an action ends at its Location too', async () => {
    await poll((await request(sandbox, 'PUT', vnet('gone'), { body: network })).headers['azure-asyncoperation']);
    const removal = await request(sandbox, 'DELETE', vnet('gone'));
    expect(removal.status).toBe(202);
    expect(Number(removal.headers['retry-after'])).toBeGreaterThanOrEqual(0);
    expect([200, 204]).toContain((await poll(removal.headers['location'])).status);
    expect((await request(sandbox, 'DELETE', vnet('gone'))).status).toBe(204);
  });

  test('a failure is told by the operation and by the resource', async () => {
    const path = `${GROUP}/providers/Microsoft.Network/virtualNetworks/fail-allocation-x?api-version=2024-05-01`;
    const { headers } = await request(sandbox, 'PUT', path, { body: network });
    expect((await poll(headers['azure-asyncoperation'])).body).toMatchObject({ status: 'Failed', error: { code: 'AllocationFailed' } });
    expect((await request(sandbox, 'GET', path)).body).toMatchObject({ properties: { provisioningState: 'Failed' } });
    const answer = await request(sandbox, 'GET', local(headers['azure-asyncoperation']).replace(/operationStatuses\/[^?]+/i, 'operationStatuses/none'));
    expect(answer.status).toBe(404);
  });
});

describe('conditions', () => {
  test('ETags: a read gives one, If-Match takes the current and refuses an older one, for writes and deletes', async () => {
    await poll((await request(sandbox, 'PUT', vnet('tagged'), { body: network })).headers['azure-asyncoperation']);
    const { headers: { etag } } = await request(sandbox, 'GET', vnet('tagged'));
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    const changed = { ...network, tags: { a: 'b' } };
    const good = await request(sandbox, 'PUT', vnet('tagged'), { body: changed, headers: { 'if-match': String(etag) } });
    expect(good.status).toBe(200);
    await sandbox.clouds.general.operations.ended(sandbox.clouds.general.operations.running(vnet('tagged').split('?')[0]!)?.id ?? '').catch(() => undefined);
    const stale = await request(sandbox, 'PUT', vnet('tagged'), { body: network, headers: { 'if-match': String(etag) } });
    expect([stale.status, stale.body]).toMatchObject([412, { error: { code: 'PreconditionFailed' } }]);
    expect((await request(sandbox, 'DELETE', vnet('tagged'), { headers: { 'if-match': String(etag) } })).status).toBe(412);
    expect((await request(sandbox, 'PUT', vnet('not-there'), { body: network, headers: { 'if-match': '*' } })).status).toBe(412);
  });
});

describe('the rest of Resource Manager, through the official clients', () => {
  test('providers are listed with types and api-versions, read, unregistered and registered', async () => {
    const { resources } = clientsFor(sandbox);
    const providers = await all(resources.providers.list());
    expect(providers.length).toBeGreaterThan(100);
    expect(providers.find(({ namespace }) => namespace === 'Microsoft.Compute')?.resourceTypes?.some(({ resourceType }) => resourceType === 'virtualMachines')).toBe(true);
    expect((await resources.providers.get('Microsoft.Batch')).registrationState).toBe('Registered');
    expect((await resources.providers.unregister('Microsoft.Batch')).registrationState).toMatch(/^Unregister/);
    const account = `${GROUP}/providers/Microsoft.Batch/batchAccounts/cwprotocol?api-version=2024-07-01`;
    const refused = await request(sandbox, 'PUT', account, { body: { location: 'westeurope' } });
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'MissingSubscriptionRegistration' } }]);
    expect((await resources.providers.register('Microsoft.Batch')).registrationState).toMatch(/^Register/);
    expect((await request(sandbox, 'PUT', account, { body: { location: 'westeurope' } })).status).toBeLessThan(300);
    expect((await all(resources.providers.listAtTenantScope())).length).toBeGreaterThan(100);
    expect((await resources.providerResourceTypes.list('Microsoft.Compute')).value?.length).toBeGreaterThan(10);
    await expect(resources.providers.get('Microsoft.Nothing')).rejects.toMatchObject({ statusCode: 404, code: 'InvalidResourceNamespace' });
  });

  test('tag names of a subscription, made and counted', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.tagsOperations.createOrUpdate('cost');
    await resources.tagsOperations.createOrUpdateValue('cost', 'high');
    const tags = await all(resources.tagsOperations.list());
    expect(tags.find(({ tagName }) => tagName === 'cost')?.values?.map(({ tagValue }) => tagValue)).toEqual(['high']);
    expect(tags.find(({ tagName }) => tagName === 'team')?.count?.value).toBeGreaterThanOrEqual(1);
    const scope = SUB;
    await resources.tagsOperations.createOrUpdateAtScope(scope, { properties: { tags: { owner: 'research' } } });
    expect((await resources.tagsOperations.getAtScope(scope)).properties.tags).toEqual({ owner: 'research' });
    await resources.tagsOperations.deleteAtScope(scope);
    expect((await resources.tagsOperations.getAtScope(scope)).properties.tags ?? {}).toEqual({});
    await resources.tagsOperations.deleteValue('cost', 'high');
    await resources.tagsOperations.delete('cost');
    expect((await all(resources.tagsOperations.list())).some(({ tagName }) => tagName === 'cost')).toBe(false);
  });

  test('usages count what is there, in every service that has them', async () => {
    const credential = credentialOf(sandbox, 'admin@alpine.example');
    const options = clientOptions(sandbox);
    const compute = await all(new ComputeManagementClient(credential, SUBSCRIPTION, options).usage.list('westeurope'));
    expect(compute.find(({ name }) => name.value === 'cores')).toMatchObject({ unit: 'Count', limit: expect.any(Number) as number });
    const before = await all(new NetworkManagementClient(credential, SUBSCRIPTION, options).usages.list('westeurope'));
    const count = (list: typeof before): number => list.find(({ name }) => name.value === 'VirtualNetworks')!.currentValue;
    await poll((await request(sandbox, 'PUT', vnet('counted'), { body: network })).headers['azure-asyncoperation']);
    expect(count(await all(new NetworkManagementClient(credential, SUBSCRIPTION, options).usages.list('westeurope')))).toBe(count(before) + 1);
    const storage = await all(new StorageManagementClient(credential, SUBSCRIPTION, options).usages.listByLocation('westeurope'));
    expect(storage[0]).toMatchObject({ name: { value: 'StorageAccounts' }, limit: 250 });
  });

  test('locks are listed where they count: of the resource, of what is above, and with the subscription', async () => {
    const locks = new ManagementLockClient(sandbox);
    await locks.put(GROUP, 'group-lock', 'ReadOnly');
    const listed = async (scope: string): Promise<string[]> => ((await request(sandbox, 'GET', `${scope}/providers/Microsoft.Authorization/locks?api-version=2020-05-01`)).body['value'] as { name: string }[]).map(({ name }) => name);
    expect(await listed(GROUP)).toContain('group-lock');
    expect(await listed(SUB)).toContain('group-lock');
    const frozen = await request(sandbox, 'PUT', vnet('frozen'), { body: network });
    expect([frozen.status, frozen.body]).toMatchObject([409, { error: { code: 'ScopeLocked' } }]);
    await locks.delete(GROUP, 'group-lock');
  });

  test('deployments: exists, list by state, export, validate with what it would make, hash', async () => {
    const { deployments } = clientsFor(sandbox);
    const template = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', parameters: { name: { type: 'string' } }, resources: [{ type: 'Microsoft.Network/virtualNetworks', apiVersion: '2024-05-01', name: "[parameters('name')]", ...network }] };
    const properties = { mode: 'Incremental' as const, template, parameters: { name: { value: 'deployed' } } };
    const made = await deployments.deployments.createOrUpdate('wire', 'one', { properties, tags: { by: 'test' } });
    expect(made).toMatchObject({ tags: { by: 'test' }, properties: { correlationId: expect.any(String) as string, duration: expect.stringMatching(/^PT/) as string, templateHash: expect.any(String) as string, outputResources: [{ id: `${GROUP}/providers/Microsoft.Network/virtualNetworks/deployed` }], providers: [{ namespace: 'Microsoft.Network' }] } });
    expect((await deployments.deployments.checkExistence('wire', 'one')).body).toBe(true);
    expect((await deployments.deployments.checkExistence('wire', 'none')).body).toBe(false);
    expect((await all(deployments.deployments.listByResourceGroup('wire', { filter: "provisioningState eq 'Succeeded'" }))).map(({ name }) => name)).toContain('one');
    expect(await all(deployments.deployments.listByResourceGroup('wire', { filter: "provisioningState eq 'Failed'" }))).toEqual([]);
    expect((await deployments.deployments.exportTemplate('wire', 'one')).template).toEqual(template);
    const valid = await deployments.deployments.validate('wire', 'one', { properties });
    expect(valid.properties?.validatedResources).toEqual([{ id: `${GROUP}/providers/Microsoft.Network/virtualNetworks/deployed` }]);
    const hash = await deployments.deployments.calculateTemplateHash(template);
    expect(hash.templateHash).toBe(made.properties?.templateHash);
    const [operation] = await all(deployments.deploymentOperations.list('wire', 'one'));
    expect(await deployments.deploymentOperations.get('wire', 'one', operation!.operationId!)).toMatchObject({ properties: { provisioningOperation: 'Create', statusCode: 'OK' } });
    await deployments.deployments.delete('wire', 'one');
    expect((await deployments.deployments.checkExistence('wire', 'one')).body).toBe(false);
  });

  test('subscriptions, tenants and regions', async () => {
    const { subscriptions } = clientsFor(sandbox);
    expect(await subscriptions.subscriptions.get(SUBSCRIPTION)).toMatchObject({ displayName: 'Alpine Production', state: 'Enabled', tenantId: '11111111-1111-4111-8111-111111111111', subscriptionPolicies: expect.any(Object) as object });
    const locations = await all(subscriptions.subscriptions.listLocations(SUBSCRIPTION));
    expect(locations.find(({ name }) => name === 'westeurope')).toMatchObject({ displayName: 'West Europe', metadata: { regionType: 'Physical', pairedRegion: [{ name: 'northeurope' }] }, availabilityZoneMappings: expect.any(Array) as unknown[] });
    expect((await all(subscriptions.tenants.list())).map(({ tenantId }) => tenantId)).toContain('11111111-1111-4111-8111-111111111111');
    expect(await subscriptions.subscriptions.checkZonePeers(SUBSCRIPTION, { location: 'westeurope', subscriptionIds: [`subscriptions/${SUBSCRIPTION.replace(/1$/, '2')}`] })).toMatchObject({ availabilityZonePeers: expect.any(Array) as unknown[] });
    const named = (name: string) => subscriptions.checkResourceName({ resourceNameDefinition: { name, type: 'Microsoft.Web/sites' } });
    expect(await named('research')).toMatchObject({ name: 'research', status: 'Allowed' });
    await expect(named('MyMicrosoftSite')).rejects.toMatchObject({ statusCode: 400, code: 'ReservedResourceName' });
  });
});
