import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import IosShareOutlined from '@mui/icons-material/IosShareOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { regionName, terminalDeploymentStatuses } from '@cloudwright/contract/enums';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Fragment, useState, type ComponentType } from 'react';
import { q, refresh, useCall } from '../../shared/api/api.ts';
import { usePortalEvents } from '../../shared/api/events.ts';
import { RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useMay } from '../../shared/session/permission.ts';
import { RowMenu } from '../../shared/table/RowMenu.tsx';
import { AppLink } from '../../shared/ui/AppLink.tsx';
import { RouterAnchor, useGo } from '../../shared/ui/router-anchor.tsx';
import { toast, toastError } from '../../shared/ui/toast.ts';
import { pathOfDeployment } from './columns.tsx';
import { downloadDeployment } from './download.ts';
import { AssignDialog, DeleteDialog, ShareDialog } from './lazy-dialogs.ts';
import { deploymentQueries } from './queries.ts';
import { CostTab, InputsTab, OutputsTab } from './tabs.tsx';
import { ProgressTab } from './ProgressTab.tsx';
import type { TabProps } from './tab.ts';
import { ResourcesTab } from './ResourcesTab.tsx';

const tabs = ['progress', 'resources', 'outputs', 'inputs', 'cost'] as const;
type TabName = (typeof tabs)[number];
const bodies: Record<TabName, ComponentType<TabProps>> = { progress: ProgressTab, resources: ResourcesTab, outputs: OutputsTab, inputs: InputsTab, cost: CostTab };

const POLL_MS = 5000;
const isOver = (status: string) => (terminalDeploymentStatuses as readonly string[]).includes(status);

/** Status and resource management of one deployment, live. */
export function DeploymentPage() {
  const { sid, rid, dname } = useParams({ strict: false }) as { sid: string; rid?: string; dname: string };
  const client = useQueryClient();
  const [id, setId] = useState<string>();
  const isLive = usePortalEvents((event) => {
    if (event.kind === 'deployment' && (id === undefined || event.id === id)) void refresh(client, deploymentQueries);
  });
  const deployment = useQuery({
    ...q('deploymentGet', { body: { subscriptionId: sid, resourceGroup: rid ?? null, name: dname } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.status) ? false : isLive ? 30_000 : POLL_MS),
  });
  if (deployment.data && deployment.data.id !== id) setId(deployment.data.id);
  return (
    <QueryState query={deployment} notFound="There is no such deployment">
      {(data) => <Detail deployment={data} refetchInterval={isOver(data.status) || isLive ? false : POLL_MS} />}
    </QueryState>
  );
}

function Detail({ deployment, refetchInterval }: TabProps) {
  const may = useMay();
  const go = useGo();
  const { history } = useRouter();
  const found = useSearch({ strict: false }) as Record<string, string>;
  const tab = tabs.find((each) => each === found['tab']) ?? 'progress';
  const [dialog, setDialog] = useState<'assign' | 'share' | 'delete' | null>(null);
  const cancel = useCall('deploymentCancel', { refresh: deploymentQueries, onSuccess: () => toast(`Canceling ${deployment.name}`) });
  const retry = useCall('deploymentRetry', { refresh: deploymentQueries, onSuccess: () => toast(`Trying ${deployment.name} again`) });
  const { id, name, status, actions } = deployment;
  // It goes on where it stopped, with what it was asked for: nothing to change yet.
  const isWaiting = status === 'NEEDS_SIGN_IN';
  const canTryAgain = actions.canRetry && !isWaiting && may('blueprintProvision');
  const again = pathTo('blueprintProvision', { name: deployment.blueprintName }, { retry: id });
  const Body = bodies[tab];
  const outputs = Object.keys(deployment.outputs).length;
  const close = () => setDialog(null);
  return (
    <>
      <PageHead
        title={name}
        status={<StatusChip status={status} />}
        facts={
          <>
            {deployment.blueprintTitle} v{deployment.blueprintVersion} · {deployment.resourceGroup ?? 'subscription scope'}, {deployment.subscriptionName ?? deployment.subscriptionId}, {regionName(deployment.region)} · by {deployment.ownerName ?? 'somebody'}, <RelativeTime at={deployment.createdAt} />
            {deployment.attempt > 1 ? ` · attempt ${deployment.attempt}` : ''}
            {deployment.retryOf ? <> · repeats <AppLink href={pathOfDeployment(deployment.retryOf)}>{deployment.retryOf.name}</AppLink></> : null}
            {deployment.retriedAs.length > 0 ? <> · repeated as {deployment.retriedAs.map((other, index) => <Fragment key={other.id}>{index > 0 ? ', ' : ''}<AppLink href={pathOfDeployment(other)}>{other.name}</AppLink></Fragment>)}</> : null}
          </>
        }
        crumbs={[{ label: 'Deployments', href: pathTo('deployments') }]}
        actions={
          <>
            {may('deploymentDownload') ? <Button variant="outlined" startIcon={<DownloadOutlined />} onClick={() => void downloadDeployment(deployment).catch(toastError)}>Download</Button> : null}
            {may('deploymentShare') ? <Button variant="outlined" startIcon={<IosShareOutlined />} onClick={() => setDialog('share')}>Share</Button> : null}
            {actions.canCancel && may('resourceManagement') ? <Button variant="outlined" loading={cancel.isPending} onClick={() => cancel.mutate({ body: { id } }, { onError: toastError })}>Cancel</Button> : null}
            {isWaiting && may('blueprintProvision') ? <Button variant="contained" startIcon={<ReplayOutlined />} loading={retry.isPending} onClick={() => retry.mutate({ body: { id } }, { onError: toastError })}>Go on</Button> : null}
            {canTryAgain ? <Button variant="contained" startIcon={<ReplayOutlined />} component={RouterAnchor} href={again}>Retry with changes</Button> : null}
            <RowMenu
              label="More actions"
              actions={[
                ...(canTryAgain ? [{ label: 'Retry as it was', onClick: () => retry.mutate({ body: { id } }, { onError: toastError }) }] : []),
                ...(may('deploymentAssign') ? [{ label: 'Assign', onClick: () => setDialog('assign') }] : []),
                ...(may('deploymentDelete') ? [{ label: 'Delete', onClick: () => setDialog('delete'), isDestructive: true, disabled: actions.canDelete ? undefined : 'Not while it is being deleted or deployed.' }] : []),
              ]}
            />
          </>
        }
      />
      <Tabs value={tab} onChange={(_, next: TabName) => history.replace(pathOfDeployment(deployment) + (next === 'progress' ? '' : `?tab=${next}`))} variant="scrollable" aria-label="Deployment" sx={{ mb: 4 }}>
        <Tab value="progress" label="Progress" />
        <Tab value="resources" label="Resources" />
        <Tab value="outputs" label={outputs > 0 ? `Outputs ${outputs}` : 'Outputs'} />
        <Tab value="inputs" label="Inputs" />
        <Tab value="cost" label="Cost" />
      </Tabs>
      <Box role="tabpanel" aria-label={tab}>
        <Body deployment={deployment} refetchInterval={refetchInterval} />
      </Box>
      {dialog === 'assign' ? <AssignDialog deployment={deployment} onClose={close} /> : null}
      {dialog === 'share' ? <ShareDialog deployment={deployment} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteDialog deployment={deployment} onClose={close} onDeleted={() => go(pathTo('deployments'))} /> : null}
    </>
  );
}
