import type { Json, JsonObject } from '@cloudwright/engine';
import type { World } from '../world/world.ts';
import { ArmError } from './arm-error.ts';
import type { ResourceType, WriteRequest } from './provider.ts';
import { isChildType } from './registry.ts';
import { scopeKind, type ResourceId } from '../world/resource-id.ts';

/** Region names in Azure's short form: 'West Europe' -> 'westeurope'. */
const shortLocation = (location: string): string => location.toLowerCase().replaceAll(' ', '');

/** The regions where a type can be created in this cloud (short names). */
export function locationsOf(type: ResourceType, regionNames: readonly string[]): readonly string[] {
  const wanted = type.locations ?? (isChildType(type.type) || type.extension ? 'none' : 'all');
  if (wanted === 'none') return [];
  if (wanted === 'global') return ['global'];
  if (wanted === 'all') return regionNames;
  return wanted;
}

export function checkName(type: ResourceType, id: ResourceId): void {
  const { name } = id;
  if (type.singletons && !type.singletons.some((singleton) => singleton.toLowerCase() === name.toLowerCase()))
    throw new ArmError(400, 'InvalidResourceName', `The resource name '${name}' of type '${type.type}' is not valid. The name can only be: '${type.singletons.join("', '")}'.`, name);
  const rule = type.name;
  if (rule && (name.length < rule.min || name.length > rule.max || !rule.pattern.test(name)))
    throw new ArmError(400, rule.code ?? 'InvalidResourceName',
      rule.message?.(name) ?? `Resource name ${name} is invalid. The name must be ${rule.min} to ${rule.max} characters long and match ${rule.pattern.source}.`, name);
  if (!rule && (name.length > 260 || /[<>%&\\?#]/.test(name)))
    throw new ArmError(400, 'InvalidResourceName', `The resource name '${name}' contains characters that are not allowed: <,>,%,&,\\,?,#.`, name);
}

/** The body with its location in short form; refuses missing, unknown and changed locations. */
export function withLocation(type: ResourceType, request: WriteRequest, isGeneric: boolean, regionNames: readonly string[]): JsonObject {
  const { body, existing, id } = request;
  const available = locationsOf(type, regionNames);
  const given = body['location'];
  if (typeof given !== 'string' || given === '') {
    // Only tracked types live somewhere; of undescribed ones nobody knows.
    if (!available.length || isGeneric || type.scopes?.includes('tenant') || scopeKind(id.scope) !== 'resourceGroup') return body;
    if (available[0] === 'global') return { ...body, location: 'global' };
    if (existing?.location) return { ...body, location: existing.location };
    throw new ArmError(400, 'LocationRequired', 'The location property is required for this definition.', id.name);
  }
  const location = shortLocation(given);
  if (!available.length) return { ...body, location };
  const isGroup = type.type === 'Microsoft.Resources/resourceGroups';
  if (!available.includes(location) && isGroup)
    throw new ArmError(400, 'LocationNotAvailableForResourceGroup', `The provided location '${given}' is not available for resource group. List of available regions is '${available.join(',')}'.`, id.name);
  if (!available.includes(location) && location !== 'global')
    throw new ArmError(400, 'LocationNotAvailableForResourceType', `The provided location '${given}' is not available for resource type '${type.type}'. List of available regions for the resource type is '${available.join(',')}'.`, id.name);
  // A group says so in its own words.
  if (!isGroup && existing?.location && shortLocation(existing.location) !== location)
    throw new ArmError(409, 'InvalidResourceLocation', `The resource '${id.name}' already exists in location '${existing.location}' in resource group '${id.resourceGroup}'. A resource with the same name cannot be created in location '${location}'. Please select a new resource name.`, id.name);
  return { ...body, location };
}

export function checkRequired(type: ResourceType, body: JsonObject): void {
  for (const path of type.required ?? []) {
    let value: Json | undefined = body;
    for (const step of path.split('.')) {
      const holder: JsonObject = value && typeof value === 'object' && !Array.isArray(value) ? value : {};
      value = holder[step] ?? holder[Object.keys(holder).find((key) => key.toLowerCase() === step.toLowerCase()) ?? ''];
    }
    if (value !== undefined && value !== null) continue;
    const refusal = type.missing?.(path) ?? { code: 'InvalidRequestContent', message: `The request content was invalid: the required property '${path}' is missing.` };
    throw new ArmError(400, refusal.code, refusal.message, path);
  }
}

/**
 * Resource Manager's check of links between resources: a member called …ResourceId holds a full id, in a subscription
 * that exists. Empty values are no links.
 */
export function checkLinks(request: WriteRequest): void {
  const visit = (value: Json, path: string): void => {
    // Lists are the provider's own business: their items may hold names.
    if (value && typeof value === 'object' && !Array.isArray(value)) for (const [name, member] of Object.entries(value)) visit(member, path ? `${path}.${name}` : name);
    else if (typeof value === 'string' && value !== '' && /ResourceId$/i.test(path)) checkLink(value, path, request);
  };
  visit(request.body['properties'] ?? null, 'properties');
}

/** Throws when a value that names another resource is no full id. */
export function checkResourceId(link: string, path: string, name: string): void {
  if (!/^\/(subscriptions|providers|tenants)\//i.test(link))
    throw new ArmError(400, 'LinkedInvalidPropertyId', `Property id '${link}' at path '${path}' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'.`, name);
}

function checkLink(link: string, path: string, { world, caller, id }: WriteRequest): void {
  checkResourceId(link, path, id.name);
  const subscription = /^\/subscriptions\/[^/]+/i.exec(link)?.[0];
  if (subscription && !world.get(subscription))
    throw new ArmError(403, 'LinkedAuthorizationFailed', `The client '${caller.name}' with object id '${caller.objectId}' has permission to perform action '${id.type}/write' on scope '${id.id}'; however, it does not have permission to perform action(s) on the linked scope(s) '${link}' (respectively) or the linked scope(s) are invalid.`, id.name);
}

/** Names that are one in the whole cloud. */
export function checkGlobalName(type: ResourceType, request: WriteRequest): void {
  const { globalName } = type;
  if (!globalName || request.existing) return;
  const taken = request.world.list({ type: type.type, name: request.id.name }).some(({ id }) => id.toLowerCase() !== request.id.id.toLowerCase());
  if (taken) throw new ArmError(globalName.status ?? 409, globalName.code, globalName.message(request.id.name), request.id.name);
}

const MAX_TAGS = 50;
export function checkTags(body: JsonObject): void {
  const { tags } = body;
  if (tags === undefined || tags === null) return;
  if (typeof tags !== 'object' || Array.isArray(tags)) throw new ArmError(400, 'InvalidRequestContent', "The request content was invalid: 'tags' must be an object.", 'tags');
  const entries = Object.entries(tags);
  if (entries.length > MAX_TAGS) throw new ArmError(400, 'InvalidTags', `Invalid tag set. The resource has ${entries.length} tags, the maximum is ${MAX_TAGS}.`, 'tags');
  for (const [name, value] of entries) {
    // Links between resources are kept in tags whose names hold ids.
    if (name.length > 512 || (!/^hidden-/i.test(name) && /[<>%&\\?/]/.test(name))) throw new ArmError(400, 'InvalidTagNameCharacters', `The tag name '${name}' has reserved characters '<,>,%,&,\\,?,/' or control characters, or is longer than 512.`, 'tags');
    if (value !== null && String(value).length > 256) throw new ArmError(400, 'TagValueTooLong', `The value of tag '${name}' is longer than 256 characters.`, 'tags');
  }
}

/** Sums what the stored resources of a subscription and region count for and refuses what passes the limit. */
export function checkQuota(type: ResourceType, request: WriteRequest, body: JsonObject, types: (name: string) => ResourceType | undefined): void {
  const { world, id } = request;
  const demands = type.quota?.(body, world) ?? [];
  if (!demands.length || !id.subscriptionId) return;
  const location = typeof body['location'] === 'string' ? body['location'] : 'global';
  const usedNow = quotaUsed(world, id.subscriptionId, location, types, id.id);
  for (const demand of demands) {
    const limit = world.quotaLimit(id.subscriptionId, location, demand.name, demand.limit);
    const used = usedNow.get(demand.name.toLowerCase()) ?? 0;
    if (used + demand.amount <= limit) continue;
    throw type.quotaError?.(demand, used, limit, location) ?? new ArmError(409, 'QuotaExceeded',
      `Operation could not be completed as it results in exceeding approved ${demand.localizedName} quota. Additional details - Deployment Model: Resource Manager, Location: ${location}, Current Limit: ${limit}, Current Usage: ${used}, Additional Required: ${demand.amount}, (Minimum) New Limit Required: ${used + demand.amount}.`, id.name);
  }
}

/** Usage by counter (lower-case names) of one subscription and region. */
function quotaUsed(world: World, subscriptionId: string, location: string, types: (name: string) => ResourceType | undefined, without?: string): Map<string, number> {
  const used = new Map<string, number>();
  for (const resource of world.list({ subscriptionId })) {
    if (shortLocation(resource.location ?? 'global') !== shortLocation(location) || resource.id.toLowerCase() === without?.toLowerCase()) continue;
    for (const { name, amount } of types(resource.type)?.quota?.(resource.body, world) ?? []) used.set(name.toLowerCase(), (used.get(name.toLowerCase()) ?? 0) + amount);
  }
  return used;
}
