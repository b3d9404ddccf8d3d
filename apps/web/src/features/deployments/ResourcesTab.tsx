import OpenInNew from '@mui/icons-material/OpenInNew';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import RestartAltOutlined from '@mui/icons-material/RestartAltOutlined';
import StopOutlined from '@mui/icons-material/StopOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { DeployedResource } from '@cloudwright/contract';
import { regionName, resourceKinds } from '@cloudwright/contract/enums';
import { useQuery } from '@tanstack/react-query';
import { q, useCall } from '../../shared/api/api.ts';
import { Mono } from '../../shared/entities/facts.tsx';
import { kindName } from '../../shared/entities/kind-name.ts';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { useMay } from '../../shared/session/permission.ts';
import { SimpleTable } from '../../shared/table/SimpleTable.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { toast, toastError } from '../../shared/ui/toast.ts';
import type { StatusTone } from '../../shared/ui/tokens.ts';
import type { TabProps } from './tab.ts';

/** What exists in the cloud now, with what can be done to it. */
export function ResourcesTab({ deployment, refetchInterval }: TabProps) {
  const may = useMay();
  const resources = useQuery({ ...q('deploymentResources', { body: { id: deployment.id } }), refetchInterval });
  return (
    <QueryState query={resources}>
      {({ result }) =>
        result.length === 0 ? (
          <Card>
            <EmptyState art="empty" title="No resources">
              {deployment.status === 'DELETED' ? 'They were deleted.' : 'They appear here as the cloud creates them.'}
            </EmptyState>
          </Card>
        ) : (
          <SimpleTable
            isStacked
            label="Resources"
            head={['Name', 'Kind', 'Region', 'State', '']}
            rows={result.map((resource) => [
              <Mono key="n">{resource.name}</Mono>,
              <div key="k">
                {kindName(resource.type)}
                <Box sx={{ color: 'text.secondary', fontSize: 12, overflowWrap: 'anywhere' }}>{resource.type}</Box>
              </div>,
              resource.region ? regionName(resource.region) : '–',
              <StateChip key="s" resource={resource} />,
              <Box key="a" sx={{ display: 'flex', gap: 1, justifyContent: { sm: 'flex-end' } }}>
                {resource.kind === resourceKinds.VirtualMachine && may('resourceManagement') ? <PowerButtons resource={resource} deploymentId={deployment.id} /> : null}
                {resource.portalUrl ? (
                  <IconButton size="small" component="a" href={resource.portalUrl} target="_blank" rel="noreferrer" aria-label={`Open ${resource.name} in the cloud's own portal`}>
                    <OpenInNew sx={{ fontSize: 16 }} />
                  </IconButton>
                ) : null}
              </Box>,
            ])}
          />
        )
      }
    </QueryState>
  );
}

function StateChip({ resource }: { resource: DeployedResource }) {
  const text = resource.powerState ?? resource.status;
  if (!text) return <>–</>;
  const tone: StatusTone = /fail/i.test(text) ? 'error' : /running$|succeeded/i.test(text) ? 'success' : /ing$/i.test(text) ? 'running' : 'neutral';
  const label = text.replace(/^(VM|PowerState\/)\s*/i, '').replace(/^./, (first) => first.toUpperCase());
  return <StatusChip label={label === 'Succeeded' ? 'Ready' : label} tone={tone} />;
}

function PowerButtons({ resource, deploymentId }: { resource: DeployedResource; deploymentId: string }) {
  const refresh = ['deploymentResources'] as const;
  const start = useCall('vmStart', { refresh: [...refresh], onSuccess: () => toast(`Started ${resource.name}`) });
  const stop = useCall('vmStop', { refresh: [...refresh], onSuccess: () => toast(`Stopped ${resource.name}`) });
  const restart = useCall('vmRestart', { refresh: [...refresh], onSuccess: () => toast(`Restarted ${resource.name}`) });
  const isRunning = /running/i.test(resource.powerState ?? '');
  const isBusy = start.isPending || stop.isPending || restart.isPending;
  const input = { body: { deploymentId, resourceId: resource.id } };
  const buttons = [
    { label: 'Start', Icon: PlayArrowOutlined, run: start, disabled: isRunning },
    { label: 'Stop', Icon: StopOutlined, run: stop, disabled: !isRunning },
    { label: 'Restart', Icon: RestartAltOutlined, run: restart, disabled: !isRunning },
  ];
  return (
    <>
      {buttons.map(({ label, Icon, run, disabled }) => (
        <Tooltip key={label} title={label}>
          <span>
            <Button variant="outlined" size="small" aria-label={`${label} ${resource.name}`} loading={run.isPending} disabled={disabled || isBusy} onClick={() => run.mutate(input, { onError: toastError })} sx={{ minWidth: 32, px: 1 }}>
              <Icon sx={{ fontSize: 16 }} />
            </Button>
          </span>
        </Tooltip>
      ))}
    </>
  );
}
