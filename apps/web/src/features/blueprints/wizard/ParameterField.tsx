import type { FormField } from '@cloudwright/engine';
import { generatePassword } from '@cloudwright/contract/password';
import AutoFixHighOutlined from '@mui/icons-material/AutoFixHighOutlined';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useId, useState } from 'react';
import { CopyButton } from '../../../shared/entities/facts.tsx';
import { FieldFrame } from '../../../shared/form/fields.tsx';
import { MONO } from '../../../shared/ui/theme.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { ParameterFieldProps } from './field.ts';
import { isListField } from './values.ts';

/** One parameter of the template: the control follows from what the engine knows about it. */
export function ParameterField(props: ParameterFieldProps) {
  const { field, value, error, onChange, onBlur } = props;
  const id = useId();
  const help = field.help ?? hintOf(field);
  const shared = { id, label: field.label, required: field.required, error, help };
  const described = { id, 'aria-describedby': `${id}-help`, 'aria-invalid': error !== undefined };

  if (field.type === 'bool')
    return (
      <FieldFrame {...shared} required={false}>
        <Switch checked={value === true} onChange={(event) => onChange(event.target.checked)} slotProps={{ input: { ...described, role: 'switch' } }} size="small" />
      </FieldFrame>
    );
  if (field.allowed && field.kind !== 'vmSize' && field.type !== 'array' && field.type !== 'object')
    return (
      <FieldFrame {...shared}>
        <TextField select fullWidth value={value} error={error !== undefined} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} slotProps={{ select: { inputProps: described, SelectDisplayProps: { 'aria-labelledby': `${id}-label` } } }}>
          {field.required ? null : <MenuItem value="">Template's default</MenuItem>}
          {field.allowed.map((choice) => (
            <MenuItem key={String(choice.value)} value={String(choice.value)}>
              {choice.label}
            </MenuItem>
          ))}
        </TextField>
      </FieldFrame>
    );
  if (field.kind === 'vmSize' || field.kind === 'location' || (field.kind === 'resourceId' && /virtualNetworks/i.test(field.resourceType ?? '')))
    return (
      <FieldFrame {...shared}>
        <ChoiceField {...props} described={described} />
      </FieldFrame>
    );
  if (isListField(field))
    return (
      <FieldFrame {...shared} help={help ?? 'Press Enter after each entry.'}>
        <Autocomplete
          multiple
          freeSolo
          options={[]}
          id={id}
          value={Array.isArray(value) ? value : []}
          onChange={(_, entries) => onChange(entries)}
          onBlur={onBlur}
          renderInput={(parameters) => <TextField {...parameters} error={error !== undefined} slotProps={{ ...parameters.slotProps, htmlInput: { ...parameters.slotProps.htmlInput, 'aria-describedby': `${id}-help` } }} />}
        />
      </FieldFrame>
    );
  if (field.secret) return <SecretField {...props} shared={shared} described={described} />;

  const isJson = field.type === 'object' || field.type === 'array';
  return (
    <FieldFrame {...shared}>
      <TextField
        fullWidth
        value={value}
        error={error !== undefined}
        multiline={isJson || field.kind === 'sshKey'}
        {...(isJson || field.kind === 'sshKey' ? { minRows: 3, maxRows: 14 } : {})}
        placeholder={field.defaultIsExpression ? `Computed: ${String(field.default)}` : ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        slotProps={{
          htmlInput: { ...described, ...(field.type === 'int' ? { inputMode: 'numeric' } : {}), spellCheck: !isJson },
          input: isJson || field.kind === 'sshKey' ? { sx: { fontFamily: MONO, fontSize: 12 } } : {},
        }}
      />
    </FieldFrame>
  );
}

/** A secret is typed or generated, can be looked at while it is typed, and is never shown again. */
function SecretField({ field, value, error, onChange, onBlur, shared, described }: ParameterFieldProps & { shared: Omit<Parameters<typeof FieldFrame>[0], 'children'>; described: { id: string } }) {
  const [isVisible, setVisible] = useState(false);
  const isKey = field.kind === 'sshKey';
  const generate = () => {
    onChange(generatePassword(Math.max(field.minLength ?? 0, 12)));
    setVisible(true);
  };
  return (
    <FieldFrame {...shared}>
      <TextField
        fullWidth
        value={value}
        error={error !== undefined}
        type={isVisible || isKey ? 'text' : 'password'}
        multiline={isKey}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        autoComplete="new-password"
        slotProps={{
          htmlInput: { ...described, spellCheck: false },
          input: {
            sx: { fontFamily: MONO, fontSize: 12 },
            endAdornment: isKey ? null : (
              <InputAdornment position="end">
                {isVisible && value ? <CopyButton text={String(value)} label="Copy password" /> : null}
                <Tooltip title="Generate">
                  <IconButton size="small" onClick={generate} aria-label={`Generate ${field.label}`}>
                    <AutoFixHighOutlined sx={{ fontSize: 16 }} />
                  </IconButton>
                </Tooltip>
                <IconButton size="small" onClick={() => setVisible(!isVisible)} aria-label={isVisible ? 'Hide' : 'Show'} aria-pressed={isVisible}>
                  {isVisible ? <VisibilityOffOutlined sx={{ fontSize: 16 }} /> : <VisibilityOutlined sx={{ fontSize: 16 }} />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
    </FieldFrame>
  );
}

/** What the limits say in words, where the template's author wrote no help. */
function hintOf({ min, max, minLength, maxLength, type }: FormField): string | undefined {
  if (min !== undefined && max !== undefined) return `From ${min} to ${max}.`;
  if (type === 'string' && minLength !== undefined && maxLength !== undefined) return `${minLength} to ${maxLength} characters.`;
  return undefined;
}
