import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';
import { hasUnsavedWork } from '../shared/form/unsaved.ts';
import { switchDirectory } from '../shared/session/session.ts';

/** Asks before leaving for another directory, and says so while the browser is on its way. */
export function SwitchDirectoryDialog({ target, onClose }: { target: { tenantId: string; displayName: string }; onClose(): void }) {
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void switchDirectory(target.tenantId);
  };
  return (
    <Dialog open onClose={() => !isLeaving && onClose()} aria-labelledby="switch-directory">
      <DialogTitle id="switch-directory">Switch to {target.displayName}?</DialogTitle>
      <DialogContent sx={{ fontSize: 13 }}>
        {isLeaving ? (
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
            <CircularProgress size={18} aria-hidden /> Redirecting to {target.displayName}...
          </Box>
        ) : (
          <>
            You sign in to that directory and come back to this page.
            {hasUnsavedWork() ? <Box sx={{ color: 'warning.main', mt: 2 }}>What you have typed on this page and not saved will be lost.</Box> : null}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} disabled={isLeaving}>
          Cancel
        </Button>
        <Button variant="contained" onClick={leave} disabled={isLeaving}>
          Switch
        </Button>
      </DialogActions>
    </Dialog>
  );
}
