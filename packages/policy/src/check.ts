import type { AliasTable } from './aliases.ts';
import type { PolicyDiagnostic } from './api.ts';
import type { PolicyCatalog } from './catalog.ts';
import { checkAssignment, checkExemption, type Located } from './check-assignment.ts';
import { checkInitiative } from './check-initiative.ts';
import { compileDefinition } from './definition.ts';
import { Diagnostics, pointerTo } from './diagnostics.ts';
import { isRecord } from './rule.ts';

export type PolicyKind = 'definition' | 'initiative' | 'assignment' | 'exemption';

export interface CheckOptions {
  /** With a table, unknown aliases are found. */
  aliases?: AliasTable;
  /** With definitions, what initiatives and assignments refer to is held against them. */
  catalog?: PolicyCatalog;
}

const KINDS: readonly { kind: PolicyKind; type: string; property: string }[] = [
  { kind: 'definition', type: 'policydefinitions', property: 'policyRule' },
  { kind: 'initiative', type: 'policysetdefinitions', property: 'policyDefinitions' },
  { kind: 'exemption', type: 'policyexemptions', property: 'policyAssignmentId' },
  { kind: 'assignment', type: 'policyassignments', property: 'policyDefinitionId' },
];

/** What a JSON is: told by its type, by the type in its id, else by a property that only this kind has; undefined = nothing of policy. */
export function policyKindOf(source: unknown): PolicyKind | undefined {
  const { whole, body } = locate(source);
  const id = typeof whole['id'] === 'string' ? /\/providers\/microsoft\.authorization\/(policy\w+)\/[^/]+$/i.exec(whole['id'])?.[1] : undefined;
  const type = typeof whole['type'] === 'string' ? /^microsoft\.authorization\/(policy\w+)$/i.exec(whole['type'])?.[1] : undefined;
  const named = KINDS.find((row) => row.type === (type ?? id)?.toLowerCase());
  return (named ?? KINDS.find((row) => row.property in body))?.kind ?? ('if' in body || 'then' in body ? 'definition' : undefined);
}

function locate(source: unknown): Located {
  const whole = isRecord(source) ? source : {};
  const inner = whole['properties'];
  return isRecord(inner) ? { whole, body: inner, pointer: '/properties' } : { whole, body: whole, pointer: '' };
}

/** Checks a definition (bare rules too), an initiative, an assignment or an exemption, whole or its properties. Never throws. */
export function checkPolicy(source: unknown, { aliases, catalog }: CheckOptions = {}): PolicyDiagnostic[] {
  const kind = policyKindOf(source);
  const located = locate(source);
  const diagnostics = new Diagnostics();
  if (kind === 'initiative') checkInitiative(located.body, located.pointer, diagnostics, catalog);
  else if (kind === 'assignment') checkAssignment(located, diagnostics, catalog);
  else if (kind === 'exemption') checkExemption(located, diagnostics);
  else {
    const compiled = compileDefinition(source, aliases === undefined ? {} : { aliases });
    diagnostics.list.push(...compiled.diagnostics);
    if (!compiled.evaluable) diagnostics.add('JudgedElsewhere', pointerTo(located.pointer, 'mode'), `Definitions of the mode ${compiled.mode} are judged by the resource provider.`);
  }
  return diagnostics.list;
}
