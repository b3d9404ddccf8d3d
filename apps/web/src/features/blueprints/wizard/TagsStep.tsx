import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Tag } from './draft.ts';
import type { StepProps } from './step.ts';

const MOST = 50;

/** Names and values put on every resource of the deployment. */
export function TagsStep({ draft, change, errorOf, touch }: StepProps) {
  const set = (index: number, part: Partial<Tag>) => change({ tags: draft.tags.map((tag, at) => (at === index ? { ...tag, ...part } : tag)) });
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        Tags make costs and owners findable later, for instance costCenter or project.
      </Typography>
      {errorOf('tags') ? <Alert severity="error" sx={{ mb: 3 }}>{errorOf('tags')}</Alert> : null}
      {draft.tags.map((tag, index) => (
        <Box key={index} sx={{ display: 'flex', gap: 2, mb: 2, alignItems: 'flex-start' }}>
          <TextField value={tag.name} onChange={(event) => set(index, { name: event.target.value })} onBlur={() => touch(`tags.${index}.name`)} error={errorOf(`tags.${index}.name`) !== undefined} helperText={errorOf(`tags.${index}.name`)} placeholder="Name" slotProps={{ htmlInput: { 'aria-label': `Name of tag ${index + 1}`, maxLength: 512 } }} sx={{ flex: 1 }} />
          <TextField value={tag.value} onChange={(event) => set(index, { value: event.target.value })} placeholder="Value" slotProps={{ htmlInput: { 'aria-label': `Value of tag ${index + 1}`, maxLength: 256 } }} sx={{ flex: 1 }} />
          <IconButton aria-label={`Remove tag ${index + 1}`} onClick={() => change({ tags: draft.tags.filter((_, at) => at !== index) })}>
            <DeleteOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        </Box>
      ))}
      <Button variant="outlined" startIcon={<Add sx={{ fontSize: 16 }} />} onClick={() => change({ tags: [...draft.tags, { name: '', value: '' }] })} disabled={draft.tags.length >= MOST}>
        Add tag
      </Button>
    </>
  );
}
