import type { BlueprintDetail } from '@cloudwright/contract';
import { formModel, formState, type Json } from '@cloudwright/engine';
import { expect, test } from 'vitest';
import { draftOfField, initialDraft, parameterFields, parametersOf, problemsOf, typedValues, type WizardDraft, type WizardModel } from './draft.ts';

const template: Json = {
  $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
  contentVersion: '1.0.0.0',
  parameters: {
    os: { type: 'string' },
    size: { type: 'string', defaultValue: 'S' },
    fullName: { type: 'string' },
    license: { type: 'string', defaultValue: '' },
    copies: { type: 'int', defaultValue: 1 },
  },
  resources: [],
};
const uiDefinition: Json = {
  parameters: {
    basics: [
      { name: 'os', type: 'Microsoft.Common.DropDown', label: 'System', defaultValue: 'Linux', constraints: { required: true, allowedValues: [{ label: 'Linux', value: 'linux' }, { label: 'Windows', value: 'windows' }] } },
      { name: 'prefix', type: 'Microsoft.Common.TextBox', label: 'Prefix', defaultValue: "[take(basics('os'), 3)]", constraints: { required: true, regex: '^[a-z]+$', validationMessage: 'Small letters.' } },
      { name: 'scale', type: 'Microsoft.Common.CheckBox', label: 'Scale out' },
      { name: 'copies', type: 'Microsoft.Common.Slider', label: 'Copies', min: 1, max: 9, defaultValue: 2, visible: "[basics('scale')]" },
      { name: 'key', type: 'Microsoft.Common.TextBox', label: 'Licence key', visible: "[equals(basics('os'), 'windows')]", constraints: { required: true } },
    ],
    steps: [],
    outputs: { os: "[basics('os')]", fullName: "[concat(basics('prefix'), '-', basics('os'))]", LICENSE: "[basics('key')]", copies: "[basics('copies')]", notDeclared: 'x' },
  },
};

const blueprint = { bindings: {}, parameterDefaults: {}, scope: 'RESOURCE_GROUP', template: { uiDefinition: '{}' } } as unknown as BlueprintDetail;
const given: WizardModel = { blueprint, form: formModel(template, { createUiDefinition: uiDefinition }), personId: 'dana' };

/** The model as `useFormState` makes it, without the worker in between. */
function live(draft: WizardDraft): WizardModel {
  const { fields, parameters } = formState(uiDefinition, typedValues(draft, given));
  return { ...given, state: { fields: { ...fields, license: fields['LICENSE']! }, parameters: Object.fromEntries(Object.entries(parameters).flatMap(([name, value]) => (name === 'notDeclared' ? [] : [[name === 'LICENSE' ? 'license' : name, value]]))) } };
}
const typed = (parameters: WizardDraft['parameters']): WizardDraft => {
  const draft = initialDraft(given);
  return { ...draft, parameters: { ...draft.parameters, ...parameters } };
};

test("a blueprint's own form decides what is asked (R-BP-06)", () => {
  const names = (draft: WizardDraft) => parameterFields(live(draft)).map(({ name }) => name);
  expect(names(typed({}))).toEqual(['os', 'size', 'basics.prefix', 'basics.scale']);
  expect(names(typed({ os: 'windows', 'basics.scale': true }))).toEqual(['os', 'size', 'basics.prefix', 'basics.scale', 'copies', 'license']);
});

test('a default follows the fields that it is made of until somebody changes it (R-BP-06)', () => {
  const prefix = given.form.fields.find(({ name }) => name === 'basics.prefix')!;
  const shown = (draft: WizardDraft) => draftOfField(draft, live(draft), prefix);
  expect(shown(typed({}))).toBe('lin');
  expect(shown(typed({ os: 'windows' }))).toBe('win');
  expect(shown(typed({ os: 'windows', 'basics.prefix': 'own' }))).toBe('own');
});

test('the template gets what the form makes of the fields, and nothing of what is hidden (R-BP-06)', () => {
  const sent = (draft: WizardDraft) => parametersOf(draft, live(draft));
  expect(sent(typed({}))).toEqual({ os: 'linux', size: 'S', fullName: 'lin-linux' });
  expect(sent(typed({ os: 'windows', 'basics.scale': true, license: 'L-1', copies: '3' }))).toEqual({ os: 'windows', size: 'S', fullName: 'win-windows', license: 'L-1', copies: 3 });
});

test("the form's rules are said in its own words (R-BP-06)", () => {
  const said = (draft: WizardDraft) => problemsOf(draft, live(draft), 'parameters');
  expect(said(typed({ 'basics.prefix': 'ABC' }))).toEqual({ 'parameters.basics.prefix': 'Small letters.' });
  expect(said(typed({ os: 'windows' }))).toEqual({ 'parameters.license': 'Enter a value for Licence key.' });
  expect(said(typed({ 'basics.scale': true, copies: '12' }))).toEqual({ 'parameters.copies': 'Must be 9 or less.' });
});
