import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import { useCall, type RowOf } from '../../../shared/api/api.ts';
import { RelativeTime } from '../../../shared/entities/facts.tsx';
import { ConfirmDialog } from '../../../shared/dialog/ConfirmDialog.tsx';
import { PageHead } from '../../../shared/page/PageHead.tsx';
import { useMay } from '../../../shared/session/permission.ts';
import type { Column } from '../../../shared/table/column.ts';
import { ListTable } from '../../../shared/table/ListTable.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.tsx';

const TypeDialog = lazyPart(() => import('./TypeDialog.tsx'), 'TypeDialog');

type Row = RowOf<'blueprintTypeList'>;

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, maxWidth: 280 },
  { id: 'description', header: 'Description', cell: (row) => row.description, sort: false, maxWidth: 420, card: 'subtitle' },
  { id: 'blueprintCount', header: 'Blueprints', cell: (row) => row.blueprintCount, align: 'right', card: 'value' },
  { id: 'updatedAt', header: 'Changed', cell: (row) => <RelativeTime at={row.updatedAt} />, card: 'meta' },
];

/** The types that blueprints are sorted into. */
export function TypesTab({ tabs }: { tabs: ReactNode }) {
  const may = useMay();
  const [open, setOpen] = useState<{ dialog: 'edit'; row?: Row } | { dialog: 'delete'; row: Row } | null>(null);
  const close = () => setOpen(null);
  const add = may('blueprintCreate') ? <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ dialog: 'edit' })}>New type</Button> : null;
  return (
    <>
      <PageHead title="Blueprint Management" facts="Types sort the catalogue." actions={add} />
      {tabs}
      <ListTable
        list="blueprintTypeList"
        label="Blueprint types"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ field: 'name', direction: 1 }}
        rowActions={(row) => [
          ...(may('blueprintEdit') ? [{ label: 'Edit', onClick: () => setOpen({ dialog: 'edit' as const, row }) }] : []),
          ...(may('blueprintDelete') ? [{ label: 'Delete', isDestructive: true, onClick: () => setOpen({ dialog: 'delete' as const, row }), disabled: row.blueprintCount > 0 ? 'Blueprints still have this type.' : undefined }] : []),
        ]}
        empty={{ title: 'No types yet', text: 'A type groups blueprints in the catalogue.', actions: add }}
      />
      {open?.dialog === 'edit' ? <TypeDialog row={open.row} onClose={close} /> : null}
      {open?.dialog === 'delete' ? <DeleteType row={open.row} onClose={close} /> : null}
    </>
  );
}

function DeleteType({ row, onClose }: { row: Row; onClose(): void }) {
  const remove = useCall('blueprintTypeDelete', { refresh: ['blueprintTypeList', 'blueprintFacets'], onSuccess: onClose });
  return (
    <ConfirmDialog title={`Delete ${row.name}?`} confirm="Delete" isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ params: { id: row.id } })} onClose={onClose}>
      No blueprint has this type.
    </ConfirmDialog>
  );
}
