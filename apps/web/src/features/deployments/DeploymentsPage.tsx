import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined';
import Button from '@mui/material/Button';
import { deploymentStatuses } from '@cloudwright/contract/enums';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, refresh, type RowOf } from '../../shared/api/api.ts';
import { usePortalEvents } from '../../shared/api/events.ts';
import { statusLabel } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useMay } from '../../shared/session/permission.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { RouterAnchor } from '../../shared/ui/router-anchor.tsx';
import { toastError } from '../../shared/ui/toast.ts';
import { columns, pathOfDeployment } from './columns.tsx';
import { downloadDeployment } from './download.ts';
import { AssignDialog, DeleteDialog, ShareDialog } from './lazy-dialogs.ts';

const list = { list: 'deploymentListOwn', defaultSort: { field: 'createdAt', direction: -1 } } as const;
const filters = [{ field: 'status', label: 'Status', options: deploymentStatuses.map((value) => ({ value, label: statusLabel(value) })) }];
type Row = RowOf<'deploymentListOwn'>;
type Open = { dialog: 'assign' | 'share' | 'delete'; row: Row } | null;

/** Everything deployed by, assigned to or shared with this person. */
export function DeploymentsPage() {
  const may = useMay();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const total = useListTotal(list);
  const isLive = usePortalEvents((event) => {
    if (event.kind === 'deployment') void refresh(client, ['deploymentListOwn']);
  });
  const isFixed = (row: Row) => row.status === 'DELETED' || row.status === 'DELETING';
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title="Deployments"
        facts={total === undefined ? '' : `${total.toLocaleString('en-US')} in all`}
        actions={
          <>
            <ExportButton {...list} fileName="deployments" />
            {may('blueprintProvision') ? (
              <Button variant="contained" startIcon={<RocketLaunchOutlined />} component={RouterAnchor} href={pathTo('blueprints')}>
                Deploy a blueprint
              </Button>
            ) : null}
          </>
        }
      />
      <ListTable
        {...list}
        label="Deployments"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        filters={filters}
        refetchInterval={isLive ? false : 5000}
        rowActions={(row) => [
          ...(may('resourceManagement') ? [{ label: 'Open', href: pathOfDeployment(row) }] : []),
          ...(may('blueprintProvision') ? [{ label: 'Deploy again with changes', href: pathTo('blueprintProvision', { name: row.blueprintName }, { retry: row.id }) }] : []),
          ...(may('deploymentDownload') ? [{ label: 'Download', onClick: () => void downloadDeployment(row).catch(toastError) }] : []),
          ...(may('deploymentAssign') ? [{ label: 'Assign', onClick: () => setOpen({ dialog: 'assign', row }), disabled: isFixed(row) ? 'It is deleted.' : undefined }] : []),
          ...(may('deploymentShare') ? [{ label: 'Share', onClick: () => setOpen({ dialog: 'share', row }), disabled: isFixed(row) ? 'It is deleted.' : undefined }] : []),
          ...(may('deploymentDelete') ? [{ label: 'Delete', onClick: () => setOpen({ dialog: 'delete', row }), isDestructive: true, disabled: row.status === 'DELETING' ? 'It is being deleted.' : undefined }] : []),
        ]}
        bulkActions={
          may('deploymentDelete')
            ? [{ label: 'Delete records', permission: 'deploymentDelete', isDestructive: true, confirm: 'Removes the records from the ledger. What was deployed stays in the cloud.', run: (row) => call('deploymentDelete', { body: { id: row.id, resources: false } }) }]
            : []
        }
        empty={{
          title: 'Nothing deployed yet',
          text: 'Choose a blueprint, fill in its form, and follow it here until it runs.',
          actions: may('blueprintProvision') ? <Button variant="contained" component={RouterAnchor} href={pathTo('blueprints')}>Browse blueprints</Button> : null,
        }}
      />
      {open?.dialog === 'assign' ? <AssignDialog deployment={open.row} onClose={close} /> : null}
      {open?.dialog === 'share' ? <ShareDialog deployment={open.row} onClose={close} /> : null}
      {open?.dialog === 'delete' ? <DeleteDialog deployment={open.row} onClose={close} /> : null}
    </>
  );
}
