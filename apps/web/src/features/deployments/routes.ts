export const deploymentPages = { deployments: null, resourceManagement: null, subscriptionResourceManagement: null };
