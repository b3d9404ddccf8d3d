import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { q } from '../shared/api/api.ts';
import { ApiError } from '../shared/api/http.ts';
import { checkTokens } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { lazyPart } from '../shared/ui/lazy-part.tsx';

const SwitchDirectoryDialog = lazyPart(() => import('./SwitchDirectoryDialog.tsx'), 'SwitchDirectoryDialog');

const saysUnauthorized = (error: unknown) => (error instanceof ApiError && error.status === 401) || (error instanceof Error && error.message.includes('401'));

/** The directories of this person; choosing another one signs in there and comes back to the same address. */
export function DirectorySwitcher() {
  const tenantId = useRoot((root) => root.auth.tenantId) ?? '';
  const { data, error, isPending } = useQuery({ ...q('directoryFetch'), staleTime: 300_000, retry: false });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [target, setTarget] = useState<{ tenantId: string; displayName: string } | null>(null);
  // A 401 asks for new tokens with the current address; any other failure only ends the loading.
  useEffect(() => {
    if (saysUnauthorized(error)) void checkTokens();
  }, [error]);

  const directories = [...(data?.value ?? [])].sort((a, b) => a.displayName.localeCompare(b.displayName));
  if (!directories.some((each) => each.tenantId === tenantId)) directories.unshift({ tenantId, displayName: 'This directory' });
  const shown = isPending ? 'Loading...' : (directories.find((each) => each.tenantId === tenantId)?.displayName ?? 'This directory');
  // A select of the component library would bring every kind of text field into the shell.
  return (
    <>
      <ButtonBase
        role="combobox"
        aria-label="Directory"
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls="directories"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ height: 34, px: 3, gap: 2, border: 1, borderColor: 'divider', borderRadius: '6px', minWidth: 0, maxWidth: { xs: 190, sm: 220 }, ml: { xs: 0, sm: 2 }, '&:hover': { borderColor: 'hint' } }}
      >
        <Typography component="span" noWrap sx={{ fontSize: 13, fontWeight: 500 }}>
          {shown}
        </Typography>
        <UnfoldMore sx={{ fontSize: 18, color: 'text.secondary' }} />
      </ButtonBase>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { id: 'directories', role: 'listbox', 'aria-label': 'Directory' }, paper: { sx: { minWidth: 200 } } }}>
        {isPending ? (
          <MenuItem role="option" aria-selected sx={{ gap: 2 }}>
            Loading...
            <Box component="span" role="status" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
              <CircularProgress size={14} aria-hidden /> Fetching....
            </Box>
          </MenuItem>
        ) : (
          directories.map((each) => (
            <MenuItem
              key={each.tenantId}
              role="option"
              aria-selected={each.tenantId === tenantId}
              selected={each.tenantId === tenantId}
              onClick={() => {
                setAnchor(null);
                if (each.tenantId !== tenantId) setTarget(each);
              }}
            >
              {each.displayName}
            </MenuItem>
          ))
        )}
      </Menu>
      {target ? <SwitchDirectoryDialog target={target} onClose={() => setTarget(null)} /> : null}
    </>
  );
}
