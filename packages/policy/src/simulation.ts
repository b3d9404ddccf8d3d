import type { EvaluationContext, PolicyAssignment, PolicyDefinition } from './api.ts';
import type { AliasTable } from './aliases.ts';
import { PolicyCatalog } from './catalog.ts';
import { Evaluator, type EvaluatorOptions, type Finding } from './evaluator.ts';
import type { RelatedLookup } from './policy.ts';
import { property } from './property.ts';

export interface SimulationOptions {
  contextFor?: (resource: unknown) => EvaluationContext;
  relatedFor?: (resource: unknown) => RelatedLookup;
  trace?: boolean;
}

/** One resource that an assignment would say something about. */
export interface SimulatedFinding {
  id: string;
  finding: Finding;
}

/**
 * "Assign this here: what breaks?" Goes through the resources one by one and yields what is not compliant, or can
 * not be told; the source may be endless, nothing is kept.
 */
export function* simulate(evaluator: Evaluator, resources: Iterable<unknown>, options: SimulationOptions = {}): Generator<SimulatedFinding> {
  for (const resource of resources) yield* judgeOne(evaluator, resource, options);
}

/** The same over resources that arrive one by one. */
export async function* simulateStream(evaluator: Evaluator, resources: AsyncIterable<unknown>, options: SimulationOptions = {}): AsyncGenerator<SimulatedFinding> {
  for await (const resource of resources) yield* judgeOne(evaluator, resource, options);
}

function* judgeOne(evaluator: Evaluator, resource: unknown, options: SimulationOptions): Generator<SimulatedFinding> {
  const id = String(property(resource, 'id') ?? '');
  const related = options.relatedFor?.(resource);
  const findings = evaluator.judge(resource, { trace: options.trace ?? false, ...(options.contextFor && { context: options.contextFor(resource) }), ...(related && { related }) });
  for (const finding of findings) if (finding.state !== 'Compliant' && finding.state !== 'Protected') yield { id, finding };
}

/** A resource about which two versions of a definition differ. */
export interface VersionChange {
  id: string;
  assignmentId: string;
  referenceId: string;
  before: Pick<Finding, 'effect' | 'state' | 'message'> | undefined;
  after: Pick<Finding, 'effect' | 'state' | 'message'> | undefined;
}

export interface VersionDiffOptions extends SimulationOptions {
  aliases: AliasTable;
  assignments: readonly PolicyAssignment[];
  /** All definitions and initiatives, the one in question in its present version. */
  evaluator: Omit<EvaluatorOptions, 'catalog' | 'aliases' | 'assignments'>;
  definitions: readonly PolicyDefinition[];
  sets?: ConstructorParameters<typeof PolicyCatalog>[1];
}

/** "Which assignments does this definition's new version change?" Only the assignments that use it are judged. */
export function* diffVersions(next: PolicyDefinition, resources: Iterable<unknown>, options: VersionDiffOptions): Generator<VersionChange> {
  const sets = [...(options.sets ?? [])];
  const id = next.id?.toLowerCase() ?? '';
  const uses = (assignment: PolicyAssignment) => {
    const assigned = assignment.properties.policyDefinitionId.toLowerCase();
    const set = sets.find((one) => one.id?.toLowerCase() === assigned);
    return assigned === id || (set?.properties.policyDefinitions.some((reference) => reference.policyDefinitionId.toLowerCase() === id) ?? false);
  };
  const assignments = options.assignments.filter(uses);
  const evaluatorOf = (definitions: readonly PolicyDefinition[]) =>
    new Evaluator({ ...options.evaluator, aliases: options.aliases, assignments, catalog: new PolicyCatalog(definitions, sets, options.aliases) });
  const others = options.definitions.filter((definition) => definition.id?.toLowerCase() !== id);
  const before = evaluatorOf(options.definitions);
  const after = evaluatorOf([...others, next]);
  for (const resource of resources) {
    const judge = { ...(options.contextFor && { context: options.contextFor(resource) }), ...(options.relatedFor && { related: options.relatedFor(resource) }) };
    const concerns = (finding: Finding) => finding.definitionId.toLowerCase() === id;
    yield* changesOf(String(property(resource, 'id') ?? ''), before.judge(resource, judge).filter(concerns), after.judge(resource, judge).filter(concerns));
  }
}

function* changesOf(id: string, before: readonly Finding[], after: readonly Finding[]): Generator<VersionChange> {
  const key = (finding: Finding) => `${finding.assignmentId}|${finding.referenceId}`.toLowerCase();
  const old = new Map(before.map((finding) => [key(finding), finding]));
  const now = new Map(after.map((finding) => [key(finding), finding]));
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const a = old.get(name);
    const b = now.get(name);
    if (a?.state === b?.state && a?.effect === b?.effect) continue;
    const { assignmentId, referenceId } = (a ?? b) as Finding;
    yield { id, assignmentId, referenceId, before: a && pick(a), after: b && pick(b) };
  }
}

function pick({ effect, state, message }: Finding) {
  return { effect, state, message };
}
