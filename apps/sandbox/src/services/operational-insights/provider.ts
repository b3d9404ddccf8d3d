import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest } from '../../wire/provider.ts';
import { textAt, valueAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { lists, regenerates, secretOf, typeOf, type TypeRow } from '../type-row.ts';

const WORKSPACE = 'Microsoft.OperationalInsights/workspaces';
const SKUS = ['Free', 'Standard', 'Premium', 'PerNode', 'PerGB2018', 'Standalone', 'CapacityReservation', 'LACluster', 'pergb', 'OnPremises'];
const keysOf = (request: ResourceRequest): Json => ({ primarySharedKey: secretOf(request, 'primarySharedKey'), secondarySharedKey: secretOf(request, 'secondarySharedKey') });

const rows: TypeRow[] = [
  {
    type: WORKSPACE, required: ['location'], duration: 1500,
    name: { pattern: /^[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9]$/, min: 4, max: 63, code: 'InvalidResourceName', message: (name) => `The workspace name '${name}' is not valid: it must have 4 to 63 characters, letters, digits or '-', and the '-' must not be the first or the last one.` },
    defaults: { properties: { sku: { name: 'PerGB2018' }, retentionInDays: 30, features: { legacy: 0, searchVersion: 1, enableLogAccessUsingOnlyResourcePermissions: true }, workspaceCapping: { dailyQuotaGb: -1, dataIngestionStatus: 'RespectQuota' }, publicNetworkAccessForIngestion: 'Enabled', publicNetworkAccessForQuery: 'Enabled' } },
    oneOf: { 'properties.sku.name': SKUS },
    invalid: (_path, value) => new ArmError(400, 'InvalidParameter', `'sku' property value '${value}' is not valid. Allowed values: ${SKUS.slice(0, 7).join(', ')}.`),
    keys: ['primarySharedKey', 'secondarySharedKey'],
    once: { 'properties.customerId': ({ world }) => world.newId(), 'properties.createdDate': ({ world }) => world.now().toISOString() },
    computed: { 'properties.workspaceCapping.quotaNextResetTime': ({ existing, world }) => textAt(existing?.body ?? {}, 'properties.workspaceCapping.quotaNextResetTime') ?? world.now().toISOString() },
    check: ({ body }) => {
      const days = valueAt(body, 'properties.retentionInDays');
      if (typeof days === 'number' && days !== -1 && (days < 4 || days > 730)) throw new ArmError(400, 'InvalidParameter', "'RetentionInDays' property doesn't match the SKU limits: it has to be between 30 and 730 days.");
    },
    actions: [
      lists('sharedKeys', keysOf), lists('listKeys', keysOf), regenerates('regenerateSharedKey', () => 'primarySharedKey', keysOf),
      { name: 'usages', method: 'GET', run: () => ({ value: [] }) }, { name: 'schema', run: () => ({ value: [] }) }, { name: 'intelligencePacks', method: 'GET', run: () => [] },
    ],
  },
  { type: `${WORKSPACE}/savedSearches`, noProvisioningState: true, required: ['properties.category', 'properties.displayName', 'properties.query'], defaults: { properties: { version: 2 } } },
  { type: `${WORKSPACE}/linkedServices`, required: ['properties'] },
  { type: `${WORKSPACE}/dataSources`, noProvisioningState: true, required: ['kind', 'properties'] },
  { type: `${WORKSPACE}/tables`, required: ['properties'], defaults: { properties: { plan: 'Analytics', retentionInDays: 30, totalRetentionInDays: 30 } } },
  { type: `${WORKSPACE}/dataExports`, noProvisioningState: true, required: ['properties.tableNames'] },
  { type: 'Microsoft.OperationalInsights/clusters', required: ['location'], once: { 'properties.clusterId': ({ world }) => world.newId() } },
];

const solutions: TypeRow[] = [
  {
    type: 'Microsoft.OperationsManagement/solutions', required: ['location', 'plan.name', 'properties.workspaceResourceId'],
    references: [{ path: 'properties.workspaceResourceId', missing: (id) => new ArmError(404, 'ResourceNotFound', `The Resource '${id.split('/providers/').at(-1)!}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`) }],
  },
  { type: 'Microsoft.OperationsManagement/managementConfigurations', required: ['location'] },
];

/** Microsoft.OperationalInsights. */
export const operationalInsights: Provider = { namespace: 'Microsoft.OperationalInsights', types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.OperationalInsights'), ...row })) };

/** Microsoft.OperationsManagement: the solutions of a workspace. */
export const operationsManagement: Provider = { namespace: 'Microsoft.OperationsManagement', types: solutions.map((row) => typeOf(row)) };
