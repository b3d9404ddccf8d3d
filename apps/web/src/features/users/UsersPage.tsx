import Add from '@mui/icons-material/Add';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MailOutlineOutlined from '@mui/icons-material/MailOutlineOutlined';
import Button from '@mui/material/Button';
import { userStatuses } from '@cloudwright/contract/enums';
import { useState } from 'react';
import { call, useCall, type RowOf } from '../../shared/api/api.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { countOf } from '../../shared/entities/format.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip, statusLabel } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import { UrlTabs, useUrlTab } from '../../shared/page/UrlTabs.tsx';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { toast, toastError } from '../../shared/ui/toast.ts';
import { InvitesTab } from './InvitesTab.tsx';

const InviteForm = lazyPart(() => import('./UserForm.tsx'), 'InviteForm');
const UserForm = lazyPart(() => import('./UserForm.tsx'), 'UserForm');

type User = RowOf<'userList'>;

const columns: Column<User>[] = [
  { id: 'name', header: 'Name', cell: (user) => user.name },
  { id: 'email', header: 'E-mail', cell: (user) => user.email, card: 'subtitle' },
  { id: 'status', header: 'Status', cell: (user) => <StatusChip status={user.status} />, card: 'status' },
  { id: 'role', header: 'Role', cell: (user) => user.role, card: 'meta' },
  { id: 'lastLoginTime', header: 'Last sign-in', cell: (user) => (user.lastLoginTime ? <RelativeTime at={user.lastLoginTime} /> : 'Never signed in'), card: 'meta' },
  { id: 'expiresAt', header: 'Expires', cell: (user) => user.expiresAt && <RelativeTime at={user.expiresAt} /> },
  { id: 'createdAt', header: 'Created', cell: (user) => <RelativeTime at={user.createdAt} />, isHidden: true },
];
const filters = [{ field: 'status', label: 'Status', options: userStatuses.map((value) => ({ value, label: statusLabel(value) })) }];
const defaultSort = { field: 'name', direction: 1 } as const;
const list = { list: 'userList', defaultSort } as const;

type Open = { kind: 'create' } | { kind: 'invite' } | { kind: 'edit' | 'delete'; user: User };

/** The people of the organization, and the invitations on their way. */
export function UsersPage() {
  const may = useMay();
  const [tab, setTab] = useUrlTab(['users', 'invitations'] as const);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title="Users"
        facts={tab === 'users' ? <UserCount /> : 'An invitation is good for seven days and works once'}
        actions={
          <>
            {tab === 'users' ? <ExportButton {...list} fileName="users" /> : null}
            {may('userCreate') ? (
              <Button variant="outlined" startIcon={<Add />} onClick={() => setOpen({ kind: 'create' })}>
                New user
              </Button>
            ) : null}
            {may('userInvite') ? (
              <Button variant="contained" startIcon={<MailOutlineOutlined />} onClick={() => setOpen({ kind: 'invite' })}>
                Invite
              </Button>
            ) : null}
          </>
        }
      />
      {may('userInvite') ? (
        <UrlTabs
          label="People"
          tabs={[
            { name: 'users', label: 'Users' },
            { name: 'invitations', label: 'Invitations' },
          ]}
          value={tab}
          onChange={setTab}
        />
      ) : null}
      {tab === 'invitations' && may('userInvite') ? <InvitesTab onInvite={() => setOpen({ kind: 'invite' })} /> : <UserList onOpen={setOpen} />}
      {open?.kind === 'create' ? <UserForm onClose={close} /> : null}
      {open?.kind === 'edit' ? <UserForm user={open.user} onClose={close} /> : null}
      {open?.kind === 'invite' ? <InviteForm onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteUser user={open.user} onClose={close} /> : null}
    </>
  );
}

function UserCount() {
  const total = useListTotal(list);
  const { orgInfo } = useAccount();
  return total === undefined ? null : <>{`${countOf(total, 'user')} in ${orgInfo.name}`}</>;
}

function UserList({ onOpen }: { onOpen(open: Open): void }) {
  const may = useMay();
  const me = useAccount();
  const [shown, setShown] = useState<User | null>(null);
  const edit = useCall('userEdit', { refresh: ['userList'] });
  const setStatus = (user: User, status: 'ACTIVE' | 'SUSPENDED') =>
    edit.mutate({ params: { id: user.id }, body: { status } }, { onSuccess: () => toast(`${user.name} is ${statusLabel(status).toLowerCase()}`), onError: toastError });
  const actionsOf = (user: User): RowAction[] => {
    const own = user.id === me.id ? 'This is you' : undefined;
    return [
      ...(may('userEdit')
        ? [
            { label: 'Edit', Icon: EditOutlined, onClick: () => onOpen({ kind: 'edit', user }) },
            user.status === 'SUSPENDED' || user.status === 'EXPIRED'
              ? { label: 'Activate', Icon: CheckCircleOutlined, onClick: () => setStatus(user, 'ACTIVE') }
              : { label: 'Suspend', Icon: BlockOutlined, disabled: user.status === 'INVITED' ? 'They have not come yet: revoke the invitation instead' : own, onClick: () => setStatus(user, 'SUSPENDED') },
          ]
        : []),
      ...(may('userDelete') ? [{ label: 'Delete', Icon: DeleteOutlined, isDestructive: true, disabled: own, onClick: () => onOpen({ kind: 'delete', user }) }] : []),
    ];
  };
  return (
    <WithSidePanel panel={shown ? { title: shown.name, onClose: () => setShown(null), children: <UserFacts user={shown} /> } : null}>
      <ListTable
        {...list}
        label="Users"
        columns={columns}
        filters={filters}
        rowId={(user) => user.id}
        rowName={(user) => user.name}
        {...(may('userView') ? { onOpen: setShown } : {})}
        openId={shown?.id}
        rowActions={actionsOf}
        bulkActions={[
          { label: 'Suspend', permission: 'userEdit', confirm: 'They can no longer sign in until somebody activates them again.', run: (user) => call('userEdit', { params: { id: user.id }, body: { status: 'SUSPENDED' } }) },
          { label: 'Delete', permission: 'userDelete', isDestructive: true, confirm: 'Their account goes; what they deployed stays.', run: (user) => call('userDelete', { params: { id: user.id } }) },
        ]}
        empty={{
          title: 'Nobody here yet',
          text: 'Invite colleagues by mail, or create accounts for people of a connected directory.',
          actions: may('userInvite') ? (
            <Button variant="contained" onClick={() => onOpen({ kind: 'invite' })}>
              Invite somebody
            </Button>
          ) : null,
        }}
      />
    </WithSidePanel>
  );
}

const UserFacts = ({ user }: { user: User }) => (
  <Facts
    rows={[
      ['E-mail', user.email],
      ['Status', <StatusChip key="status" status={user.status} />],
      ['Role', user.role],
      ['Directory', user.tenantId ? <Mono key="directory">{user.tenantId}</Mono> : 'Not signed in yet'],
      ['Sign-in', user.provider === 'aws' ? 'AWS' : 'Directory'],
      ['Last sign-in', user.lastLoginTime ? <RelativeTime key="login" at={user.lastLoginTime} /> : 'Never'],
      ['Expires', user.expiresAt ? <RelativeTime key="expires" at={user.expiresAt} /> : 'Never'],
      ['Created', <RelativeTime key="created" at={user.createdAt} />],
    ]}
  />
);

function DeleteUser({ user, onClose }: { user: User; onClose(): void }) {
  const remove = useCall('userDelete', {
    refresh: ['userList'],
    onSuccess: () => {
      toast(`${user.name} was deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      confirm="Delete"
      typed={user.email}
      isDestructive
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { id: user.id } })}
      onClose={onClose}
    >
      The account goes and cannot be brought back. What {user.name} deployed stays with the organization.
    </ConfirmDialog>
  );
}
