import Add from '@mui/icons-material/Add';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { blueprintStatuses } from '@cloudwright/contract/enums';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, useCall, type RowOf } from '../../../shared/api/api.ts';
import { Money, RelativeTime } from '../../../shared/entities/facts.tsx';
import { StatusChip, statusLabel } from '../../../shared/entities/StatusChip.tsx';
import { ConfirmDialog } from '../../../shared/dialog/ConfirmDialog.tsx';
import { PageHead } from '../../../shared/page/PageHead.tsx';
import { pathTo } from '../../../shared/paths.ts';
import { useMay } from '../../../shared/session/permission.ts';
import type { Column } from '../../../shared/table/column.ts';
import { ExportButton, ListTable } from '../../../shared/table/ListTable.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { blueprintQueries } from './queries.ts';
import { TypesTab } from './TypesTab.tsx';

// Editor, diff and zip reading are heavy and seldom needed.
const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'), 'ImportDialog');
const EditDialog = lazyPart(() => import('./EditDialog.tsx'), 'EditDialog');
const VersionsDialog = lazyPart(() => import('./VersionsDialog.tsx'), 'VersionsDialog');

type Row = RowOf<'blueprintList'>;

const columns: Column<Row>[] = [
  { id: 'title', header: 'Title', cell: (row) => row.title, maxWidth: 280 },
  { id: 'status', header: 'Status', cell: (row) => <StatusChip status={row.status} />, card: 'status' },
  { id: 'version', header: 'Version', cell: (row) => row.version > 0 && `v${row.version}`, align: 'right', card: 'meta' },
  { id: 'type', header: 'Type', cell: (row) => row.type, maxWidth: 200, card: 'subtitle' },
  { id: 'visibility', header: 'Shared', cell: (row) => (row.visibility === 'SHARED' ? 'With all' : 'Own') },
  { id: 'deploymentCount', header: 'Deployments', cell: (row) => row.deploymentCount.toLocaleString('en-US'), align: 'right' },
  { id: 'price', header: 'Estimate', cell: (row) => row.price.monthly && <Money value={row.price.monthly} kind="estimate" per="month" />, sort: false, align: 'right', card: 'value' },
  { id: 'updatedAt', header: 'Changed', cell: (row) => <RelativeTime at={row.updatedAt} />, card: 'meta' },
];
const filters = [{ field: 'status', label: 'Status', options: blueprintStatuses.map((value) => ({ value, label: statusLabel(value) })) }];

/** Blueprint management: /model, with the types as a second tab. */
export function BlueprintManagementPage() {
  const may = useMay();
  const { history } = useRouter();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const shown = (tab === 'types' && may('blueprintTypeList')) || !may('blueprintList') ? 'types' : 'blueprints';
  return (
    <>
      {shown === 'types' ? <TypesTab tabs={<ManagementTabs shown={shown} />} /> : <BlueprintsTab tabs={<ManagementTabs shown={shown} />} />}
    </>
  );

  function ManagementTabs({ shown: value }: { shown: string }) {
    return (
      <Tabs value={value} onChange={(_, next: string) => history.replace(pathTo('blueprintManagement') + (next === 'types' ? '?tab=types' : ''))} aria-label="Blueprint management" sx={{ mb: 4 }}>
        {may('blueprintList') ? <Tab value="blueprints" label="Blueprints" /> : null}
        {may('blueprintTypeList') ? <Tab value="types" label="Types" /> : null}
      </Tabs>
    );
  }
}

type Open = { dialog: 'import' } | { dialog: 'edit' | 'versions' | 'publish' | 'retire' | 'delete'; row: Row } | null;

function BlueprintsTab({ tabs }: { tabs: React.ReactNode }) {
  const may = useMay();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const list = { list: 'blueprintList', defaultSort: { field: 'updatedAt', direction: -1 } } as const;
  return (
    <>
      <PageHead
        title="Blueprint Management"
        facts="Import templates, publish versions, retire what is no longer wanted."
        actions={
          <>
            <ExportButton {...list} fileName="blueprints" />
            {may('blueprintCreate') ? <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={() => setOpen({ dialog: 'import' })}>Import blueprint</Button> : null}
          </>
        }
      />
      {tabs}
      <ListTable
        {...list}
        label="Blueprints"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        filters={filters}
        {...(may('blueprintView') ? { onOpen: (row: Row) => setOpen({ dialog: 'edit', row }) } : {})}
        rowActions={(row) => [
          ...(may('blueprintEdit') ? [{ label: 'Edit', onClick: () => setOpen({ dialog: 'edit', row }) }] : []),
          ...(may('blueprintEdit') ? [{ label: 'Publish', onClick: () => setOpen({ dialog: 'publish', row }) }] : []),
          ...(may('blueprintView') ? [{ label: 'Versions', onClick: () => setOpen({ dialog: 'versions', row }), disabled: row.version === 0 ? 'Nothing was published yet.' : undefined }] : []),
          ...(may('blueprints') && row.version > 0 ? [{ label: 'Show in the catalogue', href: pathTo('blueprint', { name: row.name }) }] : []),
          ...(may('blueprintEdit') ? [{ label: 'Retire', onClick: () => setOpen({ dialog: 'retire', row }), disabled: row.status === 'PUBLISHED' ? undefined : 'Only a published blueprint can be retired.' }] : []),
          ...(may('blueprintDelete') ? [{ label: 'Delete', onClick: () => setOpen({ dialog: 'delete', row }), isDestructive: true }] : []),
        ]}
        bulkActions={may('blueprintDelete') ? [{ label: 'Delete', permission: 'blueprintDelete', isDestructive: true, confirm: 'Deployments made from them stay.', run: (row) => call('blueprintDelete', { params: { id: row.id } }) }] : []}
        empty={{ title: 'No blueprints yet', text: 'Import an ARM template: a zip, or its files.', actions: may('blueprintCreate') ? <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ dialog: 'import' })}>Import blueprint</Button> : null }}
      />
        {open?.dialog === 'import' ? <ImportDialog onClose={close} onImported={(row) => setOpen({ dialog: 'edit', row })} /> : null}
        {open?.dialog === 'edit' ? <EditDialog id={open.row.id} onClose={close} onPublish={() => setOpen({ dialog: 'publish', row: open.row })} /> : null}
        {open?.dialog === 'versions' ? <VersionsDialog blueprint={open.row} onClose={close} /> : null}
      {open?.dialog === 'publish' || open?.dialog === 'retire' || open?.dialog === 'delete' ? <Confirm dialog={open.dialog} row={open.row} onClose={close} /> : null}
    </>
  );
}

/** Publishing, retiring and deleting all ask first. */
function Confirm({ dialog, row, onClose }: { dialog: 'publish' | 'retire' | 'delete'; row: Row; onClose(): void }) {
  const done = (message: string) => ({ refresh: blueprintQueries, onSuccess: () => (toast(message), onClose()) });
  const publish = useCall('blueprintPublish', done(`Published ${row.title}`));
  const retire = useCall('blueprintRetire', done(`Retired ${row.title}`));
  const remove = useCall('blueprintDelete', done(`Deleted ${row.title}`));
  const params = { id: row.id };
  const texts = {
    publish: { title: `Publish ${row.title}?`, confirm: 'Publish', body: `Version ${row.version + 1} appears in the catalogue and can't be changed any more. Running deployments keep their version.`, run: publish, start: () => publish.mutate({ params, body: { note: '' } }) },
    retire: { title: `Retire ${row.title}?`, confirm: 'Retire', body: 'It leaves the catalogue. What was deployed from it goes on running; publishing again brings it back.', run: retire, start: () => retire.mutate({ params }) },
    delete: { title: `Delete ${row.title}?`, confirm: 'Delete', body: 'All its versions are removed. Deployments made from it keep what they were made with.', run: remove, start: () => remove.mutate({ params }) },
  }[dialog];
  return (
    <ConfirmDialog title={texts.title} confirm={texts.confirm} isDestructive={dialog === 'delete'} typed={dialog === 'delete' ? row.name : undefined} pending={texts.run.isPending} error={texts.run.error} onConfirm={texts.start} onClose={onClose}>
      {texts.body}
    </ConfirmDialog>
  );
}
