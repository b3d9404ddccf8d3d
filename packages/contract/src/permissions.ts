/**
 * Every permission: its place in the tree of the role editor, its label, and the seed roles that hold it (letters of
 * `seedRoles`). Names are the spec's where it gives them (section 6), else decisions 32 and 33. No schema library here:
 * the web shell imports this file.
 */
export const permissions = {
  organizationList: { group: 'Administration > Organization', label: 'List', seed: 'PO' },
  organizationCreate: { group: 'Administration > Organization', label: 'Create', seed: 'P' },
  organizationEdit: { group: 'Administration > Organization', label: 'Edit', seed: 'PO' },
  organizationDelete: { group: 'Administration > Organization', label: 'Delete', seed: 'P' },
  organizationView: { group: 'Administration > Organization', label: 'View', seed: 'PO' },
  mailTemplatePreview: { group: 'Administration > Organization', label: 'Mail template preview', seed: 'PO' },
  organizationPermissionView: { group: 'Administration > Organization', label: 'Permission view', seed: 'PO' },
  organizationPermissionEdit: { group: 'Administration > Organization', label: 'Permission edit', seed: 'P' },
  roleList: { group: 'Administration > Role', label: 'List', seed: 'PO' },
  roleCreate: { group: 'Administration > Role', label: 'Create', seed: 'PO' },
  roleEdit: { group: 'Administration > Role', label: 'Edit', seed: 'PO' },
  roleDelete: { group: 'Administration > Role', label: 'Delete', seed: 'PO' },
  roleView: { group: 'Administration > Role', label: 'View', seed: 'PO' },
  roleMailTemplatePreview: { group: 'Administration > Role', label: 'Mail template preview', seed: 'PO' },
  rolePermissionView: { group: 'Administration > Role', label: 'Permission view', seed: 'PO' },
  rolePermissionEdit: { group: 'Administration > Role', label: 'Permission edit', seed: 'PO' },
  userList: { group: 'Administration > User', label: 'List', seed: 'PO' },
  userCreate: { group: 'Administration > User', label: 'Create', seed: 'PO' },
  userEdit: { group: 'Administration > User', label: 'Edit', seed: 'PO' },
  userDelete: { group: 'Administration > User', label: 'Delete', seed: 'PO' },
  userView: { group: 'Administration > User', label: 'View', seed: 'PO' },
  userInvite: { group: 'Administration > User', label: 'Invite', seed: 'PO' },
  blueprintList: { group: 'Administration > Blueprint', label: 'List', seed: 'POCR' },
  blueprintCreate: { group: 'Administration > Blueprint', label: 'Create', seed: 'POC' },
  blueprintEdit: { group: 'Administration > Blueprint', label: 'Edit', seed: 'POC' },
  blueprintDelete: { group: 'Administration > Blueprint', label: 'Delete', seed: 'PO' },
  blueprintView: { group: 'Administration > Blueprint', label: 'View', seed: 'POCR' },
  blueprintTypeList: { group: 'Administration > Blueprint', label: 'Type list', seed: 'POC' },
  imageList: { group: 'Administration > Blueprint > Image', label: 'List', seed: 'POC' },
  imageCreate: { group: 'Administration > Blueprint > Image', label: 'Create', seed: 'PO' },
  imageEdit: { group: 'Administration > Blueprint > Image', label: 'Edit', seed: 'PO' },
  imageDelete: { group: 'Administration > Blueprint > Image', label: 'Delete', seed: 'PO' },
  imageView: { group: 'Administration > Blueprint > Image', label: 'View', seed: 'POC' },
  extensionList: { group: 'Administration > Blueprint > Extension', label: 'List', seed: 'POC' },
  extensionCreate: { group: 'Administration > Blueprint > Extension', label: 'Create', seed: 'PO' },
  extensionEdit: { group: 'Administration > Blueprint > Extension', label: 'Edit', seed: 'PO' },
  extensionDelete: { group: 'Administration > Blueprint > Extension', label: 'Delete', seed: 'PO' },
  extensionView: { group: 'Administration > Blueprint > Extension', label: 'View', seed: 'POC' },
  subscriptionList: { group: 'Administration > Subscription', label: 'Subscription list', seed: 'POCMR' },
  resourceGroupList: { group: 'Administration > Subscription', label: 'Resource group list', seed: 'POCMR' },
  subscriptionCreate: { group: 'Administration > Subscription', label: 'Create', seed: 'PO' },
  subscriptionEdit: { group: 'Administration > Subscription', label: 'Edit', seed: 'PO' },
  subscriptionDelete: { group: 'Administration > Subscription', label: 'Delete', seed: 'PO' },
  subscriptionView: { group: 'Administration > Subscription', label: 'View', seed: 'POCMR' },
  subscriptionAccessControl: { group: 'Administration > Subscription', label: 'Access control', seed: 'PO' },
  insightsService: { group: 'Administration > Subscription', label: 'Insights', seed: 'POCMR' },
  metrics: { group: 'Administration > Subscription', label: 'Metrics', seed: 'POCMR' },
  policyAssign: { group: 'Administration > Policy', label: 'Assignment', seed: 'PO' },
  complianceResource: { group: 'Administration > Policy', label: 'Compliance resource', seed: 'POCR' },
  policyDefinition: { group: 'Administration > Policy', label: 'Definition', seed: 'POCR' },
  policyReport: { group: 'Administration > Policy', label: 'Report', seed: 'POCR' },
  costRecommendation: { group: 'Administration > Optimizer', label: 'Cost', seed: 'POCMR' },
  securityRecommendation: { group: 'Administration > Optimizer', label: 'Security', seed: 'POCR' },
  highAvailabilityRecommendation: { group: 'Administration > Optimizer', label: 'High availability', seed: 'POCR' },
  operationalExcellenceRecommendation: { group: 'Administration > Optimizer', label: 'Operational excellence', seed: 'POCR' },
  performanceRecommendation: { group: 'Administration > Optimizer', label: 'Performance', seed: 'POCR' },
  auditList: { group: 'Administration', label: 'Audit log', seed: 'PO' },
  marketplace: { group: 'Top level', label: 'Marketplace', seed: 'POCMR' },
  blueprints: { group: 'Top level', label: 'Blueprints', seed: 'POCMR' },
  learnCreate: { group: 'Top level > Learn', label: 'Create', seed: 'PO' },
  learnList: { group: 'Top level > Learn', label: 'List', seed: 'POCMR' },
  learnEdit: { group: 'Top level > Learn', label: 'Edit', seed: 'PO' },
  learnView: { group: 'Top level > Learn', label: 'View', seed: 'POCMR' },
  learnDelete: { group: 'Top level > Learn', label: 'Delete', seed: 'PO' },
  converter: { group: 'Converter', label: 'Converter', seed: 'POC' },
  convertedCreate: { group: 'Converter > Converted list', label: 'Create', seed: 'POC' },
  convertedList: { group: 'Converter > Converted list', label: 'List', seed: 'POC' },
  convertedEdit: { group: 'Converter > Converted list', label: 'Edit', seed: 'POC' },
  convertedDelete: { group: 'Converter > Converted list', label: 'Delete', seed: 'POC' },
  blueprintProvision: { group: 'Deployment', label: 'Blueprint provision', seed: 'POC' },
  deploymentList: { group: 'Deployment > Actions', label: 'List', seed: 'POCMR' },
  resourceManagement: { group: 'Deployment > Actions', label: 'Resource management', seed: 'POC' },
  deploymentAssign: { group: 'Deployment > Actions', label: 'Assign', seed: 'POC' },
  deploymentDownload: { group: 'Deployment > Actions', label: 'Download', seed: 'POC' },
  deploymentDelete: { group: 'Deployment > Actions', label: 'Delete', seed: 'POC' },
  deploymentShare: { group: 'Deployment > Actions', label: 'Share', seed: 'POC' },
  cms: { group: 'Content management system', label: 'Content management system', seed: 'PO' },
  usageLimit: { group: 'Cost management', label: 'Usage limit', seed: 'POM' },
  costAnalysis: { group: 'Cost management', label: 'Analysis', seed: 'POMR' },
  portalVmList: { group: 'Resource > VM lists', label: 'Portal', seed: 'POCR' },
  azureVmList: { group: 'Resource > VM lists', label: 'Cloud', seed: 'POC' },
  vmInsights: { group: 'Resource > VM lists', label: 'Insights', seed: 'POCR' },
  virtualMachine: { group: 'Resource > VM lists', label: 'General', seed: '' },
  powerBiDashboardList: { group: 'Resource > Power BI dashboard', label: 'List', seed: 'POCMR' },
  powerBiDashboardCreate: { group: 'Resource > Power BI dashboard', label: 'Create', seed: 'PO' },
  powerBiDashboardEdit: { group: 'Resource > Power BI dashboard', label: 'Edit', seed: 'PO' },
  powerBiDashboardView: { group: 'Resource > Power BI dashboard', label: 'View', seed: 'POCMR' },
  powerBiDashboardDelete: { group: 'Resource > Power BI dashboard', label: 'Delete', seed: 'PO' },
  exploreDataList: { group: 'Resource > Explore data', label: 'List', seed: 'POCMR' },
  exploreDataCreate: { group: 'Resource > Explore data', label: 'Create', seed: 'POC' },
  exploreDataEdit: { group: 'Resource > Explore data', label: 'Edit', seed: 'POC' },
  exploreDataShare: { group: 'Resource > Explore data', label: 'Share', seed: 'POC' },
  exploreDataView: { group: 'Resource > Explore data', label: 'View', seed: 'POCMR' },
  exploreDataDelete: { group: 'Resource > Explore data', label: 'Delete', seed: 'POC' },
  exploreDataQueryEditor: { group: 'Resource > Explore data', label: 'Query editor', seed: 'POC' },
  exploreDataQueryFilter: { group: 'Resource > Explore data', label: 'Query filter', seed: 'POCM' },
  exploreDataDownloadCsv: { group: 'Resource > Explore data', label: 'Download as CSV', seed: 'POCM' },
  exploreDataDownloadJson: { group: 'Resource > Explore data', label: 'Download as JSON', seed: 'POCM' },
  storageAccountList: { group: 'Resource > Storage account', label: 'List', seed: 'POCR' },
  storageAccountCreate: { group: 'Resource > Storage account', label: 'Create', seed: 'POC' },
  storageAccountView: { group: 'Resource > Storage account', label: 'View', seed: 'POCR' },
  storageAccountUpload: { group: 'Resource > Storage account', label: 'Upload', seed: 'POC' },
  storageAccountDelete: { group: 'Resource > Storage account', label: 'Delete', seed: 'POC' },
  storageAccountInsights: { group: 'Resource > Storage account', label: 'Insights', seed: 'POCR' },
  storageAccountTable: { group: 'Resource > Storage account', label: 'Table', seed: 'POC' },
  s3BucketList: { group: 'Resource > S3 bucket', label: 'List', seed: 'POCR' },
  s3BucketCreateFolder: { group: 'Resource > S3 bucket', label: 'Create folder', seed: 'POC' },
  s3BucketUpload: { group: 'Resource > S3 bucket', label: 'Upload', seed: 'POC' },
  s3BucketDelete: { group: 'Resource > S3 bucket', label: 'Delete', seed: 'POC' },
  dataLakeCreateFolder: { group: 'Resource > Data lake', label: 'Create folder', seed: 'POC' },
  dataLakeUpload: { group: 'Resource > Data lake', label: 'Upload', seed: 'POC' },
  dataLakeExplore: { group: 'Resource > Data lake', label: 'Explore', seed: 'POC' },
  dataLakeAccess: { group: 'Resource > Data lake', label: 'Access', seed: 'POC' },
  dataLakeDelete: { group: 'Resource > Data lake', label: 'Delete', seed: 'POC' },
  functionAppList: { group: 'Resource > Function app', label: 'List', seed: 'POCR' },
  functionAppSettingsAdd: { group: 'Resource > Function app', label: 'App settings add', seed: 'POC' },
  functionAppSettingsEdit: { group: 'Resource > Function app', label: 'App settings edit', seed: 'POC' },
  functionAppSettingsList: { group: 'Resource > Function app', label: 'App settings list', seed: 'POC' },
  functionAppSettingsDelete: { group: 'Resource > Function app', label: 'App settings delete', seed: 'POC' },
  functionAppDeploymentCenter: { group: 'Resource > Function app', label: 'Deployment center', seed: 'POC' },
  formList: { group: 'Resource > Form', label: 'List', seed: 'POCR' },
  formCreate: { group: 'Resource > Form', label: 'Create', seed: 'POC' },
  formEdit: { group: 'Resource > Form', label: 'Edit', seed: 'POC' },
  formShare: { group: 'Resource > Form', label: 'Share', seed: 'POC' },
  formRun: { group: 'Resource > Form', label: 'Run', seed: 'POC' },
  formDelete: { group: 'Resource > Form', label: 'Delete', seed: 'POC' },
  websiteSettings: { group: 'Website settings', label: 'Website settings', seed: 'PO' },
  templateTypeList: { group: 'Template > Type', label: 'List', seed: 'POC' },
  templateTypeCreate: { group: 'Template > Type', label: 'Create', seed: 'PO' },
  templateTypeEdit: { group: 'Template > Type', label: 'Edit', seed: 'PO' },
  templateTypeDelete: { group: 'Template > Type', label: 'Delete', seed: 'PO' },
  templateFieldList: { group: 'Template > Field', label: 'List', seed: 'POC' },
  templateFieldCreate: { group: 'Template > Field', label: 'Create', seed: 'PO' },
  templateFieldEdit: { group: 'Template > Field', label: 'Edit', seed: 'PO' },
  templateFieldDelete: { group: 'Template > Field', label: 'Delete', seed: 'PO' },
  templateFormList: { group: 'Template > Form', label: 'List', seed: 'POC' },
  templateFormCreate: { group: 'Template > Form', label: 'Create', seed: 'PO' },
  templateFormEdit: { group: 'Template > Form', label: 'Edit', seed: 'PO' },
  templateFormDelete: { group: 'Template > Form', label: 'Delete', seed: 'PO' },
} as const satisfies Record<string, { group: string; label: string; seed: string }>;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[];

/** True for the name of a permission; narrows text that comes from outside. */
export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name);

/** The roles that every new organization starts with. Data only: no check ever names a role. */
export const seedRoles = {
  P: 'Platform Administrator',
  O: 'Organization Administrator',
  C: 'Contributor',
  M: 'Cost Manager',
  R: 'Reader',
} as const;
export type SeedRole = keyof typeof seedRoles;

/** The permissions that a seed role holds. */
export const seedPermissions = (role: SeedRole): Permission[] =>
  permissionNames.filter((name) => permissions[name].seed.includes(role));

/** A node of the permission tree: a leaf has a permission, a group has children. */
export interface PermissionNode {
  label: string;
  permission?: Permission;
  children: PermissionNode[];
}

/** The whole tree in the order of the table, derived from `group`. */
export function permissionTree(): PermissionNode[] {
  const root: PermissionNode = { label: '', children: [] };
  for (const name of permissionNames) {
    let node = root;
    for (const label of permissions[name].group.split(' > ')) {
      let child = node.children.find((each) => each.label === label && each.permission === undefined);
      if (!child) node.children.push((child = { label, children: [] }));
      node = child;
    }
    node.children.push({ label: permissions[name].label, permission: name, children: [] });
  }
  return root.children;
}

/** The tree with only the leaves that are held; parents left empty go too (spec section 6). */
export function pruneTree(tree: PermissionNode[], held: ReadonlySet<string>): PermissionNode[] {
  return tree.flatMap((node) => {
    if (node.permission !== undefined) return held.has(node.permission) ? [node] : [];
    const children = pruneTree(node.children, held);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
