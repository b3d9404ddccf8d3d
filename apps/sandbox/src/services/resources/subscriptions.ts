import type { Json, JsonObject } from '@cloudwright/engine';
import { registrationOf, setRegistration } from '../../wire/registration.ts';
import { type AccessControl, ASSIGNMENT_TYPE, SUBSCRIPTION_TYPE } from '../../wire/access.ts';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page } from '../../wire/paging.ts';
import type { Caller, Operation, OperationRequest, Provider, ResourceType } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { listResources, operationStatus, pollingHeaders } from '../../wire/resource-router.ts';
import { answer } from '../../wire/provider.ts';
import { locationsOf } from '../../wire/write-checks.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { withAliases } from '../policy/aliases.ts';
import { regions } from '../reference/regions.ts';
import { builtInRoleByName } from '../../wire/built-in-roles.ts';

const managementGroupId = (name: string): string => `/providers/Microsoft.Management/managementGroups/${name}`;

/** The seed: one root management group a directory, its subscriptions, and the seeded role assignments. */
function seedSubscriptions(world: World, { directories, subscriptions, assignments }: Cloud['seed']): void {
  for (const { id } of directories)
    world.put({
      id: managementGroupId(id), type: 'Microsoft.Management/managementGroups', apiVersion: '2023-04-01',
      body: { properties: { tenantId: id, displayName: 'Tenant Root Group', details: { version: 1, updatedTime: world.now().toISOString(), updatedBy: 'system' } } },
    });
  for (const { id, displayName, tenant } of subscriptions)
    world.put({ id: `/subscriptions/${id}`, type: SUBSCRIPTION_TYPE, apiVersion: '2022-12-01', body: { displayName, tenantId: tenant, state: 'Enabled', managementGroup: managementGroupId(tenant) } });
  for (const { objectId, role, scope } of assignments) {
    const name = world.newId();
    const id = `${scope === '/' ? '' : scope}/providers/${ASSIGNMENT_TYPE}/${name}`;
    world.put({
      id, type: ASSIGNMENT_TYPE, apiVersion: '2022-04-01',
      body: {
        properties: {
          roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${builtInRoleByName(role)!.id}`, principalId: objectId, principalType: 'User', scope,
          createdOn: world.now().toISOString(), updatedOn: world.now().toISOString(), createdBy: null, updatedBy: null, condition: null,
        },
      },
    });
  }
}

const subscriptionBody = ({ id, name, body }: StoredResource): JsonObject => ({
  id, subscriptionId: name.split('/').at(-1)!, tenantId: body['tenantId']!, displayName: body['displayName']!, state: body['state']!, authorizationSource: 'RoleBased',
  subscriptionPolicies: { locationPlacementId: 'Public_2014-09-01', quotaId: 'PayAsYouGo_2014-09-01', spendingLimit: 'Off' }, managedByTenants: [],
  ...(body['tags'] ? { tags: body['tags'] } : {}),
});

const hostOf = (request: OperationRequest): string => `https://${request.headers['host'] ?? ''}`;

/** Tenants, subscriptions, locations, providers, resource listings, operation polling. */
export function subscriptionsProvider(cloud: Cloud, manager: ResourceManager, access: AccessControl): Provider {
  const { world } = cloud;
  const visible = (caller: Caller): StoredResource[] =>
    world.list({ type: SUBSCRIPTION_TYPE }).filter(({ id, body }) => body['tenantId'] === caller.tenantId && access.may(caller, `${SUBSCRIPTION_TYPE}/read`, id));
  const subscription = ({ params }: OperationRequest): StoredResource => world.get(`/subscriptions/${params['subscriptionId']}`)!;

  const typeBody = (type: ResourceType): JsonObject => ({
    resourceType: type.type.split('/').slice(1).join('/'),
    locations: locationsOf(type, cloud.regionNames).map((name) => regions.find((region) => region.name === name)?.displayName ?? name),
    apiVersions: type.apiVersions.length ? type.apiVersions : ['2024-01-01'],
    capabilities: type.capabilities ?? 'None',
    ...(type.locations === undefined || type.locations === 'all' ? { zoneMappings: regions.filter((region) => region.cloud === cloud.kind && region.zones > 0).map(({ displayName, zones }) => ({ location: displayName, zones: Array.from({ length: zones }, (_, index) => String(index + 1)) })) } : {}),
  });
  const providerBody = (subscriptionId: string | undefined, { namespace, types }: { namespace: string; types: ResourceType[] }): JsonObject => ({
    ...(subscriptionId ? { id: `/subscriptions/${subscriptionId}/providers/${namespace}` } : {}), namespace,
    registrationState: registrationOf(world, subscriptionId ?? '', namespace), registrationPolicy: 'RegistrationRequired',
    resourceTypes: types.map(typeBody),
  });
  const namespaceOf = ({ params }: OperationRequest): { namespace: string; types: ResourceType[] } => {
    const found = cloud.registry.namespace(params['namespace']!);
    if (!found) throw new ArmError(404, 'InvalidResourceNamespace', `The resource namespace '${params['namespace']}' is invalid.`);
    return found;
  };
  const register = (state: 'Registered' | 'Unregistered') => (request: OperationRequest): Json => {
    const found = namespaceOf(request);
    setRegistration(world, request.params['subscriptionId']!, found.namespace, state);
    return providerBody(request.params['subscriptionId'], found);
  };

  const poll = (path: string, kind: 'status' | 'result'): Operation => ({
    method: 'GET', path, permission: '',
    run: (request) => {
      const operation = cloud.operations.get(request.params['operationId']!);
      if (!operation) throw new ArmError(404, 'NotFound', `The operation '${request.params['operationId']}' was not found.`);
      const link = pollingHeaders(cloud, operation, hostOf(request), request.apiVersion, kind === 'result' ? ['result'] : []);
      if (kind === 'status') return answer(200, operationStatus(operation), operation.state === 'Running' ? link : {});
      if (operation.state === 'Running') return answer(202, undefined, link);
      if (operation.error) {
        // What the operation met, in the status that the request itself would have had.
        return answer(operation.kind === 'whatIf' ? 200 : 409, operation.kind === 'whatIf' ? { status: 'Failed', error: operation.error as unknown as Json } : { error: operation.error as unknown as Json });
      }
      const result = operation.result ?? resourceNow(request, operation.target) ?? {};
      return answer(200, result);
    },
  });
  const resourceNow = (request: OperationRequest, id: string): Json | undefined => {
    const resource = world.get(id);
    return resource && manager.read(request, resource);
  };

  const list = (request: OperationRequest, items: Json[]): JsonObject => page(items, request.query, hostOf(request), request.path);
  return {
    namespace: 'Microsoft.Resources',
    types: [{
      type: 'Microsoft.Management/managementGroups', readOnly: ['properties.details.updatedTime', 'properties.details.updatedBy', 'properties.details.version', 'properties.tenantId'], apiVersions: ['2023-04-01', '2021-04-01', '2020-05-01', '2020-02-01', '2018-03-01-preview'], scopes: ['tenant'], locations: 'none', duration: 200, noProvisioningState: true, notExported: true, hidden: true,
      name: { pattern: /^[-\w.()]+$/, min: 1, max: 90 },
      check: ({ body, world: at }) => {
        const parent = ((body['properties'] as JsonObject | undefined)?.['details'] as { parent?: { id?: string } } | undefined)?.parent?.id;
        if (parent && !at.get(parent)) throw new ArmError(404, 'NotFound', `The management group '${parent}' could not be found.`);
      },
      write: ({ body, caller, existing, id, world: at }) => {
        const properties = (body['properties'] ?? {}) as JsonObject;
        const details = (properties['details'] ?? {}) as JsonObject;
        return { body: { properties: { ...properties, tenantId: caller.tenantId, displayName: properties['displayName'] ?? id.name, details: { version: 1, updatedTime: at.now().toISOString(), updatedBy: caller.objectId, ...details, parent: details['parent'] ?? (existing?.body['properties'] as { details?: { parent?: Json } } | undefined)?.details?.parent ?? { id: managementGroupId(caller.tenantId) } } } } };
      },
      remove: ({ id }) => {
        const used = world.list({ type: SUBSCRIPTION_TYPE }).some(({ body }) => String(body['managementGroup']).toLowerCase() === id.id.toLowerCase());
        if (used) throw new ArmError(400, 'BadRequest', `The management group '${id.name}' has subscriptions and cannot be deleted.`);
      },
    }],
    seed: (target) => seedSubscriptions(target, cloud.seed),
    operations: [
      { method: 'GET', path: '/tenants', permission: '', run: (request) => list(request, cloud.seed.directories.filter(({ id }) => cloud.seed.accounts.find(({ objectIds }) => objectIds[request.caller.tenantId] === request.caller.objectId)?.objectIds[id] ?? id === request.caller.tenantId)
        .map(({ id, displayName, domain }) => ({ id: `/tenants/${id}`, tenantId: id, countryCode: 'CH', displayName, domains: [domain], defaultDomain: domain, tenantCategory: 'Home', tenantType: 'AAD' }))) },
      { method: 'GET', path: '/subscriptions', permission: '', run: (request) => ({ ...list(request, visible(request.caller).map(subscriptionBody)), count: { type: 'Total', value: visible(request.caller).length } }) },
      { method: 'GET', path: '/subscriptions/{subscriptionId}', permission: `${SUBSCRIPTION_TYPE}/read`, run: (request) => subscriptionBody(subscription(request)) },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/locations', permission: `${SUBSCRIPTION_TYPE}/locations/read`, run: (request) => list(request, regions.filter((region) => region.cloud === cloud.kind).map((region) => locationBody(request.params['subscriptionId']!, region))) },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/providers', permission: `${SUBSCRIPTION_TYPE}/providers/read`, run: (request) => list(request, cloud.registry.namespaces().map((row) => withAliases(request.query, providerBody(request.params['subscriptionId'], row)))) },
      { method: 'GET', path: '/providers', permission: '', run: (request) => list(request, cloud.registry.namespaces().map((row) => withAliases(request.query, providerBody(undefined, row)))) },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/{namespace}', permission: `${SUBSCRIPTION_TYPE}/providers/read`, run: (request) => withAliases(request.query, providerBody(request.params['subscriptionId'], namespaceOf(request))) },
      { method: 'GET', path: '/providers/{namespace}', permission: '', run: (request) => withAliases(request.query, providerBody(undefined, namespaceOf(request))) },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/{namespace}/resourceTypes', permission: `${SUBSCRIPTION_TYPE}/providers/read`, run: (request) => list(request, namespaceOf(request).types.map(typeBody)) },
      { method: 'POST', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Resources/checkZonePeers', permission: `${SUBSCRIPTION_TYPE}/read`, run: checkZonePeers },
      { method: 'POST', path: '/providers/Microsoft.Resources/checkResourceName', permission: '', run: checkResourceName },
      { method: 'POST', path: '/subscriptions/{subscriptionId}/providers/{namespace}/register', run: register('Registered') },
      { method: 'POST', path: '/subscriptions/{subscriptionId}/providers/{namespace}/unregister', run: register('Unregistered') },
      { method: 'GET', path: '/subscriptions/{subscriptionId}/resources', permission: `${SUBSCRIPTION_TYPE}/resources/read`, run: (request) => listResources(cloud, manager, request, { subscriptionId: request.params['subscriptionId']! }) },
      { method: 'GET', path: '/providers/Microsoft.Management/managementGroups', permission: '', run: (request) => list(request, world.list({ type: 'Microsoft.Management/managementGroups' }).filter(({ id }) => access.tenantOf(id) === request.caller.tenantId && access.may(request.caller, 'Microsoft.Management/managementGroups/read', id)).map((group) => manager.read(request, group))) },
      { method: 'PUT', path: '/providers/Microsoft.Management/managementGroups/{group}/subscriptions/{subscriptionId}', permission: 'Microsoft.Management/managementGroups/subscriptions/write', run: (request) => {
        const moved = world.get(`/subscriptions/${request.params['subscriptionId']}`);
        if (!moved || !world.get(managementGroupId(request.params['group']!))) throw new ArmError(404, 'NotFound', 'The management group or the subscription could not be found.');
        world.put({ id: moved.id, type: SUBSCRIPTION_TYPE, body: { ...moved.body, managementGroup: managementGroupId(request.params['group']!) } });
        return answer(200, { id: request.path, name: request.params['subscriptionId']!, type: 'Microsoft.Management/managementGroups/subscriptions', properties: { displayName: moved.body['displayName']!, state: 'Active' } });
      } },
      poll('/subscriptions/{subscriptionId}/operationStatuses/{operationId}', 'status'),
      poll('/subscriptions/{subscriptionId}/operationresults/{operationId}', 'result'),
      poll('/providers/Microsoft.Resources/operationStatuses/{operationId}', 'status'),
      poll('/providers/Microsoft.Resources/operationresults/{operationId}', 'result'),
    ],
  };
}

const locationBody = (subscriptionId: string, region: (typeof regions)[number]): JsonObject => ({
  id: `/subscriptions/${subscriptionId}/locations/${region.name}`, name: region.name, type: 'Region', displayName: region.displayName, regionalDisplayName: region.regionalDisplayName,
  metadata: {
    regionType: 'Physical', regionCategory: region.zones > 0 ? 'Recommended' : 'Other', geography: region.geography, geographyGroup: region.geographyGroup,
    longitude: String(region.longitude), latitude: String(region.latitude), physicalLocation: region.displayName,
    pairedRegion: region.paired ? [{ name: region.paired, id: `/subscriptions/${subscriptionId}/locations/${region.paired}` }] : [],
  },
  ...(region.zones ? { availabilityZoneMappings: Array.from({ length: region.zones }, (_, index) => ({ logicalZone: String(index + 1), physicalZone: `${region.name}-az${index + 1}` })) } : {}),
});

/** Which physical zones the same numbers mean in other subscriptions: here always the same. */
function checkZonePeers({ world, params, body }: OperationRequest): Json {
  const region = regions.find(({ name }) => name === String(body['location'] ?? '').toLowerCase().replaceAll(' ', ''));
  if (!region?.zones) throw new ArmError(400, 'InvalidLocation', `The location '${String(body['location'] ?? '')}' has no availability zones.`);
  const others = (Array.isArray(body['subscriptionIds']) ? body['subscriptionIds'] : []).map((id) => String(id).split('/').at(-1)!);
  for (const id of others) if (!world.get(`/subscriptions/${id}`)) throw new ArmError(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`);
  return {
    subscriptionId: params['subscriptionId']!, location: region.name,
    availabilityZonePeers: Array.from({ length: region.zones }, (_, index) => ({ availabilityZone: String(index + 1), peers: others.map((subscriptionId) => ({ subscriptionId, availabilityZone: String(index + 1) })) })),
  };
}

// Names that Azure keeps for itself (documentation: reserved resource names).
const RESERVED = ['ACCESS', 'APP_CODE', 'APP_THEMES', 'APP_DATA', 'APP_GLOBALRESOURCES', 'APP_LOCALRESOURCES', 'APP_WEBREFERENCES', 'APP_BROWSERS', 'AZURE', 'BING', 'BIZSPARK', 'BIZTALK', 'CORTANA', 'DIRECTX', 'DOTNET', 'DYNAMICS', 'EXCEL', 'EXCHANGE', 'FOREFRONT', 'GROOVE', 'HOLOLENS', 'HYPERV', 'KINECT', 'LYNC', 'MSDN', 'O365', 'OFFICE', 'OFFICE365', 'ONEDRIVE', 'ONENOTE', 'OUTLOOK', 'POWERPOINT', 'SHAREPOINT', 'SKYPE', 'VISIO', 'VISUALSTUDIO'];
// ... and as a part (Microsoft, Windows) or at the beginning (login, xbox) of a name.
const RESERVED_PART = /microsoft|windows|^login|^xbox/i;

function checkResourceName({ body }: OperationRequest): Json {
  const { name, type } = body as { name?: string; type?: string };
  if (!name || !type) throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid: 'name' and 'type' are required.");
  if (RESERVED.includes(name.toUpperCase()) || RESERVED_PART.test(name)) throw new ArmError(400, 'ReservedResourceName', `The resource name '${name}' or a part of the name is a trademarked or reserved word.`);
  return { name, type, status: 'Allowed' };
}
