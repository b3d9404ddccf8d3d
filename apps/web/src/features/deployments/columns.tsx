import { regionName } from '@cloudwright/contract/enums';
import type { RowOf } from '../../shared/api/api.ts';
import { Money, RelativeTime } from '../../shared/entities/facts.tsx';
import { formatDuration } from '../../shared/entities/format.ts';
import { StatusChip } from '../../shared/entities/StatusChip.tsx';
import { pathTo } from '../../shared/paths.ts';
import type { Column } from '../../shared/table/column.ts';
import { AppLink } from '../../shared/ui/AppLink.tsx';

type Row = RowOf<'deploymentListOwn'>;

/** The status page: by resource group, or by subscription where there is none. */
export const pathOfDeployment = ({ subscriptionId, resourceGroup, name }: { subscriptionId: string; resourceGroup: string | null; name: string }): string =>
  resourceGroup === null ? pathTo('subscriptionResourceManagement', { sid: subscriptionId, dname: name }) : pathTo('resourceManagement', { sid: subscriptionId, rid: resourceGroup, dname: name });

const durationOf = ({ startedAt, finishedAt }: Row): string => (startedAt && finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '–');

export const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => <AppLink href={pathOfDeployment(row)} sx={{ fontWeight: 500 }}>{row.name}</AppLink>, maxWidth: 260 },
  { id: 'status', header: 'Status', cell: (row) => <StatusChip status={row.status} />, card: 'status' },
  { id: 'blueprintName', header: 'Blueprint', cell: (row) => `${row.blueprintTitle} v${row.blueprintVersion}`, maxWidth: 240, card: 'subtitle' },
  { id: 'resourceGroup', header: 'Resource group', cell: (row) => row.resourceGroup ?? '–', maxWidth: 200, card: 'meta' },
  { id: 'subscriptionName', header: 'Subscription', cell: (row) => row.subscriptionName ?? row.subscriptionId, sort: false, maxWidth: 180, isHidden: true },
  { id: 'region', header: 'Region', cell: (row) => regionName(row.region), card: 'meta' },
  { id: 'ownerName', header: 'Owner', cell: (row) => row.ownerName ?? '–', maxWidth: 160 },
  { id: 'monthlyEstimate', header: 'Estimate', cell: (row) => <Money value={row.monthlyEstimate} kind="estimate" per="month" />, sort: false, align: 'right', card: 'value' },
  { id: 'duration', header: 'Time', cell: durationOf, sort: false, align: 'right', isHidden: true },
  { id: 'createdAt', header: 'Created', cell: (row) => <RelativeTime at={row.createdAt} />, card: 'meta' },
];
