import { resourceNameOf, resourceTypeOf, type CloudResource } from '@cloudwright/cloud';
import { resourceKinds, type ResourceKind } from '@cloudwright/contract/enums';
import type { DeployedResource } from '@cloudwright/contract';
import type { PersonContext } from '../../platform/context.ts';
import { cloudOf } from '../../platform/cloud.ts';
import type { DeploymentRow } from './store.ts';

/** The kinds that the portal knows by number; everything else is null. */
export function kindOf(type: string): ResourceKind | null {
  if (/^microsoft\.storage\/storageaccounts$/i.test(type)) return resourceKinds.Storage;
  return /^microsoft\.compute\/virtualmachines$/i.test(type) ? resourceKinds.VirtualMachine : null;
}

const groupOf = (id: string): string => /^\/subscriptions\/([^/]+)\/resourcegroups\/([^/]+)\//i.exec(id)?.slice(1).join('|').toLowerCase() ?? '';

/**
 * What a deployment created, as the cloud knows it at this moment. Resources that the cloud does not list (children,
 * settings) come from the ledger; those that are gone say so.
 */
export async function deployedResources(context: PersonContext, row: DeploymentRow): Promise<DeployedResource[]> {
  if (row.resourceIds.length === 0) return [];
  const cloud = cloudOf(context);
  const portal = context.identity.cloud.endpoints().portal;
  const groups = [...new Set(row.resourceIds.map(groupOf).filter(Boolean))].map((group) => group.split('|') as [string, string]);
  const lists = await Promise.all(groups.map(([subscriptionId, group]) => cloud.resources.listInGroup(subscriptionId, group).catch(missingGroup)));
  const live = new Map(lists.flat().map((resource) => [resource.id.toLowerCase(), resource]));
  return Promise.all(row.resourceIds.map(async (id): Promise<DeployedResource> => {
    const type = resourceTypeOf(id);
    const known = live.get(id.toLowerCase());
    const kind = kindOf(type);
    const isTopLevel = type.split('/').length === 2;
    return {
      id, type, kind,
      name: resourceNameOf(id),
      region: known?.location ?? null,
      status: known?.provisioningState ?? (isTopLevel && groupOf(id) !== '' && !/^microsoft\.(authorization|resources)\//i.test(type) ? 'Gone' : 'Succeeded'),
      powerState: kind === resourceKinds.VirtualMachine && known ? (await cloud.compute.powerState(id)) ?? null : null,
      sku: known?.sku ?? null,
      tags: known?.tags ?? {},
      portalUrl: `${portal}/#resource${id}`,
    };
  }));
}

const missingGroup = (error: unknown): CloudResource[] => {
  if ((error as { status?: number }).status === 404) return [];
  throw error;
};
