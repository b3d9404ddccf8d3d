import { Evaluator, Inventory, PolicyCatalog, type EvaluationContext, type JsonObject, type PolicyAssignment, type PolicyDefinition, type PolicyExemption, type PolicySetDefinition } from '@cloudwright/policy';
import type { Caller } from '../../wire/provider.ts';
import { GROUP_TYPE } from '../../wire/resource-manager.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { aliases } from './aliases.ts';
import { builtInDefinitions, builtInInitiatives } from './definitions.ts';

export const POLICY_TYPES = {
  definition: 'Microsoft.Authorization/policyDefinitions',
  set: 'Microsoft.Authorization/policySetDefinitions',
  assignment: 'Microsoft.Authorization/policyAssignments',
  exemption: 'Microsoft.Authorization/policyExemptions',
} as const;

const bodyOf = <T>({ id, name, body }: StoredResource): T => ({ id, name, ...body }) as T;

/** All definitions and initiatives: those that come with the cloud, and the stored ones. */
export const definitionsOf = (world: World): PolicyDefinition[] => [...builtInDefinitions, ...world.list({ type: POLICY_TYPES.definition }).map((resource) => bodyOf<PolicyDefinition>(resource))];
export const setsOf = (world: World): PolicySetDefinition[] => [...builtInInitiatives, ...world.list({ type: POLICY_TYPES.set }).map((resource) => bodyOf<PolicySetDefinition>(resource))];
const assignmentsOf = (world: World): PolicyAssignment[] => world.list({ type: POLICY_TYPES.assignment }).map((resource) => bodyOf<PolicyAssignment>(resource));

// One evaluator serves until a definition, an assignment or an exemption changes.
const made = new Map<string, Evaluator>();
const KEPT = 8;

/** The evaluator for what the world holds now (dry runs hold more). */
export function evaluatorOf(world: World): Evaluator {
  const stored = Object.values(POLICY_TYPES).map((type) => world.list({ type }));
  const key = `${world.cloud}|${stored.flat().map(({ id, etag }) => `${id}=${etag}`).join('|')}`;
  let evaluator = made.get(key);
  if (evaluator === undefined) {
    evaluator = new Evaluator({
      aliases,
      catalog: new PolicyCatalog(definitionsOf(world), setsOf(world), aliases),
      assignments: assignmentsOf(world),
      exemptions: world.list({ type: POLICY_TYPES.exemption }).map((resource) => bodyOf<PolicyExemption>(resource)),
    });
    if (made.size >= KEPT) made.clear();
    made.set(key, evaluator);
  }
  return evaluator;
}

const GROUP_IN_POLICY = 'Microsoft.Resources/subscriptions/resourceGroups';

/** A resource as policies see it: the whole body with id, full name and type. */
export function subjectOf(id: string, type: string, fullName: string, apiVersion: string, body: JsonObject): JsonObject {
  return { ...body, id, name: fullName, type: type === GROUP_TYPE ? GROUP_IN_POLICY : type, apiVersion };
}

/** A stored resource as policies see it; names of children have their parents' names. */
export function storedSubject(resource: StoredResource): JsonObject {
  const parts = resource.id.slice(resource.id.toLowerCase().lastIndexOf('/providers/') + 11).split('/').slice(1);
  const fullName = resource.type === GROUP_TYPE ? resource.name : parts.filter((_, index) => index % 2 === 1).join('/');
  return subjectOf(resource.id, resource.type, fullName, resource.apiVersion, resource.body);
}

/** By design only subscriptions and groups of Microsoft.Resources are judged, and policies not by themselves. */
export const isJudged = (type: string): boolean => type === GROUP_TYPE || (!/^microsoft\.(resources|management)\//i.test(type) && !/^microsoft\.(authorization|policyinsights)\/(policy|remediations|attestations)/i.test(type));

/** What rules may ask about the place of a resource and the request. */
export function contextOf(world: World, id: string, request: { apiVersion: string; caller?: Caller } | undefined): EvaluationContext {
  const subscription = /^\/subscriptions\/[^/]+/i.exec(id)?.[0];
  const group = /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+/i.exec(id)?.[0];
  const stored = subscription === undefined ? undefined : world.get(subscription);
  const storedGroup = group === undefined ? undefined : world.get(group);
  return {
    utcNow: world.now().toISOString(),
    ...(stored && { subscription: { id: stored.id, subscriptionId: stored.name, tenantId: stored.body['tenantId'] ?? '', displayName: stored.body['displayName'] ?? '' } }),
    ...(storedGroup && { resourceGroup: { tags: {}, ...storedGroup.body, id: storedGroup.id, name: storedGroup.name, type: GROUP_IN_POLICY } }),
    requestContext: {
      apiVersion: request?.apiVersion ?? world.now().toISOString().slice(0, 10),
      identity: { idtyp: request?.caller?.kind === 'application' ? 'app' : 'user', appid: request?.caller?.objectId ?? '', acrs: 'p1' },
    },
  };
}

/** Everything that -IfNotExists effects may find. */
export function inventoryOf(world: World, scope: string): Inventory {
  const subscriptionId = /^\/subscriptions\/([^/]+)/i.exec(scope)?.[1];
  return new Inventory(world.list(subscriptionId === undefined ? {} : { subscriptionId }).map(storedSubject), true);
}

