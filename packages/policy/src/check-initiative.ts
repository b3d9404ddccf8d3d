import type { ParameterDeclaration, PolicySetDefinition } from './api.ts';
import { setReferences, tellVersion } from './assignment.ts';
import { versionOf, type PolicyCatalog } from './catalog.ts';
import { Diagnostics, pointerTo } from './diagnostics.ts';
import { bindParameters, checkValue, readParameters, typeNameOf } from './parameters.ts';
import { checkExpressions, isRecord, type CheckContext } from './rule.ts';
import { isVersionReference } from './version.ts';

/** Limits that Azure sets (governance/policy/overview, Maximum count of Azure Policy objects). */
const MAX_MEMBERS = 1000;
const MAX_PARAMETERS = 400;

const DEFINITION_ID = /^(.*)\/providers\/Microsoft\.Authorization\/policyDefinitions\/([^/]+)$/i;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Checks an initiative (its properties, at the pointer): members, what is passed to their parameters, groups. With a
 * catalog the members are looked up in it, and the values passed are held against their declarations.
 */
export function checkInitiative(body: Record<string, unknown>, pointer: string, diagnostics: Diagnostics, catalog: PolicyCatalog | undefined): void {
  const parametersAt = pointerTo(pointer, 'parameters');
  const declared = readParameters(body['parameters'], parametersAt, diagnostics);
  const names = Object.keys(declared);
  if (names.length > MAX_PARAMETERS) diagnostics.add('TooMany', parametersAt, `An initiative may have up to ${MAX_PARAMETERS} parameters; these are ${names.length}.`);
  const groups = readGroups(body['policyDefinitionGroups'], pointerTo(pointer, 'policyDefinitionGroups'), diagnostics);
  const context: CheckContext = { diagnostics, declared: new Set(names.map((name) => name.toLowerCase())), used: new Set(), isKnownAlias: undefined, conditions: 0 };
  const membersAt = pointerTo(pointer, 'policyDefinitions');
  const members = body['policyDefinitions'];
  if (!Array.isArray(members) || members.length === 0) return diagnostics.add('MissingMembers', members === undefined ? pointer : membersAt);
  if (members.length > MAX_MEMBERS) diagnostics.add('TooMany', membersAt, `An initiative may have up to ${MAX_MEMBERS} policy definitions; these are ${members.length}.`);
  const seen = new Set<string>();
  const sound = members.map((member: unknown, i) => checkMember(member, pointerTo(membersAt, i), context, groups, seen));
  for (const name of names) if (!context.used.has(name.toLowerCase())) diagnostics.add('UnusedParameter', pointerTo(parametersAt, name), `No member is passed the parameter '${name}'.`);
  for (const [name, { used, at }] of groups) if (!used) diagnostics.add('UnusedGroup', at, `No member is in the group '${name}'.`);
  if (catalog === undefined || !sound.every(Boolean)) return;
  checkPassed({ properties: body as unknown as PolicySetDefinition['properties'] }, declared, membersAt, diagnostics, catalog);
}

interface Group {
  at: string;
  used: boolean;
}

function readGroups(source: unknown, pointer: string, diagnostics: Diagnostics): Map<string, Group> {
  const groups = new Map<string, Group>();
  if (source === undefined || source === null) return groups;
  if (!Array.isArray(source)) {
    diagnostics.add('InvalidGroup', pointer, 'policyDefinitionGroups must be a list.');
    return groups;
  }
  for (const [i, group] of source.entries()) {
    const at = pointerTo(pointer, i);
    const name: unknown = isRecord(group) ? group['name'] : undefined;
    if (typeof name !== 'string' || name === '') diagnostics.add('InvalidGroup', at, 'A group needs a name.');
    else if (groups.has(name.toLowerCase())) diagnostics.add('InvalidGroup', pointerTo(at, 'name'), `The group '${name}' stands here twice.`);
    else groups.set(name.toLowerCase(), { at: pointerTo(at, 'name'), used: false });
  }
  return groups;
}

/** Checks a member by itself; false when it can not be resolved any further. */
function checkMember(member: unknown, pointer: string, context: CheckContext, groups: ReadonlyMap<string, Group>, seen: Set<string>): boolean {
  const { diagnostics } = context;
  if (!isRecord(member)) {
    diagnostics.add('NotAnObject', pointer, 'A member must be an object.');
    return false;
  }
  const { policyDefinitionId: id, policyDefinitionReferenceId: reference, definitionVersion, parameters, groupNames } = member;
  let sound = true;
  if (typeof id !== 'string' || !DEFINITION_ID.test(id)) {
    diagnostics.add('InvalidReference', id === undefined ? pointer : pointerTo(pointer, 'policyDefinitionId'), 'A member needs the full id of a policy definition.');
    sound = false;
  }
  if (reference !== undefined && typeof reference !== 'string') diagnostics.add('InvalidReference', pointerTo(pointer, 'policyDefinitionReferenceId'), 'The reference id must be a text.');
  if (typeof reference === 'string' && seen.has(reference.toLowerCase())) {
    diagnostics.add('DuplicateReferenceId', pointerTo(pointer, 'policyDefinitionReferenceId'), `Another member has the reference id '${reference}' as well.`);
  }
  if (typeof reference === 'string') seen.add(reference.toLowerCase());
  if (definitionVersion !== undefined && !isVersionReference(definitionVersion)) diagnostics.add('InvalidVersion', pointerTo(pointer, 'definitionVersion'));
  checkGroupNames(groupNames, pointerTo(pointer, 'groupNames'), groups, diagnostics);
  return checkValues(parameters, pointerTo(pointer, 'parameters'), context) && sound;
}

function checkGroupNames(source: unknown, pointer: string, groups: ReadonlyMap<string, Group>, diagnostics: Diagnostics): void {
  if (source === undefined || source === null) return;
  if (!Array.isArray(source)) return diagnostics.add('InvalidGroup', pointer, 'groupNames must be a list.');
  for (const [i, name] of source.entries()) {
    const group = groups.get(String(name).toLowerCase());
    if (group === undefined) diagnostics.add('UnknownGroup', pointerTo(pointer, i), `The initiative has no group '${String(name)}'.`);
    else group.used = true;
  }
}

/** Values as {name: {value}}, with the expressions in them. */
function checkValues(source: unknown, pointer: string, context: CheckContext): boolean {
  if (source === undefined || source === null) return true;
  if (!isRecord(source)) {
    context.diagnostics.add('InvalidParameter', pointer, 'The parameters must be an object.');
    return false;
  }
  let sound = true;
  for (const [name, given] of Object.entries(source)) {
    const at = pointerTo(pointer, name);
    if (!isRecord(given) || !('value' in given)) {
      context.diagnostics.add('InvalidParameter', at, `A value is passed to '${name}' as {"value": ...}.`);
      sound = false;
    } else if (!checkExpressions(given['value'], pointerTo(at, 'value'), context)) sound = false;
  }
  return sound;
}

/** Holds what is passed against the members' declarations. */
function checkPassed(set: PolicySetDefinition, declared: Record<string, ParameterDeclaration>, membersAt: string, diagnostics: Diagnostics, catalog: PolicyCatalog): void {
  // With the initiative's defaults; a parameter without one has no value until it is assigned.
  const values = bindParameters(declared, {}, new Diagnostics());
  for (const [i, { definitionId, version, parameters }] of setReferences(set, values, '').entries()) {
    const at = pointerTo(membersAt, i);
    const definition = catalog.definition(definitionId, version);
    const compiled = catalog.compiled(definitionId, version);
    if (definition === undefined || compiled === undefined) {
      tellUnknown(definitionId, pointerTo(at, 'policyDefinitionId'), diagnostics);
      continue;
    }
    // Another version may have other parameters: nothing is said about them.
    if (!tellVersion(definitionId, version, versionOf(definition), pointerTo(at, 'definitionVersion'), diagnostics)) continue;
    const sources = set.properties.policyDefinitions[i]?.parameters ?? {};
    const wanted = new Map(Object.entries(compiled.parameters).map(([name, declaration]) => [name.toLowerCase(), { name, declaration }]));
    const passed = new Set<string>();
    for (const [name, { value: source }] of Object.entries(sources)) {
      const parameter = wanted.get(name.toLowerCase());
      const parameterAt = pointerTo(pointerTo(at, 'parameters'), name);
      passed.add(name.toLowerCase());
      if (parameter === undefined) diagnostics.add('UnknownMemberParameter', parameterAt, `'${compiled.displayName ?? definitionId}' has no parameter '${name}'.`);
      else if (hasSameType(source, declared, parameter.declaration, name, pointerTo(parameterAt, 'value'), diagnostics)) checkValue(name, parameters[name], parameter.declaration, pointerTo(parameterAt, 'value'), diagnostics);
    }
    for (const [lower, { name, declaration }] of wanted) {
      if (!passed.has(lower) && declaration.defaultValue === undefined) diagnostics.add('MissingMemberParameter', pointerTo(at, 'parameters'), `'${compiled.displayName ?? definitionId}' needs a value for '${name}'.`);
    }
  }
}

/** A definition of the cloud itself may well be elsewhere; one of a scope must be among those given. */
function tellUnknown(id: string, pointer: string, diagnostics: Diagnostics): void {
  const [, scope, name = ''] = DEFINITION_ID.exec(id) ?? [];
  const isBuiltIn = scope === '' && GUID.test(name);
  if (isBuiltIn) diagnostics.add('MemberNotGiven', pointer, `The built-in definition '${name}' is not given: its parameters are not checked.`);
  else diagnostics.add('UnknownMember', pointer, `None of the definitions given is '${id}'.`);
}

/** What is a parameter of the initiative and nothing else must be of the type that the member declares. */
function hasSameType(source: unknown, declared: Record<string, ParameterDeclaration>, wanted: ParameterDeclaration, name: string, pointer: string, diagnostics: Diagnostics): boolean {
  const passed = typeof source === 'string' ? /^\[\s*parameters\(\s*'([^']+)'\s*\)\s*\]$/i.exec(source)?.[1]?.toLowerCase() : undefined;
  const own = passed === undefined ? undefined : Object.entries(declared).find(([one]) => one.toLowerCase() === passed)?.[1];
  const type = typeNameOf(own);
  if (type === undefined || type === typeNameOf(wanted)) return true;
  diagnostics.add('ParameterTypeMismatch', pointer, `'${name}' is of type ${wanted.type ?? 'String'}, the initiative's parameter of type ${own?.type ?? ''}.`);
  return false;
}
