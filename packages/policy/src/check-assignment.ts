import type { PolicyAssignment, PolicySetDefinition } from './api.ts';
import { declaredBy, isVersionOverride, membersOf, resolveAssignment } from './assignment.ts';
import type { PolicyCatalog } from './catalog.ts';
import { type Diagnostics, pointerTo } from './diagnostics.ts';
import { instantOf } from './text.ts';
import { effectOf, isRecord } from './rule.ts';
import { scopeHolds, scopeOfId } from './scope.ts';
import { SELECTOR_KINDS, SUBSCRIPTION_LEVEL } from './selectors.ts';
import { compareVersions, isVersionReference } from './version.ts';

/** Limits that Azure sets (concepts/assignment-structure; governance/policy/overview). */
const MAX_EXCLUSIONS = 400;
const MAX_SELECTORS = 10;
const MAX_OVERRIDES = 10;
const MAX_VALUES = 50;

const ASSIGNABLE = /\/providers\/Microsoft\.Authorization\/(policyDefinitions|policySetDefinitions)\/[^/]+$/i;
const ASSIGNMENT = /\/providers\/Microsoft\.Authorization\/policyAssignments\/[^/]+$/i;

/** Where a body stands: the whole resource, its properties and the pointer to them. */
export interface Located {
  whole: Record<string, unknown>;
  body: Record<string, unknown>;
  pointer: string;
}

/** Checks an assignment; with a catalog its parameters, reference ids and effects as well. */
export function checkAssignment({ whole, body, pointer }: Located, diagnostics: Diagnostics, catalog: PolicyCatalog | undefined): void {
  const at = (name: string) => pointerTo(pointer, name);
  const { policyDefinitionId: id, definitionVersion, enforcementMode, notScopes, nonComplianceMessages, overrides } = body;
  if (typeof id !== 'string' || !ASSIGNABLE.test(id)) diagnostics.add('InvalidReference', id === undefined ? pointer : at('policyDefinitionId'), 'An assignment needs the full id of a policy definition or an initiative.');
  if (definitionVersion !== undefined && !isVersionReference(definitionVersion)) diagnostics.add('InvalidVersion', at('definitionVersion'));
  if (enforcementMode !== undefined && !/^(default|donotenforce|enroll)$/i.test(String(enforcementMode))) diagnostics.add('InvalidAssignment', at('enforcementMode'), 'enforcementMode is Default, DoNotEnforce or Enroll.');
  const excluded = listOf(notScopes, at('notScopes'), 'InvalidAssignment', diagnostics);
  if (excluded.length > MAX_EXCLUSIONS) diagnostics.add('TooMany', at('notScopes'), `An assignment may leave out up to ${MAX_EXCLUSIONS} scopes; these are ${excluded.length}.`);
  for (const [i, scope] of excluded.entries()) if (typeof scope !== 'string' || !scope.startsWith('/')) diagnostics.add('InvalidAssignment', pointerTo(at('notScopes'), i), 'An excluded scope is the id of a scope or a resource.');
  const messages = listOf(nonComplianceMessages, at('nonComplianceMessages'), 'InvalidAssignment', diagnostics);
  for (const [i, message] of messages.entries()) if (!isRecord(message) || typeof message['message'] !== 'string') diagnostics.add('InvalidAssignment', pointerTo(at('nonComplianceMessages'), i), 'A message for people needs its text in "message".');
  checkResourceSelectors(body['resourceSelectors'], at('resourceSelectors'), diagnostics);
  checkOverrides(listOf(overrides, at('overrides'), 'InvalidOverride', diagnostics), at('overrides'), definitionVersion, diagnostics);
  if (catalog !== undefined && typeof id === 'string' && !diagnostics.failed) checkResolved({ whole, body, pointer }, id, diagnostics, catalog);
}

function listOf(source: unknown, pointer: string, code: 'InvalidAssignment' | 'InvalidOverride' | 'InvalidSelector' | 'InvalidExemption', diagnostics: Diagnostics): unknown[] {
  if (source === undefined || source === null) return [];
  if (Array.isArray(source)) return source;
  diagnostics.add(code, pointer, 'A list must stand here.');
  return [];
}

const OVERRIDE_KINDS = { policyeffect: ['policydefinitionreferenceid', 'resourcelocation'], version: ['resourcelocation'] };

function checkOverrides(overrides: unknown[], pointer: string, assigned: unknown, diagnostics: Diagnostics): void {
  if (overrides.length > MAX_OVERRIDES) diagnostics.add('TooMany', pointer, `An assignment may have up to ${MAX_OVERRIDES} overrides; these are ${overrides.length}.`);
  for (const [i, override] of overrides.entries()) {
    const at = pointerTo(pointer, i);
    if (!isRecord(override)) {
      diagnostics.add('InvalidOverride', at, 'An override must be an object.');
      continue;
    }
    const { kind, value, selectors } = override;
    const isVersion = isVersionOverride(String(kind));
    if (String(kind).toLowerCase() !== 'policyeffect' && !isVersion) {
      diagnostics.add('InvalidOverride', pointerTo(at, 'kind'), 'An override is of the kind policyEffect or policyVersion.');
      continue;
    }
    const valueAt = pointerTo(at, 'value');
    if (!isVersion && effectOf(value) === undefined) diagnostics.add('UnknownEffect', valueAt, `'${String(value)}' is no known effect.`);
    if (isVersion && !isVersionReference(value)) diagnostics.add('InvalidVersion', valueAt);
    else if (isVersion && typeof assigned === 'string' && compareVersions(String(value), assigned) < 0) diagnostics.add('InvalidOverride', valueAt, `The version must not be below the assignment's own, ${assigned}.`);
    checkSelectors(selectors, pointerTo(at, 'selectors'), OVERRIDE_KINDS[isVersion ? 'version' : 'policyeffect'], diagnostics);
  }
}

const RESOURCE_KINDS = ['resourcelocation', 'resourcetype', 'resourcewithoutlocation'];

function checkResourceSelectors(source: unknown, pointer: string, diagnostics: Diagnostics): void {
  const entries = listOf(source, pointer, 'InvalidSelector', diagnostics);
  if (entries.length > MAX_SELECTORS) diagnostics.add('TooMany', pointer, `There may be up to ${MAX_SELECTORS} resource selectors; these are ${entries.length}.`);
  for (const [i, entry] of entries.entries()) {
    const at = pointerTo(pointer, i);
    if (isRecord(entry)) checkSelectors(entry['selectors'], pointerTo(at, 'selectors'), RESOURCE_KINDS, diagnostics);
    else diagnostics.add('InvalidSelector', at, 'A resource selector must be an object.');
  }
}

/** One list of selectors: known kinds, each once, with either in or notIn. */
function checkSelectors(source: unknown, pointer: string, kinds: readonly string[], diagnostics: Diagnostics): void {
  const seen = new Set<string>();
  for (const [i, selector] of listOf(source, pointer, 'InvalidSelector', diagnostics).entries()) {
    const at = pointerTo(pointer, i);
    const fault = (message: string, part?: string) => diagnostics.add('InvalidSelector', part === undefined ? at : pointerTo(at, part), message);
    if (!isRecord(selector)) {
      fault('A selector must be an object.');
      continue;
    }
    const kind = String(selector['kind']).toLowerCase();
    if (SELECTOR_KINDS[kind] === undefined) fault(`'${String(selector['kind'])}' is no kind of selector.`, 'kind');
    else if (!kinds.includes(kind)) fault(`A selector of the kind '${String(selector['kind'])}' can't stand here.`, 'kind');
    if (seen.has(kind)) fault('Each kind may stand once among the selectors.', 'kind');
    seen.add(kind);
    if ('in' in selector === 'notIn' in selector) fault("A selector has either 'in' or 'notIn'.");
    for (const name of ['in', 'notIn']) {
      const values = selector[name];
      if (values === undefined) continue;
      if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) fault('The values of a selector are a list of texts.', name);
      else if (values.length > MAX_VALUES) diagnostics.add('TooMany', pointerTo(at, name), `A selector may have up to ${MAX_VALUES} values; these are ${values.length}.`);
      else if (kind === 'resourcewithoutlocation' && values.some((value) => value.toLowerCase() !== SUBSCRIPTION_LEVEL)) fault('resourceWithoutLocation knows subscriptionLevelResources only.', name);
    }
  }
  if (seen.has('resourcelocation') && seen.has('resourcewithoutlocation')) diagnostics.add('InvalidSelector', pointer, "resourceLocation and resourceWithoutLocation can't stand in one selector.");
}

/** What only the assigned definition tells: parameters, reference ids, whether the effect may be overridden, the identity. */
function checkResolved({ whole, body, pointer }: Located, id: string, diagnostics: Diagnostics, catalog: PolicyCatalog): void {
  const version = typeof body['definitionVersion'] === 'string' ? body['definitionVersion'] : undefined;
  const isSet = /\/policysetdefinitions\//i.test(id);
  const assigned = isSet ? catalog.set(id, version) : catalog.definition(id, version);
  if (assigned === undefined) return diagnostics.add('MissingDefinition', pointerTo(pointer, 'policyDefinitionId'), `The definition ${id} does not exist.`);
  const declared = declaredBy(assigned);
  const given = isRecord(body['parameters']) ? body['parameters'] : {};
  const has = (names: Record<string, unknown>, wanted: string) => Object.keys(names).some((name) => name.toLowerCase() === wanted.toLowerCase());
  for (const name of Object.keys(given)) if (!has(declared, name)) diagnostics.add('UndeclaredParameter', pointerTo(pointerTo(pointer, 'parameters'), name), `The definition declares no parameter '${name}'.`);
  for (const [name, { defaultValue }] of Object.entries(declared)) if (defaultValue === undefined && !has(given, name)) diagnostics.add('MissingMemberParameter', pointerTo(pointer, 'parameters'), `The definition needs a value for '${name}'.`);
  checkReferenceIds(body, pointer, isSet ? (assigned as PolicySetDefinition) : undefined, diagnostics);
  if (diagnostics.failed) return;
  const assignment: PolicyAssignment = { id: typeof whole['id'] === 'string' ? whole['id'] : '', properties: body as unknown as PolicyAssignment['properties'] };
  const { members, diagnostics: found } = resolveAssignment(assignment, catalog);
  for (const diagnostic of found) if (diagnostic.code !== 'MissingDefinition' && diagnostic.severity !== 'information') diagnostics.list.push({ ...diagnostic, pointer: rebased(diagnostic.pointer, pointer) });
  const changes = members.find(({ policy }) => policy.effect === 'modify' || policy.effect === 'deployIfNotExists');
  if (changes !== undefined && (!isRecord(whole['identity']) || typeof whole['location'] !== 'string')) {
    diagnostics.add('MissingIdentity', pointer, `'${changes.displayName}' has the effect ${changes.policy.effect ?? ''}: the assignment needs an identity and a location.`);
  }
}

/** Findings about parameters and overrides point into the assignment; those about members of an initiative to what is assigned. */
function rebased(found: string, pointer: string): string {
  if (found.startsWith('/parameters/')) return `${pointer}${found}`;
  return found.startsWith('/properties/overrides/') ? `${pointer}${found.slice('/properties'.length)}` : pointerTo(pointer, 'policyDefinitionId');
}

function checkReferenceIds(body: Record<string, unknown>, pointer: string, set: PolicySetDefinition | undefined, diagnostics: Diagnostics): void {
  const known = new Set((set === undefined ? [] : membersOf(set)).map(({ policyDefinitionReferenceId }) => String(policyDefinitionReferenceId).toLowerCase()));
  const check = (reference: unknown, at: string) => {
    if (typeof reference === 'string' && reference !== '' && !known.has(reference.toLowerCase())) diagnostics.add('UnknownReferenceId', at, `Nothing that is assigned has the reference id '${reference}'.`);
  };
  for (const [i, message] of entriesOf(body['nonComplianceMessages'])) check(message['policyDefinitionReferenceId'], `${pointer}/nonComplianceMessages/${i}/policyDefinitionReferenceId`);
  for (const [i, override] of entriesOf(body['overrides'])) {
    for (const [j, selector] of entriesOf(override['selectors'])) {
      if (String(selector['kind']).toLowerCase() !== 'policydefinitionreferenceid') continue;
      for (const name of ['in', 'notIn']) for (const [k, reference] of (Array.isArray(selector[name]) ? selector[name] : []).entries()) check(reference, `${pointer}/overrides/${i}/selectors/${j}/${name}/${k}`);
    }
  }
}

function entriesOf(list: unknown): [number, Record<string, unknown>][] {
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown, i): [number, Record<string, unknown>][] => (isRecord(entry) ? [[i, entry]] : []));
}

/** Checks an exemption. */
export function checkExemption({ whole, body, pointer }: Located, diagnostics: Diagnostics): void {
  const at = (name: string) => pointerTo(pointer, name);
  const { policyAssignmentId: id, exemptionCategory: category, expiresOn, assignmentScopeValidation: validation, policyDefinitionReferenceIds: references } = body;
  const isAssignment = typeof id === 'string' && ASSIGNMENT.test(id);
  if (!isAssignment) diagnostics.add('InvalidReference', id === undefined ? pointer : at('policyAssignmentId'), 'An exemption needs the full id of an assignment.');
  if (!/^(waiver|mitigated)$/i.test(String(category))) diagnostics.add('InvalidExemption', category === undefined ? pointer : at('exemptionCategory'), 'exemptionCategory is Waiver or Mitigated.');
  if (expiresOn !== undefined && expiresOn !== null && (typeof expiresOn !== 'string' || instantOf(expiresOn) === undefined)) diagnostics.add('InvalidExemption', at('expiresOn'), 'expiresOn is a time in ISO 8601: 2026-12-31T23:59:00Z.');
  if (validation !== undefined && !/^(default|donotvalidate)$/i.test(String(validation))) diagnostics.add('InvalidExemption', at('assignmentScopeValidation'), 'assignmentScopeValidation is Default or DoNotValidate.');
  const listed = listOf(references, at('policyDefinitionReferenceIds'), 'InvalidExemption', diagnostics);
  for (const [i, reference] of listed.entries()) if (typeof reference !== 'string') diagnostics.add('InvalidExemption', pointerTo(at('policyDefinitionReferenceIds'), i), 'A reference id is a text.');
  checkResourceSelectors(body['resourceSelectors'], at('resourceSelectors'), diagnostics);
  const own = whole['id'];
  if (!isAssignment || typeof own !== 'string' || /^donotvalidate$/i.test(String(validation))) return;
  // Which groups are above a subscription is not told by ids: only scopes inside of subscriptions can be held against each other.
  const outer = scopeOfId(id);
  if (/^\/subscriptions\//i.test(outer) && !scopeHolds(outer, scopeOfId(own), [])) diagnostics.add('ExemptionOutsideScope', at('policyAssignmentId'), `The exemption stands outside of ${outer}, the scope of its assignment.`);
}
