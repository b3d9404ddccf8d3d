import { createArmClient, type CloudClientOptions } from './arm.ts';
import { computeOf } from './compute.ts';
import { deploymentsOf } from './deployments.ts';
import type { CloudEndpoints } from './endpoints.ts';
import { namesOf } from './names.ts';
import { networksOf } from './networks.ts';
import { resourceClients, resourceGroupsOf, resourcesOf } from './resource-groups.ts';
import { sdkSettings } from './sdk.ts';
import { subscriptionsOf } from './subscriptions.ts';

/**
 * One cloud as one caller sees it: an interface a noun. `token` is the caller's management token. All calls throw
 * ArmError. Generated clients are imported at the first call of their noun.
 */
export function cloudClient(endpoints: CloudEndpoints, token: string, options: CloudClientOptions = {}) {
  const settings = sdkSettings(endpoints, token, options);
  const arm = createArmClient(endpoints, token, options);
  const resources = resourceClients(settings);
  return {
    endpoints,
    arm,
    subscriptions: subscriptionsOf(settings),
    resourceGroups: resourceGroupsOf(resources, arm),
    resources: resourcesOf(resources, arm),
    deployments: deploymentsOf(settings, arm),
    compute: computeOf(settings, arm),
    networks: networksOf(settings),
    names: namesOf(arm),
  };
}
export type CloudClient = ReturnType<typeof cloudClient>;
