const load = () => import('./ResourceGroupsPage.tsx').then((page) => page.ResourceGroupsPage);

export const resourceGroupPages = { resourceGroups: load, subscriptionResourceGroups: load };
