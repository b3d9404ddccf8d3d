import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import {
  api, authStates, calls, currencies, currencySymbol, currencyCodes, dateRanges, explainDenial, fieldTypes, listQuery, loadStatuses,
  mayDo, mayOpen, menuOf, notificationTypes, permissionNames, permissions, permissionTree, pruneTree, regionName, regions, resourceKinds, routes, seedPermissions,
  seedRoles, type Permission, type PermissionNode, type Route, type RouteName, type SeedRole, type Subject,
} from './index.ts';

const subject = (organization: readonly Permission[] | null | undefined, role: readonly Permission[] | null | undefined, more: Partial<Subject> = {}): Subject => ({
  isSignedIn: true,
  orgInfo: { name: 'Alpine', permission: organization },
  roleInfo: { name: 'Reader', permission: role },
  ...more,
});

describe('the permission check', () => {
  test.each([
    [['roleList'], ['roleList'], true, []],
    [['roleList'], [], false, ['roleLacks']],
    [[], ['roleList'], false, ['organizationLacks']],
    [[], [], false, ['organizationLacks', 'roleLacks']],
  ] as const)('organization %j, role %j: %s (R-PERM-01)', (organization, role, isAllowed, denials) => {
    expect(mayDo(subject(organization, role), { anyOf: ['roleList'] })).toMatchObject({ isAllowed, denials });
  });

  test('fails for somebody who is not signed in, whatever the lists say (R-PERM-02)', () => {
    const everything = subject(permissionNames, permissionNames, { isSignedIn: false });
    expect(mayDo(everything, { anyOf: [] })).toEqual({ isAllowed: false, denials: ['notSignedIn'], traces: [] });
  });

  test.each([[null, []], [undefined, []], [[], null], [[], undefined]] as const)('lists %j and %j are missing, which is not the same as empty (R-PERM-03)', (organization, role) => {
    expect(mayDo(subject(organization, role), { anyOf: ['roleList'] }).denials).toEqual(['listsMissing']);
  });

  test('grants nothing by itself: with empty lists no permission passes (R-PERM-04)', () => {
    for (const name of permissionNames) expect(mayDo(subject([], []), { anyOf: [name] }).isAllowed).toBe(false);
  });

  test('never looks at the name of a role (R-PERM-05)', () => {
    fc.assert(fc.property(fc.string(), fc.subarray([...permissionNames]), (name, held) => {
      const person = { ...subject(permissionNames, held), roleInfo: { name, permission: held } };
      for (const permission of permissionNames) expect(mayDo(person, { anyOf: [permission] }).isAllowed).toBe(held.includes(permission));
    }), { numRuns: 30 });
  });

  test('asks for the provider only where it is demanded (R-PERM-08)', () => {
    const everything = subject(permissionNames, permissionNames);
    expect(mayDo(everything, { anyOf: ['s3BucketList'] }).isAllowed).toBe(true);
    expect(mayDo(everything, { anyOf: ['s3BucketList'], provider: 'aws' }).denials).toEqual(['providerDiffers']);
    expect(mayDo(everything, { anyOf: ['roleList'], provider: null }).isAllowed).toBe(true);
    expect(mayDo({ ...everything, provider: 'aws' }, { anyOf: ['roleList'], provider: null }).denials).toEqual(['providerDiffers']);
    expect(mayDo({ ...everything, provider: 'aws' }, { anyOf: ['s3BucketList'], provider: 'aws' }).isAllowed).toBe(true);
  });

  test('says in words why not', () => {
    const demand = { anyOf: ['roleEdit'] as const };
    expect(explainDenial('roleLacks', subject(['roleEdit'], []), demand)).toBe('Your role (Reader) does not grant Administration > Role: Edit (roleEdit).');
    expect(explainDenial('organizationLacks', subject([], []), demand)).toContain('Your organization (Alpine) does not hold');
  });
});

describe('permission names', () => {
  test('are 139', () => expect(permissionNames).toHaveLength(139));

  const menuNames: [string, string, string[]][] = [
    ['Administration', 'R-PERM-09', ['organizationList', 'roleList', 'userList', 'blueprintList', 'imageList', 'extensionList', 'blueprintTypeList']],
    ['Template', 'R-PERM-10', ['templateFieldList', 'templateFormList', 'templateTypeList']],
    ['Subscription', 'R-PERM-11', ['subscriptionList', 'costAnalysis', 'resourceGroupList', 'insightsService', 'metrics']],
    ['Policy', 'R-PERM-12', ['policyAssign', 'complianceResource']],
    ['Optimizer', 'R-PERM-13', ['costRecommendation', 'securityRecommendation', 'highAvailabilityRecommendation', 'operationalExcellenceRecommendation', 'performanceRecommendation']],
    ['Resource', 'R-PERM-14', ['powerBiDashboardList', 'exploreDataList', 'formList', 'portalVmList', 's3BucketList', 'storageAccountList', 'functionAppList']],
    ['top level', 'R-PERM-15', ['blueprints', 'deploymentList', 'cms', 'learnList', 'converter', 'convertedList', 'websiteSettings']],
  ];
  for (const [menu, id, wanted] of menuNames) {
    test(`of the menu, ${menu}, are the specification's and each shows its item (${id})`, () => {
      for (const name of wanted) {
        expect(permissionNames).toContain(name);
        const held = [name as Permission];
        const shown = menuOf(subject(held, held, name === 's3BucketList' ? { provider: 'aws' } : {}));
        expect(shown).toHaveLength(1);
      }
    });
  }

  test('each seed role holds a part, and an organization administrator less than the platform', () => {
    const sizes = Object.fromEntries((Object.keys(seedRoles) as SeedRole[]).map((role) => [role, seedPermissions(role).length]));
    expect(sizes.P).toBe(138);
    expect(sizes.O).toBeLessThan(sizes.P ?? 0);
    expect(Object.values(permissions).every((row) => /^[POCMR]*$/.test(row.seed))).toBe(true);
  });
});

describe('the permission tree', () => {
  const leaves = (nodes: PermissionNode[]): string[] => nodes.flatMap((node) => (node.permission ? [node.permission] : leaves(node.children)));
  const at = (...path: string[]): PermissionNode | undefined => {
    let nodes = permissionTree();
    let node: PermissionNode | undefined;
    for (const label of path) {
      node = nodes.find((each) => each.label === label && (each.permission === undefined || path.at(-1) === label));
      nodes = node?.children ?? [];
    }
    return node;
  };

  test('has every permission once', () => expect(leaves(permissionTree()).toSorted()).toEqual([...permissionNames].toSorted()));

  test('starts with the groups of the specification and Template (R-PERM-39)', () => {
    expect(permissionTree().map((node) => node.label)).toEqual([
      'Administration', 'Top level', 'Converter', 'Deployment', 'Content management system', 'Cost management', 'Resource', 'Website settings', 'Template',
    ]);
    expect(at('Administration')?.children.filter((node) => !node.permission).map((node) => node.label)).toEqual(['Organization', 'Role', 'User', 'Blueprint', 'Subscription', 'Policy', 'Optimizer']);
  });

  const nodes: [string, string[], string[]][] = [
    ['R-PERM-16', ['Administration', 'Organization'], ['organizationList', 'organizationCreate', 'organizationEdit', 'organizationDelete', 'organizationView', 'mailTemplatePreview', 'organizationPermissionView', 'organizationPermissionEdit']],
    ['R-PERM-17', ['Administration', 'Role'], ['roleList', 'roleCreate', 'roleEdit', 'roleDelete', 'roleView', 'roleMailTemplatePreview', 'rolePermissionView', 'rolePermissionEdit']],
    ['R-PERM-18', ['Administration', 'User'], ['userList', 'userCreate', 'userEdit', 'userDelete', 'userView', 'userInvite']],
    ['R-PERM-19', ['Administration', 'Blueprint'], ['blueprintList', 'blueprintCreate', 'blueprintEdit', 'blueprintDelete', 'blueprintView', 'blueprintTypeList', 'imageList', 'imageCreate', 'imageEdit', 'imageDelete', 'imageView', 'extensionList', 'extensionCreate', 'extensionEdit', 'extensionDelete', 'extensionView']],
    ['R-PERM-20', ['Administration', 'Blueprint', 'Image'], ['imageList', 'imageCreate', 'imageEdit', 'imageDelete', 'imageView']],
    ['R-PERM-21', ['Administration', 'Blueprint', 'Extension'], ['extensionList', 'extensionCreate', 'extensionEdit', 'extensionDelete', 'extensionView']],
    ['R-PERM-22', ['Administration', 'Subscription'], ['subscriptionList', 'resourceGroupList', 'subscriptionCreate', 'subscriptionEdit', 'subscriptionDelete', 'subscriptionView', 'subscriptionAccessControl', 'insightsService', 'metrics']],
    ['R-PERM-23', ['Administration', 'Policy'], ['policyAssign', 'complianceResource', 'policyDefinition', 'policyReport']],
    ['R-PERM-24', ['Administration', 'Optimizer'], ['costRecommendation', 'securityRecommendation', 'highAvailabilityRecommendation', 'operationalExcellenceRecommendation', 'performanceRecommendation']],
    ['R-PERM-25', ['Top level'], ['marketplace', 'blueprints', 'learnCreate', 'learnList', 'learnEdit', 'learnView', 'learnDelete']],
    ['R-PERM-26', ['Converter'], ['converter', 'convertedCreate', 'convertedList', 'convertedEdit', 'convertedDelete']],
    ['R-PERM-27', ['Deployment'], ['blueprintProvision', 'deploymentList', 'resourceManagement', 'deploymentAssign', 'deploymentDownload', 'deploymentDelete', 'deploymentShare']],
    ['R-PERM-28', ['Content management system'], ['cms']],
    ['R-PERM-29', ['Cost management'], ['usageLimit', 'costAnalysis']],
    ['R-PERM-30', ['Resource', 'VM lists'], ['portalVmList', 'azureVmList', 'vmInsights', 'virtualMachine']],
    ['R-PERM-31', ['Resource', 'Power BI dashboard'], ['powerBiDashboardList', 'powerBiDashboardCreate', 'powerBiDashboardEdit', 'powerBiDashboardView', 'powerBiDashboardDelete']],
    ['R-PERM-32', ['Resource', 'Explore data'], ['exploreDataList', 'exploreDataCreate', 'exploreDataEdit', 'exploreDataShare', 'exploreDataView', 'exploreDataDelete', 'exploreDataQueryEditor', 'exploreDataQueryFilter', 'exploreDataDownloadCsv', 'exploreDataDownloadJson']],
    ['R-PERM-33', ['Resource', 'Storage account'], ['storageAccountList', 'storageAccountCreate', 'storageAccountView', 'storageAccountUpload', 'storageAccountDelete', 'storageAccountInsights', 'storageAccountTable']],
    ['R-PERM-34', ['Resource', 'S3 bucket'], ['s3BucketList', 's3BucketCreateFolder', 's3BucketUpload', 's3BucketDelete']],
    ['R-PERM-35', ['Resource', 'Data lake'], ['dataLakeCreateFolder', 'dataLakeUpload', 'dataLakeExplore', 'dataLakeAccess', 'dataLakeDelete']],
    ['R-PERM-36', ['Resource', 'Function app'], ['functionAppList', 'functionAppSettingsAdd', 'functionAppSettingsEdit', 'functionAppSettingsList', 'functionAppSettingsDelete', 'functionAppDeploymentCenter']],
    ['R-PERM-37', ['Resource', 'Form'], ['formList', 'formCreate', 'formEdit', 'formShare', 'formRun', 'formDelete']],
    ['R-PERM-38', ['Website settings'], ['websiteSettings']],
  ];
  for (const [id, path, wanted] of nodes) {
    test(`${path.join(' > ')} has exactly its ${wanted.length} leaves (${id})`, () => expect(leaves(at(...path)?.children ?? []).toSorted()).toEqual(wanted.toSorted()));
  }

  test('shows only what the organization holds, without empty parents (R-PERM-40)', () => {
    const pruned = pruneTree(permissionTree(), new Set(['imageList', 'websiteSettings']));
    expect(pruned).toMatchObject([{ label: 'Administration', children: [{ label: 'Blueprint', children: [{ label: 'Image', children: [{ permission: 'imageList' }] }] }] }, { label: 'Website settings' }]);
    expect(pruned[0]?.children).toHaveLength(1);
    expect(pruneTree(permissionTree(), new Set())).toEqual([]);
    fc.assert(fc.property(fc.subarray([...permissionNames]), (held) => {
      expect(leaves(pruneTree(permissionTree(), new Set(held))).toSorted()).toEqual([...held].toSorted());
    }));
  });
});

describe('routes', () => {
  const rows = Object.entries(routes) as [RouteName, Route][];
  test('are the 52 of the specification and our two', () => {
    expect(rows).toHaveLength(54);
    expect(new Set(rows.map(([, route]) => route.path)).size).toBe(54);
  });

  test('have a guard, except the listed ones (R-NAV-66)', () => {
    expect(rows.filter(([, route]) => route.guard.length === 0).map(([name]) => name).toSorted()).toEqual(['access', 'contentPage', 'contentPages', 'help', 'profile']);
    for (const name of ['help', 'profile', 'contentPage'] as const) expect(mayOpen(subject([], []), name).isAllowed).toBe(true);
  });

  test('the virtual machine list opens with any one of its three permissions (R-NAV-67)', () => {
    for (const name of ['azureVmList', 'portalVmList', 'virtualMachine'] as const) expect(mayOpen(subject([name], [name]), 'virtualMachines').isAllowed).toBe(true);
    expect(mayOpen(subject([], []), 'virtualMachines').isAllowed).toBe(false);
  });

  test('a group shows when one of its items does, and holds nothing else (R-PERM-06)', () => {
    const held: Permission[] = ['imageList'];
    expect(menuOf(subject(held, held))).toMatchObject([{ kind: 'group', label: 'Administration', items: [{ item: { label: 'Image' } }] }]);
  });

  test('S3 Bucket needs the AWS sign-in, everything else the directory one (R-PERM-07)', () => {
    const labels = (provider: string | null) => menuOf(subject(permissionNames, permissionNames, { provider })).flatMap((entry) => (entry.kind === 'group' ? entry.items.map(({ item }) => item.label) : [entry.item.label]));
    expect(labels(null)).not.toContain('S3 Bucket');
    expect(labels(null)).toHaveLength(34);
    expect(labels('aws')).toEqual(['S3 Bucket']);
  });
});

describe('enumerations', () => {
  test('hold exactly the members of the specification (R-CONST-18)', () => {
    expect(fieldTypes).toEqual({ textField: 1, textArea: 2, select: 3, multiSelect: 4, date: 5, title: 6, subTitle: 7, divider: 8, information: 9, number: 13 });
    expect(notificationTypes).toEqual({ inviteUser: 0, deploymentSuccess: 1, deploymentFail: 2, uploadNotification: 3 });
    expect(resourceKinds).toEqual({ Storage: 0, VirtualMachine: 1 });
    expect(dateRanges).toEqual({ Today: 0, Yesterday: 1, Last7Days: 2, LastMonth: 3, Last3Months: 4, LastYear: 5 });
    expect(currencyCodes).toEqual(['USD', 'EUR', 'CRC', 'GBP', 'ILS', 'INR', 'JPY', 'KRW', 'NGN', 'PHP', 'PLN', 'PYG', 'THB', 'UAH', 'VND']);
    expect(Object.values(currencies).map((row) => row.symbol).join('')).toBe('$€₡£₪₹¥₩₦₱zł₲฿₴₫');
    expect(currencySymbol('CHF')).toBe('CHF');
    expect(Object.keys(regions)).toHaveLength(18);
  });
  test('name the four kinds of notification (R-MAIL-01)', () => expect(Object.values(notificationTypes)).toEqual([0, 1, 2, 3]));
  test('give a name for each of the 18 regions, and an unknown code for itself (R-CONST-19)', () => {
    for (const code of Object.keys(regions)) expect(regionName(code)).not.toBe(code);
    expect([regionName('eastus2'), regionName('usgovvirginia'), regionName('usdodcentral'), regionName('xyz')]).toEqual(['East US 2', 'US Gov Virginia', 'US DoD Central', 'xyz']);
  });
  test('have the ten states of a sign-in (R-AUTH-01)', () => expect(new Set(authStates).size).toBe(10));
  test('spell the load states as the specification does (R-AUTH-18)', () => expect(loadStatuses).toEqual(['idel', 'loading', 'success', 'error']));
});

describe('lists', () => {
  const lists = Object.entries(api).filter(([, endpoint]) => 'list' in endpoint);
  test.each(lists)('%s accepts every field of the list query and answers count, total and result (R-API-04)', (_, endpoint) => {
    const schema = 'query' in endpoint ? endpoint.query : 'body' in endpoint ? endpoint.body : undefined;
    const query = { filter: 'x', skip: '1', limit: '2', from: '2026-01-01T00:00:00Z', to: '2026-02-01', fields: 'id', sortObj: '{}', filterObj: '{}', tenantId: 't' };
    expect(schema?.parse(query)).toMatchObject({ filter: 'x', skip: 1, limit: 2, fields: ['id'], tenantId: 't' });
    expect(endpoint.response.safeParse({ count: 0, total: 0, result: [] }).success).toBe(true);
  });
  test('answer one shape (R-API-05)', () => {
    for (const [, endpoint] of lists) expect(endpoint.response.safeParse({ total: 0, result: [] }).success).toBe(false);
  });
  test('refuse a sort or filter on a field that is not theirs, and broken JSON', () => {
    const schema = listQuery({ name: 'text', size: 'number' });
    for (const wrong of [{ sortObj: '{"zzz":1}' }, { sortObj: '{"name":2}' }, { filterObj: '{"zzz":1}' }, { filterObj: '{"size":"x"}' }, { filterObj: '{"size":{"$where":1}}' }, { sortObj: '{' }, { limit: 101 }, { skip: -1 }, { from: 'soon' }]) {
      expect([wrong, schema.safeParse(wrong).success]).toEqual([wrong, false]);
    }
    expect(schema.parse({ filterObj: { size: { $gt: 1, $ne: null }, name: ['a', null] } }).filterObj).toEqual({ size: { $gt: 1, $ne: null }, name: ['a', null] });
  });
});

test('every call has shapes, a unique address and a path below /api', () => {
  const addresses = Object.values(calls).map((call) => `${call.method} ${call.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(Object.keys(api).toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(addresses.every((address) => address.includes(' /api/'))).toBe(true);
});
