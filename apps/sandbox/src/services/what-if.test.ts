import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientsFor, createSandbox, type Sandbox } from '../../test/clients.ts';

const SUBSCRIPTION = 'aaaaaaaa-0000-4000-8000-000000000002';
const GROUP = 'what-if';
const id = (type: string, ...names: string[]): string => `[resourceId('${type}', ${names.map((name) => `'${name}'`).join(', ')})]`;
const N = 'Microsoft.Network';
const LB = `${N}/loadBalancers`;

/** A template with one of everything that has behaviour; `probePort` and `ruleAccess` are the only moving parts. */
const template = ({ probePort = 80, subnetPrefix = '10.0.1.0/24', size = 'Standard_B2s', planSku = 'B1', access = 'Allow' } = {}) => ({
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0',
  resources: [
    { type: `${N}/networkSecurityGroups`, apiVersion: '2023-09-01', name: 'nsg', location: 'westeurope', properties: { securityRules: [{ name: 'web', properties: { protocol: 'Tcp', access, direction: 'Inbound', priority: 100, sourcePortRange: '*', destinationPortRange: '80', sourceAddressPrefix: '*', destinationAddressPrefix: '*' } }] } },
    { type: `${N}/virtualNetworks`, apiVersion: '2023-09-01', name: 'vnet', location: 'westeurope', dependsOn: [id(`${N}/networkSecurityGroups`, 'nsg')], properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'web', properties: { addressPrefix: '10.0.0.0/24', networkSecurityGroup: { id: id(`${N}/networkSecurityGroups`, 'nsg') } } }, { name: 'data', properties: { addressPrefix: subnetPrefix } }] } },
    { type: `${N}/publicIPAddresses`, apiVersion: '2023-09-01', name: 'ip', location: 'westeurope', sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Static', dnsSettings: { domainNameLabel: 'what-if-test' } } },
    { type: LB, apiVersion: '2023-09-01', name: 'lb', location: 'westeurope', sku: { name: 'Standard' }, dependsOn: [id(`${N}/publicIPAddresses`, 'ip')], properties: {
      frontendIPConfigurations: [{ name: 'front', properties: { publicIPAddress: { id: id(`${N}/publicIPAddresses`, 'ip') } } }], backendAddressPools: [{ name: 'pool' }], probes: [{ name: 'probe', properties: { protocol: 'Tcp', port: probePort, intervalInSeconds: 5, numberOfProbes: 2 } }],
      loadBalancingRules: [{ name: 'rule', properties: { protocol: 'Tcp', frontendPort: 80, backendPort: 80, frontendIPConfiguration: { id: id(`${LB}/frontendIPConfigurations`, 'lb', 'front') }, backendAddressPool: { id: id(`${LB}/backendAddressPools`, 'lb', 'pool') }, probe: { id: id(`${LB}/probes`, 'lb', 'probe') } } }],
    } },
    { type: `${N}/networkInterfaces`, apiVersion: '2023-09-01', name: 'nic', location: 'westeurope', dependsOn: [id(`${N}/virtualNetworks`, 'vnet'), id(LB, 'lb')], properties: { ipConfigurations: [{ name: 'ip', properties: { subnet: { id: id(`${N}/virtualNetworks/subnets`, 'vnet', 'web') }, loadBalancerBackendAddressPools: [{ id: id(`${LB}/backendAddressPools`, 'lb', 'pool') }] } }] } },
    { type: 'Microsoft.Compute/virtualMachines', apiVersion: '2024-03-01', name: 'vm', location: 'westeurope', identity: { type: 'SystemAssigned' }, dependsOn: [id(`${N}/networkInterfaces`, 'nic')], properties: { hardwareProfile: { vmSize: size }, osProfile: { computerName: 'vm', adminUsername: 'operator', adminPassword: 'Pass-word-1234' }, storageProfile: { imageReference: { publisher: 'Canonical', offer: 'ubuntu-24_04-lts', sku: 'server', version: 'latest' }, osDisk: { createOption: 'FromImage' }, dataDisks: [{ lun: 0, createOption: 'Empty', diskSizeGB: 16 }] }, networkProfile: { networkInterfaces: [{ id: id(`${N}/networkInterfaces`, 'nic') }] } } },
    { type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-01-01', name: 'whatifaccount1', location: 'westeurope', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: { minimumTlsVersion: 'TLS1_2' } },
    { type: 'Microsoft.Web/serverfarms', apiVersion: '2023-01-01', name: 'plan', location: 'westeurope', sku: { name: planSku } },
    { type: 'Microsoft.Web/sites', apiVersion: '2023-01-01', name: 'whatifsite1', location: 'westeurope', dependsOn: [id('Microsoft.Web/serverfarms', 'plan')], properties: { serverFarmId: id('Microsoft.Web/serverfarms', 'plan'), httpsOnly: true, siteConfig: { appSettings: [{ name: 'A', value: '1' }] } } },
    { type: 'Microsoft.KeyVault/vaults', apiVersion: '2023-07-01', name: 'what-if-vault', location: 'westeurope', properties: { tenantId: '[subscription().tenantId]', sku: { family: 'A', name: 'standard' }, enableRbacAuthorization: true } },
    { type: 'Microsoft.KeyVault/vaults/secrets', apiVersion: '2023-07-01', name: 'what-if-vault/password', dependsOn: [id('Microsoft.KeyVault/vaults', 'what-if-vault')], properties: { value: 'hidden' } },
    { type: 'Microsoft.Sql/servers', apiVersion: '2021-11-01', name: 'whatifserver1', location: 'westeurope', properties: { administratorLogin: 'operator', administratorLoginPassword: 'Pass-word-1234' } },
    { type: 'Microsoft.Sql/servers/databases', apiVersion: '2021-11-01', name: 'whatifserver1/db', location: 'westeurope', sku: { name: 'S0' }, dependsOn: [id('Microsoft.Sql/servers', 'whatifserver1')] },
    { type: 'Microsoft.DocumentDB/databaseAccounts', apiVersion: '2024-05-15', name: 'whatifcosmos1', location: 'westeurope', properties: { databaseAccountOfferType: 'Standard', locations: [{ locationName: 'westeurope', failoverPriority: 0 }] } },
    { type: 'Microsoft.OperationalInsights/workspaces', apiVersion: '2023-09-01', name: 'logs', location: 'westeurope' },
    { type: 'Microsoft.Insights/components', apiVersion: '2020-02-02', name: 'app', location: 'westeurope', kind: 'web', dependsOn: [id('Microsoft.OperationalInsights/workspaces', 'logs')], properties: { Application_Type: 'web', WorkspaceResourceId: id('Microsoft.OperationalInsights/workspaces', 'logs') } },
    { type: 'Microsoft.ContainerService/managedClusters', apiVersion: '2024-05-01', name: 'aks', location: 'westeurope', identity: { type: 'SystemAssigned' }, properties: { dnsPrefix: 'aks', agentPoolProfiles: [{ name: 'pool', count: 1, vmSize: 'Standard_B2s', mode: 'System' }] } },
    { type: 'Microsoft.Batch/batchAccounts', apiVersion: '2024-02-01', name: 'whatifbatch1', location: 'westeurope', properties: {} },
    { type: 'Microsoft.ServiceBus/namespaces', apiVersion: '2022-10-01-preview', name: 'what-if-bus', location: 'westeurope', sku: { name: 'Standard' } },
    { type: 'Microsoft.Compute/virtualMachineScaleSets', apiVersion: '2024-03-01', name: 'set', location: 'westeurope', sku: { name: 'Standard_B1s', capacity: 2 }, dependsOn: [id(`${N}/virtualNetworks`, 'vnet')], properties: { upgradePolicy: { mode: 'Manual' }, virtualMachineProfile: { osProfile: { computerNamePrefix: 'node', adminUsername: 'operator', adminPassword: 'Pass-word-1234' }, storageProfile: { imageReference: { publisher: 'Canonical', offer: 'ubuntu-24_04-lts', sku: 'server', version: 'latest' }, osDisk: { createOption: 'FromImage' } }, networkProfile: { networkInterfaceConfigurations: [{ name: 'nic', properties: { primary: true, ipConfigurations: [{ name: 'ip', properties: { subnet: { id: id(`${N}/virtualNetworks/subnets`, 'vnet', 'data') } } }] } }] } } } },
  ],
});

let sandbox: Sandbox;
let deployments: ReturnType<typeof clientsFor>['deployments']['deployments'];

interface Change {
  path: string;
  children: Change[];
}
/** Every change below the resources, as 'name: path'. */
async function changes(options: Parameters<typeof template>[0] = {}): Promise<string[]> {
  const { changes: found = [], status, error } = await deployments.whatIf(GROUP, 'check', { properties: { mode: 'Incremental', template: template(options) as unknown as Record<string, unknown> } }, { updateIntervalInMs: 5 });
  expect(error, status).toBeUndefined();
  const paths = (list: Change[]): string[] => list.flatMap(({ path, children }) => (children?.length ? paths(children).map((inner) => `${path}.${inner}`) : [path]));
  return found.flatMap(({ changeType, delta, resourceId }) => (changeType === 'Modify' ? paths((delta ?? []) as Change[]).map((path) => `${resourceId!.split('/').at(-1)!}: ${path}`) : changeType === 'NoChange' ? [] : [`${resourceId!}: ${changeType!}`]));
}

beforeAll(async () => {
  sandbox = await createSandbox();
  const clients = clientsFor(sandbox, 'admin@alpine.example', SUBSCRIPTION);
  deployments = clients.deployments.deployments;
  await clients.resources.resourceGroups.createOrUpdate(GROUP, { location: 'westeurope' });
  const done = await deployments.createOrUpdate(GROUP, 'first', { properties: { mode: 'Incremental', template: template() as unknown as Record<string, unknown> } }, { updateIntervalInMs: 5 });
  expect(done.properties?.provisioningState).toBe('Succeeded');
});
afterAll(() => sandbox.stop());

describe('what-if over the providers', () => {
  it('reports no change for the same template', async () => expect(await changes()).toEqual([]));

  it.each([
    [{ probePort: 8080 }, ['lb: properties.probes.0.properties.port']],
    [{ size: 'Standard_B4ms' }, ['vm: properties.hardwareProfile.vmSize']],
    [{ planSku: 'S1' }, ['plan: sku.name']],
    [{ access: 'Deny' }, ['nsg: properties.securityRules.0.properties.access']],
  ])('reports exactly what changed: %o', async (options, expected) => {
    expect(await changes(options)).toEqual(expected);
  });

  it('refuses to move a subnet that a scale set uses', async () => {
    const moved = template({ subnetPrefix: '10.0.2.0/24' }) as unknown as Record<string, unknown>;
    const error: unknown = await deployments.createOrUpdate(GROUP, 'moved', { properties: { mode: 'Incremental', template: moved } }, { updateIntervalInMs: 5 }).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(Error);
    // Refused at once, or by the deployment: the cause is the same.
    const { properties } = await deployments.get(GROUP, 'moved');
    expect(JSON.stringify(properties?.error)).toContain('InUsePrefixCannotBeDeleted');
  });

  it('leaves what is stored as it was when the same template is deployed again', async () => {
    const stored = (): [string, object][] => sandbox.clouds.general.world.list({ subscriptionId: SUBSCRIPTION, resourceGroup: GROUP }).filter(({ type }) => type !== 'Microsoft.Resources/deployments').map(({ id: resourceId, body }) => [resourceId, body]);
    const before = stored();
    await deployments.createOrUpdate(GROUP, 'second', { properties: { mode: 'Incremental', template: template() as unknown as Record<string, unknown> } }, { updateIntervalInMs: 5 });
    expect(before.length).toBeGreaterThan(30);
    expect(stored()).toEqual(before);
  });
});
