import { expandTemplate, type Json } from '@cloudwright/engine';
import { describe, expect, test } from 'vitest';
import { diffVersions, Evaluator, judgeDeployment, judgeExisting, judgeRequest, PolicyCatalog, readAliases, simulate, type EvaluatorOptions, type PolicyAssignment, type PolicyDefinition, type PolicyExemption, type PolicySetDefinition } from './index.ts';

const SUB = '/subscriptions/11111111-1111-4111-8111-111111111111';
const GROUP = `${SUB}/resourceGroups/web`;
const DEFINITIONS = '/providers/Microsoft.Authorization/policyDefinitions';
const SETS = '/providers/Microsoft.Authorization/policySetDefinitions';

const aliases = readAliases({ 'Microsoft.Storage/storageAccounts': { 'Microsoft.Storage/storageAccounts/minimumTlsVersion': '', 'Microsoft.Storage/storageAccounts/sku.name': 'sku.name' } });

const regions: PolicyDefinition = {
  id: `${DEFINITIONS}/regions`,
  properties: {
    displayName: 'Allowed regions',
    parameters: { regions: { type: 'Array' }, effect: { type: 'String', defaultValue: 'deny', allowedValues: ['deny', 'audit', 'disabled'] } },
    policyRule: { if: { field: 'location', notIn: "[parameters('regions')]" }, then: { effect: "[parameters('effect')]" } },
  },
};
const tag: PolicyDefinition = {
  id: `${DEFINITIONS}/tag`,
  properties: {
    displayName: 'Add a tag',
    mode: 'Indexed',
    parameters: { name: { type: 'String' }, value: { type: 'String' } },
    policyRule: {
      if: { field: "[concat('tags[', parameters('name'), ']')]", exists: false },
      then: { effect: 'modify', details: { roleDefinitionIds: ['r'], operations: [{ operation: 'add', field: "[concat('tags[', parameters('name'), ']')]", value: "[parameters('value')]" }] } },
    },
  },
};
const needTag: PolicyDefinition = { id: `${DEFINITIONS}/needTag`, properties: { displayName: 'Require the tag owner', policyRule: { if: { field: 'tags.owner', exists: false }, then: { effect: 'deny' } } } };
const diagnostics: PolicyDefinition = {
  id: `${DEFINITIONS}/diagnostics`,
  properties: {
    displayName: 'Diagnostic settings',
    policyRule: {
      if: { field: 'type', equals: 'Microsoft.Storage/storageAccounts' },
      then: {
        effect: 'deployIfNotExists',
        details: {
          type: 'Microsoft.Insights/diagnosticSettings',
          deployment: {
            properties: {
              mode: 'incremental',
              parameters: { account: { value: "[field('name')]" } },
              template: {
                $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
                contentVersion: '1.0.0.0',
                parameters: { account: { type: 'string' } },
                resources: [{ type: 'Microsoft.Insights/diagnosticSettings', apiVersion: '2021-05-01-preview', name: 'policy', scope: "[resourceId('Microsoft.Storage/storageAccounts', parameters('account'))]", properties: {} }],
              },
            },
          },
        },
      },
    },
  },
};
const set: PolicySetDefinition = {
  id: `${SETS}/basics`,
  properties: {
    parameters: { regions: { type: 'Array', defaultValue: ['eastus'] } },
    policyDefinitions: [
      { policyDefinitionId: regions.id as string, policyDefinitionReferenceId: 'regions', parameters: { regions: { value: "[parameters('regions')]" } }, groupNames: ['places'] },
      { policyDefinitionId: needTag.id as string, policyDefinitionReferenceId: 'owner' },
    ],
  },
};

const all = [regions, tag, needTag, diagnostics];
const account = (more: Record<string, unknown> = {}) => ({ id: `${GROUP}/providers/Microsoft.Storage/storageAccounts/a`, type: 'Microsoft.Storage/storageAccounts', name: 'a', location: 'eastus', ...more });

function assign(name: string, definition: string, scope: string, more: Partial<PolicyAssignment['properties']> = {}): PolicyAssignment {
  return { id: `${scope}/providers/Microsoft.Authorization/policyAssignments/${name}`, name, properties: { displayName: name, policyDefinitionId: definition, ...more } };
}

function evaluator(assignments: PolicyAssignment[], more: Partial<EvaluatorOptions> = {}): Evaluator {
  return new Evaluator({ catalog: new PolicyCatalog(all, [set], aliases), aliases, assignments, managementGroups: () => ['corp', 'root'], ...more });
}

const context = { utcNow: '2026-01-01T00:00:00Z' };

describe('assignments', () => {
  const parameters = { regions: { value: ['westus'] } };

  test('reach down from the tenant, management groups, the subscription and the group', () => {
    const scopes = ['', '/providers/Microsoft.Management/managementGroups/corp', SUB, GROUP];
    const found = evaluator(scopes.map((scope, i) => assign(`a${i}`, regions.id as string, scope, { parameters }))).judge(account(), { context });
    expect(found.map((finding) => finding.state)).toEqual(['NonCompliant', 'NonCompliant', 'NonCompliant', 'NonCompliant']);
    const elsewhere = [`${SUB}/resourceGroups/we`, '/providers/Microsoft.Management/managementGroups/other', '/subscriptions/2'];
    expect(evaluator(elsewhere.map((scope) => assign('x', regions.id as string, scope, { parameters }))).judge(account(), { context })).toEqual([]);
  });

  test('notScopes and resource selectors leave resources out', () => {
    const left = (more: Partial<PolicyAssignment['properties']>) => evaluator([assign('a', regions.id as string, SUB, { parameters, ...more })]).judge(account(), { context }).length;
    expect(left({ notScopes: [GROUP.toUpperCase()] })).toBe(0);
    expect(left({ resourceSelectors: [{ selectors: [{ kind: 'resourceLocation', in: ['East US'] }, { kind: 'resourceType', notIn: ['Microsoft.Storage/storageAccounts'] }] }] })).toBe(0);
    expect(left({ resourceSelectors: [{ selectors: [{ kind: 'resourceLocation', in: ['East US'] }] }] })).toBe(1);
  });

  test('an initiative passes its parameters and groups on, and has messages for members', () => {
    const [place, owner] = evaluator([
      assign('i', set.id as string, SUB, { parameters: { regions: { value: ['westus'] } }, nonComplianceMessages: [{ message: 'Everything.' }, { message: 'Only western regions.', policyDefinitionReferenceId: 'REGIONS' }] }),
    ]).judge(account(), { context });
    expect(place).toMatchObject({ referenceId: 'regions', groups: ['places'], message: 'Only western regions.', state: 'NonCompliant', setDefinitionId: set.id });
    expect(owner).toMatchObject({ referenceId: 'owner', message: 'Everything.' });
  });

  test('overrides change the effect of the members and places they select', () => {
    const override = (selectors: { kind: string; in: string[] }[]) => [{ kind: 'policyEffect', value: 'Audit', selectors }];
    const effectOf = (overrides: ReturnType<typeof override>) => evaluator([assign('i', set.id as string, SUB, { overrides, parameters: { regions: { value: ['westus'] } } })]).judge(account(), { context }).map((finding) => finding.effect);
    expect(effectOf(override([{ kind: 'policyDefinitionReferenceId', in: ['regions'] }]))).toEqual(['audit', 'deny']);
    expect(effectOf(override([{ kind: 'policyDefinitionReferenceId', in: ['regions'] }, { kind: 'resourceLocation', in: ['westus'] }]))).toEqual(['deny', 'deny']);
  });

  test('exemptions hold for their scope and members until they expire', () => {
    const assignment = assign('i', set.id as string, SUB, { parameters: { regions: { value: ['westus'] } } });
    const states = (scope: string, more: Partial<PolicyExemption['properties']>) =>
      evaluator([assignment], { exemptions: [{ id: `${scope}/providers/Microsoft.Authorization/policyExemptions/e`, properties: { policyAssignmentId: assignment.id.toUpperCase(), ...more } }] }).judge(account(), { context }).map((finding) => finding.state);
    expect(states(GROUP, {})).toEqual(['Exempt', 'Exempt']);
    expect(states(GROUP, { policyDefinitionReferenceIds: ['Owner'] })).toEqual(['NonCompliant', 'Exempt']);
    expect(states(GROUP, { expiresOn: '2025-12-31T00:00:00Z' })).toEqual(['NonCompliant', 'NonCompliant']);
    expect(states(`${SUB}/resourceGroups/other`, {})).toEqual(['NonCompliant', 'NonCompliant']);
  });

  test('a missing definition and a missing parameter are diagnostics', () => {
    expect(evaluator([assign('x', `${DEFINITIONS}/none`, SUB)]).diagnostics[0]?.code).toBe('MissingDefinition');
  });
});

describe('requests', () => {
  test('modify comes before deny and may spare the request it', () => {
    const owner = { name: { value: 'owner' }, value: { value: 'team' } };
    const both = evaluator([assign('deny', needTag.id as string, SUB), assign('modify', tag.id as string, SUB, { parameters: owner })]);
    const verdict = judgeRequest(both, account(), { context });
    expect(verdict.denied).toEqual([]);
    expect(verdict.resource).toEqual(account({ tags: { owner: 'team' } }));
    expect(judgeRequest(evaluator([assign('deny', needTag.id as string, SUB)]), account(), { context }).denied).toHaveLength(1);
  });

  test('DoNotEnforce reports and does nothing', () => {
    const verdict = judgeRequest(evaluator([assign('deny', needTag.id as string, SUB, { enforcementMode: 'DoNotEnforce' })]), account(), { context });
    expect(verdict.denied).toEqual([]);
    expect(verdict.findings[0]).toMatchObject({ state: 'NonCompliant', enforced: false });
  });

  test('two policies that set one tag differently refuse the request', () => {
    const to = (value: string) => ({ name: { value: 'owner' }, value: { value } });
    const verdict = judgeRequest(evaluator([assign('a', tag.id as string, SUB, { parameters: to('x') }), assign('b', tag.id as string, SUB, { parameters: to('y') })]), account(), { context });
    expect(verdict.denied.length).toBeGreaterThan(0);
    expect(verdict.resource).toEqual(account());
  });
});

describe('conflicting changes', () => {
  const to = (name: string, value: string, conflictEffect?: string): PolicyDefinition => ({
    id: `${DEFINITIONS}/${name}`,
    properties: { displayName: name, mode: 'Indexed', policyRule: { if: { field: 'tags.owner', notEquals: value }, then: { effect: 'modify', details: { roleDefinitionIds: ['r'], ...(conflictEffect !== undefined && { conflictEffect }), operations: [{ operation: 'addOrReplace', field: "tags['owner']", value }] } } } },
  });
  const withRules = (...definitions: PolicyDefinition[]) => new Evaluator({ catalog: new PolicyCatalog(definitions, [], aliases), aliases, assignments: definitions.map(({ id }, i) => assign(`a${i}`, id as string, SUB)) });
  test.each([
    ['two that deny refuse the request', [to('x', '1'), to('y', '2', 'deny')], undefined, ['Conflict', 'Conflict']],
    ['one that denies wins', [to('x', '1', 'audit'), to('y', '2', 'deny')], { owner: '2' }, ['NonCompliant', 'NonCompliant']],
    ['two that audit change nothing', [to('x', '1', 'audit'), to('y', '2', 'Audit')], {}, ['NonCompliant', 'NonCompliant']],
    ['two of one mind are no conflict', [to('x', '1'), to('y', '1')], { owner: '1' }, ['NonCompliant', 'NonCompliant']],
  ])('%s', (_, definitions, tags, states) => {
    const verdict = judgeRequest(withRules(...definitions), account({ tags: {} }), { context });
    expect(verdict.denied.length > 0).toBe(tags === undefined);
    expect(verdict.resource).toMatchObject({ tags: tags ?? {} });
    expect(judgeExisting(withRules(...definitions), account({ tags: {} }), { context }).map(({ state }) => state)).toEqual(states);
  });

  test('append and modify come before deny, deny before audit; disabled is not evaluated at all', () => {
    const audit: PolicyDefinition = { id: `${DEFINITIONS}/audit`, properties: { displayName: 'audit', policyRule: { if: { field: 'location', equals: 'eastus' }, then: { effect: 'audit' } } } };
    const off: PolicyDefinition = { id: `${DEFINITIONS}/off`, properties: { displayName: 'off', policyRule: { if: { value: "[substring('', 9, 9)]", equals: '' }, then: { effect: 'disabled' } } } };
    const append: PolicyDefinition = { id: `${DEFINITIONS}/append`, properties: { displayName: 'append', policyRule: { if: { field: 'tags.stage', exists: false }, then: { effect: 'append', details: [{ field: 'tags.stage', value: 'test' }] } } } };
    const deny: PolicyDefinition = { id: `${DEFINITIONS}/deny`, properties: { displayName: 'deny', policyRule: { if: { anyOf: [{ field: 'tags.stage', notEquals: 'test' }, { field: 'tags.owner', notEquals: '1' }] }, then: { effect: 'deny' } } } };
    const verdict = judgeRequest(withRules(audit, off, deny, to('modify', '1'), append), account(), { context });
    expect(verdict.denied).toEqual([]);
    expect(verdict.changes.map(({ definitionName }) => definitionName)).toEqual(['modify', 'append']);
    expect(verdict.resource).toMatchObject({ tags: { owner: '1', stage: 'test' } });
    expect(verdict.findings.filter(({ state }) => state === 'NonCompliant').map(({ definitionName }) => definitionName)).toEqual(['audit']);
  });

  test('a PATCH of nothing but tags is judged by policies that look at tags', () => {
    const place: PolicyDefinition = { id: `${DEFINITIONS}/place`, properties: { displayName: 'place', policyRule: { if: { field: 'location', notEquals: 'westus' }, then: { effect: 'deny' } } } };
    const names = (onlyTags: boolean) => judgeRequest(withRules(place, to('modify', '1'), { ...tag, properties: { ...tag.properties, parameters: { name: { type: 'String', defaultValue: 'owner' }, value: { type: 'String', defaultValue: '1' } } } }), account({ tags: { owner: '1' } }), { context, onlyTags }).findings.map(({ definitionName }) => definitionName);
    expect(names(false)).toContain('place');
    expect(names(true)).toEqual(['modify', 'Add a tag']);
  });
});

describe('deployments', () => {
  const template = {
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { place: { type: 'string' } },
    resources: [{ type: 'Microsoft.Storage/storageAccounts', apiVersion: '2023-01-01', name: 'acc', location: "[parameters('place')]", sku: { name: 'Standard_LRS' }, kind: 'StorageV2', properties: { minimumTlsVersion: 'TLS1_2' } }],
  } as unknown as Json;
  const { resources } = expandTemplate(template, { parameters: { place: 'northeurope' }, context: { subscriptionId: SUB.slice(15), resourceGroup: 'web' } });

  test('the verdict names assignment, condition, value and the parameter to change', () => {
    const verdict = judgeDeployment(evaluator([assign('regions', regions.id as string, SUB, { parameters: { regions: { value: ['eastus', 'westus'] } } })]), resources, { existing: [], template });
    expect(verdict.allowed).toBe(false);
    const finding = verdict.resources[0]?.findings[0];
    expect(finding).toMatchObject({ assignmentName: 'regions', definitionName: 'Allowed regions', effect: 'deny' });
    expect(finding?.verdict.trace?.[0]).toMatchObject({ pointer: '/properties/policyRule/if', left: 'location', actual: 'northeurope', expected: ['eastus', 'westus'] });
    expect(finding?.verdict.suggestion).toMatchObject({ field: 'location', parameter: 'place', value: 'eastus' });
  });

  test('deployIfNotExists: not known without the scope, else its deployment is expanded', () => {
    const judge = (existing: unknown[] | undefined) => judgeDeployment(evaluator([assign('d', diagnostics.id as string, SUB)]), resources, existing === undefined ? {} : { existing }).resources[0]?.findings[0];
    expect(judge(undefined)?.state).toBe('Unknown');
    const missing = judge([]);
    expect(missing?.state).toBe('NonCompliant');
    expect(missing?.remediation?.resources.map((resource) => resource.id)).toEqual([expect.stringMatching(/storageAccounts\/acc\/providers\/Microsoft\.Insights\/diagnosticSettings\/policy$/i)]);
    const there = { id: `${resources[0]?.id}/providers/Microsoft.Insights/diagnosticSettings/x`, type: 'Microsoft.Insights/diagnosticSettings', name: 'x', properties: {} };
    expect(judge([there])?.state).toBe('Compliant');
  });
});

describe('simulation', () => {
  const inventory = ['eastus', 'westus', 'northeurope'].map((location) => account({ location, id: `${GROUP}/providers/Microsoft.Storage/storageAccounts/${location}` }));

  test('yields what breaks, one by one', () => {
    const broken = [...simulate(evaluator([assign('r', regions.id as string, SUB, { parameters: { regions: { value: ['eastus'] } } })]), inventory)];
    expect(broken.map(({ id }) => id.slice(id.lastIndexOf('/') + 1))).toEqual(['westus', 'northeurope']);
  });

  test('a new version of a definition: which assignments it changes', () => {
    const next: PolicyDefinition = { ...regions, properties: { ...regions.properties, policyRule: { if: { field: 'location', equals: 'westus' }, then: { effect: 'audit' } } } };
    const assignments = [assign('r', regions.id as string, SUB, { parameters: { regions: { value: ['eastus', 'westus'] } } }), assign('other', needTag.id as string, SUB)];
    const changes = [...diffVersions(next, inventory, { aliases, assignments, definitions: all, sets: [set], evaluator: {} })];
    expect(changes.map(({ id, before, after }) => [id.slice(id.lastIndexOf('/') + 1), before?.state, after?.state])).toEqual([
      ['westus', 'Compliant', 'NonCompliant'],
      ['northeurope', 'NonCompliant', 'Compliant'],
    ]);
    expect(new Set(changes.map((change) => change.assignmentId.slice(-1)))).toEqual(new Set(['r']));
  });
});
