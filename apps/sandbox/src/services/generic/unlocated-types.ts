/** Namespaces whose resources have no location. Lower case. */
export const unlocatedNamespaces: ReadonlySet<string> = new Set([
  'microsoft.security', 'microsoft.securityinsights', 'microsoft.managedservices', 'microsoft.chaos', 'microsoft.servicelinker',
  'microsoft.hybridconnectivity', 'microsoft.kubernetesconfiguration',
]);

/** Types that live in 'global' only. Lower case. */
export const globalTypes: ReadonlySet<string> = new Set([
  'microsoft.network/frontdoors', 'microsoft.network/frontdoorwebapplicationfirewallpolicies', 'microsoft.insights/activitylogalerts',
]);
