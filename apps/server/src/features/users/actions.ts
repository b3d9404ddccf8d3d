import type { Invite, Parsed, User, userEndpoints } from '@cloudwright/contract';
import type { PersonContext, Services } from '../../platform/context.ts';
import { hashOf, newSecret } from '../../platform/crypto.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { conflict, failure, found, isUniqueViolation, requireUnchanged } from '../../platform/errors.ts';
import { mailByTemplate } from '../mail-templates/public.ts';
import { countAdministrators, requireGivable } from '../roles/public.ts';
import { getInvite, getUser, listInvites, listNames, listUsers } from './store.ts';

type Endpoints = typeof userEndpoints;
const inviteDays = 7;

export const listAll = ({ db }: PersonContext, query: Parsed<Endpoints['userList']>['query']) => db.run((tx) => listUsers(tx, query));
export const names = ({ db }: PersonContext, filter: string | undefined) => db.run((tx) => listNames(tx, filter));
export const readOne = ({ db }: PersonContext, id: string): Promise<User> => db.run(async (tx) => found(await getUser(tx, id), 'user'));

/** Makes a person known. Who it is in a directory is learned at the first sign-in, by an invitation's link. */
export const create = (context: PersonContext, body: Parsed<Endpoints['userCreate']>['body']): Promise<User> =>
  unique(() =>
    context.db.run(async (tx) => {
      await requireGivable(tx, context.person, body.roleId);
      const user = await addUser(tx, body);
      await inviteTo(context, tx, body);
      await context.audit(tx, { subjectId: user.id, subjectName: user.email, after: user });
      return user;
    }),
  );

/** Adds a user who has not signed in yet. */
export async function addUser(tx: OrgTx, { name, email, roleId, expiresAt }: { name: string; email: string; roleId: string; expiresAt?: string | null | undefined }): Promise<User> {
  const { id } = await tx.insert('user', { name, email: email.toLowerCase(), roleId, expiresAt: expiresAt ?? null, tenantId: null, provider: null, lastLoginTime: null });
  return found(await getUser(tx, id), 'user');
}

export const edit = ({ db, person, audit, services }: PersonContext, id: string, { updatedAt, ...body }: Parsed<Endpoints['userEdit']>['body']): Promise<User> =>
  db.run(async (tx) => {
    await tx.lock('user', id);
    const before = found(await getUser(tx, id), 'user');
    requireUnchanged(before, updatedAt);
    if (body.roleId && body.roleId !== before.roleId) await requireGivable(tx, person, body.roleId);
    const isLocking = body.status !== undefined && body.status !== 'ACTIVE';
    if (isLocking && id === person.userId) throw conflict('status', 'You can not suspend yourself.');
    if (body.status && before.status === 'INVITED') throw conflict('status', `This person has not come yet.${isLocking ? ' Revoke the invitation instead.' : ''}`);
    await tx.update('user', id, body);
    if (before.status === 'INVITED') await followInvite(tx, before.email, { ...(body.roleId ? { roleId: body.roleId } : {}), ...(body.name ? { name: body.name } : {}) });
    const user = found(await getUser(tx, id), 'user');
    if (isLocking || body.roleId || body.expiresAt) await keepAnAdministrator(tx);
    await audit(tx, { subjectId: id, subjectName: user.email, before, after: user });
    await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey, userIds: [id] }, { kind: user.status === 'ACTIVE' ? 'permissions' : 'signedOut' });
    return user;
  });

export const remove = ({ db, person, audit, services }: PersonContext, id: string): Promise<User> =>
  db.run(async (tx) => {
    const user = found(await getUser(tx, id), 'user');
    if (id === person.userId) throw failure('in_use', 'You can not delete yourself.');
    await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey, userIds: [id] }, { kind: 'signedOut' });
    await followInvite(tx, user.email, { status: 'REVOKED' });
    await tx.remove('user', id);
    await keepAnAdministrator(tx);
    await audit(tx, { subjectId: id, subjectName: user.email, before: user });
    return user;
  });

export const invitations = ({ db }: PersonContext, query: Parsed<Endpoints['inviteList']>['query']) => db.run((tx) => listInvites(tx, query));

/** Invites by mail. The person shows as INVITED until the link was used. */
export const invite = (context: PersonContext, body: Parsed<Endpoints['inviteCreate']>['body']): Promise<Invite> =>
  unique(() =>
    context.db.run(async (tx) => {
      await requireGivable(tx, context.person, body.roleId);
      await addUser(tx, body);
      const made = await inviteTo(context, tx, body);
      await context.audit(tx, { subjectId: made.id, subjectName: made.email, after: made });
      return made;
    }),
  );

/** Makes an invitation of the transaction's organization and mails its link. */
export async function inviteTo({ services, person }: PersonContext, tx: OrgTx, { email, name, roleId }: { email: string; name: string; roleId: string }): Promise<Invite> {
  const token = newSecret();
  const { id } = await tx.insert('invite', { email, name, roleId, tokenHash: hashOf(token), expiresAt: expiry(), invitedBy: person.account.name });
  await mailInvite(services, tx, { email, name, token });
  return found(await getInvite(tx, id), 'invitation');
}

/** A new link and seven new days; the old link is dead. */
export const resend = (context: PersonContext, id: string): Promise<Invite> =>
  context.db.run(async (tx) => {
    await tx.lock('invite', id);
    const before = found(await getInvite(tx, id), 'invitation');
    if (before.status === 'ACCEPTED' || before.status === 'REVOKED') throw failure('conflict', `This invitation was ${before.status.toLowerCase()}.`);
    const token = newSecret();
    await tx.update('invite', id, { tokenHash: hashOf(token), expiresAt: expiry(), status: 'PENDING' });
    await mailInvite(context.services, tx, { email: before.email, name: before.name, token });
    const after = found(await getInvite(tx, id), 'invitation');
    await context.audit(tx, { subjectId: id, subjectName: before.email, before, after });
    return after;
  });

/** Takes an open invitation back; the person who never came goes with it. */
export const revoke = ({ db, audit }: PersonContext, id: string): Promise<Invite> =>
  db.run(async (tx) => {
    await tx.lock('invite', id);
    const before = found(await getInvite(tx, id), 'invitation');
    if (before.status === 'ACCEPTED') throw failure('conflict', 'This invitation was accepted already. Suspend or delete the user instead.');
    await tx.update('invite', id, { status: 'REVOKED' });
    await tx.kysely.deleteFrom('user').where('orgId', '=', tx.actor.orgKey).where('status', '=', 'INVITED').where('email', '=', before.email).execute();
    const after = found(await getInvite(tx, id), 'invitation');
    await audit(tx, { subjectId: id, subjectName: before.email, before, after });
    return after;
  });

async function mailInvite(services: Services, tx: OrgTx, to: { email: string; name: string; token: string }): Promise<void> {
  const link = `${services.config.publicUrl}/?invite=${encodeURIComponent(to.token)}`;
  const organization = await tx.kysely.selectFrom('organization').select('name').where('key', '=', tx.actor.orgKey).executeTakeFirstOrThrow();
  await mailByTemplate(tx, services, { type: 0, recipient: to.email, variables: { userName: to.name, orgName: organization.name, link } });
}

const expiry = () => new Date(Date.now() + inviteDays * 24 * 3600_000).toISOString();

/** An open invitation says what has become of the person it was sent to. */
async function followInvite(tx: OrgTx, email: string, changes: Partial<Pick<Invite, 'roleId' | 'name' | 'status'>>): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.kysely.updateTable('invite').set(changes).where('orgId', '=', tx.actor.orgKey).where('email', '=', email).where('status', '=', 'PENDING').execute();
}

/** After the change somebody must still be able to edit permissions. */
async function keepAnAdministrator(tx: OrgTx): Promise<void> {
  const nobody = '00000000-0000-0000-0000-000000000000';
  if ((await countAdministrators(tx, nobody)) === 0) throw failure('last_administrator', 'Somebody active must keep a role that can edit permissions.');
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('email', 'A user or an open invitation with this e-mail exists already. One account per e-mail.');
    throw error;
  }
}
