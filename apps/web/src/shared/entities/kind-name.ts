/** Words that the type's own spelling does not give. */
const spelled: Record<string, string> = {
  'Microsoft.Web/serverfarms': 'App Service plan',
  'Microsoft.Web/sites': 'Web or function app',
  'Microsoft.Network/publicIPAddresses': 'Public IP address',
  'Microsoft.Insights/components': 'Application Insights',
  'Microsoft.OperationalInsights/workspaces': 'Log workspace',
  'Microsoft.ContainerService/managedClusters': 'Kubernetes cluster',
  'Microsoft.Resources/deployments': 'Nested deployment',
  'Microsoft.Authorization/roleAssignments': 'Role assignment',
  'Microsoft.DevTestLab/schedules': 'Shutdown schedule',
};

/** A resource type in words: "Network security group" for Microsoft.Network/networkSecurityGroups. */
export function kindName(type: string): string {
  const known = spelled[type];
  if (known) return known;
  const last = type.split('/').at(-1) ?? type;
  const words = last.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  const single = words.replace(/(ss|x|ch|sh)es$/, '$1').replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
  return single.charAt(0).toUpperCase() + single.slice(1);
}
