import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { q } from '../shared/api/api.ts';
import { ApiError } from '../shared/api/http.ts';
import { checkTokens, switchDirectory } from '../shared/session/session.ts';
import { useRoot } from '../shared/session/store.ts';
import { hasUnsavedWork } from '../shared/form/unsaved.ts';

const saysUnauthorized = (error: unknown) => (error instanceof ApiError && error.status === 401) || (error instanceof Error && error.message.includes('401'));

/** The directories of this person; choosing another one signs in there and comes back to the same address. */
export function DirectorySwitcher() {
  const tenantId = useRoot((root) => root.auth.tenantId) ?? '';
  const { data, error, isPending } = useQuery({ ...q('directoryFetch'), staleTime: 300_000, retry: false });
  const [target, setTarget] = useState<{ tenantId: string; displayName: string } | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  // A 401 asks for new tokens with the current address; any other failure only ends the loading.
  useEffect(() => {
    if (saysUnauthorized(error)) void checkTokens();
  }, [error]);

  const directories = [...(data?.value ?? [])].sort((a, b) => a.displayName.localeCompare(b.displayName));
  if (!directories.some((each) => each.tenantId === tenantId)) directories.unshift({ tenantId, displayName: 'This directory' });
  const change = async () => {
    setLeaving(true);
    await switchDirectory(target!.tenantId);
  };
  return (
    <>
      <Select
        variant="outlined"
        value={tenantId}
        onChange={(event) => setTarget(directories.find((each) => each.tenantId === event.target.value) ?? null)}
        IconComponent={UnfoldMore}
        inputProps={{ 'aria-label': 'Directory' }}
        SelectDisplayProps={{ 'aria-label': 'Directory' }}
        renderValue={() => (isPending ? 'Loading...' : (directories.find((each) => each.tenantId === tenantId)?.displayName ?? 'This directory'))}
        sx={{ maxWidth: { xs: 150, sm: 220 }, fontWeight: 500, '& .MuiSelect-icon': { fontSize: 18 }, ml: { xs: 0, sm: 2 } }}
      >
        {isPending ? (
          <MenuItem value={tenantId} sx={{ gap: 2 }}>
            Loading...
            <Box component="span" role="status" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
              <CircularProgress size={14} aria-hidden /> Fetching....
            </Box>
          </MenuItem>
        ) : (
          directories.map((each) => (
            <MenuItem key={each.tenantId} value={each.tenantId}>
              {each.displayName}
            </MenuItem>
          ))
        )}
      </Select>
      <Dialog open={target !== null} onClose={() => !isLeaving && setTarget(null)} aria-labelledby="switch-directory">
        <DialogTitle id="switch-directory">Switch to {target?.displayName}?</DialogTitle>
        <DialogContent sx={{ fontSize: 13 }}>
          {isLeaving ? (
            <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
              <CircularProgress size={18} aria-hidden /> Redirecting to {target?.displayName}...
            </Box>
          ) : (
            <>
              You sign in to that directory and come back to this page.
              {hasUnsavedWork() ? <Box sx={{ color: 'warning.main', mt: 2 }}>What you have typed on this page and not saved will be lost.</Box> : null}
            </>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={() => setTarget(null)} disabled={isLeaving}>
            Cancel
          </Button>
          <Button variant="contained" onClick={() => void change()} disabled={isLeaving}>
            Switch
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
