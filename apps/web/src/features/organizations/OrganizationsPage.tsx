import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MailOutlineOutlined from '@mui/icons-material/MailOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { organizationStatuses } from '@cloudwright/contract/enums';
import { permissionNames } from '@cloudwright/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q, useCall, type RowOf } from '../../shared/api/api.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { countOf } from '../../shared/entities/format.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip, statusLabel } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { QueryState } from '../../shared/page/QueryState.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { toast } from '../../shared/ui/toast.ts';

const PermissionTree = lazyPart(() => import('../../shared/entities/PermissionTree.tsx'), 'PermissionTree');
const NewOrganizationForm = lazyPart(() => import('./OrganizationForm.tsx'), 'NewOrganizationForm');
const OrganizationForm = lazyPart(() => import('./OrganizationForm.tsx'), 'OrganizationForm');

type Organization = RowOf<'organizationList'>;

const columns: Column<Organization>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'key', header: 'Key', cell: (row) => <Mono>{row.key}</Mono>, card: 'subtitle' },
  { id: 'status', header: 'Status', cell: (row) => <StatusChip status={row.status} />, card: 'status' },
  { id: 'parentKey', header: 'Parent', cell: (row) => row.parentKey },
  { id: 'tenantIds', header: 'Directories', cell: (row) => row.tenantIds.length, sort: false, align: 'right' },
  { id: 'permissions', header: 'Permissions', cell: (row) => (row.permission ? `${row.permission.length} of ${permissionNames.length}` : null), sort: false, align: 'right' },
  { id: 'userCount', header: 'Users', cell: (row) => row.userCount.toLocaleString('en-US'), align: 'right', card: 'value' },
  { id: 'currency', header: 'Currency', cell: (row) => row.currency, isHidden: true },
  { id: 'adminEmail', header: 'Administrator', cell: (row) => row.adminEmail, isHidden: true },
  { id: 'updatedAt', header: 'Updated', cell: (row) => <RelativeTime at={row.updatedAt} />, card: 'meta' },
];
const filters = [{ field: 'status', label: 'Status', options: organizationStatuses.map((value) => ({ value, label: statusLabel(value) })) }];
const list = { list: 'organizationList', defaultSort: { field: 'name', direction: 1 } } as const;

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; organization: Organization };

/** Organizations: whom the installation serves, with what each may use. */
export function OrganizationsPage() {
  const may = useMay();
  const me = useAccount();
  const total = useListTotal(list);
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<Organization | null>(null);
  const close = () => setOpen(null);
  const create = may('organizationCreate') ? (
    <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ kind: 'create' })}>
      New organization
    </Button>
  ) : null;
  const actionsOf = (organization: Organization): RowAction[] => [
    ...(may('organizationEdit', 'organizationPermissionEdit') ? [{ label: 'Edit', Icon: EditOutlined, onClick: () => setOpen({ kind: 'edit', organization }) }] : []),
    ...(may('mailTemplatePreview') ? [{ label: 'Notification mails', Icon: MailOutlineOutlined, href: pathTo('mailTemplatePreview', {}, { orgId: organization.key }) }] : []),
    ...(may('organizationDelete')
      ? [
          {
            label: 'Delete',
            Icon: DeleteOutlined,
            isDestructive: true,
            disabled: organization.key === me.orgId ? 'This is your own organization' : organization.userCount > 0 ? `${countOf(organization.userCount, 'user')} ${organization.userCount === 1 ? 'belongs' : 'belong'} to it` : undefined,
            onClick: () => setOpen({ kind: 'delete', organization }),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHead
        title="Organizations"
        facts={total === undefined ? null : countOf(total, 'organization')}
        actions={
          <>
            <ExportButton {...list} fileName="organizations" />
            {create}
          </>
        }
      />
      <WithSidePanel width={400} panel={shown ? { title: shown.name, onClose: () => setShown(null), children: <OrganizationFacts id={shown.id} /> } : null}>
        <ListTable
          {...list}
          label="Organizations"
          columns={columns}
          filters={filters}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          {...(may('organizationView') ? { onOpen: setShown } : {})}
          openId={shown?.id}
          rowActions={actionsOf}
          empty={{ title: 'No organizations yet', text: 'An organization has its own people, roles, blueprints and subscriptions.', actions: create }}
        />
      </WithSidePanel>
      {open?.kind === 'create' ? <NewOrganizationForm onClose={close} /> : null}
      {open?.kind === 'edit' ? <EditOrganization id={open.organization.id} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteOrganization organization={open.organization} onClose={close} /> : null}
    </>
  );
}

function OrganizationFacts({ id }: { id: string }) {
  const query = useQuery(q('organizationGet', { params: { id } }));
  const { orgInfo } = useAccount();
  return (
    <QueryState query={query}>
      {(row) => (
        <>
          <Facts
            rows={[
              ['Key', <Mono key="key" copy>{row.key}</Mono>],
              ['Status', <StatusChip key="status" status={row.status} />],
              ['Users', row.userCount.toLocaleString('en-US')],
              ['Parent', row.parentKey ?? '–'],
              ['Administrator', row.adminEmail ?? '–'],
              ['Currency', row.currency],
              ['Directories', row.tenantIds.length > 0 ? row.tenantIds.map((tenant) => <Box key={tenant}><Mono>{tenant}</Mono></Box>) : '–'],
              ['Channel code', row.channelCode ?? '–'],
              ['Own mails', countOf(row.mailTemplate.filter(({ isDefault }) => !isDefault).length, 'template')],
              ['Created', <RelativeTime key="created" at={row.createdAt} />],
            ]}
          />
          {row.permission ? (
            <Box sx={{ mt: 3 }}>
              <PermissionTree held={[...new Set([...orgInfo.permission, ...row.permission])]} value={row.permission} />
            </Box>
          ) : null}
        </>
      )}
    </QueryState>
  );
}

/** The form starts from the stored record, not from a row that may be old. */
function EditOrganization({ id, onClose }: { id: string; onClose(): void }) {
  const { data } = useQuery({ ...q('organizationGet', { params: { id } }), staleTime: 0, gcTime: 0 });
  return data ? <OrganizationForm organization={data} onClose={onClose} /> : null;
}

function DeleteOrganization({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const remove = useCall('organizationDelete', {
    refresh: ['organizationList'],
    onSuccess: () => {
      toast(`${organization.name} was deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog title={`Delete ${organization.name}?`} confirm="Delete" typed={organization.key} isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ params: { id: organization.id } })} onClose={onClose}>
      Its roles, blueprints and settings go with it and cannot be brought back.
    </ConfirmDialog>
  );
}
