import { collect, once, type SdkSettings } from './sdk.ts';

export interface CloudNetwork {
  id: string;
  name: string;
  location: string;
  addressPrefixes: string[];
  subnets: { name: string; addressPrefix: string | undefined }[];
}

/** Virtual networks that exist already. */
export function networksOf(settings: SdkSettings) {
  const clients = once(async (subscriptionId: string) => {
    const { NetworkManagementClient } = await import('@azure/arm-network');
    return new NetworkManagementClient(settings.credential, subscriptionId, settings.options);
  });
  return {
    list: (subscriptionId: string): Promise<CloudNetwork[]> =>
      collect(async () => (await clients(subscriptionId)).virtualNetworks.listAll(), (raw) => ({
        id: raw.id ?? '',
        name: raw.name ?? '',
        location: raw.location ?? '',
        addressPrefixes: raw.addressSpace?.addressPrefixes ?? [],
        subnets: (raw.subnets ?? []).map((subnet) => ({
          name: subnet.name ?? '', addressPrefix: subnet.addressPrefix ?? subnet.addressPrefixes?.[0],
        })),
      })),
  };
}
