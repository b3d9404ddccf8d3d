import type { ArmClient, Started } from './arm.ts';
import { ArmError } from './errors.ts';
import { collect, once, viaSdk, type SdkSettings } from './sdk.ts';

export interface CloudResourceGroup {
  id: string;
  name: string;
  location: string;
  tags: Record<string, string>;
  provisioningState: string;
}
export interface CloudResource {
  id: string;
  type: string;
  name: string;
  location: string | undefined;
  kind: string | undefined;
  sku: string | undefined;
  tags: Record<string, string>;
  provisioningState: string | undefined;
}

const groupApiVersion = '2024-03-01';

/** One generated resources client per subscription. */
export function resourceClients(settings: SdkSettings) {
  return once(async (subscriptionId: string) => {
    const { ResourceManagementClient } = await import('@azure/arm-resources');
    return new ResourceManagementClient(settings.credential, subscriptionId, settings.options);
  });
}
export type ResourceClients = ReturnType<typeof resourceClients>;

/** Resource groups of a subscription. */
export function resourceGroupsOf(clients: ResourceClients, arm: ArmClient) {
  type Raw = Awaited<ReturnType<Awaited<ReturnType<ResourceClients>>['resourceGroups']['get']>>;
  const map = (raw: Raw): CloudResourceGroup => ({
    id: raw.id ?? '',
    name: raw.name ?? '',
    location: raw.location,
    tags: raw.tags ?? {},
    provisioningState: raw.properties?.provisioningState ?? 'Succeeded',
  });
  const pathOf = (subscriptionId: string, name: string): string =>
    `/subscriptions/${subscriptionId}/resourcegroups/${encodeURIComponent(name)}`;
  return {
    list: (subscriptionId: string) => collect(async () => (await clients(subscriptionId)).resourceGroups.list(), map),
    get: (subscriptionId: string, name: string) =>
      viaSdk(async () => map(await (await clients(subscriptionId)).resourceGroups.get(name))),
    /** The group, or undefined when there is none of that name. */
    async find(subscriptionId: string, name: string): Promise<CloudResourceGroup | undefined> {
      try {
        return await viaSdk(async () => map(await (await clients(subscriptionId)).resourceGroups.get(name)));
      } catch (error) {
        if (error instanceof ArmError && error.status === 404) return undefined;
        throw error;
      }
    },
    create: (subscriptionId: string, name: string, group: { location: string; tags?: Record<string, string> }) =>
      viaSdk(async () => map(await (await clients(subscriptionId)).resourceGroups.createOrUpdate(name, group))),
    /** Starts the deletion of the group with everything in it. */
    delete: (subscriptionId: string, name: string): Promise<Started> =>
      arm.start('DELETE', pathOf(subscriptionId, name), { apiVersion: groupApiVersion }),
  };
}

export interface CloudLock {
  id: string;
  name: string;
  level: string;
  notes: string | undefined;
}

/** Generic resources by id, whatever their type; api-versions are asked of the cloud and remembered. */
export function resourcesOf(clients: ResourceClients, arm: ArmClient) {
  const versionsOf = once(async (key: string) => {
    const [subscriptionId = '', namespace = ''] = key.split('|');
    const provider = await viaSdk(async () => (await clients(subscriptionId)).providers.get(namespace));
    return new Map((provider.resourceTypes ?? []).map((type) => [type.resourceType?.toLowerCase() ?? '', type]));
  });

  /** The newest stable api-version of a type, e.g. Microsoft.Compute/virtualMachines. */
  async function apiVersionOf(subscriptionId: string, type: string): Promise<string> {
    const [namespace = '', ...rest] = type.split('/');
    const known = (await versionsOf(`${subscriptionId}|${namespace}`)).get(rest.join('/').toLowerCase());
    const versions = known?.apiVersions ?? [];
    const best = versions.toSorted().findLast((version) => !version.includes('preview')) ?? versions[0];
    if (best === undefined) throw new ArmError(400, { code: 'InvalidResourceType', message: `The cloud does not know the resource type ${type}` });
    return best;
  }

  const versionFor = async (id: string, given: string | undefined): Promise<string> =>
    given ?? apiVersionOf(subscriptionOf(id), resourceTypeOf(id));

  return {
    apiVersionOf,
    listInGroup: (subscriptionId: string, group: string): Promise<CloudResource[]> =>
      collect(async () => (await clients(subscriptionId)).resources.listByResourceGroup(group, { expand: 'provisioningState' }), (raw) => ({
        id: raw.id ?? '', type: raw.type ?? '', name: raw.name ?? '', location: raw.location, kind: raw.kind,
        sku: raw.sku?.name, tags: raw.tags ?? {}, provisioningState: raw.provisioningState,
      })),
    get: async <T = Record<string, unknown>>(id: string, apiVersion?: string): Promise<T> =>
      arm.get<T>(id, { apiVersion: await versionFor(id, apiVersion) }),
    /** The resource, or undefined when it (or its parent or group) is gone. */
    async find<T = Record<string, unknown>>(id: string, apiVersion?: string): Promise<T | undefined> {
      try {
        return await arm.get<T>(id, { apiVersion: await versionFor(id, apiVersion) });
      } catch (error) {
        if (error instanceof ArmError && error.status === 404) return undefined;
        throw error;
      }
    },
    /** Starts a deletion; one that is already gone is done. */
    async delete(id: string, apiVersion?: string): Promise<Started> {
      try {
        return await arm.start('DELETE', id, { apiVersion: await versionFor(id, apiVersion) });
      } catch (error) {
        if (error instanceof ArmError && error.status === 404) return { isDone: true };
        throw error;
      }
    },
    /** Locks on a scope (a resource, a group, a subscription), inherited ones included. */
    async locks(scope: string): Promise<CloudLock[]> {
      const locks: CloudLock[] = [];
      const path = `${scope}/providers/Microsoft.Authorization/locks`;
      for await (const raw of arm.list<{ id: string; name: string; properties?: { level?: string; notes?: string } }>(path, { apiVersion: '2020-05-01' })) {
        locks.push({ id: raw.id, name: raw.name, level: raw.properties?.level ?? 'NotSpecified', notes: raw.properties?.notes });
      }
      return locks;
    },
    deleteLock: (id: string): Promise<Started> => arm.start('DELETE', id, { apiVersion: '2020-05-01' }),
    poll: (operationUrl: string) => arm.pollOperation(operationUrl),
  };
}

/** The subscription in a resource id; empty for tenant-level ids. */
export function subscriptionOf(id: string): string {
  return /^\/subscriptions\/([^/]+)/i.exec(id)?.[1] ?? '';
}

/** The resource group in a resource id. */
export function resourceGroupOf(id: string): string | undefined {
  return /\/resourcegroups\/([^/]+)/i.exec(id)?.[1];
}

/** The full type in a resource id, extension resources included (the last `providers` segment counts). */
export function resourceTypeOf(id: string): string {
  const at = id.toLowerCase().lastIndexOf('/providers/');
  if (at < 0) return resourceGroupOf(id) === undefined ? 'Microsoft.Resources/subscriptions' : 'Microsoft.Resources/resourceGroups';
  const [namespace = '', ...segments] = id.slice(at + '/providers/'.length).split('/');
  return [namespace, ...segments.filter((_, index) => index % 2 === 0)].join('/');
}

/** The full name in a resource id: names of all levels joined with '/'. */
export function resourceNameOf(id: string): string {
  const at = id.toLowerCase().lastIndexOf('/providers/');
  if (at < 0) return id.split('/').at(-1) ?? '';
  return id.slice(at + '/providers/'.length).split('/').slice(1).filter((_, index) => index % 2 === 1).join('/');
}
