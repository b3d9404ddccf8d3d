import type { PolicyDefinition, PolicySetDefinition, Json } from '@cloudwright/policy';
import { below, CONTRIBUTOR, isNot, list, ofType, tag, TAG_CONTRIBUTOR, text, type Condition, type DefinitionRow, type Parameters } from './definition-row.ts';
import { azureRows } from './azure-definitions.ts';

/** The definitions and initiatives that this cloud brings with it: rows, written for it. */

const CHOICES: Record<DefinitionRow['effect'], string[]> = {
  Audit: ['Audit', 'Deny', 'Disabled'], Deny: ['Audit', 'Deny', 'Disabled'], AuditIfNotExists: ['AuditIfNotExists', 'Disabled'],
  DeployIfNotExists: ['DeployIfNotExists', 'AuditIfNotExists', 'Disabled'], Modify: ['Modify', 'Audit', 'Disabled'], Append: ['Append', 'Audit', 'Disabled'],
};

/** A rule about one property of one type: title, category, type, property, the value that is wanted. */
const wanted = (name: string, title: string, category: string, type: string, property: string, value: Json, description: string): DefinitionRow =>
  ({ name, title, category, description, mode: 'Indexed', effect: 'Audit', if: ofType(type, isNot(`${type}/${property}`, value)) });
const tls = (name: string, what: string, type: string, property: string, least: string): DefinitionRow =>
  ({ name, title: `${what} should accept TLS ${least.replace('TLS1_', '1.')} or later only`, category: 'Encryption in transit', description: 'Older versions of TLS have known weaknesses.', mode: 'Indexed', effect: 'Audit', if: ofType(type, below(`${type}/${property}`, least) as Condition) });
const logged = (name: string, what: string, type: string): DefinitionRow =>
  ({ name, title: `${what} should send their logs somewhere`, category: 'Monitoring', description: 'A diagnostic setting keeps what happened for later questions.', mode: 'Indexed', effect: 'AuditIfNotExists', if: { field: 'type', equals: type }, details: { type: 'Microsoft.Insights/diagnosticSettings', existenceCondition: { count: { field: 'Microsoft.Insights/diagnosticSettings/logs[*]', where: { field: 'Microsoft.Insights/diagnosticSettings/logs[*].enabled', equals: true } }, greater: 0 } } });

const ownRows: DefinitionRow[] = [
  // Tags
  { name: 'tag-required', title: 'Resources should have a tag', category: 'Tags', description: 'Without the tag nobody knows whom to ask.', mode: 'Indexed', effect: 'Audit', parameters: { tagName: text('Tag', 'owner') }, if: { field: tag, exists: false } },
  { name: 'tag-required-group', title: 'Resource groups should have a tag', category: 'Tags', description: 'Resources take their tags from their group.', effect: 'Audit', parameters: { tagName: text('Tag', 'owner') }, if: ofType('Microsoft.Resources/subscriptions/resourceGroups', { field: tag, exists: false }) },
  { name: 'tag-values', title: 'A tag should have one of the agreed values', category: 'Tags', description: 'Free text can not be grouped in reports.', mode: 'Indexed', effect: 'Audit', parameters: { tagName: text('Tag', 'environment'), values: list('Agreed values', ['development', 'test', 'production']) }, if: { allOf: [{ field: tag, exists: true }, { field: tag, notIn: "[parameters('values')]" }] } },
  { name: 'tag-inherit', title: 'Inherit a tag from the resource group', category: 'Tags', description: "Sets the tag to the group's value when a resource is written.", mode: 'Indexed', effect: 'Modify', parameters: { tagName: text('Tag', 'owner') }, if: { allOf: [{ field: tag, notEquals: "[resourceGroup().tags[parameters('tagName')]]" }, { value: "[resourceGroup().tags[parameters('tagName')]]", notEquals: '' }] }, details: { roleDefinitionIds: [TAG_CONTRIBUTOR], operations: [{ operation: 'addOrReplace', field: tag, value: "[resourceGroup().tags[parameters('tagName')]]" }] } },
  { name: 'tag-add', title: 'Add a tag where it is missing', category: 'Tags', description: 'Sets the tag to an agreed value when a resource is written without it.', mode: 'Indexed', effect: 'Modify', parameters: { tagName: text('Tag'), tagValue: text('Value') }, if: { field: tag, exists: false }, details: { roleDefinitionIds: [TAG_CONTRIBUTOR], operations: [{ operation: 'add', field: tag, value: "[parameters('tagValue')]" }] } },
  // Places
  { name: 'regions-allowed', title: 'Resources should be in allowed regions', category: 'Places', description: 'Data stays where it was agreed to be.', mode: 'Indexed', effect: 'Deny', parameters: { regions: list('Allowed regions', undefined, 'location') }, if: { allOf: [{ field: 'location', notIn: "[parameters('regions')]" }, { field: 'location', notEquals: 'global' }] } },
  { name: 'regions-allowed-group', title: 'Resource groups should be in allowed regions', category: 'Places', description: 'The group is where deployments keep their records.', effect: 'Audit', parameters: { regions: list('Allowed regions', undefined, 'location') }, if: ofType('Microsoft.Resources/subscriptions/resourceGroups', { field: 'location', notIn: "[parameters('regions')]" }) },
  { name: 'region-of-group', title: "Resources should be in their group's region", category: 'Places', description: 'A group in another region may be out of reach when its resources are not.', mode: 'Indexed', effect: 'Audit', if: { allOf: [{ field: 'location', notIn: ["[resourceGroup().location]", 'global'] }] } },
  // Sizes
  { name: 'vm-sizes', title: 'Virtual machines should be of an allowed size', category: 'Sizes', description: 'Keeps machines to the sizes that were bought.', mode: 'Indexed', effect: 'Audit', parameters: { sizes: list('Allowed sizes', ['Standard_B1s', 'Standard_B2s', 'Standard_B2ms', 'Standard_D2s_v3', 'Standard_D2s_v5', 'Standard_D4s_v3', 'Standard_D4s_v5'], 'vmSKUs') }, if: ofType('Microsoft.Compute/virtualMachines', { field: 'Microsoft.Compute/virtualMachines/sku.name', notIn: "[parameters('sizes')]" }) },
  { name: 'vm-no-gpu', title: 'Machines with graphics processors need an agreement', category: 'Sizes', description: 'They cost as much in a day as others in a month.', mode: 'Indexed', effect: 'Audit', if: { anyOf: [ofType('Microsoft.Compute/virtualMachines', { field: 'Microsoft.Compute/virtualMachines/sku.name', like: 'Standard_N*' }), ofType('Microsoft.Compute/virtualMachineScaleSets', { field: 'Microsoft.Compute/virtualMachineScaleSets/sku.name', like: 'Standard_N*' })] } as Json },
  { name: 'storage-skus', title: 'Storage accounts should be of an allowed kind of redundancy', category: 'Sizes', description: 'Premium storage is for those who asked for it.', mode: 'Indexed', effect: 'Audit', parameters: { skus: list('Allowed kinds', ['Standard_LRS', 'Standard_ZRS', 'Standard_GRS', 'Standard_RAGRS', 'Standard_GZRS']) }, if: ofType('Microsoft.Storage/storageAccounts', { field: 'Microsoft.Storage/storageAccounts/sku.name', notIn: "[parameters('skus')]" }) },
  { name: 'public-ip-standard', title: 'Public addresses should be of the Standard kind', category: 'Sizes', description: 'Basic addresses are retired.', mode: 'Indexed', effect: 'Audit', if: ofType('Microsoft.Network/publicIPAddresses', isNot('Microsoft.Network/publicIPAddresses/sku.name', 'Standard')) },
  // Encryption in transit
  tls('tls-storage', 'Storage accounts', 'Microsoft.Storage/storageAccounts', 'minimumTlsVersion', 'TLS1_2'),
  tls('tls-sql', 'SQL servers', 'Microsoft.Sql/servers', 'minimalTlsVersion', '1.2'),
  tls('tls-redis', 'Caches', 'Microsoft.Cache/redis', 'minimumTlsVersion', '1.2'),
  tls('tls-event-hub', 'Event hubs', 'Microsoft.EventHub/namespaces', 'minimumTlsVersion', '1.2'),
  tls('tls-service-bus', 'Service buses', 'Microsoft.ServiceBus/namespaces', 'minimumTlsVersion', '1.2'),
  wanted('https-storage', 'Storage accounts should take HTTPS only', 'Encryption in transit', 'Microsoft.Storage/storageAccounts', 'supportsHttpsTrafficOnly', true, 'Plain HTTP shows keys and data to the network.'),
  wanted('https-sites', 'Sites should take HTTPS only', 'Encryption in transit', 'Microsoft.Web/sites', 'httpsOnly', true, 'Visitors are sent to HTTPS.'),
  // Exposure
  wanted('blob-public', 'Storage accounts should not offer anonymous blobs', 'Exposure', 'Microsoft.Storage/storageAccounts', 'allowBlobPublicAccess', false, 'Anonymous access is how data leaks.'),
  wanted('network-storage', 'Storage accounts should not be open to all networks', 'Exposure', 'Microsoft.Storage/storageAccounts', 'networkAcls.defaultAction', 'Deny', 'Only networks that were named may connect.'),
  wanted('network-key-vault', 'Key vaults should not be open to all networks', 'Exposure', 'Microsoft.KeyVault/vaults', 'publicNetworkAccess', 'Disabled', 'Secrets are asked for from inside.'),
  wanted('network-sql', 'SQL servers should not be open to all networks', 'Exposure', 'Microsoft.Sql/servers', 'publicNetworkAccess', 'Disabled', 'Databases are reached through private endpoints.'),
  wanted('network-cosmos', 'Document databases should not be open to all networks', 'Exposure', 'Microsoft.DocumentDB/databaseAccounts', 'publicNetworkAccess', 'Disabled', 'Databases are reached through private endpoints.'),
  wanted('registry-admin', 'Container registries should not have the administrator account', 'Exposure', 'Microsoft.ContainerRegistry/registries', 'adminUserEnabled', false, 'One shared password for everybody.'),
  { name: 'nic-public-ip', title: 'Network interfaces should not have public addresses', category: 'Exposure', description: 'Machines are reached through a bastion or a load balancer.', mode: 'Indexed', effect: 'Audit', if: ofType('Microsoft.Network/networkInterfaces', { count: { field: 'Microsoft.Network/networkInterfaces/ipConfigurations[*]', where: { field: 'Microsoft.Network/networkInterfaces/ipconfigurations[*].publicIpAddress.id', exists: true } }, greater: 0 }) },
  { name: 'nsg-management-ports', title: 'Management ports should not be open to the internet', category: 'Exposure', description: 'SSH and remote desktop are tried by everybody, all the time.', mode: 'Indexed', effect: 'Audit', parameters: { ports: list('Ports', ['22', '3389']) }, if: ofType('Microsoft.Network/networkSecurityGroups', { count: { field: 'Microsoft.Network/networkSecurityGroups/securityRules[*]', where: { allOf: [{ field: 'Microsoft.Network/networkSecurityGroups/securityRules[*].access', equals: 'Allow' }, { field: 'Microsoft.Network/networkSecurityGroups/securityRules[*].direction', equals: 'Inbound' }, { field: 'Microsoft.Network/networkSecurityGroups/securityRules[*].sourceAddressPrefix', in: ['*', 'Internet', '0.0.0.0/0'] }, { anyOf: [{ field: 'Microsoft.Network/networkSecurityGroups/securityRules[*].destinationPortRange', equals: '*' }, { field: 'Microsoft.Network/networkSecurityGroups/securityRules[*].destinationPortRange', in: "[parameters('ports')]" }] }] } }, greater: 0 }) },
  // Encryption at rest
  wanted('host-encryption', 'Virtual machines should encrypt at the host', 'Encryption at rest', 'Microsoft.Compute/virtualMachines', 'securityProfile.encryptionAtHost', true, 'Temporary disks and caches are encrypted too.'),
  { name: 'disk-own-key', title: 'Disks should be encrypted with a key of our own', category: 'Encryption at rest', description: 'A disk encryption set ties the disk to a key in our vault.', mode: 'Indexed', effect: 'Audit', if: ofType('Microsoft.Compute/disks', { field: 'Microsoft.Compute/disks/encryption.diskEncryptionSetId', exists: false }) },
  wanted('purge-protection', 'Key vaults should be protected from purging', 'Encryption at rest', 'Microsoft.KeyVault/vaults', 'enablePurgeProtection', true, 'A key that is gone takes its data with it.'),
  // Monitoring
  logged('logs-key-vault', 'Key vaults', 'Microsoft.KeyVault/vaults'),
  logged('logs-network-security-group', 'Network security groups', 'Microsoft.Network/networkSecurityGroups'),
  {
    name: 'logs-key-vault-deploy', title: 'Send the logs of key vaults to a workspace', category: 'Monitoring', description: 'Makes the diagnostic setting where there is none.', mode: 'Indexed', effect: 'DeployIfNotExists', parameters: { workspaceId: text('Workspace') },
    if: { field: 'type', equals: 'Microsoft.KeyVault/vaults' },
    details: {
      type: 'Microsoft.Insights/diagnosticSettings', roleDefinitionIds: [CONTRIBUTOR], existenceCondition: { field: 'Microsoft.Insights/diagnosticSettings/workspaceId', equals: "[parameters('workspaceId')]" },
      deployment: { properties: { mode: 'incremental', parameters: { vault: { value: "[field('name')]" }, workspaceId: { value: "[parameters('workspaceId')]" } }, template: {
        $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', parameters: { vault: { type: 'string' }, workspaceId: { type: 'string' } },
        resources: [{ type: 'Microsoft.Insights/diagnosticSettings', apiVersion: '2021-05-01-preview', scope: "[resourceId('Microsoft.KeyVault/vaults', parameters('vault'))]", name: 'set-by-policy', properties: { workspaceId: "[parameters('workspaceId')]", logs: [{ categoryGroup: 'allLogs', enabled: true }] } }],
      } } },
    },
  },
  // Backup
  { name: 'vm-backup', title: 'Virtual machines should be backed up', category: 'Backup', description: 'A machine without a protected item can not be brought back.', mode: 'Indexed', effect: 'AuditIfNotExists', if: { field: 'type', equals: 'Microsoft.Compute/virtualMachines' }, details: { type: 'Microsoft.RecoveryServices/backupprotecteditems' } },
  wanted('sql-backup-redundancy', 'Backups of databases should be kept in a second region', 'Backup', 'Microsoft.Sql/servers/databases', 'requestedBackupStorageRedundancy', 'Geo', 'One region may be lost as a whole.'),
  // Naming
  { name: 'name-group', title: 'Resource groups should be named by the rule', category: 'Naming', description: 'Prefix, purpose: rg-...', effect: 'Audit', parameters: { pattern: text('Pattern', 'rg-*') }, if: ofType('Microsoft.Resources/subscriptions/resourceGroups', { not: { field: 'name', like: "[parameters('pattern')]" } } as Condition) },
  { name: 'name-type', title: 'Resources of a type should be named by the rule', category: 'Naming', description: 'One pattern for one type.', effect: 'Audit', parameters: { resourceType: text('Type', 'Microsoft.Compute/virtualMachines'), pattern: text('Pattern', 'vm-*') }, if: { allOf: [{ field: 'type', equals: "[parameters('resourceType')]" }, { field: 'name', notLike: "[parameters('pattern')]" }] } },
  // Cost
  { name: 'disk-premium', title: 'Disks of development should not be Premium', category: 'Cost', description: 'Nobody waits for a development disk.', mode: 'Indexed', effect: 'Audit', if: ofType('Microsoft.Compute/disks', { field: 'Microsoft.Compute/disks/sku.name', like: 'Premium*' }, { field: 'tags.environment', equals: 'development' }) },
  { name: 'disk-size', title: 'Disks should not be larger than agreed', category: 'Cost', description: 'Disks are paid by their size, full or empty.', mode: 'Indexed', effect: 'Audit', parameters: { gigabytes: { type: 'Integer', defaultValue: 1024, metadata: { displayName: 'Largest size in GB' } } }, if: ofType('Microsoft.Compute/disks', { field: 'Microsoft.Compute/disks/diskSizeGB', greater: "[parameters('gigabytes')]" }) },
  { name: 'disk-unused', title: 'Disks should belong to a machine', category: 'Cost', description: 'A disk without a machine is paid and not used.', mode: 'Indexed', effect: 'Audit', if: ofType('Microsoft.Compute/disks', { field: 'Microsoft.Compute/disks/managedBy', exists: false }, { field: 'Microsoft.Compute/disks/diskState', equals: 'Unattached' }) },
];

const rows = [...ownRows, ...azureRows];

const DEFINITIONS = '/providers/Microsoft.Authorization/policyDefinitions';
const SETS = '/providers/Microsoft.Authorization/policySetDefinitions';

/** Names are GUIDs in Azure: these are made from the row's place and never change. */
const guid = (kind: string, row: number): string => `c10d0000-${kind}-4000-8000-${String(row + 1).padStart(12, '0')}`;
const nameOf = (name: string): string => {
  const index = rows.findIndex((row) => row.name === name);
  return rows[index]?.guid ?? guid('0001', index);
};

/** Full id of a row's definition. */
const definitionId = (name: string): string => `${DEFINITIONS}/${nameOf(name)}`;

export const builtInDefinitions: PolicyDefinition[] = rows.map(({ name, title, category, description, mode = 'All', effect, parameters = {}, details, ...rule }) => ({
  id: definitionId(name),
  name: nameOf(name),
  properties: {
    displayName: title, description, mode, policyType: 'BuiltIn', version: '1.0.0', metadata: { category, version: '1.0.0' },
    parameters: { ...parameters, effect: { type: 'String', metadata: { displayName: 'Effect' }, allowedValues: CHOICES[effect], defaultValue: effect } },
    policyRule: { if: rule.if, then: { effect: "[parameters('effect')]", ...(details !== undefined && { details }) } },
  } as PolicyDefinition['properties'],
}));

/** An initiative over rows of one or more categories; parameters named here are asked for once. */
const initiative = (row: number, title: string, description: string, names: string[], parameters: Parameters = {}, passed: Record<string, Record<string, string>> = {}): PolicySetDefinition => ({
  id: `${SETS}/${guid('0002', row)}`,
  name: guid('0002', row),
  properties: {
    displayName: title, description, policyType: 'BuiltIn', version: '1.0.0', metadata: { category: title, version: '1.0.0' }, parameters,
    policyDefinitionGroups: [...new Set(names.map((name) => (rows.find((one) => one.name === name) as DefinitionRow).category))].map((category) => ({ name: category, displayName: category, category })),
    policyDefinitions: names.map((name) => ({
      policyDefinitionId: definitionId(name), policyDefinitionReferenceId: name, definitionVersion: '1.*.*', groupNames: [(rows.find((one) => one.name === name) as DefinitionRow).category],
      parameters: Object.fromEntries(Object.entries(passed[name] ?? {}).map(([parameter, value]) => [parameter, { value }])),
    })),
  } as PolicySetDefinition['properties'],
});

const inCategories = (...categories: string[]): string[] => ownRows.filter((row) => categories.includes(row.category) && row.effect !== 'DeployIfNotExists').map((row) => row.name);

export const builtInInitiatives: PolicySetDefinition[] = [
  initiative(0, 'Tags', 'Who owns a resource, and what it is for.', ['tag-required', 'tag-required-group', 'tag-values', 'tag-inherit'], { tagName: text('Tag', 'owner') }, { 'tag-required': { tagName: "[parameters('tagName')]" }, 'tag-required-group': { tagName: "[parameters('tagName')]" }, 'tag-inherit': { tagName: "[parameters('tagName')]" } }),
  initiative(1, 'Places', 'Where resources may be.', inCategories('Places'), { regions: list('Allowed regions', undefined, 'location') }, { 'regions-allowed': { regions: "[parameters('regions')]" }, 'regions-allowed-group': { regions: "[parameters('regions')]" } }),
  initiative(2, 'Encryption', 'In transit and at rest.', inCategories('Encryption in transit', 'Encryption at rest')),
  initiative(3, 'Exposure', 'What the internet can reach.', inCategories('Exposure')),
  initiative(4, 'Operations', 'Logs and backups.', inCategories('Monitoring', 'Backup')),
  initiative(5, 'Cost and sizes', 'What is larger than it has to be.', inCategories('Cost', 'Sizes', 'Naming')),
];
