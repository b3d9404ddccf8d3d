import type { Json, JsonObject } from '@cloudwright/engine';
import { requireRegistered } from './registration.ts';
import type { OperationRecord } from '../world/operations.ts';
import type { StoredResource } from '../world/world.ts';
import { SUBSCRIPTION_TYPE } from './access.ts';
import { ArmError } from './arm-error.ts';
import type { Cloud } from './cloud.ts';
import { page, resourceFilter } from './paging.ts';
import type { OperationRequest } from './provider.ts';
import { GROUP_TYPE, type ResourceManager } from './resource-manager.ts';
import { parseResourceId, scopeKind, type ResourceId } from '../world/resource-id.ts';
import { missingApiVersion, type ResourceHandler, type WireAnswer } from './server.ts';

/** Addresses to poll an operation: status (Azure-AsyncOperation) and result (Location). */
export function pollingHeaders(cloud: Cloud, operation: OperationRecord, base: string, apiVersion: string, which: ('status' | 'result')[]): Record<string, string> {
  const subscription = /^\/subscriptions\/[^/]+/i.exec(operation.target)?.[0] ?? '/providers/Microsoft.Resources';
  const link = (kind: string): string => `${base}${subscription}/${kind}/${operation.id}?api-version=${apiVersion}`;
  return {
    ...(which.includes('status') ? { 'azure-asyncoperation': link('operationStatuses') } : {}),
    ...(which.includes('result') ? { location: link('operationresults') } : {}),
    'retry-after': cloud.clock.speed >= 20 ? '0' : '1',
  };
}

/** The body of a polled operation status. */
export function operationStatus(operation: OperationRecord): JsonObject {
  return {
    id: `/providers/Microsoft.Resources/operationStatuses/${operation.id}`, name: operation.id,
    status: operation.state === 'Running' ? 'InProgress' : operation.state,
    startTime: operation.startedAt, ...(operation.endedAt ? { endTime: operation.endedAt } : {}),
    percentComplete: operation.state === 'Running' ? 50 : 100,
    ...(operation.error ? { error: operation.error as unknown as Json } : {}),
    ...(operation.result === undefined ? {} : { properties: isObject(operation.result) && 'changes' in operation.result ? operation.result : { output: operation.result } }),
  };
}

const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Serves everything below a resource id: PUT, PATCH, GET, HEAD, DELETE, actions, collections. */
export function createResourceRouter(cloud: Cloud, manager: ResourceManager): ResourceHandler {
  const put = (request: OperationRequest, id: string, method: 'PUT' | 'PATCH', base: string): WireAnswer => {
    if (Array.isArray(request.body)) throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid and could not be deserialized: 'Expected a JSON object.'.");
    requireRegistered(cloud.world, parseResourceId(id)!);
    const { resource, isNew, operation } = manager.write({ id, body: request.body, apiVersion: request.apiVersion, method, caller: request.caller, query: request.query, headers: request.headers });
    return {
      status: isNew ? 201 : 200,
      body: manager.read(request, resource),
      headers: { etag: `"${resource.etag}"`, ...(operation ? pollingHeaders(cloud, operation, base, request.apiVersion, ['status']) : {}) },
    };
  };

  const remove = (request: OperationRequest, id: string, base: string): WireAnswer => {
    const removed = manager.remove(request, id);
    if (!removed) return { status: 204 };
    if (!removed.operation) return { status: 200 };
    return { status: 202, headers: pollingHeaders(cloud, removed.operation, base, request.apiVersion, parseResourceId(id)?.type === GROUP_TYPE ? ['result'] : ['status', 'result']) };
  };

  /** Resources of one type in a scope, a parent or a subscription. */
  const collection = (request: OperationRequest, type: string, scope: string, base: string): WireAnswer => {
    const described = cloud.registry.type(type);
    const namespace = type.split('/')[0]!;
    if (!described) manager.typeOf(parseResourceId(`${scope}/providers/${type.replace(/^([^/]+)\/([^/]+)(.*)$/, '$1/$2/x')}`) ?? ({ type, namespace } as ResourceId), request.apiVersion);
    const parsed = parseResourceId(scope);
    if (parsed && !cloud.world.get(scope)) {
      const kind = scopeKind(scope);
      if (kind === 'resource' || kind === 'resourceGroup') manager.find(parsed, request.apiVersion);
    }
    const found = cloud.world.list({ type, ...(scope ? { scope } : {}) }).filter(({ id }) => isDirectlyIn(id, scope, type));
    return { status: 200, body: page(found.map((resource) => manager.read(request, resource)), request.query, base, request.path) };
  };

  const get = (request: OperationRequest, path: string, base: string): WireAnswer => {
    const id = parseResourceId(path);
    if (id) {
      const { resource, type } = manager.find(id, request.apiVersion);
      manager.checkApiVersion(type, request.apiVersion, undefined);
      return { status: 200, body: manager.read(request, resource), headers: { etag: `"${resource.etag}"` } };
    }
    const at = path.toLowerCase().lastIndexOf('/providers/');
    const segments = path.slice(at + '/providers/'.length).split('/');
    if (at < 0 || segments.length < 2) throw new ArmError(404, 'NotFound', `The sandbox knows no ${path}.`);
    const type = [segments[0], ...segments.slice(1).filter((_, index) => index % 2 === 0)].join('/');
    const scope = segments.length === 2 ? path.slice(0, at) : path.slice(0, path.lastIndexOf('/'));
    return collection(request, type, scope, base);
  };

  return (request, method, base) => {
    const { path } = request;
    if (!request.apiVersion) throw missingApiVersion(path);
    const action = method === 'POST' || method === 'GET' ? manager.findAction(path, method) : undefined;
    if (action) {
      const { body, operation } = manager.act(request, action.id, action.action, action.type, request.body);
      if (operation) return { status: 202, headers: pollingHeaders(cloud, operation, base, request.apiVersion, ['status', 'result']) };
      return body === undefined ? { status: 204 } : { status: 200, body };
    }
    const id = parseResourceId(path);
    switch (method) {
      case 'PUT':
      case 'PATCH':
        if (!id) throw new ArmError(400, 'InvalidResourceId', `The resource id '${path}' is not valid.`);
        return put(request, path, method, base);
      case 'DELETE':
        return remove(request, path, base);
      case 'HEAD': {
        const type = id?.type ?? '';
        requireRead(request, type, path);
        return { status: id && cloud.world.get(path) ? 204 : 404 };
      }
      case 'GET':
        requireRead(request, id?.type ?? typeOfPath(path), path);
        return get(request, path, base);
      default: {
        if (id) throw new ArmError(405, 'HttpMethodNotAllowed', `The HTTP method '${method}' is not supported at scope '${path}'.`);
        const last = path.split('/').at(-1) ?? '';
        const target = parseResourceId(path.slice(0, path.lastIndexOf('/')));
        // A resource that is not there is the better answer than an action that is not.
        if (target) manager.find(target, request.apiVersion);
        throw new ArmError(404, 'NotFound', `No action '${last}' is known for '${path}'.`);
      }
    }
  };

  function requireRead(request: OperationRequest, type: string, path: string): void {
    const action = type === GROUP_TYPE ? 'Microsoft.Resources/subscriptions/resourceGroups/read' : type ? `${type}/read` : `${SUBSCRIPTION_TYPE}/read`;
    manager.require(request.caller, action, path);
  }
}

const typeOfPath = (path: string): string => {
  const at = path.toLowerCase().lastIndexOf('/providers/');
  if (at < 0) return '';
  const [namespace, ...rest] = path.slice(at + '/providers/'.length).split('/');
  return [namespace, ...rest.filter((_, index) => index % 2 === 0)].join('/');
};

/** True when a listed resource belongs to the collection: a child of exactly that parent, a resource of that scope or below it. */
function isDirectlyIn(id: string, scope: string, type: string): boolean {
  const parsed = parseResourceId(id);
  if (!parsed) return false;
  if (type.split('/').length > 2) return parsed.parent?.toLowerCase() === scope.toLowerCase();
  return `${parsed.scope.toLowerCase()}/`.startsWith(`${scope.toLowerCase()}/`);
}

/** `GET …/resources`: every tracked resource of a scope, with `$filter`, `$top` and `$expand`. */
export function listResources(cloud: Cloud, manager: ResourceManager, request: OperationRequest, filter: { subscriptionId: string; resourceGroup?: string }): JsonObject {
  const matches = resourceFilter(request.query.get('$filter'));
  const expand = new Set((request.query.get('$expand') ?? '').toLowerCase().split(','));
  const items = cloud.world.list(filter)
    .filter((resource) => isListed(cloud, resource) && matches({ name: resource.name, type: resource.type, location: resource.body['location'], tags: resource.body['tags'], resourceGroup: resource.resourceGroup }))
    .map((resource): JsonObject => {
      const { properties: _properties, ...rest } = manager.read(request, resource);
      const state = (resource.body['properties'] as JsonObject | undefined)?.['provisioningState'];
      return {
        ...rest,
        ...(expand.has('createdtime') ? { createdTime: resource.createdAt } : {}),
        ...(expand.has('changedtime') ? { changedTime: resource.changedAt } : {}),
        ...(expand.has('provisioningstate') && state !== undefined ? { provisioningState: state } : {}),
      };
    });
  return page(items, request.query, `https://${request.headers['host'] ?? ''}`, request.path);
}

/** Listings show top-level resources and the child types that say so (`hidden: false`). */
export function isListed(cloud: Cloud, resource: StoredResource): boolean {
  if (resource.type === GROUP_TYPE || resource.type === SUBSCRIPTION_TYPE || /^microsoft\.resources\/(deployments|tags)$/i.test(resource.type)) return false;
  const type = cloud.registry.type(resource.type);
  const isTop = resource.type.split('/').length === 2;
  return !(type?.hidden ?? (!isTop || type?.extension === true));
}
