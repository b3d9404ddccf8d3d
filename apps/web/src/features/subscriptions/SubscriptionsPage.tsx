import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DnsOutlined from '@mui/icons-material/DnsOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { msServices, subscriptionStates } from '@cloudwright/contract/enums';
import { useState } from 'react';
import { useCall, type RowOf } from '../../shared/api/api.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { countOf } from '../../shared/entities/format.ts';
import { Mono, RelativeTime } from '../../shared/entities/facts.tsx';
import { StatusChip, statusLabel } from '../../shared/entities/StatusChip.tsx';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { Facts, WithSidePanel } from '../../shared/page/SidePanel.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useAccount, useMay } from '../../shared/session/permission.ts';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { toast } from '../../shared/ui/toast.ts';

const AccessForm = lazyPart(() => import('./SubscriptionForms.tsx'), 'AccessForm');
const EditSubscriptionForm = lazyPart(() => import('./SubscriptionForms.tsx'), 'EditSubscriptionForm');
const RegisterForm = lazyPart(() => import('./SubscriptionForms.tsx'), 'RegisterForm');

type Subscription = RowOf<'subscriptionList'>;

const cloudLabels = { general: 'General', government: 'Government' };
const columns: Column<Subscription>[] = [
  { id: 'displayName', header: 'Name', cell: (row) => row.displayName },
  { id: 'sid', header: 'Subscription id', cell: (row) => <Mono>{row.sid}</Mono>, card: 'subtitle', maxWidth: 300 },
  { id: 'state', header: 'State', cell: (row) => <StatusChip status={row.state} />, card: 'status' },
  { id: 'cloud', header: 'Cloud', cell: (row) => cloudLabels[row.cloud], card: 'meta' },
  { id: 'deploymentCount', header: 'Deployments', cell: (row) => row.deploymentCount.toLocaleString('en-US'), align: 'right', card: 'value' },
  { id: 'currency', header: 'Currency', cell: (row) => row.currency },
  { id: 'tenantId', header: 'Directory', cell: (row) => <Mono>{row.tenantId}</Mono>, isHidden: true },
  { id: 'updatedAt', header: 'Updated', cell: (row) => <RelativeTime at={row.updatedAt} /> },
];
const filters = [
  { field: 'state', label: 'State', options: subscriptionStates.map((value) => ({ value, label: statusLabel(value) })) },
  { field: 'cloud', label: 'Cloud', options: msServices.map((value) => ({ value, label: cloudLabels[value] })) },
];
const list = { list: 'subscriptionList', defaultSort: { field: 'displayName', direction: 1 } } as const;

type Open = { kind: 'register' } | { kind: 'edit' | 'access' | 'remove'; subscription: Subscription };

/** The cloud subscriptions that the organization has registered. */
export function SubscriptionsPage() {
  const may = useMay();
  const { orgInfo } = useAccount();
  const total = useListTotal(list);
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<Subscription | null>(null);
  const close = () => setOpen(null);
  const register = may('subscriptionCreate') ? (
    <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ kind: 'register' })}>
      Register subscription
    </Button>
  ) : null;
  const actionsOf = (subscription: Subscription): RowAction[] => [
    ...(may('resourceGroupList') ? [{ label: 'Resource groups', Icon: DnsOutlined, href: pathTo('subscriptionResourceGroups', { sid: subscription.sid }) }] : []),
    ...(may('subscriptionEdit') ? [{ label: 'Edit', Icon: EditOutlined, onClick: () => setOpen({ kind: 'edit', subscription }) }] : []),
    ...(may('subscriptionAccessControl') ? [{ label: 'Access control', Icon: GroupsOutlined, onClick: () => setOpen({ kind: 'access', subscription }) }] : []),
    ...(may('subscriptionDelete')
      ? [
          {
            label: 'Unregister',
            Icon: DeleteOutlined,
            isDestructive: true,
            disabled: subscription.deploymentCount > 0 ? `${countOf(subscription.deploymentCount, 'deployment')} ${subscription.deploymentCount === 1 ? 'lives' : 'live'} there` : undefined,
            onClick: () => setOpen({ kind: 'remove', subscription }),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHead
        title="Subscriptions"
        facts={total === undefined ? null : `${countOf(total, 'subscription')} of ${orgInfo.name}`}
        actions={
          <>
            <ExportButton {...list} fileName="subscriptions" />
            {register}
          </>
        }
      />
      <WithSidePanel panel={shown ? { title: shown.displayName, onClose: () => setShown(null), children: <SubscriptionFacts row={shown} /> } : null}>
        <ListTable
          {...list}
          label="Subscriptions"
          columns={columns}
          filters={filters}
          rowId={(row) => row.id}
          rowName={(row) => row.displayName}
          {...(may('subscriptionView') ? { onOpen: setShown } : {})}
          openId={shown?.id}
          rowActions={actionsOf}
          empty={{ title: 'Register your first subscription', text: 'Choose one that your cloud account can see. It stays in the cloud as it is.', actions: register }}
        />
      </WithSidePanel>
      {open?.kind === 'register' ? <RegisterForm onClose={close} /> : null}
      {open?.kind === 'edit' ? <EditSubscriptionForm subscription={open.subscription} onClose={close} /> : null}
      {open?.kind === 'access' ? <AccessForm subscription={open.subscription} onClose={close} /> : null}
      {open?.kind === 'remove' ? <Unregister subscription={open.subscription} onClose={close} /> : null}
    </>
  );
}

const SubscriptionFacts = ({ row }: { row: Subscription }) => (
  <Facts
    rows={[
      ['Id', <Mono key="id" copy>{row.sid}</Mono>],
      ['State', <StatusChip key="state" status={row.state} />],
      ['Cloud', cloudLabels[row.cloud]],
      ['Directory', <Mono key="tenant">{row.tenantId}</Mono>],
      ['Currency', row.currency],
      ['Deployments', row.deploymentCount.toLocaleString('en-US')],
      ['Tags', Object.keys(row.tags).length > 0 ? Object.entries(row.tags).map(([name, value]) => <Chip key={name} size="small" label={`${name}: ${value}`} sx={{ mr: 1, mb: 1 }} />) : '–'],
      ['Registered', <RelativeTime key="created" at={row.createdAt} />],
    ]}
  />
);

function Unregister({ subscription, onClose }: { subscription: Subscription; onClose(): void }) {
  const remove = useCall('subscriptionDelete', {
    refresh: ['subscriptionList'],
    onSuccess: () => {
      toast(`${subscription.displayName} is no longer registered`);
      onClose();
    },
  });
  return (
    <ConfirmDialog title={`Unregister ${subscription.displayName}?`} confirm="Unregister" typed={subscription.displayName} isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ body: { sid: subscription.sid } })} onClose={onClose}>
      The portal forgets it. Nothing in the cloud changes.
    </ConfirmDialog>
  );
}
