import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PolicyClient } from '@azure/arm-policy';
import { PolicyInsightsClient } from '@azure/arm-policyinsights';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { request } from '../../../test/request.ts';
import { all, clientOptions, clientsFor, createSandbox, credentialOf, ALPINE, type Sandbox } from '../../../test/clients.ts';

const SUBSCRIPTION = 'aaaaaaaa-0000-4000-8000-000000000002';
const scopeOf = (group: string) => `/subscriptions/${SUBSCRIPTION}/resourceGroups/${group}`;
// So slow that nothing ends by itself: the clock is moved.
const SPEED = 0.001;
const folder = mkdtempSync(join(tmpdir(), 'remediation-'));

let sandbox: Sandbox;
const start = () => createSandbox({ speed: SPEED, dataDir: folder });
beforeAll(async () => {
  sandbox = await start();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

const options = () => ({ ...clientOptions(sandbox), retryOptions: { maxRetries: 0 } });
const policies = () => new PolicyClient(credentialOf(sandbox, 'admin@alpine.example'), SUBSCRIPTION, options());
const remediations = () => new PolicyInsightsClient(credentialOf(sandbox, 'admin@alpine.example'), SUBSCRIPTION, options()).remediations;
const deploymentsIn = async (group: string) => (await all(clientsFor(sandbox, 'admin@alpine.example', SUBSCRIPTION).deployments.deployments.listByResourceGroup(group))).filter(({ name }) => name?.startsWith('PolicyDeployment_'));

/** Moves the clock by milliseconds of the table of durations. */
const pass = (milliseconds: number) => sandbox.clouds.general.clock.advance(milliseconds / SPEED);
/** Moves the clock on until a check holds. */
const until = (check: () => Promise<void>, step = 100) =>
  vi.waitFor(async () => {
    try {
      await check();
    } catch (error) {
      pass(step);
      throw error;
    }
  }, { timeout: 20_000, interval: 5 });

async function put(path: string, apiVersion: string, body: unknown): Promise<void> {
  const answered = await request(sandbox, 'PUT', `${path}?api-version=${apiVersion}`, { body });
  expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(300);
}

/** A vault whose tag names the diagnostic setting that the policy makes for it; ready when the clock has moved. */
async function makeVault(group: string, name: string, setting = 'by-policy'): Promise<string> {
  const id = `${scopeOf(group)}/providers/Microsoft.KeyVault/vaults/${name}`;
  await put(id, '2023-07-01', { location: 'eastus', tags: { setting }, properties: { tenantId: ALPINE, sku: { family: 'A', name: 'standard' }, accessPolicies: [], enableRbacAuthorization: true } });
  return id;
}

async function assignLogs(group: string, evaluationDelay?: string): Promise<string> {
  const definition = await policies().policyDefinitions.createOrUpdate(`logs-${group}`, {
    mode: 'Indexed',
    policyRule: {
      if: { field: 'type', equals: 'Microsoft.KeyVault/vaults' },
      then: {
        effect: 'deployIfNotExists',
        details: {
          type: 'Microsoft.Insights/diagnosticSettings', roleDefinitionIds: ['/providers/microsoft.authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c'], ...(evaluationDelay !== undefined && { evaluationDelay }),
          deployment: {
            properties: {
              mode: 'incremental', parameters: { vault: { value: "[field('name')]" }, setting: { value: "[field('tags.setting')]" } },
              template: {
                $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', parameters: { vault: { type: 'string' }, setting: { type: 'string' } },
                resources: [{ type: 'Microsoft.Insights/diagnosticSettings', apiVersion: '2021-05-01-preview', scope: "[resourceId('Microsoft.KeyVault/vaults', parameters('vault'))]", name: "[parameters('setting')]", properties: { workspaceId: `${scopeOf(group)}/providers/Microsoft.OperationalInsights/workspaces/workspace` } }],
              },
            },
          },
        },
      },
    },
  });
  const assignment = await policies().policyAssignments.create(scopeOf(group), `logs-${group}`, { policyDefinitionId: definition.id as string, location: 'eastus', identity: { type: 'SystemAssigned' } });
  return assignment.id as string;
}

async function makeGroup(name: string): Promise<void> {
  await put(scopeOf(name), '2021-04-01', { location: 'eastus' });
  await put(`${scopeOf(name)}/providers/Microsoft.OperationalInsights/workspaces/workspace`, '2022-10-01', { location: 'eastus', properties: {} });
}

const stateOf = async (group: string, name: string) => (await remediations().getAtResourceGroup(group, name)).provisioningState;
const statusesOf = async (group: string, name: string) => (await all(remediations().listDeploymentsAtResourceGroup(group, name))).map(({ status }) => status);

describe('a remediation', () => {
  test('is accepted, goes on batch by batch with its counts, and can be cancelled', async () => {
    await makeGroup('batches');
    const vaults = await Promise.all(['batchesone', 'batchestwo', 'batchesthree'].map((name) => makeVault('batches', name)));
    pass(60_000);
    const policyAssignmentId = await assignLogs('batches');
    const accepted = await remediations().createOrUpdateAtResourceGroup('batches', 'r', { policyAssignmentId, parallelDeployments: 1 });
    expect(accepted).toMatchObject({ provisioningState: 'Accepted', resourceDiscoveryMode: 'ExistingNonCompliant', deploymentStatus: { totalDeployments: 3, successfulDeployments: 0, failedDeployments: 0 } });
    expect(await statusesOf('batches', 'r')).toEqual(['Accepted', 'Accepted', 'Accepted']);
    await expect(remediations().createOrUpdateAtResourceGroup('batches', 'r', { policyAssignmentId })).rejects.toMatchObject({ statusCode: 400 });
    await expect(remediations().deleteAtResourceGroup('batches', 'r')).rejects.toMatchObject({ statusCode: 400 });
    pass(500);
    await vi.waitFor(async () => expect(await statusesOf('batches', 'r')).toEqual(['Running', 'Accepted', 'Accepted']));
    expect(await stateOf('batches', 'r')).toBe('InProgress');
    await until(async () => expect((await remediations().getAtResourceGroup('batches', 'r')).deploymentStatus).toMatchObject({ successfulDeployments: 1 }));
    expect((await remediations().cancelAtResourceGroup('batches', 'r')).provisioningState).toBe('Cancelling');
    await until(async () => expect(await stateOf('batches', 'r')).toBe('Canceled'));
    const statuses = await statusesOf('batches', 'r');
    expect(statuses[0]).toBe('Succeeded');
    expect(statuses[2]).toBe('Canceled');
    await expect(remediations().cancelAtResourceGroup('batches', 'r')).rejects.toMatchObject({ statusCode: 400, code: 'InvalidCancelRemediationRequest' });

    const second = await remediations().createOrUpdateAtResourceGroup('batches', 'again', { policyAssignmentId, resourceDiscoveryMode: 'ReEvaluateCompliance' });
    expect(second.deploymentStatus).toMatchObject({ totalDeployments: 0 });
    pass(500);
    await vi.waitFor(async () => expect(await stateOf('batches', 'again')).toBe('Evaluating'));
    await until(async () => expect(await stateOf('batches', 'again')).toBe('Succeeded'));
    const rest = await all(remediations().listDeploymentsAtResourceGroup('batches', 'again'));
    expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 'Succeeded'));
    const made = await deploymentsIn('batches');
    expect(made.map(({ id }) => id?.toLowerCase())).toEqual(expect.arrayContaining(rest.map(({ deploymentId }) => deploymentId?.toLowerCase())));
    expect(made.every(({ properties }) => properties?.provisioningState === 'Succeeded')).toBe(true);
    for (const vault of vaults) expect((await request(sandbox, 'GET', `${vault}/providers/Microsoft.Insights/diagnosticSettings/by-policy?api-version=2021-05-01-preview`)).status).toBe(200);
    await remediations().deleteAtResourceGroup('batches', 'r');
    await expect(remediations().getAtResourceGroup('batches', 'r')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('fails with the deployments that fail, and stops above the threshold', async () => {
    await makeGroup('failing');
    for (const [name, setting] of [['failingone', 'fail-conflict'], ['failingtwo', 'by-policy'], ['failingthree', 'by-policy']] as const) await makeVault('failing', name, setting);
    pass(60_000);
    const policyAssignmentId = await assignLogs('failing');
    await remediations().createOrUpdateAtResourceGroup('failing', 'strict', { policyAssignmentId, parallelDeployments: 1, failureThreshold: { percentage: 0.1 } });
    await until(async () => expect(await stateOf('failing', 'strict')).toBe('Failed'));
    const [failed, ...left] = await all(remediations().listDeploymentsAtResourceGroup('failing', 'strict'));
    expect(failed).toMatchObject({ status: 'Failed', error: { code: expect.any(String) as string } });
    expect(left.map(({ status }) => status)).toEqual(['Canceled', 'Canceled']);
    await remediations().createOrUpdateAtResourceGroup('failing', 'patient', { policyAssignmentId });
    await until(async () => expect(await stateOf('failing', 'patient')).toBe('Failed'));
    expect((await remediations().getAtResourceGroup('failing', 'patient')).deploymentStatus).toEqual({ totalDeployments: 3, successfulDeployments: 2, failedDeployments: 1 });
  });

  test('goes on after a restart', async () => {
    await makeGroup('restart');
    await makeVault('restart', 'restartone');
    pass(60_000);
    const policyAssignmentId = await assignLogs('restart');
    await remediations().createOrUpdateAtResourceGroup('restart', 'r', { policyAssignmentId });
    pass(500);
    await vi.waitFor(async () => expect(await statusesOf('restart', 'r')).toEqual(['Running']));
    await sandbox.stop();
    sandbox = await start();
    expect(await stateOf('restart', 'r')).toBe('InProgress');
    await until(async () => expect(await stateOf('restart', 'r')).toBe('Succeeded'), 1000);
    expect(await deploymentsIn('restart')).toHaveLength(1);
  });

  test('names what it can not be', async () => {
    await makeGroup('refused');
    const policyAssignmentId = await assignLogs('refused');
    const refused = (more: Record<string, unknown>) => expect(remediations().createOrUpdateAtResourceGroup('refused', 'r', { policyAssignmentId, ...more })).rejects.toMatchObject({ statusCode: 400 });
    await refused({ policyAssignmentId: `${policyAssignmentId}x` });
    await refused({ parallelDeployments: 31 });
    await refused({ resourceCount: 50_001 });
    await refused({ failureThreshold: { percentage: 20 } });
    const set = (await all(policies().policySetDefinitions.listBuiltIn())).find(({ displayName }) => displayName === 'Exposure');
    const assigned = await policies().policyAssignments.create(scopeOf('refused'), 'set', { policyDefinitionId: set?.id as string });
    await refused({ policyAssignmentId: assigned.id });
  });
});

describe('evaluationDelay', () => {
  test('ten minutes after a write unless the policy says otherwise; what is there by then is not deployed', async () => {
    await makeGroup('delays');
    await assignLogs('delays');
    const vault = await makeVault('delays', 'delaysone');
    const other = await makeVault('delays', 'delaystwo');
    await until(async () => expect((await request(sandbox, 'GET', `${other}?api-version=2023-07-01`)).body).toMatchObject({ properties: { provisioningState: 'Succeeded' } }));
    pass(5_000);
    expect(await deploymentsIn('delays')).toEqual([]);
    await put(`${other}/providers/Microsoft.Insights/diagnosticSettings/own`, '2021-05-01-preview', { properties: { workspaceId: `${scopeOf('delays')}/providers/Microsoft.OperationalInsights/workspaces/workspace` } });
    await until(async () => expect((await request(sandbox, 'GET', `${vault}/providers/Microsoft.Insights/diagnosticSettings/by-policy?api-version=2021-05-01-preview`)).status).toBe(200), 2000);
    pass(60_000);
    expect(await deploymentsIn('delays')).toHaveLength(1);
  });

  test('AfterProvisioningFailure looks at resources that could not be made, AfterProvisioning at all', async () => {
    await makeGroup('failed');
    await makeGroup('either');
    await assignLogs('failed', 'AfterProvisioningFailure');
    await assignLogs('either', 'AfterProvisioning');
    for (const group of ['failed', 'either']) {
      await makeVault(group, `${group}good`);
      await makeVault(group, `fail-internal-${group}`);
    }
    const evaluated = async (group: string) => (await deploymentsIn(group)).map(({ properties }) => (properties?.parameters as { vault?: { value?: string } } | undefined)?.vault?.value ?? '').sort();
    await until(async () => expect(await evaluated('either')).toEqual(['eithergood', 'fail-internal-either']), 1000);
    expect(await evaluated('failed')).toEqual(['fail-internal-failed']);
  });
});
