import { organizationEndpoints, type ListPage, type ListQuery, type Organization } from '@cloudwright/contract';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { OrganizationTable } from '../../platform/db/schema.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { newId } from '../../platform/ids.ts';
import { listPage } from '../../platform/list-page.ts';

const columns = [
  'organization.id', 'organization.key as orgId', 'organization.key', 'organization.name', 'organization.permission', 'organization.tenantIds',
  'organization.parentKey', 'organization.adminEmail', 'organization.currency', 'organization.logoUrl', 'organization.channelCode',
  'organization.autoJoinRoleId', 'organization.status', 'organization.userCount', 'organization.createdAt', 'organization.createdBy',
  'organization.updatedAt', 'organization.updatedBy',
] as const;

/** The organizations an actor may know of: all for the platform, else the own one and its direct children. */
function visible(tx: OrgTx) {
  const { actor, kysely } = tx;
  const organizations = kysely.selectFrom('organization');
  if (actor.isPlatform) return organizations;
  return organizations.where((is) => is.or([is('organization.key', '=', actor.orgKey), is('organization.parentKey', '=', actor.orgKey)]));
}

export async function listOrganizations(tx: OrgTx, query: ListQuery): Promise<ListPage<Organization>> {
  const page = await listPage(query, {
    base: visible(tx),
    select: (base) => base.select(columns),
    fields: organizationEndpoints.organizationList.list,
    columns: {
      id: 'organization.id', createdAt: 'organization.createdAt', updatedAt: 'organization.updatedAt', key: 'organization.key', name: 'organization.name',
      status: 'organization.status', parentKey: 'organization.parentKey', adminEmail: 'organization.adminEmail', currency: 'organization.currency',
      userCount: 'organization.userCount',
    },
    id: 'organization.id',
    createdAt: 'organization.createdAt',
    search: 'organization',
    nullable: ['parentKey', 'adminEmail'],
    tenant: (tenantId) => sql`organization.tenant_ids @> array[${tenantId}]`,
  });
  return page as ListPage<Organization>;
}

export const getOrganization = async (tx: OrgTx, by: { id: string } | { key: string }): Promise<Organization | undefined> =>
  (await visible(tx)
    .select(columns)
    .where('id' in by ? 'organization.id' : 'organization.key', '=', 'id' in by ? by.id : by.key)
    .executeTakeFirst()) as Organization | undefined;

/** Keeps others off the organization until the transaction ends: for a change that depends on what it is now. */
export const lockOrganization = async (tx: OrgTx, id: string): Promise<void> => void (await tx.kysely.selectFrom('organization').select('id').where('id', '=', id).forUpdate().execute());

export async function insertOrganization(tx: OrgTx, values: Omit<Insertable<OrganizationTable>, 'id' | 'createdBy' | 'updatedBy'>): Promise<string> {
  const id = newId();
  const by = tx.actor.userId;
  await tx.kysely.insertInto('organization').values({ ...values, id, createdBy: by, updatedBy: by }).execute();
  return id;
}

export async function updateOrganization(tx: OrgTx, id: string, values: Updateable<OrganizationTable>): Promise<void> {
  await tx.kysely.updateTable('organization').set({ ...values, updatedAt: new Date().toISOString(), updatedBy: tx.actor.userId }).where('id', '=', id).execute();
}

export async function deleteOrganization(tx: OrgTx, id: string): Promise<void> {
  await tx.kysely.deleteFrom('organization').where('id', '=', id).execute();
}

export const isChildOf = async (tx: OrgTx, key: string): Promise<boolean> =>
  (await tx.kysely.selectFrom('organization').select('id').where('parentKey', '=', key).limit(1).executeTakeFirst()) !== undefined;
