import { evaluationDelay, judgeRequest, type Finding, type JsonObject, type RelatedLookup, type TraceStep } from '@cloudwright/policy';
import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import type { Caller, Hooks, ResourceRequest } from '../../wire/provider.ts';
import { GROUP_TYPE } from '../../wire/resource-manager.ts';
import type { OperationRecord } from '../../world/operations.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';
import type { Repairer } from './repair.ts';
import { contextOf, evaluatorOf, inventoryOf, isJudged, storedSubject, subjectOf } from './state.ts';

/** A trace in the words of Azure's evaluation details. */
export function evaluationDetails(trace: readonly TraceStep[] = []): JsonObject {
  return {
    evaluatedExpressions: trace.filter((step) => step.result === true).map((step) => ({
      result: 'True', expressionKind: step.kind[0]?.toUpperCase() + step.kind.slice(1), expression: step.left, path: step.left,
      expressionValue: step.actual as Json, targetValue: step.expected as Json, operator: step.operator[0]?.toUpperCase() + step.operator.slice(1),
    })),
  };
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const scopeOf = (id: string): string => id.slice(0, id.toLowerCase().lastIndexOf('/providers/microsoft.authorization/'));

/** The 403 of Azure: every policy that refuses, with the evaluation. */
function disallowed(name: string, denied: readonly Finding[], what = `Resource '${name}'`): ArmError {
  const identifiers = denied.map((finding) => ({
    policyAssignment: { name: finding.assignmentName, id: finding.assignmentId },
    policyDefinition: { name: finding.definitionName, id: finding.definitionId, version: finding.definitionVersion ?? '1.0.0' },
  }));
  const reasons = [...new Set(denied.filter((finding) => finding.message !== finding.verdict.reason).map((finding) => finding.message))];
  const message = reasons.length > 0
    ? `${what} was disallowed by policy. Reasons: '${reasons.join("', '")}'. See error details for policy resource IDs.`
    : `${what} was disallowed by policy. Policy identifiers: '${JSON.stringify(identifiers)}'.`;
  return new ArmError(403, 'RequestDisallowedByPolicy', message, name, undefined, {
    additionalInfo: denied.map((finding) => ({
      type: 'PolicyViolation',
      info: {
        evaluationDetails: evaluationDetails(finding.verdict.trace),
        policyDefinitionId: finding.definitionId, policyDefinitionName: lastOf(finding.definitionId), policyDefinitionDisplayName: finding.definitionName, policyDefinitionVersion: finding.definitionVersion ?? '1.0.0', policyDefinitionEffect: finding.effect,
        ...(finding.setDefinitionId !== undefined && { policySetDefinitionId: finding.setDefinitionId, policySetDefinitionName: lastOf(finding.setDefinitionId), policyDefinitionReferenceId: finding.referenceId }),
        policyAssignmentId: finding.assignmentId, policyAssignmentName: lastOf(finding.assignmentId), policyAssignmentDisplayName: finding.assignmentName, policyAssignmentScope: scopeOf(finding.assignmentId), policyExemptionIds: [],
      },
    })),
  });
}

/** One line of the policy events: what a policy said about a write. */
export interface PolicyEvent {
  timestamp: string;
  resourceId: string;
  resourceType: string;
  assignmentId: string;
  definitionId: string;
  setDefinitionId: string | undefined;
  referenceId: string;
  effect: string;
  caller: string;
}

const EVENTS = 'policyEvents';
/** Older events are forgotten, as Azure forgets them. */
const KEPT = 2000;

export const eventsOf = (world: World): PolicyEvent[] => world.values<PolicyEvent>(EVENTS).map(({ value }) => value).sort((a, b) => b.timestamp.localeCompare(a.timestamp));

function record(world: World, caller: string, resourceId: string, resourceType: string, findings: readonly Finding[]): void {
  const noted = findings.filter((finding) => finding.enforced && finding.effect !== 'none' && (finding.state === 'NonCompliant' || finding.verdict.changed !== undefined));
  for (const { assignmentId, definitionId, setDefinitionId, referenceId, effect } of noted) {
    const event: PolicyEvent = { timestamp: world.now().toISOString(), resourceId, resourceType, assignmentId, definitionId, setDefinitionId, referenceId, effect, caller };
    world.setValue(EVENTS, `${event.timestamp} ${world.newId()}`, event);
  }
  if (noted.length === 0) return;
  const keys = world.values(EVENTS).map(({ key }) => key).sort();
  for (const key of keys.slice(0, Math.max(0, keys.length - KEPT))) world.deleteValue(EVENTS, key);
}

const EVALUATION = 'policyEvaluation';
/** A minute of Azure's is a second of the table of durations: ten minutes are nothing that anybody watches. */
const MINUTE = 1000;

const relatedIn = (world: World, resource: StoredResource, subject: JsonObject): RelatedLookup => {
  let inventory: ReturnType<typeof inventoryOf> | undefined;
  return (request) => (inventory ??= inventoryOf(world, resource.id)).related(subject, request);
};
const keyOf = (finding: Finding): string => `${finding.assignmentId}|${finding.referenceId}`.toLowerCase();
const looksForOthers = ({ policy }: Finding): boolean => policy.effect === 'auditIfNotExists' || policy.effect === 'deployIfNotExists';

/** Policies in the path of every write and delete; what looks for other resources follows after its evaluationDelay. */
export function policyHooks(cloud: Cloud, repair: Repairer): Hooks {
  const judge = (resource: StoredResource, apiVersion: string, caller: Caller, trace = false): Finding[] => {
    const { world } = cloud;
    const subject = storedSubject(resource);
    return evaluatorOf(world).judge(subject, { context: contextOf(world, resource.id, { apiVersion, caller }), apiVersion, managementGroups: managementGroupsAbove(world, resource.id), related: relatedIn(world, resource, subject), trace });
  };

  /** Evaluates for one resource the policies that waited: what is missing now is noted, or deployed. */
  const evaluate = async ({ payload }: OperationRecord): Promise<undefined> => {
    const { id, apiVersion, caller, policies } = payload as unknown as { id: string; apiVersion: string; caller: Caller; policies: string[] };
    const resource = cloud.world.get(id);
    if (resource === undefined) return undefined;
    const missing = judge(resource, apiVersion, caller).filter((finding) => policies.includes(keyOf(finding)) && finding.state === 'NonCompliant');
    record(cloud.world, caller.objectId, resource.id, resource.type, missing);
    for (const finding of missing) {
      if (!finding.enforced || finding.policy.effect !== 'deployIfNotExists') continue;
      try {
        await (await repair({ resource, finding }, caller)).ended;
      } catch (error) {
        // What Azure can not deploy for a policy shows in the deployments of the scope, and in nobody's request.
        if (!(error instanceof ArmError)) throw error;
      }
    }
    return undefined;
  };
  cloud.operations.register(EVALUATION, evaluate);

  const afterwards = ({ id, resource, apiVersion, caller }: ResourceRequest, outcome: 'success' | 'failure'): void => {
    if (!isJudged(resource.type)) return;
    const stored = cloud.world.get(resource.id);
    if (stored === undefined) return;
    const findings = judge(stored, apiVersion, caller);
    if (outcome === 'success') record(cloud.world, caller.objectId, resource.id, resource.type, findings.filter((finding) => !looksForOthers(finding) && finding.effect !== 'modify' && finding.effect !== 'append'));
    const waiting = new Map<number, string[]>();
    for (const finding of findings.filter(looksForOthers)) {
      const delay = evaluationDelay((finding.verdict.details as JsonObject | undefined)?.['evaluationDelay']) ?? { after: 'minutes', minutes: 10 };
      const isDue = delay.after === 'minutes' ? outcome === 'success' : delay.outcome === undefined || delay.outcome === outcome;
      const minutes = delay.after === 'minutes' ? delay.minutes : 0;
      if (isDue) waiting.set(minutes, [...(waiting.get(minutes) ?? []), keyOf(finding)]);
    }
    for (const [minutes, policies] of waiting) {
      cloud.operations.begin({ id: cloud.world.newId(), kind: EVALUATION, target: `${id.id}#${EVALUATION}`, duration: minutes * MINUTE, payload: { id: resource.id, apiVersion, caller: { ...caller }, policies } });
    }
  };

  return {
    beforeWrite: ({ id, type, body, patch, world, apiVersion, caller, dryRun }) => {
      if (!isJudged(type.type)) return undefined;
      const subject = subjectOf(id.id, type.type, id.fullName, apiVersion, body);
      const onlyTags = patch !== undefined && Object.keys(patch).length > 0 && Object.keys(patch).every((name) => name.toLowerCase() === 'tags');
      const { resource, denied, changes } = judgeRequest(evaluatorOf(world), subject, { context: contextOf(world, id.id, { apiVersion, caller }), apiVersion, managementGroups: managementGroupsAbove(world, id.id), trace: true, onlyTags });
      if (denied.length > 0) {
        if (!dryRun) record(world, caller.objectId, id.id, type.type, denied);
        throw disallowed(id.name, denied);
      }
      if (changes.length === 0) return undefined;
      if (!dryRun) record(world, caller.objectId, id.id, type.type, changes);
      const { id: _id, name: _name, type: _type, apiVersion: _apiVersion, ...changed } = resource as JsonObject;
      return changed;
    },
    afterWrite: (request) => afterwards(request, 'success'),
    afterFailure: (request) => afterwards(request, 'failure'),
    beforeDelete: ({ resource, world, apiVersion, caller }) => {
      if (NEVER_PROTECTED.test(resource.type)) return;
      const refusing = (one: StoredResource) => (isJudged(one.type) ? judge(one, apiVersion, caller, true).filter((finding) => finding.enforced && finding.effect === 'denyAction' && namesDelete(finding)) : []);
      const denied = refusing(resource);
      if (denied.length > 0) throw disallowed(resource.name, denied, `Deletion of resource '${resource.name}'`);
      if (resource.type !== GROUP_TYPE) return;
      // Of what goes with a group only policies of mode Indexed are asked, and only those that say so about groups.
      for (const inner of world.list({ subscriptionId: resource.subscriptionId ?? '', resourceGroup: resource.name })) {
        const cascading = inner.id === resource.id ? [] : refusing(inner).filter(holdsGroup);
        if (cascading.length > 0) throw disallowed(inner.name, cascading, `Deletion of resource group '${resource.name}' with the resource '${inner.name}'`);
      }
    },
  };
}

/** Types that denyAction never protects, so that nobody is locked out (effect-deny-action). */
const NEVER_PROTECTED = /^microsoft\.(authorization\/(policyassignments|denyassignments|locks)|blueprint\/blueprintassignments|resources\/(deploymentstacks|subscriptions))$/i;

function namesDelete({ verdict }: Finding): boolean {
  const names = (verdict.details as { actionNames?: unknown } | undefined)?.actionNames;
  return !Array.isArray(names) || names.some((name) => String(name).toLowerCase() === 'delete');
}

function holdsGroup({ policy, verdict }: Finding): boolean {
  const behaviors = (verdict.details as { cascadeBehaviors?: { resourceGroup?: unknown } } | undefined)?.cascadeBehaviors;
  return policy.mode.toLowerCase() === 'indexed' && String(behaviors?.resourceGroup ?? 'deny').toLowerCase() === 'deny';
}
