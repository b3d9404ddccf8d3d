import type { Json, JsonObject } from '@cloudwright/engine';
import type { Cloud } from '../../wire/cloud.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import type { ResourceType } from '../../wire/provider.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { without } from '../body.ts';
import { surplusResources, type Trial } from './lifecycle.ts';
import { DEPLOYMENT_TYPE } from './records.ts';
import type { DeploymentRequest } from './request.ts';

interface PropertyChange {
  path: string;
  propertyChangeType: 'Create' | 'Delete' | 'Modify' | 'Array' | 'NoEffect';
  before?: Json;
  after?: Json;
  children?: PropertyChange[];
}

const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Members that only the server writes. */
const SERVER_MEMBERS = [
  'properties.provisioningState', 'etag', 'properties.instanceView', 'systemData',
  ...['createdBy', 'createdOn', 'updatedBy', 'updatedOn'].map((name) => `properties.metadata.${name}`),
];

/** A resource as what-if compares it: read, without what the server computes. */
function comparable(manager: ResourceManager, world: World, request: DeploymentRequest, resource: StoredResource, type: ResourceType | undefined): JsonObject {
  const { id: _id, name, type: resourceType, ...body } = manager.read(manager.context(request.caller, resource.apiVersion, world), resource);
  let rest: JsonObject = body;
  for (const path of [...SERVER_MEMBERS, ...(type?.readOnly ?? [])]) rest = without(rest, path);
  return { ...withoutEtags(rest) as JsonObject, name: name!, type: resourceType! };
}

/** Inline children carry etags and states of their own. */
function withoutEtags(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEtags);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'etag' && name !== 'provisioningState' && name !== 'resourceGuid').map(([name, member]) => [name, withoutEtags(member)]));
}

const same = (a: Json, b: Json): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => same(item, b[index]!));
  if (isObject(a) && isObject(b)) return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => same(a[name] ?? null, b[name] ?? null));
  return a === b;
};

/** Differences of two objects as a list of property changes; array items are children of their array. */
function compare(before: JsonObject, after: JsonObject, prefix = ''): PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (same(old, now)) continue;
    const path = prefix ? `${prefix}.${name}` : name;
    if (isObject(old) && isObject(now)) changes.push(...compare(old, now, path));
    else if (old === null) changes.push({ path, propertyChangeType: 'Create', after: now });
    else if (now === null) changes.push({ path, propertyChangeType: 'Delete', before: old });
    else if (Array.isArray(old) && Array.isArray(now)) changes.push({ path, propertyChangeType: 'Array', before: old, after: now, children: compareItems(old, now) });
    else changes.push({ path, propertyChangeType: 'Modify', before: old, after: now });
  }
  return changes;
}

function compareItems(before: Json[], after: Json[]): PropertyChange[] {
  // Named items (subnets, rules) are the same by name, others by place.
  const key = (item: Json, index: number): string => (isObject(item) && typeof item['name'] === 'string' ? item['name'] : String(index));
  const old = new Map(before.map((item, index) => [key(item, index), { item, index }]));
  const changes: PropertyChange[] = [];
  after.forEach((item, index) => {
    const found = old.get(key(item, index));
    old.delete(key(item, index));
    if (!found) changes.push({ path: String(index), propertyChangeType: 'Create', after: item });
    else if (!same(found.item, item)) {
      if (isObject(found.item) && isObject(item)) changes.push({ path: String(index), propertyChangeType: 'Modify', children: compare(found.item, item) });
      else changes.push({ path: String(index), propertyChangeType: 'Modify', before: found.item, after: item });
    }
  });
  for (const { item, index } of old.values()) changes.push({ path: String(index), propertyChangeType: 'Delete', before: item });
  return changes;
}

/** Compares the world with the overlay of a dry run: the `changes` of a what-if answer. */
export function whatIfChanges(cloud: Cloud, manager: ResourceManager, request: DeploymentRequest, { overlay, run }: Trial, onlyIds: boolean): JsonObject {
  const { world } = cloud;
  const changes: JsonObject[] = [];
  for (const id of run.touched) {
    const after = overlay.get(id);
    const before = world.get(id);
    if (after?.type === DEPLOYMENT_TYPE || before?.type === DEPLOYMENT_TYPE) continue;
    if (!after || !overlay.wrote(id)) {
      const failure = run.failures.find((one) => one.id.toLowerCase() === id);
      changes.push({ resourceId: before?.id ?? failure?.id ?? id, changeType: 'Unsupported', unsupportedReason: failure?.error.message ?? 'The resource cannot be evaluated before the deployment runs.' });
      continue;
    }
    const type = cloud.registry.type(after.type);
    const wanted = comparable(manager, overlay, request, after, type);
    const shown = (body: JsonObject, resource: StoredResource): JsonObject => ({ ...body, id: resource.id, apiVersion: resource.apiVersion, ...(resource.resourceGroup ? { resourceGroup: resource.resourceGroup } : {}) });
    if (onlyIds) {
      changes.push({ resourceId: after.id, changeType: before ? 'Deploy' : 'Create' });
      continue;
    }
    if (!before) {
      changes.push({ resourceId: after.id, changeType: 'Create', after: shown(wanted, after) });
      continue;
    }
    const old = comparable(manager, world, request, before, type);
    const delta = compare(old, wanted);
    changes.push({ resourceId: after.id, changeType: delta.length ? 'Modify' : 'NoChange', before: shown(old, before), after: shown(wanted, after), ...(delta.length ? { delta: delta as unknown as Json } : { delta: [] }) });
  }
  // What the template's inline lists drop (a subnet, a rule) shows as a change of the parent; whole resources show here.
  for (const resource of surplusResources(cloud, request.scope, run.touched)) {
    if (overlay.wrote(resource.id)) continue;
    const body = comparable(manager, world, request, resource, cloud.registry.type(resource.type));
    changes.push({ resourceId: resource.id, changeType: request.mode === 'Complete' ? 'Delete' : 'Ignore', ...(onlyIds ? {} : { before: { ...body, id: resource.id } }) });
  }
  return { changes: changes.toSorted((a, b) => String(a['resourceId']).localeCompare(String(b['resourceId']))) };
}

