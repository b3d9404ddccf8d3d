import CodeOutlined from '@mui/icons-material/CodeOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CircularProgress from '@mui/material/CircularProgress';
import Collapse from '@mui/material/Collapse';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { DeploymentDetail, DeploymentError, Operation } from '@cloudwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { q } from '../../shared/api/api.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { formatDuration } from '../../shared/entities/format.ts';
import { kindName } from '../../shared/entities/kind-name.ts';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useMay } from '../../shared/session/permission.ts';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { RouterAnchor } from '../../shared/ui/router-anchor.tsx';
import { MONO } from '../../shared/ui/theme.ts';
import type { StatusTone } from '../../shared/ui/tokens.ts';
import type { TabProps } from './tab.ts';

/** What happened so far: what went wrong and why, then each resource. */
export function ProgressTab({ deployment, refetchInterval }: TabProps) {
  const operations = useQuery({ ...q('deploymentOperations', { body: { id: deployment.id } }), refetchInterval });
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <State deployment={deployment} />
      {deployment.errors.map((error, index) => (
        <Explained key={`${error.code}${error.target ?? ''}${index}`} error={error} deployment={deployment} />
      ))}
      <QueryState query={operations}>{({ result }) => (result.length > 0 ? <Operations deployment={deployment} operations={result} /> : null)}</QueryState>
      {deployment.errors.length > 0 ? (
        <SimpleTable
          label="Errors"
          head={['Code', 'Message', 'Resource', 'Time']}
          rows={deployment.errors.map((error) => [<Mono key="c">{error.code}</Mono>, <Message key="m" error={error} />, error.target ? <Mono key="t">{error.target}</Mono> : '–', <RelativeTime key="w" at={error.time} />])}
        />
      ) : null}
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

/** The cause in a sentence, then the next step; the cloud's own words one click away. */
function Explained({ error, deployment }: { error: DeploymentError; deployment: DeploymentDetail }) {
  const may = useMay();
  const [isRaw, setRaw] = useState(false);
  const { explanation } = error;
  return (
    <Card component="section" role="alert" aria-label={`Error ${error.code}`} sx={{ p: 5, borderLeft: 3, borderLeftColor: 'error.main', display: 'flex', gap: 3 }}>
      <ErrorOutlineOutlined color="error" sx={{ fontSize: 20 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="h2">{explanation?.cause ?? error.message}</Typography>
        {explanation?.parameter ? (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            Parameter <b>{explanation.parameter}</b>
            {explanation.value === null ? null : <> is <Mono>{explanation.value}</Mono></>}.
          </Typography>
        ) : null}
        {explanation ? (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {explanation.nextStep}
          </Typography>
        ) : null}
        <Box sx={{ display: 'flex', gap: 2, mt: 3, flexWrap: 'wrap' }}>
          {deployment.actions.canRetry && may('blueprintProvision') ? (
            <Button variant="outlined" startIcon={<ReplayOutlined />} component={RouterAnchor} href={pathTo('blueprintProvision', { name: deployment.blueprintName }, { retry: deployment.id })}>
              Change and retry
            </Button>
          ) : null}
          <Button variant="outlined" startIcon={<CodeOutlined />} aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
            Raw error
          </Button>
        </Box>
        <Collapse in={isRaw} unmountOnExit>
          <Box component="pre" sx={{ fontFamily: MONO, fontSize: 12, bgcolor: 'sunken', p: 3, borderRadius: 1, mt: 3, mb: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {`${error.code}\n${error.message}${error.target ? `\n${error.target}` : ''}`}
          </Box>
        </Collapse>
      </Box>
    </Card>
  );
}

/** The cloud's message; of a refusal by policy also who assigned what, the condition that held, and what would pass. */
function Message({ error: { message, violations = [] } }: { error: DeploymentError }) {
  return (
    <>
      {message}
      {violations.map(({ assignment, definition, conditions, suggestion }) => (
        <Box key={`${assignment} ${definition}`} component="dl" aria-label={`Policy ${definition}`} sx={{ m: 0, mt: 2, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1, '& dt': { color: 'text.secondary' }, '& dd': { m: 0, overflowWrap: 'anywhere' } }}>
          <dt>Assignment</dt>
          <dd>{assignment}</dd>
          <dt>Definition</dt>
          <dd>{definition}</dd>
          <dt>Condition</dt>
          <dd>{conditions.length > 0 ? conditions.map((condition) => <div key={condition}>{condition}</div>) : 'The cloud did not say which.'}</dd>
          <dt>Suggested change</dt>
          <dd>{suggestion ?? 'Ask for an exemption, or for another setting of the assignment.'}</dd>
        </Box>
      ))}
    </>
  );
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
