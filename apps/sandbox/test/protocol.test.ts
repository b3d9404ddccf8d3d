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

  test('every kind of list is paged by $top, and each entry comes exactly once', async () => {
    const { resources, deployments } = clientsFor(sandbox);
    for (const name of ['page-a', 'page-b', 'page-c']) await resources.resourceGroups.createOrUpdate(name, { location: 'westeurope', tags: { paged: 'yes' } });
    const empty = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [] };
    await Promise.all(['d1', 'd2', 'd3'].map((name) => deployments.deployments.createOrUpdate('page-a', name, { properties: { mode: 'Incremental', template: empty } })));
    const paged = async (path: string): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let next: string | undefined = path; next; ) {
        const { status, body } = await request(sandbox, 'GET', next);
        expect(status, next).toBe(200);
        pages.push((body['value'] as { name?: string; namespace?: string }[]).map(({ name, namespace }) => name ?? namespace ?? ''));
        next = body['nextLink'] === undefined ? undefined : local(body['nextLink']);
      }
      return pages;
    };
    for (const [path, names] of [
      [`${SUB}/resourcegroups?api-version=2022-09-01&$top=2&$filter=tagName eq 'paged' and tagValue eq 'yes'`, ['page-a', 'page-b', 'page-c']],
      [`${SUB}/resourcegroups/page-a/providers/Microsoft.Resources/deployments?api-version=2024-03-01&$top=2`, ['d1', 'd2', 'd3']],
    ] as const) {
      const pages = await paged(encodeURI(path));
      expect(pages.map(({ length }) => length), path).toEqual([2, 1]);
      expect(pages.flat().toSorted()).toEqual(names);
    }
    const providers = await paged(`${SUB}/providers?api-version=2022-09-01&$top=50`);
    expect(providers.length).toBeGreaterThan(2);
    expect(new Set(providers.flat()).size).toBe(providers.flat().length);
    expect((await request(sandbox, 'GET', `${SUB}/resourcegroups?api-version=2022-09-01&$top=none`)).body).toMatchObject({ error: { code: 'InvalidFilterInQueryString' } });
    expect((await request(sandbox, 'GET', `${SUB}/resourcegroups?api-version=2022-09-01&$skiptoken=nonsense!`)).status).toBe(400);
  });

  test('resources are asked for, changed in part, and moved with everything below them', async () => {
    const { resources } = clientsFor(sandbox);
    for (const name of ['from', 'to']) await resources.resourceGroups.createOrUpdate(name, { location: 'westeurope' });
    const id = (group: string): string => `${SUB}/resourceGroups/${group}/providers/Microsoft.Network/virtualNetworks/moved`;
    await resources.resources.beginCreateOrUpdateByIdAndWait(id('from'), '2024-05-01', { ...network, properties: { ...network.properties, subnets: [{ name: 'a', properties: { addressPrefix: '10.0.1.0/24' } }] } } as never, { updateIntervalInMs: 5 });
    expect((await resources.resources.checkExistenceById(id('from'), '2024-05-01')).body).toBe(true);
    const changed = await resources.resources.beginUpdateByIdAndWait(id('from'), '2024-05-01', { tags: { step: 'two' } }, { updateIntervalInMs: 5 });
    expect(changed).toMatchObject({ tags: { step: 'two' }, properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'a' }] } });
    const target = `${SUB}/resourceGroups/to`;
    await resources.resources.beginValidateMoveResourcesAndWait('from', { resources: [id('from')], targetResourceGroup: target }, { updateIntervalInMs: 5 });
    await resources.resources.beginMoveResourcesAndWait('from', { resources: [id('from')], targetResourceGroup: target }, { updateIntervalInMs: 5 });
    expect((await resources.resources.checkExistenceById(id('from'), '2024-05-01')).body).toBe(false);
    expect(await resources.resources.getById(`${id('to')}/subnets/a`, '2024-05-01')).toMatchObject({ name: 'a' });
    expect((await all(resources.resources.listByResourceGroup('to', { expand: 'createdTime,changedTime,provisioningState' }))).map(({ name, provisioningState, createdTime }) => [name, provisioningState, createdTime instanceof Date])).toEqual([['moved', 'Succeeded', true]]);
  });

  test('what-if tells of created, changed, unchanged, ignored and, in complete mode, deleted resources, down to the property', async () => {
    const { resources, deployments } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('whatif', { location: 'westeurope' });
    const account = (name: string, more: object = {}) => ({ type: 'Microsoft.ManagedIdentity/userAssignedIdentities', apiVersion: '2023-01-31', name, location: 'westeurope', ...more });
    const rules = (priority: number) => ({ type: 'Microsoft.Network/networkSecurityGroups', apiVersion: '2024-05-01', name: 'rules', location: 'westeurope', properties: { securityRules: [{ name: 'ssh', properties: { protocol: 'Tcp', access: 'Allow', direction: 'Inbound', priority, sourceAddressPrefix: '10.0.0.0/8', sourcePortRange: '*', destinationAddressPrefix: '*', destinationPortRange: '22' } }] } });
    const template = (...list: object[]) => ({ $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: list });
    await deployments.deployments.createOrUpdate('whatif', 'before', { properties: { mode: 'Incremental', template: template(account('same'), account('tagged'), account('other'), rules(100)) } });
    const ask = async (mode: 'Incremental' | 'Complete') => (await deployments.deployments.whatIf('whatif', 'asks', { properties: { mode, template: template(account('same'), account('tagged', { tags: { a: 'b' } }), account('fresh'), rules(200)) } })).changes ?? [];
    const told = (changes: Awaited<ReturnType<typeof ask>>) => Object.fromEntries(changes.map(({ resourceId, changeType }) => [resourceId!.split('/').at(-1)!, changeType]));
    const incremental = await ask('Incremental');
    expect(told(incremental)).toEqual({ same: 'NoChange', tagged: 'Modify', fresh: 'Create', other: 'Ignore', rules: 'Modify' });
    expect(told(await ask('Complete'))).toEqual({ same: 'NoChange', tagged: 'Modify', fresh: 'Create', other: 'Delete', rules: 'Modify' });
    const of = (name: string) => incremental.find(({ resourceId }) => resourceId!.endsWith(name));
    expect(of('tagged')?.delta).toMatchObject([{ path: 'tags', propertyChangeType: 'Create', after: { a: 'b' } }]);
    expect(of('rules')?.delta).toMatchObject([{ path: 'properties.securityRules', propertyChangeType: 'Array', children: [{ path: '0', propertyChangeType: 'Modify', children: [{ path: 'properties.priority', propertyChangeType: 'Modify', before: 100, after: 200 }] }] }]);
    expect(sandbox.clouds.general.world.get(`${SUB}/resourceGroups/whatif/providers/Microsoft.ManagedIdentity/userAssignedIdentities/fresh`)).toBeUndefined();
  });
});
