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

// Data-plane roles: they grant nothing at Resource Manager but reading; id | name.
const DATA_ROLES = `
a638d3c7-ab3a-418d-83e6-5f17a39d4fde|Azure Event Hubs Data Receiver
2b629674-e913-4c01-ae53-ef4638d8f975|Azure Event Hubs Data Sender
f526a384-b230-433a-b45c-95f59c4a2dec|Azure Event Hubs Data Owner
090c5cfd-751d-490a-894a-3ce6f1109419|Azure Service Bus Data Owner
69a216fc-b8fb-44d8-bc22-1f3c2cd27a39|Azure Service Bus Data Sender
4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0|Azure Service Bus Data Receiver
fbdf93bf-df7d-467e-a4d2-9458aa1360c8|Cosmos DB Account Reader Role
5bd9cd88-fe45-4216-938b-f97437e15450|DocumentDB Account Contributor
423170ca-a8f6-4b0f-8487-9e4eb8f49bfa|Azure Maps Data Reader
60fc6e62-5479-42d4-8bf4-67625fcc2840|Disk Pool Operator
45d50f46-0b78-4001-a660-4198cbe8cd05|DevCenter Dev Box User
331c37c6-af14-46d9-b9f4-e1909e1b95a0|DevCenter Project Admin
25fbc0a9-bd7c-42a3-aa1a-3b75d497ee68|Cognitive Services Contributor
a97b65f3-24c7-4388-baec-2e87135dc908|Cognitive Services User
5e0bd9bd-7b93-4f28-af87-19fc36ad61bd|Cognitive Services OpenAI User
3e5e47e6-65f7-47ef-90b5-e5dd4d455f24|Disk Backup Reader
7efff54f-a5b4-42b5-a1c5-5411624893ce|Disk Snapshot Contributor
b50d9833-a0cb-478e-945f-707fcc997c13|Disk Restore Operator
69566ab7-960f-475b-8e7c-b3118f30c6bd|Storage File Data Privileged Contributor
0c867c2a-1d8c-454a-a3db-ab2ea1bdc8bb|Storage File Data SMB Share Contributor
aba4ae5f-2193-4029-9191-0cb91df5e314|Storage File Data SMB Share Reader
8ebe5a00-799e-43f5-93ac-243d3dce84a7|Search Index Data Contributor
1407120a-92aa-4202-b7e9-c0e197c71c8f|Search Index Data Reader
7ca78c08-252a-4471-8644-bb5ff32d4ba0|Search Service Contributor
e5e2a7ff-d759-4cd2-bb51-3152d37e2eb1|Storage Account Backup Contributor
19e7f393-937e-4f77-808e-94535e297925|Storage Queue Data Reader
c6a89b2d-59bc-44d0-9896-0f6e12d7b80a|Storage Queue Data Message Sender
8a0f0c08-91a1-4084-bc3d-661d67233fed|Storage Queue Data Message Processor
76199698-9eea-4c19-bc75-cec21354c6b6|Storage Table Data Reader
21090545-7ca7-4776-b22c-e363652d74d2|Key Vault Reader
14b46e9e-c2b7-41b4-b07b-48a6ebf60603|Key Vault Crypto Officer
12338af0-0e69-4776-bea7-57ae8d297424|Key Vault Crypto User
e147488a-f6f5-4113-8e2d-b22465e65bf6|Key Vault Crypto Service Encryption User
a4417e6f-fecd-4de8-b567-7b0420556985|Key Vault Certificates Officer
5ae67dd6-50cb-40e7-96ff-dc2bfa4b606b|App Configuration Data Owner
516239f1-63e1-4d78-a4de-a74fb236a071|App Configuration Data Reader
b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b|Azure Kubernetes Service RBAC Cluster Admin
3498e952-d568-435e-9b2c-8d77e338d7f7|Azure Kubernetes Service RBAC Admin
0ab0b1a8-8aac-4efd-b8c2-3ee1fb270be8|Azure Kubernetes Service Cluster Admin Role
4abbcc35-e782-43d8-92c5-2d3f1bd2253f|Azure Kubernetes Service Cluster User Role
1c0163c0-47e6-4577-8991-ea5c82e286e4|Virtual Machine Administrator Login
fb879df8-f326-4884-b1cf-06f3ad86be52|Virtual Machine User Login
befefa01-2a29-4197-83a8-272ff33ce314|DNS Zone Contributor
b12aa53e-6015-4669-85d0-8515ebb3ae7f|Private DNS Zone Contributor
3913510d-42f4-4e42-8a64-420c390055eb|Monitoring Metrics Publisher
73c42c96-874c-492b-b04d-ab87d138a893|Log Analytics Reader
5e467623-bb1f-42f4-a55d-6e525e11384b|Backup Contributor
f353d9bd-d4a6-484e-a77a-8050b599b867|Automation Contributor
b78c5d69-af96-48a3-bf8d-a8b4d589de94|Azure AI Administrator
673868aa-7521-48a0-acc6-0f60742d39f5|Data Factory Contributor
9b7fa17d-e63e-47b0-bb0a-15c516ac86ec|SQL DB Contributor
6d8ee4ec-f05a-4a1d-8b00-a9b17e38b437|SQL Server Contributor
230815da-be43-4aae-9cb4-875f7bd000aa|Cosmos DB Operator
d5a91429-5739-47e2-a06b-3470a27159e7|EventGrid Data Sender
`;
const dataRoles = DATA_ROLES.trim().split('\n').map((row): BuiltInRole => {
  const [id = '', name = ''] = row.split('|');
  return { id, name, description: name, actions: name.endsWith('Contributor') || name.endsWith('Operator') ? ['*/read', 'Microsoft.Resources/deployments/*'] : ['*/read'] };
});
builtInRoles.push(...dataRoles);

const byId = new Map(builtInRoles.map((role) => [role.id, role]));
/** A built-in role by its GUID, with or without dashes. */
export const builtInRole = (id: string): BuiltInRole | undefined => {
  const lower = id.toLowerCase();
  return byId.get(/^[\da-f]{32}$/.test(lower) ? lower.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : lower);
};
export const builtInRoleByName = (name: string): BuiltInRole | undefined => builtInRoles.find((role) => role.name === name);
