import type { ParameterDeclaration, PolicyAssignment, PolicyDefinition, PolicyDefinitionReference, PolicyDiagnostic, PolicySetDefinition } from './api.ts';
import { lastOf, versionOf, type PolicyCatalog } from './catalog.ts';
import { Diagnostics, pointerTo } from './diagnostics.ts';
import { IF_SITE } from './frame.ts';
import { bindParameters, readParameters } from './parameters.ts';
import type { Policy } from './policy.ts';
import { property } from './property.ts';
import { isRecord } from './rule.ts';
import { scopeOfId } from './scope.ts';
import { selectsAll, type Selected } from './selectors.ts';
import { bindValue } from './template-value.ts';
import { takesVersion } from './version.ts';

/** One definition of an assignment, bound to its parameters. */
export interface Member {
  definitionId: string;
  /** The version that is judged; undefined where the definition has none. */
  definitionVersion: string | undefined;
  /** '' when a definition is assigned by itself. */
  referenceId: string;
  setDefinitionId: string | undefined;
  groups: readonly string[];
  displayName: string;
  message: string | undefined;
  policy: Policy;
  /** Whether the member judges the resource: false where another version of it does. */
  applies(about: Selected): boolean;
  /** Policies with another effect, for the resources that an override selects; the first that fits counts. */
  overrides: { applies(about: Selected): boolean; policy: Policy }[];
}

export interface ResolvedAssignment {
  assignment: PolicyAssignment;
  scope: string;
  enforced: boolean;
  members: Member[];
  diagnostics: PolicyDiagnostic[];
}

/** A version of what is assigned, and the resources that it judges. */
interface Variant {
  version: string | undefined;
  applies(about: Selected): boolean;
}

/** Finds the definitions of an assignment and binds them. What is missing or faulty is a diagnostic. */
export function resolveAssignment(given: PolicyAssignment, catalog: PolicyCatalog): ResolvedAssignment {
  // Clients write null for lists that are not there.
  const properties = Object.fromEntries(Object.entries(given.properties).filter(([, value]) => value !== null)) as unknown as PolicyAssignment['properties'];
  const assignment = { ...given, properties };
  const diagnostics = new Diagnostics();
  const members: Member[] = [];
  for (const variant of variantsOf(assignment)) {
    for (const reference of referencesOf(assignment, variant.version, catalog, diagnostics)) {
      const member = bindMember(assignment, reference, variant, catalog, diagnostics);
      if (member !== undefined) members.push(member);
    }
  }
  return {
    assignment,
    scope: properties.scope ?? scopeOfId(assignment.id),
    // Enroll enforces for enrolled resources only, and there are no enrollments here.
    enforced: (properties.enforcementMode ?? 'Default').toLowerCase() === 'default',
    members,
    diagnostics: diagnostics.list,
  };
}

/** The override of a version: policyVersion in the documentation, definitionVersion in the management API. */
export const isVersionOverride = (kind: string): boolean => /^(policy|definition)version$/i.test(kind);

/** Overrides of the version in their order, then the assignment's own version for all other resources. */
function variantsOf({ properties: { overrides = [], definitionVersion } }: PolicyAssignment): Variant[] {
  const others = overrides.filter(({ kind, value }) => isVersionOverride(kind) && value !== undefined);
  return [...others.map(({ value, selectors }) => ({ version: value, selectors })), { version: definitionVersion, selectors: undefined }].map(({ version, selectors }, i) => ({
    version,
    applies: (about: Selected) => selectsAll(selectors, about) && !others.slice(0, i).some((before) => selectsAll(before.selectors, about)),
  }));
}

interface Reference {
  definitionId: string;
  version: string | undefined;
  referenceId: string;
  setDefinitionId: string | undefined;
  groups: readonly string[];
  parameters: Readonly<Record<string, unknown>>;
  pointer: string;
}

function referencesOf(assignment: PolicyAssignment, version: string | undefined, catalog: PolicyCatalog, diagnostics: Diagnostics): Reference[] {
  const { policyDefinitionId: id, parameters = {} } = assignment.properties;
  const set = /\/policysetdefinitions\//i.test(id) ? catalog.set(id, version) : undefined;
  if (set === undefined) return [{ definitionId: id, version, referenceId: '', setDefinitionId: undefined, groups: [], parameters, pointer: '/properties/policyDefinitionId' }];
  tellVersion(id, version, versionOf(set), '/properties/definitionVersion', diagnostics);
  return setReferences(set, bindParameters(declaredBy(set), parameters, diagnostics), id);
}

/** What an initiative lists. It may come from a file: what is no member is one without a definition. */
export function membersOf(set: PolicySetDefinition): Partial<PolicyDefinitionReference>[] {
  const entries = property(set.properties, 'policyDefinitions');
  return (Array.isArray(entries) ? (entries as unknown[]) : []).map((entry) => (isRecord(entry) ? entry : {}));
}

/** The parameters of a definition or an initiative, those left out that are no declarations. */
export function declaredBy({ properties }: PolicyDefinition | PolicySetDefinition): Record<string, ParameterDeclaration> {
  return readParameters(property(properties, 'parameters'), '', new Diagnostics());
}

/** The members of an initiative with their parameters, in which the initiative's own are put in. */
export function setReferences(set: PolicySetDefinition, values: ReadonlyMap<string, unknown>, setId: string): Reference[] {
  return membersOf(set).map((entry, i) => {
    const passed = Object.entries(isRecord(entry.parameters) ? entry.parameters : {}).map(([name, given]) => {
      const bound = bindValue(given?.value, IF_SITE, values);
      return [name, bound.constant ? bound.value : undefined] as const;
    });
    return {
      definitionId: String(entry.policyDefinitionId),
      version: entry.definitionVersion,
      referenceId: entry.policyDefinitionReferenceId ?? String(i),
      setDefinitionId: setId,
      groups: entry.groupNames ?? [],
      parameters: Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
      pointer: pointerTo('/properties/policyDefinitions', i),
    };
  });
}

/** Says that a version which was asked for is not among those given, so that another one is judged: the answer is false. */
export function tellVersion(id: string, wanted: string | undefined, found: string | undefined, pointer: string, diagnostics: Diagnostics): boolean {
  if (wanted === undefined || found === undefined || takesVersion(wanted, found)) return true;
  diagnostics.add('UnknownVersion', pointer, `Of ${id} no version ${wanted} is given: ${found} is judged.`);
  return false;
}

function bindMember(assignment: PolicyAssignment, reference: Reference, variant: Variant, catalog: PolicyCatalog, found: Diagnostics): Member | undefined {
  const { definitionId, referenceId, setDefinitionId, version, groups, pointer } = reference;
  const definition = catalog.definition(definitionId, version);
  const compiled = catalog.compiled(definitionId, version);
  if (definition === undefined || compiled === undefined) {
    found.add('MissingDefinition', pointer, `The definition ${definitionId} does not exist.`);
    return undefined;
  }
  const definitionVersion = versionOf(definition);
  tellVersion(definitionId, version, definitionVersion, pointer, found);
  const ids = { assignmentId: assignment.id, definitionId, ...(setDefinitionId !== undefined && { setDefinitionId }), ...(referenceId !== '' && { definitionReferenceId: referenceId }) };
  const bind = (effect?: string) => compiled.bind(reference.parameters, { ids, ...(effect !== undefined && { effect }) });
  const { policy, diagnostics } = bind();
  for (const diagnostic of diagnostics) if (diagnostic.severity === 'error') found.list.push({ ...diagnostic, message: `${compiled.displayName ?? definitionId}: ${diagnostic.message}` });
  if (policy === undefined) return undefined;
  const overrides = (assignment.properties.overrides ?? []).flatMap(({ kind, value, selectors }, i) => {
    const named = (selectors ?? []).filter((selector) => selector.kind.toLowerCase() === 'policydefinitionreferenceid');
    if (kind.toLowerCase() !== 'policyeffect' || value === undefined || !selectsAll(named, { resource: undefined, type: '', referenceId })) return [];
    const bound = bind(value);
    // An effect that the rule can not have is refused when an assignment is made, and never carried out here.
    for (const { code, message } of bound.diagnostics) if (code === 'InvalidOverride' || code === 'UnknownEffect') found.add(code, pointerTo('/properties/overrides', i), `${compiled.displayName ?? definitionId}: ${message}`);
    return bound.policy === undefined ? [] : [{ applies: (about: Selected) => selectsAll(selectors, about), policy: bound.policy }];
  });
  return { definitionId, definitionVersion, referenceId, setDefinitionId, groups, displayName: compiled.displayName ?? lastOf(definitionId), message: messageFor(assignment, referenceId), policy, applies: variant.applies, overrides };
}

/** A message of its own for the member, else the one for the whole assignment. */
function messageFor(assignment: PolicyAssignment, referenceId: string): string | undefined {
  const messages = assignment.properties.nonComplianceMessages ?? [];
  const own = messages.find((entry) => entry.policyDefinitionReferenceId?.toLowerCase() === referenceId.toLowerCase() && referenceId !== '');
  return (own ?? messages.find((entry) => !entry.policyDefinitionReferenceId))?.message;
}
