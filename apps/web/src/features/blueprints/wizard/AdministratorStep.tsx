import { generatePassword } from '@cloudwright/contract/password';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { CopyButton } from '../../../shared/entities/facts.tsx';
import { MONO } from '../../../shared/ui/theme.ts';
import { fieldsOfStep, type AdministratorMode } from './draft.ts';
import { FieldGrid } from './ParametersStep.tsx';
import type { StepProps } from './step.ts';

const labels: Record<AdministratorMode, { label: string; help: string }> = {
  GENERATED: { label: 'Generated password', help: 'Made in your browser; shown here only, once.' },
  PASSWORD: { label: 'Own password', help: '' },
  SSH_KEY: { label: 'SSH key', help: 'Paste the public key; the private one stays with you.' },
};

/** Who signs in to the machines, and with what. */
export function AdministratorStep(props: StepProps) {
  const { draft, model, change } = props;
  const { administrator = {} } = model.blueprint.bindings;
  const modes: AdministratorMode[] = [...(administrator.password ? (['GENERATED', 'PASSWORD'] as const) : []), ...(administrator.sshKey ? (['SSH_KEY'] as const) : [])];
  const secretName = draft.administratorMode === 'SSH_KEY' ? administrator.sshKey : administrator.password;
  const secret = secretName ? String(draft.parameters[secretName] ?? '') : '';
  const fields = fieldsOfStep(model, 'administrator', draft.administratorMode).filter(
    ({ name }) => draft.administratorMode !== 'GENERATED' || name !== administrator.password,
  );
  const choose = (mode: AdministratorMode) => {
    const name = mode === 'SSH_KEY' ? administrator.sshKey : administrator.password;
    // A way of signing in that is left behind takes its secret with it: a password is no key.
    change({ administratorMode: mode, ...(name ? { parameters: { ...draft.parameters, [name]: mode === 'GENERATED' ? generatePassword(16) : '' } } : {}) });
  };
  return (
    <>
      <Typography id="administrator-mode" sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>
        How the administrator signs in
      </Typography>
      <RadioGroup row aria-labelledby="administrator-mode" value={draft.administratorMode} onChange={(_, mode) => choose(mode as AdministratorMode)} sx={{ mb: 3 }}>
        {modes.map((mode) => (
          <FormControlLabel key={mode} value={mode} control={<Radio />} label={labels[mode].label} />
        ))}
      </RadioGroup>
      <FieldGrid {...props} fields={fields.map((field) => (field.name === administrator.sshKey && draft.administratorMode === 'SSH_KEY' ? { ...field, kind: 'sshKey', label: 'SSH public key', required: true } : { ...field, label: field.name === administrator.password ? 'Password' : field.label }))} />
      {draft.administratorMode === 'GENERATED' ? (
        secret ? (
          <Alert severity="info" sx={{ mt: 3 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
              Password: <Box component="span" sx={{ fontFamily: MONO }}>{secret}</Box>
              <CopyButton text={secret} label="Copy password" />
            </Box>
            Keep it now: it is not shown again.
          </Alert>
        ) : (
          <Alert severity="warning" sx={{ mt: 3 }} action={<Box component="button" type="button" onClick={() => choose('GENERATED')} sx={{ all: 'unset', cursor: 'pointer', fontWeight: 600, px: 2 }}>Generate</Box>}>
            No password has been generated yet.
          </Alert>
        )
      ) : (
        <Typography variant="caption" color="textSecondary">
          {labels[draft.administratorMode].help}
        </Typography>
      )}
    </>
  );
}
