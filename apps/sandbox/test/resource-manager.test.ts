import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagementLockClient } from './locks.ts';
import { request } from './request.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { all, ALPINE, clientsFor, createSandbox, SUBSCRIPTION, tokenOf, type Sandbox } from './clients.ts';

let sandbox: Sandbox;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-'));
  sandbox = await createSandbox({ dataDir: directory });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(directory, { recursive: true, force: true });
});

const network = { location: 'West Europe', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } } };
const idOf = (group: string, name: string): string => `/subscriptions/${SUBSCRIPTION}/resourceGroups/${group}/providers/Microsoft.Network/virtualNetworks/${name}`;
const VERSION = '2024-05-01';
const componentOf = (name: string): string => `/subscriptions/${SUBSCRIPTION}/resourceGroups/refusals/providers/Microsoft.Insights/components/${name}`;
const component = (workspace: string): object => ({ location: 'westeurope', kind: 'web', properties: { Application_Type: 'web', WorkspaceResourceId: workspace } });

describe('resources through the official client', () => {
  test('groups: create, read, list by tag, delete with everything in it', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('first', { location: 'westeurope', tags: { team: 'a' } });
    await resources.resources.beginCreateOrUpdateByIdAndWait(idOf('first', 'vnet'), VERSION, network, { updateIntervalInMs: 5 });
    expect(await all(resources.resourceGroups.list({ filter: "tagName eq 'team' and tagValue eq 'a'" }))).toMatchObject([{ name: 'first' }]);
    expect((await resources.resources.getById(idOf('FIRST', 'VNET'), VERSION)).location).toBe('westeurope');
    await resources.resourceGroups.beginDeleteAndWait('first', { updateIntervalInMs: 5 });
    expect(await resources.resourceGroups.checkExistence('first')).toMatchObject({ body: false });
    await expect(resources.resources.getById(idOf('first', 'vnet'), VERSION)).rejects.toMatchObject({ statusCode: 404, code: 'ResourceGroupNotFound' });
  });

  test('a list is paged, and every entry comes exactly once', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('pages', { location: 'westeurope' });
    const names = Array.from({ length: 7 }, (_, index) => `vnet-${index}`);
    for (const name of names) await resources.resources.beginCreateOrUpdateByIdAndWait(idOf('pages', name), VERSION, network, { updateIntervalInMs: 5 });
    const pages: number[] = [];
    const seen: string[] = [];
    for await (const page of resources.resources.listByResourceGroup('pages', { top: 3 }).byPage()) {
      pages.push(page.length);
      seen.push(...page.map(({ name }) => name ?? ''));
    }
    expect(pages).toEqual([3, 3, 1]);
    expect(seen.toSorted()).toEqual(names);
  });

  // Status and code as Azure answers them.
  test.each<[string, string, object, string, number, string]>([
    ['a group that does not exist', idOf('nowhere', 'vnet'), network, VERSION, 404, 'ResourceGroupNotFound'],
    ['an unknown namespace', `/subscriptions/${SUBSCRIPTION}/resourceGroups/refusals/providers/Microsoft.Nothing/things/a`, {}, VERSION, 404, 'InvalidResourceNamespace'],
    ['an unknown type', `/subscriptions/${SUBSCRIPTION}/resourceGroups/refusals/providers/Microsoft.Network/nothings/a`, {}, VERSION, 404, 'InvalidResourceType'],
    ['an api-version before the service was', idOf('refusals', 'vnet-a'), network, '1999-01-01', 400, 'NoRegisteredProviderFound'],
    ['an unknown region', idOf('refusals', 'vnet-a'), { ...network, location: 'atlantis' }, VERSION, 400, 'LocationNotAvailableForResourceType'],
    ['no region', idOf('refusals', 'vnet-a'), { properties: network.properties }, VERSION, 400, 'LocationRequired'],
    ['a missing parent', `${idOf('refusals', 'none')}/subnets/a`, { properties: { addressPrefix: '10.0.0.0/24' } }, VERSION, 404, 'ParentResourceNotFound'],
    ['51 tags', idOf('refusals', 'vnet-a'), { ...network, tags: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`t${index}`, 'x'])) }, VERSION, 400, 'InvalidTags'],
    ['a link that is no id', componentOf('linked-a'), component('workspace-1'), '2020-02-02', 400, 'LinkedInvalidPropertyId'],
    ['a link into an unknown subscription', componentOf('linked-b'), component('/subscriptions/00000000-0000-4000-8000-000000000000/resourceGroups/x/providers/Microsoft.OperationalInsights/workspaces/w'), '2020-02-02', 403, 'LinkedAuthorizationFailed'],
    ['a sentinel name', idOf('refusals', 'fail-conflict-1'), network, VERSION, 409, 'Conflict'],
    ['a foreign subscription', idOf('x', 'vnet-a').replace(SUBSCRIPTION, '00000000-0000-4000-8000-000000000000'), network, VERSION, 404, 'SubscriptionNotFound'],
    ['another directory\'s subscription', idOf('x', 'vnet-a').replace(SUBSCRIPTION, 'bbbbbbbb-0000-4000-8000-000000000001'), network, VERSION, 401, 'InvalidAuthenticationTokenTenant'],
  ])('refuses %s', async (_what, id, body, version, statusCode, code) => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('refusals', { location: 'westeurope' });
    await expect(resources.resources.beginCreateOrUpdateByIdAndWait(id, version, body, { updateIntervalInMs: 5 })).rejects.toMatchObject({ statusCode, code });
  });

  test('a lock on a group refuses its deletion until it is gone', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('locked', { location: 'westeurope' });
    const locks = new ManagementLockClient(sandbox);
    await locks.put(`/subscriptions/${SUBSCRIPTION}/resourceGroups/locked`, 'keep', 'CanNotDelete');
    await expect(resources.resourceGroups.beginDeleteAndWait('locked', { updateIntervalInMs: 5 })).rejects.toMatchObject({ statusCode: 409, code: 'ScopeLocked' });
    await locks.delete(`/subscriptions/${SUBSCRIPTION}/resourceGroups/locked`, 'keep');
    await resources.resourceGroups.beginDeleteAndWait('locked', { updateIntervalInMs: 5 });
  });

  test('tags can be merged and removed on any resource', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('tagged', { location: 'westeurope', tags: { a: '1' } });
    const scope = `/subscriptions/${SUBSCRIPTION}/resourceGroups/tagged`;
    await resources.tagsOperations.updateAtScope(scope, { operation: 'Merge', properties: { tags: { b: '2' } } });
    expect((await resources.resourceGroups.get('tagged')).tags).toEqual({ a: '1', b: '2' });
    await resources.tagsOperations.updateAtScope(scope, { operation: 'Delete', properties: { tags: { a: '1' } } });
    expect((await resources.resourceGroups.get('tagged')).tags).toEqual({ b: '2' });
  });

  test('an etag of an older state is refused', async () => {
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('etags', { location: 'westeurope' });
    const call = async (headers: Record<string, string>) => {
      return request(sandbox, 'PUT', `${idOf('etags', 'vnet')}?api-version=${VERSION}`, { body: network, headers });
    };
    const first = await call({});
    expect((await call({ 'if-none-match': '*' })).status).toBe(412);
    expect((await call({ 'if-match': '"older"' })).status).toBe(412);
    expect(first.headers['etag']).toMatch(/^"[\da-f-]{36}"$/);
  });

  test('who has no role sees nothing and may nothing; a contributor gives no roles', async () => {
    await clientsFor(sandbox).resources.resourceGroups.createOrUpdate('roles', { location: 'westeurope' });
    expect(await all(clientsFor(sandbox, 'stranger@alpine.example').subscriptions.subscriptions.list())).toEqual([]);
    await expect(clientsFor(sandbox, 'stranger@alpine.example').resources.resourceGroups.get('roles')).rejects.toMatchObject({ statusCode: 403, code: 'AuthorizationFailed' });
    const assignment = `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Authorization/roleAssignments/99999999-9999-4999-8999-999999999999?api-version=2022-04-01`;
    const body = { properties: { principalId: '10000000-0000-4000-8000-000000000007', roleDefinitionId: `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`, principalType: 'User' } };
    expect((await request(sandbox, 'PUT', assignment, { body, username: 'dev@alpine.example' })).status).toBe(403);
    expect((await request(sandbox, 'PUT', assignment, { body })).status).toBe(201);
    // The new role counts at once.
    expect(await all(clientsFor(sandbox, 'stranger@alpine.example').subscriptions.subscriptions.list())).toHaveLength(1);
  });
});

describe('faults, log and restart', () => {
  test('throttling and errors are what the client meets, as often as was said, and the log knows', async () => {
    const { clouds: { general } } = sandbox;
    const { resources } = clientsFor(sandbox);
    await resources.resourceGroups.createOrUpdate('faults', { location: 'westeurope' });
    general.log.clear();
    general.faults.add({ kind: 'throttle', path: '/resourcegroups/faults', method: 'GET', count: 1, retryAfter: 0 });
    general.faults.add({ kind: 'error', path: '/resourcegroups/faults', method: 'GET', count: 1, status: 503 });
    expect((await resources.resourceGroups.get('faults')).name).toBe('faults');
    expect(general.log.find({ method: 'GET', path: '/resourcegroups/faults' }).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 503]);
    expect(general.faults.list()).toEqual([]);
  });

  test('the console takes faults and refuses nonsense and other sites', async () => {
    const post = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) => fetch(`${sandbox.http.general}/faults`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await post({ kind: 'error', path: '/x', status: 500, count: 1 })).status).toBe(200);
    expect((await post({ kind: 'explode' })).status).toBe(400);
    expect((await post({ kind: 'error', path: '/(/' })).status).toBe(400);
    expect((await post({ kind: 'error' }, { 'content-type': 'text/plain' })).status).toBe(415);
    await fetch(`${sandbox.http.general}/faults`, { method: 'DELETE' });
    expect(sandbox.clouds.general.faults.list()).toEqual([]);
    expect(await (await fetch(`${sandbox.http.general}/`)).text()).toContain('Sandbox cloud');
  });

  test('state survives a restart, and a running deployment goes on', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sandbox-restart-'));
    // As fast as people see it: the deployment is still running when the sandbox ends.
    const before = await createSandbox({ dataDir: own, speed: 1 });
    const { resources } = clientsFor(before);
    await resources.resourceGroups.createOrUpdate('kept', { location: 'westeurope' });
    const inner = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [{ type: 'Microsoft.Network/virtualNetworks', apiVersion: VERSION, name: 'vnet', location: 'westeurope', properties: network.properties }] };
    const template = { ...inner, resources: [{ ...inner.resources[0], name: 'slow-first' }, { type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'inside', dependsOn: ['slow-first'], properties: { mode: 'Incremental', expressionEvaluationOptions: { scope: 'inner' }, template: inner } }] };
    const deployment = `/subscriptions/${SUBSCRIPTION}/resourcegroups/kept/providers/Microsoft.Resources/deployments/going`;
    const { status } = await request(before, 'PUT', `${deployment}?api-version=2024-03-01`, { body: { properties: { mode: 'Incremental', template } } });
    expect(status).toBe(201);
    const token = await tokenOf(before, 'dev@alpine.example');
    before.clouds.general.clock.advance(1000);
    const first = deployment.replace('resourcegroups', 'resourceGroups').replace('Microsoft.Resources/deployments/going', 'Microsoft.Network/virtualNetworks/slow-first');
    await vi.waitFor(() => expect(before.clouds.general.operations.running(first)).toBeDefined());
    await before.stop();

    const after = await createSandbox({ dataDir: own });
    const running = after.clouds.general.operations.running(deployment.replace('resourcegroups', 'resourceGroups'));
    if (running) await after.clouds.general.operations.ended(running.id);
    const { deployments } = clientsFor(after);
    expect((await deployments.deployments.get('kept', 'going')).properties?.provisioningState).toBe('Succeeded');
    expect(await all(clientsFor(after).resources.resources.listByResourceGroup('kept'))).toHaveLength(2);
    expect((await deployments.deployments.get('kept', 'inside')).properties?.provisioningState).toBe('Succeeded');
    const steps = await all(deployments.deploymentOperations.list('kept', 'going'));
    expect(steps.map(({ properties }) => `${properties?.targetResource?.resourceName} ${properties?.provisioningState}`)).toEqual(['slow-first Succeeded', 'inside Succeeded']);
    // Keys are kept: a token from before is still good.
    expect((await after.clouds.general.authority.verify(token, new Date()))['tid']).toBe(ALPINE);
    await after.stop();
    rmSync(own, { recursive: true, force: true });
  });
});
