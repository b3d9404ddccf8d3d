import type { Account, Parsed, sessionEndpoints } from '@cloudwright/contract';
import { sql } from 'kysely';
import type { IdentifiedContext, PersonContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { loadPerson } from '../../platform/session.ts';
import { joinByInvite, joinByTenant } from '../users/public.ts';
import { noteSignIn } from './store.ts';

type Endpoints = typeof sessionEndpoints;

/** The account of the session, with both permission lists. Somebody new joins where the directory's organization lets them. */
export async function readAccount({ services, identity }: IdentifiedContext): Promise<Account> {
  const person = await loadPerson(services.system, identity, null).catch(async (error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === 'account_unknown';
    if (!isUnknown || !(await joinByTenant(services, identity))) throw error;
    return loadPerson(services.system, identity, null);
  });
  await noteSignIn(services.system.db, person.userId, identity.tid);
  return person.account;
}

export async function join({ services, identity }: IdentifiedContext, token: string): Promise<Account> {
  await joinByInvite(services, identity, token);
  return (await loadPerson(services.system, identity, null)).account;
}

/** Name and preferences; everything else of a person is an administrator's. Preferences merge. */
export async function editProfile(context: PersonContext, body: Parsed<Endpoints['profileEdit']>['body']): Promise<Account> {
  const { db, person, services, audit } = context;
  const preferences = { ...person.account.preferences, ...body.preferences };
  await db.run(async (tx) => {
    await tx.update('user', person.userId, { ...(body.name ? { name: body.name } : {}), preferences: sql`${JSON.stringify(preferences)}::jsonb` as never });
    await audit(tx, { subjectId: person.userId, subjectName: person.account.email, before: { name: person.account.name, preferences: person.account.preferences }, after: { name: body.name ?? person.account.name, preferences } });
  });
  return (await loadPerson(services.system, person.identity, person.subject.provider ?? null)).account;
}

