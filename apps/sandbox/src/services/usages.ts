import type { Json } from '@cloudwright/engine';
import type { Operation, QuotaDemand, ResourceType } from '../wire/provider.ts';
import type { World } from '../world/world.ts';
import { regionName } from './reference/regions.ts';

/** What the resources of a subscription and region use of each counter. */
function usedOf(world: World, types: ResourceType[], subscriptionId: string, location: string): Map<string, QuotaDemand> {
  const used = new Map<string, QuotaDemand>();
  for (const type of types) {
    if (!type.quota) continue;
    for (const resource of world.list({ type: type.type, subscriptionId, location }))
      for (const demand of type.quota(resource.body, world)) {
        const before = used.get(demand.name);
        used.set(demand.name, { ...demand, amount: demand.amount + (before?.amount ?? 0) });
      }
  }
  return used;
}

/** `GET …/locations/{location}/usages` of a namespace: every counter with its limit; `known` are counters shown even when unused. */
export const usageOperation = (namespace: string, types: ResourceType[], known: (location: string) => Omit<QuotaDemand, 'amount'>[] = () => []): Operation => ({
  method: 'GET',
  path: `/subscriptions/{subscriptionId}/providers/${namespace}/locations/{location}/usages`,
  run: ({ world, params }): Json => {
    const [subscriptionId, location] = [params['subscriptionId']!, regionName(params['location']!)];
    const used = usedOf(world, types, subscriptionId, location);
    const counters = new Map([...known(location).map((row) => [row.name, { ...row, amount: 0 }] as const), ...used]);
    return {
      value: [...counters.values()].map((counter) => ({
        id: `/subscriptions/${subscriptionId}/providers/${namespace}/locations/${location}/usages/${counter.name}`,
        unit: 'Count',
        currentValue: used.get(counter.name)?.amount ?? 0,
        limit: world.quotaLimit(subscriptionId, location, counter.name, counter.limit),
        name: { value: counter.name, localizedValue: counter.localizedName },
      })),
    };
  },
});
