import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { useEffect, type ReactNode } from 'react';
import { useRoot } from '../shared/session/store.ts';
import { theme } from '../shared/ui/theme.ts';

/** Theme and base styles; the chosen mode lives in the kept application settings. */
export const Themed = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode={useRoot.getState().appSettings.themeMode} storageManager={null} noSsr>
    <CssBaseline enableColorScheme />
    <FollowMode />
    {children}
  </ThemeProvider>
);

function FollowMode() {
  const themeMode = useRoot((root) => root.appSettings.themeMode);
  const { setMode } = useColorScheme();
  useEffect(() => setMode(themeMode), [themeMode, setMode]);
  return null;
}
