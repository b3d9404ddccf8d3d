import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useId, type ReactNode } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export interface FieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  /** What is expected, shown while nothing is wrong. */
  help?: ReactNode;
  required?: boolean;
  disabled?: boolean;
}

/** Label above, message below: the frame of every field. */
export function FieldFrame({ id, label, help, error, required, children }: { id: string; label: string; help?: ReactNode; error?: string | undefined; required?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <InputLabel id={`${id}-label`} htmlFor={id} required={required ?? false} sx={{ fontSize: 13, fontWeight: 600, lineHeight: '20px', color: 'text.primary', mb: 1, whiteSpace: 'normal' }}>
        {label}
      </InputLabel>
      {children}
      {error ? (
        <FormHelperText id={`${id}-help`} error role="alert" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
          <ErrorOutlineOutlined sx={{ fontSize: 15 }} />
          {error}
        </FormHelperText>
      ) : help ? (
        <FormHelperText id={`${id}-help`}>{help}</FormHelperText>
      ) : null}
    </Box>
  );
}

function useField<T extends FieldValues>({ control, name }: FieldProps<T>) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  return { id, field, error: fieldState.error?.message ?? (fieldState.error ? 'Not valid' : undefined) };
}

interface TextProps<T extends FieldValues> extends FieldProps<T> {
  type?: 'text' | 'email' | 'number' | 'date' | 'password';
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  isMono?: boolean;
  end?: ReactNode;
}

export function TextInput<T extends FieldValues>(props: TextProps<T>) {
  const { id, field, error } = useField(props);
  const { type = 'text', rows, placeholder, autoFocus, isMono, end, disabled } = props;
  return (
    <FieldFrame id={id} label={props.label} help={props.help} error={error} required={props.required ?? false}>
      <OutlinedInput
        id={id}
        fullWidth
        type={type}
        value={field.value ?? ''}
        onChange={(event) => field.onChange(type === 'number' && event.target.value !== '' ? Number(event.target.value) : event.target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        name={field.name}
        error={error !== undefined}
        disabled={disabled ?? false}
        autoFocus={autoFocus ?? false}
        autoComplete="off"
        endAdornment={end}
        {...(placeholder ? { placeholder } : {})}
        {...(rows ? { multiline: true, minRows: rows } : {})}
        inputProps={{ 'aria-describedby': `${id}-help`, 'aria-required': props.required }}
        sx={isMono ? { fontFamily: 'JetBrains Mono Variable, monospace', fontSize: 12 } : {}}
      />
    </FieldFrame>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
  /** Shown beside the label, e.g. why it can't be chosen. */
  note?: string;
}

export function SelectInput<T extends FieldValues>(props: FieldProps<T> & { options: Option[]; loading?: boolean }) {
  const { id, field, error } = useField(props);
  return (
    <FieldFrame id={id} label={props.label} help={props.loading ? 'Loading...' : props.help} error={error} required={props.required ?? false}>
      <Select
        id={id}
        fullWidth
        displayEmpty
        value={props.options.some(({ value }) => value === (field.value ?? '')) ? (field.value ?? '') : ''}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        name={field.name}
        error={error !== undefined}
        disabled={props.disabled ?? false}
        SelectDisplayProps={{ 'aria-label': props.label, 'aria-describedby': `${id}-help` }}
        renderValue={(value) => props.options.find((option) => option.value === value)?.label ?? <Box component="span" sx={{ color: 'hint' }}>Choose</Box>}
      >
        {props.options.map(({ value, label, disabled, note }) => (
          <MenuItem key={value} value={value} disabled={disabled ?? false} sx={{ gap: 3, justifyContent: 'space-between' }}>
            {label}
            {note ? <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>{note}</Box> : null}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  );
}

/** A choice with search; for long lists. */
export function ComboInput<T extends FieldValues>(props: FieldProps<T> & { options: Option[]; loading?: boolean; onType?: (text: string) => void }) {
  const { id, field, error } = useField(props);
  const chosen = props.options.find(({ value }) => value === field.value) ?? null;
  return (
    <FieldFrame id={id} label={props.label} help={props.help} error={error} required={props.required ?? false}>
      <Autocomplete
        id={id}
        options={props.options}
        value={chosen}
        loading={props.loading ?? false}
        disabled={props.disabled ?? false}
        getOptionDisabled={({ disabled }) => disabled ?? false}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        onChange={(_, option) => field.onChange(option?.value ?? '')}
        onInputChange={(_, text, reason) => reason === 'input' && props.onType?.(text)}
        onBlur={field.onBlur}
        renderOption={({ key, ...rest }, { label, note }) => (
          <li key={key} {...rest} style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
            {label}
            {note ? <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>{note}</Box> : null}
          </li>
        )}
        renderInput={(input) => <TextField {...input} inputRef={field.ref} error={error !== undefined} placeholder="Choose" />}
      />
    </FieldFrame>
  );
}

/** Free words (or chosen ones) as chips. */
export function ChipsInput<T extends FieldValues>(props: FieldProps<T> & { options?: string[]; placeholder?: string }) {
  const { id, field, error } = useField(props);
  return (
    <FieldFrame id={id} label={props.label} help={props.help} error={error} required={props.required ?? false}>
      <Autocomplete
        id={id}
        multiple
        freeSolo
        options={props.options ?? []}
        value={(field.value as string[] | undefined) ?? []}
        onChange={(_, values) => field.onChange(values.map((value) => value.trim()).filter(Boolean))}
        onBlur={field.onBlur}
        disabled={props.disabled ?? false}
        renderInput={(input) => <TextField {...input} error={error !== undefined} placeholder={props.placeholder ?? 'Type and press Enter'} />}
      />
    </FieldFrame>
  );
}

export function SwitchInput<T extends FieldValues>(props: FieldProps<T>) {
  const { id, field } = useField(props);
  return (
    <Box>
      <FormControlLabel
        label={props.label}
        control={<Switch id={id} size="small" checked={Boolean(field.value)} onChange={(_, isOn) => field.onChange(isOn)} onBlur={field.onBlur} disabled={props.disabled ?? false} />}
      />
      {props.help ? <FormHelperText>{props.help}</FormHelperText> : null}
    </Box>
  );
}

export function RadioInput<T extends FieldValues>(props: FieldProps<T> & { options: Option[] }) {
  const { id, field, error } = useField(props);
  return (
    <FieldFrame id={id} label={props.label} help={props.help} error={error}>
      <RadioGroup row aria-label={props.label} value={field.value ?? ''} onChange={(_, value) => field.onChange(value)} onBlur={field.onBlur}>
        {props.options.map(({ value, label, disabled }) => (
          <FormControlLabel key={value} value={value} label={label} disabled={disabled ?? props.disabled ?? false} control={<Radio />} />
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}
