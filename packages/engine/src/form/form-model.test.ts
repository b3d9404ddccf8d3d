import { expect, it } from 'vitest';
import { formModel, inlineTemplate } from '../index.ts';
import type { Json } from '../api.ts';

const template: Json = {
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  parameters: {
    adminUsername: { type: 'string', metadata: { description: 'Who signs in' }, minLength: 3 },
    adminPassword: { type: 'securestring' },
    sshPublicKey: { type: 'securestring', defaultValue: '' },
    vmSize: { type: 'string', defaultValue: 'Standard_D2s_v5' },
    location: { type: 'string', defaultValue: '[resourceGroup().location]' },
    siteName: { type: 'string' },
    tier: { type: 'string', allowedValues: ['Basic', 'Premium'], defaultValue: 'Basic' },
    disks: { type: 'array', items: { type: 'object', properties: { size: { type: 'int', minValue: 4 } } }, nullable: true },
  },
  resources: [{ type: 'Microsoft.Web/sites', apiVersion: '2022-03-01', name: "[parameters('siteName')]" }],
};

it('recognises what each parameter means', () => {
  const { fields, groups, diagnostics } = formModel(template);
  expect(diagnostics).toEqual([]);
  expect(fields.map(({ name, kind, required, secret }) => [name, kind, required, secret])).toEqual([
    ['adminUsername', 'username', true, false],
    ['adminPassword', 'password', true, true],
    ['sshPublicKey', 'sshKey', false, true],
    ['vmSize', 'vmSize', false, false],
    ['location', 'location', false, false],
    ['siteName', 'resourceName', true, false],
    ['tier', 'choice', false, false],
    ['disks', 'list', false, false],
  ]);
  expect(fields[0]).toMatchObject({ label: 'Admin username', help: 'Who signs in', minLength: 3 });
  expect(fields[4]).toMatchObject({ default: '[resourceGroup().location]', defaultIsExpression: true });
  expect(fields[5]).toMatchObject({ resourceType: 'Microsoft.Web/sites' });
  expect(fields[7]?.item?.fields).toMatchObject([{ name: 'size', kind: 'number', min: 4 }]);
  expect(groups.map(({ name }) => name)).toEqual(['basics', 'optional']);
});

it('takes labels, steps, choices and rules from createUiDefinition', () => {
  const createUiDefinition: Json = {
    parameters: {
      basics: [{ name: 'who', type: 'Microsoft.Common.TextBox', label: 'Administrator', toolTip: 'Signs in', constraints: { required: true, regex: '^[a-z]+$', validationMessage: 'Small letters' } }],
      steps: [{ name: 'site', label: 'Web site', elements: [{ name: 'tier', type: 'Microsoft.Common.DropDown', label: 'Plan', visible: "[equals(basics('who'), 'x')]", constraints: { allowedValues: [{ label: 'Cheap', value: 'Basic' }] } }] }],
      outputs: { adminUsername: "[basics('who')]", tier: "[steps('site').tier]" },
    },
  };
  const { fields, groups } = formModel(template, { createUiDefinition });
  const named = new Map(fields.map((field) => [field.name, field]));
  expect(named.get('adminUsername')).toMatchObject({ label: 'Administrator', help: 'Signs in', pattern: '^[a-z]+$', patternMessage: 'Small letters', group: 'basics' });
  expect(named.get('tier')).toMatchObject({ label: 'Plan', group: 'site', kind: 'choice', allowed: [{ label: 'Cheap', value: 'Basic' }], visibleWhen: "[equals(basics('who'), 'x')]" });
  expect(groups.map(({ label }) => label)).toEqual(['Basics', 'Web site', 'Optional settings']);
});

it('inlines linked templates with inner scope and keeps names and values', () => {
  const main: Json = {
    $schema: 's',
    contentVersion: '1.0.0.0',
    parameters: { _artifactsLocation: { type: 'string', defaultValue: '[deployment().properties.templateLink.uri]' } },
    resources: [
      {
        type: 'Microsoft.Resources/deployments',
        apiVersion: '2022-09-01',
        name: 'd',
        properties: { mode: 'Incremental', templateLink: { uri: "[uri(parameters('_artifactsLocation'), 'nested/child.json')]" }, parameters: { x: { value: 1 } } },
      },
    ],
  };
  const child = { $schema: 's', contentVersion: '1.0.0.0', resources: [] };
  const { template: whole, diagnostics } = inlineTemplate(main, (address) => (address === 'https://h.example/a/nested/child.json' ? child : undefined), { templateUri: 'https://h.example/a/main.json' });
  expect(diagnostics).toEqual([]);
  expect(whole?.['resources']).toEqual([
    { type: 'Microsoft.Resources/deployments', apiVersion: '2022-09-01', name: 'd', properties: { mode: 'Incremental', parameters: { x: { value: 1 } }, expressionEvaluationOptions: { scope: 'inner' }, template: child } },
  ]);
});
