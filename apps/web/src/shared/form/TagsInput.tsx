import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export interface TagRow {
  name: string;
  value: string;
}

const MAX_TAGS = 50;

/** Tags as the contract has them; rows without a name are left out. */
export const tagsOf = (rows: TagRow[]): Record<string, string> => Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value.trim()] as const).filter(([name]) => name !== ''));

/** Name and value pairs, at most 50. The field's value is a list of rows, so that half a tag is not lost. */
export function TagsInput<T extends FieldValues>({ control, name, label = 'Tags' }: { control: Control<T>; name: FieldPath<T>; label?: string }) {
  const { field, fieldState } = useController({ control, name });
  const rows = (field.value as TagRow[] | undefined) ?? [];
  const change = (index: number, part: Partial<TagRow>) => field.onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Box role="group" aria-label={label}>
      <Typography sx={{ fontSize: 13, fontWeight: 600, mb: 1 }}>{label}</Typography>
      {rows.map((row, index) => (
        // Rows have no identity of their own; they are only added at the end.
        <Box key={index} sx={{ display: 'flex', gap: 2, mb: 2 }}>
          <OutlinedInput fullWidth value={row.name} onChange={(event) => change(index, { name: event.target.value })} placeholder="Name" inputProps={{ 'aria-label': `Name of tag ${index + 1}` }} />
          <OutlinedInput fullWidth value={row.value} onChange={(event) => change(index, { value: event.target.value })} placeholder="Value" inputProps={{ 'aria-label': `Value of tag ${index + 1}` }} />
          <IconButton onClick={() => field.onChange(rows.filter((_, at) => at !== index))} aria-label={`Remove tag ${index + 1}`}>
            <DeleteOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      {fieldState.error ? (
        <Typography role="alert" variant="caption" color="error">
          {fieldState.error.message}
        </Typography>
      ) : null}
      <Button variant="outlined" startIcon={<Add />} disabled={rows.length >= MAX_TAGS} onClick={() => field.onChange([...rows, { name: '', value: '' }])}>
        Add tag
      </Button>
    </Box>
  );
}
