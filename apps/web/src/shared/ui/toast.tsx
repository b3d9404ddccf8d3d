import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { messageOf } from '../api/http.ts';

interface Toast {
  message: string;
  severity: 'success' | 'error' | 'info';
  key: number;
}

let show: ((toast: Toast) => void) | undefined;
let count = 0;

/** A short note about something that has just happened; errors of row actions end here. */
export function toast(message: string, severity: Toast['severity'] = 'success'): void {
  count += 1;
  show?.({ message, severity, key: count });
}

export const toastError = (error: unknown): void => toast(messageOf(error), 'error');

/** Mounted once by the portal. */
export function Toasts() {
  const [current, setCurrent] = useState<Toast | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    show = (next) => {
      setCurrent(next);
      setOpen(true);
    };
    return () => {
      show = undefined;
    };
  }, []);
  return (
    <Snackbar
      key={current?.key}
      open={isOpen}
      autoHideDuration={current?.severity === 'error' ? 10_000 : 5000}
      onClose={(_, reason) => reason !== 'clickaway' && setOpen(false)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    >
      <Alert severity={current?.severity ?? 'info'} variant="standard" onClose={() => setOpen(false)} sx={{ border: 1, borderColor: 'divider', boxShadow: 6, maxWidth: 480 }}>
        {current?.message}
      </Alert>
    </Snackbar>
  );
}
