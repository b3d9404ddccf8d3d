import { subscriptionEndpoints } from '@cloudwright/contract';
import { sql } from 'kysely';
import type { Handlers } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { conflict, failure, found, isUniqueViolation, requireUnchanged } from '../../platform/errors.ts';
import { cloudOf } from '../../platform/cloud.ts';
import { findSubscription, listSubscriptions } from './store.ts';

const page = <T>(result: T[]): { count: number; total: number; result: T[] } => ({ count: result.length, total: result.length, result });
const given = <T extends object>(values: T): Partial<T> => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Registering is a fact of the whole portal: another organization's row is invisible here, its unique key is not. */
const alreadyRegistered = () => conflict('sid', 'This subscription is registered already, here or with another organization.');

async function rowId(tx: OrgTx, sid: string): Promise<string> {
  return found(await findSubscription(tx, sid), 'subscription').id;
}

/** Throws 400 at the field unless each is another person of the organization. */
async function requirePeople(tx: OrgTx, field: string, userIds: string[]): Promise<void> {
  const known = userIds.length === 0 ? [] : await tx.select('user').select('id').where('id', 'in', userIds).execute();
  if (known.length !== userIds.length) throw failure('invalid_input', 'Choose each person once, and only people of the organization.', [{ field, message: 'No such person' }]);
}

async function access(tx: OrgTx, subscriptionId: string) {
  const rows = await tx.kysely.selectFrom('userSubscription').innerJoin('user', 'user.id', 'userSubscription.userId')
    .where('userSubscription.subscriptionId', '=', subscriptionId).where('userSubscription.orgId', '=', tx.actor.orgKey)
    .select(['userSubscription.userId', 'user.name', 'user.email', 'userSubscription.access']).orderBy('user.name').execute();
  return page(rows.map((row) => ({ ...row, access: row.access as 'OWNER' | 'CONTRIBUTOR' | 'READER' })));
}

/** Handlers of the noun subscription: registered here, read from the cloud where it is the cloud's. */
export const subscriptionHandlers: Handlers<typeof subscriptionEndpoints> = {
  subscriptionList: (context, { body }) => context.db.run((tx) => listSubscriptions(tx, body)),
  subscriptionView: (context, { body }) => context.db.run(async (tx) => found(await findSubscription(tx, body.sid), 'subscription')),
  subscriptionAvailable: async (context) => {
    const all = await cloudOf(context).subscriptions.list();
    // Asked past row security, and only "is it taken": whose it is stays unknown.
    const taken = all.length === 0 ? [] : await context.services.system.db.selectFrom('subscription').select('sid').where('sid', 'in', all.map((one) => one.id.toLowerCase())).execute();
    const known = new Set(taken.map((row) => row.sid));
    return page(all.filter((one) => !known.has(one.id.toLowerCase())).map((one) => ({
      sid: one.id, displayName: one.displayName, tenantId: one.tenantId ?? context.identity.tid, state: one.state,
    })));
  },
  subscriptionCreate: async (context, { body }) => {
    // The caller must see it in the cloud: nobody registers what is not theirs.
    const cloud = await cloudOf(context).subscriptions.get(body.sid);
    return context.db.run(async (tx) => {
      try {
        const row = await tx.insert('subscription', {
          sid: body.sid.toLowerCase(), displayName: body.displayName ?? cloud.displayName, tenantId: cloud.tenantId ?? context.identity.tid, cloud: context.identity.cloud.service,
          state: cloud.state, currency: body.currency ?? 'USD', tags: body.tags ?? {}, ownerIds: [context.person.userId],
        });
        await context.audit(tx, { subjectId: row.id, subjectName: row.displayName, after: row });
      } catch (error) {
        if (isUniqueViolation(error)) throw alreadyRegistered();
        throw error;
      }
      return found(await findSubscription(tx, body.sid), 'subscription');
    });
  },
  subscriptionEdit: (context, { body }) =>
    context.db.run(async (tx) => {
      const { sid, updatedAt, ...changes } = body;
      await tx.lock('subscription', await rowId(tx, sid));
      const before = found(await findSubscription(tx, sid), 'subscription');
      requireUnchanged(before, updatedAt);
      if (changes.ownerIds) await requirePeople(tx, 'ownerIds', changes.ownerIds);
      const row = found(await tx.update('subscription', before.id, given(changes)), 'subscription');
      await context.audit(tx, { subjectId: row.id, subjectName: row.displayName, before, after: row });
      return found(await findSubscription(tx, sid), 'subscription');
    }),
  subscriptionDelete: (context, { body }) =>
    context.db.run(async (tx) => {
      const before = found(await findSubscription(tx, body.sid), 'subscription');
      if (before.deploymentCount > 0) throw failure('in_use', `${before.deploymentCount} deployments are in this subscription. Delete them, or their records, first.`);
      await tx.remove('subscription', before.id);
      await context.audit(tx, { subjectId: before.id, subjectName: before.displayName, before });
      return before;
    }),
  subscriptionLocations: async (context, { body }) => {
    await context.db.run(async (tx) => found(await findSubscription(tx, body.subscriptionId), 'subscription'));
    const locations = await cloudOf(context).subscriptions.locations(body.subscriptionId);
    return page(locations.map((location) => ({ name: location.name, displayName: location.displayName, isPhysical: location.isPhysical })).toSorted((a, b) => a.displayName.localeCompare(b.displayName)));
  },
  subscriptionAccessList: (context, { body }) => context.db.run(async (tx) => access(tx, await rowId(tx, body.sid))),
  subscriptionAccessEdit: (context, { body }) =>
    context.db.run(async (tx) => {
      const id = await rowId(tx, body.sid);
      await requirePeople(tx, 'access', body.access.map((one) => one.userId));
      const before = await access(tx, id);
      await sql`delete from user_subscription where subscription_id = ${id}`.execute(tx.kysely);
      for (const one of body.access) await tx.insert('userSubscription', { subscriptionId: id, userId: one.userId, access: one.access });
      const after = await access(tx, id);
      await context.audit(tx, { subjectId: id, subjectName: body.sid, before: before.result, after: after.result });
      return after;
    }),
};
