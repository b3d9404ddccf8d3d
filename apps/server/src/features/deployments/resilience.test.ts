import { cloudClient, type CloudClient } from '@cloudwright/cloud';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptedPuts, ended, fault, newGroup, publish, publishSlow, requests, subscriptionId, switches, unique, until } from '../../../test/deployments.ts';
import { cloudTokenFor, startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
let cloud: CloudClient;
beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example', { withCloudToken: true });
  cloud = cloudClient(server.portal.services.config.clouds.general.endpoints(), await cloudTokenFor('admin@alpine.example'));
  await publish(admin, 'one-account', {
    parameters: { accountName: { type: 'string' } },
    resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: '[resourceGroup().location]', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: {} }],
  });
});
afterAll(() => server.stop());

async function create(blueprintName: string, parameters: Record<string, unknown>, resourceGroup: string) {
  const { body } = await admin.call('deploymentCreate', { body: { blueprintName, name: unique('run-'), subscriptionId, resourceGroup, region: 'eastus', parameters, tags: {} } });
  return body;
}

describe('a cloud that is busy', () => {
  it.each([
    ['503 to everything', { kind: 'error', status: 503, code: 'ServiceUnavailable' }], ['429 with Retry-After', { kind: 'throttle', retryAfter: 1 }],
  ] as const)('answering %s for a while delays a deployment, which is still submitted once', async (_what, what) => {
    const remove = await fault({ path: '/deployments/cw-', count: 3, ...what });
    const entry = await create('one-account', { accountName: unique('busy') }, await newGroup(admin));
    const done = await until(admin, entry.id, ended, 55_000);
    await remove();
    expect([done.status, done.attempt]).toEqual(['SUCCEEDED', 1]);
    expect(await acceptedPuts(done.cloudDeploymentName ?? '')).toBe(1);
    expect((await requests({ path: `/deployments/${done.cloudDeploymentName}` })).filter((request) => request.status === 503 || request.status === 429).length).toBe(3);
  });
});

describe('a cloud that is away for a whole minute', () => {
  it('with 503 or 429 to everything, fails no deployment: it says so, waits, and each is submitted once', async () => {
    const minute = 60_000;
    const kinds = [{ kind: 'error', status: 503, code: 'ServiceUnavailable' }, { kind: 'throttle', retryAfter: 2 }] as const;
    const runs = await Promise.all(kinds.map(async (kind) => {
      const group = await newGroup(admin);
      const remove = await fault({ path: `/resourceGroups/${group}/`, ...kind });
      return { remove, entry: await create('one-account', { accountName: unique('away') }, group) };
    }));
    const started = performance.now();
    await vi.waitFor(async () => {
      for (const { entry } of runs) expect((await admin.call('deploymentGet', { body: { id: entry.id } })).body).toMatchObject({ status: 'VALIDATING', unanswered: expect.toSatisfy((count: number) => count >= 5) });
    }, { timeout: minute, interval: 1000 });
    await setTimeout(minute - (performance.now() - started));
    for (const { remove, entry } of runs) {
      expect((await admin.call('deploymentGet', { body: { id: entry.id } })).body.status).toBe('VALIDATING');
      await remove();
    }
    for (const { entry } of runs) {
      const done = await until(admin, entry.id, ended, 70_000);
      expect([done.status, done.attempt, done.errors, done.unanswered]).toEqual(['SUCCEEDED', 1, [], 0]);
      expect(Date.parse(done.startedAt ?? '') - Date.parse(entry.createdAt)).toBeGreaterThanOrEqual(minute);
      expect(await acceptedPuts(done.cloudDeploymentName ?? '')).toBe(1);
    }
  }, 150_000);
});

describe('a token that expires in the middle', () => {
  it('leaves the deployment waiting for a sign-in; with a new token it goes on where it stopped', async () => {
    await publishSlow(admin, 'slow-line');
    const entry = await create('slow-line', {}, await newGroup(admin));
    await until(admin, entry.id, ['RUNNING']);
    await server.database.pool.query(`update deployment set token_expires_at = now() - interval '1 minute' where id = $1`, [entry.id]);
    const waiting = await until(admin, entry.id, ['NEEDS_SIGN_IN']);
    expect(waiting.actions).toEqual({ canRetry: true, canCancel: true, canDelete: true });
    expect((await server.database.pool.query(`select sealed_token from deployment where id = $1`, [entry.id])).rows).toEqual([{ sealed_token: null }]);
    expect((await admin.fail('deploymentRetry', { body: { id: entry.id, tags: { changed: 'now' } } })).status).toBe(409);
    expect((await admin.call('deploymentRetry', { body: { id: entry.id } })).body.attempt).toBe(1);
    const done = await until(admin, entry.id, ended, 55_000);
    expect(done.status).toBe('SUCCEEDED');
    expect(await acceptedPuts(done.cloudDeploymentName ?? '')).toBe(1);
  });
});

describe('deletion with resources', () => {
  it('of a hub-spoke network with a machine in it: a lock of somebody stops it untouched, without the lock nothing is left', async () => {
    const group = await newGroup(admin);
    const network = await create('hub-spoke-network', {}, group);
    await until(admin, network.id, ['SUCCEEDED']);
    const machine = await create('linux-vm', { adminPasswordOrKey: 'Sandbox-Only-0815!', authenticationType: 'password' }, group);
    await until(admin, machine.id, ['SUCCEEDED'], 55_000);
    const before = (await cloud.resources.listInGroup(subscriptionId, group)).length;
    const lock = `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.Authorization/locks/keep`;
    await cloud.arm.send('PUT', lock, { apiVersion: '2020-05-01', body: { properties: { level: 'CanNotDelete', notes: 'in use' } } });

    await admin.call('deploymentDelete', { body: { id: machine.id, resources: true } });
    const refused = await until(admin, machine.id, ['SUCCEEDED']);
    expect(refused.errors.at(-1)).toMatchObject({ code: 'ScopeLocked', explanation: { cause: expect.stringContaining('keep'), nextStep: expect.stringContaining('Remove the lock') } });
    expect((await cloud.resources.listInGroup(subscriptionId, group)).length).toBe(before);

    await cloud.resources.deleteLock(lock);
    for (const entry of [machine, network]) {
      await admin.call('deploymentDelete', { body: { id: entry.id, resources: true } });
      const gone = await until(admin, entry.id, ['DELETED'], 55_000);
      expect(gone.deletion?.total).toBeGreaterThan(3);
      expect(gone.deletion?.gone).toBe(gone.deletion?.total);
    }
    expect((await cloud.resources.listInGroup(subscriptionId, group)).map((resource) => resource.id)).toEqual([]);
  }, 120_000);

  it('removes a lock that the blueprint itself made, first', async () => {
    await publish(admin, 'locked-account', {
      parameters: { accountName: { type: 'string' } },
      resources: [
        { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: '[resourceGroup().location]', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: {} },
        { type: 'Microsoft.Authorization/locks', apiVersion: '2020-05-01', name: 'own', scope: "[format('Microsoft.Storage/storageAccounts/{0}', parameters('accountName'))]", dependsOn: ["[resourceId('Microsoft.Storage/storageAccounts', parameters('accountName'))]"], properties: { level: 'CanNotDelete' } },
      ],
    });
    const group = await newGroup(admin);
    const entry = await create('locked-account', { accountName: unique('lock') }, group);
    await until(admin, entry.id, ['SUCCEEDED']);
    await admin.call('deploymentDelete', { body: { id: entry.id, resources: true } });
    await until(admin, entry.id, ['DELETED']);
    expect(await cloud.resources.listInGroup(subscriptionId, group)).toEqual([]);
  });
});

describe('linked templates', () => {
  it('travel with the deployment where the cloud cannot fetch them', async () => {
    const nested = JSON.stringify({
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', parameters: { name: { type: 'string' } },
      resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('name')]", location: '[resourceGroup().location]', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: {} }],
      outputs: { where: { type: 'string', value: "[reference(parameters('name')).primaryEndpoints.blob]" } },
    });
    await publish(admin, 'with-links', {
      parameters: { accountName: { type: 'string' } },
      resources: [{ type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'inner', properties: { mode: 'Incremental', templateLink: { uri: "[uri(deployment().properties.templateLink.uri, 'nested/account.json')]" }, parameters: { name: { value: "[parameters('accountName')]" } } } }],
      outputs: { where: { type: 'string', value: "[reference('inner').outputs.where.value]" } },
      linked: { 'nested/account.json': nested },
    });
    const restore = await switches({ linkedTemplates: false });
    const name = unique('linked');
    const entry = await create('with-links', { accountName: name }, await newGroup(admin));
    const done = await until(admin, entry.id, ended);
    await restore();
    expect([done.status, done.errors]).toEqual(['SUCCEEDED', []]);
    expect(done.outputs['where']?.value).toContain(name);
    const { body: operations } = await admin.call('deploymentOperations', { body: { id: entry.id } });
    expect(operations.result.map((operation) => operation.resourceName)).toContain(name);
  });
});
