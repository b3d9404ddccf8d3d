import type { EffectName, EvaluationContext, PolicyAssignment, PolicyDiagnostic, PolicyExemption, Verdict } from './api.ts';
import type { AliasTable } from './aliases.ts';
import { resolveAssignment, type Member, type ResolvedAssignment } from './assignment.ts';
import type { PolicyCatalog } from './catalog.ts';
import type { Frame } from './frame.ts';
import { frameOf, type Policy, type RelatedLookup } from './policy.ts';
import { property } from './property.ts';
import { scopeHolds, scopeOfId, scopeWithin, subscriptionOf } from './scope.ts';
import { selectsResource, type Selected } from './selectors.ts';

/** What one member of one assignment says about one resource. */
export interface Finding {
  assignmentId: string;
  assignmentName: string;
  definitionId: string;
  definitionName: string;
  /** The version that was judged; undefined where the definition has none. */
  definitionVersion: string | undefined;
  /** Of an initiative: the member's reference, the initiative's id, its groups. */
  referenceId: string;
  setDefinitionId: string | undefined;
  groups: readonly string[];
  effect: EffectName | 'none';
  state: ComplianceState;
  /** False in mode DoNotEnforce: reported, and never carried out. */
  enforced: boolean;
  /** The assignment's own words for people, else the reason. */
  message: string;
  exemptionId?: string;
  verdict: Verdict;
  policy: Policy;
}

/** Conflict: several policies would change one property differently, and each would refuse for it. */
export type ComplianceState = 'Compliant' | 'NonCompliant' | 'Conflict' | 'Exempt' | 'Unknown' | 'Error' | 'Protected';

export interface EvaluatorOptions {
  catalog: PolicyCatalog;
  aliases: AliasTable;
  assignments: Iterable<PolicyAssignment>;
  exemptions?: Iterable<PolicyExemption>;
  /** The management groups above a subscription, nearest first, by id or name. */
  managementGroups?: (subscriptionId: string) => readonly string[];
}

export interface JudgeResourceOptions {
  context?: EvaluationContext;
  apiVersion?: string;
  related?: RelatedLookup;
  trace?: boolean;
  /** The request is a PATCH of nothing but tags: only policies that look at tags are evaluated (effect-basics, Order of evaluation). */
  onlyTags?: boolean;
  /** The management groups above the resource, where the caller knows them; default: the evaluator's own lookup. */
  managementGroups?: readonly string[];
}

interface Entry {
  assignment: ResolvedAssignment;
  member: Member;
}

/**
 * All assignments of a tenant, ready to judge resources: members are indexed by the resource types that they can
 * concern, scopes are checked per assignment.
 */
export class Evaluator {
  readonly assignments: readonly ResolvedAssignment[];
  readonly aliases: AliasTable;
  readonly #exemptions = new Map<string, PolicyExemption[]>();
  readonly #managementGroups: (subscriptionId: string) => readonly string[];
  readonly #byType = new Map<string, Entry[]>();
  readonly #anyType: Entry[] = [];
  readonly #merged = new Map<string, Entry[]>();

  constructor(options: EvaluatorOptions) {
    this.aliases = options.aliases;
    this.#managementGroups = options.managementGroups ?? (() => []);
    this.assignments = [...options.assignments].map((assignment) => resolveAssignment(assignment, options.catalog));
    for (const exemption of options.exemptions ?? []) {
      const key = exemption.properties.policyAssignmentId.toLowerCase();
      this.#exemptions.set(key, [...(this.#exemptions.get(key) ?? []), exemption]);
    }
    for (const assignment of this.assignments) for (const member of assignment.members) this.#index({ assignment, member });
  }

  get diagnostics(): PolicyDiagnostic[] {
    return this.assignments.flatMap((assignment) => assignment.diagnostics);
  }

  #index(entry: Entry): void {
    const { types } = entry.member.policy;
    if (types === undefined) this.#anyType.push(entry);
    else for (const type of types) this.#byType.set(type, [...(this.#byType.get(type) ?? []), entry]);
  }

  #entriesFor(type: string): Entry[] {
    let entries = this.#merged.get(type);
    if (entries === undefined) this.#merged.set(type, (entries = [...(this.#byType.get(type) ?? []), ...this.#anyType]));
    return entries;
  }

  /** Judges a resource with every assignment that reaches it; only findings of policies that concern it are listed. */
  judge(resource: unknown, options: JudgeResourceOptions = {}): Finding[] {
    const frame = frameOf(resource, { aliases: this.aliases, ...options });
    return this.judgeFrame(frame, options);
  }

  judgeFrame(frame: Frame, options: JudgeResourceOptions = {}): Finding[] {
    const { subject: resource, subjectShape } = frame;
    const id = property(resource, 'id');
    const resourceId = typeof id === 'string' ? id : '';
    const subscription = subscriptionOf(resourceId);
    const groups = options.managementGroups ?? (subscription === undefined ? [] : this.#managementGroups(subscription));
    const reach = new Map<ResolvedAssignment, boolean>();
    const findings: Finding[] = [];
    for (const { assignment, member } of this.#entriesFor(subjectShape.type)) {
      let reaches = reach.get(assignment);
      if (reaches === undefined) reach.set(assignment, (reaches = this.#reaches(assignment, resource, resourceId, subjectShape.type, groups)));
      if (!reaches) continue;
      const finding = this.#judgeMember(assignment, member, frame, resourceId, groups, options);
      if (finding !== undefined) findings.push(finding);
    }
    return findings;
  }

  #reaches({ assignment, scope }: ResolvedAssignment, resource: unknown, id: string, type: string, groups: readonly string[]): boolean {
    const { notScopes = [], resourceSelectors } = assignment.properties;
    if (!scopeHolds(scope, id, groups) || notScopes.some((excluded) => scopeHolds(excluded, id, groups))) return false;
    return selectsResource(resourceSelectors, { resource, type, referenceId: '' });
  }

  #judgeMember(resolved: ResolvedAssignment, member: Member, frame: Frame, id: string, groups: readonly string[], options: JudgeResourceOptions): Finding | undefined {
    const { assignment, enforced } = resolved;
    const about = { resource: frame.subject, type: frame.subjectShape.type, referenceId: member.referenceId };
    if (!member.applies(about) || (options.onlyTags === true && !member.policy.inspectsTags)) return undefined;
    const policy = member.overrides.find((override) => override.applies(about))?.policy ?? member.policy;
    const verdict = policy.judge(frame, options);
    if (!verdict.applicable || (verdict.effect === 'none' && !policy.isApplicable(frame))) return undefined;
    const exemption = this.#exemptionFor(resolved, member, about, id, groups, frame.now);
    const state = exemption === undefined ? stateOf(verdict) : 'Exempt';
    return {
      assignmentId: assignment.id,
      assignmentName: assignment.properties.displayName ?? assignment.name ?? assignment.id,
      definitionId: member.definitionId,
      definitionName: member.displayName,
      definitionVersion: member.definitionVersion,
      referenceId: member.referenceId,
      setDefinitionId: member.setDefinitionId,
      groups: member.groups,
      effect: verdict.effect,
      state,
      enforced: enforced && exemption === undefined,
      message: state === 'NonCompliant' ? (member.message ?? verdict.reason) : verdict.reason,
      ...(exemption !== undefined && { exemptionId: exemption.id }),
      verdict,
      policy,
    };
  }

  #exemptionFor({ assignment, scope }: ResolvedAssignment, member: Member, about: Selected, id: string, groups: readonly string[], now: string): PolicyExemption | undefined {
    return this.#exemptions.get(assignment.id.toLowerCase())?.find(({ id: exemptionId, properties }) => {
      const references = properties.policyDefinitionReferenceIds ?? [];
      const { expiresOn, resourceSelectors } = properties;
      if (typeof expiresOn === 'string' && Date.parse(expiresOn) <= Date.parse(now)) return false;
      if (references.length > 0 && !references.some((reference) => reference.toLowerCase() === member.referenceId.toLowerCase())) return false;
      const at = scopeOfId(exemptionId);
      const isValid = properties.assignmentScopeValidation?.toLowerCase() === 'donotvalidate' || scopeWithin(at, scope, groups);
      return isValid && scopeHolds(at, id, groups) && selectsResource(resourceSelectors, about);
    });
  }
}

function stateOf(verdict: Verdict): ComplianceState {
  if (verdict.failed === true) return 'Error';
  if (verdict.compliant === 'unknown') return 'Unknown';
  if (verdict.effect === 'denyAction' || verdict.effect === 'auditAction') return 'Protected';
  return verdict.compliant ? 'Compliant' : 'NonCompliant';
}
