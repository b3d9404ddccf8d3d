import type { RouteName } from '@cloudwright/contract/routes';
import type { ComponentType } from 'react';
import { accessPages } from '../features/access/routes.ts';
import { auditPages } from '../features/audit/routes.ts';
import { blueprintPages } from '../features/blueprints/routes.ts';
import { deploymentPages } from '../features/deployments/routes.ts';
import { helpPages } from '../features/help/routes.ts';
import { mailTemplatePages } from '../features/mail-templates/routes.ts';
import { organizationPages } from '../features/organizations/routes.ts';
import { profilePages } from '../features/profile/routes.ts';
import { resourceGroupPages } from '../features/resource-groups/routes.ts';
import { rolePages } from '../features/roles/routes.ts';
import { subscriptionPages } from '../features/subscriptions/routes.ts';
import { userPages } from '../features/users/routes.ts';

/** Loads the component of one screen. */
export type LoadPage = () => Promise<ComponentType>;

/** A screen that nobody has built yet: it says so by name and appears in no menu. */
const notBuilt = null;

/** Every route of the contract has a row here; the compiler asks for the missing ones. */
export const pages: Record<RouteName, LoadPage | null> = {
  ...accessPages,
  ...auditPages,
  ...blueprintPages,
  ...deploymentPages,
  ...helpPages,
  ...mailTemplatePages,
  ...organizationPages,
  ...profilePages,
  ...resourceGroupPages,
  ...rolePages,
  ...subscriptionPages,
  ...userPages,

  images: notBuilt,
  extensions: notBuilt,
  templateFields: notBuilt,
  templateForms: notBuilt,
  templateTypes: notBuilt,
  costAnalysis: notBuilt,
  metrics: notBuilt,
  insights: notBuilt,
  policyAssignments: notBuilt,
  complianceResources: notBuilt,
  policyDefinitions: notBuilt,
  policyReport: notBuilt,
  optimizerCost: notBuilt,
  optimizerSecurity: notBuilt,
  optimizerHighAvailability: notBuilt,
  optimizerOperationalExcellence: notBuilt,
  optimizerPerformance: notBuilt,
  powerBiDashboards: notBuilt,
  powerBiDashboard: notBuilt,
  exploreData: notBuilt,
  exploreDataView: notBuilt,
  forms: notBuilt,
  virtualMachines: notBuilt,
  s3Buckets: notBuilt,
  s3Bucket: notBuilt,
  storageAccounts: notBuilt,
  storageAccount: notBuilt,
  functionApps: notBuilt,
  functionApp: notBuilt,
  contentPages: notBuilt,
  contentPage: notBuilt,
  learn: notBuilt,
  learnArticle: notBuilt,
  converterWorkspace: notBuilt,
  convertedList: notBuilt,
  websiteSettings: notBuilt,
};

export const notBuiltRoutes = (Object.keys(pages) as RouteName[]).filter((name) => pages[name] === null);
