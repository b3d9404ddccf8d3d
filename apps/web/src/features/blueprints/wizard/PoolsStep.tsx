import type { Json } from '@cloudwright/engine';
import Add from '@mui/icons-material/Add';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { fieldOf, type Pool } from './draft.ts';
import { ParameterField } from './ParameterField.tsx';
import { valueOf } from './values.ts';
import type { FormField } from '@cloudwright/engine';
import type { StepProps } from './step.ts';

/** The members of a pool: from the template's type, else from the shape of the pools that are there. */
function membersOf(field: FormField | undefined, pools: Pool[]): FormField[] {
  if (field?.item?.fields?.length) return field.item.fields;
  // The template's own sample first: a number that is being typed over is a text for the moment.
  const sample = (Array.isArray(field?.default) ? (field.default[0] as Pool | undefined) : undefined) ?? pools[0] ?? { name: '', vmSize: '', count: 1 };
  return Object.entries(sample).map(([name, value], order) => ({
    name, label: labelOf(name), type: typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string',
    kind: /size/i.test(name) && typeof value === 'string' ? 'vmSize' : typeof value === 'number' ? 'number' : 'text',
    required: true, secret: false, nullable: false, group: 'pool', order, ...(typeof value === 'number' ? { min: 0 } : {}),
  }));
}

const labelOf = (name: string) => (/^vmSize$/i.test(name) ? 'Size' : name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase()));

/** Groups of equal machines: each with its name, size and count. */
export function PoolsStep({ draft, model, change, errorOf, touch }: StepProps) {
  const { blueprint } = model;
  const members = membersOf(fieldOf(model, blueprint.bindings.pools), draft.pools);
  const most = blueprint.pools.max || 50;
  const set = (index: number, member: string, value: Json) => change({ pools: draft.pools.map((pool, at) => (at === index ? { ...pool, [member]: value } : pool)) });
  const add = (from?: Pool) => {
    const fresh = Object.fromEntries(members.map(({ name, type, default: initial }) => [name, initial ?? (type === 'int' ? 1 : type === 'bool' ? false : '')]));
    change({ pools: [...draft.pools, { ...fresh, ...from, ...('name' in fresh ? { name: `pool-${draft.pools.length + 1}` } : {}) }] });
  };
  return (
    <>
      {errorOf('pools') ? <Alert severity="error" sx={{ mb: 3 }}>{errorOf('pools')}</Alert> : null}
      {draft.pools.map((pool, index) => (
        <Card key={index} component="section" aria-label={`Pool ${index + 1}`} sx={{ p: 5, mb: 3 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', mb: 3 }}>
            <Typography variant="h2" sx={{ flex: 1 }}>
              Pool {String(pool['name'] ?? index + 1)}
            </Typography>
            <IconButton size="small" aria-label={`Copy pool ${index + 1}`} onClick={() => add(pool)} disabled={draft.pools.length >= most}>
              <ContentCopyOutlined sx={{ fontSize: 16 }} />
            </IconButton>
            <IconButton size="small" aria-label={`Remove pool ${index + 1}`} onClick={() => change({ pools: draft.pools.filter((_, at) => at !== index) })}>
              <DeleteOutlined sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
            {members.map((field) => (
              <ParameterField
                key={field.name}
                field={field}
                value={typeof pool[field.name] === 'boolean' ? (pool[field.name] as boolean) : String(pool[field.name] ?? '')}
                error={errorOf(`pools.${index}.${field.name}`)}
                place={draft}
                onChange={(value) => set(index, field.name, field.type === 'int' && !/^\d+$/.test(String(value)) ? String(value) : (valueOf(field, value) ?? ''))}
                onBlur={() => touch(`pools.${index}.${field.name}`)}
              />
            ))}
          </Box>
        </Card>
      ))}
      <Button variant="outlined" startIcon={<Add sx={{ fontSize: 16 }} />} onClick={() => add()} disabled={draft.pools.length >= most}>
        Add pool
      </Button>
    </>
  );
}
