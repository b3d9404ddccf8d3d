import { authStates } from '@cloudwright/contract/enums';
import { mayOpen, routes, type RouteName } from '@cloudwright/contract/routes';
import { permissionNames } from '@cloudwright/contract/permissions';
import { describe, expect, it } from 'vitest';
import { gateOf } from './gate.ts';

const person = (role: readonly string[]) => ({ isSignedIn: true, orgInfo: { name: 'o', permission: permissionNames }, roleInfo: { name: 'r', permission: role } });

describe('gate of the portal', () => {
  it('sends six states to the root, lets one in (R-NAV-68)', () => {
    expect(authStates.filter((state) => gateOf(state) === 'redirect').sort()).toEqual(['LOGIN_ERROR', 'LOGIN_REQUEST', 'NOT_LOGGED_IN', 'SET_TOKEN', 'SWITCH_DIRECTORY', 'TOKEN_EXPIRED']);
    expect(authStates.filter((state) => gateOf(state) === 'show')).toEqual(['LOGGED_IN']);
    expect(gateOf('ACCOUNT_EXPIRED')).toBe('expired');
    expect(['SELECT_ACCOUNT_REQUEST', 'LOGOUT_REQUEST'].map((state) => gateOf(state as 'LOGOUT_REQUEST'))).toEqual(['wait', 'wait']);
  });
  it('leaves only the listed screens without a name (R-NAV-66)', () => {
    const nameless = (Object.keys(routes) as RouteName[]).filter((name) => routes[name].guard.length === 0);
    expect(nameless.sort()).toEqual(['access', 'contentPage', 'contentPages', 'help', 'profile']);
    for (const name of nameless) expect(mayOpen(person([]), name).isAllowed).toBe(true);
  });
  it('never checks help and content management (R-NAV-72)', () => {
    for (const name of ['help', 'contentPage', 'contentPages'] as const) expect(mayOpen(person([]), name).isAllowed).toBe(true);
  });
  it('opens the machines with any of three permissions (R-NAV-67)', () => {
    for (const name of ['azureVmList', 'portalVmList', 'virtualMachine']) expect(mayOpen(person([name]), 'virtualMachines').isAllowed).toBe(true);
    expect(mayOpen(person(['vmInsights']), 'virtualMachines').isAllowed).toBe(false);
  });
});
