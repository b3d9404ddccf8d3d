import { judgeRequest, type Finding, type JsonObject, type TraceStep } from '@cloudwright/policy';
import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Caller, Hooks } from '../../wire/provider.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';
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
function disallowed(name: string, denied: readonly Finding[]): ArmError {
  const identifiers = denied.map((finding) => ({
    policyAssignment: { name: finding.assignmentName, id: finding.assignmentId },
    policyDefinition: { name: finding.definitionName, id: finding.definitionId, version: '1.0.0' },
    ...(finding.setDefinitionId !== undefined && { policySetDefinition: { name: lastOf(finding.setDefinitionId), id: finding.setDefinitionId } }),
  }));
  const reasons = [...new Set(denied.filter((finding) => finding.message !== finding.verdict.reason).map((finding) => finding.message))];
  const message = reasons.length > 0
    ? `Resource '${name}' was disallowed by policy. Reasons: '${reasons.join("', '")}'. See error details for policy resource IDs.`
    : `Resource '${name}' was disallowed by policy. Policy identifiers: '${JSON.stringify(identifiers)}'.`;
  return new ArmError(403, 'RequestDisallowedByPolicy', message, name, undefined, {
    additionalInfo: denied.map((finding) => ({
      type: 'PolicyViolation',
      info: {
        evaluationDetails: evaluationDetails(finding.verdict.trace),
        policyDefinitionId: finding.definitionId, policyDefinitionName: lastOf(finding.definitionId), policyDefinitionDisplayName: finding.definitionName, policyDefinitionEffect: 'deny',
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

/**
 * Policies in the path of every write and delete. `deploy` makes what a deployIfNotExists policy finds missing: Azure
 * does so some minutes after the provider is done, here it follows at once.
 */
export const policyHooks = (deploy: (resource: StoredResource, finding: Finding, caller: Caller) => void): Hooks => ({
  beforeWrite: ({ id, type, body, world, apiVersion, caller, dryRun }) => {
    if (!isJudged(type.type)) return undefined;
    const evaluator = evaluatorOf(world);
    const subject = subjectOf(id.id, type.type, id.fullName, apiVersion, body);
    const { resource, denied, changes } = judgeRequest(evaluator, subject, { context: contextOf(world, id.id, { apiVersion, caller }), apiVersion, managementGroups: managementGroupsAbove(world, id.id), trace: true });
    if (denied.length > 0) {
      if (!dryRun) record(world, caller.objectId, id.id, type.type, denied);
      throw disallowed(id.name, denied);
    }
    if (changes.length === 0) return undefined;
    if (!dryRun) record(world, caller.objectId, id.id, type.type, changes);
    const { id: _id, name: _name, type: _type, apiVersion: _apiVersion, ...changed } = resource as JsonObject;
    return changed;
  },
  afterWrite: ({ id, resource, world, apiVersion, caller }) => {
    if (!isJudged(resource.type)) return;
    const stored = world.get(resource.id);
    if (stored === undefined) return;
    let inventory: ReturnType<typeof inventoryOf> | undefined;
    const subject = storedSubject(stored);
    const findings = evaluatorOf(world).judge(subject, { context: contextOf(world, resource.id, { apiVersion, caller }), apiVersion, managementGroups: managementGroupsAbove(world, id.id), related: (request) => (inventory ??= inventoryOf(world, resource.id)).related(subject, request) });
    record(world, caller.objectId, resource.id, resource.type, findings.filter((finding) => finding.effect !== 'modify' && finding.effect !== 'append'));
    for (const finding of findings) if (finding.enforced && finding.effect === 'deployIfNotExists' && finding.state === 'NonCompliant') deploy(stored, finding, caller);
  },
  beforeDelete: ({ id, resource, world, apiVersion, caller }) => {
    if (!isJudged(resource.type)) return;
    const findings = evaluatorOf(world).judge(storedSubject(resource), { context: contextOf(world, id.id, { apiVersion, caller }), apiVersion, managementGroups: managementGroupsAbove(world, id.id), trace: true });
    const denied = findings.filter((finding) => finding.enforced && finding.effect === 'denyAction' && asksForDelete(finding));
    if (denied.length > 0) throw new ArmError(403, 'RequestDisallowedByPolicy', `Deletion of resource '${resource.name}' was disallowed by policy. Policy identifiers: '${JSON.stringify(denied.map((finding) => ({ policyAssignment: { name: finding.assignmentName, id: finding.assignmentId }, policyDefinition: { name: finding.definitionName, id: finding.definitionId } })))}'.`, resource.name);
  },
});

function asksForDelete({ verdict }: Finding): boolean {
  const names = (verdict.details as { actionNames?: unknown } | undefined)?.actionNames;
  return !Array.isArray(names) || names.some((name) => String(name).toLowerCase() === 'delete');
}
