import type { Expansion, Json, JsonObject, RuntimeResolver } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { parseResourceId, resourceIdOf } from '../../world/resource-id.ts';
import { locationsOf } from '../../wire/write-checks.ts';
import { objectAt } from '../body.ts';
import { findRegion, regions } from '../reference/regions.ts';
import type { World } from '../../world/world.ts';

export interface TemplateResolver {
  resolver: RuntimeResolver;
  /** Why the last call could not be answered; cleared when read. */
  failure: () => ArmError | undefined;
  /** What helps to understand a failure of the template's own: that a script was not run. */
  hint: () => string;
}

const unsampled = (name: string): string =>
  ` The sandbox records the deployment script '${name}' and does not run it: its outputs come from a sample that its author gives (tag sandbox-outputs, or POST /scripts on the console).`;

/**
 * Answers what templates ask the cloud: reference(), list*(), providers(), pickZones(), ... from the providers of a
 * world (the real one, or the overlay of a dry run). Short names are looked up in `expansions`: the template's own first,
 * then those of deployments nested in it, whose outputs it may hold unevaluated.
 */
export function templateResolver(cloud: Cloud, manager: ResourceManager, world: World, caller: Caller, expansions: () => Expansion[]): TemplateResolver {
  let failure: ArmError | undefined;
  let hint = '';

  /** reference() takes a full id, a type and names relative to the scope, or a name of the template. */
  const idOf = (text: string, scope: { subscriptionId: string; resourceGroup?: string }): string | undefined => {
    if (text.startsWith('/')) return text;
    const wanted = text.toLowerCase();
    const lastName = (name: unknown): string | undefined => String(name).toLowerCase().split('/').at(-1);
    for (const { resources, placements } of expansions()) {
      // A symbol or a whole name means one resource; a child's last name is taken where nothing else fits.
      const named = resources.find(({ id, name }) => String(name).toLowerCase() === wanted || placements.get(id)?.symbol?.toLowerCase() === wanted)
        ?? (text.includes('/') ? undefined : resources.find(({ name }) => lastName(name) === wanted));
      if (named) return named.id;
    }
    // 'Namespace/type/childType/name/childName': the type first, then as many names as it has segments.
    const [namespace, ...parts] = text.split('/');
    if (parts.length < 2 || parts.length % 2) return undefined;
    const group = scope.resourceGroup ? `/subscriptions/${scope.subscriptionId}/resourceGroups/${scope.resourceGroup}` : `/subscriptions/${scope.subscriptionId}`;
    const half = parts.length / 2;
    return resourceIdOf(group, [namespace, ...parts.slice(0, half)].join('/'), parts.slice(half).join('/'));
  };
  const notFound = (id: string): undefined => {
    const parsed = parseResourceId(id);
    failure = new ArmError(404, 'ResourceNotFound', `The Resource '${parsed ? `${parsed.type}/${parsed.fullName}` : id}' under resource group '${parsed?.resourceGroup ?? '<null>'}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`, id);
    return undefined;
  };

  const reference = (args: Json[], scope: Parameters<RuntimeResolver>[0]['scope']): Json | undefined => {
    const id = idOf(String(args[0]), scope);
    if (!id) return notFound(String(args[0]));
    const context = manager.context(caller, String(args[1] ?? ''), world);
    const answer = manager.reference(context, id, String(args[1] ?? ''), /^full$/i.test(String(args[2] ?? '')));
    const target = world.get(id);
    if (target && /\/deploymentScripts$/i.test(target.type) && !Object.keys(objectAt(target.body, 'properties.outputs')).length) hint = unsampled(target.name);
    return answer ?? notFound(id);
  };

  const list = (name: string, args: Json[], scope: Parameters<RuntimeResolver>[0]['scope']): Json | undefined => {
    const id = idOf(String(args[0]), scope);
    // What is listed need not be a stored resource: `…/sites/app/host/default` is an action of the site.
    const found = id === undefined ? undefined : manager.findAction(`${id}/${name}`, 'POST');
    const target = found?.id ?? (id === undefined ? undefined : parseResourceId(id));
    if (!id || !target || !world.get(target.id)) return notFound(id ?? String(args[0]));
    if (!found) {
      failure = new ArmError(400, 'InvalidTemplate', `The resource type '${target.type}' does not support the operation '${name}'.`, id);
      return undefined;
    }
    const body = args[2] && typeof args[2] === 'object' && !Array.isArray(args[2]) ? (args[2] as JsonObject) : {};
    try {
      return manager.act(manager.context(caller, String(args[1] ?? ''), world), found.id, found.action, found.type, body).body ?? {};
    } catch (error) {
      if (!(error instanceof ArmError)) throw error;
      failure = error;
      return undefined;
    }
  };

  const zonesOf = (location: string): string[] => Array.from({ length: findRegion(location)?.zones ?? 0 }, (_, index) => String(index + 1));
  const physical = (location: string, zone: string): string => `${location.toLowerCase().replaceAll(' ', '')}-az${zone}`;
  const logical = (zone: string): string => zone.split('-az').at(-1) ?? zone;
  const zoned = (values: Json | undefined, map: (zone: string) => string): Json => (Array.isArray(values) ? values.map((value) => map(String(value))) : []);

  const answers: Record<string, (args: Json[], scope: Parameters<RuntimeResolver>[0]['scope']) => Json | undefined> = {
    reference,
    references: (args, scope) => {
      const ids = Array.isArray(args[0]) ? args[0] : [args[0]!];
      const found = ids.map((id) => reference([id!, '', args[1] ?? ''], scope));
      return found.every((value) => value !== undefined) ? (found as Json[]) : undefined;
    },
    resourceinfo: (args, scope) => {
      const id = idOf(String(args[0]), scope);
      const stored = id === undefined ? undefined : world.get(id);
      return stored ? { id: stored.id, name: stored.name, type: stored.type, apiVersion: stored.apiVersion } : notFound(String(args[0]));
    },
    providers: (args) => {
      const found = cloud.registry.namespace(String(args[0]));
      if (!found) return undefined;
      const rows = found.types.map((type) => ({
        resourceType: type.type.split('/').slice(1).join('/'),
        locations: locationsOf(type, cloud.regionNames).map((name) => regions.find((region) => region.name === name)?.displayName ?? name),
        apiVersions: type.apiVersions.length ? type.apiVersions : ['2024-01-01'],
      }));
      if (args[1] === undefined) return { namespace: found.namespace, resourceTypes: rows };
      return rows.find(({ resourceType }) => resourceType.toLowerCase() === String(args[1]).toLowerCase());
    },
    pickzones: ([, , location, count, offset]) => {
      const zones = zonesOf(String(location));
      return zones.length ? zones.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(count ?? 1)) : [];
    },
    tologicalzone: ([, , zone]) => logical(String(zone)),
    tophysicalzone: ([, location, zone]) => physical(String(location), String(zone)),
    tologicalzones: ([, , zones]) => zoned(zones, logical),
    tophysicalzones: ([, location, zones]) => zoned(zones, (zone) => physical(String(location), zone)),
    // Of a group that another deployment goes to only the cloud knows location and tags.
    resourcegroup: (_args, { subscriptionId, resourceGroup }) => {
      const group = resourceGroup === undefined ? undefined : world.get(`/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}`);
      if (group) return { id: group.id, name: group.name, type: group.type, location: group.location ?? '', tags: group.body['tags'] ?? {}, properties: { provisioningState: 'Succeeded' } };
      failure = new ArmError(404, 'ResourceGroupNotFound', `Resource group '${resourceGroup ?? ''}' could not be found.`);
      return undefined;
    },
    deployer: () => ({ objectId: caller.objectId, tenantId: caller.tenantId, userPrincipalName: caller.name }),
    getsecret: ([vault, name]) => {
      const stored = world.get(String(vault));
      if (!stored) {
        failure = new ArmError(400, 'KeyVaultParameterReferenceNotFound', `The specified KeyVault '${String(vault)}' could not be found. Please see https://aka.ms/arm-keyvault for usage details.`);
        return undefined;
      }
      const secret = world.get(`${stored.id}/secrets/${String(name)}`);
      const value = secret?.secret['value'] ?? secret?.secret['properties.value'];
      if (value === undefined) {
        failure = new ArmError(400, 'KeyVaultParameterReferenceSecretRetrieveFailed', `The secret '${String(name)}' of KeyVault parameter '${stored.name}' cannot be retrieved. Http status code: 'NotFound'. Error message: 'A secret with (name/id) ${String(name)} was not found in this key vault.'`);
        return undefined;
      }
      return value;
    },
  };

  return {
    resolver: ({ name, args, scope }) => {
      const lower = name.toLowerCase();
      const answer = answers[lower];
      if (answer) return answer(args, scope);
      return lower.startsWith('list') ? list(name, args, scope) : undefined;
    },
    failure: () => {
      const kept = failure;
      failure = undefined;
      return kept;
    },
    hint: () => hint,
  };
}

/** The id that an expanded resource is written under, once its name is known. */
export const writtenId = (scope: string, type: string, name: string): string => (type.toLowerCase() === 'microsoft.resources/resourcegroups' ? `${scope}/resourceGroups/${name}` : resourceIdOf(scope, type, name));
