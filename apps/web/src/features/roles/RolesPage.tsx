import Add from '@mui/icons-material/Add';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MailOutlineOutlined from '@mui/icons-material/MailOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { permissionNames } from '@cloudwright/contract/permissions';
import { useState } from 'react';
import { call, useCall, type RowOf } from '../../shared/api/api.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { countOf } from '../../shared/entities/format.ts';
import { RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { toast } from '../../shared/ui/toast.ts';

const PermissionTree = lazyPart(() => import('../../shared/entities/PermissionTree.tsx'), 'PermissionTree');
const RoleForm = lazyPart(() => import('./RoleForm.tsx'), 'RoleForm');

type Role = RowOf<'roleList'>;

const columns: Column<Role>[] = [
  { id: 'name', header: 'Name', cell: (role) => role.name },
  { id: 'description', header: 'Description', cell: (role) => role.description, sort: false, card: 'subtitle', maxWidth: 320 },
  { id: 'isSystem', header: 'Kind', cell: (role) => (role.isSystem ? <StatusChip tone="info" label="System" /> : 'Own'), card: 'status' },
  { id: 'permissions', header: 'Permissions', cell: (role) => (role.permission ? `${role.permission.length} of ${permissionNames.length}` : null), sort: false, align: 'right', card: 'meta' },
  { id: 'userCount', header: 'Users', cell: (role) => role.userCount.toLocaleString('en-US'), align: 'right', card: 'value' },
  { id: 'updatedAt', header: 'Updated', cell: (role) => <RelativeTime at={role.updatedAt} /> },
];
const list = { list: 'roleList', defaultSort: { field: 'name', direction: 1 } } as const;

type Open = { kind: 'create'; from?: Role } | { kind: 'edit' | 'delete'; role: Role };

/** Roles: what the people of an organization may do. */
export function RolesPage() {
  const may = useMay();
  const total = useListTotal(list);
  const { orgInfo } = useAccount();
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<Role | null>(null);
  const close = () => setOpen(null);
  const create = may('roleCreate') ? (
    <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ kind: 'create' })}>
      New role
    </Button>
  ) : null;
  const actionsOf = (role: Role): RowAction[] => [
    ...(may('roleEdit', 'rolePermissionEdit') ? [{ label: 'Edit', Icon: EditOutlined, onClick: () => setOpen({ kind: 'edit', role }) }] : []),
    ...(may('roleCreate') ? [{ label: 'Copy', Icon: ContentCopyOutlined, onClick: () => setOpen({ kind: 'create', from: role }) }] : []),
    ...(may('roleMailTemplatePreview') && may('mailTemplatePreview') ? [{ label: 'Notification mails', Icon: MailOutlineOutlined, href: pathTo('mailTemplatePreview') }] : []),
    ...(may('roleDelete')
      ? [
          {
            label: 'Delete',
            Icon: DeleteOutlined,
            isDestructive: true,
            disabled: role.isSystem ? 'System roles stay' : role.userCount > 0 ? `${countOf(role.userCount, 'user')} ${role.userCount === 1 ? 'holds' : 'hold'} it` : undefined,
            onClick: () => setOpen({ kind: 'delete', role }),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHead
        title="Roles"
        facts={total === undefined ? null : `${countOf(total, 'role')} in ${orgInfo.name}`}
        actions={
          <>
            <ExportButton {...list} fileName="roles" />
            {create}
          </>
        }
      />
      <WithSidePanel width={400} panel={shown ? { title: shown.name, onClose: () => setShown(null), children: <RoleFacts role={shown} /> } : null}>
        <ListTable
          {...list}
          label="Roles"
          columns={columns}
          filters={[{ field: 'isSystem', label: 'Kind', options: [{ value: 'true', label: 'System' }, { value: 'false', label: 'Own' }] }]}
          rowId={(role) => role.id}
          rowName={(role) => role.name}
          {...(may('roleView') ? { onOpen: setShown } : {})}
          openId={shown?.id}
          rowActions={actionsOf}
          bulkActions={[{ label: 'Delete', permission: 'roleDelete', isDestructive: true, confirm: 'Roles that somebody holds are kept.', run: (role) => call('roleDelete', { params: { id: role.id } }) }]}
          empty={{ title: 'No roles yet', text: 'A role is a list of permissions. Every person holds exactly one.', actions: create }}
        />
      </WithSidePanel>
      {open?.kind === 'create' ? <RoleForm {...(open.from ? { from: open.from } : {})} onClose={close} /> : null}
      {open?.kind === 'edit' ? <RoleForm role={open.role} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteRole role={open.role} onClose={close} /> : null}
    </>
  );
}

function RoleFacts({ role }: { role: Role }) {
  const { orgInfo } = useAccount();
  return (
    <>
      {role.description ? (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {role.description}
        </Typography>
      ) : null}
      <Facts
        rows={[
          ['Users', role.userCount.toLocaleString('en-US')],
          ['Kind', role.isSystem ? 'System' : 'Own'],
          ['Updated', <RelativeTime key="updated" at={role.updatedAt} />],
        ]}
      />
      {role.permission ? (
        <Box sx={{ mt: 3 }}>
          <PermissionTree held={orgInfo.permission} value={role.permission} />
        </Box>
      ) : null}
    </>
  );
}

function DeleteRole({ role, onClose }: { role: Role; onClose(): void }) {
  const remove = useCall('roleDelete', {
    refresh: ['roleList'],
    onSuccess: () => {
      toast(`${role.name} was deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog title={`Delete ${role.name}?`} confirm="Delete" typed={role.name} isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ params: { id: role.id } })} onClose={onClose}>
      Nobody holds this role. It cannot be brought back.
    </ConfirmDialog>
  );
}
