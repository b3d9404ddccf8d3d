import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// Each test gets the store as a page load would: the module reads localStorage when it is first imported.
const load = async () => {
  vi.resetModules();
  return import('./store.ts');
};
const saved = () => JSON.parse(localStorage.getItem('root') ?? 'null') as { state: Record<string, unknown>; version: number };

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('persisted state', () => {
  it('has the three slices, and general as the cloud (R-AUTH-15)', async () => {
    const { useRoot } = await load();
    expect(Object.keys(useRoot.getState()).sort()).toEqual(['active', 'appSettings', 'auth']);
    expect(useRoot.getState().appSettings.msService).toBe('general');
  });
  it('starts with the general cloud (R-CONST-07)', async () => {
    expect((await load()).initialRoot.appSettings.msService).toBe('general');
  });
  it('keeps auth and appSettings only, under the key root (R-AUTH-17)', async () => {
    const { useRoot, dispatch, setActive } = await load();
    await vi.waitFor(() => expect(useRoot.persist.hasHydrated()).toBe(true));
    setActive('Role', '/portal/role');
    dispatch({ type: 'loginError', message: 'x' });
    expect(Object.keys(saved().state).sort()).toEqual(['appSettings', 'auth']);
    expect(saved().version).toBe(1);
  });
  it('changes tab and address together (R-AUTH-13)', async () => {
    const { useRoot, setActive } = await load();
    setActive('Role', '/portal/role');
    expect(useRoot.getState().active).toEqual({ activeTab: 'Role', activeURL: '/portal/role' });
  });
  it('merges settings (R-AUTH-14)', async () => {
    const { useRoot, updateAppSettings } = await load();
    updateAppSettings({ msService: 'government' });
    updateAppSettings({ themeMode: 'dark' });
    expect(useRoot.getState().appSettings).toEqual({ msService: 'government', themeMode: 'dark' });
  });
  it.each(['{"state":', '"text"', '{"state":{"auth":{"state":"SIGNED"}},"version":1}', '{"state":{"auth":null},"version":1}'])('survives broken content: %s', async (text) => {
    localStorage.setItem('root', text);
    const { useRoot, restored, initialRoot } = await load();
    await restored();
    expect(useRoot.getState().auth).toEqual(initialRoot.auth);
  });
  it('comes back from what was kept', async () => {
    localStorage.setItem('root', JSON.stringify({ state: { auth: { state: 'TOKEN_EXPIRED', latestURLPath: '/portal/user' }, appSettings: { msService: 'government' } }, version: 1 }));
    const { useRoot, restored } = await load();
    await restored();
    expect(useRoot.getState().auth).toMatchObject({ state: 'TOKEN_EXPIRED', latestURLPath: '/portal/user', token: null });
    expect(useRoot.getState().appSettings.msService).toBe('government');
  });
  it('gives up after 5000 ms when the kept state never comes back (R-CONST-05)', async () => {
    const { useRoot, restored, PERSIST_TIMEOUT_MS } = await load();
    vi.useFakeTimers();
    vi.spyOn(useRoot.persist, 'hasHydrated').mockReturnValue(false);
    let isDone = false;
    void restored().then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(PERSIST_TIMEOUT_MS - 1);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isDone).toBe(true);
    expect(PERSIST_TIMEOUT_MS).toBe(5000);
  });
});
