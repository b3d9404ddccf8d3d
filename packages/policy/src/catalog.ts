import type { PolicyAssignment, PolicyDefinition, PolicyDefinitionReference, PolicyDiagnostic, PolicySetDefinition } from './api.ts';
import type { AliasTable } from './aliases.ts';
import { compileDefinition, type CompiledDefinition } from './definition.ts';
import { Diagnostics, pointerTo } from './diagnostics.ts';
import { bindParameters } from './parameters.ts';
import type { Policy } from './policy.ts';
import { IF_SITE } from './frame.ts';
import { selectsAll, type Selected } from './selectors.ts';
import { scopeOfId } from './scope.ts';
import { bindValue } from './template-value.ts';

/** Definitions and initiatives by id; each is compiled when it is first asked for. */
export class PolicyCatalog {
  readonly aliases: AliasTable | undefined;
  readonly #definitions = new Map<string, PolicyDefinition>();
  readonly #sets = new Map<string, PolicySetDefinition>();
  readonly #compiled = new Map<string, CompiledDefinition>();

  constructor(definitions: Iterable<PolicyDefinition>, sets: Iterable<PolicySetDefinition> = [], aliases?: AliasTable) {
    this.aliases = aliases;
    for (const definition of definitions) for (const key of keysOf(definition)) this.#definitions.set(key, definition);
    for (const set of sets) for (const key of keysOf(set)) this.#sets.set(key, set);
  }

  definition(id: string): PolicyDefinition | undefined {
    return this.#definitions.get(id.toLowerCase()) ?? this.#definitions.get(lastOf(id));
  }
  set(id: string): PolicySetDefinition | undefined {
    return this.#sets.get(id.toLowerCase()) ?? this.#sets.get(lastOf(id));
  }
  compiled(id: string): CompiledDefinition | undefined {
    const definition = this.definition(id);
    if (definition === undefined) return undefined;
    const key = id.toLowerCase();
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      compiled = compileDefinition(definition, this.aliases === undefined ? {} : { aliases: this.aliases });
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }
}

function keysOf(entry: { id?: string; name?: string }): string[] {
  return entry.id !== undefined ? [entry.id.toLowerCase()] : entry.name !== undefined ? [entry.name.toLowerCase()] : [];
}

/** Built-in definitions are known by their name alone as well. */
function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}

/** One definition of an assignment, bound to its parameters. */
export interface Member {
  definitionId: string;
  /** '' when a definition is assigned by itself. */
  referenceId: string;
  setDefinitionId: string | undefined;
  groups: readonly string[];
  displayName: string;
  message: string | undefined;
  policy: Policy;
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

/** Finds the definitions of an assignment and binds them. What is missing or faulty is a diagnostic. */
export function resolveAssignment(assignment: PolicyAssignment, catalog: PolicyCatalog): ResolvedAssignment {
  const { properties } = assignment;
  const diagnostics = new Diagnostics();
  const found: PolicyDiagnostic[] = [];
  const members: Member[] = [];
  for (const reference of referencesOf(assignment, catalog, diagnostics)) {
    const member = bindMember(assignment, reference, catalog, found);
    if (member !== undefined) members.push(member);
  }
  return {
    assignment,
    scope: properties.scope ?? scopeOfId(assignment.id),
    enforced: properties.enforcementMode?.toLowerCase() !== 'donotenforce',
    members,
    diagnostics: [...diagnostics.list, ...found],
  };
}

interface Reference {
  definitionId: string;
  referenceId: string;
  setDefinitionId: string | undefined;
  groups: readonly string[];
  parameters: Readonly<Record<string, unknown>>;
  pointer: string;
}

function referencesOf(assignment: PolicyAssignment, catalog: PolicyCatalog, diagnostics: Diagnostics): Reference[] {
  const { policyDefinitionId: id, parameters = {} } = assignment.properties;
  const set = /\/policysetdefinitions\//i.test(id) ? catalog.set(id) : undefined;
  if (set === undefined) return [{ definitionId: id, referenceId: '', setDefinitionId: undefined, groups: [], parameters, pointer: '/properties/policyDefinitionId' }];
  const values = bindParameters(set.properties.parameters ?? {}, parameters, diagnostics);
  return setReferences(set, values, id);
}

/** The members of an initiative with their parameters, in which the initiative's own are put in. */
function setReferences(set: PolicySetDefinition, values: ReadonlyMap<string, unknown>, setId: string): Reference[] {
  return set.properties.policyDefinitions.map((entry: PolicyDefinitionReference, i) => {
    const passed = Object.entries(entry.parameters ?? {}).map(([name, given]) => {
      const bound = bindValue(given?.value, IF_SITE, values);
      return [name, bound.constant ? bound.value : undefined] as const;
    });
    return {
      definitionId: entry.policyDefinitionId,
      referenceId: entry.policyDefinitionReferenceId ?? String(i),
      setDefinitionId: setId,
      groups: entry.groupNames ?? [],
      parameters: Object.fromEntries(passed.filter(([, value]) => value !== undefined)),
      pointer: pointerTo('/properties/policyDefinitions', i),
    };
  });
}

function bindMember(assignment: PolicyAssignment, reference: Reference, catalog: PolicyCatalog, found: PolicyDiagnostic[]): Member | undefined {
  const { definitionId, referenceId, setDefinitionId } = reference;
  const compiled = catalog.compiled(definitionId);
  if (compiled === undefined) {
    found.push({ code: 'MissingDefinition', severity: 'error', message: `The definition ${definitionId} does not exist.`, pointer: reference.pointer });
    return undefined;
  }
  const ids = { assignmentId: assignment.id, definitionId, ...(setDefinitionId !== undefined && { setDefinitionId }), ...(referenceId !== '' && { definitionReferenceId: referenceId }) };
  const bind = (effect?: string) => compiled.bind(reference.parameters, { ids, ...(effect !== undefined && { effect }) });
  const { policy, diagnostics } = bind();
  for (const diagnostic of diagnostics) if (diagnostic.severity === 'error') found.push({ ...diagnostic, message: `${compiled.displayName ?? definitionId}: ${diagnostic.message}` });
  if (policy === undefined) return undefined;
  const overrides = (assignment.properties.overrides ?? []).flatMap(({ kind, value, selectors }) => {
    const bound = kind.toLowerCase() === 'policyeffect' && value !== undefined ? bind(value).policy : undefined;
    return bound === undefined ? [] : [{ applies: (about: Selected) => selectsAll(selectors, about), policy: bound }];
  });
  return { ...reference, displayName: compiled.displayName ?? lastOf(definitionId), message: messageFor(assignment, referenceId), policy, overrides };
}

/** A message of its own for the member, else the one for the whole assignment. */
function messageFor(assignment: PolicyAssignment, referenceId: string): string | undefined {
  const messages = assignment.properties.nonComplianceMessages ?? [];
  const own = messages.find((entry) => entry.policyDefinitionReferenceId?.toLowerCase() === referenceId.toLowerCase() && referenceId !== '');
  return (own ?? messages.find((entry) => entry.policyDefinitionReferenceId === undefined))?.message;
}
