import { deploymentEndpoints, terminalDeploymentStatuses, type Deployment, type DeploymentDetail, type DeploymentStatus, type ListPage, type ListQuery } from '@cloudwright/contract';
import { sql, type Selectable, type SqlBool } from 'kysely';
import { mask } from '../../platform/audit.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';
import { jsonb } from '../blueprints/public.ts';
import type { DeploymentTable, Step } from './tables.ts';

export type DeploymentRow = Selectable<DeploymentTable>;

/** Whether the row is the person's: owned by, assigned to, or shared with. */
const isOf = (userId: string) => sql<SqlBool>`(deployment.owner_id = ${userId} or deployment.assignee_ids @> array[${userId}]::uuid[]
  or deployment.shared_with @> ${JSON.stringify([{ userId }])}::jsonb)`;

const listColumns = [
  'id', 'orgId', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'name', 'blueprintId', 'blueprintName', 'blueprintTitle', 'blueprintVersion',
  'subscriptionId', 'resourceGroup', 'region', 'scope', 'status', 'attempt', 'ownerId', 'tags', 'startedAt', 'finishedAt', 'monthlyEstimate', 'errorCount',
] as const;

/** What is a person's (decision 89a). Deleted entries are in it only when a status filter asks for them. */
export async function listDeployments(tx: OrgTx, query: ListQuery, userId: string): Promise<ListPage<Deployment>> {
  // Left joins on unique keys: the count leaves them out, and rows that are skipped cost nothing extra.
  let base = tx.kysely.selectFrom('deployment').leftJoin('user', 'user.id', 'deployment.ownerId').leftJoin('subscription', 'subscription.sid', 'deployment.subscriptionId').where('deployment.orgId', '=', tx.actor.orgKey).where(isOf(userId));
  if (query.filterObj['status'] === undefined) base = base.where('deployment.status', '!=', 'DELETED');
  const page = await listPage(query, {
    base,
    select: (rows) => rows.select(listColumns.map((column) => `deployment.${column}` as const)).select(['user.name as ownerName', 'subscription.displayName as subscriptionName']),
    fields: deploymentEndpoints.deploymentListOwn.list,
    columns: {
      id: 'deployment.id', createdAt: 'deployment.createdAt', updatedAt: 'deployment.updatedAt', name: 'deployment.name', status: 'deployment.status',
      blueprintName: 'deployment.blueprintName', blueprintId: 'deployment.blueprintId', blueprintVersion: 'deployment.blueprintVersion',
      subscriptionId: 'deployment.subscriptionId', resourceGroup: 'deployment.resourceGroup', region: 'deployment.region', ownerName: 'user.name', ownerId: 'deployment.ownerId',
      startedAt: 'deployment.startedAt', finishedAt: 'deployment.finishedAt',
    },
    id: 'deployment.id', createdAt: 'deployment.createdAt', search: 'deployment',
    nullable: ['resourceGroup', 'ownerName', 'ownerId', 'blueprintId', 'startedAt', 'finishedAt'],
  });
  return { ...page, result: page.result.map((row) => ('monthlyEstimate' in row ? { ...row, monthlyEstimate: money(row.monthlyEstimate as number | null) } : row)) } as unknown as ListPage<Deployment>;
}

const money = (amount: number | null): { amount: number; currency: 'USD' } | null => (amount === null ? null : { amount, currency: 'USD' });

/** The entry by ledger id, or as its page's address names it (live entries only). */
export function findDeployment(tx: OrgTx, lookup: { id: string } | { subscriptionId: string; resourceGroup?: string | null | undefined; name: string }): Promise<DeploymentRow | undefined> {
  const rows = tx.kysely.selectFrom('deployment').selectAll().where('orgId', '=', tx.actor.orgKey);
  if ('id' in lookup) return rows.where('id', '=', lookup.id).executeTakeFirst();
  return rows
    .where('subscriptionId', '=', lookup.subscriptionId.toLowerCase())
    .where(sql<SqlBool>`lower(coalesce(resource_group, '')) = ${(lookup.resourceGroup ?? '').toLowerCase()}`)
    .where(sql<SqlBool>`lower(name) = ${lookup.name.toLowerCase()}`)
    .orderBy(sql`status = 'DELETED'`).orderBy('createdAt', 'desc').limit(1).executeTakeFirst();
}

/** True when a live entry of the same place has the name. */
export async function isNameTaken(tx: OrgTx, place: { subscriptionId: string; resourceGroup: string | null; name: string }): Promise<boolean> {
  const row = await findDeployment(tx, place);
  return row !== undefined && row.status !== 'DELETED';
}

const isTerminal = (status: DeploymentStatus): boolean => (terminalDeploymentStatuses as readonly string[]).includes(status);

/** What a person may do with an entry in this state. */
export const possibleActions = (row: Pick<DeploymentRow, 'status' | 'blueprintVersionId'>): DeploymentDetail['actions'] => ({
  canRetry: (row.status === 'FAILED' || row.status === 'CANCELED' || row.status === 'WARNING' || row.status === 'NEEDS_SIGN_IN') && row.blueprintVersionId !== null,
  canCancel: ['QUEUED', 'VALIDATING', 'RUNNING', 'NEEDS_SIGN_IN'].includes(row.status),
  canDelete: row.status !== 'DELETED' && row.status !== 'DELETING' && (isTerminal(row.status) || row.status === 'NEEDS_SIGN_IN'),
});

/** Resources that are gone, of those that a deletion removes. */
export function deletionProgress({ deletion }: Pick<DeploymentRow, 'deletion'>): DeploymentDetail['deletion'] {
  const items = deletion?.items;
  return items ? { gone: items.filter(({ state }) => state === 'gone').length, total: items.length } : null;
}

const links = (tx: OrgTx) => tx.kysely.selectFrom('deployment').select(['id', 'name', 'subscriptionId', 'resourceGroup']).where('orgId', '=', tx.actor.orgKey);

/** The page of one entry, secrets masked. `portal` = base address of the cloud's own portal. */
export async function detailOf(tx: OrgTx, row: DeploymentRow, portal: string): Promise<DeploymentDetail> {
  const userIds = [...row.assigneeIds, ...row.sharedWith.map((share) => share.userId), ...(row.ownerId ? [row.ownerId] : [])];
  const people = userIds.length === 0 ? [] : await tx.select('user').select(['id', 'name', 'email']).where('id', 'in', userIds).execute() as { id: string; name: string; email: string }[];
  const names = new Map(people.map((person) => [person.id, person]));
  const subscription = await tx.kysely.selectFrom('subscription').select('displayName').where('sid', '=', row.subscriptionId).executeTakeFirst();
  const shown = Object.fromEntries(listColumns.map((column) => [column, row[column]])) as Pick<DeploymentRow, (typeof listColumns)[number]>;
  const group = row.resourceGroup === null ? '' : `/resourceGroups/${row.resourceGroup}`;
  return {
    ...shown,
    subscriptionName: subscription?.displayName ?? null,
    ownerName: (row.ownerId && names.get(row.ownerId)?.name) || null,
    monthlyEstimate: money(row.monthlyEstimate),
    scope: row.scope as DeploymentDetail['scope'],
    parameters: { ...row.parameters, ...Object.fromEntries(row.secretParameters.map((name) => [name, mask])) },
    secretParameters: row.secretParameters,
    outputs: row.outputs,
    errors: row.errors,
    assignees: row.assigneeIds.flatMap((id) => names.get(id) ?? []),
    sharedWith: row.sharedWith.flatMap(({ userId, access }) => {
      const name = names.get(userId)?.name;
      return name === undefined ? [] : [{ userId, name, access: access as 'OWNER' | 'CONTRIBUTOR' | 'READER' }];
    }),
    estimate: row.estimate,
    attempts: row.attempts,
    retryOf: (row.retryOf !== null && (await links(tx).where('id', '=', row.retryOf).executeTakeFirst())) || null,
    retriedAs: await links(tx).where('retryOf', '=', row.id).where('status', '!=', 'DELETED').orderBy('createdAt').orderBy('id').execute(),
    actions: possibleActions(row),
    cloudDeploymentName: row.cloudName,
    unanswered: row.failures,
    deletion: deletionProgress(row),
    portalUrl: `${portal}/#resource/subscriptions/${row.subscriptionId}${group}`,
  };
}

/** Changes of the follower; jsonb columns are written as JSON. */
export type DeploymentChanges = Partial<Omit<DeploymentTable, 'id' | 'orgId' | 'createdAt' | 'updatedAt' | 'searchText' | 'attempts' | 'retryOf'> & Pick<DeploymentRow, 'attempts' | 'retryOf'>>;
const jsonColumns = ['parameters', 'tags', 'outputs', 'errors', 'operations', 'sharedWith', 'estimate', 'deletion', 'attempts'] as const;

/** Writes changes; undefined when the entry is gone. */
export function updateDeployment(tx: OrgTx, id: string, changes: DeploymentChanges): Promise<DeploymentRow | undefined> {
  return tx.update('deployment', id, asColumns(changes)) as Promise<DeploymentRow | undefined>;
}

/** jsonb columns as JSON, the rest as it is. */
export function asColumns<T extends DeploymentChanges>(changes: T): T {
  const columns: Record<string, unknown> = { ...changes };
  for (const column of jsonColumns) if (columns[column] !== undefined && columns[column] !== null) columns[column] = jsonb(columns[column]);
  return columns as T;
}

/** What makes an entry wake up: its next step and when. */
export const dueNow = (step: Step): { step: Step; nextAt: string; failures: number } => ({ step, nextAt: new Date().toISOString(), failures: 0 });
/** An entry that is gone: it can't be retried, so it keeps neither its secrets nor the version it was made from. */
export const goneNow = { status: 'DELETED', blueprintVersionId: null, sealedSecrets: null } as const;
/** No further step: terminal, and the cloud token is wiped. */
export const settled = { step: null, nextAt: null, failures: 0, sealedToken: null, tokenExpiresAt: null } as const;
