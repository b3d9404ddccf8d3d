import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { OperationRequest, Provider } from '../../wire/provider.ts';
import { listAt, textAt, textsAt, valueAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { exists, resourceNotFound, typeOf, type TypeRow } from '../type-row.ts';

const rows: TypeRow[] = [
  {
    type: 'Microsoft.Insights/components', required: ['location'], duration: 0,
    name: { pattern: /^[^%&\\?/#+]*[^%&\\?/#+. ]$/, min: 1, max: 260 },
    defaults: { kind: 'web', properties: { Application_Type: 'web', Flow_Type: 'Bluefield', Request_Source: 'rest', RetentionInDays: 90, IngestionMode: 'ApplicationInsights', publicNetworkAccessForIngestion: 'Enabled', publicNetworkAccessForQuery: 'Enabled', Ver: 'v2' } },
    once: { 'properties.InstrumentationKey': ({ world }) => world.newId(), 'properties.AppId': ({ world }) => world.newId(), 'properties.CreationDate': ({ world }) => world.now().toISOString() },
    computed: {
      'properties.ApplicationId': ({ id }) => id.name, 'properties.Name': ({ id }) => id.name, 'properties.TenantId': ({ id }) => id.subscriptionId ?? '',
      'properties.ConnectionString': ({ world }, body) => `InstrumentationKey=${textAt(body, 'properties.InstrumentationKey') ?? ''};IngestionEndpoint=https://${textAt(body, 'location') ?? ''}-0.in.${suffixOf(world, 'monitor')}/;LiveEndpoint=https://${textAt(body, 'location') ?? ''}.livediagnostics.monitor.azure.com/;ApplicationId=${textAt(body, 'properties.AppId') ?? ''}`,
    },
    references: [{ path: 'properties.WorkspaceResourceId', missing: (id) => new ArmError(400, 'BadRequest', `Workspace '${id}' was not found.`) }],
    actions: [{ name: 'currentbillingfeatures', method: 'GET', run: () => ({ CurrentBillingFeatures: ['Basic'], DataVolumeCap: { Cap: 100, ResetTime: 0, WarningThreshold: 90 } }) }],
  },
  {
    type: 'Microsoft.Insights/diagnosticSettings', extension: true, noProvisioningState: true, required: ['properties'],
    missing: () => ({ code: 'BadRequest', message: 'Diagnostic settings properties must not be null or empty.' }),
    defaults: { properties: { logs: [], metrics: [] } },
    references: ['workspaceId', 'storageAccountId'].map((name) => ({ path: `properties.${name}`, missing: resourceNotFound })),
    check: (request) => {
      const targets = ['workspaceId', 'storageAccountId', 'eventHubAuthorizationRuleId', 'marketplacePartnerId', 'serviceBusRuleId'].map((name) => textAt(request.body, `properties.${name}`)).filter((id) => id !== undefined && id !== '');
      if (!targets.length) throw new ArmError(400, 'BadRequest', 'At least one data sink needs to be specified.');
      const twin = request.world.list({ type: 'Microsoft.Insights/diagnosticSettings', parent: request.id.scope }).find((other) => other.name.toLowerCase() !== request.id.name.toLowerCase() && textAt(request.body, 'properties.workspaceId') !== undefined && textAt(other.body, 'properties.workspaceId')?.toLowerCase() === textAt(request.body, 'properties.workspaceId')?.toLowerCase());
      if (twin) throw new ArmError(409, 'Conflict', `Data sink '${textAt(twin.body, 'properties.workspaceId') ?? ''}' is already used in diagnostic setting '${twin.name}' for category 'AllMetrics'. Data sinks can't be reused in different settings on the same category for the same resource.`);
    },
  },
  {
    type: 'Microsoft.Insights/actionGroups', locations: 'all', duration: 0, noProvisioningState: true, required: ['location', 'properties.groupShortName'],
    missing: (path) => ({ code: 'GroupShortNameIsRequired', message: `The ${path.split('.').at(-1)!} of an action group is required.` }),
    defaults: { properties: { enabled: true, emailReceivers: [], smsReceivers: [], webhookReceivers: [], itsmReceivers: [], azureAppPushReceivers: [], automationRunbookReceivers: [], voiceReceivers: [], logicAppReceivers: [], azureFunctionReceivers: [], armRoleReceivers: [] } },
    check: ({ body }) => {
      const short = textAt(body, 'properties.groupShortName') ?? '';
      if (short.length < 1 || short.length > 12) throw new ArmError(400, 'GroupShortNameLengthInvalid', `The action group short name '${short}' must have 1 to 12 characters.`);
      for (const receiver of listAt(body, 'properties.emailReceivers')) if (!/^[^@\s]+@[^@\s]+$/.test(textAt(receiver, 'emailAddress') ?? '')) throw new ArmError(400, 'InvalidEmailAddress', `The email address '${textAt(receiver, 'emailAddress') ?? ''}' of receiver '${textAt(receiver, 'name') ?? ''}' is not valid.`);
    },
  },
  {
    type: 'Microsoft.Insights/metricAlerts', locations: 'all', duration: 0, noProvisioningState: true, required: ['location', 'properties.severity', 'properties.criteria', 'properties.scopes'],
    missing: (path) => ({ code: 'BadRequest', message: `The property '${path}' is required.` }),
    defaults: { properties: { enabled: true, autoMitigate: true, evaluationFrequency: 'PT1M', windowSize: 'PT5M', actions: [] } },
    check: (request) => {
      const severity = valueAt(request.body, 'properties.severity');
      if (typeof severity === 'number' && (severity < 0 || severity > 4)) throw new ArmError(400, 'BadRequest', `The severity ${severity} is not valid. It has to be between 0 and 4.`);
      for (const scope of textsAt(request.body, 'properties.scopes')) {
        if (!scope.startsWith('/')) throw new ArmError(400, 'BadRequest', `The scope '${scope}' is not a valid resource id.`);
        if (scope.includes('/providers/') && !exists(request, scope)) throw resourceNotFound(scope);
      }
    },
    references: [{ path: 'properties.actions[*].actionGroupId', missing: resourceNotFound }],
  },
  { type: 'Microsoft.Insights/activityLogAlerts', locations: 'all', duration: 0, noProvisioningState: true, required: ['properties.scopes', 'properties.condition'], defaults: { location: 'global', properties: { enabled: true } }, references: [{ path: 'properties.actions.actionGroups[*].actionGroupId', missing: resourceNotFound }] },
  { type: 'Microsoft.Insights/scheduledQueryRules', duration: 0, noProvisioningState: true, required: ['location'], defaults: { properties: { enabled: true } } },
  {
    type: 'Microsoft.Insights/autoscalesettings', duration: 0, noProvisioningState: true, required: ['location', 'properties.profiles'], defaults: { properties: { enabled: true } },
    check: ({ body }) => {
      for (const profile of listAt(body, 'properties.profiles')) {
        const [low, high, usual] = ['minimum', 'maximum', 'default'].map((name) => Number(valueAt(profile, `capacity.${name}`)));
        if (low! > high! || usual! < low! || usual! > high!) throw new ArmError(400, 'InvalidAutoscaleProfileCapacity', `The capacity of autoscale profile '${textAt(profile, 'name') ?? ''}' is not valid: minimum ${low}, default ${usual}, maximum ${high}.`);
      }
    },
  },
  { type: 'Microsoft.Insights/webtests', duration: 0, required: ['location'] },
  { type: 'Microsoft.Insights/workbooks', duration: 0, noProvisioningState: true, required: ['location', 'properties.displayName', 'properties.serializedData'] },
  { type: 'Microsoft.Insights/workbooktemplates', duration: 0, noProvisioningState: true },
  { type: 'Microsoft.Insights/alertrules', duration: 0, noProvisioningState: true, required: ['location', 'properties.condition'] },
  { type: 'Microsoft.Insights/logprofiles', scopes: ['subscription'], duration: 0, noProvisioningState: true },
  { type: 'Microsoft.Insights/privateLinkScopes', locations: 'all', duration: 0 },
  { type: 'Microsoft.Insights/dataCollectionEndpoints', duration: 0, required: ['location'], computed: { 'properties.logsIngestion.endpoint': ({ id }, body) => `https://${id.name}.${textAt(body, 'location') ?? ''}-1.ingest.monitor.azure.com`, 'properties.immutableId': ({ id }) => `dce-${Buffer.from(id.name).toString('hex').padEnd(32, '0').slice(0, 32)}` } },
  { type: 'Microsoft.Insights/dataCollectionRules', duration: 0, required: ['location'], computed: { 'properties.immutableId': ({ id }) => `dcr-${Buffer.from(id.name).toString('hex').padEnd(32, '0').slice(0, 32)}` } },
  { type: 'Microsoft.Insights/dataCollectionRuleAssociations', extension: true, noProvisioningState: true },
];

// What metrics answers by resource type: metric, unit, mean, swing.
const metrics: Record<string, [string, string, number, number][]> = {
  'microsoft.compute/virtualmachines': [['Percentage CPU', 'Percent', 18, 14], ['Network In Total', 'Bytes', 4e6, 3e6], ['Network Out Total', 'Bytes', 6e6, 4e6], ['Disk Read Bytes', 'Bytes', 2e6, 2e6], ['Disk Write Bytes', 'Bytes', 3e6, 2e6], ['Available Memory Bytes', 'Bytes', 3e9, 4e8]],
  'microsoft.storage/storageaccounts': [['UsedCapacity', 'Bytes', 5e9, 1e6], ['Transactions', 'Count', 120, 90], ['Ingress', 'Bytes', 1e6, 9e5], ['Egress', 'Bytes', 2e6, 1e6], ['SuccessE2ELatency', 'MilliSeconds', 12, 6]],
  'microsoft.web/sites': [['Requests', 'Count', 40, 30], ['Http5xx', 'Count', 0, 1], ['AverageResponseTime', 'Seconds', 0.3, 0.2], ['CpuTime', 'Seconds', 5, 4], ['FunctionExecutionCount', 'Count', 12, 9]],
};
const fallback: [string, string, number, number][] = [['Requests', 'Count', 10, 8]];

const resourceMetrics = (id: string): [string, string, number, number][] => metrics[/\/providers\/([^/]+\/[^/]+)/i.exec(id)?.[1]?.toLowerCase() ?? ''] ?? fallback;

const seconds = (text: string): number => {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  return parts ? Number(parts[1] ?? 0) * 86400 + Number(parts[2] ?? 0) * 3600 + Number(parts[3] ?? 0) * 60 + Number(parts[4] ?? 0) : 60;
};

/** A smooth daily curve: the same resource, metric and minute always give the same value. A machine that is off gives none. */
function metricValues(request: OperationRequest): Json {
  const id = `/${request.params['scope']!.replace(/^\//, '')}`;
  const resource = request.world.get(id);
  if (!resource) throw resourceNotFound(id);
  const now = request.world.now().getTime();
  const [from, to] = (request.query.get('timespan') ?? '').split('/').map((text) => Date.parse(text));
  const end = Number.isNaN(to) || to === undefined ? now : to;
  const start = Number.isNaN(from) || from === undefined ? end - 3600_000 : from;
  const interval = request.query.get('interval') ?? 'PT1M';
  const step = Math.max(seconds(interval), (end - start) / 1000 / 2000, 60) * 1000;
  const wanted = (request.query.get('metricnames') ?? resourceMetrics(id)[0]![0]).split(',');
  const aggregation = (request.query.get('aggregation') ?? 'average').split(',').map((name) => name.trim().toLowerCase());
  const off = resource.type.endsWith('/virtualMachines') && (textAt(resource.secret, 'power') ?? 'running') !== 'running';
  const seed = Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  return {
    cost: 0, timespan: `${new Date(start).toISOString()}/${new Date(end).toISOString()}`, interval, namespace: resource.type, resourceregion: resource.location ?? '',
    value: wanted.map((name): Json => {
      const row = resourceMetrics(id).find(([one]) => one.toLowerCase() === name.trim().toLowerCase());
      if (!row) throw new ArmError(400, 'BadRequest', `Failed to find metric configuration for provider: ${resource.type.split('/')[0]!}, resource Type: ${resource.type.split('/').slice(1).join('/')}, metric: ${name}, Valid metrics: ${resourceMetrics(id).map(([one]) => one).join(',')}`);
      const [metric, unit, mean, swing] = row;
      const data: JsonObject[] = [];
      for (let at = start; at < end; at += step) {
        const value = Math.max(0, mean + swing * Math.sin((at / 86_400_000) * 2 * Math.PI + seed) + (swing / 4) * Math.sin(at / 600_000 + seed));
        const rounded = Math.round(value * 1000) / 1000;
        data.push({ timeStamp: new Date(at).toISOString(), ...(off ? {} : Object.fromEntries(aggregation.map((kind) => [kind, kind === 'count' ? 1 : rounded]))) });
      }
      return { id: `${id}/providers/Microsoft.Insights/metrics/${metric}`, type: 'Microsoft.Insights/metrics', name: { value: metric, localizedValue: metric }, displayDescription: metric, unit, errorCode: 'Success', timeseries: [{ metadatavalues: [], data }] };
    }),
  };
}

/** Microsoft.Insights. */
export const insights: Provider = {
  namespace: 'Microsoft.Insights',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Insights'), ...row })),
  operations: [
    { method: 'GET', path: '{scope*}/providers/Microsoft.Insights/metrics', run: metricValues },
    {
      method: 'GET', path: '{scope*}/providers/Microsoft.Insights/metricDefinitions',
      run: (request): Json => ({ value: resourceMetrics(request.params['scope']!).map(([name, unit]) => ({ id: `${request.params['scope']!}/providers/Microsoft.Insights/metricdefinitions/${name}`, resourceId: request.params['scope']!, name: { value: name, localizedValue: name }, unit, primaryAggregationType: 'Average', supportedAggregationTypes: ['Average', 'Minimum', 'Maximum', 'Total'], metricAvailabilities: [{ timeGrain: 'PT1M', retention: 'P93D' }], isDimensionRequired: false })) }),
    },
  ],
};
