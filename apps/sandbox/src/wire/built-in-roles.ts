import { builtInRoleNames } from './built-in-role-names.ts';

/** A built-in role: its well-known id, name and permissions (Azure's published built-in roles). */
export interface BuiltInRole {
  id: string;
  name: string;
  description: string;
  actions: string[];
  notActions?: string[];
  dataActions?: string[];
}

const STORAGE = 'Microsoft.Storage/storageAccounts';

export const builtInRoles: BuiltInRole[] = [
  { id: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635', name: 'Owner', description: 'Full access to all resources, including who has access.', actions: ['*'] },
  { id: 'b24988ac-6180-42a0-ab88-20f7382dd24c', name: 'Contributor', description: 'Full access to all resources, but not to who has access.', actions: ['*'], notActions: ['Microsoft.Authorization/*/Delete', 'Microsoft.Authorization/*/Write', 'Microsoft.Authorization/elevateAccess/Action'] },
  { id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7', name: 'Reader', description: 'Sees everything, changes nothing.', actions: ['*/read'] },
  { id: '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', name: 'User Access Administrator', description: 'Manages who has access.', actions: ['*/read', 'Microsoft.Authorization/*', 'Microsoft.Support/*'] },
  { id: 'f58310d9-a9f6-439a-9e8d-f62e7b41a168', name: 'Role Based Access Control Administrator', description: 'Assigns roles.', actions: ['Microsoft.Authorization/roleAssignments/write', 'Microsoft.Authorization/roleAssignments/delete', '*/read'] },
  { id: '434105ed-43f6-45c7-a02f-909b2ba83430', name: 'Cost Management Contributor', description: 'Sees costs and manages budgets.', actions: ['Microsoft.Consumption/*', 'Microsoft.CostManagement/*', 'Microsoft.Billing/billingPeriods/read', 'Microsoft.Resources/subscriptions/read', 'Microsoft.Resources/subscriptions/resourceGroups/read', 'Microsoft.Advisor/recommendations/read', 'Microsoft.Management/managementGroups/read'] },
  { id: '72fafb9e-0641-4937-9268-a91bfd8191a3', name: 'Cost Management Reader', description: 'Sees costs.', actions: ['Microsoft.Consumption/*/read', 'Microsoft.CostManagement/*/read', 'Microsoft.CostManagement/query/action', 'Microsoft.Resources/subscriptions/read', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: '9980e02c-c2be-4d73-94e8-173b1dc7cf3c', name: 'Virtual Machine Contributor', description: 'Manages virtual machines.', actions: ['Microsoft.Compute/*', 'Microsoft.Network/networkInterfaces/*', 'Microsoft.Network/virtualNetworks/read', 'Microsoft.Network/virtualNetworks/subnets/join/action', 'Microsoft.Resources/deployments/*', 'Microsoft.Resources/subscriptions/resourceGroups/read', `${STORAGE}/listKeys/action`, `${STORAGE}/read`] },
  { id: '4d97b98b-1d4f-4787-a291-c67834d212e7', name: 'Network Contributor', description: 'Manages networks.', actions: ['Microsoft.Authorization/*/read', 'Microsoft.Network/*', 'Microsoft.Resources/deployments/*', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: '17d1049b-9a84-46fb-8f53-869881c3d3ab', name: 'Storage Account Contributor', description: 'Manages storage accounts.', actions: [`${STORAGE}/*`, 'Microsoft.Authorization/*/read', 'Microsoft.Resources/deployments/*', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b', name: 'Storage Blob Data Owner', description: 'Full access to blobs and their permissions.', actions: [`${STORAGE}/blobServices/containers/*`], dataActions: [`${STORAGE}/blobServices/containers/blobs/*`] },
  { id: 'ba92f5b4-2d11-453d-a403-e96b0029c9fe', name: 'Storage Blob Data Contributor', description: 'Reads, writes and deletes blobs.', actions: [`${STORAGE}/blobServices/containers/*`], dataActions: [`${STORAGE}/blobServices/containers/blobs/*`] },
  { id: '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1', name: 'Storage Blob Data Reader', description: 'Reads blobs.', actions: [`${STORAGE}/blobServices/containers/read`], dataActions: [`${STORAGE}/blobServices/containers/blobs/read`] },
  { id: '974c5e8b-45b9-4653-ba55-5f855dd0fb88', name: 'Storage Queue Data Contributor', description: 'Reads, writes and deletes queue messages.', actions: [`${STORAGE}/queueServices/queues/*`], dataActions: [`${STORAGE}/queueServices/queues/messages/*`] },
  { id: '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3', name: 'Storage Table Data Contributor', description: 'Reads, writes and deletes table entities.', actions: [`${STORAGE}/tableServices/tables/*`], dataActions: [`${STORAGE}/tableServices/tables/entities/*`] },
  { id: '00482a5a-887f-4fb3-b363-3b7fe8e74483', name: 'Key Vault Administrator', description: 'All data operations on a vault.', actions: ['Microsoft.KeyVault/*/read'], dataActions: ['Microsoft.KeyVault/vaults/*'] },
  { id: '4633458b-17de-408a-b874-0445c86b69e6', name: 'Key Vault Secrets User', description: 'Reads secrets.', actions: [], dataActions: ['Microsoft.KeyVault/vaults/secrets/getSecret/action'] },
  { id: 'b86a8fe4-44ce-4948-aee5-eccb2c155cd7', name: 'Key Vault Secrets Officer', description: 'Manages secrets.', actions: ['Microsoft.KeyVault/*/read'], dataActions: ['Microsoft.KeyVault/vaults/secrets/*'] },
  { id: 'f25e0fa2-a7c8-4377-a976-54943a77a395', name: 'Key Vault Contributor', description: 'Manages vaults, not their contents.', actions: ['Microsoft.KeyVault/*', 'Microsoft.Resources/deployments/*', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: '7f951dda-4ed3-4680-a7ca-43fe172d538d', name: 'AcrPull', description: 'Pulls images.', actions: ['Microsoft.ContainerRegistry/registries/pull/read'] },
  { id: '8311e382-0749-4cb8-b61a-304f252e45ec', name: 'AcrPush', description: 'Pushes images.', actions: ['Microsoft.ContainerRegistry/registries/pull/read', 'Microsoft.ContainerRegistry/registries/push/write'] },
  { id: 'f1a07417-d97a-45cb-824c-7a7467783830', name: 'Managed Identity Operator', description: 'Reads and assigns user assigned identities.', actions: ['Microsoft.ManagedIdentity/userAssignedIdentities/*/read', 'Microsoft.ManagedIdentity/userAssignedIdentities/*/assign/action', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: 'e40ec5ca-96e0-45a2-b4ff-59039f2c2b59', name: 'Managed Identity Contributor', description: 'Manages user assigned identities.', actions: ['Microsoft.ManagedIdentity/userAssignedIdentities/*', 'Microsoft.Resources/deployments/*'] },
  { id: '749f88d5-cbae-40b8-bcfc-e573ddc772fa', name: 'Monitoring Contributor', description: 'Reads and sets monitoring.', actions: ['*/read', 'Microsoft.Insights/*', 'Microsoft.OperationalInsights/*', 'Microsoft.AlertsManagement/*'] },
  { id: '43d0d8ad-25c7-4714-9337-8ba259a9fe05', name: 'Monitoring Reader', description: 'Reads monitoring.', actions: ['*/read'] },
  { id: '92aaf0da-9dab-42b6-94a3-d43ce8d16293', name: 'Log Analytics Contributor', description: 'Reads and sets log analytics.', actions: ['*/read', 'Microsoft.OperationalInsights/*', 'Microsoft.OperationsManagement/*', 'Microsoft.Insights/diagnosticSettings/*'] },
  { id: '36243c78-bf99-498c-9df9-86d9f8d28608', name: 'Resource Policy Contributor', description: 'Manages policies.', actions: ['*/read', 'Microsoft.Authorization/policyAssignments/*', 'Microsoft.Authorization/policyDefinitions/*', 'Microsoft.Authorization/policyExemptions/*', 'Microsoft.Authorization/policySetDefinitions/*', 'Microsoft.PolicyInsights/*'] },
  { id: 'de139f84-1756-47ae-9be6-808fbbe84772', name: 'Website Contributor', description: 'Manages web sites.', actions: ['Microsoft.Web/sites/*', 'Microsoft.Web/serverFarms/*', 'Microsoft.Resources/deployments/*', 'Microsoft.Resources/subscriptions/resourceGroups/read'] },
  { id: '5d58bcaf-24a5-4b20-bdb6-eed9f69fbe4c', name: 'Management Group Contributor', description: 'Manages management groups.', actions: ['Microsoft.Management/managementGroups/*'] },
];

for (const [id, name] of builtInRoleNames)
  builtInRoles.push({ id, name, description: name, actions: /(?:Contributor|Operator)$/.test(name) ? ['*/read', 'Microsoft.Resources/deployments/*'] : ['*/read'] });

const byId = new Map(builtInRoles.map((role) => [role.id, role]));
/** A built-in role by its GUID, with or without dashes. */
export const builtInRole = (id: string): BuiltInRole | undefined => {
  const lower = id.toLowerCase();
  return byId.get(/^[\da-f]{32}$/.test(lower) ? lower.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : lower);
};
export const builtInRoleByName = (name: string): BuiltInRole | undefined => builtInRoles.find((role) => role.name === name);
