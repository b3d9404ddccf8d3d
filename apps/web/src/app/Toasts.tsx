import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useState } from 'react';
import { onToast, type Toast } from '../shared/ui/toast.ts';

/** The corner where toasts appear. Errors stay longer. */
export function Toasts() {
  const [current, setCurrent] = useState<Toast | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      onToast((next) => {
        setCurrent(next);
        setOpen(true);
      }),
    [],
  );
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
