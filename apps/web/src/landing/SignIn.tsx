import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { q } from '../shared/api/api.ts';
import { pathTo } from '../shared/paths.ts';
import { chooseCloud, signIn } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { RouterAnchor } from '../shared/ui/router-anchor.tsx';

/** The sign-in library needs the browser's cryptography, which only https and localhost offer. */
const canSignIn = (): boolean => globalThis.crypto?.subtle !== undefined;

export function SignInButton({ size = 'medium', variant = 'contained' }: { size?: 'medium' | 'large'; variant?: 'contained' | 'outlined' }) {
  const state = useRoot((root) => root.auth.state);
  const sx = { ...(size === 'large' ? { minHeight: 44, px: 6, fontSize: 15 } : {}), ...(variant === 'outlined' ? { color: '#fff', borderColor: 'rgba(255,255,255,.35)', bgcolor: 'transparent', '&:hover': { bgcolor: 'rgba(255,255,255,.08)' } } : {}) };
  if (state === 'LOGGED_IN')
    return (
      <Button variant={variant} component={RouterAnchor} href={pathTo('blueprints')} sx={sx}>
        Open the portal
      </Button>
    );
  return (
    <Button variant={variant} onClick={() => void signIn()} disabled={!canSignIn()} loading={state === 'LOGIN_REQUEST'} sx={sx}>
      Sign in
    </Button>
  );
}

/** What the last sign-in left behind, shown next to the button. */
export function SignInNotice() {
  const { state, errorMessage } = useRoot((root) => root.auth);
  if (!canSignIn()) return <Alert severity="warning">Sign-in needs https, or localhost. Open this portal at its secure address.</Alert>;
  if (!errorMessage) return null;
  const isError = state === 'LOGIN_ERROR' || state === 'TOKEN_EXPIRED';
  return <Alert severity={isError ? 'error' : 'info'}>{errorMessage}</Alert>;
}

/** General or government cloud, when both are offered; kept for the next time. */
export function CloudChoice() {
  const msService = useRoot((root) => root.appSettings.msService);
  const { data } = useQuery({ ...q('configProviders'), staleTime: Infinity });
  const clouds = (data?.result ?? []).filter((each) => each.provider === null && each.enabled);
  if (clouds.length < 2) return null;
  return (
    <Box>
      <ToggleButtonGroup exclusive size="small" value={msService} onChange={(_, chosen) => chosen && chooseCloud(chosen)} aria-label="Cloud">
        {clouds.map(({ name, label, msService: value }) => (
          <ToggleButton
            key={name}
            value={value}
            sx={{ color: '#B6C5D8', borderColor: 'rgba(255,255,255,.2)', textTransform: 'none', fontSize: 13, px: 3, '&.Mui-selected, &.Mui-selected:hover': { color: '#fff', bgcolor: 'rgba(20,226,197,.18)' } }}
          >
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
