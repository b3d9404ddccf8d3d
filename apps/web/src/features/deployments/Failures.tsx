import CodeOutlined from '@mui/icons-material/CodeOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Collapse from '@mui/material/Collapse';
import Typography from '@mui/material/Typography';
import type { DeploymentDetail, DeploymentError } from '@cloudwright/contract';
import { regionName } from '@cloudwright/contract/enums';
import { Fragment, useState } from 'react';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { kindName } from '../../shared/entities/kind-name.ts';
import { pathTo } from '../../shared/paths.ts';
import { useMay } from '../../shared/session/permission.ts';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { RouterAnchor } from '../../shared/ui/router-anchor.tsx';
import { MONO } from '../../shared/ui/theme.ts';
import { failuresOf, isSameRefusal, targetName, targetType, type Failure } from './failures.ts';

/** What went wrong and what to do about it: one card a cause, however many resources it stopped. */
export const FailureCards = ({ deployment }: { deployment: DeploymentDetail }) =>
  failuresOf(deployment.errors).map((failure, index) => <FailureCard key={`${failure.error.code}${failure.error.target ?? ''}${index}`} failure={failure} deployment={deployment} />);

/** The cause in a sentence, then the next step; the cloud's own words one click away. */
function FailureCard({ failure: { error, others }, deployment }: { failure: Failure; deployment: DeploymentDetail }) {
  const may = useMay();
  const [isRaw, setRaw] = useState(false);
  const { explanation, violations = [] } = error;
  const choices = [...new Set(violations.flatMap((violation) => violation.choices ?? []))];
  return (
    <Card component="section" role="alert" aria-label={`Error ${error.code}`} sx={{ p: { xs: 4, sm: 5 }, borderLeft: 3, borderLeftColor: 'error.main', display: 'flex', gap: 3 }}>
      <ErrorOutlineOutlined color="error" sx={{ fontSize: 20 }} />
      <Box sx={{ minWidth: 0, flex: 1, '& p': { mt: 1, overflowWrap: 'anywhere' } }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>{explanation?.cause ?? error.message}</Typography>
        {others.length > 0 ? <Typography variant="body2" color="textSecondary">The same for {others.map((other) => targetName(other) ?? 'another resource').join(', ')}.</Typography> : null}
        {explanation?.parameter ? (
          <Typography variant="body2" color="textSecondary">
            Parameter <b>{explanation.parameter}</b>
            {explanation.value === null ? null : <> is <Mono>{explanation.value}</Mono></>}.
          </Typography>
        ) : null}
        {explanation ? <Typography variant="body2" color="textSecondary">{explanation.nextStep}</Typography> : null}
        {choices.length > 0 ? <Typography variant="body2" color="textSecondary"><b>Allowed:</b> {choices.map(regionName).join(', ')}.</Typography> : null}
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
            {[error, ...others].map(({ code, message, target }) => `${code}\n${message}${target ? `\n${target}` : ''}`).join('\n\n')}
          </Box>
        </Collapse>
      </Box>
    </Card>
  );
}

/** Every error as the cloud told it, with the resource it stopped. */
export function ErrorTable({ errors }: { errors: DeploymentError[] }) {
  if (errors.length === 0) return null;
  return (
    <SimpleTable
      isProse
      label="Errors"
      head={['Code', 'Message', 'Resource', 'Time']}
      rows={errors.map((error, index) => {
        const type = targetType(error);
        return [
          <Mono key="c">{error.code}</Mono>,
          <Message key="m" error={error} isRepeated={errors.slice(0, index).some((earlier) => isSameRefusal(earlier, error))} />,
          <Box key="r" title={error.target ?? undefined} sx={{ minWidth: { sm: 132 } }}>
            {error.target === null ? '–' : <Mono>{targetName(error) ?? ''}</Mono>}
            {type ? <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{kindName(type)}</Box> : null}
          </Box>,
          <RelativeTime key="w" at={error.time} />,
        ];
      })}
    />
  );
}

/** The cloud's message; of a refusal by policy also who assigned what, the condition that held, and what would pass. */
function Message({ error: { message, violations = [] }, isRepeated }: { error: DeploymentError; isRepeated: boolean }) {
  return (
    <Box sx={{ minWidth: { sm: 280 }, overflowWrap: 'anywhere' }}>
      {message}
      {isRepeated && violations.length > 0 ? <Box sx={{ mt: 1, color: 'text.secondary' }}>Refused by {violations.map(({ assignment }) => assignment).join(', ')}, as above.</Box> : null}
      {isRepeated ? null : violations.map(({ assignment, definition, conditions, suggestion }) => (
        <Box key={`${assignment} ${definition}`} component="dl" aria-label={`Policy ${definition}`} sx={{ m: 0, mt: 2, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'max-content 1fr' }, columnGap: 3, rowGap: 1, '& dt': { color: 'text.secondary' }, '& dd': { m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' } }}>
          <dt>Assignment</dt>
          <dd>{assignment}</dd>
          <dt>Definition</dt>
          <dd>{definition}</dd>
          <dt>Condition</dt>
          <dd>{conditions.length > 0 ? conditions.map((condition) => <div key={condition}><Breakable text={condition} /></div>) : 'The cloud did not say which.'}</dd>
          <dt>Suggested change</dt>
          <dd><Breakable text={suggestion ?? 'Ask for an exemption, or for another setting of the assignment.'} /></dd>
        </Box>
      ))}
    </Box>
  );
}

/** Text whose lists may be broken after a comma, rather than inside a word. */
const Breakable = ({ text }: { text: string }) => text.split(/(?<=,)(?=\S)/).map((part, index) => <Fragment key={index}>{index > 0 ? <wbr /> : null}{part}</Fragment>);
