import type { Generated, Kysely } from 'kysely';
import { recordColumns, run, searchable, secureTable } from '../../platform/db/migrate.ts';
import type { RecordColumns } from '../../platform/db/schema.ts';

/** A cloud subscription that an organization has registered. `id` is ours, `sid` the cloud's. */
export interface SubscriptionTable extends RecordColumns {
  sid: string;
  displayName: string;
  tenantId: string;
  cloud: string;
  state: string;
  currency: string;
  tags: Record<string, string>;
  ownerIds: string[];
  searchText: Generated<string>;
}

/** Who may use a subscription through the portal. */
export interface UserSubscriptionTable extends RecordColumns {
  subscriptionId: string;
  userId: string;
  access: string;
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    subscription: SubscriptionTable;
    userSubscription: UserSubscriptionTable;
  }
}

async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, `
    create table subscription (${recordColumns},
      -- One subscription belongs to one organization of the whole portal.
      sid text not null unique,
      display_name text not null, tenant_id text not null, cloud text not null default 'general', state text not null default 'ENABLED',
      currency text not null default 'USD', tags jsonb not null default '{}', owner_ids uuid[] not null default '{}');
    create table user_subscription (${recordColumns},
      subscription_id uuid not null references subscription (id) on delete cascade,
      user_id uuid not null, access text not null,
      unique (subscription_id, user_id))`);
  await secureTable(db, 'subscription');
  await secureTable(db, 'user_subscription');
  await searchable(db, 'subscription', ['display_name', 'sid', 'state', 'cloud']);
}

export const subscriptionMigrations = { '0120_subscriptions': { up } };
