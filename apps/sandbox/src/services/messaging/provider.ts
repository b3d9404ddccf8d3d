import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest } from '../../wire/provider.ts';
import { textAt, textsAt, valueAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, regenerates, secretOf, typeOf, type TypeRow } from '../type-row.ts';

const NAMESPACE_NAME = { pattern: /^[A-Za-z](?!.*--)[A-Za-z0-9-]*[A-Za-z0-9]$/, min: 6, max: 50, code: 'BadRequest', message: (name: string) => `The specified name '${name}' is not a valid namespace name: it must have 6 to 50 letters, digits or '-', begin with a letter and end with a letter or digit.` };

const keysOf = (request: ResourceRequest): Json => {
  const [host = '', ...rest] = request.id.names;
  const entity = rest.slice(0, -1).join('/');
  const domain = `${host}.${suffixOf(request.world, 'serviceBus')}`;
  const connection = (key: string): string => `Endpoint=sb://${domain}/;SharedAccessKeyName=${request.resource.name};SharedAccessKey=${key}${entity ? `;EntityPath=${entity}` : ''}`;
  const [primary, secondary] = [secretOf(request, 'primaryKey'), secretOf(request, 'secondaryKey')];
  return { primaryConnectionString: connection(primary), secondaryConnectionString: connection(secondary), primaryKey: primary, secondaryKey: secondary, keyName: request.resource.name };
};

const rule = (type: string): TypeRow => ({
  type: `${type}/authorizationRules`, noProvisioningState: true, required: ['properties.rights'], keys: ['primaryKey', 'secondaryKey'],
  check: ({ body }) => {
    const rights = textsAt(body, 'properties.rights');
    if (rights.some((right) => !['Manage', 'Send', 'Listen'].includes(right))) throw new ArmError(400, 'BadRequest', `The rights '${rights.join(', ')}' are not valid: Manage, Send and Listen are.`);
    if (rights.includes('Manage') && (!rights.includes('Send') || !rights.includes('Listen'))) throw new ArmError(400, 'BadRequest', 'Manage permission should also include Send and Listen. To know more visit https://aka.ms/sbResourceMgrExceptions.');
  },
  actions: [lists('listKeys', keysOf), regenerates('regenerateKeys', (body) => ({ primarykey: 'primaryKey', secondarykey: 'secondaryKey' })[textAt(body, 'keyType')?.toLowerCase() ?? ''], keysOf)],
});

/** One broker: its namespaces, entities and rules. Every namespace has its RootManageSharedAccessKey. */
function broker(namespace: string, entities: { path: string; row?: Partial<TypeRow>; rules?: boolean }[], sku: string): Provider {
  const top = `${namespace}/namespaces`;
  const rows: TypeRow[] = [
    {
      type: top, required: ['location'], duration: 1500, name: NAMESPACE_NAME,
      globalName: { code: 'BadRequest', status: 400, message: (name) => `Namespace name already in use: '${name}'.` },
      defaults: ({ body }) => ({ sku: { name: sku, tier: textAt(body, 'sku.name') ?? sku, ...(namespace === 'Microsoft.EventHub' ? { capacity: 1 } : {}) }, properties: { zoneRedundant: false, disableLocalAuth: false, minimumTlsVersion: '1.2', publicNetworkAccess: 'Enabled', ...(namespace === 'Microsoft.EventHub' ? { isAutoInflateEnabled: false, maximumThroughputUnits: 0, kafkaEnabled: true } : {}) } }),
      oneOf: { 'sku.name': ['Basic', 'Standard', 'Premium'] },
      invalid: (_path, value) => new ArmError(400, 'BadRequest', `Invalid sku name '${value}'. Basic, Standard and Premium are valid.`),
      once: { 'properties.createdAt': ({ world }) => world.now().toISOString() },
      computed: { 'properties.serviceBusEndpoint': ({ id, world }) => `https://${id.name}.${suffixOf(world, 'serviceBus')}:443/`, 'properties.metricId': ({ id }) => `${id.subscriptionId ?? ''}:${id.name}`, 'properties.status': () => 'Active' },
      finish: (request, result) => ({
        ...result,
        others: request.existing ? [] : [{ id: `${request.id.id}/authorizationRules/RootManageSharedAccessKey`, body: { properties: { rights: ['Listen', 'Manage', 'Send'] } }, secret: { primaryKey: request.world.newKey(32), secondaryKey: request.world.newKey(32) } }],
      }),
    },
    rule(top),
    ...entities.flatMap(({ path, row, rules }) => [{ type: `${top}/${path}`, noProvisioningState: true, ...row } satisfies TypeRow, ...(rules ? [rule(`${top}/${path}`)] : [])]),
    { type: `${top}/networkRuleSets`, singletons: ['default'], noProvisioningState: true },
    { type: `${top}/privateEndpointConnections`, noProvisioningState: true },
  ];
  return {
    namespace, types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf(namespace), ...row })),
    operations: [{
      method: 'POST', path: `/subscriptions/{subscriptionId}/providers/${namespace}/CheckNameAvailability`,
      run: ({ world, body }): Json => (world.list({ type: top, name: String(body['name'] ?? '') }).length ? { nameAvailable: false, reason: 'NameInUse', message: `Namespace name already in use: '${String(body['name'])}'.` } : { nameAvailable: true, reason: 'None', message: '' }),
    }],
  };
}

const bounded = (member: string, low: number, high: number): NonNullable<TypeRow['check']> => ({ body, id }) => {
  const value = valueAt(body, `properties.${member}`);
  if (typeof value === 'number' && (value < low || value > high)) throw new ArmError(400, 'BadRequest', `The value ${value} of ${member} of '${id.name}' is not valid: it has to be between ${low} and ${high}.`);
};
const notOnBasic = (what: string): NonNullable<TypeRow['check']> => ({ parent, id }) => {
  if (parent && textAt(parent.body, 'sku.name') === 'Basic') throw new ArmError(400, 'BadRequest', `${what} '${id.name}' cannot be created: the Basic sku of the namespace has no ${what.toLowerCase()}s.`);
};

/** Event hubs. */
export const eventHub = broker('Microsoft.EventHub', [
  { path: 'eventhubs', rules: true, row: { defaults: { properties: { messageRetentionInDays: 7, partitionCount: 4, status: 'Active' } }, computed: { 'properties.partitionIds': (_request, body) => Array.from({ length: Number(valueAt(body, 'properties.partitionCount') ?? 4) }, (_, index) => String(index)) }, check: bounded('partitionCount', 1, 1024) } },
  { path: 'eventhubs/consumergroups' }, { path: 'schemagroups' },
], 'Standard');

/** Service bus: queues, topics, subscriptions. */
export const serviceBus = broker('Microsoft.ServiceBus', [
  { path: 'queues', rules: true, row: { defaults: { properties: { lockDuration: 'PT1M', maxSizeInMegabytes: 1024, requiresDuplicateDetection: false, requiresSession: false, deadLetteringOnMessageExpiration: false, maxDeliveryCount: 10, status: 'Active', enablePartitioning: false } }, check: bounded('maxDeliveryCount', 1, 2000) } },
  { path: 'topics', rules: true, row: { defaults: { properties: { maxSizeInMegabytes: 1024, requiresDuplicateDetection: false, enableBatchedOperations: true, status: 'Active', enablePartitioning: false } }, check: notOnBasic('Topic') } },
  { path: 'topics/subscriptions', row: { defaults: { properties: { lockDuration: 'PT1M', requiresSession: false, maxDeliveryCount: 10, status: 'Active' } } } }, { path: 'topics/subscriptions/rules' },
], 'Standard');

/** Relays. */
export const relay = broker('Microsoft.Relay', [{ path: 'wcfRelays', rules: true }, { path: 'hybridConnections', rules: true }], 'Standard');

/** Notification hubs. */
export const notificationHubs = broker('Microsoft.NotificationHubs', [{ path: 'notificationHubs', rules: true, row: { locations: 'all' } }], 'Standard');
