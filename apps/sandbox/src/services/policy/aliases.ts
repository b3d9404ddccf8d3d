import type { JsonObject } from '@cloudwright/engine';
import { readAliases, type AliasTable } from '@cloudwright/policy';
import { providers } from '../providers.ts';

/**
 * The aliases that this cloud knows, in the compact form: '' = `properties.` and the alias less its type. Names and
 * paths are those of learn.microsoft.com/azure/governance/policy/concepts/definition-structure-alias (Get-AzPolicyAlias).
 */
const known: Record<string, Record<string, string>> = {
  'Microsoft.Storage/storageAccounts': names('Microsoft.Storage/storageAccounts', [
    'minimumTlsVersion', 'supportsHttpsTrafficOnly', 'allowBlobPublicAccess', 'publicNetworkAccess', 'allowSharedKeyAccess', 'isHnsEnabled', 'accessTier',
    'networkAcls', 'networkAcls.defaultAction', 'networkAcls.bypass', 'networkAcls.ipRules', 'networkAcls.ipRules[*]', 'networkAcls.ipRules[*].value', 'networkAcls.virtualNetworkRules[*]', 'networkAcls.virtualNetworkRules[*].id',
    'encryption.keySource', 'encryption.requireInfrastructureEncryption', 'privateEndpointConnections', 'privateEndpointConnections[*]',
  ], { 'sku.name': 'sku.name', 'sku.tier': 'sku.tier' }),
  'Microsoft.Web/sites': names('Microsoft.Web/sites', ['httpsOnly', 'publicNetworkAccess', 'clientCertEnabled', 'siteConfig.minTlsVersion', 'siteConfig.ftpsState', 'virtualNetworkSubnetId', 'serverFarmId']),
  'Microsoft.Web/serverfarms': names('Microsoft.Web/serverfarms', ['zoneRedundant'], { 'sku.name': 'sku.name', 'sku.tier': 'sku.tier' }),
  'Microsoft.Sql/servers': names('Microsoft.Sql/servers', ['minimalTlsVersion', 'publicNetworkAccess', 'version', 'administrators', 'administrators.azureADOnlyAuthentication']),
  'Microsoft.Sql/servers/databases': names('Microsoft.Sql/servers/databases', ['zoneRedundant', 'collation', 'requestedBackupStorageRedundancy'], { 'sku.name': 'sku.name', 'sku.tier': 'sku.tier' }),
  'Microsoft.Cache/redis': names('Microsoft.Cache/redis', ['minimumTlsVersion', 'enableNonSslPort', 'publicNetworkAccess']),
  'Microsoft.EventHub/namespaces': names('Microsoft.EventHub/namespaces', ['minimumTlsVersion', 'publicNetworkAccess', 'disableLocalAuth']),
  'Microsoft.ServiceBus/namespaces': names('Microsoft.ServiceBus/namespaces', ['minimumTlsVersion', 'publicNetworkAccess', 'disableLocalAuth']),
  'Microsoft.KeyVault/vaults': names('Microsoft.KeyVault/vaults', ['publicNetworkAccess', 'enablePurgeProtection', 'enableSoftDelete', 'enableRbacAuthorization', 'createMode', 'networkAcls.defaultAction', 'softDeleteRetentionInDays'], { 'sku.name': 'properties.sku.name' }),
  'Microsoft.DocumentDB/databaseAccounts': names('Microsoft.DocumentDB/databaseAccounts', ['publicNetworkAccess', 'disableLocalAuth', 'minimalTlsVersion', 'ipRules', 'ipRules[*]', 'locations[*]', 'locations[*].locationName']),
  'Microsoft.ContainerRegistry/registries': names('Microsoft.ContainerRegistry/registries', ['publicNetworkAccess', 'adminUserEnabled', 'anonymousPullEnabled'], { 'sku.name': 'sku.name' }),
  'Microsoft.Compute/virtualMachines': names('Microsoft.Compute/virtualMachines', [
    'hardwareProfile.vmSize', 'securityProfile.encryptionAtHost', 'storageProfile.osDisk.osType', 'storageProfile.osDisk.managedDisk.storageAccountType', 'storageProfile.dataDisks', 'storageProfile.dataDisks[*]', 'storageProfile.dataDisks[*].diskSizeGB',
    'storageProfile.dataDisks[*].managedDisk.storageAccountType', 'storageProfile.imageReference.publisher', 'storageProfile.imageReference.offer', 'osProfile.linuxConfiguration.disablePasswordAuthentication', 'networkProfile.networkInterfaces[*].id',
  ], { 'sku.name': 'properties.hardwareProfile.vmSize' }),
  'Microsoft.Compute/virtualMachineScaleSets': names('Microsoft.Compute/virtualMachineScaleSets', ['virtualMachineProfile.securityProfile.encryptionAtHost', 'upgradePolicy.mode'], { 'sku.name': 'sku.name', 'sku.capacity': 'sku.capacity' }),
  'Microsoft.Compute/disks': names('Microsoft.Compute/disks', ['diskSizeGB', 'diskState', 'encryption.type', 'encryption.diskEncryptionSetId', 'publicNetworkAccess', 'networkAccessPolicy'], { 'sku.name': 'sku.name', managedBy: 'managedBy' }),
  'Microsoft.Network/networkInterfaces': names('Microsoft.Network/networkInterfaces', ['enableIPForwarding', 'ipConfigurations[*]'], {
    'ipconfigurations[*].publicIpAddress.id': 'properties.ipConfigurations[*].properties.publicIPAddress.id', 'ipconfigurations[*].subnet.id': 'properties.ipConfigurations[*].properties.subnet.id',
  }),
  'Microsoft.Network/networkSecurityGroups': names('Microsoft.Network/networkSecurityGroups', ['securityRules', 'securityRules[*]'], Object.fromEntries(
    ['access', 'direction', 'protocol', 'priority', 'sourceAddressPrefix', 'sourceAddressPrefixes[*]', 'destinationPortRange', 'destinationPortRanges[*]'].map((name) => [`securityRules[*].${name}`, `properties.securityRules[*].properties.${name}`]),
  )),
  'Microsoft.Network/networkSecurityGroups/securityRules': names('Microsoft.Network/networkSecurityGroups/securityRules', ['access', 'direction', 'protocol', 'priority', 'sourceAddressPrefix', 'sourceAddressPrefixes[*]', 'destinationPortRange', 'destinationPortRanges[*]']),
  'Microsoft.Network/publicIPAddresses': names('Microsoft.Network/publicIPAddresses', ['publicIPAllocationMethod', 'ddosSettings.protectionMode'], { 'sku.name': 'sku.name' }),
  'Microsoft.Network/virtualNetworks': names('Microsoft.Network/virtualNetworks', ['addressSpace.addressPrefixes[*]', 'enableDdosProtection', 'subnets', 'subnets[*]'], {
    'subnets[*].name': 'properties.subnets[*].name', 'subnets[*].networkSecurityGroup.id': 'properties.subnets[*].properties.networkSecurityGroup.id', 'subnets[*].addressPrefix': 'properties.subnets[*].properties.addressPrefix',
  }),
  'Microsoft.ContainerService/managedClusters': names('Microsoft.ContainerService/managedClusters', ['enableRBAC', 'disableLocalAccounts', 'kubernetesVersion', 'apiServerAccessProfile.enablePrivateCluster', 'agentPoolProfiles[*]', 'agentPoolProfiles[*].vmSize', 'agentPoolProfiles[*].availabilityZones[*]']),
  'Microsoft.Insights/diagnosticSettings': names('Microsoft.Insights/diagnosticSettings', ['workspaceId', 'storageAccountId', 'logs[*]', 'logs[*].enabled', 'logs[*].category', 'metrics[*].enabled']),
  'Microsoft.RecoveryServices/vaults': names('Microsoft.RecoveryServices/vaults', ['securitySettings.softDeleteSettings.softDeleteState', 'publicNetworkAccess'], { 'sku.name': 'sku.name' }),
  'Microsoft.DevTestLab/schedules': names('Microsoft.DevTestLab/schedules', ['status', 'targetResourceId', 'taskType']),
  'Microsoft.Authorization/roleAssignments': names('Microsoft.Authorization/roleAssignments', ['principalType', 'principalId', 'roleDefinitionId']),
};

function names(type: string, natural: readonly string[], others: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries([...natural.map((name) => [`${type}/${name}`, ''] as const), ...Object.entries(others).map(([name, path]) => [`${type}/${name}`, path] as const)]);
}

/**
 * The natural alias of a path is the path without any `properties`: what stands in lists has its own, which the alias
 * leaves out. Lists and objects on the way have aliases too.
 */
function natural(type: string, members: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const member of members) {
    const steps = member.split('.');
    for (let length = 1; length <= steps.length; length += 1) {
      const path = steps.slice(0, length).join('.');
      if (!/^(?:properties|sku)\./.test(path) || path.endsWith('.properties')) continue;
      for (const each of path.endsWith('[*]') ? [path, path.slice(0, -3)] : [path]) {
        const name = each.split('.').filter((step) => step !== 'properties').join('.');
        if (name !== '') found[`${type}/${name}`] = each;
      }
    }
  }
  return found;
}

/** What is written above, and for every type that a service here describes the properties that it speaks of. */
const rows: Record<string, Record<string, string>> = { ...known };
for (const { types } of providers)
  for (const { type, members = [] } of types) {
    const found = { ...natural(type, members), ...known[type] };
    if (Object.keys(found).length) rows[type] = found;
  }

export const aliases: AliasTable = readAliases(rows);

/** A provider's answer with the aliases of its types, where `$expand=resourceTypes/aliases` asks for them. */
export function withAliases(query: URLSearchParams, provider: JsonObject): JsonObject {
  if (!/resourceTypes\/aliases/i.test(query.get('$expand') ?? '')) return provider;
  const types = (provider['resourceTypes'] ?? []) as JsonObject[];
  return { ...provider, resourceTypes: types.map((type) => ({ ...type, aliases: aliasesOf(`${String(provider['namespace'])}/${String(type['resourceType'])}`) })) };
}

function aliasesOf(type: string): JsonObject[] {
  const [own, found] = Object.entries(rows).find(([name]) => name.toLowerCase() === type.toLowerCase()) ?? [];
  return Object.entries(found ?? {}).map(([name, path]) => ({ name, defaultPath: path === '' ? `properties.${name.slice((own as string).length + 1)}` : path, paths: [] }));
}
