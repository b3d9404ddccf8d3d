import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { all, ALPINE, BOREALIS, clientsFor, createSandbox, SUBSCRIPTION, tokenOf, type Sandbox } from './clients.ts';
import { request } from './request.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.stop());

const group = async (name: string): Promise<ReturnType<typeof clientsFor>> => {
  const clients = clientsFor(sandbox);
  await clients.resources.resourceGroups.createOrUpdate(name, { location: 'westeurope' });
  return clients;
};

const network = (prefix = '10.0.0.0/16', tags: Record<string, string> = {}) => ({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  parameters: { name: { type: 'string', defaultValue: 'hub' }, secret: { type: 'securestring', defaultValue: 'very secret' } },
  resources: [
    {
      type: 'Microsoft.Network/virtualNetworks', apiVersion: '2024-05-01', name: "[parameters('name')]", location: '[resourceGroup().location]', tags,
      properties: { addressSpace: { addressPrefixes: [prefix] }, subnets: [{ name: 'a', properties: { addressPrefix: '10.0.1.0/24' } }] },
    },
    {
      type: 'Microsoft.ManagedIdentity/userAssignedIdentities', apiVersion: '2023-01-31', name: "[concat('id-', parameters('name'))]", location: '[resourceGroup().location]',
      dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', parameters('name'))]"],
    },
  ],
  outputs: {
    clientId: { type: 'string', value: "[reference(resourceId('Microsoft.ManagedIdentity/userAssignedIdentities', concat('id-', parameters('name')))).clientId]" },
    hidden: { type: 'securestring', value: "[parameters('secret')]" },
  },
});

const nested = (inner: object, name = 'inner') => ({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0',
  resources: [{
    type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name,
    properties: { mode: 'Incremental', expressionEvaluationOptions: { scope: 'inner' }, template: inner },
  }],
});

describe('deployments through the official client', () => {
  test('creates resources in dependency order, with outputs, operations and no secret shown', async () => {
    const { deployments, resources } = await group('create');
    const result = await deployments.deployments.createOrUpdate('create', 'first', { properties: { mode: 'Incremental', template: network() } });
    expect(result.properties?.provisioningState).toBe('Succeeded');
    const outputs = result.properties?.outputs as Record<string, { type: string; value?: string }>;
    expect(outputs['clientId']?.value).toMatch(/^[\da-f-]{36}$/);
    expect(outputs['hidden']).toEqual({ type: 'SecureString' });
    expect(JSON.stringify(result)).not.toContain('very secret');
    const steps = await all(deployments.deploymentOperations.list('create', 'first'));
    expect(steps.map(({ properties }) => properties?.targetResource?.resourceType)).toEqual(['Microsoft.Network/virtualNetworks', 'Microsoft.ManagedIdentity/userAssignedIdentities']);
    expect((await all(resources.resources.listByResourceGroup('create'))).map(({ name }) => name ?? '').toSorted()).toEqual(['hub', 'id-hub']);
  });

  test('refuses a broken template, a missing parameter and a bad region before anything is made', async () => {
    const { deployments, resources } = await group('refuse');
    const put = (template: object) => deployments.deployments.createOrUpdate('refuse', 'broken', { properties: { mode: 'Incremental', template: template as Record<string, unknown> } });
    await expect(put({ ...network(), resources: [{ type: 'Microsoft.Network/virtualNetworks', apiVersion: '2024-05-01', name: '[nofunction()]' }] })).rejects.toMatchObject({ code: 'InvalidTemplate', statusCode: 400 });
    await expect(put({ ...network(), parameters: { name: { type: 'string' }, secret: { type: 'securestring' } } })).rejects.toMatchObject({ code: 'InvalidTemplate' });
    const moved = network();
    moved.resources[0]!.location = 'atlantis';
    await expect(put(moved)).rejects.toMatchObject({ code: 'InvalidTemplateDeployment' });
    expect(await all(resources.resources.listByResourceGroup('refuse'))).toEqual([]);
  });

  test('a failure keeps the inner cause, as deep as it lies', async () => {
    const { deployments } = await group('fail');
    await expect(deployments.deployments.createOrUpdate('fail', 'outer', { properties: { mode: 'Incremental', template: nested({ ...network(), parameters: { name: { type: 'string', defaultValue: 'fail-allocation-vnet' }, secret: { type: 'securestring', defaultValue: 'x' } } }) } })).rejects.toThrow();
    const { properties } = await deployments.deployments.get('fail', 'outer');
    expect(properties?.provisioningState).toBe('Failed');
    expect(properties?.error?.code).toBe('DeploymentFailed');
    const inner = properties?.error?.details?.[0];
    expect(inner?.code).toBe('DeploymentFailed');
    expect(inner?.details?.[0]?.code).toBe('ResourceDeploymentFailure');
    expect(inner?.details?.[0]?.details?.[0]?.code).toBe('AllocationFailed');
    expect((await deployments.deployments.get('fail', 'inner')).properties?.provisioningState).toBe('Failed');
  });

  test('complete mode removes what the template does not name', async () => {
    const { deployments, resources } = await group('complete');
    await deployments.deployments.createOrUpdate('complete', 'one', { properties: { mode: 'Incremental', template: network() } });
    const only = { ...network(), resources: [network().resources[0]!], outputs: {} };
    await deployments.deployments.createOrUpdate('complete', 'two', { properties: { mode: 'Complete', template: only } });
    expect((await all(resources.resources.listByResourceGroup('complete'))).map(({ name }) => name)).toEqual(['hub']);
  });

  test('what-if reports no change for the same template and exactly the one that differs', async () => {
    const { deployments } = await group('whatif');
    const whatIf = async (template: object) => (await deployments.deployments.whatIf('whatif', 'check', { properties: { mode: 'Incremental', template: template as Record<string, unknown> } })).changes ?? [];
    expect((await whatIf(network())).map(({ changeType }) => changeType)).toEqual(['Create', 'Create']);
    await deployments.deployments.createOrUpdate('whatif', 'real', { properties: { mode: 'Incremental', template: network() } });
    expect((await whatIf(network())).map(({ changeType }) => changeType)).toEqual(['NoChange', 'NoChange']);
    const changed = (await whatIf(network('10.0.0.0/16', { team: 'a' }))).filter(({ changeType }) => changeType !== 'NoChange');
    expect(changed.map(({ delta }) => delta?.map(({ path }) => path))).toEqual([['tags.team']]);
  });

  test('at subscription scope makes groups and deploys into them', async () => {
    const { deployments, resources } = clientsFor(sandbox);
    const template = {
      $schema: 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#', contentVersion: '1.0.0.0',
      resources: [
        { type: 'Microsoft.Resources/resourceGroups', apiVersion: '2022-09-01', name: 'from-subscription', location: '[deployment().location]', properties: {} },
        { ...nested(network()).resources[0], resourceGroup: 'from-subscription', dependsOn: ["[resourceId('Microsoft.Resources/resourceGroups', 'from-subscription')]"] },
      ],
    };
    const result = await deployments.deployments.createOrUpdateAtSubscriptionScope('wide', { location: 'westeurope', properties: { mode: 'Incremental', template } });
    expect(result.properties?.provisioningState).toBe('Succeeded');
    expect(await all(resources.resources.listByResourceGroup('from-subscription'))).toHaveLength(2);
  });

  test('at management-group and tenant scope too; another directory does not see them', async () => {
    const { deployments } = await group('scopes');
    const template = {
      $schema: 'https://schema.management.azure.com/schemas/2019-08-01/tenantDeploymentTemplate.json#', contentVersion: '1.0.0.0',
      resources: [{ type: 'Microsoft.Management/managementGroups', apiVersion: '2023-04-01', name: 'made-by-template', properties: { displayName: 'Made' } }],
      outputs: { tenant: { type: 'string', value: '[tenant().tenantId]' } },
    };
    const tenant = await deployments.deployments.createOrUpdateAtTenantScope('tenant-wide', { location: 'westeurope', properties: { mode: 'Incremental', template } });
    expect(tenant.properties?.provisioningState).toBe('Succeeded');
    expect(tenant.properties?.outputs).toEqual({ tenant: { type: 'String', value: ALPINE } });
    const inGroup = await deployments.deployments.createOrUpdateAtManagementGroupScope('made-by-template', 'group-wide', { location: 'westeurope', properties: { mode: 'Incremental', template: {
      $schema: 'https://schema.management.azure.com/schemas/2019-08-01/managementGroupDeploymentTemplate.json#', contentVersion: '1.0.0.0',
      resources: [{ ...nested(network()).resources[0], subscriptionId: SUBSCRIPTION, resourceGroup: 'scopes' }],
    } } });
    expect(inGroup.properties?.provisioningState).toBe('Succeeded');
    const other = clientsFor(sandbox, 'admin@borealis.example', 'bbbbbbbb-0000-4000-8000-000000000001', { tenant: BOREALIS });
    await expect(other.deployments.deployments.getAtTenantScope('tenant-wide')).rejects.toMatchObject({ code: 'DeploymentNotFound' });
    await expect(other.deployments.deployments.getAtManagementGroupScope('made-by-template', 'group-wide')).rejects.toMatchObject({ statusCode: 403 });
  });

  test('cancel lets the running step end, starts nothing new, and is refused when all is over', async () => {
    // At the speed of people, so that the deployment is still running; the clock is moved instead of waiting.
    const slow = await createSandbox({ speed: 1 });
    const { clouds: { general } } = slow;
    const clients = clientsFor(slow);
    await clients.resources.resourceGroups.createOrUpdate('cancel', { location: 'westeurope' });
    const template = { ...network(), parameters: { name: { type: 'string', defaultValue: 'slow-vnet' }, secret: { type: 'securestring', defaultValue: 'x' } } };
    const path = `/subscriptions/${SUBSCRIPTION}/resourceGroups/cancel/providers/Microsoft.Resources/deployments/stopped`;
    await request(slow, 'PUT', `${path}?api-version=2024-03-01`, { body: { properties: { mode: 'Incremental', template } } });
    await expect(clients.deployments.deployments.createOrUpdate('cancel', 'stopped', { properties: { mode: 'Incremental', template } })).rejects.toMatchObject({ statusCode: 409, code: 'DeploymentActive' });
    const operation = general.operations.running(path)!;
    general.clock.advance(1000);
    await vi.waitFor(() => expect(general.operations.running(path.replace(/deployments.*/, '').replace('Microsoft.Resources/', 'Microsoft.Network/virtualNetworks/slow-vnet'))).toBeDefined());
    await clients.deployments.deployments.cancel('cancel', 'stopped');
    general.clock.advance(60_000);
    await general.operations.ended(operation.id);
    expect((await clients.deployments.deployments.get('cancel', 'stopped')).properties?.provisioningState).toBe('Canceled');
    expect((await all(clients.resources.resources.listByResourceGroup('cancel'))).map(({ name }) => name)).toEqual(['slow-vnet']);
    await expect(clients.deployments.deployments.cancel('cancel', 'stopped')).rejects.toMatchObject({ statusCode: 409, code: 'DeploymentCannotBeCancelled' });
    await slow.stop();
  });

  test('200 deployments at once all succeed, each accepted once', async () => {
    await group('many');
    sandbox.clouds.general.log.clear();
    const paths = Array.from({ length: 200 }, (_, index) => `/subscriptions/${SUBSCRIPTION}/resourceGroups/many/providers/Microsoft.Resources/deployments/many-${index}`);
    const token = await tokenOf(sandbox, 'admin@alpine.example');
    const put = (path: string, index: number) => request(sandbox, 'PUT', `${path}?api-version=2024-03-01`, { token, body: { properties: { mode: 'Incremental', template: network(), parameters: { name: { value: `net-${index}` } } } } });
    const answers = await Promise.all(paths.map(put));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    for (const path of paths) {
      const running = sandbox.clouds.general.operations.running(path);
      if (running) expect((await sandbox.clouds.general.operations.ended(running.id)).state).toBe('Succeeded');
    }
    expect(sandbox.clouds.general.log.find({ method: 'PUT', path: '/deployments/many-', status: '201' })).toHaveLength(200);
    expect(sandbox.clouds.general.internalErrors()).toBe(0);
  });

  test('a linked template is fetched, or refused by Azure\'s code when fetching is switched off', async () => {
    const { deployments } = await group('linked');
    const files = createServer((_req, res) => res.end(JSON.stringify(network())));
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
    const template = { ...nested({}), resources: [{ type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'linked', properties: { mode: 'Incremental', templateLink: { uri: `http://127.0.0.1:${(files.address() as AddressInfo).port}/net.json` } } }] };
    const put = () => deployments.deployments.createOrUpdate('linked', 'main', { properties: { mode: 'Incremental', template } });
    expect((await put()).properties?.provisioningState).toBe('Succeeded');
    sandbox.clouds.general.faults.setSwitches({ linkedTemplates: false });
    await expect(put()).rejects.toMatchObject({ statusCode: 400, code: 'InvalidContentLink' });
    sandbox.clouds.general.faults.clear();
    files.close();
  });

  test('an exported template deploys to the same again', async () => {
    const { deployments, resources } = await group('export');
    await deployments.deployments.createOrUpdate('export', 'made', { properties: { mode: 'Incremental', template: network() } });
    const { template } = await resources.resourceGroups.beginExportTemplateAndWait('export', { resources: ['*'] }, { updateIntervalInMs: 5 });
    const { changes = [], error } = await deployments.deployments.whatIf('export', 'again', { properties: { mode: 'Incremental', template: template as Record<string, unknown> } });
    expect(error).toBeUndefined();
    expect(changes.map(({ changeType }) => changeType)).toEqual(changes.map(() => 'NoChange'));
    expect(changes.length).toBeGreaterThan(1);
  });

  test('a reader cannot deploy and gets 403 AuthorizationFailed', async () => {
    await group('reader');
    const { deployments } = clientsFor(sandbox, 'reader@alpine.example');
    await expect(deployments.deployments.createOrUpdate('reader', 'no', { properties: { mode: 'Incremental', template: network() } })).rejects.toMatchObject({ statusCode: 403, code: 'AuthorizationFailed' });
  });
});
