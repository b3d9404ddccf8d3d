import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicy, policyKindOf } from './check.ts';
import { PolicyCatalog, type PolicyDefinition, type PolicySetDefinition } from './index.ts';

const AUTHORIZATION = '/providers/Microsoft.Authorization';
const SUB = '/subscriptions/11111111-1111-4111-8111-111111111111';
const definitionId = (name: string) => `${SUB}${AUTHORIZATION}/policyDefinitions/${name}`;
const tagValue: PolicyDefinition = {
  id: definitionId('tag'),
  properties: {
    parameters: { tagName: { type: 'String' }, effect: { type: 'String', defaultValue: 'audit', allowedValues: ['audit', 'deny'] } },
    policyRule: { if: { field: "[concat('tags[', parameters('tagName'), ']')]", exists: false }, then: { effect: "[parameters('effect')]" } },
  },
};
const modify: PolicyDefinition = { id: definitionId('modify'), properties: { displayName: 'Add', policyRule: { if: { field: 'tags.a', exists: false }, then: { effect: 'modify', details: { roleDefinitionIds: ['r'], operations: [{ operation: 'add', field: 'tags.a', value: '1' }] } } } } };
const billing: PolicySetDefinition = { id: `${SUB}${AUTHORIZATION}/policySetDefinitions/billing`, properties: { policyDefinitions: [{ policyDefinitionId: definitionId('tag'), policyDefinitionReferenceId: 'cost', parameters: { tagName: { value: 'cost' } } }] } };
const catalog = new PolicyCatalog([tagValue, modify], [billing]);

/** Findings as 'Code pointer', the errors and warnings only. */
const findings = (source: unknown, withCatalog = true) => checkPolicy(source, withCatalog ? { catalog } : {}).filter(({ severity }) => severity !== 'information').map(({ code, pointer }) => `${code} ${pointer}`);
const member = (more: Record<string, unknown> = {}) => ({ policyDefinitionId: definitionId('tag'), parameters: { tagName: { value: 'cost' } }, ...more });
const set = (members: unknown, more: Record<string, unknown> = {}) => ({ properties: { policyDefinitions: members, ...more } });

test('what a JSON is shows in its type, its id or its properties', () => {
  expect([{ type: 'Microsoft.Authorization/policySetDefinitions' }, { id: `${SUB}${AUTHORIZATION}/policyExemptions/e` }, { policyDefinitionId: 'x' }, { properties: { policyAssignmentId: 'x' } }, { policyDefinitions: [] }, { if: {} }, { name: 'x' }, []].map(policyKindOf)).toEqual([
    'initiative', 'exemption', 'assignment', 'exemption', 'initiative', 'definition', undefined, undefined,
  ]);
});

describe('initiatives', () => {
  test.each([
    ['a sound one', set([member()]), []],
    ['no members', { type: 'Microsoft.Authorization/policySetDefinitions', properties: {} }, ['MissingMembers /properties']],
    ['an id that is none', set([member({ policyDefinitionId: 'tag' })]), ['InvalidReference /properties/policyDefinitions/0/policyDefinitionId']],
    ['one reference id twice', set([member({ policyDefinitionReferenceId: 'a' }), member({ policyDefinitionReferenceId: 'A' })]), ['DuplicateReferenceId /properties/policyDefinitions/1/policyDefinitionReferenceId']],
    ['an unknown group', set([member({ groupNames: ['one', 'two'] })], { policyDefinitionGroups: [{ name: 'ONE' }] }), ['UnknownGroup /properties/policyDefinitions/0/groupNames/1']],
    ['one group twice', set([member({ groupNames: ['a'] })], { policyDefinitionGroups: [{ name: 'a' }, { name: 'A' }, {}] }), ['InvalidGroup /properties/policyDefinitionGroups/1/name', 'InvalidGroup /properties/policyDefinitionGroups/2']],
    ['a pinned patch', set([member({ definitionVersion: '1.0.0' })]), ['InvalidVersion /properties/policyDefinitions/0/definitionVersion']],
    ['a member that is not there', set([member({ policyDefinitionId: definitionId('none') })]), ['UnknownMember /properties/policyDefinitions/0/policyDefinitionId']],
    ['a parameter of the initiative that is not declared', set([member({ parameters: { tagName: { value: "[parameters('name')]" } } })]), ['UndeclaredParameter /properties/policyDefinitions/0/parameters/tagName/value']],
    ['a value that is not wrapped', set([member({ parameters: { tagName: 'cost' } })]), ['InvalidParameter /properties/policyDefinitions/0/parameters/tagName']],
    ['a parameter that the member does not have', set([member({ parameters: { tagName: { value: 'a' }, more: { value: 1 } } })]), ['UnknownMemberParameter /properties/policyDefinitions/0/parameters/more']],
    ['a parameter that is passed nothing', set([member({ parameters: {} })]), ['MissingMemberParameter /properties/policyDefinitions/0/parameters']],
    ['a value that is not allowed', set([member({ parameters: { tagName: { value: 'a' }, effect: { value: 'append' } } })]), ['InvalidParameterValue /properties/policyDefinitions/0/parameters/effect/value']],
    ['another type', set([member({ parameters: { tagName: { value: "[parameters('names')]" } } })], { parameters: { names: { type: 'Array' } } }), ['ParameterTypeMismatch /properties/policyDefinitions/0/parameters/tagName/value']],
    ['a default that is not allowed', set([member({ parameters: { tagName: { value: 'a' }, effect: { value: "[parameters('e')]" } } })], { parameters: { e: { type: 'String', defaultValue: 'append' } } }), ['InvalidParameterValue /properties/policyDefinitions/0/parameters/effect/value']],
  ])('%s', (_, source, expected) => {
    expect(findings(source)).toEqual(expected);
  });

  test('a built-in member that is not given, an unused parameter and an empty group are said, and are no faults', () => {
    const source = set([{ policyDefinitionId: `${AUTHORIZATION}/policyDefinitions/1e30110a-5ceb-460c-a204-c1c3969c6d62` }], { parameters: { p: { type: 'String' } }, policyDefinitionGroups: [{ name: 'g' }] });
    expect(checkPolicy(source, { catalog }).map(({ code, severity }) => `${code} ${severity}`)).toEqual(['UnusedParameter information', 'UnusedGroup information', 'MemberNotGiven information']);
    expect(findings(source, false)).toEqual([]);
  });
});

const assignment = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ id: `${SUB}${AUTHORIZATION}/policyAssignments/a`, ...more, properties: { policyDefinitionId: definitionId('tag'), parameters: { tagName: { value: 'a' } }, ...properties } });
const selectors = (...list: unknown[]) => [{ name: 's', selectors: list }];

describe('assignments', () => {
  test.each([
    ['a sound one', assignment({ definitionVersion: '1.1.*', notScopes: [`${SUB}/resourceGroups/a`], resourceSelectors: selectors({ kind: 'resourceLocation', in: ['eastus', 'westus'] }), enforcementMode: 'DoNotEnforce' }), []],
    ['no definition', { type: 'Microsoft.Authorization/policyAssignments', properties: {} }, ['InvalidReference /properties']],
    ['an unknown definition', assignment({ policyDefinitionId: definitionId('none') }), ['MissingDefinition /properties/policyDefinitionId']],
    ['an unknown enforcement mode', assignment({ enforcementMode: 'Never' }), ['InvalidAssignment /properties/enforcementMode']],
    ['in and notIn together', assignment({ resourceSelectors: selectors({ kind: 'resourceType', in: ['a'], notIn: ['b'] }) }), ['InvalidSelector /properties/resourceSelectors/0/selectors/0']],
    ['one kind twice', assignment({ resourceSelectors: selectors({ kind: 'resourceType', in: ['a'] }, { kind: 'ResourceType', in: ['b'] }) }), ['InvalidSelector /properties/resourceSelectors/0/selectors/1/kind']],
    ['location beside resourceWithoutLocation', assignment({ resourceSelectors: selectors({ kind: 'resourceLocation', in: ['eastus'] }, { kind: 'resourceWithoutLocation', in: ['subscriptionLevelResources'] }) }), ['InvalidSelector /properties/resourceSelectors/0/selectors']],
    ['a reference id in a resource selector', assignment({ resourceSelectors: selectors({ kind: 'policyDefinitionReferenceId', in: ['a'] }) }), ['InvalidSelector /properties/resourceSelectors/0/selectors/0/kind']],
    ['51 values', assignment({ resourceSelectors: selectors({ kind: 'resourceLocation', in: Array.from({ length: 51 }, (_, i) => `r${i}`) }) }), ['TooMany /properties/resourceSelectors/0/selectors/0/in']],
    ['eleven overrides', assignment({ overrides: Array.from({ length: 11 }, () => ({ kind: 'policyEffect', value: 'audit' })) }), ['TooMany /properties/overrides']],
    ['an unknown effect', assignment({ overrides: [{ kind: 'policyEffect', value: 'explode' }] }), ['UnknownEffect /properties/overrides/0/value']],
    ['an effect that the definition does not allow', assignment({ overrides: [{ kind: 'policyEffect', value: 'modify' }] }), ['InvalidOverride /properties/overrides/0']],
    ['an older version', assignment({ definitionVersion: '2.*.*', overrides: [{ kind: 'policyVersion', value: '1.*.*', selectors: [{ kind: 'resourceLocation', in: ['eastus'] }] }] }), ['InvalidOverride /properties/overrides/0/value']],
    ['a message without text', assignment({ nonComplianceMessages: [{ text: 'x' }] }), ['InvalidAssignment /properties/nonComplianceMessages/0']],
    ['a message for a member that is not there', assignment({ policyDefinitionId: billing.id, parameters: {}, nonComplianceMessages: [{ message: 'm', policyDefinitionReferenceId: 'COST' }, { message: 'n', policyDefinitionReferenceId: 'none' }] }), ['UnknownReferenceId /properties/nonComplianceMessages/1/policyDefinitionReferenceId']],
    ['an override of a member that is not there', assignment({ policyDefinitionId: billing.id, parameters: {}, overrides: [{ kind: 'policyEffect', value: 'disabled', selectors: [{ kind: 'policyDefinitionReferenceId', in: ['cost', 'none'] }] }] }), ['UnknownReferenceId /properties/overrides/0/selectors/0/in/1']],
    ['missing and unknown parameters', assignment({ parameters: { other: { value: 1 } } }), ['UndeclaredParameter /properties/parameters/other', 'MissingMemberParameter /properties/parameters']],
    ['a value of another type', assignment({ parameters: { tagName: { value: ['a'] } } }), ['InvalidParameterValue /properties/parameters/tagName']],
    ['no identity for modify', assignment({ policyDefinitionId: definitionId('modify'), parameters: {} }), ['MissingIdentity /properties']],
    ['an identity for modify', assignment({ policyDefinitionId: definitionId('modify'), parameters: {} }, { identity: { type: 'SystemAssigned' }, location: 'eastus' }), []],
  ])('%s', (_, source, expected) => {
    expect(findings(source)).toEqual(expected);
  });
});

describe('exemptions', () => {
  const exemption = (more: Record<string, unknown> = {}, scope = `${SUB}/resourceGroups/a`) => ({
    id: `${scope}${AUTHORIZATION}/policyExemptions/e`,
    properties: { policyAssignmentId: `${SUB}${AUTHORIZATION}/policyAssignments/a`, policyDefinitionReferenceIds: ['requiredTags'], exemptionCategory: 'waiver', expiresOn: '2020-12-31T23:59:00.0000000Z', ...more },
  });
  test.each([
    ['a sound one', exemption(), []],
    ['no assignment', exemption({ policyAssignmentId: SUB }), ['InvalidReference /properties/policyAssignmentId']],
    ['an unknown category', exemption({ exemptionCategory: 'Forgiven' }), ['InvalidExemption /properties/exemptionCategory']],
    ['a date that is none', exemption({ expiresOn: 'tomorrow' }), ['InvalidExemption /properties/expiresOn']],
    ['outside of the assignment', exemption({}, '/subscriptions/2'), ['ExemptionOutsideScope /properties/policyAssignmentId']],
    ['outside, not validated', exemption({ assignmentScopeValidation: 'DoNotValidate' }, '/subscriptions/2'), []],
    ['a wrong selector', exemption({ resourceSelectors: selectors({ kind: 'resourceColour', in: ['blue'] }) }), ['InvalidSelector /properties/resourceSelectors/0/selectors/0/kind']],
  ])('%s', (_, source, expected) => {
    expect(findings(source)).toEqual(expected);
  });
});

test('no input makes a check throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom('policyDefinitions', 'policyDefinitionGroups', 'overrides', 'resourceSelectors', 'nonComplianceMessages', 'notScopes', 'parameters'), (a, b, name) => {
      for (const type of ['policySetDefinitions', 'policyAssignments', 'policyExemptions']) {
        for (const value of [a, [a, b], [{ policyDefinitionId: definitionId('tag'), parameters: a, groupNames: b, selectors: [a, b], kind: 'policyEffect', value: b }]]) {
          const source = { type: `Microsoft.Authorization/${type}`, properties: { policyDefinitionId: definitionId('tag'), policyDefinitions: [member({ parameters: { tagName: b } })], [name]: value } };
          checkPolicy(source, { catalog: new PolicyCatalog([tagValue, { id: definitionId('tag'), properties: a as never }], [source as never]) });
        }
      }
    }),
    { numRuns: 200 },
  );
});
