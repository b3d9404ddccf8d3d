import type { Account } from '@cloudwright/contract';
import type { Subject } from '@cloudwright/contract/may-do';
import { sql } from 'kysely';
import type { Actor } from './db/org-db.ts';
import type { SystemDb } from './db/system-db.ts';
import { failure } from './errors.ts';
import type { Identity } from './tokens.ts';

/** Key of the organization that runs the installation: it sees every organization. */
export const platformKey = 'platform';

/** A signed-in, active person with both permission lists, read anew for every call. */
export interface Person {
  userId: string;
  name: string;
  email: string;
  identity: Identity;
  account: Account;
  actor: Actor;
  /** For the permission check. */
  subject: Subject;
}

/**
 * The person behind an identity, with role and organization: one query. Nothing is cached, so an edited role or a
 * suspended user counts from the next call on.
 * Throws 403 account_unknown, account_expired or organization_suspended.
 */
export async function loadPerson({ db }: SystemDb, identity: Identity, provider: string | null): Promise<Person> {
  const { rows } = await sql<PersonRow>`
    select u.id, u.org_id, u.created_at, u.created_by, u.updated_at, u.updated_by, u.name, u.email, u.status, u.role_id,
      u.provider, u.last_login_time, u.expires_at, u.preferences, r.name as role, r.permission as role_permission,
      o.id as organization_id, o.name as organization_name, o.logo_url, o.permission as organization_permission,
      o.status as organization_status, (select g.login from github_account g where g.user_id = u.id) as github_login
    from user_identity i join "user" u on u.id = i.user_id join role r on r.id = u.role_id join organization o on o.key = u.org_id
    where i.tid = ${identity.tid} and i.oid = ${identity.oid}`.execute(db);
  const row = rows[0];
  if (!row) throw failure('account_unknown', 'You have no access to this portal yet. Ask an administrator for an invitation, or request a trial.');
  const isExpired = row.status !== 'ACTIVE' || (row.expiresAt !== null && row.expiresAt <= new Date().toISOString());
  if (isExpired) throw failure('account_expired', row.status === 'SUSPENDED' ? 'Your account is suspended.' : 'Your account has expired.');
  if (row.organizationStatus !== 'ACTIVE') throw failure('organization_suspended', `The organization ${row.organizationName} is suspended.`);

  const { roleId, role, rolePermission, organizationId, organizationName, organizationPermission, organizationStatus: _status, logoUrl, ...user } = row;
  const account: Account = {
    ...user,
    role,
    roleId,
    tenantId: identity.tid,
    orgInfo: { id: organizationId, key: row.orgId, name: organizationName, logoUrl, permission: organizationPermission },
    roleInfo: { id: roleId, name: role, permission: rolePermission },
  };
  return {
    userId: row.id,
    name: row.name,
    email: row.email,
    identity,
    account,
    actor: { orgKey: row.orgId, isPlatform: row.orgId === platformKey, userId: row.id },
    subject: { isSignedIn: true, orgInfo: account.orgInfo, roleInfo: account.roleInfo, provider },
  };
}

type PersonRow = Omit<Account, 'orgInfo' | 'roleInfo' | 'tenantId'> & {
  rolePermission: Account['roleInfo']['permission'];
  organizationId: string;
  organizationName: string;
  organizationPermission: Account['orgInfo']['permission'];
  organizationStatus: string;
  logoUrl: string | null;
};
