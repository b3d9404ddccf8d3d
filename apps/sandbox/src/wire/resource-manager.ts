import type { Json, JsonObject } from '@cloudwright/engine';
import { OverlayWorld } from '../world/stored-world.ts';
import type { OperationRecord } from '../world/operations.ts';
import type { StoredResource, World } from '../world/world.ts';
import type { AccessControl } from './access.ts';
import { ArmError } from './arm-error.ts';
import type { Cloud } from './cloud.ts';
import { checkLocks } from './locks.ts';
import type { Action, Caller, RequestContext, ResourceRequest, ResourceType, WriteRequest } from './provider.ts';
import { isChildType } from './registry.ts';
import { parseResourceId, resourceIdOf, scopeKind, type ResourceId } from '../world/resource-id.ts';
import { checkSentinel, sentinelDuration } from './sentinels.ts';
import { checkGlobalName, checkLinks, checkName, checkQuota, checkRequired, checkTags, withLocation } from './write-checks.ts';

export const GROUP_TYPE = 'Microsoft.Resources/resourceGroups';

/** A wanted write: a request over the wire, or one resource of a deployment. */
export interface WantedWrite {
  id: string;
  body: JsonObject;
  apiVersion: string;
  method: 'PUT' | 'PATCH';
  caller: Caller;
  query?: URLSearchParams;
  headers?: RequestContext['headers'];
  /** Writes here instead and starts nothing: validate and whatIf. */
  dryRun?: OverlayWorld;
}

export interface Written {
  resource: StoredResource;
  isNew: boolean;
  /** Given when it takes time. */
  operation: OperationRecord | undefined;
}

/** RFC 7396: objects are merged, null removes, everything else replaces. */
function mergePatch(base: Json | undefined, patch: Json): Json {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const merged: JsonObject = base && typeof base === 'object' && !Array.isArray(base) ? { ...base } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

/** Body members that the wire itself writes. */
function plainBody(body: JsonObject): JsonObject {
  const { id: _id, name: _name, type: _type, apiVersion: _apiVersion, systemData: _systemData, dependsOn: _dependsOn, scope: _scope, ...rest } = body;
  return rest;
}

const withState = (body: JsonObject, state: string): JsonObject => ({ ...body, properties: { ...(body['properties'] as JsonObject | undefined), provisioningState: state } });

/** An api-version is a date (or a date with a suffix like -preview) at which Resource Manager existed. */
const isPlausibleVersion = (version: string, now: Date): boolean =>
  /^\d{4}-\d{2}-\d{2}(-[a-z]+[\d.]*)?$/i.test(version) && version >= '2014-01' && version.slice(0, 10) <= now.toISOString().slice(0, 10);

/** The verbs of Resource Manager on resources of every type: checks in Azure's order, then the type's own behaviour. */
export class ResourceManager {
  readonly #cloud: Cloud;
  readonly #access: AccessControl;

  constructor(cloud: Cloud, access: AccessControl) {
    this.#cloud = cloud;
    this.#access = access;
    cloud.operations.register('write', (operation) => this.#finishWrite(operation));
    cloud.operations.register('delete', (operation) => this.#finishDelete(operation));
    cloud.operations.register('action', (operation) => this.#finishAction(operation));
  }

  context(caller: Caller, apiVersion: string, world: World = this.#cloud.world, more: Partial<RequestContext> = {}): RequestContext {
    return { world, caller, apiVersion, query: new URLSearchParams(), headers: {}, addresses: this.#cloud.addresses, ...more };
  }

  /** Throws when the caller may not do the action at the path. */
  require(caller: Caller, action: string, path: string): void {
    this.#access.require(caller, action, path);
  }

  /** The type of an id; throws InvalidResourceNamespace or InvalidResourceType. */
  typeOf(id: ResourceId, apiVersion: string): ResourceType {
    const type = this.#cloud.registry.type(id.type);
    if (type) return type;
    if (!this.#cloud.registry.namespace(id.namespace))
      throw new ArmError(404, 'InvalidResourceNamespace', `The resource namespace '${id.namespace}' is invalid.`);
    throw new ArmError(404, 'InvalidResourceType', `The resource type '${id.type.slice(id.namespace.length + 1)}' could not be found in the namespace '${id.namespace}' for api version '${apiVersion}'. The supported api-versions are '${this.#versionsOf(id.namespace)}'.`);
  }

  /** The id in the casing of the type, the group and the parent, as Azure keeps it. */
  #canonical(id: ResourceId, type: ResourceType, world: World): ResourceId {
    const subscription = id.subscriptionId?.toLowerCase();
    if (type.type === GROUP_TYPE) return parseResourceId(`/subscriptions/${subscription}/resourceGroups/${id.name}`)!;
    const group = id.resourceGroup === undefined ? undefined : `/subscriptions/${subscription}/resourceGroups/${id.resourceGroup}`;
    const prefix = group ?? (subscription ? `/subscriptions/${subscription}` : undefined);
    const kept = group ? world.get(group)?.id : undefined;
    const scope = world.get(id.scope)?.id ?? (prefix ? (kept ?? prefix) + id.scope.slice(prefix.length) : id.scope);
    const canonical = parseResourceId(resourceIdOf(scope, type.type, id.fullName));
    return canonical ?? id;
  }

  #versionsOf(namespace: string): string {
    return [...new Set(this.#cloud.registry.namespace(namespace)?.types.flatMap(({ apiVersions }) => apiVersions) ?? [])].slice(0, 20).join(', ');
  }

  checkApiVersion(type: ResourceType, apiVersion: string, location: unknown): void {
    if (type.apiVersions.includes(apiVersion) || isPlausibleVersion(apiVersion, this.#cloud.world.now())) return;
    throw new ArmError(400, 'NoRegisteredProviderFound', `No registered resource provider found for location '${typeof location === 'string' ? location : ''}' and API version '${apiVersion}' for type '${type.type.split('/').slice(1).join('/')}'. The supported api-versions are '${type.apiVersions.join(', ')}'.`);
  }

  /** Throws when the place of a resource does not exist: group, parent, extended resource. */
  #checkPlace(id: ResourceId, type: ResourceType, world: World): StoredResource | undefined {
    if (id.resourceGroup && id.type !== GROUP_TYPE) {
      const group = world.get(`/subscriptions/${id.subscriptionId}/resourceGroups/${id.resourceGroup}`);
      if (!group) throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${id.resourceGroup}' could not be found.`);
      if ((group.body['properties'] as JsonObject | undefined)?.['provisioningState'] === 'Deleting')
        throw new ArmError(409, 'ResourceGroupBeingDeleted', `The resource group '${id.resourceGroup}' is in deprovisioning state and cannot perform this operation.`);
    }
    if (id.parent) {
      // Of a type that nobody described it is unknown whether its resources are ever written: then the one above must exist.
      for (let above: string | undefined = id.parent; above && !world.get(above); above = parseResourceId(above)?.parent) {
        const described = this.#cloud.registry.described(parseResourceId(above)?.type ?? '');
        if (described && !described.readOnlyType)
          throw new ArmError(404, 'ParentResourceNotFound', `Failed to perform 'write' on resource(s) of type '${id.type.slice(id.namespace.length + 1)}', because the parent resource '${above}' could not be found.`);
      }
      return world.get(id.parent);
    }
    const kind = scopeKind(id.scope);
    if (kind === 'managementGroup' && !world.get(id.scope)) throw new ArmError(404, 'ManagementGroupNotFound', `The management group '${id.managementGroup}' could not be found.`);
    if (kind === 'resource') {
      const extended = world.get(id.scope);
      if (!extended) throw this.#notFound(id.scope);
      return extended;
    }
    const allowed = type.scopes ?? ['resourceGroup'];
    if (!type.extension && id.type !== GROUP_TYPE && this.#cloud.registry.described(type.type) && !allowed.includes(kind as 'resourceGroup'))
      throw new ArmError(400, 'InvalidResourceScope', `The resource type '${type.type}' cannot be created at the scope '${id.scope || '/'}'.`);
    return undefined;
  }

  #notFound(id: string): ArmError {
    const parsed = parseResourceId(id);
    if (parsed?.type === GROUP_TYPE) return new ArmError(404, 'ResourceGroupNotFound', `Resource group '${parsed.name}' could not be found.`);
    return new ArmError(404, 'ResourceNotFound', `The Resource '${parsed ? `${parsed.type}/${parsed.fullName}` : id}'${parsed?.resourceGroup ? ` under resource group '${parsed.resourceGroup}'` : ''} was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`);
  }

  /** Creates or changes a resource, or tries to (dryRun). Throws ArmError for everything that Azure refuses. */
  write(wanted: WantedWrite): Written {
    const { caller, apiVersion, dryRun } = wanted;
    const world: World = dryRun ?? this.#cloud.world;
    const asked = parseResourceId(wanted.id);
    if (!asked) throw new ArmError(400, 'InvalidResourceId', `The resource id '${wanted.id}' is not valid.`);
    const type = this.typeOf(asked, apiVersion);
    const id = this.#canonical(asked, type, world);
    const isGeneric = type.apiVersions.length === 0;
    this.#access.require(caller, `${type.type === GROUP_TYPE ? 'Microsoft.Resources/subscriptions/resourceGroups' : type.type}/write`, id.id);
    this.checkApiVersion(type, apiVersion, wanted.body['location']);
    if (type.readOnlyType) throw new ArmError(405, 'HttpMethodNotAllowed', `The HTTP method 'PUT' is not supported for resource type '${type.type}'.`);
    const parent = this.#checkPlace(id, type, world);
    const existing = world.get(id.id);
    if (wanted.method === 'PATCH' && !existing) throw this.#notFound(id.id);
    this.#checkPrecondition(wanted, existing);
    checkLocks(world, id.id, 'write');
    checkName(type, id);
    checkSentinel(id.name, type.type, 'request');
    const sent = plainBody(wanted.body);
    let request: WriteRequest = {
      ...this.context(caller, apiVersion, world, { ...(wanted.query ? { query: wanted.query } : {}), ...(wanted.headers ? { headers: wanted.headers } : {}) }),
      id, existing, parent,
      ...(wanted.method === 'PATCH' ? { patch: sent } : {}),
      body: wanted.method === 'PATCH' ? (mergePatch(existing!.body, sent) as JsonObject) : sent,
      pending: (other) => (dryRun?.wrote(other) ? dryRun.get(other)?.body : undefined),
    };
    request = { ...request, body: withLocation(type, request, isGeneric, this.#cloud.regionNames) };
    checkTags(request.body);
    for (const { beforeWrite } of this.#cloud.registry.hooks) {
      const changed = beforeWrite?.({ ...request, type, dryRun: dryRun !== undefined });
      if (changed) request = { ...request, body: changed };
    }
    checkRequired(type, request.body);
    checkGlobalName(type, request);
    checkLinks(request);
    type.check?.(request);
    const result = type.write?.(request) ?? { body: request.body };
    checkQuota(type, request, result.body, (name) => this.#cloud.registry.type(name));

    const wantedDuration = typeof type.duration === 'function' ? type.duration(request) : (type.duration ?? (isChildType(type.type) || type.extension ? 0 : 1000));
    const duration = dryRun ? 0 : sentinelDuration(id.name, wantedDuration);
    const state = duration > 0 ? (existing ? 'Updating' : 'Creating') : 'Succeeded';
    const store = (): StoredResource => {
      const resource = world.put({
        id: id.id, type: type.type, apiVersion, caller: caller.objectId,
        body: type.noProvisioningState ? result.body : withState(result.body, state),
        ...(result.secret ? { secret: result.secret } : {}),
      });
      for (const other of result.others ?? []) world.put({ ...other, apiVersion, caller: caller.objectId });
      for (const removed of result.removed ?? []) world.delete(removed, caller.objectId);
      return resource;
    };
    const resource = dryRun ? store() : this.#cloud.world.transaction(store);
    if (dryRun) return { resource, isNew: !existing, operation: undefined };
    const afterwards = { ...this.context(caller, apiVersion), id, resource, body: {} };
    if (duration === 0) {
      type.provisioned?.(afterwards);
      for (const { afterWrite } of this.#cloud.registry.hooks) afterWrite?.(afterwards);
      return { resource: world.get(resource.id) ?? resource, isNew: !existing, operation: undefined };
    }
    const operation = this.#cloud.operations.begin({ id: world.newId(), kind: 'write', target: resource.id, duration, payload: { caller: { ...caller }, apiVersion } });
    return { resource, isNew: !existing, operation };
  }

  #finishWrite({ target, payload }: OperationRecord): undefined {
    const { world } = this.#cloud;
    const stored = world.get(target);
    if (!stored) return undefined;
    const id = parseResourceId(stored.id)!;
    const type = this.typeOf(id, stored.apiVersion);
    const end = (state: string): ResourceRequest => {
      const resource = type.noProvisioningState ? stored : world.put({ id: stored.id, body: withState(stored.body, state) });
      return { ...this.context(payload['caller'] as unknown as Caller, stored.apiVersion), id, resource, body: {} };
    };
    try {
      checkSentinel(id.name, type.type, 'provisioning');
    } catch (error) {
      const failed = end('Failed');
      for (const { afterFailure } of this.#cloud.registry.hooks) afterFailure?.(failed);
      throw error;
    }
    const request = end('Succeeded');
    type.provisioned?.(request);
    for (const { afterWrite } of this.#cloud.registry.hooks) afterWrite?.(request);
    return undefined;
  }

  #checkPrecondition({ headers = {} }: { headers?: RequestContext['headers'] }, existing: StoredResource | undefined): void {
    const ifMatch = headers['if-match'];
    const ifNoneMatch = headers['if-none-match'];
    const isFailed = (ifMatch && (!existing || (ifMatch !== '*' && ifMatch.replaceAll(/^W\/|"/g, '') !== existing.etag))) || (ifNoneMatch === '*' && existing);
    if (isFailed) throw new ArmError(412, 'PreconditionFailed', 'The condition specified using HTTP conditional header(s) is not met.');
  }

  /** A stored resource by id, its place checked for the right 404. */
  find(id: ResourceId, apiVersion: string, world: World = this.#cloud.world): { type: ResourceType; resource: StoredResource } {
    const type = this.typeOf(id, apiVersion);
    const resource = world.get(id.id);
    if (resource) return { type, resource };
    if (id.type !== GROUP_TYPE && id.resourceGroup && !world.get(`/subscriptions/${id.subscriptionId}/resourceGroups/${id.resourceGroup}`))
      throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${id.resourceGroup}' could not be found.`);
    throw this.#notFound(id.id);
  }

  /** What GET answers. */
  read(context: RequestContext, resource: StoredResource): JsonObject {
    const id = parseResourceId(resource.id);
    const type = id && this.#cloud.registry.type(resource.type);
    const body = id && type?.read ? type.read({ ...context, id, resource, body: {} }) : resource.body;
    // Children of a container carry only their last name, as Azure does.
    return { id: resource.id, name: resource.name, type: resource.type, ...body };
  }

  /** What reference() answers; `full` = with type, location, tags, ... around the properties. */
  reference(context: RequestContext, idText: string, apiVersion: string, full: boolean): Json | undefined {
    const id = parseResourceId(idText);
    const resource = context.world.get(idText);
    if (!id || !resource) return undefined;
    const type = this.#cloud.registry.type(resource.type);
    const body = this.read({ ...context, apiVersion: apiVersion || resource.apiVersion }, resource);
    const properties = type?.reference?.({ ...context, id, resource, body: {} }) ?? body['properties'] ?? {};
    if (!full) return properties;
    return { ...body, properties, apiVersion: apiVersion || resource.apiVersion, subscriptionId: id.subscriptionId ?? '', resourceGroupName: id.resourceGroup ?? '', scope: id.subscriptionId ? '' : id.scope.replace(/^\/providers\//i, ''), resourceId: id.id.replace(/^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\//i, ''), referenceApiVersion: apiVersion };
  }

  /** Starts the removal of a resource; undefined when there is nothing to remove (204). */
  remove(context: RequestContext, idText: string): { operation: OperationRecord | undefined } | undefined {
    const id = parseResourceId(idText);
    if (!id) throw new ArmError(400, 'InvalidResourceId', `The resource id '${idText}' is not valid.`);
    const type = this.typeOf(id, context.apiVersion);
    this.#access.require(context.caller, `${type.type === GROUP_TYPE ? 'Microsoft.Resources/subscriptions/resourceGroups' : type.type}/delete`, id.id);
    const { world } = this.#cloud;
    const resource = world.get(id.id);
    if (!resource) {
      if (id.type === GROUP_TYPE || (id.resourceGroup && !world.get(`/subscriptions/${id.subscriptionId}/resourceGroups/${id.resourceGroup}`)))
        throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${id.resourceGroup}' could not be found.`);
      return undefined;
    }
    checkLocks(world, resource.id, 'delete');
    this.#checkPrecondition(context, resource);
    const request: ResourceRequest = { ...context, id, resource, body: {} };
    for (const { beforeDelete } of this.#cloud.registry.hooks) beforeDelete?.(request);
    type.remove?.(request);
    const base = typeof type.duration === 'number' ? type.duration : isChildType(type.type) || type.extension ? 0 : 1000;
    const duration = sentinelDuration(id.name, type.deleteDuration ?? base / 2);
    if (duration === 0) {
      this.#removeNow(request, type);
      return { operation: undefined };
    }
    const running = this.#cloud.operations.running(resource.id);
    if (running) this.#cloud.operations.cancel(running.id);
    if (!type.noProvisioningState) world.put({ id: resource.id, body: withState(resource.body, 'Deleting') });
    return { operation: this.#cloud.operations.begin({ id: world.newId(), kind: 'delete', target: resource.id, duration, payload: { caller: { ...context.caller }, apiVersion: context.apiVersion } }) };
  }

  #removeNow(request: ResourceRequest, type: ResourceType): void {
    const others = type.removed?.(request) ?? [];
    this.#cloud.world.transaction(() => {
      this.#cloud.world.delete(request.resource.id, request.caller.objectId);
      for (const other of others) this.#cloud.world.delete(other, request.caller.objectId);
    });
  }

  #finishDelete({ target, payload }: OperationRecord): undefined {
    const { world } = this.#cloud;
    const resource = world.get(target);
    if (!resource) return undefined;
    const id = parseResourceId(resource.id)!;
    const context = this.context(payload['caller'] as unknown as Caller, String(payload['apiVersion']));
    if (id.type === GROUP_TYPE) this.#emptyGroup(context, resource);
    const type = this.typeOf(id, resource.apiVersion);
    const request = { ...context, id, resource, body: {} };
    try {
      // What was free at the request may be in use now.
      type.remove?.(request);
    } catch (error) {
      if (!type.noProvisioningState) world.put({ id: resource.id, body: withState(resource.body, 'Succeeded') });
      throw error;
    }
    this.#removeNow(request, type);
    return undefined;
  }

  /** Removes a group's contents in an order that works: whatever can go, until nothing is left or nothing can. */
  #emptyGroup(context: RequestContext, group: StoredResource): void {
    const { world } = this.#cloud;
    const left = (): StoredResource[] =>
      world.list({ subscriptionId: group.subscriptionId!, resourceGroup: group.name }).filter(({ id, parent }) => id !== group.id && !(parent && world.get(parent)?.resourceGroup));
    for (let before = Infinity, rest = left(); rest.length && rest.length < before; before = rest.length, rest = left()) {
      for (const resource of rest) {
        const id = parseResourceId(resource.id);
        const type = id && this.#cloud.registry.type(resource.type);
        if (!id || !world.get(resource.id)) continue;
        try {
          const request = { ...context, id, resource, body: {} };
          type?.remove?.(request);
          if (type) this.#removeNow(request, type);
          else world.delete(resource.id);
        } catch (error) {
          if (!(error instanceof ArmError)) throw error;
        }
      }
    }
    const rest = left();
    if (!rest.length) return;
    world.put({ id: group.id, body: withState(group.body, 'Succeeded') });
    throw new ArmError(409, 'ResourceGroupDeletionBlocked', `Deletion of resource group '${group.name}' failed as resources with identifiers '${rest.map(({ id }) => id).join(',')}' could not be deleted. The provisioning state of the resource group will be rolled back.`);
  }

  /** The action that the end of a path names, with the resource it is on. */
  findAction(path: string, method: string): { id: ResourceId; action: Action; type: ResourceType } | undefined {
    const at = path.toLowerCase().lastIndexOf('/providers/');
    if (at < 0) return undefined;
    const segments = path.slice(at + '/providers/'.length).split('/');
    for (let pairs = Math.floor((segments.length - 2) / 2) + 1; pairs >= 1; pairs -= 1) {
      const length = 1 + pairs * 2;
      if (length >= segments.length) continue;
      const id = parseResourceId(`${path.slice(0, at)}/providers/${segments.slice(0, length).join('/')}`);
      const name = segments.slice(length).join('/').toLowerCase();
      const type = id && this.#cloud.registry.type(id.type);
      const action = type?.actions?.find((one) => one.name.toLowerCase() === name && (one.method ?? 'POST') === method);
      if (id && type && action) return { id, action, type };
    }
    return undefined;
  }

  /** Does an action; an operation when it takes time. */
  act(context: RequestContext, id: ResourceId, action: Action, type: ResourceType, body: JsonObject): { body?: Json | undefined; operation?: OperationRecord } {
    const verb = action.method === 'GET' ? `${type.type}/${action.name}/read` : `${type.type}/${action.name}/action`;
    this.#access.require(context.caller, verb, id.id);
    const { resource } = this.find(id, context.apiVersion, context.world);
    const request: ResourceRequest = { ...context, id, resource, body };
    if (action.method !== 'GET' && action.duration) checkLocks(context.world, resource.id, 'write');
    action.check?.(request);
    if (!action.duration || context.world !== this.#cloud.world) return { body: action.run(request) };
    return {
      operation: this.#cloud.operations.begin({
        id: context.world.newId(), kind: 'action', target: resource.id, duration: sentinelDuration(id.name, action.duration),
        payload: { caller: { ...context.caller }, apiVersion: context.apiVersion, action: action.name, body },
      }),
    };
  }

  #finishAction({ target, payload }: OperationRecord): Json | undefined {
    const id = parseResourceId(target)!;
    const { type, resource } = this.find(id, String(payload['apiVersion']));
    const action = type.actions?.find(({ name }) => name === payload['action']);
    const context = this.context(payload['caller'] as unknown as Caller, String(payload['apiVersion']));
    return action?.run({ ...context, id, resource, body: payload['body'] as JsonObject });
  }
}
