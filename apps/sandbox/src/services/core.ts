import type { AccessControl } from '../wire/access.ts';
import type { Cloud } from '../wire/cloud.ts';
import type { Provider } from '../wire/provider.ts';
import type { ResourceManager } from '../wire/resource-manager.ts';
import { Deployments } from './deployments/lifecycle.ts';
import { deploymentsProvider } from './deployments/provider.ts';
import { policyProviders } from './policy/provider.ts';
import { authorizationProvider } from './resources/authorization.ts';
import { groupsProvider } from './resources/groups.ts';
import { subscriptionsProvider } from './resources/subscriptions.ts';
import { tagsProvider } from './resources/tags.ts';
import { metadataProvider } from './identity/metadata.ts';
import { graphProvider } from './graph/provider.ts';

/** What Resource Manager itself serves, as opposed to the resource providers of `providers.ts`. */
export function coreProviders(cloud: Cloud, manager: ResourceManager, access: AccessControl): Provider[] {
  const deployments = new Deployments(cloud, manager);
  return [
    subscriptionsProvider(cloud, manager, access),
    groupsProvider(cloud, manager),
    deploymentsProvider(cloud, manager, deployments),
    authorizationProvider(cloud, manager, access),
    ...policyProviders(cloud, manager, access, deployments),
    tagsProvider(cloud),
    metadataProvider(cloud),
    graphProvider(cloud),
  ];
}
