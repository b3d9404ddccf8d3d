import type { DeploymentError } from '@cloudwright/contract';
import { expect, test } from 'vitest';
import { failuresOf, targetName, targetType } from './failures.ts';

const error = (target: string, more: Partial<DeploymentError> = {}): DeploymentError => ({
  code: 'RequestDisallowedByPolicy', message: `${target} was refused`, target, time: '2026-01-01T00:00:00.000Z',
  explanation: { cause: `${target} may not be there`, parameter: 'location', value: 'brazilsouth', nextStep: 'Change location' }, ...more,
});
const near = [{ assignment: 'Data stays near', definition: 'Allowed regions', conditions: ['location is "brazilsouth"'], suggestion: null }];

test('errors that one change mends are told once, the others stand for themselves', () => {
  const elsewhere = error('d', { explanation: { cause: 'd', parameter: 'location', value: 'eastasia', nextStep: '' } });
  const unexplained = [error('e', { explanation: null }), error('f', { explanation: null })];
  const failures = failuresOf([error('a', { violations: near }), error('b', { violations: near }), error('c'), elsewhere, ...unexplained]);
  expect(failures.map((failure) => [failure.error.target, ...failure.others.map(({ target }) => target)])).toEqual([['a', 'b'], ['c'], ['d'], ['e'], ['f']]);
});

test('faults of the cloud that no parameter leads to are not mixed', () => {
  const internal = (target: string) => error(target, { code: 'InternalServerError', explanation: { cause: target, parameter: null, value: null, nextStep: 'Retry' } });
  expect(failuresOf([internal('a'), internal('b')])).toHaveLength(2);
});

test('a failed resource is named by its last segment and its whole type', () => {
  const subnet = { target: '/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/net/subnets/main' };
  expect([targetName(subnet), targetType(subnet)]).toEqual(['main', 'Microsoft.Network/virtualNetworks/subnets']);
  expect([targetName({ target: 'adminPassword' }), targetType({ target: 'adminPassword' })]).toEqual(['adminPassword', undefined]);
  expect([targetName({ target: null }), targetType({ target: null })]).toEqual([null, undefined]);
});
