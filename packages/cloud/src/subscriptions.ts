import { collect, once, viaSdk, type SdkSettings } from './sdk.ts';

type CloudSubscriptionState = 'ENABLED' | 'WARNED' | 'PAST_DUE' | 'DISABLED';
export interface CloudSubscription {
  id: string;
  displayName: string;
  tenantId: string | undefined;
  state: CloudSubscriptionState;
  tags: Record<string, string>;
}
/** A region: `name` as in requests (eastus2), `displayName` as people write it (East US 2). */
export interface CloudLocation {
  name: string;
  displayName: string;
  geography: string | undefined;
  hasZones: boolean;
  isPhysical: boolean;
}

const states: Record<string, CloudSubscriptionState> = {
  Enabled: 'ENABLED', Warned: 'WARNED', PastDue: 'PAST_DUE', Disabled: 'DISABLED', Deleted: 'DISABLED',
};

/** Subscriptions that the caller's token can see, and their regions. */
export function subscriptionsOf(settings: SdkSettings) {
  const client = once(async () => {
    const { SubscriptionClient } = await import('@azure/arm-resources-subscriptions');
    return new SubscriptionClient(settings.credential, settings.options);
  });
  type Raw = Awaited<ReturnType<Awaited<ReturnType<typeof client>>['subscriptions']['get']>>;
  const map = (raw: Raw): CloudSubscription => ({
    id: raw.subscriptionId ?? '',
    displayName: raw.displayName ?? raw.subscriptionId ?? '',
    tenantId: raw.tenantId,
    state: states[raw.state ?? 'Enabled'] ?? 'ENABLED',
    tags: raw.tags ?? {},
  });
  return {
    list: () => collect(async () => (await client('all')).subscriptions.list(), map),
    get: (subscriptionId: string) => viaSdk(async () => map(await (await client('all')).subscriptions.get(subscriptionId))),
    locations: (subscriptionId: string): Promise<CloudLocation[]> =>
      collect(async () => (await client('all')).subscriptions.listLocations(subscriptionId), (raw) => ({
        name: raw.name ?? '',
        displayName: raw.displayName ?? raw.name ?? '',
        geography: raw.metadata?.geography,
        hasZones: (raw.availabilityZoneMappings?.length ?? 0) > 0,
        isPhysical: (raw.metadata?.regionType ?? 'Physical') === 'Physical',
      })),
  };
}
