import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { messageOf } from '../api/http.ts';

export interface ConfirmProps {
  title: string;
  children?: ReactNode;
  /** The word that has to be typed before the button works. */
  typed?: string | undefined;
  confirm: string;
  isDestructive?: boolean;
  pending: boolean;
  error: Error | null;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something happens that is hard to take back; stays open with the message when it fails. */
export function ConfirmDialogBody({ title, children, typed, confirm, isDestructive = false, pending, error, onConfirm, onClose }: ConfirmProps) {
  const id = useId();
  const [text, setText] = useState('');
  const isReady = (typed === undefined || text === typed) && !pending;
  return (
    <Dialog open onClose={() => !pending && onClose()} aria-labelledby={id} fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ fontSize: 13, display: 'flex', flexDirection: 'column', gap: 3 }}>
          {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
          {children ? <Typography component="div" variant="body2" color="textSecondary">{children}</Typography> : null}
          {typed === undefined ? null : (
            <label htmlFor={`${id}-typed`}>
              Type <b>{typed}</b> to confirm
              <OutlinedInput id={`${id}-typed`} value={text} onChange={(event) => setText(event.target.value)} fullWidth autoFocus autoComplete="off" sx={{ mt: 1 }} />
            </label>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color={isDestructive ? 'error' : 'primary'} disabled={!isReady} loading={pending}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
