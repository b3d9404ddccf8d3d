import { regionName } from '@cloudwright/contract/enums';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { countOf } from '../../../shared/entities/format.ts';
import { Mono } from '../../../shared/entities/facts.tsx';
import { Facts } from '../../../shared/page/SidePanel.tsx';
import { useSubscriptions } from '../../../shared/entities/subscriptions.ts';
import { kindName } from '../../../shared/entities/kind-name.ts';
import { fieldOf, parametersOf, tagsOf } from './draft.ts';
import { keepsSecret } from './earlier.ts';
import { useExpansion } from './use-expansion.ts';
import type { StepProps } from './step.ts';

/** Everything that was chosen, and every resource that the deployment will create: evaluated here, before it runs. */
export function SummaryStep({ draft, model, goTo }: StepProps) {
  const expansion = useExpansion(draft, model);
  const { data: subscriptions } = useSubscriptions();
  const subscription = subscriptions?.result.find(({ sid }) => sid === draft.subscriptionId)?.displayName ?? draft.subscriptionId;
  const errors = expansion.data?.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
  const { bindings } = model.blueprint;
  // What will be sent, not what stands in the fields: some steps fill parameters by themselves.
  const values = parametersOf(draft, model);
  const isKept = (name: string) => values[name] === undefined && keepsSecret(model, draft, name);
  const shown = model.form.fields.filter(({ name }) => (values[name] !== undefined || isKept(name)) && name !== bindings.pools && name !== bindings.tags && name !== bindings.region);
  const tags = Object.entries(tagsOf(draft.tags));
  return (
    <>
      {errors.map((diagnostic) => (
        <Alert key={`${diagnostic.code}${diagnostic.pointer}`} severity="error" sx={{ mb: 2 }} action={parameterOf(diagnostic.pointer, diagnostic.message, model.form.fields) ? <Button size="small" variant="text" onClick={() => goTo('parameters')}>Change</Button> : null}>
          <AlertTitle sx={{ fontSize: 13 }}>This would fail</AlertTitle>
          {diagnostic.message} <Mono>{diagnostic.code}</Mono>
        </Alert>
      ))}
      <Typography variant="h2" sx={{ mb: 2 }}>
        {expansion.data ? `Creates ${countOf(expansion.data.resources.length, 'resource')}` : 'Resources'}
      </Typography>
      {expansion.isPending ? (
        <Box aria-busy="true">
          <Skeleton height={32} />
          <Skeleton height={32} />
          <Skeleton height={32} width="70%" />
        </Box>
      ) : expansion.error ? (
        <Alert severity="warning">{expansion.error.message}</Alert>
      ) : (
        <TableContainer tabIndex={0} sx={{ maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Table size="small" stickyHeader aria-label="Resources that will be created">
            <TableHead>
              <TableRow>
                <TableCell>Name</TableCell>
                <TableCell>Type</TableCell>
                <TableCell>Region</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {expansion.data.resources.map((resource) => (
                <TableRow key={resource.id}>
                  <TableCell><Mono>{String(resource.name)}</Mono></TableCell>
                  <TableCell title={resource.type}>{kindName(resource.type)}</TableCell>
                  <TableCell>{typeof resource.location === 'string' ? regionName(resource.location) : '–'}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      <Typography variant="h2" sx={{ mt: 6, mb: 1 }}>
        Inputs
      </Typography>
      <Facts
        rows={[
          ['Deployment', draft.name],
          ['Subscription', subscription],
          ...(model.blueprint.scope === 'RESOURCE_GROUP' ? ([['Resource group', draft.resourceGroup]] as [string, string][]) : []),
          ['Region', regionName(draft.region)],
          ...shown.map(({ name, label, secret }): [string, string] => [label, isKept(name) ? 'Kept from the last attempt' : secret ? '••••••••' : textOf(values[name])]),
          ...(fieldOf(model, bindings.pools) ? draft.pools.map((pool): [string, string] => [`Pool ${String(pool['name'] ?? '')}`, Object.entries(pool).filter(([member]) => member !== 'name').map(([member, value]) => `${member} ${String(value)}`).join(', ')]) : []),
          ['Tags', tags.length === 0 ? 'None' : <Box key="tags" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>{tags.map(([name, value]) => <Chip key={name} size="small" label={value ? `${name}: ${value}` : name} />)}</Box>],
        ]}
      />
    </>
  );
}

const textOf = (value: unknown): string => (Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value));

/** A finding about a parameter can be mended in the wizard; one about the template can't. */
const parameterOf = (pointer: string, message: string, fields: { name: string }[]) =>
  fields.find(({ name }) => pointer.toLowerCase().startsWith(`/parameters/${name.toLowerCase()}`) || message.includes(`'${name}'`));
