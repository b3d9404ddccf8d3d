import { subscriptionEndpoints, type ListPage, type ListQuery, type Subscription } from '@cloudwright/contract';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';
import type { SubscriptionTable } from './tables.ts';

export type SubscriptionRow = Selectable<SubscriptionTable>;

const deploymentCount = sql<number>`(select count(*) from deployment d where d.org_id = subscription.org_id and d.subscription_id = subscription.sid and d.status <> 'DELETED')`;
const columns = ['id', 'orgId', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'sid', 'displayName', 'tenantId', 'cloud', 'state', 'ownerIds', 'currency', 'tags'] as const;
const shown = columns.map((column) => `subscription.${column}` as const);

/** The organization's registered subscriptions. */
export function listSubscriptions(tx: OrgTx, query: ListQuery): Promise<ListPage<Subscription>> {
  return listPage(query, {
    base: tx.kysely.selectFrom('subscription').where('subscription.orgId', '=', tx.actor.orgKey),
    select: (rows) => rows.select(shown).select(deploymentCount.as('deploymentCount')),
    fields: subscriptionEndpoints.subscriptionList.list,
    columns: {
      id: 'subscription.id', createdAt: 'subscription.createdAt', updatedAt: 'subscription.updatedAt', sid: 'subscription.sid', displayName: 'subscription.displayName',
      tenantId: 'subscription.tenantId', cloud: 'subscription.cloud', state: 'subscription.state', currency: 'subscription.currency', deploymentCount,
    },
    id: 'subscription.id', createdAt: 'subscription.createdAt', search: 'subscription', defaultSort: { displayName: 1 },
    tenant: (tenantId) => sql<SqlBool>`subscription.tenant_id = ${tenantId}`,
  }) as unknown as Promise<ListPage<Subscription>>;
}

/** One registered subscription by the cloud's id. */
export async function findSubscription(tx: OrgTx, sid: string): Promise<Subscription | undefined> {
  const row = await tx.kysely.selectFrom('subscription').where('subscription.orgId', '=', tx.actor.orgKey).where('subscription.sid', '=', sid.toLowerCase())
    .select(shown).select(deploymentCount.as('deploymentCount')).executeTakeFirst();
  return row as Subscription | undefined;
}
