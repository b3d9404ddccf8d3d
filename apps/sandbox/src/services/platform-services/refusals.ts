import type { Refusals } from '../refusal.ts';

const other = (path: string): string => `{subscription}/resourceGroups/{otherGroup}/providers/${path}`;
const cosmos = (more: object = {}) => ({ location: 'westeurope', properties: { databaseAccountOfferType: 'Standard', locations: [{ locationName: 'West Europe', failoverPriority: 0 }], ...more } });
const cluster = (pool: object = {}, more: object = {}) => ({ location: 'westeurope', identity: { type: 'SystemAssigned' }, properties: { dnsPrefix: 'k', agentPoolProfiles: [{ name: 'pool', count: 1, vmSize: 'Standard_B2s', mode: 'System', ...pool }], ...more } });
const container = (more: object = {}) => ({ name: 'web', properties: { image: 'nginx', resources: { requests: { cpu: 1, memoryInGB: 1 } }, ...more } });
const workspace = (more: object = {}) => ({ location: 'westeurope', properties: { sku: { name: 'PerGB2018' }, ...more } });

/** What the platform's other services refuse, one table a namespace. */
export const platformRefusals: Refusals[] = [
  {
    provider: 'Microsoft.DocumentDB',
    given: [{ method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/takencosmos1', body: cosmos() }, { method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/takencosmos1/sqlDatabases/db', body: { properties: { resource: { id: 'db' } } } }],
    refused: [
      { title: 'a name with an underscore', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/bad_name', body: cosmos(), status: 400, code: 'BadRequest' },
      { title: 'a name that is taken', method: 'PUT', path: other('Microsoft.DocumentDB/databaseAccounts/takencosmos1'), body: cosmos(), status: 409, code: 'Conflict' },
      { title: 'an unknown consistency', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/newcosmos1', body: cosmos({ consistencyPolicy: { defaultConsistencyLevel: 'Perfect' } }), status: 400, code: 'BadRequest' },
      { title: 'a replica nowhere', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/newcosmos1', body: cosmos({ locations: [{ locationName: 'Atlantis', failoverPriority: 0 }] }), status: 400, code: 'BadRequest' },
      { title: 'two replicas of one priority', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/newcosmos1', body: cosmos({ locations: [{ locationName: 'West Europe', failoverPriority: 0 }, { locationName: 'North Europe', failoverPriority: 0 }] }), status: 400, code: 'BadRequest' },
      { title: 'a database of another name', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/takencosmos1/sqlDatabases/db2', body: { properties: { resource: { id: 'other' } } }, status: 400, code: 'BadRequest' },
      { title: 'a container without a partition key', method: 'PUT', path: 'Microsoft.DocumentDB/databaseAccounts/takencosmos1/sqlDatabases/db/containers/c', body: { properties: { resource: { id: 'c' } } }, status: 400, code: 'BadRequest' },
    ],
  },
  {
    provider: 'Microsoft.ContainerRegistry',
    given: [{ method: 'PUT', path: 'Microsoft.ContainerRegistry/registries/takenregistry1', body: { location: 'westeurope', sku: { name: 'Basic' } } }],
    refused: [
      { title: 'a name with a hyphen', method: 'PUT', path: 'Microsoft.ContainerRegistry/registries/bad-name', body: { location: 'westeurope', sku: { name: 'Basic' } }, status: 400, code: 'InvalidRegistryName' },
      { title: 'a name that is taken', method: 'PUT', path: other('Microsoft.ContainerRegistry/registries/takenregistry1'), body: { location: 'westeurope', sku: { name: 'Basic' } }, status: 409, code: 'AlreadyInUse' },
      { title: 'no sku', method: 'PUT', path: 'Microsoft.ContainerRegistry/registries/newregistry1', body: { location: 'westeurope' }, status: 400, code: 'MissingSku' },
      { title: 'an unknown sku', method: 'PUT', path: 'Microsoft.ContainerRegistry/registries/newregistry1', body: { location: 'westeurope', sku: { name: 'Gold' } }, status: 400, code: 'InvalidSku' },
      { title: 'credentials without the admin user', method: 'POST', path: 'Microsoft.ContainerRegistry/registries/takenregistry1/listCredentials', status: 400, code: 'UnauthorizedForCredentialOperations' },
      { title: 'a replication of a basic registry', method: 'PUT', path: 'Microsoft.ContainerRegistry/registries/takenregistry1/replications/eastus', body: { location: 'eastus' }, status: 400, code: 'ReplicationNotSupported' },
    ],
  },
  {
    provider: 'Microsoft.ContainerService', given: [],
    refused: [
      { title: 'a size that is not there', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({ vmSize: 'Standard_Z1' }), status: 400, code: 'InvalidParameter' },
      { title: 'a pool name with capitals', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({ name: 'BadPool' }), status: 400, code: 'InvalidParameter' },
      { title: 'an old Kubernetes', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({}, { kubernetesVersion: '1.2.3' }), status: 400, code: 'K8sVersionNotSupported' },
      { title: 'no pool', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({}, { agentPoolProfiles: [] }), status: 400, code: 'InvalidParameter' },
      { title: 'more nodes than the quota', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({ count: 50 }), status: 409, code: 'QuotaExceeded' },
      { title: 'a missing subnet', method: 'PUT', path: 'Microsoft.ContainerService/managedClusters/k', body: cluster({ vnetSubnetID: '{group}/providers/Microsoft.Network/virtualNetworks/none/subnets/none' }), status: 400, code: 'InvalidResourceReference' },
    ],
  },
  {
    provider: 'Microsoft.Batch', given: [{ method: 'PUT', path: 'Microsoft.Batch/batchAccounts/takenbatch1', body: { location: 'westeurope' } }],
    refused: [
      { title: 'a name with capitals', method: 'PUT', path: 'Microsoft.Batch/batchAccounts/BadBatch', body: { location: 'westeurope' }, status: 400, code: 'InvalidAccountName' },
      { title: 'a name that is taken', method: 'PUT', path: other('Microsoft.Batch/batchAccounts/takenbatch1'), body: { location: 'westeurope' }, status: 409, code: 'AccountNameTaken' },
      { title: 'storage that is missing', method: 'PUT', path: 'Microsoft.Batch/batchAccounts/newbatch1', body: { location: 'westeurope', properties: { autoStorage: { storageAccountId: '{group}/providers/Microsoft.Storage/storageAccounts/none' } } }, status: 400, code: 'InvalidAutoStorageAccount' },
      { title: 'a pool of an unknown size', method: 'PUT', path: 'Microsoft.Batch/batchAccounts/takenbatch1/pools/p', body: { properties: { vmSize: 'STANDARD_Z9' } }, status: 400, code: 'InvalidParameter' },
      { title: 'more nodes than the account has cores', method: 'PUT', path: 'Microsoft.Batch/batchAccounts/takenbatch1/pools/p', body: { properties: { vmSize: 'Standard_B2s', scaleSettings: { fixedScale: { targetDedicatedNodes: 1000 } } } }, status: 409, code: 'AccountCoreQuotaReached' },
      { title: 'an unknown key', method: 'POST', path: 'Microsoft.Batch/batchAccounts/takenbatch1/regenerateKeys', body: { keyName: 'Third' }, status: 400, code: 'InvalidParameter' },
    ],
  },
  {
    provider: 'Microsoft.OperationalInsights', given: [{ method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/logs', body: workspace() }],
    refused: [
      { title: 'a name that is too short', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/abc', body: workspace(), status: 400, code: 'InvalidResourceName' },
      { title: 'an unknown sku', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/new-logs', body: workspace({ sku: { name: 'Gold' } }), status: 400, code: 'InvalidParameter' },
      { title: 'keeping data for ten years', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/new-logs', body: workspace({ retentionInDays: 3650 }), status: 400, code: 'InvalidParameter' },
      { title: 'a search without a query', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/logs/savedSearches/s', body: { properties: { category: 'c', displayName: 'd' } }, status: 400, code: 'InvalidRequestContent' },
      { title: 'a solution of a missing workspace', method: 'PUT', path: 'Microsoft.OperationsManagement/solutions/s(none)', body: { location: 'westeurope', plan: { name: 's(none)', product: 'OMSGallery/s', publisher: 'Microsoft', promotionCode: '' }, properties: { workspaceResourceId: '{group}/providers/Microsoft.OperationalInsights/workspaces/none' } }, status: 404, code: 'ResourceNotFound' },
    ],
  },
  {
    provider: 'Microsoft.Insights', given: [{ method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/logs', body: workspace() }],
    refused: [
      { title: 'a component in a missing workspace', method: 'PUT', path: 'Microsoft.Insights/components/c', body: { location: 'westeurope', kind: 'web', properties: { WorkspaceResourceId: '{group}/providers/Microsoft.OperationalInsights/workspaces/none' } }, status: 400, code: 'BadRequest' },
      { title: 'a diagnostic setting without a sink', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/logs/providers/Microsoft.Insights/diagnosticSettings/d', body: { properties: { logs: [] } }, status: 400, code: 'BadRequest' },
      { title: 'a diagnostic setting on nothing', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/none/providers/Microsoft.Insights/diagnosticSettings/d', body: { properties: { workspaceId: '{group}/providers/Microsoft.OperationalInsights/workspaces/logs' } }, status: 404, code: 'ResourceNotFound' },
      { title: 'an alert of severity 9', method: 'PUT', path: 'Microsoft.Insights/metricAlerts/a', body: { location: 'global', properties: { severity: 9, scopes: [], criteria: {} } }, status: 400, code: 'BadRequest' },
      { title: 'an alert on nothing', method: 'PUT', path: 'Microsoft.Insights/metricAlerts/a', body: { location: 'global', properties: { severity: 1, criteria: {}, scopes: ['{group}/providers/Microsoft.Compute/virtualMachines/none'] } }, status: 404, code: 'ResourceNotFound' },
      { title: 'an alert that tells a name instead of a group', method: 'PUT', path: 'Microsoft.Insights/metricAlerts/a', body: { location: 'global', properties: { severity: 1, criteria: {}, scopes: ['{group}'], actions: [{ actionGroupId: 'operators' }] } }, status: 400, code: 'LinkedInvalidPropertyId' },
      { title: 'logs to a storage account that is not there', method: 'PUT', path: 'Microsoft.OperationalInsights/workspaces/logs/providers/Microsoft.Insights/diagnosticSettings/d', body: { properties: { storageAccountId: '{group}/providers/Microsoft.Storage/storageAccounts/none' } }, status: 404, code: 'ResourceNotFound' },
      { title: 'a short name that is long', method: 'PUT', path: 'Microsoft.Insights/actionGroups/g', body: { location: 'global', properties: { groupShortName: 'much-too-long-name' } }, status: 400, code: 'GroupShortNameLengthInvalid' },
      { title: 'autoscaling from 5 to 2', method: 'PUT', path: 'Microsoft.Insights/autoscalesettings/s', body: { location: 'westeurope', properties: { profiles: [{ name: 'p', capacity: { minimum: '5', maximum: '2', default: '3' }, rules: [] }] } }, status: 400, code: 'InvalidAutoscaleProfileCapacity' },
      { title: 'an unknown metric', method: 'GET', path: 'Microsoft.OperationalInsights/workspaces/logs/providers/Microsoft.Insights/metrics?metricnames=Happiness', status: 400, code: 'BadRequest' },
    ],
  },
  {
    provider: 'Microsoft.ServiceBus', given: [{ method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/takenbus1', body: { location: 'westeurope', sku: { name: 'Basic' } } }],
    refused: [
      { title: 'a name that is too short', method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/abc', body: { location: 'westeurope' }, status: 400, code: 'BadRequest' },
      { title: 'a name that is taken', method: 'PUT', path: other('Microsoft.ServiceBus/namespaces/takenbus1'), body: { location: 'westeurope' }, status: 400, code: 'BadRequest' },
      { title: 'an unknown sku', method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/newbus12', body: { location: 'westeurope', sku: { name: 'Gold' } }, status: 400, code: 'BadRequest' },
      { title: 'a topic of a basic namespace', method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/takenbus1/topics/t', body: { properties: {} }, status: 400, code: 'BadRequest' },
      { title: 'managing without sending', method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/takenbus1/authorizationRules/r', body: { properties: { rights: ['Manage'] } }, status: 400, code: 'BadRequest' },
      { title: 'no delivery at all', method: 'PUT', path: 'Microsoft.ServiceBus/namespaces/takenbus1/queues/q', body: { properties: { maxDeliveryCount: 0 } }, status: 400, code: 'BadRequest' },
    ],
  },
  {
    provider: 'Microsoft.ManagedIdentity', given: [{ method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/someone', body: { location: 'westeurope' } }],
    refused: [
      { title: 'a name with a dot', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/bad.name', body: { location: 'westeurope' }, status: 400, code: 'InvalidResourceName' },
      { title: 'no location', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/new', body: {}, status: 400, code: 'LocationRequired' },
      { title: 'another region later', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/someone', body: { location: 'eastus' }, status: 409, code: 'InvalidResourceLocation' },
      { title: 'a credential without an issuer', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/someone/federatedIdentityCredentials/f', body: { properties: { subject: 's', audiences: ['a'] } }, status: 400, code: 'InvalidRequestContent' },
      { title: 'a machine with a missing identity', method: 'PUT', path: 'Microsoft.Automation/automationAccounts/account', body: { location: 'westeurope', identity: { type: 'UserAssigned', userAssignedIdentities: { '{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/none': {} } }, properties: { sku: { name: 'Basic' } } }, status: 400, code: 'FailedIdentityOperation' },
    ],
  },
  {
    provider: 'Containers, caches, databases', given: [],
    refused: [
      { title: 'a container group without containers', method: 'PUT', path: 'Microsoft.ContainerInstance/containerGroups/g', body: { location: 'westeurope', properties: { containers: [] } }, status: 400, code: 'MissingContainers' },
      { title: 'a container without a request', method: 'PUT', path: 'Microsoft.ContainerInstance/containerGroups/g', body: { location: 'westeurope', properties: { containers: [container({ resources: {} })] } }, status: 400, code: 'ResourceRequestsNotSpecified' },
      { title: 'more cores than the quota', method: 'PUT', path: 'Microsoft.ContainerInstance/containerGroups/g', body: { location: 'westeurope', properties: { containers: Array.from({ length: 5 }, (_, index) => ({ ...container({ resources: { requests: { cpu: 30, memoryInGB: 1 } } }), name: `c${index}` })) } }, status: 409, code: 'ContainerGroupQuotaReached' },
      { title: 'a premium cache of the wrong family', method: 'PUT', path: 'Microsoft.Cache/redis/newcache1', body: { location: 'westeurope', properties: { sku: { name: 'Premium', family: 'C', capacity: 1 } } }, status: 400, code: 'InvalidParameter' },
      { title: 'a MySQL server with a reserved login', method: 'PUT', path: 'Microsoft.DBforMySQL/flexibleServers/newmysql1', body: { location: 'westeurope', properties: { administratorLogin: 'root', administratorLoginPassword: 'Pass-word-1234' } }, status: 400, code: 'InvalidParameterValue' },
      { title: 'a container app without its environment', method: 'PUT', path: 'Microsoft.App/containerApps/app', body: { location: 'westeurope', properties: { managedEnvironmentId: '{group}/providers/Microsoft.App/managedEnvironments/none' } }, status: 404, code: 'ManagedEnvironmentNotFound' },
      { title: 'a type that Azure does not know', method: 'PUT', path: 'Microsoft.Compute/spaceships/s', body: { location: 'westeurope' }, status: 404, code: 'InvalidResourceType' },
      { title: 'a namespace that Azure does not know', method: 'PUT', path: 'Contoso.Things/things/t', body: { location: 'westeurope' }, status: 404, code: 'InvalidResourceNamespace' },
      { title: 'a version of data in a workspace that is not there', method: 'PUT', path: 'Microsoft.MachineLearningServices/workspaces/none/data/d/versions/1', body: { properties: {} }, status: 404, code: 'ParentResourceNotFound' },
      { title: 'a lab of a plan that is not there', method: 'PUT', path: 'Microsoft.LabServices/labs/lab', body: { location: 'westeurope', properties: { labPlanId: '{group}/providers/Microsoft.LabServices/labPlans/none' } }, status: 404, code: 'ResourceNotFound' },
      { title: 'a script of an unknown language', method: 'PUT', path: 'Microsoft.Resources/deploymentScripts/s', body: { location: 'westeurope', kind: 'Perl', properties: { retentionInterval: 'P1D' } }, status: 400, code: 'InvalidParameter' },
    ],
  },
];
