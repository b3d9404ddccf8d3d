import type { DeploymentContext, JsonObject } from '../api.ts';
import type { AboutDeployment, ScopeIds } from './scope.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { Value } from '../values.ts';

const ZERO = '00000000-0000-0000-0000-000000000000';
const DEFAULT_NOW = '2026-01-01T00:00:00Z';
const DEFAULT_NEW_GUID = '22222222-2222-4222-8222-222222222222';

/** What a deployment knows about itself before a template is read, with every default filled in. */
export interface DeploymentFacts {
  ids: ScopeIds;
  name: string;
  location: string;
  now: string;
  newGuid: () => string;
  /** The answers of subscription(), resourceGroup(), ...; deployment() is the template's own. */
  about: (what: AboutDeployment) => Value;
}

/** Fills the context's gaps: zero GUIDs, deployment `deployment`, group `example-rg` in `eastus`, group `example-mg`. */
export function deploymentFacts(context: DeploymentContext = {}): DeploymentFacts {
  const group =
    typeof context.resourceGroup === 'string' ? { name: context.resourceGroup } : (context.resourceGroup ?? { name: 'example-rg' });
  const ids: ScopeIds = {
    level: context.scope ?? 'resourceGroup',
    tenantId: context.tenantId ?? ZERO,
    subscriptionId: context.subscriptionId ?? ZERO,
    resourceGroup: group.name,
    managementGroup: context.managementGroup ?? 'example-mg',
  };
  const location = context.location ?? ('location' in group ? group.location : undefined) ?? 'eastus';
  const guid = context.newGuid ?? DEFAULT_NEW_GUID;
  const now = context.now ?? DEFAULT_NOW;
  const name = context.deploymentName ?? 'deployment';
  const about = (what: AboutDeployment): Value => {
    switch (what) {
      case 'subscription':
        if (ids.level === 'managementGroup' || ids.level === 'tenant') throw unavailable(what, ids.level);
        return { ...subscription(ids), ...context.subscription } as Value;
      case 'resourceGroup':
        if (ids.level !== 'resourceGroup') throw unavailable(what, ids.level);
        return {
          id: `/subscriptions/${ids.subscriptionId}/resourceGroups/${ids.resourceGroup}`,
          name: ids.resourceGroup,
          type: 'Microsoft.Resources/resourceGroups',
          location: 'location' in group && group.location !== undefined ? group.location : 'eastus',
          tags: 'tags' in group && group.tags !== undefined ? group.tags : {},
          ...('managedBy' in group && group.managedBy !== undefined ? { managedBy: group.managedBy } : {}),
          properties: { provisioningState: 'Succeeded' },
        };
      case 'managementGroup':
        if (ids.level !== 'managementGroup') throw unavailable(what, ids.level);
        return managementGroup(ids);
      case 'tenant':
        return { countryCode: 'US', displayName: 'Example', id: `/tenants/${ids.tenantId}`, tenantId: ids.tenantId };
      case 'environment':
        return (context.environment ?? generalCloud()) as Value;
      case 'deployer':
        return (context.deployer ?? { objectId: ZERO, tenantId: ids.tenantId, userPrincipalName: '' }) as Value;
      case 'deployment':
        return deployment(name, location, ids, context.templateUri);
    }
  };
  return { ids, name, location, now, newGuid: typeof guid === 'function' ? guid : () => guid, about };
}

function unavailable(what: AboutDeployment, level: ScopeIds['level']): EvaluationError {
  return new EvaluationError(
    'NotAvailable',
    `The template function '${what}' is not expected at this location: it is not available in a deployment at the scope '${level}'.`,
  );
}

function subscription(ids: ScopeIds): JsonObject {
  return {
    id: `/subscriptions/${ids.subscriptionId}`,
    subscriptionId: ids.subscriptionId,
    tenantId: ids.tenantId,
    displayName: 'Example Subscription',
  };
}

function managementGroup(ids: ScopeIds): Value {
  return {
    id: `/providers/Microsoft.Management/managementGroups/${ids.managementGroup}`,
    name: ids.managementGroup,
    type: 'Microsoft.Management/managementGroups',
    properties: {
      tenantId: ids.tenantId,
      displayName: ids.managementGroup,
      details: {
        version: 1,
        parent: {
          id: `/providers/Microsoft.Management/managementGroups/${ids.tenantId}`,
          name: ids.tenantId,
          displayName: 'Tenant Root Group',
        },
      },
    },
  };
}

/** The id of a deployment, by the scope it runs at. */
export function deploymentId(name: string, ids: ScopeIds): string {
  const suffix = `/providers/Microsoft.Resources/deployments/${name}`;
  switch (ids.level) {
    case 'resourceGroup':
      return `/subscriptions/${ids.subscriptionId}/resourceGroups/${ids.resourceGroup}${suffix}`;
    case 'subscription':
      return `/subscriptions/${ids.subscriptionId}${suffix}`;
    case 'managementGroup':
      return `/providers/Microsoft.Management/managementGroups/${ids.managementGroup}${suffix}`;
    case 'tenant':
      return suffix;
  }
}

function deployment(name: string, location: string, ids: ScopeIds, templateUri: string | undefined): Value {
  const properties: Value = {
    ...(templateUri === undefined ? {} : { templateLink: { uri: templateUri } }),
    template: { $schema: '', contentVersion: '1.0.0.0', resources: [] },
    parameters: {},
    mode: 'Incremental',
    provisioningState: 'Accepted',
  };
  // Only a deployment above the resource group has a location of its own.
  return { name, ...(ids.level === 'resourceGroup' ? {} : { location }), properties };
}

/** environment() of the general cloud, as "Deployment functions for ARM templates" shows it. */
function generalCloud(): JsonObject {
  return {
    name: 'AzureCloud',
    gallery: 'https://gallery.azure.com/',
    graph: 'https://graph.windows.net/',
    portal: 'https://portal.azure.com',
    graphAudience: 'https://graph.windows.net/',
    activeDirectoryDataLake: 'https://datalake.azure.net/',
    batch: 'https://batch.core.windows.net/',
    media: 'https://rest.media.azure.net',
    sqlManagement: 'https://management.core.windows.net:8443/',
    vmImageAliasDoc: 'https://raw.githubusercontent.com/Azure/azure-rest-api-specs/master/arm-compute/quickstart-templates/aliases.json',
    resourceManager: 'https://management.azure.com/',
    authentication: {
      loginEndpoint: 'https://login.microsoftonline.com/',
      audiences: ['https://management.core.windows.net/', 'https://management.azure.com/'],
      tenant: 'common',
      identityProvider: 'AAD',
    },
    suffixes: {
      acrLoginServer: '.azurecr.io',
      azureDatalakeAnalyticsCatalogAndJob: 'azuredatalakeanalytics.net',
      azureDatalakeStoreFileSystem: 'azuredatalakestore.net',
      azureFrontDoorEndpointSuffix: 'azurefd.net',
      keyvaultDns: '.vault.azure.net',
      sqlServerHostname: '.database.windows.net',
      storage: 'core.windows.net',
    },
  };
}
