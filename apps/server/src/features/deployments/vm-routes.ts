import type { CloudUsage, CloudVmSize, VmAction } from '@cloudwright/cloud';
import { vmEndpoints } from '@cloudwright/contract';
import type { Handlers, PersonContext } from '../../platform/context.ts';
import { cloudOf } from '../../platform/cloud.ts';
import { failure, found } from '../../platform/errors.ts';
import { registeredSubscription } from '../subscriptions/public.ts';
import { findDeployment } from './store.ts';

const page = <T>(result: T[]): { count: number; total: number; result: T[] } => ({ count: result.length, total: result.length, result });

/** Starts an action on a machine that the deployment created, follows it to its end, answers the new power state. */
async function act(context: PersonContext, asked: { deploymentId: string; resourceId: string }, action: VmAction) {
  const row = await context.db.run(async (tx) => found(await findDeployment(tx, { id: asked.deploymentId }), 'deployment'));
  const resourceId = row.resourceIds.find((id) => id.toLowerCase() === asked.resourceId.toLowerCase());
  if (resourceId === undefined || !/\/providers\/microsoft\.compute\/virtualmachines\/[^/]+$/i.test(resourceId)) throw failure('not_found', 'This deployment has no such virtual machine.');
  const cloud = cloudOf(context);
  let wait = await cloud.compute.act(resourceId, action);
  // A machine takes some seconds in the sandbox, a minute or two in Azure; the page shows a spinner meanwhile.
  for (let round = 0; !wait.isDone && wait.operationUrl !== undefined && round < 300; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait.retryAfterMs ?? 1000, 10_000)));
    const result = await cloud.resources.poll(wait.operationUrl);
    if (result.status === 'failed' && result.error) throw result.error;
    if (result.status !== 'running') break;
    wait = { ...wait, ...(result.retryAfterMs === undefined ? {} : { retryAfterMs: result.retryAfterMs }) };
  }
  return { resourceId, powerState: (await cloud.compute.powerState(resourceId)) ?? null };
}

/** A size with what its family and the region have left of their quota. */
function withQuota(size: CloudVmSize, usages: Map<string, CloudUsage>) {
  const left = ['cores', size.family.toLowerCase()].flatMap((name) => {
    const usage = usages.get(name);
    return usage === undefined ? [] : [{ label: usage.label, left: Math.max(0, usage.limit - usage.used), limit: usage.limit }];
  }).toSorted((a, b) => a.left - b.left);
  const [tightest] = left;
  const lacksQuota = tightest !== undefined && tightest.left < size.vCpus;
  return {
    name: size.name, family: size.family || null, vCpus: size.vCpus, memoryGb: size.memoryGb, maxDataDisks: size.maxDataDisks ?? null,
    coresLeft: tightest?.left ?? null,
    isAvailable: size.restriction === undefined && !lacksQuota,
    reason: size.restriction !== undefined ? 'Not offered to this subscription here'
      : lacksQuota ? `Needs ${size.vCpus} vCPUs, ${tightest.left} of ${tightest.limit} are left (${tightest.label})` : null,
  };
}

/** Publishers and offers shown first: the system images that most people mean. */
const commonOffers: { publisher: string; offer: string; osType: 'Linux' | 'Windows' }[] = [
  { publisher: 'Canonical', offer: 'ubuntu-24_04-lts', osType: 'Linux' },
  { publisher: 'Canonical', offer: '0001-com-ubuntu-server-jammy', osType: 'Linux' },
  { publisher: 'Debian', offer: 'debian-12', osType: 'Linux' },
  { publisher: 'RedHat', offer: 'RHEL', osType: 'Linux' },
  { publisher: 'almalinux', offer: 'almalinux-x86_64', osType: 'Linux' },
  { publisher: 'MicrosoftWindowsServer', offer: 'WindowsServer', osType: 'Windows' },
  { publisher: 'MicrosoftWindowsDesktop', offer: 'windows-11', osType: 'Windows' },
];

async function images(context: PersonContext, asked: { subscriptionId: string; region: string; publisher?: string | undefined; offer?: string | undefined }) {
  const cloud = cloudOf(context);
  const { subscriptionId, region, publisher, offer } = asked;
  const offers = publisher === undefined ? commonOffers
    : (offer === undefined ? await cloud.compute.imageOffers(subscriptionId, region, publisher) : [offer]).map((name) => ({
        publisher, offer: name, osType: commonOffers.find((common) => common.publisher === publisher)?.osType ?? null,
      }));
  const lists = await Promise.all(offers.map(async (one) => {
    // An offer that this region doesn't have is no error: the list has others.
    const skus = await cloud.compute.imageSkus(subscriptionId, region, one.publisher, one.offer).catch((error: unknown) => {
      if ((error as { status?: number }).status === 404) return [];
      throw error;
    });
    return skus.map(({ sku }) => ({
      id: `${one.publisher}:${one.offer}:${sku}:latest`, label: `${one.publisher} ${one.offer} ${sku}`, publisher: one.publisher, offer: one.offer, sku, version: 'latest', osType: one.osType,
    }));
  }));
  return lists.flat();
}

const registered = (context: PersonContext, subscriptionId: string): Promise<unknown> => context.db.run((tx) => registeredSubscription(tx, subscriptionId));

/** Live choices of the wizard and actions on deployed machines. */
export const vmHandlers: Handlers<typeof vmEndpoints> = {
  vmStart: (context, { body }) => act(context, body, 'start'),
  vmStop: (context, { body }) => act(context, body, 'stop'),
  vmRestart: (context, { body }) => act(context, body, 'restart'),
  vmSizes: async (context, { body }) => {
    await registered(context, body.subscriptionId);
    const cloud = cloudOf(context);
    const [sizes, usages] = await Promise.all([cloud.compute.sizes(body.subscriptionId, body.region), cloud.compute.usages(body.subscriptionId, body.region)]);
    const byName = new Map(usages.map((usage) => [usage.name.toLowerCase(), usage]));
    return page(sizes.map((size) => withQuota(size, byName)).toSorted((a, b) => a.vCpus - b.vCpus || a.name.localeCompare(b.name)));
  },
  vmImages: async (context, { body }) => {
    await registered(context, body.subscriptionId);
    return page(await images(context, body));
  },
  networkList: async (context, { body }) => {
    await registered(context, body.subscriptionId);
    const networks = await cloudOf(context).networks.list(body.subscriptionId);
    const region = body.region?.replaceAll(' ', '').toLowerCase();
    return page(networks.filter((network) => region === undefined || network.location.replaceAll(' ', '').toLowerCase() === region).map((network) => ({
      id: network.id, name: network.name, resourceGroup: /\/resourcegroups\/([^/]+)/i.exec(network.id)?.[1] ?? '', region: network.location, addressPrefixes: network.addressPrefixes,
      subnets: network.subnets.map((subnet) => ({ id: `${network.id}/subnets/${subnet.name}`, name: subnet.name, addressPrefix: subnet.addressPrefix ?? null })),
    })));
  },
};
