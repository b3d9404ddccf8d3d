import { roleEndpoints, type ListPage, type ListQuery, type Role } from '@cloudwright/contract';
import type { Permission } from '@cloudwright/contract/permissions';
import { sql } from 'kysely';
import { holdName } from '../../platform/db/database.ts';
import type { RecordColumns } from '../../platform/db/schema.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';
import type { Generated } from 'kysely';

export interface RoleTable extends RecordColumns {
  name: string;
  description: string;
  permission: Permission[];
  isSystem: Generated<boolean>;
}

const userCount = sql<number>`(select count(*) from "user" where "user".role_id = role.id)`;
const columns = ['role.id', 'role.orgId', 'role.createdAt', 'role.createdBy', 'role.updatedAt', 'role.updatedBy', 'role.name', 'role.description', 'role.permission', 'role.isSystem'] as const;

export async function listRoles(tx: OrgTx, query: ListQuery): Promise<ListPage<Role>> {
  const page = await listPage(query, {
    base: tx.select('role'),
    select: (base) => base.select(columns).select(userCount.as('userCount')),
    fields: roleEndpoints.roleList.list,
    columns: { id: 'role.id', createdAt: 'role.createdAt', updatedAt: 'role.updatedAt', name: 'role.name', isSystem: 'role.isSystem', userCount },
    id: 'role.id',
    createdAt: 'role.createdAt',
    search: 'role',
    defaultSort: { name: 1 },
  });
  return page as ListPage<Role>;
}

export const getRole = async (tx: OrgTx, id: string): Promise<(Role & { permission: Permission[] }) | undefined> =>
  (await tx.select('role').select(columns).select(userCount.as('userCount')).where('role.id', '=', id).executeTakeFirst()) as (Role & { permission: Permission[] }) | undefined;

/** Forgets closed invitations that named a role: an open one has a user, who holds the role. */
export const forgetClosedInvites = async (tx: OrgTx, roleId: string): Promise<void> =>
  void (await tx.kysely.deleteFrom('invite').where('orgId', '=', tx.actor.orgKey).where('roleId', '=', roleId).where('status', '<>', 'PENDING').execute());

/**
 * How many active people could still edit permissions, were this role left out. Changes that depend on it wait for each
 * other: two administrators who shut each other out at the same moment would both find the other one still there.
 */
export async function countAdministrators(tx: OrgTx, exceptRole: string): Promise<number> {
  await holdName(tx.kysely, `administrators of ${tx.actor.orgKey}`);
  const { rows } = await sql<{ count: number }>`select count(*) from "user" u join role r on r.id = u.role_id
    where u.org_id = ${tx.actor.orgKey} and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now()) and 'rolePermissionEdit' = any(r.permission) and r.id <> ${exceptRole}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    role: RoleTable;
  }
}
