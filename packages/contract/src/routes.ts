import { mayDo, type Subject } from './may-do.ts';
import type { Permission } from './permissions.ts';

/**
 * Every screen below /portal (spec section 2, decisions.md section 4): path, guard, section of the title, and its
 * place in the menu. Row order is menu order. `{name}` marks a path parameter. No schema library here: the web shell
 * makes its router, guard and menu from this table.
 */
export interface Route {
  path: string;
  screen: string;
  /** Any of these opens the route; empty = every signed-in person. */
  guard: readonly Permission[];
  /** True: sub-paths belong to it as well. */
  isPrefix?: true;
  /** Section of the page title, '' = only the product name. */
  section: string;
  menu?: MenuItem;
}

export interface MenuItem {
  /** Absent = top level. */
  group?: MenuGroup;
  label: string;
  /** Any of these shows the item. */
  anyOf: readonly Permission[];
  /** The sign-in it belongs to; absent = the directory. */
  provider?: 'aws';
  /** Query that the link carries. */
  search?: string;
}

export const menuGroups = ['Administration', 'Template', 'Subscription', 'Policy', 'Optimizer', 'Resource', 'Convertor'] as const;
export type MenuGroup = (typeof menuGroups)[number];

const listed = (path: string, screen: string, permission: Permission, group: MenuGroup | undefined, label: string, more: Partial<MenuItem> = {}): Route => ({
  path,
  screen,
  guard: [permission],
  section: label,
  menu: { ...(group ? { group } : {}), label, anyOf: [permission], ...more },
});
const detail = (path: string, screen: string, guard: readonly Permission[], section: string): Route => ({ path, screen, guard, section });

export const routes = {
  organizations: listed('/organization', 'organizations', 'organizationList', 'Administration', 'Organization'),
  users: listed('/user', 'users', 'userList', 'Administration', 'User'),
  roles: listed('/role', 'roles', 'roleList', 'Administration', 'Role'),
  blueprintManagement: {
    path: '/model',
    screen: 'blueprint management',
    guard: ['blueprintList', 'blueprintTypeList'],
    section: 'Blueprint Management',
    menu: { group: 'Administration', label: 'Blueprint Management', anyOf: ['blueprintList', 'blueprintTypeList'] },
  },
  images: listed('/image', 'images', 'imageList', 'Administration', 'Image'),
  extensions: listed('/extension', 'extensions', 'extensionList', 'Administration', 'Extensions'),
  mailTemplatePreview: detail('/preview', 'mail template preview', ['mailTemplatePreview'], 'Organization'),

  templateFields: listed('/template/field', 'template fields', 'templateFieldList', 'Template', 'Field'),
  templateForms: listed('/template/form', 'template forms', 'templateFormList', 'Template', 'Form'),
  templateTypes: listed('/template/type', 'template types', 'templateTypeList', 'Template', 'Type'),

  subscriptions: listed('/subscription', 'subscriptions', 'subscriptionList', 'Subscription', 'Subscription List'),
  resourceGroups: listed('/subscription/resourceGroup', 'resource groups', 'resourceGroupList', 'Subscription', 'Resource Group', { search: '?sids=All' }),
  subscriptionResourceGroups: detail('/subscription/{sid}/resourceGroup', 'resource groups of one subscription', ['resourceGroupList'], 'Resource Group'),
  costAnalysis: listed('/costanalysis', 'cost analysis', 'costAnalysis', 'Subscription', 'Cost Analysis'),
  metrics: listed('/metrics', 'metrics', 'metrics', 'Subscription', 'Metrics'),
  insights: listed('/insights', 'insights', 'insightsService', 'Subscription', 'Insights'),

  policyAssignments: listed('/policy/assignments', 'policy assignments', 'policyAssign', 'Policy', 'Policy Assign'),
  complianceResources: listed('/policy/resources', 'compliance resources', 'complianceResource', 'Policy', 'Compliance Resource'),
  policyDefinitions: detail('/policy/definitions/{complianceId}', 'policy definitions', ['policyDefinition'], 'Compliance Resource'),
  policyReport: detail('/policy/report/subscriptions/{subscriptionId}/blueprints/{blueprintId}/deployments/{deploymentId}', 'policy report', ['policyReport'], 'Compliance Resource'),

  optimizerCost: listed('/optimizer/cost', 'cost recommendations', 'costRecommendation', 'Optimizer', 'Cost'),
  optimizerSecurity: listed('/optimizer/security', 'security recommendations', 'securityRecommendation', 'Optimizer', 'Security'),
  optimizerHighAvailability: listed('/optimizer/highAvailability', 'high availability recommendations', 'highAvailabilityRecommendation', 'Optimizer', 'High Availability'),
  optimizerOperationalExcellence: listed('/optimizer/operationalExcellence', 'operational excellence recommendations', 'operationalExcellenceRecommendation', 'Optimizer', 'Operational Excellence'),
  optimizerPerformance: listed('/optimizer/performance', 'performance recommendations', 'performanceRecommendation', 'Optimizer', 'Performance'),

  powerBiDashboards: listed('/pbiDashboard', 'Power BI dashboards', 'powerBiDashboardList', 'Resource', 'Power BI'),
  powerBiDashboard: detail('/pbiDashboardView/{id}', 'Power BI dashboard', ['powerBiDashboardView'], 'Power BI'),
  exploreData: listed('/explore-database', 'explorable data', 'exploreDataList', 'Resource', 'Explore Data'),
  exploreDataView: detail('/explore-database-view/{id}', 'explorable data source', ['exploreDataView'], 'Explore Data'),
  forms: listed('/form', 'forms', 'formList', 'Resource', 'Form'),
  virtualMachines: {
    path: '/vm',
    screen: 'virtual machines',
    guard: ['azureVmList', 'portalVmList', 'virtualMachine'],
    section: 'Virtual Machine',
    menu: { group: 'Resource', label: 'Virtual Machine', anyOf: ['portalVmList'] },
  },
  s3Buckets: listed('/aws/s3bucket', 'S3 buckets', 's3BucketList', 'Resource', 'S3 Bucket', { provider: 'aws' }),
  s3Bucket: detail('/aws/s3bucket-details/{name}', 'S3 bucket', ['s3BucketList'], 'S3 Bucket'),
  storageAccounts: listed('/storageAccount', 'storage accounts', 'storageAccountList', 'Resource', 'Storage Account'),
  storageAccount: detail('/storageAccountExplore/subscriptions/{id}/resourceGroups/{rgName}/providers/Microsoft.Storage/storageAccounts/{accountName}', 'storage explorer', ['storageAccountView'], 'Storage Account'),
  functionApps: listed('/functionApp', 'function apps', 'functionAppList', 'Resource', 'Function App'),
  functionApp: detail('/functionAppExplore/subscriptions/{id}/resourceGroups/{rgName}/providers/Microsoft.Web/sites/{siteName}', 'function app explorer', ['functionAppSettingsList', 'functionAppDeploymentCenter'], 'Function App'),

  blueprints: listed('/', 'blueprints', 'blueprints', undefined, 'Blueprints'),
  blueprint: detail('/blueprint/{name}', 'blueprint', ['blueprints'], 'Blueprints'),
  blueprintProvision: detail('/blueprint/{name}/form', 'blueprint provisioning', ['blueprintProvision'], 'Blueprints'),
  deployments: { ...listed('/deployment', 'deployments', 'deploymentList', undefined, 'Deployments'), isPrefix: true },
  resourceManagement: detail('/deployment/subscription/{sid}/resourcegroup/{rid}/deploymentname/{dname}', 'resource management', ['resourceManagement'], 'Deployments'),
  subscriptionResourceManagement: detail('/deployment/subscription/{sid}/deploymentname/{dname}', 'resource management at subscription scope', ['resourceManagement'], 'Deployments'),
  contentPages: {
    path: '/cms/pageslist',
    screen: 'content pages',
    guard: [],
    section: 'CMS',
    menu: { label: 'CMS', anyOf: ['cms'] },
  },
  contentPage: detail('/contentmanagementsystem/{id}', 'content page', [], 'CMS'),
  learn: listed('/learn', 'learning', 'learnList', undefined, 'Learn'),
  learnArticle: detail('/learndetails/{id}', 'learning article', ['learnView'], 'Learn'),
  converterWorkspace: listed('/converter/workspace', 'converter workspace', 'converter', 'Convertor', 'Workspace'),
  convertedList: listed('/converter/saved', 'converted templates', 'convertedList', 'Convertor', 'List'),
  websiteSettings: listed('/website-settings', 'website settings', 'websiteSettings', undefined, 'Website Settings'),

  help: { path: '/help', screen: 'help', guard: [], isPrefix: true, section: '' },
  profile: { path: '/profile', screen: 'profile', guard: [], section: '' },
  // Ours, reached from the profile menu (decision 33).
  audit: { path: '/audit', screen: 'audit log', guard: ['auditList'], section: 'Audit Log' },
  access: { path: '/access', screen: 'access', guard: [], section: '' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export const portalBase = '/portal';

export type MenuEntry =
  | { kind: 'group'; label: MenuGroup; items: { route: RouteName; item: MenuItem }[] }
  | { kind: 'item'; route: RouteName; item: MenuItem };

/** The menu that a person sees: items they may open, groups with a visible item, in the table's order. */
export function menuOf(subject: Subject): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const item = route.menu;
    if (!item || !mayDo(subject, { anyOf: item.anyOf, provider: item.provider ?? null }).isAllowed) continue;
    if (!item.group) {
      entries.push({ kind: 'item', route: name, item });
      continue;
    }
    const group = entries.find((entry) => entry.kind === 'group' && entry.label === item.group);
    if (group?.kind === 'group') group.items.push({ route: name, item });
    else entries.push({ kind: 'group', label: item.group, items: [{ route: name, item }] });
  }
  return entries;
}

/** May this person open the screen? Guards never ask for a provider; the menu does. */
export const mayOpen = (subject: Subject, name: RouteName) => mayDo(subject, { anyOf: routes[name].guard });
