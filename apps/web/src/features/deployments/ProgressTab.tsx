import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { DeploymentAttempt, DeploymentDetail, DeploymentPlan, Operation } from '@cloudwright/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { q } from '../../shared/api/api.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { countOf, formatDuration } from '../../shared/entities/format.ts';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { collapseAlike, widestWave } from '../../shared/ui/graph.ts';
import { ErrorTable, FailureCards } from './Failures.tsx';
import { orderOfWork, type WorkItem } from './order-of-work.ts';
import { OrderOfWork } from './OrderOfWork.tsx';
import type { TabProps } from './tab.ts';

const noPlan: DeploymentPlan = { resources: [], edges: [] };
const noOperations: Operation[] = [];

/** What happened so far: what went wrong and why, then each resource, beside the order in which they are made. */
export function ProgressTab({ deployment, refetchInterval }: TabProps) {
  const operations = useQuery({ ...q('deploymentOperations', { body: { id: deployment.id } }), refetchInterval });
  // The plan follows from the inputs: it stays the same for an attempt. Without it the operations still tell the story.
  const plan = useQuery({ ...q('deploymentPlan', { body: { id: deployment.id } }), queryKey: ['deploymentPlan', { body: { id: deployment.id }, attempt: deployment.attempt }], staleTime: Infinity });
  const { resources, edges } = plan.data ?? noPlan;
  const reported = operations.data?.result ?? noOperations;
  const items = useMemo(() => orderOfWork(plan.data ?? noPlan, reported, deployment), [plan.data, reported, deployment]);
  // Two boxes abreast have room beside the table, more need the page's width.
  const isNarrow = useMemo(() => widestWave(collapseAlike(items, edges).nodes) <= 2, [items, edges]);
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <State deployment={deployment} />
      <FailureCards deployment={deployment} />
      <QueryState query={operations}>
        {() =>
          items.length === 0 ? null : (
            <Box sx={{ display: 'grid', gap: 4, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: resources.length > 0 && isNarrow ? 'minmax(0, 1fr) minmax(0, 480px)' : 'minmax(0, 1fr)' } }}>
              <Progress deployment={deployment} items={items} />
              {resources.length > 0 ? <OrderOfWork items={items} edges={edges} /> : null}
            </Box>
          )
        }
      </QueryState>
      <ErrorTable errors={deployment.errors} />
      <EarlierAttempts attempts={deployment.attempts} />
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
      if (deployment.unanswered > 0)
        return (
          <Alert severity="warning" role="status">
            The cloud is busy or does not answer (asked {deployment.unanswered === 1 ? 'once' : `${deployment.unanswered} times`}). The portal goes on asking by itself; nothing is lost.
          </Alert>
        );
      return (
        <Alert severity="info" icon={<CircularProgress size={18} aria-hidden sx={{ my: '2px' }} />} role="status">
          {{ QUEUED: 'Waiting for its turn.', VALIDATING: 'The cloud checks the template.', RUNNING: 'The cloud is creating the resources. You can leave this page: it goes on, and the bell tells you when it is over.', DELETING: `The resources are being removed, dependents first${deployment.deletion ? `: ${deployment.deletion.gone} of ${deployment.deletion.total} are gone` : ''}.` }[deployment.status]}
        </Alert>
      );
    case 'SUCCEEDED':
      return <Alert severity="success">Everything was created{deployment.finishedAt && deployment.startedAt ? ` in ${formatDuration(Date.parse(deployment.finishedAt) - Date.parse(deployment.startedAt))}` : ''}.</Alert>;
    case 'WARNING':
      return <Alert severity="warning">Created, but something needs a look.</Alert>;
    case 'CANCELED':
      return <Alert severity="warning">Canceled. What was created until then is still there.</Alert>;
    case 'NEEDS_SIGN_IN':
      return <Alert severity="warning">It was interrupted and the cloud sign-in has run out meanwhile. Press Go on; nothing is made twice.</Alert>;
    case 'DELETED':
      return <Alert severity="info">Deleted.</Alert>;
    case 'FAILED':
      return deployment.errors.length === 0 ? <Alert severity="error">It failed, and the cloud gave no reason.</Alert> : null;
  }
}

function Progress({ deployment, items }: { deployment: DeploymentDetail; items: WorkItem[] }) {
  const done = items.filter(({ tone }) => tone === 'success').length;
  return (
    <Card component="section" aria-label="Progress">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, p: 4, flexWrap: 'wrap' }}>
        <Typography variant="h2">
          {done} of {countOf(items.length, 'resource')}
        </Typography>
        <LinearProgress variant="determinate" value={(100 * done) / items.length} aria-label="Resources created" sx={{ flex: 1, minWidth: 80, maxWidth: 320, height: 5, borderRadius: 3 }} />
        <Typography variant="body2" color="textSecondary"><Elapsed deployment={deployment} /></Typography>
      </Box>
      {deployment.status === 'FAILED' || deployment.status === 'CANCELED' ? (
        <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 3 }}>
          {done === 0 ? 'Nothing was created.' : 'What was created stays in the cloud, and may cost. A retry uses it again; deleting removes it.'}
        </Typography>
      ) : null}
      <SimpleTable
        isBare
        label="Resources of this deployment"
        head={['Resource', 'Type', 'Status', 'Time']}
        wideOnly={['Type']}
        rows={items.map(({ id, label, detail, state, tone, operation }) => [
          <Fragment key="n">
            <Mono>{operation?.resourceName ?? label}</Mono>
            <Box sx={{ display: { sm: 'none' }, fontSize: 12, color: 'text.secondary' }}>{detail}</Box>
          </Fragment>,
          <span key="t" title={id}>{detail ?? '–'}</span>,
          <span key="s" title={operation?.statusMessage ?? undefined}><StatusChip label={state} tone={tone} /></span>,
          durationOf(operation),
        ])}
      />
    </Card>
  );
}

const durationOf = (operation: Operation | undefined): string =>
  operation?.durationMs == null ? '–' : operation.durationMs < 1000 ? '< 1 s' : formatDuration(operation.durationMs);

/** What was tried before, and what was changed after it. */
function EarlierAttempts({ attempts }: { attempts: DeploymentAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 2 }}>Earlier attempts</Typography>
      <SimpleTable
        isProse
        label="Earlier attempts"
        head={['Attempt', 'Status', 'Error', 'Then changed', 'Ended']}
        rows={attempts.toReversed().map(({ attempt, status, error, changed, finishedAt }) => [
          String(attempt),
          <StatusChip key="s" status={status} />,
          error ? <Box key="e" sx={{ overflowWrap: 'anywhere' }}><Mono>{error.code}</Mono><div>{error.message}</div></Box> : '–',
          changed.length > 0 ? <Mono key="c">{changed.join(', ')}</Mono> : 'Nothing',
          <RelativeTime key="t" at={finishedAt} />,
        ])}
      />
    </Box>
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
