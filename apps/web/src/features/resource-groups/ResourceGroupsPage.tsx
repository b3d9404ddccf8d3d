import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import { regions } from '@cloudwright/contract/enums';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, type RowOf } from '../../shared/api/api.ts';
import { queryText } from '../../shared/api/http.ts';
import { ConfirmDialog } from '../../shared/dialog/ConfirmDialog.tsx';
import { countOf } from '../../shared/entities/format.ts';
import { Mono, RegionName } from '../../shared/entities/facts.tsx';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { useSubscriptions } from '../../shared/entities/subscriptions.ts';
import { PageHead } from '../../shared/page/PageHead.tsx';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import { pathTo } from '../../shared/paths.ts';
import { useMay } from '../../shared/session/permission.ts';
import type { Column, RowAction } from '../../shared/table/column.ts';
import { ExportButton, ListTable, useListTotal } from '../../shared/table/ListTable.tsx';
import { FilterButton, FilterChip } from '../../shared/table/Toolbar.tsx';
import { toast } from '../../shared/ui/toast.ts';

const ResourceGroupForm = lazyPart(() => import('./ResourceGroupForm.tsx'), 'ResourceGroupForm');

type Group = RowOf<'resourceGroupList'>;

const columns: Column<Group>[] = [
  { id: 'name', header: 'Name', cell: (group) => group.name },
  { id: 'subscriptionName', header: 'Subscription', cell: (group) => group.subscriptionName, card: 'subtitle' },
  { id: 'region', header: 'Region', cell: (group) => <RegionName code={group.region} />, card: 'meta' },
  { id: 'provisioningState', header: 'State', cell: (group) => <StatusChip tone={group.provisioningState === 'Succeeded' ? 'success' : group.provisioningState === 'Deleting' ? 'running' : 'neutral'} label={group.provisioningState} />, card: 'status' },
  { id: 'resourceCount', header: 'Resources', cell: (group) => group.resourceCount?.toLocaleString('en-US'), align: 'right', card: 'value' },
  { id: 'tags', header: 'Tags', cell: (group) => Object.entries(group.tags).map(([name, value]) => `${name}: ${value}`).join(', '), sort: false, maxWidth: 260 },
  { id: 'id', header: 'Id', cell: (group) => <Mono>{group.id}</Mono>, sort: false, isHidden: true },
];
const filters = [{ field: 'region', label: 'Region', options: Object.entries(regions).map(([value, label]) => ({ value, label })) }];

/** `sids=All` or ids by commas; the path's own subscription wins over the query. */
export const chosenSubscriptions = (sid: string | undefined, sids: string | undefined): string[] | 'All' =>
  sid ? [sid] : !sids || sids === 'All' ? 'All' : sids.split(',').filter(Boolean);

/** Resource groups of all subscriptions, of some, or of the one in the path. */
export function ResourceGroupsPage() {
  const may = useMay();
  const { sid } = useParams({ strict: false }) as { sid?: string };
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { history } = useRouter();
  const subscriptions = useSubscriptions();
  const [open, setOpen] = useState<{ kind: 'create' } | { kind: 'delete'; group: Group } | null>(null);
  const chosen = chosenSubscriptions(sid, search.sids);
  const list = { list: 'resourceGroupList', defaultSort: { field: 'name', direction: 1 }, extraQuery: { sids: chosen === 'All' ? 'All' : chosen.join(',') } } as const;
  const total = useListTotal(list);
  const choose = (values: string[]) => {
    const { page: _page, ...rest } = search;
    history.push(location.pathname + queryText({ ...rest, sids: values.length > 0 ? values.join(',') : 'All' }));
  };
  const nameOf = (id: string) => subscriptions.data?.result.find((each) => each.sid === id)?.displayName ?? id;
  const create = may('subscriptionCreate') ? (
    <Button variant="contained" startIcon={<Add />} onClick={() => setOpen({ kind: 'create' })}>
      New resource group
    </Button>
  ) : null;
  const actionsOf = (group: Group): RowAction[] => (may('subscriptionDelete') ? [{ label: 'Delete', Icon: DeleteOutlined, isDestructive: true, onClick: () => setOpen({ kind: 'delete', group }) }] : []);
  return (
    <>
      <PageHead
        title="Resource groups"
        {...(sid ? { crumbs: [{ label: 'Subscriptions', href: pathTo('subscriptions') }] } : {})}
        facts={total === undefined ? null : `${countOf(total, 'resource group')} in ${chosen === 'All' ? 'all subscriptions' : chosen.map(nameOf).join(', ')}`}
        actions={
          <>
            <ExportButton {...list} fileName="resource-groups" />
            {create}
          </>
        }
      />
      <ListTable
        {...list}
        label="Resource groups"
        columns={columns}
        filters={filters}
        rowId={(group) => group.id}
        rowName={(group) => group.name}
        rowActions={actionsOf}
        toolbar={
          sid ? null : (
            <>
              <FilterButton
                filter={{ field: 'sids', label: 'Subscription', options: (subscriptions.data?.result ?? []).map((each) => ({ value: each.sid, label: each.displayName })) }}
                chosen={chosen === 'All' ? [] : chosen}
                onChange={choose}
              />
              {chosen === 'All' ? null : <FilterChip label={`Subscription: ${chosen.map(nameOf).join(' or ')}`} onDelete={() => choose([])} />}
            </>
          )
        }
        empty={{ title: 'No resource groups', text: 'A resource group holds what belongs together. The wizard can add one while you deploy.', actions: create }}
      />
      {open?.kind === 'create' ? <ResourceGroupForm subscriptionId={sid ?? (chosen !== 'All' && chosen.length === 1 ? chosen[0]! : '')} onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'delete' ? <DeleteGroup group={open.group} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function DeleteGroup({ group, onClose }: { group: Group; onClose(): void }) {
  const remove = useCall('resourceGroupDelete', {
    refresh: ['resourceGroupList'],
    onSuccess: () => {
      toast(`${group.name} is being deleted`);
      onClose();
    },
  });
  return (
    <ConfirmDialog title={`Delete ${group.name}?`} confirm="Delete" typed={group.name} isDestructive pending={remove.isPending} error={remove.error} onConfirm={() => remove.mutate({ body: { subscriptionId: group.subscriptionId, name: group.name } })} onClose={onClose}>
      {group.resourceCount ? `All ${countOf(group.resourceCount, 'resource')} in it` : 'Everything in it'} will be deleted in {group.subscriptionName}. This cannot be taken back.
    </ConfirmDialog>
  );
}
