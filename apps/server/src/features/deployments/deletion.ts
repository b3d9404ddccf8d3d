import { ArmError, resourceGroupOf, resourceTypeOf, scopePath, type ArmErrorBody, type CloudClient } from '@cloudwright/cloud';
import { crashPoint } from '../../platform/crash-points.ts';
import type { DeploymentRow } from './store.ts';
import type { DeletionItem } from './tables.ts';

const lower = (id: string): string => id.toLowerCase();
const isLock = (id: string): boolean => /\/providers\/microsoft\.authorization\/locks\/[^/]+$/i.test(id);
const isRoleAssignment = (id: string): boolean => /\/providers\/microsoft\.authorization\/roleassignments\/[^/]+$/i.test(id);
const isGroup = (id: string): boolean => /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+$/i.test(id);
const groupApiVersion = '2024-03-01';

/** Children that do not go with their parent: it is refused while they are there. Source: the providers' REST references. */
const blockingChildren = new Set([
  'microsoft.network/privatednszones/virtualnetworklinks', 'microsoft.network/dnsforwardingrulesets/virtualnetworklinks',
  'microsoft.network/dnsresolvers/inboundendpoints', 'microsoft.network/dnsresolvers/outboundendpoints',
]);
const isBlocking = (id: string): boolean => blockingChildren.has(lower(resourceTypeOf(id)));

/** A lock that somebody else has put on what is to be deleted: it is never removed in silence. */
export class ForeignLock extends Error {
  override readonly name = 'ForeignLock';
  readonly body: ArmErrorBody;
  constructor(body: ArmErrorBody) {
    super(body.message);
    this.body = body;
  }
}

/**
 * What is to be deleted, in which order: own locks and role assignments, then the resources in the reverse order of
 * their dependencies (`waves` of the template's plan, the first wave last), then disks that came with a machine.
 * Children go with their parents, but for the blocking ones. Throws ForeignLock, ArmError.
 */
export async function planDeletion(cloud: CloudClient, row: Pick<DeploymentRow, 'resourceIds' | 'subscriptionId' | 'resourceGroup'>, waves: readonly string[][]): Promise<DeletionItem[]> {
  const ids = row.resourceIds;
  await refuseForeignLocks(cloud, row);
  const waveOf = new Map(waves.flatMap((wave, index) => wave.map((id) => [lower(id), index] as const)));
  const isCovered = (id: string): boolean => !isBlocking(id) && ids.some((parent) => parent !== id && lower(id).startsWith(`${lower(parent)}/`));
  const apart = ids.filter((id) => isLock(id) || isRoleAssignment(id));
  const resources = ids.filter((id) => !apart.includes(id) && !isCovered(id));
  const disks = (await Promise.all(resources.filter((id) => lower(resourceTypeOf(id)) === 'microsoft.compute/virtualmachines').map((id) => disksOf(cloud, id)))).flat();
  const rankOf = (id: string): number => 2 + waves.length - (waveOf.get(lower(id)) ?? 0);
  const ranked = [
    ...apart.map((id) => ({ id, rank: isLock(id) ? 0 : 1 })),
    ...resources.map((id) => ({ id, rank: rankOf(id) })),
    ...disks.filter((disk) => !resources.some((id) => lower(id) === lower(disk))).map((id) => ({ id, rank: 3 + waves.length })),
  ];
  return Promise.all(ranked.map(async ({ id, rank }): Promise<DeletionItem> => ({
    id, rank, state: 'waiting', tries: 0,
    apiVersion: isGroup(id) ? groupApiVersion : await cloud.resources.apiVersionOf(row.subscriptionId, resourceTypeOf(id)),
  })));
}

async function refuseForeignLocks(cloud: CloudClient, row: Pick<DeploymentRow, 'resourceIds' | 'subscriptionId' | 'resourceGroup'>): Promise<void> {
  const own = new Set(row.resourceIds.map(lower));
  const groups = row.resourceGroup === null ? row.resourceIds.filter(isGroup).map((id) => resourceGroupOf(id) ?? '') : [row.resourceGroup];
  for (const resourceGroup of groups) {
    const scope = scopePath({ subscriptionId: row.subscriptionId, resourceGroup });
    const locks = await cloud.resources.locks(scope).catch((error: unknown) => {
      if (error instanceof ArmError && error.status === 404) return [];
      throw error;
    });
    for (const lock of locks) {
      const protectedScope = lock.id.replace(/\/providers\/Microsoft\.Authorization\/locks\/[^/]+$/i, '');
      const concerns = lower(scope).startsWith(lower(protectedScope)) || row.resourceIds.some((id) => lower(id).startsWith(lower(protectedScope)));
      if (!own.has(lower(lock.id)) && concerns) {
        throw new ForeignLock({ code: 'ScopeLocked', message: `The scope '${protectedScope}' cannot perform delete operation because following scope(s) are locked: '${lock.id}'. Please remove the lock and try again.`, target: protectedScope });
      }
    }
  }
}

/** Disks that were made together with a machine: they are in no template and stay behind when it is deleted. */
async function disksOf(cloud: CloudClient, machineId: string): Promise<string[]> {
  interface Disk { createOption?: string; managedDisk?: { id?: string } }
  const machine = await cloud.resources.find<{ properties?: { storageProfile?: { osDisk?: Disk; dataDisks?: Disk[] } } }>(machineId);
  const { osDisk, dataDisks = [] } = machine?.properties?.storageProfile ?? {};
  return [...(osDisk ? [osDisk] : []), ...dataDisks].flatMap((disk) => (disk.createOption?.toLowerCase() !== 'attach' && disk.managedDisk?.id ? [disk.managedDisk.id] : []));
}

// While other things of the same deletion still go away, a refusal "is in use" is expected: the item waits its turn again.
const mostTries = 12;
const isHopeless = (error: ArmError): boolean => error.code === 'ScopeLocked' || error.status === 403 || error.code === 'InvalidResourceType';

export interface DeletionProgress {
  items: DeletionItem[];
  isFinished: boolean;
  /** The cloud was busy or away: try again after this. */
  transient: ArmError | undefined;
}

/** One round: starts or polls the deletions of the lowest rank that is not done. The given items are not changed. */
export async function advanceDeletion(cloud: CloudClient, before: readonly DeletionItem[]): Promise<DeletionProgress> {
  const items = before.map((item) => ({ ...item }));
  const isOpen = (item: DeletionItem): boolean => item.state === 'waiting' || item.state === 'running';
  const rank = Math.min(...items.filter(isOpen).map((item) => item.rank));
  const last = Math.max(...items.map((item) => item.rank));
  let transient: ArmError | undefined;

  const refused = (item: DeletionItem, error: ArmError): void => {
    if (error.isUnauthenticated) throw error;
    if (error.isTransient) {
      transient = error;
      return;
    }
    item.tries += 1;
    const [cause] = error.causes;
    item.error = { code: cause?.code ?? error.code, message: cause?.message ?? error.message };
    item.state = item.tries >= mostTries || isHopeless(error) ? 'refused' : 'waiting';
    // Behind everything else: what uses it goes first.
    if (item.state === 'waiting') item.rank = last + 1;
    delete item.operationUrl;
  };
  const step = async (item: DeletionItem): Promise<void> => {
    try {
      if (item.state === 'running' && item.operationUrl !== undefined) {
        const result = await cloud.resources.poll(item.operationUrl);
        if (result.status === 'succeeded') item.state = 'gone';
        if (result.status === 'failed' && result.error) refused(item, result.error);
        return;
      }
      const started = await cloud.resources.delete(item.id, item.apiVersion);
      crashPoint('while-deleting');
      item.state = started.isDone ? 'gone' : 'running';
      if (started.operationUrl !== undefined) item.operationUrl = started.operationUrl;
    } catch (error) {
      if (!(error instanceof ArmError)) throw error;
      // The operation's record is gone with its resource.
      if (error.status === 404) item.state = 'gone';
      else refused(item, error);
    }
  };
  crashPoint('before-delete');
  await Promise.all(items.filter((item) => isOpen(item) && item.rank === rank).map(step));
  return { items, isFinished: !items.some(isOpen), transient };
}
