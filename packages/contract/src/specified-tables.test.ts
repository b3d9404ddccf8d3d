import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls, mayDo, menuOf, permissionNames, permissions, routes, seedRoles, type MenuItem, type Permission, type Route, type RouteName, type SeedRole } from './index.ts';

const shared = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'shared');
const isThere = existsSync(path.join(shared, 'permissions.tsv'));
const rowsOf = (file: string): string[][] =>
  readFileSync(path.join(shared, file), 'utf8').split('\n').slice(1).filter(Boolean).map((line) => line.split('\t').map((cell) => cell.trim()));

describe.skipIf(!isThere)('the tables are those of the specification', () => {
  test('every permission has its place, its label and the seed roles that hold it', () => {
    const letters = Object.keys(seedRoles) as SeedRole[];
    // Remarks in parentheses say which rows the decisions added.
    const plain = (cell = '') => cell.replace(/ \(added.*\)$/, '');
    const wanted = rowsOf('permissions.tsv').map(([group, name, label, ...held]) => [name, { group: plain(group), label: plain(label), seed: letters.filter((_, at) => held[at] === 'x').join('') }] as const);
    expect(wanted).toHaveLength(139);
    expect(permissions).toEqual(Object.fromEntries(wanted));
  });

  test('every route has its guard, its menu item and its section', () => {
    const wanted = rowsOf('routes.tsv').map(([address = '', , guard = '', group = '', label = '', section = '']) => ({
      path: address.replace(' (prefix)', ''),
      isPrefix: address.endsWith('(prefix)'),
      guard: guard.startsWith('(always') ? [] : guard.split(' or '),
      menu: label ? `${group}/${label.replace(/ \(.*/, '')}` : '',
      section,
    }));
    const ours = (Object.values(routes) as Route[])
      .filter(({ path: own }) => own !== '/audit' && own !== '/access')
      .map(({ path: own, isPrefix, guard, menu, section }) => ({ path: own, isPrefix: isPrefix ?? false, guard: [...guard], menu: menu ? `${menu.group ?? ''}/${menu.label}` : '', section }));
    expect(wanted).toHaveLength(52);
    const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);
    expect(ours.toSorted(byPath)).toEqual(wanted.toSorted(byPath));
  });
});

/** The menu of the specification, section 2: group, label, permission and address of each item. */
const items: [id: string, group: string, label: string, permission: Permission, path: string][] = [
  ['R-NAV-73', 'Administration', 'Organization', 'organizationList', '/organization'],
  ['R-NAV-74', 'Administration', 'User', 'userList', '/user'],
  ['R-NAV-75', 'Administration', 'Role', 'roleList', '/role'],
  ['R-NAV-76', 'Administration', 'Blueprint Management', 'blueprintList', '/model'],
  ['R-NAV-77', 'Administration', 'Image', 'imageList', '/image'],
  ['R-NAV-78', 'Administration', 'Extensions', 'extensionList', '/extension'],
  ['R-NAV-79', 'Template', 'Field', 'templateFieldList', '/template/field'],
  ['R-NAV-80', 'Template', 'Form', 'templateFormList', '/template/form'],
  ['R-NAV-81', 'Template', 'Type', 'templateTypeList', '/template/type'],
  ['R-NAV-82', 'Subscription', 'Subscription List', 'subscriptionList', '/subscription'],
  ['R-NAV-83', 'Subscription', 'Resource Group', 'resourceGroupList', '/subscription/resourceGroup?sids=All'],
  ['R-NAV-84', 'Subscription', 'Cost Analysis', 'costAnalysis', '/costanalysis'],
  ['R-NAV-85', 'Subscription', 'Metrics', 'metrics', '/metrics'],
  ['R-NAV-86', 'Subscription', 'Insights', 'insightsService', '/insights'],
  ['R-NAV-87', 'Policy', 'Policy Assign', 'policyAssign', '/policy/assignments'],
  ['R-NAV-88', 'Policy', 'Compliance Resource', 'complianceResource', '/policy/resources'],
  ['R-NAV-89', 'Optimizer', 'Cost', 'costRecommendation', '/optimizer/cost'],
  ['R-NAV-90', 'Optimizer', 'Security', 'securityRecommendation', '/optimizer/security'],
  ['R-NAV-91', 'Optimizer', 'High Availability', 'highAvailabilityRecommendation', '/optimizer/highAvailability'],
  ['R-NAV-92', 'Optimizer', 'Operational Excellence', 'operationalExcellenceRecommendation', '/optimizer/operationalExcellence'],
  ['R-NAV-93', 'Optimizer', 'Performance', 'performanceRecommendation', '/optimizer/performance'],
  ['R-NAV-94', 'Resource', 'Power BI', 'powerBiDashboardList', '/pbiDashboard'],
  ['R-NAV-95', 'Resource', 'Explore Data', 'exploreDataList', '/explore-database'],
  ['R-NAV-96', 'Resource', 'Form', 'formList', '/form'],
  ['R-NAV-97', 'Resource', 'Virtual Machine', 'portalVmList', '/vm'],
  ['R-NAV-98', 'Resource', 'S3 Bucket', 's3BucketList', '/aws/s3bucket'],
  ['R-NAV-99', 'Resource', 'Storage Account', 'storageAccountList', '/storageAccount'],
  ['R-NAV-100', 'Resource', 'Function App', 'functionAppList', '/functionApp'],
  ['R-NAV-101', '', 'Blueprints', 'blueprints', '/'],
  ['R-NAV-102', '', 'Deployments', 'deploymentList', '/deployment'],
  ['R-NAV-103', '', 'CMS', 'cms', '/cms/pageslist'],
  ['R-NAV-104', '', 'Learn', 'learnList', '/learn'],
  ['R-NAV-105', 'Convertor', 'Workspace', 'converter', '/converter/workspace'],
  ['R-NAV-106', 'Convertor', 'List', 'convertedList', '/converter/saved'],
  ['R-NAV-107', '', 'Website Settings', 'websiteSettings', '/website-settings'],
];

const menuWith = (held: readonly Permission[], provider: 'aws' | null) => {
  const lists = { name: 'any', permission: held };
  const flat = (group: string, route: RouteName, item: MenuItem) => ({ group, label: item.label, path: routes[route].path + (item.search ?? '') });
  return menuOf({ isSignedIn: true, orgInfo: lists, roleInfo: lists, provider }).flatMap((entry) =>
    entry.kind === 'item' ? [flat('', entry.route, entry.item)] : entry.items.map(({ route, item }) => flat(entry.label, route, item)));
};

describe('a menu item shows with its own permission only, and leads to its screen', () => {
  for (const [id, group, label, permission, address] of items)
    test(`${group ? `${group} > ` : ''}${label} (${id})`, () => {
      const provider = permission === 's3BucketList' ? 'aws' : null;
      expect(menuWith([permission], provider)).toEqual([{ group, label, path: address }]);
      // The types of blueprints are a tab of Blueprint Management, which shows with them as well (decision 34).
      const without = permissionNames.filter((name) => name !== permission && !(permission === 'blueprintList' && name === 'blueprintTypeList'));
      expect(menuWith(without, provider)).not.toContainEqual({ group, label, path: address });
    });

  test('and there are no others', () => expect([...menuWith(permissionNames, null), ...menuWith(permissionNames, 'aws')]).toHaveLength(items.length));
});

test('each ability of a user opens a screen of its own (R-NAV-09)', () => {
  const abilities: [RouteName, Permission][] = [
    ['blueprints', 'blueprints'], ['blueprintProvision', 'blueprintProvision'], ['deployments', 'deploymentList'], ['subscriptions', 'subscriptionList'], ['resourceGroups', 'resourceGroupList'],
    ['costAnalysis', 'costAnalysis'], ['complianceResources', 'complianceResource'], ['optimizerCost', 'costRecommendation'], ['optimizerSecurity', 'securityRecommendation'],
    ['optimizerHighAvailability', 'highAvailabilityRecommendation'], ['optimizerOperationalExcellence', 'operationalExcellenceRecommendation'], ['optimizerPerformance', 'performanceRecommendation'],
    ['virtualMachines', 'portalVmList'], ['storageAccounts', 'storageAccountList'], ['functionApps', 'functionAppList'], ['s3Buckets', 's3BucketList'], ['powerBiDashboards', 'powerBiDashboardList'],
    ['exploreData', 'exploreDataList'], ['forms', 'formList'], ['learn', 'learnList'], ['templateTypes', 'templateTypeList'], ['templateFields', 'templateFieldList'], ['templateForms', 'templateFormList'],
    ['converterWorkspace', 'converter'], ['websiteSettings', 'websiteSettings'],
  ];
  for (const [name, permission] of abilities) {
    const opens = (held: readonly Permission[]) => mayDo({ isSignedIn: true, orgInfo: { name: 'o', permission: permissionNames }, roleInfo: { name: 'r', permission: held } }, { anyOf: routes[name].guard }).isAllowed;
    expect([name, opens([permission]), opens([])]).toEqual([name, true, false]);
  }
  // Usage limits are set on the cost screen; data lakes are opened from storage (decisions, section 4).
  for (const name of ['usageLimit', 'dataLakeExplore'] as const) expect(permissionNames).toContain(name);
});

/** The entities that the specification names (section 3), and the endpoint base of each (decisions, section 4). */
const bases: Record<string, string> = {
  user: '/api/user', blueprint: '/api/blueprint', image: '/api/image', extension: '/api/extension', deployment: '/api/azure/deployment.', resource: '/api/azure/deployment.resources',
  'user subscription': '/api/azure/subscription.access', 'invite user': '/api/user/invite', 'name check': '/api/azure/deployment.namecheck', 'Power BI dashboard': '/api/pbidashboard', directory: '/api/directory/fetch',
  'cost management': '/api/azure/cost.', 'notification upload': '/api/notification/upload', 'SQL tables': '/api/exploredatabase', 'database explorer': '/api/exploredatabase', gallery: '/api/gallery', 'data lake': '/api/azure/datalake.',
  'trial request': '/api/trial', 'storage account': '/api/azure/storageaccount.', 'function app': '/api/azure/functionapp.', learn: '/api/learn', 'function app form': '/api/form', 'template type': '/api/template/type',
  'template field': '/api/template/field', 'template form': '/api/template/form', OpenAI: '/api/openai', converter: '/api/converter', 'web settings': '/api/websettings', location: '/api/location', careers: '/api/career',
};

test('each entity has a call at its endpoint base, or its feature stands in the list of those to come, which only shrinks (R-API-15)', () => {
  expect(Object.keys(bases)).toHaveLength(30);
  const paths = Object.values(calls).map((call) => call.path as string);
  const toCome = Object.keys(bases).filter((entity) => !paths.some((own) => own.startsWith(bases[entity]!)));
  expect(toCome).toEqual([
    'image', 'extension', 'Power BI dashboard', 'cost management', 'SQL tables', 'database explorer', 'gallery', 'data lake', 'trial request', 'storage account', 'function app', 'learn', 'function app form',
    'template type', 'template field', 'template form', 'OpenAI', 'converter', 'location', 'careers',
  ]);
});
