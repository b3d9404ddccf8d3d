import type { Subscription } from '@cloudwright/contract';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { failure } from '../../platform/errors.ts';
import { findSubscription } from './store.ts';

/** A subscription that the organization has registered and that is not disabled. Throws 404, 409. */
export async function registeredSubscription(tx: OrgTx, sid: string): Promise<Subscription> {
  const subscription = await findSubscription(tx, sid);
  if (subscription === undefined) throw failure('not_found', 'This subscription is not registered with your organization.');
  if (subscription.state === 'DISABLED') throw failure('conflict', `The subscription ${subscription.displayName} is disabled.`);
  return subscription;
}
export { listSubscriptions } from './store.ts';
