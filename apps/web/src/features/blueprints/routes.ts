export const blueprintPages = {
  blueprints: () => import('./BlueprintsPage.tsx').then((page) => page.BlueprintsPage),
  blueprint: () => import('./BlueprintPage.tsx').then((page) => page.BlueprintPage),
  blueprintProvision: () => import('./wizard/WizardPage.tsx').then((page) => page.WizardPage),
  blueprintManagement: () => import('./management/BlueprintManagementPage.tsx').then((page) => page.BlueprintManagementPage),
};
