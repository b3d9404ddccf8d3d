import { authStates } from '@cloudwright/contract/enums';
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useRoot } from '../shared/session/store.ts';
import { gateOf } from './gate.ts';
import { Portal } from './Portal.tsx';
import { renderInPortal } from './test-router.tsx';

const withState = (state: (typeof authStates)[number]) => act(() => useRoot.setState(({ auth }) => ({ auth: { ...auth, state } })));

describe('portal without a usable session', () => {
  it.each(authStates.filter((state) => gateOf(state) === 'redirect'))('goes to the root in state %s, without a trace of the address (R-NAV-68)', async (state) => {
    const { router } = await renderInPortal(<Portal />);
    void withState(state);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.href).toBe('/');
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('/portal/here');
  });
  it('logs out once, by a flag set while rendering, when the permission lists are missing (R-AUTH-10)', async () => {
    await renderInPortal(<Portal />);
    void act(() =>
      useRoot.setState(({ auth }) => ({ auth: { ...auth, account: { ...auth.account!, roleInfo: { ...auth.account!.roleInfo, permission: undefined as unknown as [] } } } })),
    );
    await waitFor(() => expect(useRoot.getState().auth.state).toBe('NOT_LOGGED_IN'));
    expect(useRoot.getState().auth).toMatchObject({ errorMessage: null, account: null, token: null });
  });
  it('clears the editor’s files and all session storage at a logout, nothing else (R-AUTH-06)', async () => {
    localStorage.setItem('Editorfiles', '{}');
    localStorage.setItem('other', 'kept');
    sessionStorage.setItem('a', '1');
    sessionStorage.setItem('b', '2');
    const { signOut } = await import('../shared/session/session.ts');
    await signOut('Denied');
    expect([localStorage.getItem('Editorfiles'), localStorage.getItem('other'), sessionStorage.length]).toEqual([null, 'kept', 0]);
    expect(useRoot.getState().auth).toMatchObject({ state: 'LOGIN_ERROR', errorMessage: 'Denied' });
  });
});
