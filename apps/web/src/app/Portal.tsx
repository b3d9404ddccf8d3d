import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTheme } from '@mui/material/styles';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openEvents, usePortalEvents } from '../shared/api/events.ts';
import { hasLostLists } from '../shared/session/permission.ts';
import { currentPath, refreshAccount, rememberOrigin, signOut } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { useGo } from '../shared/ui/router-anchor.tsx';
import { lazyPart } from '../shared/ui/lazy-part.tsx';
import { Fetching } from '../shared/ui/Fetching.tsx';
import { Banner } from './Banner.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { gateOf } from './gate.ts';
import { TopBar } from './TopBar.tsx';

const Toasts = lazyPart(() => import('./Toasts.tsx'), 'Toasts');
const AccountExpiredPage = lazyPart(() => import('./AccountExpiredPage.tsx'), 'AccountExpiredPage');

/** Everything below /portal: the gate of the sign-in, then drawer, top bar and screen. */
export function Portal() {
  const auth = useRoot((root) => root.auth);
  const go = useGo();
  const gate = gateOf(auth.state);
  const isLost = hasLostLists(auth);

  useEffect(() => {
    if (gate !== 'redirect') return;
    // After an expiry or a switch the slice itself remembers the address; a plain visitor's is kept in memory only.
    rememberOrigin(currentPath());
    go('/', { replace: true });
  }, [gate, go]);

  // Set during render, used by the effect: one logout, whatever number of screens found the lists missing.
  const [mustLogOut, setMustLogOut] = useState(false);
  if (isLost && !mustLogOut) setMustLogOut(true);
  useEffect(() => {
    if (mustLogOut) void signOut();
  }, [mustLogOut]);

  if (gate === 'expired') return <AccountExpiredPage />;
  if (gate !== 'show' || isLost) return <Fetching height="100vh" />;
  return <Frame />;
}

function Frame() {
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const [isCollapsed, setCollapsed] = useState(false);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const { history } = useRouter();
  useEffect(openEvents, []);
  useEffect(() => history.subscribe(() => setOverlayOpen(false)), [history]);
  usePortalEvents((event) => {
    if (event.kind === 'permissions') void refreshAccount();
    if (event.kind === 'signedOut') void refreshAccount();
  });
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
      <Box
        component="a"
        href="#content"
        sx={{ position: 'absolute', left: -9999, top: 8, zIndex: 2000, bgcolor: 'background.paper', p: 2, '&:focus': { left: 8 } }}
      >
        Skip to content
      </Box>
      <NavigationDrawer
        isWide={isWide}
        isCollapsed={isWide && isCollapsed}
        isOverlayOpen={isOverlayOpen}
        onCollapse={() => setCollapsed(!isCollapsed)}
        onClose={() => setOverlayOpen(false)}
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar isWide={isWide} onMenu={() => setOverlayOpen(true)} />
        <Banner />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, width: '100%', maxWidth: 1920, px: { xs: 4, sm: 8 }, pt: { xs: 4, sm: 6 }, pb: 8, outline: 'none' }}
        >
          <Outlet />
        </Box>
      </Box>
      <Toasts />
    </Box>
  );
}
