import { describe, expect, test } from 'vitest';
import { Evaluator, PolicyCatalog, readAliases, resolveAssignment, type EvaluatorOptions, type PolicyAssignment, type PolicyDefinition, type PolicyExemption, type PolicySetDefinition } from './index.ts';

// Expectations were read from the documentation: governance/policy/concepts assignment-structure, exemption-structure,
// effect-basics, initiative-definition-structure and scope.

const SUB = '/subscriptions/11111111-1111-4111-8111-111111111111';
const A = '/providers/Microsoft.Authorization';
const aliases = readAliases({});
const context = { utcNow: '2026-01-01T00:00:00Z' };

const regions = (version?: string, field = 'location', effect = 'deny'): PolicyDefinition => ({
  id: `${SUB}${A}/policyDefinitions/regions`,
  properties: { displayName: 'Regions', ...(version !== undefined && { version }), parameters: { allowed: { type: 'Array', defaultValue: ['westus'] } }, policyRule: { if: { field, notIn: "[parameters('allowed')]" }, then: { effect } } },
});
const kinds: PolicyDefinition = { id: `${A}/policyDefinitions/kinds`, properties: { displayName: 'Kinds', policyRule: { if: { field: 'kind', exists: false }, then: { effect: 'audit' } } } };
const cost: PolicySetDefinition = {
  id: `${SUB}${A}/policySetDefinitions/CostManagement`,
  properties: {
    policyDefinitions: [
      { policyDefinitionId: regions().id as string, policyDefinitionReferenceId: 'allowedLocations', parameters: { allowed: { value: ['eastus2'] } } },
      { policyDefinitionId: kinds.id as string, policyDefinitionReferenceId: 'corpVMSizePolicy' },
    ],
  },
};

const assign = (properties: Partial<PolicyAssignment['properties']>, scope = SUB, name = 'a'): PolicyAssignment => ({ id: `${scope}${A}/policyAssignments/${name}`, properties: { policyDefinitionId: regions().id as string, ...properties } });
const resource = (more: Record<string, unknown> = {}, group = 'b') => ({ id: `${SUB}/resourceGroups/${group}/providers/Microsoft.Test/things/t`, type: 'Microsoft.Test/things', name: 't', location: 'eastus', ...more });

function judge(assignments: PolicyAssignment[], subject: unknown = resource(), definitions: PolicyDefinition[] = [regions(), kinds], more: Partial<EvaluatorOptions> = {}) {
  return new Evaluator({ catalog: new PolicyCatalog(definitions, [cost], aliases), aliases, assignments, ...more }).judge(subject, { context });
}

describe('versions', () => {
  const versions = ['1.0.0', '1.1.0', '1.1.3', '1.2.1', '2.0.0', '2.1.0-preview'].map((version) => regions(version, version === '2.0.0' ? 'kind' : 'location', 'audit'));
  test.each([
    ['1.*.*', '1.2.1'],
    ['1.1.*', '1.1.3'],
    ['2.*.*', '2.0.0'],
    ['2.*.*-preview', '2.1.0-preview'],
    [undefined, '2.1.0-preview'],
  ])('%s is %s', (definitionVersion, expected) => {
    const [finding] = judge([assign(definitionVersion === undefined ? {} : { definitionVersion })], resource(), versions);
    expect(finding?.definitionVersion).toBe(expected);
  });

  test('a version that is not given is told, and the newest one judges', () => {
    const { members, diagnostics } = resolveAssignment(assign({ definitionVersion: '3.*.*' }), new PolicyCatalog([regions('1.0.0')]));
    expect(members[0]?.definitionVersion).toBe('1.0.0');
    expect(diagnostics).toMatchObject([{ code: 'UnknownVersion', severity: 'warning' }]);
  });

  test('members of an initiative name their own', () => {
    const set: PolicySetDefinition = { ...cost, properties: { policyDefinitions: ['1.0.*', '1.2.*'].map((definitionVersion, i) => ({ policyDefinitionId: regions().id as string, policyDefinitionReferenceId: `r${i}`, definitionVersion })) } };
    const { members } = resolveAssignment(assign({ policyDefinitionId: set.id as string }), new PolicyCatalog(versions, [set]));
    expect(members.map((member) => member.definitionVersion)).toEqual(['1.0.0', '1.2.1']);
  });

  test.each(['policyVersion', 'definitionVersion'])('an override of the kind %s takes another version for the places it selects', (kind) => {
    const assignment = assign({ definitionVersion: '1.*.*', overrides: [{ kind, value: '2.0.*', selectors: [{ kind: 'resourceLocation', in: ['eastus'] }] }] });
    const versionIn = (location: string) => judge([assignment], resource({ location }), versions).map((finding) => finding.definitionVersion);
    expect(versionIn('eastus')).toEqual(['2.0.0']);
    expect(versionIn('westeurope')).toEqual(['1.2.1']);
  });
});

describe('resource selectors', () => {
  const count = (selectors: { kind: string; in?: string[]; notIn?: string[] }[][], subject: unknown = resource()) => judge([assign({ resourceSelectors: selectors.map((list) => ({ name: 'SDPRegions', selectors: list })) })], subject).length;
  test('a resource meets all selectors of one resource selector', () => {
    expect(count([[{ kind: 'resourceLocation', in: ['eastus', 'westus'] }]])).toBe(1);
    expect(count([[{ kind: 'resourceLocation', in: ['westus'] }]])).toBe(0);
    expect(count([[{ kind: 'resourceLocation', in: ['eastus'] }, { kind: 'resourceType', in: ['Microsoft.Other/things'] }]])).toBe(0);
    expect(count([[{ kind: 'resourceType', in: ['MICROSOFT.TEST/THINGS'] }, { kind: 'resourceLocation', notIn: ['East US'] }]])).toBe(0);
    expect(count([[{ kind: 'resourceLocation', in: ['westus'] }], [{ kind: 'resourceType', notIn: ['Microsoft.Other/things'] }]])).toBe(1);
  });
  test('resourceWithoutLocation is for resources of the subscription itself', () => {
    const selector = [[{ kind: 'resourceWithoutLocation', in: ['subscriptionLevelResources'] }]];
    const atSubscription = { id: `${SUB}/providers/Microsoft.Test/things/t`, type: 'Microsoft.Test/things', name: 't' };
    expect(count(selector, atSubscription)).toBe(1);
    expect(count(selector, { ...atSubscription, location: 'eastus' })).toBe(0);
    expect(count(selector, resource({ location: undefined }))).toBe(0);
  });
  test('an unknown kind selects nothing', () => {
    expect(count([[{ kind: 'resourceColour', in: ['blue'] }]])).toBe(0);
    expect(count([[{ kind: 'resourceColour', notIn: ['blue'] }]])).toBe(0);
  });
});

describe('overrides', () => {
  const initiative = (overrides: PolicyAssignment['properties']['overrides'], subject = resource()) => judge([assign({ policyDefinitionId: cost.id as string, ...(overrides && { overrides }) })], subject).map(({ referenceId, effect }) => `${referenceId} ${effect}`);
  test('disabled leaves one member of an initiative out', () => {
    expect(initiative(undefined)).toEqual(['allowedLocations deny', 'corpVMSizePolicy audit']);
    expect(initiative([{ kind: 'policyEffect', value: 'disabled', selectors: [{ kind: 'policyDefinitionReferenceId', in: ['corpVMSizePolicy'] }] }])).toEqual(['allowedLocations deny']);
  });
  test('they count in their order, each where all of its selectors hold', () => {
    const overrides = [
      { kind: 'policyEffect', value: 'audit', selectors: [{ kind: 'policyDefinitionReferenceId', in: ['allowedLocations'] }, { kind: 'resourceLocation', in: ['eastus'] }] },
      { kind: 'policyEffect', value: 'disabled', selectors: [{ kind: 'policyDefinitionReferenceId', notIn: ['corpVMSizePolicy'] }] },
    ];
    expect(initiative(overrides)).toEqual(['allowedLocations audit', 'corpVMSizePolicy audit']);
    expect(initiative(overrides, resource({ location: 'westus3' }))).toEqual(['corpVMSizePolicy audit']);
  });
  test('an effect that the rule can not have is told, and does not happen', () => {
    const assignment = assign({ overrides: [{ kind: 'policyEffect', value: 'deployIfNotExists' }] });
    expect(resolveAssignment(assignment, new PolicyCatalog([regions()])).diagnostics).toMatchObject([{ code: 'InvalidOverride', pointer: '/properties/overrides/0' }]);
    expect(judge([assignment]).map(({ effect }) => effect)).toEqual(['deny']);
  });
});

describe('exemptions', () => {
  const assignment = assign({ policyDefinitionId: cost.id as string });
  const exempt = (properties: Partial<PolicyExemption['properties']>, scope = `${SUB}/resourceGroups/b`) =>
    judge([assignment], resource(), undefined, { exemptions: [{ id: `${scope}${A}/policyExemptions/e`, properties: { policyAssignmentId: assignment.id, exemptionCategory: 'waiver', ...properties } }] }).map(({ state }) => state);
  test('of two members, until they expire', () => {
    expect(exempt({ policyDefinitionReferenceIds: ['ALLOWEDLOCATIONS', 'corpVMSizePolicy'], expiresOn: '2026-12-31T23:59:00.0000000Z' })).toEqual(['Exempt', 'Exempt']);
    expect(exempt({ policyDefinitionReferenceIds: ['corpVMSizePolicy'] })).toEqual(['NonCompliant', 'Exempt']);
    expect(exempt({ expiresOn: '2025-12-31T23:59:00.0000000Z' })).toEqual(['NonCompliant', 'NonCompliant']);
    expect(exempt({ expiresOn: '2026-01-01T00:00:00Z' })).toEqual(['NonCompliant', 'NonCompliant']);
  });
  test('with resource selectors', () => {
    expect(exempt({ resourceSelectors: [{ selectors: [{ kind: 'resourceLocation', in: ['eastus'] }] }] })).toEqual(['Exempt', 'Exempt']);
    expect(exempt({ resourceSelectors: [{ selectors: [{ kind: 'resourceLocation', in: ['westus'] }] }] })).toEqual(['NonCompliant', 'NonCompliant']);
  });
  test('above the assignment only where that is not validated', () => {
    const group = '/providers/Microsoft.Management/managementGroups/root';
    const above = (more: Partial<PolicyExemption['properties']>) => judge([assignment], resource(), undefined, { managementGroups: () => ['root'], exemptions: [{ id: `${group}${A}/policyExemptions/e`, properties: { policyAssignmentId: assignment.id, ...more } }] }).map(({ state }) => state);
    expect(above({})).toEqual(['NonCompliant', 'NonCompliant']);
    expect(above({ assignmentScopeValidation: 'DoNotValidate' })).toEqual(['Exempt', 'Exempt']);
  });
});

describe('scopes', () => {
  test('excluded are groups and single resources, whatever their spelling', () => {
    const left = (...notScopes: string[]) => judge([assign({ notScopes })]).length;
    expect(left(`${SUB}/resourcegroups/B`)).toBe(0);
    expect(left(`${SUB}/resourceGroups/b/`)).toBe(0);
    expect(left(resource().id.toUpperCase())).toBe(0);
    expect(left(`${SUB}/resourceGroups/bb`, `${resource().id}/children/c`)).toBe(1);
  });

  test('several assignments of one definition at different scopes each judge by themselves', () => {
    const [one, two] = [assign({ parameters: { allowed: { value: ['westus'] } } }, SUB, 'p1'), assign({ parameters: { allowed: { value: ['eastus'] } } }, `${SUB}/resourceGroups/b`, 'p2')];
    const states = (location: string, group: string) => judge([one, two], resource({ location }, group)).map(({ assignmentId, state }) => `${assignmentId.slice(-2)} ${state}`);
    expect(states('eastus', 'b')).toEqual(['p1 NonCompliant', 'p2 Compliant']);
    expect(states('westus', 'b')).toEqual(['p1 Compliant', 'p2 NonCompliant']);
    expect(states('northeurope', 'b')).toEqual(['p1 NonCompliant', 'p2 NonCompliant']);
    expect(states('eastus', 'c')).toEqual(['p1 NonCompliant']);
  });

  test('an assignment reaches what is below its scope, and nothing beside it', () => {
    const groups = ['contoso-web', 'contoso', 'root'];
    const at = (scope: string) => judge([assign({}, scope)], resource(), undefined, { managementGroups: () => groups }).length;
    const group = (name: string) => `/providers/Microsoft.Management/managementGroups/${name}`;
    expect(['', group('root'), group('CONTOSO'), group('contoso-web'), SUB, `${SUB}/resourceGroups/B`, resource().id].map(at)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect([group('contoso-db'), '/subscriptions/2', `${SUB}/resourceGroups/a`, `${SUB}/resourceGroups/bc`, `${resource().id}2`].map(at)).toEqual([0, 0, 0, 0, 0]);
  });
});

test('a message for people: of the member, else of the assignment', () => {
  const nonComplianceMessages = [{ message: 'Default message' }, { message: 'Only in East US 2', policyDefinitionReferenceId: 'allowedlocations' }];
  expect(judge([assign({ policyDefinitionId: cost.id as string, nonComplianceMessages })]).map(({ message }) => message)).toEqual(['Only in East US 2', 'Default message']);
  expect(judge([assign({ nonComplianceMessages: [{ message: 'Whole', policyDefinitionReferenceId: '' }] })])[0]?.message).toBe('Whole');
});

test.each([['Default', true], [undefined, true], ['DoNotEnforce', false], ['donotenforce', false], ['Enroll', false]])('enforcementMode %s', (enforcementMode, enforced) => {
  expect(judge([assign(enforcementMode === undefined ? {} : { enforcementMode })])).toMatchObject([{ state: 'NonCompliant', enforced }]);
});

test('null stands for a list that is not there', () => {
  expect(judge([assign({ notScopes: null as never, resourceSelectors: null as never, overrides: null as never, parameters: null as never, nonComplianceMessages: null as never })])).toHaveLength(1);
});
