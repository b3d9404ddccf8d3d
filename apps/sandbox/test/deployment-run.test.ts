import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeploymentPropertiesExtended } from '@azure/arm-resourcesdeployments';
import { setScriptSample } from '../src/world/script-samples.ts';
import { clientsFor, createSandbox, SUBSCRIPTION, type Sandbox } from './clients.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  // Nothing takes time, and what takes longer still ends later.
  sandbox = await createSandbox({ speed: Infinity });
  sandbox.clouds.general.faults.setSwitches({ accessTokenSeconds: 365 * 86_400 });
});
afterAll(() => sandbox.stop());

const SCHEMA = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';
const template = (parts: object): Record<string, unknown> => ({ $schema: SCHEMA, contentVersion: '1.0.0.0', ...parts });
const identity = (name: string, more: object = {}) => ({ type: 'Microsoft.ManagedIdentity/userAssignedIdentities', apiVersion: '2023-01-31', name, location: 'westeurope', ...more });
const script = (name: string) => ({
  type: 'Microsoft.Resources/deploymentScripts', apiVersion: '2023-08-01', name, location: 'westeurope', kind: 'AzureCLI',
  properties: { azCliVersion: '2.60.0', retentionInterval: 'PT1H', scriptContent: 'echo' },
});

/** Deploys and answers the final record, whether it succeeded or not. */
async function deploy(group: string, name: string, parts: object, parameters: Record<string, unknown> = {}) {
  const { resources, deployments } = clientsFor(sandbox);
  await resources.resourceGroups.createOrUpdate(group, { location: 'westeurope' });
  await deployments.deployments.createOrUpdate(group, name, { properties: { mode: 'Incremental', template: template(parts), parameters: parameters as never } }).catch(() => undefined);
  // What was refused at once left no record.
  return (await deployments.deployments.get(group, name).catch(() => ({ properties: {} as Partial<DeploymentPropertiesExtended> }))).properties!;
}
const exists = (group: string, type: string, name: string): boolean => sandbox.clouds.general.world.get(`/subscriptions/${SUBSCRIPTION}/resourceGroups/${group}/providers/${type}/${name}`) !== undefined;

describe('a running deployment', () => {
  test('starts each resource when what it waits for is there: a failed branch does not stop the others', async () => {
    const { provisioningState, error } = await deploy('branches', 'two', { resources: [
      identity('first'), identity('second', { dependsOn: ['first'] }), identity('third', { dependsOn: ['second'] }),
      identity('fail-conflict-x'), identity('after-failure', { dependsOn: ['fail-conflict-x'] }),
    ] });
    expect(provisioningState).toBe('Failed');
    expect(error?.details?.map(({ code }) => code)).toEqual(['Conflict']);
    const made = ['first', 'second', 'third', 'after-failure'].filter((name) => exists('branches', 'Microsoft.ManagedIdentity/userAssignedIdentities', name));
    expect(made).toEqual(['first', 'second', 'third']);
  });

  test('takes a value from a vault that the parameters refer to, and says which secret is missing', async () => {
    const vault = { type: 'Microsoft.KeyVault/vaults', apiVersion: '2023-07-01', name: 'cw-run-vault', location: 'westeurope', properties: { tenantId: '[tenant().tenantId]', sku: { family: 'A', name: 'standard' }, accessPolicies: [], enabledForTemplateDeployment: true } };
    const secret = { type: 'Microsoft.KeyVault/vaults/secrets', apiVersion: '2023-07-01', name: 'cw-run-vault/password', dependsOn: ['cw-run-vault'], properties: { value: 'Sup3r-s3cret!' } };
    expect((await deploy('vault', 'prepare', { resources: [vault, secret] })).provisioningState).toBe('Succeeded');
    const id = `/subscriptions/${SUBSCRIPTION}/resourceGroups/vault/providers/Microsoft.KeyVault/vaults/cw-run-vault`;
    const server = { parameters: { password: { type: 'secureString' } }, resources: [{ type: 'Microsoft.Sql/servers', apiVersion: '2023-08-01', name: 'cw-run-sql', location: 'westeurope', properties: { administratorLogin: 'operator', administratorLoginPassword: "[parameters('password')]" } }] };
    const good = await deploy('vault', 'uses', server, { password: { reference: { keyVault: { id }, secretName: 'password' } } });
    expect(good.provisioningState).toBe('Succeeded');
    expect(JSON.stringify(good)).not.toContain('Sup3r-s3cret!');
    expect(sandbox.clouds.general.world.get(`/subscriptions/${SUBSCRIPTION}/resourceGroups/vault/providers/Microsoft.Sql/servers/cw-run-sql`)?.secret['properties.administratorLoginPassword']).toBe('Sup3r-s3cret!');
    const bad = await deploy('vault', 'misses', server, { password: { reference: { keyVault: { id }, secretName: 'pasword' } } });
    expect(bad.error?.details?.[0]).toMatchObject({ code: 'KeyVaultParameterReferenceSecretRetrieveFailed' });
  });

  test('a script is not run: without a sample the failure says so, with one its outputs are used', async () => {
    const parts = { resources: [script('measure')], outputs: { size: { type: 'int', value: "[reference('measure').outputs.size]" } } };
    const bare = await deploy('scripts', 'bare', parts);
    expect(JSON.stringify(bare.error)).toContain("records the deployment script 'measure' and does not run it");
    setScriptSample(sandbox.clouds.general.world, { name: 'meas*', outputs: { size: 42 } });
    const sampled = await deploy('scripts', 'sampled', parts);
    expect(sampled.outputs).toMatchObject({ size: { value: 42 } });
  });

  test('an apiProfile stands for the versions of its day', async () => {
    const { apiVersion: _none, ...account } = identity('profiled');
    const network = { type: 'Microsoft.Network/virtualNetworks', name: 'profiled', location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } } };
    expect((await deploy('profile', 'bare', { resources: [network] })).provisioningState).toBeUndefined();
    const { provisioningState } = await deploy('profile', 'hybrid', { apiProfile: '2019-03-01-hybrid', resources: [account, network] });
    expect(provisioningState).toBe('Succeeded');
    const stored = sandbox.clouds.general.world.get(`/subscriptions/${SUBSCRIPTION}/resourceGroups/profile/providers/Microsoft.Network/virtualNetworks/profiled`);
    expect(stored!.apiVersion <= '2019-03-01').toBe(true);
  });

  test('outputs of a nested deployment that name its resources by run-time names are found', async () => {
    const inner = template({ parameters: { label: { type: 'string' } }, resources: [identity("[parameters('label')]")], outputs: { id: { type: 'string', value: "[reference(parameters('label')).clientId]" } } });
    const nested = { type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'inner', dependsOn: ['base'], properties: {
      mode: 'Incremental', expressionEvaluationOptions: { scope: 'inner' }, template: inner, parameters: { label: { value: "[concat('id-', substring(reference('base').clientId, 0, 8))]" } },
    } };
    const { provisioningState, outputs } = await deploy('names', 'outer', { resources: [identity('base'), nested], outputs: { id: { type: 'string', value: "[reference('inner').outputs.id.value]" } } });
    expect(provisioningState).toBe('Succeeded');
    expect(outputs).toMatchObject({ id: { value: expect.stringMatching(/^[\da-f-]{36}$/) as string } });
  });

  test('light things are there before heavy ones, as on Azure: a machine finds the interface that it does not wait for', async () => {
    const { provisioningState, error } = await deploy('race', 'race', { resources: [
      { type: 'Microsoft.Network/virtualNetworks', apiVersion: '2024-05-01', name: 'net', location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'a', properties: { addressPrefix: '10.0.1.0/24' } }] } },
      { type: 'Microsoft.Network/networkInterfaces', apiVersion: '2024-05-01', name: 'nic', location: 'westeurope', dependsOn: ['net'], properties: { ipConfigurations: [{ name: 'ip', properties: { subnet: { id: "[resourceId('Microsoft.Network/virtualNetworks/subnets', 'net', 'a')]" } } }] } },
      { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: 'cwracestorage', location: 'westeurope', kind: 'StorageV2', sku: { name: 'Standard_LRS' } },
      { type: 'Microsoft.Compute/virtualMachines', apiVersion: '2024-07-01', name: 'vm', location: 'westeurope', dependsOn: ['cwracestorage'], properties: {
        hardwareProfile: { vmSize: 'Standard_D2s_v3' }, osProfile: { computerName: 'vm', adminUsername: 'operator', adminPassword: 'Pl4ceholder-Pass!26' },
        storageProfile: { imageReference: { publisher: 'Canonical', offer: '0001-com-ubuntu-server-jammy', sku: '22_04-lts', version: 'latest' }, osDisk: { createOption: 'FromImage' } },
        networkProfile: { networkInterfaces: [{ id: "[resourceId('Microsoft.Network/networkInterfaces', 'nic')]" }] },
      } },
    ] });
    expect(error).toBeUndefined();
    expect(provisioningState).toBe('Succeeded');
  });
});
