import type { ThemeMode } from '../session/store.ts';

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches;

/** The scheme that a mode means on this machine now. */
const schemeOf = (mode: ThemeMode): 'light' | 'dark' => (mode === 'system' ? (prefersDark() ? 'dark' : 'light') : mode);

/** Sets the scheme before the first paint, so that nothing flashes. */
export function applyThemeMode(mode: ThemeMode): void {
  document.documentElement.setAttribute('data-theme', schemeOf(mode));
}
