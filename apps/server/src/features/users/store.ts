import { userEndpoints, type Invite, type ListPage, type ListQuery, type User } from '@cloudwright/contract';
import { sql, type Generated } from 'kysely';
import type { RecordColumns } from '../../platform/db/schema.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';

export interface UserTable extends RecordColumns {
  name: string;
  email: string;
  status: Generated<User['status']>;
  roleId: string;
  tenantId: string | null;
  provider: string | null;
  lastLoginTime: string | null;
  expiresAt: string | null;
  preferences: Generated<User['preferences']>;
}
export interface InviteTable extends RecordColumns {
  email: string;
  name: string;
  roleId: string;
  tokenHash: string;
  status: Generated<Invite['status']>;
  expiresAt: string;
  invitedBy: string | null;
}
/** One person may sign in through several directories. */
export interface UserIdentityTable {
  tid: string;
  oid: string;
  userId: string;
  createdAt: Generated<string>;
}

const userColumns = [
  'user.id', 'user.orgId', 'user.createdAt', 'user.createdBy', 'user.updatedAt', 'user.updatedBy', 'user.name', 'user.email', 'user.roleId',
  'role.name as role', 'user.tenantId', 'user.provider', 'user.lastLoginTime', 'user.expiresAt', 'user.preferences',
] as const;
// A date that has passed counts at once, whether or not somebody has written it down.
const status = sql<User['status']>`case when "user".status = 'ACTIVE' and "user".expires_at <= now() then 'EXPIRED' else "user".status end`;
const inviteColumns = [
  'invite.id', 'invite.orgId', 'invite.createdAt', 'invite.createdBy', 'invite.updatedAt', 'invite.updatedBy', 'invite.email', 'invite.name',
  'invite.roleId', 'role.name as role', 'invite.expiresAt', 'invite.invitedBy',
] as const;
const inviteStatus = sql<Invite['status']>`case when invite.status = 'PENDING' and invite.expires_at <= now() then 'EXPIRED' else invite.status end`;

// Left joins, though everybody has a role: PostgreSQL then leaves the join out of the count.
const users = (tx: OrgTx) => tx.select('user').leftJoin('role', 'role.id', 'user.roleId');
const invites = (tx: OrgTx) => tx.select('invite').leftJoin('role', 'role.id', 'invite.roleId');

export async function listUsers(tx: OrgTx, query: ListQuery): Promise<ListPage<User>> {
  const page = await listPage(query, {
    base: users(tx),
    select: (base) => base.select(userColumns).select(status.as('status')),
    fields: userEndpoints.userList.list,
    columns: {
      id: 'user.id', createdAt: 'user.createdAt', updatedAt: 'user.updatedAt', name: 'user.name', email: 'user.email', status, role: 'role.name',
      roleId: 'user.roleId', lastLoginTime: 'user.lastLoginTime', expiresAt: 'user.expiresAt',
    },
    id: 'user.id',
    createdAt: 'user.createdAt',
    search: 'user',
    tenant: (tenantId) => sql`"user".tenant_id = ${tenantId}`,
    nullable: ['lastLoginTime', 'expiresAt'],
  });
  return page as ListPage<User>;
}

export const getUser = async (tx: OrgTx, id: string): Promise<User | undefined> =>
  (await users(tx).select(userColumns).select(status.as('status')).where('user.id', '=', id).executeTakeFirst()) as User | undefined;

/** Active people by name, for choosing one: at most 50, the total says how many there are. */
export async function listNames(tx: OrgTx, filter: string | undefined): Promise<ListPage<{ id: string; name: string; email: string }>> {
  return listPage(
    { ...(filter ? { filter } : {}), skip: 0, limit: 50, sortObj: { name: 1 }, filterObj: { status: 'ACTIVE' } },
    {
      base: tx.select('user'),
      select: (base) => base.select(['user.id', 'user.name', 'user.email']),
      fields: { name: 'text', status: 'text' },
      columns: { name: 'user.name', status: 'user.status' },
      id: 'user.id',
      createdAt: 'user.createdAt',
      search: 'user',
    },
  );
}

export async function listInvites(tx: OrgTx, query: ListQuery): Promise<ListPage<Invite>> {
  const page = await listPage(query, {
    base: invites(tx),
    select: (base) => base.select(inviteColumns).select(inviteStatus.as('status')),
    fields: userEndpoints.inviteList.list,
    columns: {
      id: 'invite.id', createdAt: 'invite.createdAt', updatedAt: 'invite.updatedAt', name: 'invite.name', email: 'invite.email', status: inviteStatus,
      role: 'role.name', expiresAt: 'invite.expiresAt',
    },
    id: 'invite.id',
    createdAt: 'invite.createdAt',
    search: 'invite',
  });
  return page as ListPage<Invite>;
}

export const getInvite = async (tx: OrgTx, id: string): Promise<Invite | undefined> =>
  (await invites(tx).select(inviteColumns).select(inviteStatus.as('status')).where('invite.id', '=', id).executeTakeFirst()) as Invite | undefined;

declare module '../../platform/db/schema.ts' {
  interface Tables {
    user: UserTable;
    invite: InviteTable;
    userIdentity: UserIdentityTable;
  }
}
