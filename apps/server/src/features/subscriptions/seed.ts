import type { Services } from '../../platform/context.ts';
import { createOrgDb } from '../../platform/db/org-db.ts';

/** The demo's subscriptions (issue's "Seeded"); they exist in the sandbox cloud under the same ids. */
const demo = [
  { orgKey: 'alpine', sid: 'aaaaaaaa-0000-4000-8000-000000000001', displayName: 'Alpine Production', tenantId: '11111111-1111-4111-8111-111111111111', cloud: 'general' },
  { orgKey: 'alpine', sid: 'aaaaaaaa-0000-4000-8000-000000000002', displayName: 'Alpine Sandbox', tenantId: '11111111-1111-4111-8111-111111111111', cloud: 'general' },
  { orgKey: 'borealis', sid: 'bbbbbbbb-0000-4000-8000-000000000001', displayName: 'Borealis', tenantId: '22222222-2222-4222-8222-222222222222', cloud: 'general' },
  { orgKey: 'federal', sid: 'cccccccc-0000-4000-8000-000000000001', displayName: 'Federal Research', tenantId: '33333333-3333-4333-8333-333333333333', cloud: 'government' },
];

/** Registers the demo's subscriptions with their organizations; what is there stays as it is. */
export async function seedSubscriptions({ system }: Services): Promise<void> {
  for (const { orgKey, ...subscription } of demo) {
    const known = await system.db.selectFrom('subscription').select('id').where('sid', '=', subscription.sid).executeTakeFirst();
    if (known) continue;
    await createOrgDb(system.db, { orgKey, isPlatform: false, userId: null }).run((tx) =>
      tx.insert('subscription', { ...subscription, state: 'ENABLED', currency: 'USD', tags: {}, ownerIds: [] }));
  }
}
