import { permissions, type Permission } from '@cloudwright/contract/permissions';
import { expect, test, type Page } from '@playwright/test';
import { callAs, signedInPage, subscriptions } from './portal.ts';

/** Seeded accounts, one a role: letter of the role in the contract's table, account, organization. */
const people = [
  { letter: 'P', email: 'platform@alpine.example', role: 'Platform Administrator', organization: 'platform' },
  { letter: 'O', email: 'admin@alpine.example', role: 'Organization Administrator', organization: 'alpine' },
  { letter: 'C', email: 'dev@alpine.example', role: 'Contributor', organization: 'alpine' },
  { letter: 'M', email: 'cost@alpine.example', role: 'Cost Manager', organization: 'alpine' },
  { letter: 'R', email: 'reader@alpine.example', role: 'Reader', organization: 'alpine' },
] as const;
type Person = (typeof people)[number];

const unique = Date.now().toString(36);
const blueprint = { name: `probe-${unique}`, title: `Probe ${unique}` };
const deployment = `probe-${unique}`;

/** The tree of spec section 6, node by node, with decisions 32 and 33 for the names and the nodes added. */
const tree: { id: string; node: string; leaves: string }[] = [
  { id: 'R-PERM-16', node: 'Administration > Organization', leaves: 'organizationList organizationCreate organizationEdit organizationDelete organizationView mailTemplatePreview organizationPermissionView organizationPermissionEdit' },
  { id: 'R-PERM-17', node: 'Administration > Role', leaves: 'roleList roleCreate roleEdit roleDelete roleView roleMailTemplatePreview rolePermissionView rolePermissionEdit' },
  { id: 'R-PERM-18', node: 'Administration > User', leaves: 'userList userCreate userEdit userDelete userView userInvite' },
  { id: 'R-PERM-19', node: 'Administration > Blueprint', leaves: 'blueprintList blueprintCreate blueprintEdit blueprintDelete blueprintView blueprintTypeList' },
  { id: 'R-PERM-20', node: 'Administration > Blueprint > Image', leaves: 'imageList imageCreate imageEdit imageDelete imageView' },
  { id: 'R-PERM-21', node: 'Administration > Blueprint > Extension', leaves: 'extensionList extensionCreate extensionEdit extensionDelete extensionView' },
  { id: 'R-PERM-22', node: 'Administration > Subscription', leaves: 'subscriptionList resourceGroupList subscriptionCreate subscriptionEdit subscriptionDelete subscriptionView subscriptionAccessControl insightsService metrics' },
  { id: 'R-PERM-23', node: 'Administration > Policy', leaves: 'policyAssign complianceResource policyDefinition policyReport' },
  { id: 'R-PERM-24', node: 'Administration > Optimizer', leaves: 'costRecommendation securityRecommendation highAvailabilityRecommendation operationalExcellenceRecommendation performanceRecommendation' },
  { id: 'R-PERM-25', node: 'Top level', leaves: 'marketplace blueprints' },
  { id: 'R-PERM-25', node: 'Top level > Learn', leaves: 'learnCreate learnList learnEdit learnView learnDelete' },
  { id: 'R-PERM-26', node: 'Converter', leaves: 'converter' },
  { id: 'R-PERM-26', node: 'Converter > Converted list', leaves: 'convertedCreate convertedList convertedEdit convertedDelete' },
  { id: 'R-PERM-27', node: 'Deployment', leaves: 'blueprintProvision' },
  { id: 'R-PERM-27', node: 'Deployment > Actions', leaves: 'deploymentList resourceManagement deploymentAssign deploymentDownload deploymentDelete deploymentShare' },
  { id: 'R-PERM-28', node: 'Content management system', leaves: 'cms' },
  { id: 'R-PERM-29', node: 'Cost management', leaves: 'usageLimit costAnalysis' },
  { id: 'R-PERM-30', node: 'Resource > VM lists', leaves: 'portalVmList azureVmList vmInsights virtualMachine' },
  { id: 'R-PERM-31', node: 'Resource > Power BI dashboard', leaves: 'powerBiDashboardList powerBiDashboardCreate powerBiDashboardEdit powerBiDashboardView powerBiDashboardDelete' },
  { id: 'R-PERM-32', node: 'Resource > Explore data', leaves: 'exploreDataList exploreDataCreate exploreDataEdit exploreDataShare exploreDataView exploreDataDelete exploreDataQueryEditor exploreDataQueryFilter exploreDataDownloadCsv exploreDataDownloadJson' },
  { id: 'R-PERM-33', node: 'Resource > Storage account', leaves: 'storageAccountList storageAccountCreate storageAccountView storageAccountUpload storageAccountDelete storageAccountInsights storageAccountTable' },
  { id: 'R-PERM-34', node: 'Resource > S3 bucket', leaves: 's3BucketList s3BucketCreateFolder s3BucketUpload s3BucketDelete' },
  { id: 'R-PERM-35', node: 'Resource > Data lake', leaves: 'dataLakeCreateFolder dataLakeUpload dataLakeExplore dataLakeAccess dataLakeDelete' },
  { id: 'R-PERM-36', node: 'Resource > Function app', leaves: 'functionAppList functionAppSettingsAdd functionAppSettingsEdit functionAppSettingsList functionAppSettingsDelete functionAppDeploymentCenter' },
  { id: 'R-PERM-37', node: 'Resource > Form', leaves: 'formList formCreate formEdit formShare formRun formDelete' },
  { id: 'R-PERM-38', node: 'Website settings', leaves: 'websiteSettings' },
];

interface Node {
  label: string;
  children: Node[];
}

/** The permission tree of the open dialog as it is drawn: a leaf is called by its permission. */
async function readTree(page: Page): Promise<Node[]> {
  const drawn = page.getByRole('dialog').getByRole('tree', { name: 'Permissions' });
  await expect(drawn).toBeVisible();
  // What is unfolded may bring more to unfold.
  for (let closed = drawn.locator('[role=treeitem][aria-expanded=false]'); await closed.count(); ) {
    const count = await closed.count();
    await closed.first().locator('svg').first().click();
    await expect(closed).not.toHaveCount(count);
  }
  return drawn.evaluate((root) => {
    const read = (list: Element): Node[] =>
      [...list.querySelectorAll('[role=treeitem]')]
        .filter((item) => item.parentElement?.closest('[role=treeitem], [role=tree]') === list)
        .map((item) => {
          const name = item.querySelector('input[type=checkbox]')?.getAttribute('aria-label') ?? '';
          return { label: /\((\w+)\)$/.exec(name)?.[1] ?? name, children: read(item) };
        });
    return read(root);
  });
}

test.describe('the permission editor of an organization that holds everything', () => {
  let nodes: Node[];
  test.beforeAll(async ({ browser }) => {
    const page = await signedInPage(browser, people[0].email);
    await page.goto('/portal/role');
    await page.getByRole('button', { name: 'New role' }).click();
    nodes = await readTree(page);
    await page.context().close();
  });

  test('has these nodes at the top (R-PERM-39)', () => {
    expect(nodes.map(({ label }) => label)).toEqual(['Administration', 'Top level', 'Converter', 'Deployment', 'Content management system', 'Cost management', 'Resource', 'Website settings', 'Template']);
  });

  for (const { id, node, leaves } of tree)
    test(`shows exactly these leaves at ${node} (${id})`, () => {
      const found = node.split(' > ').reduce<Node | undefined>((at, label) => (at?.children ?? nodes).find((each) => each.label === label), undefined);
      const own = found?.children.length ? found.children.filter(({ children }) => children.length === 0) : found ? [found] : [];
      expect(own.map(({ label }) => label).sort()).toEqual(leaves.split(' ').sort());
    });
});

/** Something that a screen offers, and the permission that offers it. */
interface Offer {
  permission: Permission;
  name: string;
  role?: 'link' | 'tab';
}

interface Screen {
  path: string;
  heading: string | RegExp;
  /** Without any of these the screen itself is refused. */
  guard: Permission[];
  offers?: Offer[];
  /** The row that everybody's list holds, by organization; its menu and its way to the details. */
  row?: (person: Person) => string | null;
  rowOffers?: Offer[];
  details?: Permission;
}

const screens: Screen[] = [
  { path: '/', heading: 'Blueprints', guard: ['blueprints'] },
  {
    path: '/blueprint/linux-vm',
    heading: /^Linux/,
    guard: ['blueprints'],
    offers: [
      { permission: 'blueprintProvision', name: 'Deploy', role: 'link' },
      { permission: 'deploymentList', name: 'Deployments', role: 'tab' },
    ],
  },
  { path: '/blueprint/linux-vm/form', heading: /^Deploy Linux/, guard: ['blueprintProvision'] },
  {
    path: '/deployment',
    heading: 'Deployments',
    guard: ['deploymentList'],
    offers: [{ permission: 'blueprintProvision', name: 'Deploy a blueprint', role: 'link' }],
    row: ({ organization }) => (organization === 'alpine' ? deployment : null),
    rowOffers: [
      { permission: 'resourceManagement', name: 'Open' },
      { permission: 'blueprintProvision', name: 'Deploy again with changes' },
      { permission: 'deploymentDownload', name: 'Download' },
      { permission: 'deploymentAssign', name: 'Assign' },
      { permission: 'deploymentShare', name: 'Share' },
      { permission: 'deploymentDelete', name: 'Delete' },
    ],
  },
  {
    path: '/model',
    heading: 'Blueprint Management',
    guard: ['blueprintList', 'blueprintTypeList'],
    offers: [
      { permission: 'blueprintCreate', name: 'Import blueprint' },
      { permission: 'blueprintTypeList', name: 'Types', role: 'tab' },
    ],
    row: ({ organization }) => (organization === 'alpine' ? blueprint.title : 'Linux virtual machine'),
    rowOffers: [
      { permission: 'blueprintEdit', name: 'Edit' },
      { permission: 'blueprintEdit', name: 'Publish' },
      { permission: 'blueprintEdit', name: 'Retire' },
      { permission: 'blueprintView', name: 'Versions' },
      { permission: 'blueprintDelete', name: 'Delete' },
    ],
    details: 'blueprintView',
  },
  {
    path: '/subscription',
    heading: 'Subscriptions',
    guard: ['subscriptionList'],
    offers: [{ permission: 'subscriptionCreate', name: 'Register subscription' }],
    row: ({ organization }) => (organization === 'alpine' ? 'Alpine Sandbox' : null),
    rowOffers: [
      { permission: 'resourceGroupList', name: 'Resource groups' },
      { permission: 'subscriptionEdit', name: 'Edit' },
      { permission: 'subscriptionAccessControl', name: 'Access control' },
      { permission: 'subscriptionDelete', name: 'Unregister' },
    ],
    details: 'subscriptionView',
  },
  {
    path: '/subscription/resourceGroup?sids=All',
    heading: 'Resource groups',
    guard: ['resourceGroupList'],
    offers: [{ permission: 'subscriptionCreate', name: 'New resource group' }],
    row: ({ organization }) => (organization === 'alpine' ? `rg-${deployment}` : null),
    rowOffers: [{ permission: 'subscriptionDelete', name: 'Delete' }],
  },
  {
    path: '/organization',
    heading: 'Organizations',
    guard: ['organizationList'],
    offers: [{ permission: 'organizationCreate', name: 'New organization' }],
    row: ({ organization }) => (organization === 'alpine' ? 'Alpine Research' : 'Cloudwright Platform'),
    rowOffers: [
      { permission: 'organizationEdit', name: 'Edit' },
      { permission: 'mailTemplatePreview', name: 'Notification mails' },
      { permission: 'organizationDelete', name: 'Delete' },
    ],
    details: 'organizationView',
  },
  {
    path: '/role',
    heading: 'Roles',
    guard: ['roleList'],
    offers: [{ permission: 'roleCreate', name: 'New role' }],
    row: () => 'Reader',
    rowOffers: [
      { permission: 'roleEdit', name: 'Edit' },
      { permission: 'roleCreate', name: 'Copy' },
      { permission: 'roleMailTemplatePreview', name: 'Notification mails' },
      { permission: 'roleDelete', name: 'Delete' },
    ],
    details: 'roleView',
  },
  {
    path: '/user',
    heading: 'Users',
    guard: ['userList'],
    offers: [
      { permission: 'userCreate', name: 'New user' },
      { permission: 'userInvite', name: 'Invite' },
      { permission: 'userInvite', name: 'Invitations', role: 'tab' },
    ],
    row: ({ organization }) => (organization === 'alpine' ? 'Ada Admin' : 'Petra Platform'),
    rowOffers: [
      { permission: 'userEdit', name: 'Edit' },
      { permission: 'userEdit', name: 'Suspend' },
      { permission: 'userDelete', name: 'Delete' },
    ],
    details: 'userView',
  },
  { path: '/preview', heading: 'Notification mails', guard: ['mailTemplatePreview'] },
  { path: '/audit', heading: 'Audit log', guard: ['auditList'] },
];

/** A blueprint and a deployment of the organization that every one of its roles can see. */
async function prepare(): Promise<void> {
  const template = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [] };
  const files = new FormData();
  files.append('files', new Blob([JSON.stringify(template)], { type: 'application/json' }), 'azuredeploy.json');
  files.append('title', blueprint.title);
  const developer = 'dev@alpine.example';
  const imported = await callAs(developer, 'POST', '/api/blueprint/import', files);
  expect(imported.status, JSON.stringify(imported.body)).toBe(201);
  const draft = (imported.body as { blueprint: { id: string; name: string } }).blueprint;
  expect((await callAs(developer, 'POST', `/api/blueprint/${draft.id}/publish`, { note: '' })).status).toBe(200);

  await callAs(developer, 'POST', '/api/azure/resourcegroup.create', { subscriptionId: subscriptions.sandbox, name: `rg-${deployment}`, region: 'eastus' });
  const created = await callAs(developer, 'POST', '/api/azure/deployment.create', { blueprintName: draft.name, name: deployment, subscriptionId: subscriptions.sandbox, resourceGroup: `rg-${deployment}`, region: 'eastus', parameters: {}, tags: {} });
  expect(created.status, JSON.stringify(created.body)).toBe(202);
  const users = (await callAs('admin@alpine.example', 'GET', '/api/user?limit=100')).body as { result: { id: string; email: string }[] };
  const others = users.result.filter(({ email }) => ['admin@alpine.example', 'cost@alpine.example', 'reader@alpine.example'].includes(email));
  const shared = await callAs(developer, 'POST', '/api/azure/deployment.share', { id: (created.body as { id: string }).id, sharedWith: others.map(({ id }) => ({ userId: id, access: 'READER' })) });
  expect(shared.status, JSON.stringify(shared.body)).toBe(200);
}

test.describe('what a role may not do is not offered', () => {
  test.beforeAll(prepare);

  for (const person of people) {
    const holds = (...anyOf: Permission[]) => anyOf.some((name) => permissions[name].seed.includes(person.letter));

    test.describe(`to ${person.role}`, () => {
      let page: Page;
      test.beforeAll(async ({ browser }) => {
        page = await signedInPage(browser, person.email);
      });
      test.afterAll(() => page.context().close());

      for (const { path, heading, guard, offers = [], row, rowOffers = [], details } of screens)
        test(`at /portal${path}`, async () => {
          await page.goto(`/portal${path}`);
          const main = page.getByRole('main');
          const title = main.getByRole('heading', { level: 1 });
          if (!holds(...guard)) {
            await expect(title).toHaveText('Access denied');
            await expect(main).toContainText(`(${guard[0]})`);
            return;
          }
          await expect(title).toHaveText(heading);
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          for (const { permission, name, role = 'button' } of offers) {
            const offer = main.getByRole(role, { name, exact: true });
            if (holds(permission)) await expect(offer.first(), `${name} (${permission})`).toBeEnabled();
            else await expect(offer, `${name} (${permission})`).toHaveCount(0);
          }
          const rowName = row?.(person);
          if (!rowName) return;
          const line = main.getByRole('row').filter({ hasText: rowName }).first();
          await expect(line).toBeVisible();
          if (details) await expect(line.getByRole('button', { name: rowName, exact: true }), `details (${details})`).toHaveCount(holds(details) ? 1 : 0);
          const toggle = line.getByRole('button', { name: `Actions for ${rowName}`, exact: true });
          const offered = rowOffers.filter(({ permission }) => holds(permission));
          if (offered.length === 0) return expect(toggle).toHaveCount(0);
          await toggle.click();
          const menu = page.getByRole('menu');
          for (const { permission, name } of rowOffers) {
            // What cannot be done to this very row stands greyed, with its reason.
            const item = menu.getByRole('menuitem', { name: new RegExp(`^${name}\\b`) }).first();
            if (!holds(permission)) await expect(item, `${name} (${permission})`).toHaveCount(0);
            else if (await item.isDisabled()) expect((await item.innerText()).trim().length, `${name} (${permission}) says why not`).toBeGreaterThan(name.length + 5);
            else await expect(item, `${name} (${permission})`).toBeVisible();
          }
          await page.keyboard.press('Escape');
          await expect(menu).toBeHidden();
        });
    });
  }
});
