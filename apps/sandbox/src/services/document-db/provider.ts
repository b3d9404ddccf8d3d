import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest } from '../../wire/provider.ts';
import { listAt, propertiesOf, textAt, textsAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { findRegion, regionDisplayName } from '../reference/regions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, regenerates, secretOf, typeOf, type Compute, type TypeRow } from '../type-row.ts';

const ACCOUNT = 'Microsoft.DocumentDB/databaseAccounts';
const keyNames = ['primaryMasterKey', 'secondaryMasterKey', 'primaryReadonlyMasterKey', 'secondaryReadonlyMasterKey'];
const keysOf = (request: ResourceRequest): JsonObject => Object.fromEntries(keyNames.map((name) => [name, secretOf(request, name)]));
const regionalName = (region: Json | undefined): string => regionDisplayName(typeof region === 'string' ? region : '');

const connectionStrings = (request: ResourceRequest): Json => ({
  connectionStrings: ['primaryMasterKey', 'secondaryMasterKey'].map((name, index): Json => ({
    connectionString: request.resource.body['kind'] === 'MongoDB'
      ? `mongodb://${request.resource.name}:${secretOf(request, name)}@${request.resource.name}.mongo.cosmos.azure.com:10255/?ssl=true&replicaSet=globaldb&retrywrites=false&maxIdleTimeMS=120000&appName=@${request.resource.name}@`
      : `AccountEndpoint=${textAt(request.resource.body, 'properties.documentEndpoint') ?? ''};AccountKey=${secretOf(request, name)};`,
    description: `${index ? 'Secondary' : 'Primary'} ${request.resource.body['kind'] === 'MongoDB' ? 'MongoDB' : 'SQL'} Connection String`,
  })),
});

/** The replicas of an account, as its four lists of them show. */
const regional = (list: string): Compute => ({ id, world }, body): Json => {
  const sent = listAt(body, 'properties.locations');
  const all = sent.length ? sent : [{ locationName: body['location'] ?? '', failoverPriority: 0, isZoneRedundant: false }];
  return (list === 'writeLocations' ? all.slice(0, 1) : all).map((location): Json => {
    const display = regionalName(location['locationName']);
    const short = display.toLowerCase().replaceAll(' ', '');
    const shared = { id: `${id.name}-${short}`, locationName: display, failoverPriority: location['failoverPriority'] ?? 0 };
    return list === 'failoverPolicies' ? shared : { ...shared, documentEndpoint: `https://${id.name.toLowerCase()}-${short}.${suffixOf(world, 'documents')}:443/`, provisioningState: 'Succeeded', isZoneRedundant: location['isZoneRedundant'] ?? false };
  });
};

/** Databases, containers, graphs, tables: their `resource` becomes what Azure answers; `options` set the throughput. */
const content = (path: string): TypeRow => ({
  type: `${ACCOUNT}/${path}`, noProvisioningState: true, required: ['properties.resource'],
  check: ({ body, id }) => {
    const inner = textAt(body, 'properties.resource.id');
    if (inner !== undefined && inner !== id.name) throw new ArmError(400, 'BadRequest', `The resource name '${id.name}' in the address does not match the resource id '${inner}' in the body.`);
    if (path === 'sqlDatabases/containers' && !textsAt(body, 'properties.resource.partitionKey.paths').length)
      throw new ArmError(400, 'BadRequest', 'Message: {"Errors":["The partition key definition is missing."]}');
  },
  computed: {
    'properties.resource._rid': ({ id }) => Buffer.from(id.name).toString('base64').slice(0, 8),
    'properties.resource._ts': ({ existing, world }) => (existing ? (propertiesOf(existing.body)['resource'] as JsonObject | undefined)?.['_ts'] : undefined) ?? Math.floor(world.now().getTime() / 1000),
  },
});

const rows: TypeRow[] = [
  {
    type: ACCOUNT, required: ['location'], duration: 3000,
    name: { pattern: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i, min: 3, max: 44, code: 'BadRequest', message: (name) => `DatabaseAccount name '${name}' is invalid. The name can contain only lowercase letters, numbers and the '-' character, and must be between 3 and 44 characters.` },
    globalName: { code: 'Conflict', message: (name) => `Dns record for ${name} under zone Document is already taken.` },
    defaults: {
      kind: 'GlobalDocumentDB',
      properties: {
        databaseAccountOfferType: 'Standard', consistencyPolicy: { defaultConsistencyLevel: 'Session', maxIntervalInSeconds: 5, maxStalenessPrefix: 100 }, enableAutomaticFailover: false, enableMultipleWriteLocations: false, isVirtualNetworkFilterEnabled: false,
        virtualNetworkRules: [], ipRules: [], disableKeyBasedMetadataWriteAccess: false, disableLocalAuth: false, publicNetworkAccess: 'Enabled', enableFreeTier: false, enableAnalyticalStorage: false, capabilities: [], backupPolicy: { type: 'Periodic', periodicModeProperties: { backupIntervalInMinutes: 240, backupRetentionIntervalInHours: 8, backupStorageRedundancy: 'Geo' } },
      },
    },
    keys: keyNames,
    once: { 'properties.instanceId': ({ world }) => world.newId() },
    computed: {
      'properties.documentEndpoint': ({ id, world }) => `https://${id.name.toLowerCase()}.${suffixOf(world, 'documents')}:443/`,
      ...Object.fromEntries(['readLocations', 'writeLocations', 'failoverPolicies'].map((name) => [`properties.${name}`, regional(name)])),
    },
    normalized: { 'properties.locations': regional('locations') },
    oneOf: { kind: ['GlobalDocumentDB', 'MongoDB', 'Parse'], 'properties.consistencyPolicy.defaultConsistencyLevel': ['Eventual', 'Session', 'BoundedStaleness', 'Strong', 'ConsistentPrefix'] },
    invalid: (path, value, allowed) => new ArmError(400, 'BadRequest', `Invalid value '${value}' for ${path.replace('properties.', '')}. Allowed values: ${allowed.join(', ')}.`),
    check: ({ body }) => {
      const locations = listAt(body, 'properties.locations');
      for (const location of locations) {
        const name = textAt(location, 'locationName') ?? '';
        if (name && !findRegion(name)) throw new ArmError(400, 'BadRequest', `Database account location '${name}' is not a valid region.`);
      }
      const priorities = locations.map((location) => location['failoverPriority']).filter((priority) => priority !== undefined);
      if (new Set(priorities).size < priorities.length) throw new ArmError(400, 'BadRequest', 'Failover priority values must be unique over all locations of the database account.');
    },
    actions: [
      lists('listKeys', keysOf), lists('readonlykeys', (request) => ({ primaryReadonlyMasterKey: secretOf(request, 'primaryReadonlyMasterKey'), secondaryReadonlyMasterKey: secretOf(request, 'secondaryReadonlyMasterKey') })),
      lists('listConnectionStrings', connectionStrings),
      regenerates('regenerateKey', (body) => ({ primary: 'primaryMasterKey', secondary: 'secondaryMasterKey', primaryReadonly: 'primaryReadonlyMasterKey', secondaryReadonly: 'secondaryReadonlyMasterKey' })[textAt(body, 'keyKind') ?? ''], () => null),
    ],
  },
  ...['sqlDatabases', 'sqlDatabases/containers', 'sqlDatabases/containers/storedProcedures', 'sqlDatabases/containers/triggers', 'sqlDatabases/containers/userDefinedFunctions', 'mongodbDatabases', 'mongodbDatabases/collections', 'gremlinDatabases', 'gremlinDatabases/graphs', 'tables', 'cassandraKeyspaces', 'cassandraKeyspaces/tables'].map(content),
  { type: `${ACCOUNT}/sqlRoleDefinitions`, noProvisioningState: true, required: ['properties.roleName', 'properties.permissions'] },
  { type: `${ACCOUNT}/sqlRoleAssignments`, noProvisioningState: true, required: ['properties.roleDefinitionId', 'properties.principalId', 'properties.scope'] },
];

/** Microsoft.DocumentDB. */
export const documentDb: Provider = {
  namespace: 'Microsoft.DocumentDB',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.DocumentDB'), ...row })),
  operations: [{
    method: 'HEAD' as const, path: '/providers/Microsoft.DocumentDB/databaseAccountNames/{name}',
    run: ({ world, params }) => ({ answer: true as const, status: world.list({ type: ACCOUNT, name: params['name']! }).length ? 200 : 404 }),
  }],
};
