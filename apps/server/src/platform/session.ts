import type { Account } from '@cloudwright/contract';
import type { Subject } from '@cloudwright/contract/may-do';
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

// Lists as JSON: PostgreSQL's own array text is read character by character, 280 permission names at every call.
const personOf = `
  select u.id, u.org_id as "orgId", u.created_at as "createdAt", u.created_by as "createdBy", u.updated_at as "updatedAt", u.updated_by as "updatedBy",
    u.name, u.email, u.status, u.role_id as "roleId", u.provider, u.last_login_time as "lastLoginTime", u.expires_at as "expiresAt", u.preferences,
    r.name as role, to_json(r.permission) as "rolePermission", o.id as "organizationId", o.name as "organizationName", o.logo_url as "logoUrl",
    to_json(o.permission) as "organizationPermission", o.status as "organizationStatus",
    (select g.login from github_account g where g.user_id = u.id) as "githubLogin"
  from user_identity i join "user" u on u.id = i.user_id join role r on r.id = u.role_id join organization o on o.key = u.org_id
  where i.tid = $1 and i.oid = $2`;

/**
 * The person behind an identity, with role and organization: one query. Nothing is cached, so an edited role or a
 * suspended user counts from the next call on.
 * Throws 403 account_unknown, account_expired or organization_suspended.
 */
export async function loadPerson(system: SystemDb, identity: Identity, provider: string | null): Promise<Person> {
  const [row] = await system.prepared<PersonRow>('person', personOf, [identity.tid, identity.oid]);
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
