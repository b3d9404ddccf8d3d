import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadLibrary } from './shared/session/identity.ts';
import { startSession } from './shared/session/session.ts';
import { restored, useRoot } from './shared/session/store.ts';
import { applyThemeMode } from './shared/ui/theme-mode.ts';

// The sign-in library comes beside the application, not after it.
void loadLibrary();

// No top-level await: a lazy chunk that shares code with this file would wait for it, and it for the chunk.
async function start(): Promise<void> {
  await restored();
  applyThemeMode(useRoot.getState().appSettings.themeMode);
  const root = createRoot(document.getElementById('root')!);

  // A sign-in answer is taken before landing or portal is chosen: both live behind the return address.
  const session = startSession();
  const { state } = useRoot.getState().auth;
  if (state !== 'LOGGED_IN' && state !== 'NOT_LOGGED_IN' && state !== 'LOGIN_ERROR' && state !== 'TOKEN_EXPIRED') {
    const { Starting } = await import('./app/Starting.tsx');
    root.render(<Starting />);
    await session;
  }
  root.render(<App />);
}

void start();
