import BlockOutlined from '@mui/icons-material/BlockOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Button from '@mui/material/Button';
import { inviteStatuses } from '@cloudwright/contract/enums';
import { call, useCall, type RowOf } from '../../shared/api/api.ts';
import { RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip, statusLabel } from '../../shared/entities/StatusChip.tsx';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ListTable } from '../../shared/table/ListTable.tsx';
import { toast, toastError } from '../../shared/ui/toast.ts';

type Invite = RowOf<'inviteList'>;

const columns: Column<Invite>[] = [
  { id: 'email', header: 'E-mail', cell: (invite) => invite.email },
  { id: 'name', header: 'Name', cell: (invite) => invite.name, card: 'subtitle' },
  { id: 'status', header: 'Status', cell: (invite) => <StatusChip status={invite.status} />, card: 'status' },
  { id: 'role', header: 'Role', cell: (invite) => invite.role, card: 'meta' },
  { id: 'createdAt', header: 'Sent', cell: (invite) => <RelativeTime at={invite.createdAt} /> },
  { id: 'expiresAt', header: 'Expires', cell: (invite) => <RelativeTime at={invite.expiresAt} />, card: 'meta' },
];
const filters = [{ field: 'status', label: 'Status', options: inviteStatuses.map((value) => ({ value, label: statusLabel(value) })) }];

export function InvitesTab({ onInvite }: { onInvite(): void }) {
  const resend = useCall('inviteResend', { refresh: ['inviteList'], onSuccess: ({ email }) => toast(`Sent again to ${email}`) });
  const revoke = useCall('inviteRevoke', { refresh: ['inviteList'], onSuccess: ({ email }) => toast(`The invitation of ${email} no longer works`) });
  const actionsOf = (invite: Invite): RowAction[] => {
    const params = { id: invite.id };
    const closed = invite.status === 'ACCEPTED' ? 'Already accepted' : undefined;
    return [
      { label: 'Send again', Icon: ReplayOutlined, disabled: closed, onClick: () => resend.mutate({ params }, { onError: toastError }) },
      { label: 'Revoke', Icon: BlockOutlined, isDestructive: true, disabled: closed ?? (invite.status === 'REVOKED' ? 'Already revoked' : undefined), onClick: () => revoke.mutate({ params }, { onError: toastError }) },
    ];
  };
  return (
    <ListTable
      list="inviteList"
      label="Invitations"
      columns={columns}
      filters={filters}
      defaultSort={{ field: 'createdAt', direction: -1 }}
      rowId={(invite) => invite.id}
      rowName={(invite) => invite.email}
      rowActions={actionsOf}
      bulkActions={[{ label: 'Revoke', permission: 'userInvite', isDestructive: true, confirm: 'Their links stop working at once.', run: (invite) => call('inviteRevoke', { params: { id: invite.id } }) }]}
      empty={{
        title: 'No invitations',
        text: 'Invite somebody by mail; the link lets them join this organization with the role you choose.',
        actions: (
          <Button variant="contained" onClick={onInvite}>
            Invite somebody
          </Button>
        ),
      }}
    />
  );
}
