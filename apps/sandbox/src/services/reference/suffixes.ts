import type { World } from '../../world/world.ts';

// Domain suffixes of the services in both clouds. Source: Azure's published list of cloud endpoints.
const table = {
  vault: ['vault.azure.net', 'vault.usgovcloudapi.net'],
  managedHsm: ['managedhsm.azure.net', 'managedhsm.usgovcloudapi.net'],
  sql: ['database.windows.net', 'database.usgovcloudapi.net'],
  mysql: ['mysql.database.azure.com', 'mysql.database.usgovcloudapi.net'],
  postgres: ['postgres.database.azure.com', 'postgres.database.usgovcloudapi.net'],
  mariadb: ['mariadb.database.azure.com', 'mariadb.database.usgovcloudapi.net'],
  documents: ['documents.azure.com', 'documents.azure.us'],
  registry: ['azurecr.io', 'azurecr.us'],
  sites: ['azurewebsites.net', 'azurewebsites.us'],
  containers: ['azurecontainer.io', 'azurecontainer.console.azure.us'],
  kubernetes: ['azmk8s.io', 'cx.aks.containerservice.azure.us'],
  batch: ['batch.azure.com', 'batch.usgovcloudapi.net'],
  serviceBus: ['servicebus.windows.net', 'servicebus.usgovcloudapi.net'],
  redis: ['redis.cache.windows.net', 'redis.cache.usgovcloudapi.net'],
  search: ['search.windows.net', 'search.azure.us'],
  cognitive: ['cognitiveservices.azure.com', 'cognitiveservices.azure.us'],
  apiManagement: ['azure-api.net', 'azure-api.us'],
  containerApps: ['azurecontainerapps.io', 'azurecontainerapps.us'],
  devices: ['azure-devices.net', 'azure-devices.us'],
  signalR: ['service.signalr.net', 'service.signalr.azure.us'],
  webPubSub: ['webpubsub.azure.com', 'webpubsub.azure.us'],
  appConfiguration: ['azconfig.io', 'azconfig.azure.us'],
  eventGrid: ['eventgrid.azure.net', 'eventgrid.azure.us'],
  automation: ['azure-automation.net', 'azure-automation.us'],
  databricks: ['azuredatabricks.net', 'databricks.azure.us'],
  hdInsight: ['azurehdinsight.net', 'azurehdinsight.us'],
  synapse: ['azuresynapse.net', 'azuresynapse.usgovcloudapi.net'],
  kusto: ['kusto.windows.net', 'kusto.usgovcloudapi.net'],
  frontDoor: ['azurefd.net', 'azurefd.us'],
  cdn: ['azureedge.net', 'azureedge.us'],
  cloudApp: ['cloudapp.azure.com', 'cloudapp.usgovcloudapi.net'],
  monitor: ['applicationinsights.azure.com', 'applicationinsights.us'],
  storage: ['core.windows.net', 'core.usgovcloudapi.net'],
  logic: ['logic.azure.com', 'logic.azure.us'],
} satisfies Record<string, [string, string]>;

/** The domain suffix of a service in the world's cloud. */
export const suffixOf = (world: World, service: keyof typeof table): string => table[service][world.cloud === 'government' ? 1 : 0]!;
