import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { DeploymentDetail, Operation } from '@cloudwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { q } from '../../shared/api/api.ts';
import { Mono } from '../../shared/entities/facts.tsx';
import { formatDuration } from '../../shared/entities/format.ts';
import { kindName } from '../../shared/entities/kind-name.ts';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import type { StatusTone } from '../../shared/ui/tokens.ts';
import { ErrorTable, FailureCards } from './Failures.tsx';
import type { TabProps } from './tab.ts';

/** What happened so far: what went wrong and why, then each resource. */
export function ProgressTab({ deployment, refetchInterval }: TabProps) {
  const operations = useQuery({ ...q('deploymentOperations', { body: { id: deployment.id } }), refetchInterval });
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <State deployment={deployment} />
      <FailureCards deployment={deployment} />
      <QueryState query={operations}>{({ result }) => (result.length > 0 ? <Operations deployment={deployment} operations={result} /> : null)}</QueryState>
      <ErrorTable errors={deployment.errors} />
    </Box>
  );
}

/** The state in a sentence; failures speak for themselves below. */
function State({ deployment }: { deployment: DeploymentDetail }) {
  switch (deployment.status) {
    case 'QUEUED':
    case 'VALIDATING':
    case 'RUNNING':
    case 'DELETING':
      return (
        <Alert severity="info" icon={<CircularProgress size={18} aria-hidden />} role="status">
          {{ QUEUED: 'Waiting for its turn.', VALIDATING: 'The cloud checks the template.', RUNNING: 'The cloud is creating the resources. You can leave this page: it goes on, and the bell tells you when it is over.', DELETING: 'The resources are being removed, dependents first.' }[deployment.status]}
        </Alert>
      );
    case 'SUCCEEDED':
      return <Alert severity="success">Everything was created{deployment.finishedAt && deployment.startedAt ? ` in ${formatDuration(Date.parse(deployment.finishedAt) - Date.parse(deployment.startedAt))}` : ''}.</Alert>;
    case 'WARNING':
      return <Alert severity="warning">Created, but something needs a look.</Alert>;
    case 'CANCELED':
      return <Alert severity="warning">Canceled. What was created until then is still there.</Alert>;
    case 'NEEDS_SIGN_IN':
      return <Alert severity="warning">It was interrupted and the cloud sign-in has run out meanwhile. Retry to go on; nothing is made twice.</Alert>;
    case 'DELETED':
      return <Alert severity="info">Deleted.</Alert>;
    case 'FAILED':
      return deployment.errors.length === 0 ? <Alert severity="error">It failed, and the cloud gave no reason.</Alert> : null;
  }
}

const toneOf = (status: string): { label: string; tone: StatusTone } => {
  if (/succeeded/i.test(status)) return { label: 'Created', tone: 'success' };
  if (/failed/i.test(status)) return { label: 'Failed', tone: 'error' };
  if (/cancel/i.test(status)) return { label: 'Canceled', tone: 'neutral' };
  if (/not ?started|pending/i.test(status)) return { label: 'Not started', tone: 'neutral' };
  return { label: /delet/i.test(status) ? 'Deleting' : 'Creating', tone: 'running' };
};

function Operations({ deployment, operations }: { deployment: DeploymentDetail; operations: Operation[] }) {
  const done = operations.filter(({ status }) => /succeeded/i.test(status)).length;
  return (
    <Card component="section" aria-label="Progress">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, p: 4, flexWrap: 'wrap' }}>
        <Typography variant="h2">
          {done} of {operations.length} resources
        </Typography>
        <LinearProgress variant="determinate" value={(100 * done) / operations.length} aria-label="Resources created" sx={{ flex: 1, minWidth: 80, maxWidth: 320, height: 5, borderRadius: 3 }} />
        <Typography variant="body2" color="textSecondary"><Elapsed deployment={deployment} /></Typography>
      </Box>
      <SimpleTable
        isBare
        label="Resources of this deployment"
        head={['Resource', 'Type', 'Status', 'Time']}
        rows={operations.map((operation) => {
          const { label, tone } = toneOf(operation.status);
          return [
            <Mono key="n">{operation.resourceName ?? operation.operation}</Mono>,
            operation.resourceType ? kindName(operation.resourceType) : '–',
            <span key="s" title={operation.statusMessage ?? undefined}><StatusChip label={label} tone={tone} /></span>,
            operation.durationMs === null ? '–' : operation.durationMs < 1000 ? '< 1 s' : formatDuration(operation.durationMs),
          ];
        })}
      />
    </Card>
  );
}

/** How long it took, or has taken so far. */
function Elapsed({ deployment: { startedAt, finishedAt } }: { deployment: DeploymentDetail }) {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = startedAt !== null && finishedAt === null;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!startedAt) return null;
  return <>{formatDuration(Math.max(0, (finishedAt ? Date.parse(finishedAt) : now) - Date.parse(startedAt)))}</>;
}
