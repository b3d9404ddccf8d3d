import type { JsonObject } from '@cloudwright/engine';
import type { World } from '../../world/world.ts';
import { builtInInitiatives } from './definitions.ts';
import { POLICY_TYPES } from './state.ts';

const MANAGEMENT_GROUP = 'Microsoft.Management/managementGroups';
const groupId = (name: string): string => `/providers/${MANAGEMENT_GROUP}/${name}`;

/** The tree below the Alpine tenant's root group: who is above which subscription. */
const TREE: { name: string; title: string; parent: string | undefined; subscriptions: string[] }[] = [
  { name: 'alpine-platform', title: 'Platform', parent: undefined, subscriptions: [] },
  { name: 'alpine-landing-zones', title: 'Landing zones', parent: undefined, subscriptions: [] },
  { name: 'alpine-production', title: 'Production', parent: 'alpine-landing-zones', subscriptions: ['Alpine Production'] },
  { name: 'alpine-sandboxes', title: 'Sandboxes', parent: 'alpine-landing-zones', subscriptions: ['Alpine Sandbox'] },
];

/** Regions near Alpine's people; the rest of the world is refused in production. */
const REGIONS = [
  'eastus', 'eastus2', 'centralus', 'northcentralus', 'southcentralus', 'westcentralus', 'westus', 'westus2', 'westus3', 'canadacentral', 'canadaeast', 'northeurope', 'westeurope', 'uksouth', 'ukwest', 'francecentral',
  'germanywestcentral', 'switzerlandnorth', 'switzerlandwest', 'swedencentral', 'norwayeast', 'italynorth', 'polandcentral', 'spaincentral',
];

interface AssignmentSeed {
  name: string;
  initiative: string;
  title: string;
  /** A management group of the tree, or undefined for every root. */
  at: string | undefined;
  parameters?: JsonObject;
  more?: JsonObject;
}

const ASSIGNMENTS: AssignmentSeed[] = [
  { name: 'encryption', initiative: 'Encryption', title: 'Encryption everywhere', at: undefined },
  { name: 'operations', initiative: 'Operations', title: 'Logs and backups', at: undefined },
  { name: 'tags', initiative: 'Tags', title: 'Owners are named', at: 'alpine-landing-zones', parameters: { tagName: { value: 'owner' } }, more: { enforcementMode: 'DoNotEnforce' } },
  { name: 'exposure', initiative: 'Exposure', title: 'Nothing open by accident', at: 'alpine-production' },
  { name: 'places', initiative: 'Places', title: 'Data stays near', at: 'alpine-production', parameters: { regions: { value: REGIONS } }, more: { nonComplianceMessages: [{ message: 'Production runs in Europe and North America only: choose another region.', policyDefinitionReferenceId: 'regions-allowed' }] } },
  { name: 'cost', initiative: 'Cost and sizes', title: 'Sandboxes stay small', at: 'alpine-sandboxes' },
];

/** Management groups, assignments and one exemption of a new world. */
export function seedPolicies(world: World): void {
  const roots = world.list({ type: MANAGEMENT_GROUP });
  const subscriptions = world.list({ type: 'Microsoft.Resources/subscriptions' });
  const alpine = subscriptions.find(({ body }) => body['displayName'] === 'Alpine Production');
  const root = roots.find(({ id }) => id.toLowerCase() === String(alpine?.body['managementGroup']).toLowerCase());
  if (root !== undefined) plantTree(world, root.name);
  for (const seed of ASSIGNMENTS) {
    if (seed.at !== undefined) {
      if (root !== undefined) assign(world, groupId(seed.at), seed);
    } else for (const { id } of roots) assign(world, id, seed);
  }
  const sandbox = subscriptions.find(({ body }) => body['displayName'] === 'Alpine Sandbox');
  const operations = root && `${root.id}/providers/${POLICY_TYPES.assignment}/operations`;
  if (sandbox === undefined || operations === undefined) return;
  world.put({
    id: `${sandbox.id}/providers/${POLICY_TYPES.exemption}/no-backup-in-sandboxes`, type: POLICY_TYPES.exemption, apiVersion: '2022-07-01-preview',
    body: { properties: { policyAssignmentId: operations, policyDefinitionReferenceIds: ['vm-backup', 'sql-backup-redundancy'], exemptionCategory: 'Waiver', displayName: 'Sandboxes are thrown away', description: 'Machines of sandboxes live for days.', expiresOn: new Date(world.now().getTime() + 365 * 86_400_000).toISOString() } },
  });
}

function plantTree(world: World, root: string): void {
  const now = world.now().toISOString();
  for (const { name, title, parent, subscriptions } of TREE) {
    const above = parent ?? root;
    world.put({ id: groupId(name), type: MANAGEMENT_GROUP, apiVersion: '2023-04-01', body: { properties: { tenantId: root, displayName: title, details: { version: 1, updatedTime: now, updatedBy: 'system', parent: { id: groupId(above), name: above, displayName: TREE.find((one) => one.name === above)?.title ?? 'Tenant Root Group' } } } } });
    for (const subscription of world.list({ type: 'Microsoft.Resources/subscriptions' })) {
      if (subscriptions.includes(String(subscription.body['displayName']))) world.put({ id: subscription.id, type: subscription.type, apiVersion: subscription.apiVersion, body: { ...subscription.body, managementGroup: groupId(name) } });
    }
  }
}

function assign(world: World, scope: string, { name, initiative, title, parameters = {}, more = {} }: AssignmentSeed): void {
  const now = world.now().toISOString();
  const set = builtInInitiatives.find(({ properties }) => properties.displayName === initiative);
  world.put({
    id: `${scope}/providers/${POLICY_TYPES.assignment}/${name}`, type: POLICY_TYPES.assignment, apiVersion: '2023-04-01',
    body: { properties: { displayName: title, policyDefinitionId: set?.id ?? '', scope, notScopes: [], enforcementMode: 'Default', parameters, metadata: { createdBy: 'system', createdOn: now, updatedBy: null, updatedOn: null }, ...more } },
  });
}
