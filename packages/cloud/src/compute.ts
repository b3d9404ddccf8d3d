import type { ArmClient, Started } from './arm.ts';
import { collect, once, viaSdk, type SdkSettings } from './sdk.ts';
import { resourceGroupOf, resourceNameOf, subscriptionOf } from './resource-groups.ts';

export interface CloudVmSize {
  name: string;
  family: string;
  vCpus: number;
  memoryGb: number;
  maxDataDisks: number | undefined;
  gpus: number;
  /** Why it cannot be used here, e.g. NotAvailableForSubscription. */
  restriction: string | undefined;
  zones: string[];
}
export interface CloudUsage {
  /** The quota's key, e.g. cores, standardDSv3Family. */
  name: string;
  label: string;
  used: number;
  limit: number;
}
export interface CloudImage {
  publisher: string;
  offer: string;
  sku: string;
}
export type VmAction = 'start' | 'stop' | 'restart';

/** Sizes, quota and images of a region; power of one virtual machine. */
export function computeOf(settings: SdkSettings, arm: ArmClient) {
  const clients = once(async (subscriptionId: string) => {
    const { ComputeManagementClient } = await import('@azure/arm-compute');
    return new ComputeManagementClient(settings.credential, subscriptionId, settings.options);
  });
  const at = async (id: string) => ({
    client: await clients(subscriptionOf(id)),
    group: resourceGroupOf(id) ?? '',
    name: resourceNameOf(id),
  });
  return {
    sizes: async (subscriptionId: string, location: string): Promise<CloudVmSize[]> => {
      const all = await collect(
        async () => (await clients(subscriptionId)).resourceSkus.list({ filter: `location eq '${location}'` }), (raw) => raw);
      return all.filter((sku) => sku.resourceType === 'virtualMachines').map((sku) => {
        const capability = new Map((sku.capabilities ?? []).map((one) => [one.name, one.value]));
        const blocked = (sku.restrictions ?? []).find((restriction) => restriction.type === 'Location');
        return {
          name: sku.name ?? '',
          family: sku.family ?? '',
          vCpus: Number(capability.get('vCPUsAvailable') ?? capability.get('vCPUs') ?? 0),
          memoryGb: Number(capability.get('MemoryGB') ?? 0),
          maxDataDisks: capability.has('MaxDataDiskCount') ? Number(capability.get('MaxDataDiskCount')) : undefined,
          gpus: Number(capability.get('GPUs') ?? 0),
          restriction: blocked ? (blocked.reasonCode ?? 'NotAvailableForSubscription') : undefined,
          zones: sku.locationInfo?.[0]?.zones ?? [],
        };
      });
    },
    usages: (subscriptionId: string, location: string): Promise<CloudUsage[]> =>
      collect(async () => (await clients(subscriptionId)).usage.list(location), (raw) => ({
        name: raw.name.value ?? '', label: raw.name.localizedValue ?? raw.name.value ?? '', used: raw.currentValue, limit: raw.limit,
      })),
    imageSkus: (subscriptionId: string, location: string, publisher: string, offer: string): Promise<CloudImage[]> =>
      viaSdk(async () => {
        const skus = await (await clients(subscriptionId)).virtualMachineImages.listSkus(location, publisher, offer);
        return skus.map((sku) => ({ publisher, offer, sku: sku.name }));
      }),
    imageOffers: (subscriptionId: string, location: string, publisher: string): Promise<string[]> =>
      viaSdk(async () => (await (await clients(subscriptionId)).virtualMachineImages.listOffers(location, publisher)).map((offer) => offer.name)),
    imagePublishers: (subscriptionId: string, location: string): Promise<string[]> =>
      viaSdk(async () => (await (await clients(subscriptionId)).virtualMachineImages.listPublishers(location)).map((publisher) => publisher.name)),
    /** PowerState without its prefix: running, stopped, deallocated, ... */
    powerState: (id: string): Promise<string | undefined> =>
      viaSdk(async () => {
        const { client, group, name } = await at(id);
        const view = await client.virtualMachines.instanceView(group, name);
        return view.statuses?.find((status) => status.code?.startsWith('PowerState/'))?.code?.slice('PowerState/'.length);
      }),
    /** Starts the action; `stop` deallocates, so that compute is no longer charged. */
    act: (id: string, action: VmAction): Promise<Started> =>
      arm.start('POST', `${id}/${action === 'stop' ? 'deallocate' : action}`, { apiVersion: '2024-07-01' }),
  };
}
