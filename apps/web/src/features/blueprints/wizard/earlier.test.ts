import type { BlueprintDetail, DeploymentDetail } from '@cloudwright/contract';
import { expect, test } from 'vitest';
import type { WizardDraft, WizardModel } from './draft.ts';
import { inputsOf, isSameEntry, keepsSecret, placeOf } from './earlier.ts';

const administrator = { username: 'user', password: 'secret', sshKey: 'secret', mode: 'way' };
const earlier = {
  id: 'e', name: 'Lab', subscriptionId: 's', resourceGroup: 'rg', region: 'eastus', tags: { owner: 'dana' }, ownerId: 'dana', actions: { canRetry: true, canCancel: false, canDelete: true },
  parameters: { size: 3, way: 'password', secret: '••••••', token: '••••••' }, secretParameters: ['secret', 'token'],
} as unknown as DeploymentDetail;
const model = (more: Partial<WizardModel> = {}): WizardModel => ({ blueprint: { bindings: { administrator } } as unknown as BlueprintDetail, form: { fields: [], groups: [] } as unknown as WizardModel['form'], earlier, personId: 'dana', ...more });
const draft = (more: Partial<WizardDraft> = {}): WizardDraft => ({ parameters: {}, pools: [], administratorMode: 'PASSWORD', ...placeOf(earlier, administrator), ...more }) as WizardDraft;

test('a repeated deployment starts with place, name, tags, way to sign in and inputs, without secrets', () => {
  expect(placeOf(earlier, administrator)).toEqual({ subscriptionId: 's', resourceGroup: 'rg', region: 'eastus', name: 'Lab', tags: [{ name: 'owner', value: 'dana' }], administratorMode: 'PASSWORD' });
  expect(inputsOf(earlier)).toEqual({ size: 3, way: 'password' });
});

test.each([
  [{ password: 'p', sshKey: 'k' }, ['k'], 'SSH_KEY'], [{ password: 'p', sshKey: 'k' }, ['p'], 'PASSWORD'], [{ sshKey: 'k' }, [], 'SSH_KEY'], [{ password: 'p' }, [], 'PASSWORD'],
])('without a parameter that says it, the secret that was given tells how the administrator signs in: %j %j', (bound, secretParameters, expected) => {
  expect(placeOf({ ...earlier, parameters: {}, secretParameters }, bound).administratorMode).toBe(expected);
});

test('the same place and name make another attempt, anything else a deployment of its own', () => {
  expect(isSameEntry(draft({ name: 'LAB', region: 'westeurope' }), earlier)).toBe(true);
  expect(isSameEntry(draft({ name: 'other' }), earlier)).toBe(false);
  expect(isSameEntry(draft({ resourceGroup: 'rg2' }), earlier)).toBe(false);
  expect(isSameEntry(draft(), { ...earlier, actions: { ...earlier.actions, canRetry: false } })).toBe(false);
  expect(isSameEntry(draft(), undefined)).toBe(false);
});

test('secrets are kept in the same entry, elsewhere only for their owner, and never for another way to sign in', () => {
  expect(keepsSecret(model(), draft(), 'token')).toBe(true);
  expect(keepsSecret(model(), draft(), 'size')).toBe(false);
  expect(keepsSecret(model({ personId: 'somebody' }), draft(), 'token')).toBe(true);
  expect(keepsSecret(model({ personId: 'somebody' }), draft({ name: 'other' }), 'token')).toBe(false);
  expect(keepsSecret(model(), draft({ name: 'other' }), 'token')).toBe(true);
  expect(keepsSecret(model(), draft({ administratorMode: 'SSH_KEY' }), 'secret')).toBe(false);
  expect(keepsSecret(model({ earlier: undefined }), draft(), 'token')).toBe(false);
});
