/**
 * Addresses of the clouds: one table. Sources: the Azure CLI's cloud definitions, Microsoft Learn "Compare Azure
 * Government and global Azure". The sandbox has the same row shape; only addresses and a CA differ.
 */

/** The two clouds a directory can live in (`x-ms-service`). */
export const cloudKinds = ['general', 'government'] as const;
export type CloudKind = (typeof cloudKinds)[number];

export interface CloudEndpoints {
  kind: CloudKind;
  /** Authority host without a trailing slash; tokens of tenant t are issued by `<authority>/<t>/v2.0`. */
  authority: string;
  /** Resource Manager's base address. */
  resourceManager: string;
  /** The resource that a management token is asked for; `<it>/.default` is the scope. */
  resourceManagerAudience: string;
  /** All audiences that Resource Manager accepts. */
  resourceManagerAudiences: readonly string[];
  graph: string;
  storageSuffix: string;
  storageAudience: string;
  keyVaultSuffix: string;
  sqlSuffix: string;
  registrySuffix: string;
  appServiceSuffix: string;
  logAnalytics: string;
  applicationInsights: string;
  powerBi: { api: string; app: string; audience: string };
  portal: string;
  /** The public price list; government prices are rows of the same list. */
  retailPrices: string;
  /** PEM of the certificate authority to trust, where it is not a public one. */
  ca?: string;
}

const general: CloudEndpoints = {
  kind: 'general',
  authority: 'https://login.microsoftonline.com',
  resourceManager: 'https://management.azure.com',
  resourceManagerAudience: 'https://management.azure.com',
  resourceManagerAudiences: ['https://management.azure.com', 'https://management.core.windows.net'],
  graph: 'https://graph.microsoft.com',
  storageSuffix: 'core.windows.net',
  storageAudience: 'https://storage.azure.com',
  keyVaultSuffix: 'vault.azure.net',
  sqlSuffix: 'database.windows.net',
  registrySuffix: 'azurecr.io',
  appServiceSuffix: 'azurewebsites.net',
  logAnalytics: 'https://api.loganalytics.io',
  applicationInsights: 'https://api.applicationinsights.io',
  powerBi: {
    api: 'https://api.powerbi.com',
    app: 'https://app.powerbi.com',
    audience: 'https://analysis.windows.net/powerbi/api',
  },
  portal: 'https://portal.azure.com',
  retailPrices: 'https://prices.azure.com/api/retail/prices',
};

const government: CloudEndpoints = {
  kind: 'government',
  authority: 'https://login.microsoftonline.us',
  resourceManager: 'https://management.usgovcloudapi.net',
  resourceManagerAudience: 'https://management.usgovcloudapi.net',
  resourceManagerAudiences: ['https://management.usgovcloudapi.net', 'https://management.core.usgovcloudapi.net'],
  graph: 'https://graph.microsoft.us',
  storageSuffix: 'core.usgovcloudapi.net',
  storageAudience: 'https://storage.azure.com',
  keyVaultSuffix: 'vault.usgovcloudapi.net',
  sqlSuffix: 'database.usgovcloudapi.net',
  registrySuffix: 'azurecr.us',
  appServiceSuffix: 'azurewebsites.us',
  logAnalytics: 'https://api.loganalytics.us',
  applicationInsights: 'https://api.applicationinsights.us',
  powerBi: {
    api: 'https://api.powerbigov.us',
    app: 'https://app.powerbigov.us',
    audience: 'https://analysis.usgovcloudapi.net/powerbi/api',
  },
  portal: 'https://portal.azure.us',
  retailPrices: 'https://prices.azure.com/api/retail/prices',
};

/** The real clouds' addresses, by cloud. */
export const cloudEndpoints: Readonly<Record<CloudKind, CloudEndpoints>> = { general, government };

export interface SandboxAddresses {
  /** Plain http base of identity and console, e.g. http://localhost:8081. */
  http: string;
  /** https base of Resource Manager, Graph, prices, e.g. https://localhost:8443. */
  tls: string;
  /** PEM text of the sandbox's certificate authority. */
  ca: string;
}

/** The row of one sandbox cloud: the real cloud's row with the sandbox's addresses. */
export function sandboxEndpoints(kind: CloudKind, at: SandboxAddresses): CloudEndpoints {
  return {
    ...cloudEndpoints[kind],
    authority: at.http,
    resourceManager: at.tls,
    graph: at.tls,
    portal: at.http,
    logAnalytics: at.tls,
    applicationInsights: at.tls,
    retailPrices: `${at.tls}/api/retail/prices`,
    ca: at.ca,
  };
}

/** The v2 issuer of a directory. */
export function issuerOf(endpoints: CloudEndpoints, tenantId: string): string {
  return `${endpoints.authority}/${tenantId}/v2.0`;
}

/** What a template's environment() answers in this cloud (the documented properties). */
export function environmentOf(endpoints: CloudEndpoints): Record<string, unknown> {
  const isGeneral = endpoints.kind === 'general';
  return {
    name: isGeneral ? 'AzureCloud' : 'AzureUSGovernment',
    gallery: isGeneral ? 'https://gallery.azure.com/' : 'https://gallery.usgovcloudapi.net/',
    graph: isGeneral ? 'https://graph.windows.net/' : 'https://graph.windows.net/',
    portal: `${cloudEndpoints[endpoints.kind].portal}`,
    graphAudience: 'https://graph.windows.net/',
    activeDirectoryDataLake: 'https://datalake.azure.net/',
    batch: isGeneral ? 'https://batch.core.windows.net/' : 'https://batch.core.usgovcloudapi.net/',
    media: isGeneral ? 'https://rest.media.azure.net' : 'https://rest.media.usgovcloudapi.net',
    sqlManagement: isGeneral ? 'https://management.core.windows.net:8443/' : 'https://management.core.usgovcloudapi.net:8443/',
    vmImageAliasDoc: 'https://raw.githubusercontent.com/Azure/azure-rest-api-specs/master/arm-compute/quickstart-templates/aliases.json',
    resourceManager: `${cloudEndpoints[endpoints.kind].resourceManager}/`,
    authentication: {
      loginEndpoint: `${cloudEndpoints[endpoints.kind].authority}/`,
      audiences: [...endpoints.resourceManagerAudiences].toReversed().map((audience) => `${audience}/`),
      tenant: 'common',
      identityProvider: 'AAD',
    },
    suffixes: {
      acrLoginServer: `.${endpoints.registrySuffix}`,
      azureDatalakeAnalyticsCatalogAndJob: 'azuredatalakeanalytics.net',
      azureDatalakeStoreFileSystem: 'azuredatalakestore.net',
      azureFrontDoorEndpointSuffix: 'azurefd.net',
      keyvaultDns: `.${endpoints.keyVaultSuffix}`,
      sqlServerHostname: `.${endpoints.sqlSuffix}`,
      storage: endpoints.storageSuffix,
    },
  };
}
