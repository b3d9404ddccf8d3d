import type { Json, JsonObject } from '@cloudwright/engine';
import { isObject, objectAt, textAt } from '../body.ts';
import type { WriteRequest } from '../../wire/provider.ts';
import { scriptSample } from '../../world/script-samples.ts';
import { type TypeRow } from '../type-row.ts';

const extension = (type: string, row: Partial<TypeRow> = {}): TypeRow => ({ type, extension: true, noProvisioningState: true, ...row });
const subscriptionWide = (type: string, row: Partial<TypeRow> = {}): TypeRow => ({ type, locations: 'none', scopes: ['subscription', 'resourceGroup', 'managementGroup', 'tenant'], duration: 0, ...row });

/** Outputs of a script: the sandbox runs no scripts, so they are what the author gave as a sample, in a tag or on the console. */
function sampleOutputs({ id, world }: WriteRequest, body: JsonObject): JsonObject {
  const sample = textAt(objectAt(body, 'tags'), 'sandbox-outputs');
  if (!sample) return scriptSample(world, id.name)?.outputs ?? {};
  try {
    const value: unknown = JSON.parse(sample);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Types that stand on another resource or above resource groups, and scripts that are recorded and never executed. */
export const extensionRows: TypeRow[] = [
  extension('Microsoft.EventGrid/eventSubscriptions'),
  extension('Microsoft.GuestConfiguration/guestConfigurationAssignments'),
  extension('Microsoft.Maintenance/configurationAssignments'),
  extension('Microsoft.Automanage/configurationProfileAssignments'),
  extension('Microsoft.KubernetesConfiguration/extensions', { noProvisioningState: false }),
  extension('Microsoft.KubernetesConfiguration/fluxConfigurations', { noProvisioningState: false }),
  extension('Microsoft.Chaos/targets'),
  extension('Microsoft.ServiceLinker/linkers'),
  extension('Microsoft.HybridConnectivity/endpoints'),
  extension('Microsoft.Security/advancedThreatProtectionSettings'),
  extension('Microsoft.Security/defenderForStorageSettings'),
  extension('Microsoft.Security/deviceSecurityGroups'),
  extension('Microsoft.Security/pricings', { scopes: ['subscription'] }),
  ...['alertRules', 'automationRules', 'bookmarks', 'dataConnectors', 'onboardingStates', 'settings', 'watchlists', 'sourcecontrols', 'contentPackages', 'metadata', 'incidents', 'threatIntelligence', 'entityQueries', 'contentTemplates']
    .map((name) => extension(`Microsoft.SecurityInsights/${name}`)),
  extension('Microsoft.AzureStackHCI/virtualMachineInstances', { noProvisioningState: false }),
  extension('Microsoft.AzureStackHCI/edgeDevices', { noProvisioningState: false }),
  extension('Microsoft.Advisor/configurations'),
  extension('Microsoft.ManagedServices/registrationAssignments', { noProvisioningState: false }),
  extension('Microsoft.ManagedServices/registrationDefinitions', { noProvisioningState: false }),
  extension('Microsoft.DataProtection/backupInstances'),
  extension('Microsoft.Relationships/serviceGroupMember'),
  subscriptionWide('Microsoft.Consumption/budgets', {
    required: ['properties.category', 'properties.amount', 'properties.timeGrain', 'properties.timePeriod'], noProvisioningState: true,
    computed: { 'properties.currentSpend': () => ({ amount: 0, unit: 'USD' }) },
  }),
  subscriptionWide('Microsoft.CostManagement/exports'), subscriptionWide('Microsoft.CostManagement/views'), subscriptionWide('Microsoft.CostManagement/scheduledActions'),
  subscriptionWide('Microsoft.Security/automations'), subscriptionWide('Microsoft.Security/securityContacts'), subscriptionWide('Microsoft.Security/autoProvisioningSettings'),
  subscriptionWide('Microsoft.Security/workspaceSettings'), subscriptionWide('Microsoft.Security/settings'), subscriptionWide('Microsoft.Security/alertsSuppressionRules'),
  subscriptionWide('Microsoft.Quota/quotas'), subscriptionWide('Microsoft.Blueprint/blueprints'), subscriptionWide('Microsoft.Blueprint/blueprintAssignments'),
  {
    type: 'Microsoft.Resources/deploymentScripts', name: { pattern: /^[\w.()-]+$/, min: 1, max: 90 }, locations: 'all',
    required: ['location', 'kind', 'properties.retentionInterval'],
    oneOf: { kind: ['AzurePowerShell', 'AzureCLI'] },
    writeOnly: ['properties.storageAccountSettings.storageAccountKey', 'properties.environmentVariables[*].secureValue'],
    defaults: { properties: { cleanupPreference: 'Always', timeout: 'P1D' } },
    computed: {
      'properties.outputs': (request, body): Json => sampleOutputs(request, body),
      'properties.status': ({ existing, world }): Json => objectAt(existing?.body ?? {}, 'properties.status')['containerInstanceId'] ? objectAt(existing!.body, 'properties.status') : { containerInstanceId: '', storageAccountId: '', startTime: world.now().toISOString(), endTime: world.now().toISOString(), expirationTime: world.now().toISOString() },
    },
    actions: [{
      name: 'logs', method: 'GET', list: false,
      run: ({ resource }) => ({ value: [{ id: `${resource.id}/logs/default`, name: 'default', type: 'Microsoft.Resources/deploymentScripts/logs', properties: { log: 'The sandbox records scripts and does not execute them. Outputs are those of the tag sandbox-outputs (JSON) or of a sample given on the console.' } }] }),
    }],
  },
  ...['iotconnectors', 'fhirservices', 'dicomservices'].map((name): TypeRow => ({ type: `Microsoft.HealthcareApis/workspaces/${name}` })),
  { type: 'Microsoft.Resources/templateSpecs', locations: 'all', duration: 0, noProvisioningState: true },
  { type: 'Microsoft.Resources/templateSpecs/versions', locations: 'all', noProvisioningState: true, required: ['location'] },
];

