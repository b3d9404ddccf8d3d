import { cloudClient, type CloudClient } from '@cloudwright/cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended, newGroup, publish, subscriptionId, unique, until } from '../../../test/deployments.ts';
import { cloudTokenFor, sandbox, startServer, type Client, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let admin: Client;
let dev: Client;
let cloud: CloudClient;

const text = (defaultValue?: string) => ({ type: 'string', ...(defaultValue === undefined ? {} : { defaultValue }) });
const here = "[parameters('location')]";
const location = text('[resourceGroup().location]');
const subnetOf = (network: string) => `[resourceId('Microsoft.Network/virtualNetworks/subnets', '${network}', 'main')]`;

/** The templates of this test: everything that a row below sets is a parameter. */
const blueprints: Record<string, { parameters: object; variables?: object; resources: unknown[]; outputs?: object }> = {
  machine: {
    parameters: {
      location, vmName: text('machine'), vmSize: text('Standard_D2s_v5'), imageSku: text('server'), adminUsername: text('clouduser'), adminPassword: { type: 'securestring', defaultValue: 'Sandbox-Only-0815!' },
      subnetRange: text('10.0.0.0/24'), privateAddress: text(''), dnsLabel: text("[concat('m', uniqueString(resourceGroup().id, deployment().name))]"), extensionName: text(''),
    },
    variables: { label: "[if(empty(parameters('dnsLabel')), 'unused', parameters('dnsLabel'))]" },
    resources: [
      { type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name: 'net', location: here, properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'main', properties: { addressPrefix: "[parameters('subnetRange')]" } }] } },
      { type: 'Microsoft.Network/publicIPAddresses', apiVersion: '2023-11-01', name: 'address', location: here, sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Static', dnsSettings: { domainNameLabel: "[variables('label')]" } } },
      {
        type: 'Microsoft.Network/networkInterfaces', apiVersion: '2023-11-01', name: 'card', location: here, dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', 'net')]", "[resourceId('Microsoft.Network/publicIPAddresses', 'address')]"],
        properties: { ipConfigurations: [{ name: 'one', properties: { subnet: { id: subnetOf('net') }, publicIPAddress: { id: "[resourceId('Microsoft.Network/publicIPAddresses', 'address')]" }, privateIPAllocationMethod: "[if(empty(parameters('privateAddress')), 'Dynamic', 'Static')]", privateIPAddress: "[if(empty(parameters('privateAddress')), null(), parameters('privateAddress'))]" } }] },
      },
      {
        type: 'Microsoft.Compute/virtualMachines', apiVersion: '2024-03-01', name: "[parameters('vmName')]", location: here, dependsOn: ["[resourceId('Microsoft.Network/networkInterfaces', 'card')]"],
        properties: {
          hardwareProfile: { vmSize: "[parameters('vmSize')]" }, networkProfile: { networkInterfaces: [{ id: "[resourceId('Microsoft.Network/networkInterfaces', 'card')]" }] },
          osProfile: { computerName: 'machine', adminUsername: "[parameters('adminUsername')]", adminPassword: "[parameters('adminPassword')]" },
          storageProfile: { imageReference: { publisher: 'Canonical', offer: 'ubuntu-24_04-lts', sku: "[parameters('imageSku')]", version: 'latest' }, osDisk: { createOption: 'FromImage' } },
        },
      },
      {
        condition: "[not(empty(parameters('extensionName')))]", type: 'Microsoft.Compute/virtualMachines/extensions', apiVersion: '2024-03-01', name: "[format('{0}/{1}', parameters('vmName'), if(empty(parameters('extensionName')), 'none', parameters('extensionName')))]", location: here,
        dependsOn: ["[resourceId('Microsoft.Compute/virtualMachines', parameters('vmName'))]"], properties: { publisher: 'Microsoft.Azure.Extensions', type: 'CustomScript', typeHandlerVersion: '2.1', settings: { commandToExecute: 'true' } },
      },
    ],
  },
  account: {
    parameters: { location, accountName: text() },
    resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-05-01', name: "[parameters('accountName')]", location: here, kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: {} }],
  },
  vault: {
    parameters: { location, vaultName: text() },
    resources: [{ type: 'Microsoft.KeyVault/vaults', apiVersion: '2023-07-01', name: "[parameters('vaultName')]", location: here, properties: { tenantId: '[subscription().tenantId]', sku: { family: 'A', name: 'standard' }, accessPolicies: [] } }],
  },
  registry: {
    parameters: { location, registryName: text() },
    resources: [{ type: 'Microsoft.ContainerRegistry/registries', apiVersion: '2023-07-01', name: "[parameters('registryName')]", location: here, sku: { name: 'Basic' }, properties: {} }],
  },
  database: {
    parameters: { location, serverName: text(), login: text('clouduser'), loginPassword: { type: 'securestring', defaultValue: 'Sandbox-Only-0815!' } },
    resources: [{ type: 'Microsoft.Sql/servers', apiVersion: '2023-08-01-preview', name: "[parameters('serverName')]", location: here, properties: { administratorLogin: "[parameters('login')]", administratorLoginPassword: "[parameters('loginPassword')]" } }],
  },
  networks: {
    parameters: { location, firstRange: text('10.0.0.0/24'), secondRange: text('10.0.1.0/24'), otherNetwork: text('10.1.0.0/16'), addresses: { type: 'int', defaultValue: 0 }, fixed: text('Dynamic'), fixedAddress: text('') },
    resources: [
      { type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name: 'one', location: here, properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'main', properties: { addressPrefix: "[parameters('firstRange')]" } }, { name: 'side', properties: { addressPrefix: "[parameters('secondRange')]" } }] } },
      { type: 'Microsoft.Network/virtualNetworks', apiVersion: '2023-11-01', name: 'two', location: here, properties: { addressSpace: { addressPrefixes: ["[parameters('otherNetwork')]"] } } },
      { type: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings', apiVersion: '2023-11-01', name: 'one/to-two', dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', 'one')]", "[resourceId('Microsoft.Network/virtualNetworks', 'two')]"], properties: { allowVirtualNetworkAccess: true, remoteVirtualNetwork: { id: "[resourceId('Microsoft.Network/virtualNetworks', 'two')]" } } },
      {
        type: 'Microsoft.Network/networkInterfaces', apiVersion: '2023-11-01', name: "[format('card{0}', copyIndex())]", location: here, copy: { name: 'cards', count: "[parameters('addresses')]", mode: 'Serial', batchSize: 1 }, dependsOn: ["[resourceId('Microsoft.Network/virtualNetworks', 'one')]"],
        properties: { ipConfigurations: [{ name: 'one', properties: { subnet: { id: subnetOf('one') }, privateIPAllocationMethod: "[parameters('fixed')]", privateIPAddress: "[if(empty(parameters('fixedAddress')), null(), parameters('fixedAddress'))]" } }] },
      },
    ],
  },
  'new-subnet': {
    parameters: { networkName: text() },
    resources: [{ type: 'Microsoft.Network/virtualNetworks/subnets', apiVersion: '2023-11-01', name: "[format('{0}/extra', parameters('networkName'))]", properties: { addressPrefix: '10.0.9.0/24' } }],
  },
  'new-card': {
    parameters: { location, networkName: text() },
    resources: [{ type: 'Microsoft.Network/networkInterfaces', apiVersion: '2023-11-01', name: 'card', location: here, properties: { ipConfigurations: [{ name: 'one', properties: { privateIPAllocationMethod: 'Dynamic', subnet: { id: "[resourceId('Microsoft.Network/virtualNetworks/subnets', parameters('networkName'), 'main')]" } } }] } }],
  },
  'existing-account': {
    parameters: { existingName: text() }, resources: [],
    outputs: { endpoint: { type: 'string', value: "[reference(resourceId('Microsoft.Storage/storageAccounts', parameters('existingName')), '2023-05-01').primaryEndpoints.blob]" } },
  },
  workspace: {
    parameters: { location, workspaceName: text() },
    resources: [{ type: 'Microsoft.OperationalInsights/workspaces', apiVersion: '2023-09-01', name: "[parameters('workspaceName')]", location: here, properties: { sku: { name: 'PerGB2018' } } }],
  },
  assignment: {
    parameters: { principalId: text('10000000-0000-4000-8000-000000000005'), seed: text() },
    resources: [{ type: 'Microsoft.Authorization/roleAssignments', apiVersion: '2022-04-01', name: "[guid(resourceGroup().id, parameters('seed'))]", properties: { principalId: "[parameters('principalId')]", roleDefinitionId: "[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', 'acdd72a7-3385-48ef-bd42-f606fba81ae7')]" } }],
  },
  'old-version': { parameters: { location }, resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2001-01-01', name: 'olddays0815', location: here, kind: 'StorageV2', sku: { name: 'Standard_LRS' }, properties: {} }] },
};

interface Row {
  code: string;
  blueprint: string;
  values: Record<string, unknown>;
  /** The parameter that the explanation must name; its value is that of `values` (null for secrets). */
  parameter: string | null;
  isSecret?: boolean;
  before?: (group: string) => Promise<unknown>;
  group?: () => Promise<string>;
  client?: () => Client;
  status?: string;
}
const taken = unique('taken');
const deployFirst = async (blueprint: string, values: Record<string, unknown>, group?: string) => {
  const { body } = await admin.call('deploymentCreate', { body: { blueprintName: `x-${blueprint}`, name: unique('first-'), subscriptionId, resourceGroup: group ?? (await newGroup(admin)), region: 'eastus', parameters: values, tags: {} } });
  await until(admin, body.id, ['SUCCEEDED']);
};
const lockGroup = (group: string) => cloud.arm.send('PUT', `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.Authorization/locks/freeze`, { apiVersion: '2020-05-01', body: { properties: { level: 'ReadOnly' } } });
const limit = (quotaLocation: string, name: string, value: number) =>
  fetch(`${sandbox().http.general}/quota`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ subscriptionId, location: quotaLocation, name, limit: value }) });

const rows: Row[] = [
  { code: 'SkuNotAvailable', blueprint: 'machine', values: { vmName: unique('fail-sku'), vmSize: 'Standard_D4s_v5' }, parameter: 'vmSize' },
  { code: 'QuotaExceeded', blueprint: 'machine', values: { vmSize: 'Standard_D96s_v5' }, parameter: 'vmSize' },
  { code: 'PlatformImageNotFound', blueprint: 'machine', values: { imageSku: 'no-such-image' }, parameter: 'imageSku' },
  { code: 'InvalidParameter', blueprint: 'machine', values: { adminPassword: 'short' }, parameter: 'adminPassword', isSecret: true },
  { code: 'InvalidParameter', blueprint: 'machine', values: { adminUsername: 'admin' }, parameter: 'adminUsername' },
  { code: 'NetcfgSubnetRangeOutsideVnet', blueprint: 'machine', values: { subnetRange: '192.168.0.0/24' }, parameter: 'subnetRange' },
  { code: 'InvalidCIDRNotation', blueprint: 'machine', values: { subnetRange: '10.0.0.7/24' }, parameter: 'subnetRange' },
  { code: 'InvalidAddressPrefixFormat', blueprint: 'machine', values: { subnetRange: 'ten/24' }, parameter: 'subnetRange' },
  { code: 'PrivateIPAddressNotInSubnet', blueprint: 'machine', values: { privateAddress: '10.9.9.9' }, parameter: 'privateAddress' },
  { code: 'PrivateIPAddressInReservedRange', blueprint: 'machine', values: { privateAddress: '10.0.0.1' }, parameter: 'privateAddress' },
  { code: 'DnsRecordInUse', blueprint: 'machine', values: { dnsLabel: taken }, parameter: 'dnsLabel', before: () => deployFirst('machine', { dnsLabel: taken }) },
  { code: 'InvalidDomainNameLabel', blueprint: 'machine', values: { dnsLabel: 'Bad_Label' }, parameter: 'dnsLabel' },
  { code: 'LocationNotAvailableForResourceType', blueprint: 'machine', values: { location: 'atlantis' }, parameter: 'location' },
  { code: 'AllocationFailed', blueprint: 'machine', values: { vmName: unique('fail-allocation'), vmSize: 'Standard_D2s_v5' }, parameter: 'vmSize' },
  { code: 'ZonalAllocationFailed', blueprint: 'machine', values: { vmName: unique('fail-zonal'), vmSize: 'Standard_D2s_v5' }, parameter: 'vmSize' },
  { code: 'OSProvisioningTimedOut', blueprint: 'machine', values: { vmName: unique('fail-timeout'), imageSku: 'server' }, parameter: 'imageSku' },
  { code: 'VMExtensionProvisioningError', blueprint: 'machine', values: { extensionName: unique('fail-extension') }, parameter: null, status: 'WARNING' },
  { code: 'Conflict', blueprint: 'machine', values: { vmName: unique('fail-conflict') }, parameter: 'vmName' },
  { code: 'RequestDisallowedByPolicy', blueprint: 'machine', values: { vmName: unique('fail-policy') }, parameter: 'location' },
  { code: 'InternalServerError', blueprint: 'machine', values: { vmName: unique('fail-internal') }, parameter: null },
  { code: 'RetryableError', blueprint: 'machine', values: { vmName: unique('fail-retryable') }, parameter: null },
  { code: 'AccountNameInvalid', blueprint: 'account', values: { accountName: 'Not_Valid' }, parameter: 'accountName' },
  { code: 'StorageAccountAlreadyTaken', blueprint: 'account', values: { accountName: `${taken}st` }, parameter: 'accountName', before: () => deployFirst('account', { accountName: `${taken}st` }) },
  { code: 'InvalidResourceLocation', blueprint: 'account', values: { accountName: `${taken}lo`, location: 'westeurope' }, parameter: 'location', before: (group) => deployFirst('account', { accountName: `${taken}lo` }, group) },
  { code: 'VaultNameNotValid', blueprint: 'vault', values: { vaultName: '1-bad--name' }, parameter: 'vaultName' },
  { code: 'VaultAlreadyExists', blueprint: 'vault', values: { vaultName: `${taken}kv` }, parameter: 'vaultName', before: () => deployFirst('vault', { vaultName: `${taken}kv` }) },
  { code: 'AlreadyInUse', blueprint: 'registry', values: { registryName: `${taken}cr` }, parameter: 'registryName', before: () => deployFirst('registry', { registryName: `${taken}cr` }) },
  { code: 'NameAlreadyExists', blueprint: 'database', values: { serverName: `${taken}db` }, parameter: 'serverName', before: () => deployFirst('database', { serverName: `${taken}db` }) },
  { code: 'InvalidServerName', blueprint: 'database', values: { serverName: 'Bad_Server' }, parameter: 'serverName' },
  { code: 'PasswordNotComplex', blueprint: 'database', values: { serverName: unique('db'), loginPassword: 'simple' }, parameter: 'loginPassword', isSecret: true },
  { code: 'NetcfgSubnetRangesOverlap', blueprint: 'networks', values: { firstRange: '10.0.0.0/23' }, parameter: 'firstRange' },
  { code: 'VnetAddressSpacesOverlap', blueprint: 'networks', values: { otherNetwork: '10.0.128.0/17' }, parameter: null },
  { code: 'SubnetIsFull', blueprint: 'networks', values: { firstRange: '10.0.0.0/29', addresses: 4 }, parameter: null },
  { code: 'PrivateIPAddressIsAllocated', blueprint: 'networks', values: { addresses: 2, fixed: 'Static', fixedAddress: '10.0.0.9' }, parameter: 'fixedAddress' },
  { code: 'ParentResourceNotFound', blueprint: 'new-subnet', values: { networkName: 'not-there' }, parameter: 'networkName' },
  { code: 'InvalidResourceReference', blueprint: 'new-card', values: { networkName: 'not-there' }, parameter: 'networkName' },
  { code: 'ResourceNotFound', blueprint: 'existing-account', values: { existingName: 'notthere0815' }, parameter: 'existingName' },
  { code: 'InvalidResourceName', blueprint: 'workspace', values: { workspaceName: 'bad-' }, parameter: 'workspaceName' },
  { code: 'AuthorizationFailed', blueprint: 'assignment', values: { seed: 'a' }, parameter: null, client: () => dev },
  { code: 'RoleAssignmentExists', blueprint: 'assignment', values: { seed: 'second' }, parameter: 'seed', before: (group) => deployFirst('assignment', { seed: 'first' }, group) },
  { code: 'ScopeLocked', blueprint: 'account', values: { accountName: unique('lockd') }, parameter: null, before: lockGroup },
  { code: 'ResourceGroupNotFound', blueprint: 'account', values: { accountName: unique('nogrp') }, parameter: null, group: () => Promise.resolve(unique('rg-none-')) },
  { code: 'NoRegisteredProviderFound', blueprint: 'old-version', values: {}, parameter: null },
  { code: 'PublicIPCountLimitReached', blueprint: 'machine', values: { location: 'westus3' }, parameter: null, before: () => limit('westus3', 'PublicIPAddresses', 0) },
];

beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example', { withCloudToken: true });
  dev = await server.asUser('dev@alpine.example', { withCloudToken: true });
  cloud = cloudClient(server.portal.services.config.clouds.general.endpoints(), await cloudTokenFor('admin@alpine.example'));
  for (const [name, parts] of Object.entries(blueprints)) await publish(admin, `x-${name}`, parts);
});
afterAll(() => server.stop());

describe('errors of real deployments are explained', () => {
  it('for at least 30 codes', () => {
    expect(new Set(rows.map((row) => row.code)).size).toBeGreaterThanOrEqual(30);
  });

  it.concurrent.each(rows.map((row) => [row.code, row.parameter ?? 'no parameter', row] as const))('%s, naming %s', async (code, _parameter, row) => {
    const client = row.client?.() ?? admin;
    const resourceGroup = await (row.group?.() ?? newGroup(admin));
    await row.before?.(resourceGroup);
    const { body: entry } = await client.call('deploymentCreate', { body: { blueprintName: `x-${row.blueprint}`, name: unique('failing-'), subscriptionId, resourceGroup, region: 'eastus', parameters: row.values, tags: {} } });
    const failed = await until(client, entry.id, ended, 55_000);
    expect([failed.status, failed.errors.map((error) => error.code)]).toEqual([row.status ?? 'FAILED', expect.arrayContaining([code])]);
    const explanation = failed.errors.find((error) => error.code === code)?.explanation;
    expect(explanation?.cause.length).toBeGreaterThan(20);
    expect(explanation?.nextStep.length).toBeGreaterThan(10);
    if (row.parameter === null) return;
    expect(explanation).toMatchObject({ parameter: row.parameter, value: row.isSecret ? null : (row.values[row.parameter] ?? explanation?.value) });
  });

  it('a refusal by policy with assignment, definition, condition, suggested change and parameter', async () => {
    const production = 'aaaaaaaa-0000-4000-8000-000000000001';
    const resourceGroup = unique('rg-policy-');
    await admin.call('resourceGroupCreate', { body: { subscriptionId: production, name: resourceGroup, region: 'westeurope' } });
    const { body: entry } = await admin.call('deploymentCreate', { body: { blueprintName: 'x-account', name: unique('refused-'), subscriptionId: production, resourceGroup, region: 'westeurope', parameters: { accountName: unique('refd'), location: 'brazilsouth' }, tags: {} } });
    const failed = await until(admin, entry.id, ended, 55_000);
    const refusals = failed.errors.filter((error) => error.code === 'RequestDisallowedByPolicy');
    expect(refusals[0]?.explanation).toMatchObject({
      cause: expect.stringMatching(/^The polic(y|ies) .*"Data stays near"/), parameter: 'location', value: 'brazilsouth', nextStep: expect.stringContaining('choose another region'),
    });
    const violation = refusals.flatMap((error) => error.violations ?? []).find((one) => one.suggestion?.startsWith('Set location') === true);
    expect(violation?.assignment).toBe('Data stays near');
    expect(violation?.definition).toMatch(/region|location/i);
    expect(violation?.conditions.join()).toContain('location is "brazilsouth"');
    expect(violation?.suggestion).toMatch(/^Set location to one of .*"eastus2"/);
    expect(violation?.choices).toEqual(expect.arrayContaining(['eastus', 'westeurope', 'spaincentral']));
  }, 60_000);
});
