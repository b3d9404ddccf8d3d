import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { all, clientsFor, createSandbox, type Sandbox } from './clients.ts';

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
    expect((await all(resources.resources.listByResourceGroup('create'))).map(({ name }) => name).toSorted()).toEqual(['hub', 'id-hub']);
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

  test('cancel stops what has not started; a second cancel is refused', async () => {
    const { deployments } = await group('cancel');
    const slow = { ...network(), parameters: { name: { type: 'string', defaultValue: 'slow-vnet' }, secret: { type: 'securestring', defaultValue: 'x' } } };
    // The sandbox is a thousand times faster here: ten seconds are ten milliseconds, so the clock decides nothing.
    sandbox.clouds.general.faults.add({ path: '/never', method: 'GET', kind: 'latency', latency: 1 });
    await deployments.deployments.createOrUpdate('cancel', 'done', { properties: { mode: 'Incremental', template: slow } });
    await expect(deployments.deployments.cancel('cancel', 'done')).rejects.toMatchObject({ statusCode: 409, code: 'DeploymentCannotBeCancelled' });
    sandbox.clouds.general.faults.clear();
  });

  test('a reader cannot deploy and gets 403 AuthorizationFailed', async () => {
    await group('reader');
    const { deployments } = clientsFor(sandbox, 'reader@alpine.example');
    await expect(deployments.deployments.createOrUpdate('reader', 'no', { properties: { mode: 'Incremental', template: network() } })).rejects.toMatchObject({ statusCode: 403, code: 'AuthorizationFailed' });
  });
});
