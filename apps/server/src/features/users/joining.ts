import type { Invite } from '@cloudwright/contract';
import { sql } from 'kysely';
import type { Services } from '../../platform/context.ts';
import { hashOf } from '../../platform/crypto.ts';
import { holdName, type Database } from '../../platform/db/database.ts';
import { failure, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Identity } from '../../platform/tokens.ts';

/** What the holder of an invitation's link may know before signing in. */
export async function lookAtInvite({ system }: Services, token: string) {
  const row = await system.db
    .selectFrom('invite')
    .innerJoin('organization', 'organization.key', 'invite.orgId')
    .select(['organization.name as organizationName', 'invite.name', 'invite.email', 'invite.status', 'invite.expiresAt'])
    .where('invite.tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  const invite = found(row, 'invitation');
  return { ...invite, status: statusNow(invite) };
}

const statusNow = (invite: { status: Invite['status']; expiresAt: string }): Invite['status'] =>
  invite.status === 'PENDING' && invite.expiresAt <= new Date().toISOString() ? 'EXPIRED' : invite.status;

/**
 * Redeems an invitation for a verified identity (decision 30): the link is used once, by somebody who signed in to a
 * directory of the inviting organization. The invited e-mail becomes the account; the identity is bound to it.
 */
export async function joinByInvite({ system }: Services, identity: Identity, token: string): Promise<void> {
  await system.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('invite')
      .innerJoin('organization', 'organization.key', 'invite.orgId')
      .select(['invite.id', 'invite.orgId', 'invite.email', 'invite.status', 'invite.expiresAt', 'organization.tenantIds'])
      .where('invite.tokenHash', '=', hashOf(token))
      .forUpdate('invite')
      .executeTakeFirst();
    const invite = found(row, 'invitation');
    const status = statusNow(invite);
    if (status !== 'PENDING') throw failure('conflict', `This invitation was ${status.toLowerCase()}${status === 'EXPIRED' ? '; ask for a new one' : ''}.`);
    if (!invite.tenantIds.includes(identity.tid)) throw failure('forbidden', 'Sign in to a directory of the organization that invited you.');
    if (await isKnown(tx, identity)) throw failure('conflict', 'You belong to an organization already. One account belongs to exactly one organization.');
    const user = await tx.selectFrom('user').select(['id', 'status']).where('orgId', '=', invite.orgId).where('email', '=', invite.email).executeTakeFirst();
    // The account decides, not the invitation: since it was sent, somebody may have changed the role or shut the person out.
    if (user?.status !== 'INVITED') throw failure('conflict', 'The invited account no longer waits for you; ask for a new invitation.');
    await tx.updateTable('user').set({ status: 'ACTIVE', tenantId: identity.tid }).where('id', '=', user.id).execute();
    await tx.insertInto('userIdentity').values({ tid: identity.tid, oid: identity.oid, userId: user.id }).execute();
    await tx.updateTable('invite').set({ status: 'ACCEPTED' }).where('id', '=', invite.id).execute();
  });
}

/**
 * Lets an unknown person of a directory join by themselves where exactly one active organization of that directory
 * says so. Answers 'known' when another window of the same person was faster, null when nobody may join.
 */
export async function joinByTenant({ system }: Services, identity: Identity): Promise<'joined' | 'known' | null> {
  return system.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ key: string; autoJoinRoleId: string }>`select o.key, o.auto_join_role_id from organization o join role r on r.id = o.auto_join_role_id and r.org_id = o.key
      where o.tenant_ids @> array[${identity.tid}] and o.status = 'ACTIVE' limit 2`.execute(tx);
    const organization = rows[0];
    if (!organization || rows.length > 1 || !identity.email) return null;
    if (await isKnown(tx, identity)) return 'known';
    // An e-mail never identifies anybody: an account that has it already is not taken over.
    const taken = await tx.selectFrom('user').select('id').where(sql<string>`lower(email)`, '=', identity.email).executeTakeFirst();
    if (taken) return null;
    const id = newId();
    await tx.insertInto('user').values({ id, orgId: organization.key, name: identity.name, email: identity.email, status: 'ACTIVE', roleId: organization.autoJoinRoleId, tenantId: identity.tid, provider: null, lastLoginTime: null, expiresAt: null, createdBy: null, updatedBy: null }).execute();
    await tx.insertInto('userIdentity').values({ tid: identity.tid, oid: identity.oid, userId: id }).execute();
    return 'joined' as const;
  });
}

/** Whether the portal knows an identity; one answer at a time, so that nobody joins twice. */
async function isKnown(tx: Database, { tid, oid }: Identity): Promise<boolean> {
  await holdName(tx, `${tid} ${oid}`);
  return (await tx.selectFrom('userIdentity').select('userId').where('tid', '=', tid).where('oid', '=', oid).executeTakeFirst()) !== undefined;
}
