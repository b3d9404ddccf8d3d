import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { dispatch, useRoot } from '../shared/session/store.ts';
import { accountWith } from '../shared/session/test-account.ts';
import { act } from '@testing-library/react';
import { Screen } from './Screen.tsx';
import { renderInPortal } from './test-router.tsx';

describe('a guarded screen', () => {
  it('renders with the permission of its route, sets the title and the active section (R-NAV-63)', async () => {
    await renderInPortal(<Screen name="users"><h1>People</h1></Screen>, { role: ['userList'] });
    expect(await screen.findByRole('heading', { name: 'People' })).toBeTruthy();
    expect(document.title).toBe('User - Cloudwright');
    expect(useRoot.getState().active.activeTab).toBe('User');
  });
  it('shows the fallback with picture and permission when either list lacks it; the address stays (R-NAV-64)', async () => {
    const { router } = await renderInPortal(<Screen name="users"><h1>People</h1></Screen>, { role: ['userList'], organization: ['roleList', 'blueprints'] });
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
    expect(screen.getByText(/userList/)).toBeTruthy();
    expect(router.state.location.pathname).toBe('/portal/here');
  });
  it('has a picture of the closed gate on the fallback (R-NAV-65)', async () => {
    await renderInPortal(<Screen name="users"><h1>People</h1></Screen>, { role: [] });
    expect(await screen.findByRole('img', { name: /access denied/i })).toBeTruthy();
  });
  it('follows a change of the role at once', async () => {
    await renderInPortal(<Screen name="users"><h1>People</h1></Screen>, { role: [] });
    await screen.findByRole('heading', { name: 'Access denied' });
    act(() => dispatch({ type: 'updateAccount', account: accountWith(['userList']) }));
    expect(await screen.findByRole('heading', { name: 'People' })).toBeTruthy();
  });
  it('shows "Something went wrong" with logo and illustration when rendering fails (R-NAV-70)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Broken = () => {
      throw new Error('No luck');
    };
    await renderInPortal(<Screen name="profile"><Broken /></Screen>);
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /logo/i })).toBeTruthy();
    expect(await screen.findByRole('img', { name: /broken connection/i })).toBeTruthy();
    vi.restoreAllMocks();
  });
  it('keeps an error inside its frame, with a way to reload (R-ERR-04)', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const Bomb = () => {
      const [isLit, setLit] = useState(false);
      if (isLit) throw new Error('Boom');
      return <button onClick={() => setLit(true)}>Light</button>;
    };
    await renderInPortal(
      <>
        <nav>Menu</nav>
        <Screen name="profile"><Bomb /></Screen>
      </>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Light' }));
    expect(await screen.findByText(/Boom/)).toBeTruthy();
    expect(screen.getByText('Menu')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    vi.restoreAllMocks();
  });
  it('says Fetching.... while its code loads (R-NAV-69)', async () => {
    const { lazy } = await import('react');
    const Never = lazy(() => new Promise<{ default: () => null }>(() => {}));
    await renderInPortal(<Screen name="profile"><Never /></Screen>);
    expect((await screen.findByRole('status')).textContent).toBe('Fetching....');
  });
});
