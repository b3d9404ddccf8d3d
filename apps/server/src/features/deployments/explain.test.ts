import { describe, expect, it } from 'vitest';
import { explainError, explainFailure, type FailedRun } from './explain.ts';
import { explanations } from './explanations.ts';
import { parametersBehind } from './parameter-origin.ts';

const template = {
  parameters: { machineSize: { type: 'string', defaultValue: 'Standard_D2s_v5' }, region: { type: 'string', defaultValue: '[resourceGroup().location]' }, prefix: { type: 'string' }, secret: { type: 'securestring' } },
  variables: { accountName: "[concat(parameters('prefix'), 'data')]" },
  resources: [
    { type: 'Microsoft.Storage/storageAccounts', name: "[variables('accountName')]", location: "[parameters('region')]" },
    {
      type: 'Microsoft.Resources/deployments', name: 'machines',
      properties: {
        expressionEvaluationOptions: { scope: 'inner' },
        parameters: { size: { value: "[parameters('machineSize')]" }, password: { value: "[parameters('secret')]" } },
        template: {
          parameters: { size: { type: 'string' }, password: { type: 'securestring' } },
          resources: [{ type: 'Microsoft.Compute/virtualMachines', name: 'vm', properties: { hardwareProfile: { vmSize: "[parameters('size')]" }, osProfile: { adminPassword: "[parameters('password')]" } } }],
        },
      },
    },
  ],
};
const run: FailedRun = { template, parameters: { prefix: 'lab', machineSize: 'Standard_M64s' }, secretParameters: ['secret'], region: 'westeurope', subscription: 's', group: 'g' };
const vm = '/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/vm';
const account = '/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/labdata';
const at = '2026-01-01T00:00:00.000Z';

describe('explanations of failed deployments', () => {
  it('cover at least 30 codes, each by one row or by rows told apart by their message', () => {
    const codes = explanations.flatMap((row) => row.codes);
    expect(new Set(codes).size).toBeGreaterThanOrEqual(30);
    for (const code of new Set(codes)) {
      const rows = explanations.filter((row) => row.codes.includes(code));
      expect(rows.filter((row) => row.when === undefined).length, code).toBeLessThanOrEqual(1);
    }
  });

  it('name parameter and value of this run through a nested template', () => {
    const error = explainError({ code: 'SkuNotAvailable', message: "The requested size 'Standard_M64s' is not available." }, vm, run, at);
    expect(error.explanation).toMatchObject({ parameter: 'machineSize', value: 'Standard_M64s' });
    expect(error.explanation?.cause).toContain('West Europe');
  });

  it('lead a name through a variable to its parameter', () => {
    const { explanation } = explainError({ code: 'StorageAccountAlreadyTaken', message: 'The storage account named labdata is already taken.' }, account, run, at);
    expect(explanation).toMatchObject({ parameter: 'prefix', value: 'lab' });
  });

  it('never show a secret', () => {
    const { explanation } = explainError({ code: 'InvalidParameter', message: 'The supplied password must be between 12 and 72 characters', target: 'adminPassword' }, vm, run, at);
    expect(explanation).toMatchObject({ parameter: 'secret', value: null });
  });

  it('take the parameter that the message names', () => {
    const { explanation } = explainError({ code: 'InvalidTemplate', message: "The value for the template parameter 'machineSize' is not allowed." }, undefined, run, at);
    expect(explanation?.parameter).toBe('machineSize');
  });

  it('say nothing about a code that nobody has explained', () => {
    expect(explainError({ code: 'Teapot', message: 'x' }, vm, run, at).explanation).toBeNull();
  });

  it('flatten a failure to its innermost causes once, with the resource that failed', () => {
    const cause = { code: 'SkuNotAvailable', message: 'no' };
    const errors = explainFailure(
      { code: 'DeploymentFailed', message: 'see details', details: [{ code: 'Conflict', message: 'c', details: [cause] }] },
      [{ error: { code: 'ResourceDeploymentFailure', message: 'm', details: [cause] }, resource: { id: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Resources/deployments/machines' } }, { error: cause, resource: { id: vm } }],
      run, at);
    expect(errors.map((error) => [error.code, error.target])).toEqual([['SkuNotAvailable', vm]]);
  });

  it('find every parameter behind a property, without repetition', () => {
    expect(parametersBehind(template, 'Microsoft.Storage/storageAccounts', ['location', 'name', 'name'])).toEqual(['region', 'prefix']);
  });
});
