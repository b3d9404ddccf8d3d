import type { Account, Parsed, sessionEndpoints } from '@cloudwright/contract';
import { sql } from 'kysely';
import type { IdentifiedContext, PersonContext } from '../../platform/context.ts';
import { writeAudit } from '../../platform/audit.ts';
import { createOrgDb } from '../../platform/db/org-db.ts';
import { AppError, found } from '../../platform/errors.ts';
import { loadPerson, type Person } from '../../platform/session.ts';
import { joinByInvite, joinByTenant } from '../users/public.ts';
import { noteSignIn } from './store.ts';

type Endpoints = typeof sessionEndpoints;

/** The account of the session, with both permission lists. Somebody new joins where the directory's organization lets them. */
export async function readAccount(context: IdentifiedContext): Promise<Account> {
  const { services, identity } = context;
  const person = await loadPerson(services.system, identity, null).catch(async (error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === 'account_unknown';
    const outcome = isUnknown ? await joinByTenant(services, identity) : null;
    if (outcome === null) throw error;
    return outcome === 'joined' ? welcome(context, 'sessionJoin') : loadPerson(services.system, identity, null);
  });
  await noteSignIn(services.system.db, person.userId, identity.tid);
  return person.account;
}

export async function join(context: IdentifiedContext, token: string): Promise<Account> {
  await joinByInvite(context.services, context.identity, token);
  return (await welcome(context, 'sessionJoin')).account;
}

/** Loads somebody who has just joined and notes it in the audit log of the organization. */
async function welcome({ services, identity, requestId }: IdentifiedContext, action: string): Promise<Person> {
  const person = await loadPerson(services.system, identity, null);
  const note = { subjectId: person.userId, subjectName: person.email, after: { status: 'ACTIVE', role: person.account.role, tenantId: identity.tid } };
  await createOrgDb(services.system.db, person.actor).run((tx) => writeAudit(tx, person, { action, requestId }, note));
  return person;
}

/** Name and preferences; everything else of a person is an administrator's. Preferences merge. */
export async function editProfile(context: PersonContext, body: Parsed<Endpoints['profileEdit']>['body']): Promise<Account> {
  const { db, person, services, audit } = context;
  await db.run(async (tx) => {
    // Locked: two windows that change different preferences both count.
    const before = found(await tx.lock('user', person.userId), 'user');
    const preferences = { ...before.preferences, ...body.preferences };
    await tx.update('user', person.userId, { ...(body.name ? { name: body.name } : {}), preferences: sql`${JSON.stringify(preferences)}::jsonb` as never });
    await audit(tx, { subjectId: person.userId, subjectName: person.account.email, before: { name: before.name, preferences: before.preferences }, after: { name: body.name ?? before.name, preferences } });
  });
  return (await loadPerson(services.system, person.identity, person.subject.provider ?? null)).account;
}

