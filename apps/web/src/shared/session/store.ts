import { authStates, type MsService } from '@cloudwright/contract/enums';
import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { authReducer, initialAuth, type Auth, type AuthAction } from './auth.ts';

export const PERSIST_KEY = 'root';
export const PERSIST_TIMEOUT_MS = 5000;

export type ThemeMode = 'system' | 'light' | 'dark';

export interface AppSettings {
  msService: MsService;
  themeMode: ThemeMode;
}

/** The three slices of client state; only `auth` and `appSettings` outlive the page. */
export interface Root {
  auth: Auth;
  active: { activeTab: string; activeURL: string };
  appSettings: AppSettings;
}

export const initialRoot: Root = {
  auth: initialAuth,
  active: { activeTab: '', activeURL: '' },
  appSettings: { msService: 'general', themeMode: 'system' },
};

/** Broken JSON and forbidden storage read as nothing, so the application always starts. */
const forgivingStorage: StateStorage = {
  getItem(name) {
    try {
      const text = localStorage.getItem(name);
      JSON.parse(text ?? 'null');
      return text;
    } catch {
      return null;
    }
  },
  setItem(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage is full or forbidden: the session then lasts as long as the page.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
};

const restore = (saved: unknown, current: Root): Root => {
  const { auth, appSettings } = (saved ?? {}) as Partial<Root>;
  const isUsable = typeof auth === 'object' && auth !== null && authStates.includes(auth.state);
  return {
    ...current,
    auth: isUsable ? { ...initialAuth, ...auth } : current.auth,
    appSettings: { ...current.appSettings, ...(typeof appSettings === 'object' ? appSettings : {}) },
  };
};

export const useRoot = create<Root>()(
  persist((): Root => initialRoot, {
    name: PERSIST_KEY,
    version: 1,
    storage: createJSONStorage(() => forgivingStorage),
    partialize: ({ auth, appSettings }) => ({ auth, appSettings }) as Root,
    merge: restore,
  }),
);

/** Runs one transition of the sign-in. */
export const dispatch = (action: AuthAction): void => void useRoot.setState(({ auth }) => ({ auth: authReducer(auth, action) }));

/** The section shown and its address change together. */
export const setActive = (activeTab: string, activeURL: string): void => void useRoot.setState({ active: { activeTab, activeURL } });

/** Merges settings into the kept ones. */
export const updateAppSettings = (settings: Partial<AppSettings>): void =>
  void useRoot.setState(({ appSettings }) => ({ appSettings: { ...appSettings, ...settings } }));

/** Resolves when the persisted state is back, or after five seconds with the initial state. */
export const restored = (): Promise<void> =>
  new Promise((resolve) => {
    if (useRoot.persist.hasHydrated()) return resolve();
    const timer = setTimeout(resolve, PERSIST_TIMEOUT_MS);
    useRoot.persist.onFinishHydration(() => {
      clearTimeout(timer);
      resolve();
    });
  });
