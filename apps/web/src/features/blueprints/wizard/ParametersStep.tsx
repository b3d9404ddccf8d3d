import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { draftOfField, parameterFields, fieldsOfStep } from './draft.ts';
import { keepsSecret } from './earlier.ts';
import { ParameterField } from './ParameterField.tsx';
import type { StepProps } from './step.ts';
import type { FormField } from '@cloudwright/engine';

const isWide = (field: FormField) => field.type === 'object' || field.type === 'array' || field.kind === 'sshKey';

/** Fields of the form, two abreast. A secret that is kept from an earlier attempt need not be given again. */
export function FieldGrid({ fields, draft, model, change, errorOf, touch }: StepProps & { fields: FormField[] }) {
  return (
    <Box sx={{ display: 'grid', columnGap: 5, rowGap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
      {fields.map((field) => (
        <Box key={field.name} sx={isWide(field) ? { gridColumn: '1 / -1' } : {}}>
          <ParameterField
            field={keepsSecret(model, draft, field.name) ? { ...field, required: false, help: 'Kept from the last attempt. Enter one only to change it.' } : field}
            value={draftOfField(draft, model, field)}
            error={errorOf(`parameters.${field.name}`)}
            place={draft}
            onChange={(value) => change({ parameters: { ...draft.parameters, [field.name]: value } })}
            onBlur={() => touch(`parameters.${field.name}`)}
          />
        </Box>
      ))}
    </Box>
  );
}

/** The template's own parameters, in the groups of its form. */
export function ParametersStep(props: StepProps) {
  const { model } = props;
  const fields = parameterFields(model);
  const groups = [...model.form.groups].sort((a, b) => a.order - b.order).filter(({ name }) => fields.some((field) => field.group === name));
  return (
    <>
      {groups.map(({ name, label }) => (
        <Box key={name} sx={{ '&:not(:first-of-type)': { mt: 6 } }}>
          {groups.length > 1 ? (
            <Typography variant="h2" sx={{ mb: 3 }}>
              {label}
            </Typography>
          ) : null}
          <FieldGrid {...props} fields={fields.filter((field) => field.group === name)} />
        </Box>
      ))}
    </>
  );
}

export const ImageStep = (props: StepProps) => <FieldGrid {...props} fields={fieldsOfStep(props.model, 'image', props.draft.administratorMode)} />;
