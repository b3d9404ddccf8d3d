import type { DeploymentError, DeploymentPlan, Operation } from '@cloudwright/contract';
import { expect, test } from 'vitest';
import { orderOfWork } from './order-of-work.ts';

const idOf = (name: string) => `/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/${name}`;
const planned = (name: string, wave = 0, id = idOf(name)) => ({ id, name, type: 'Microsoft.Network/virtualNetworks', wave });
const plan: DeploymentPlan = { resources: [planned('a'), planned('b'), planned('c', 1)], edges: [{ from: idOf('c'), to: idOf('a') }] };
const operation = (name: string, status: string): Operation => ({ id: name, resourceId: idOf(name).toUpperCase(), resourceType: 'Microsoft.Network/virtualNetworks', resourceName: name, operation: 'Create', status, statusMessage: null, startedAt: null, durationMs: null });
const states = (nodes: ReturnType<typeof orderOfWork>) => nodes.map(({ label, state, tone }) => [label, state, tone]);

test('each planned resource stands as the cloud tells, the others wait', () => {
  const nodes = orderOfWork(plan, [operation('a', 'Succeeded'), operation('b', 'Running')], { status: 'RUNNING', errors: [] });
  expect(states(nodes)).toEqual([['a', 'Created', 'success'], ['b', 'Creating', 'running'], ['c', 'Waiting', 'neutral']]);
  expect(nodes.map(({ wave, detail }) => [wave, detail])).toEqual([[0, 'Virtual network'], [0, 'Virtual network'], [1, 'Virtual network']]);
});

test('after a failure what was not reached has not started; what was refused before the start has failed', () => {
  expect(states(orderOfWork(plan, [operation('a', 'Failed')], { status: 'FAILED', errors: [] }))).toEqual([['a', 'Failed', 'error'], ['b', 'Not started', 'neutral'], ['c', 'Not started', 'neutral']]);
  const refused: DeploymentError = { code: 'RequestDisallowedByPolicy', message: '', target: idOf('b'), time: '', explanation: null };
  expect(states(orderOfWork(plan, [], { status: 'FAILED', errors: [refused] }))[1]).toEqual(['b', 'Failed', 'error']);
});

test('a name that is known at run time only finds its operation by its type, where there is one', () => {
  const late: DeploymentPlan = { resources: [planned('a'), planned("[reference('a').name]", 1, 'run-time')], edges: [] };
  expect(states(orderOfWork(late, [operation('a', 'Succeeded'), operation('peer', 'Running')], { status: 'RUNNING', errors: [] }))).toEqual([['a', 'Created', 'success'], ['peer', 'Creating', 'running']]);
});

test('what the plan does not know is shown all the same', () => {
  expect(states(orderOfWork({ resources: [], edges: [] }, [operation('x', 'Canceled')], { status: 'CANCELED', errors: [] }))).toEqual([['x', 'Canceled', 'neutral']]);
});
