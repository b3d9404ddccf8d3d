const status = () => import('./DeploymentPage.tsx').then((page) => page.DeploymentPage);

export const deploymentPages = {
  deployments: () => import('./DeploymentsPage.tsx').then((page) => page.DeploymentsPage),
  resourceManagement: status,
  subscriptionResourceManagement: status,
};
