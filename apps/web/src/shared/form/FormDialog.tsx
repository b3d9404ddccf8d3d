import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError, messageOf } from '../api/http.ts';
import { useUnsavedWork } from './unsaved.ts';

interface FormProps<T extends FieldValues> {
  form: UseFormReturn<T>;
  onSubmit(values: T): void;
  /** The call is running. Required, so that no form forgets it. */
  pending: boolean;
  /** What the call answered. Field messages go to their fields, the rest on top. Required as well. */
  error: Error | null;
  /** Fields that the server calls otherwise than the form: its name to ours. */
  aliases?: Readonly<Record<string, string>>;
}

/** Puts the server's field messages at their fields and focuses the first; what fits no field is returned. */
function useServerErrors<T extends FieldValues>({ form, error, aliases = {} }: Pick<FormProps<T>, 'form' | 'error' | 'aliases'>): string | null {
  const fields = Object.fromEntries(Object.entries(error instanceof ApiError ? error.fields : {}).map(([field, message]) => [aliases[field] ?? field, message]));
  const names = Object.keys(form.getValues());
  const own = Object.entries(fields).filter(([field]) => names.includes(field.split('.')[0] ?? ''));
  const show = useEffectEvent(() => own.forEach(([field, message], index) => form.setError(field as FieldPath<T>, { message }, { shouldFocus: index === 0 })));
  // Only a new answer sets messages; typing clears them.
  useEffect(() => {
    if (error) show();
  }, [error]);
  if (!error) return null;
  const other = Object.entries(fields).filter(([field]) => !own.some(([name]) => name === field));
  if (own.length > 0 && other.length === 0) return null;
  return other.length > 0 ? other.map(([field, message]) => (field ? `${field}: ${message}` : message)).join(' ') : messageOf(error);
}

interface DialogProps<T extends FieldValues> extends FormProps<T> {
  title: string;
  /** Text of the button: a verb. */
  submit: string;
  onClose(): void;
  width?: 'xs' | 'sm' | 'md';
  children: ReactNode;
}

/** A form in a dialog. Wrong values are explained at the field; nothing typed is lost when the call fails. */
export function FormDialog<T extends FieldValues>({ title, submit, form, onSubmit, pending, error, aliases, onClose, width = 'sm', children }: DialogProps<T>) {
  const id = useId();
  const { isDirty } = form.formState;
  const [asksToLeave, setAsksToLeave] = useState(false);
  useUnsavedWork(isDirty);
  const message = useServerErrors({ form, error, ...(aliases ? { aliases } : {}) });
  const leave = () => (isDirty && !pending ? setAsksToLeave(true) : onClose());
  return (
    <Dialog open onClose={() => !pending && leave()} aria-labelledby={id} fullWidth maxWidth={width}>
      {/* A column that shrinks: the fields scroll, the buttons stay in view. */}
      <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)} style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Box sx={{ display: 'grid', gap: 4, pt: 2 }}>
            {message ? <Alert severity="error">{message}</Alert> : null}
            {children}
          </Box>
        </DialogContent>
        <DialogActions sx={{ borderTop: 1, borderColor: 'divider', pt: 4 }}>
          {asksToLeave ? (
            <>
              <Box sx={{ flex: 1, fontSize: 13, color: 'text.secondary', pl: 2 }}>Discard what you typed?</Box>
              <Button variant="outlined" onClick={() => setAsksToLeave(false)}>
                Keep editing
              </Button>
              <Button variant="contained" color="error" onClick={onClose}>
                Discard
              </Button>
            </>
          ) : (
            <>
              <Button variant="outlined" onClick={leave} disabled={pending}>
                Cancel
              </Button>
              <Button type="submit" variant="contained" loading={pending}>
                {submit}
              </Button>
            </>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A form that is part of a page; `children` bring their own layout, the button stands below. */
export function PageForm<T extends FieldValues>({ form, onSubmit, pending, error, submit, children }: FormProps<T> & { submit: string; children: ReactNode }) {
  const { isDirty } = form.formState;
  useUnsavedWork(isDirty);
  const message = useServerErrors({ form, error });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
      <Box sx={{ display: 'grid', gap: 4 }}>
        {message ? <Alert severity="error">{message}</Alert> : null}
        {children}
        <Box sx={{ display: 'flex', gap: 2 }}>
          <Button type="submit" variant="contained" loading={pending} disabled={!isDirty}>
            {submit}
          </Button>
          {isDirty && !pending ? (
            <Button variant="outlined" onClick={() => form.reset()}>
              Reset
            </Button>
          ) : null}
        </Box>
      </Box>
    </form>
  );
}
