import type { CloudResourceGroup } from '@cloudwright/cloud';
import { resourceGroupEndpoints, type ResourceGroup, type Subscription } from '@cloudwright/contract';
import type { Handlers, PersonContext } from '../../platform/context.ts';
import { cloudOf } from '../../platform/cloud.ts';
import { conflict } from '../../platform/errors.ts';
import { listRows } from '../../platform/list-page.ts';
import { listSubscriptions, registeredSubscription } from '../subscriptions/public.ts';

const everything = { skip: 0, limit: 100_000, sortObj: {}, filterObj: {} };

const shown = (group: CloudResourceGroup, subscription: Pick<Subscription, 'sid' | 'displayName'>, resourceCount: number | null): ResourceGroup => ({
  id: group.id, name: group.name, subscriptionId: subscription.sid, subscriptionName: subscription.displayName, region: group.location, tags: group.tags,
  provisioningState: group.provisioningState, resourceCount,
});

/** The chosen ones of the organization's subscriptions in the caller's cloud. `sids` = All or ids by commas. */
async function chosenSubscriptions(context: PersonContext, sids: string): Promise<Subscription[]> {
  const { result } = await context.db.run((tx) => listSubscriptions(tx, everything));
  const wanted = sids === 'All' || sids === '' ? undefined : new Set(sids.toLowerCase().split(',').map((sid) => sid.trim()));
  return result.filter((one) => one.cloud === context.identity.cloud.service && one.state !== 'DISABLED' && (wanted?.has(one.sid) ?? true));
}

/** Handlers of the noun resource group: always the cloud's own answer. */
export const resourceGroupHandlers: Handlers<typeof resourceGroupEndpoints> = {
  resourceGroupList: async (context, { body }) => {
    const subscriptions = await chosenSubscriptions(context, body.sids);
    const cloud = cloudOf(context);
    const groups = await Promise.all(subscriptions.map(async (subscription) => {
      const all = await cloud.resourceGroups.list(subscription.sid);
      return all.map((group) => shown(group, subscription, null));
    }));
    const page = listRows(body, groups.flat(), { id: 'id', search: ['name', 'subscriptionName', 'region'] });
    // Counted for the rows of the page only: each count is a call to the cloud.
    const result = await Promise.all(page.result.map(async (group) =>
      'name' in group && 'subscriptionId' in group ? { ...group, resourceCount: (await cloud.resources.listInGroup(group.subscriptionId, group.name)).length } : group));
    return { ...page, result };
  },
  resourceGroupCreate: async (context, { body }) => {
    const subscription = await context.db.run((tx) => registeredSubscription(tx, body.subscriptionId));
    const cloud = cloudOf(context);
    if (await cloud.resourceGroups.find(subscription.sid, body.name)) throw conflict('name', `There is a resource group named ${body.name} in ${subscription.displayName} already.`);
    const group = await cloud.resourceGroups.create(subscription.sid, body.name, { location: body.region, tags: body.tags });
    await context.db.run((tx) => context.audit(tx, { subjectId: group.id, subjectName: group.name, after: group }));
    return shown(group, subscription, 0);
  },
  resourceGroupDelete: async (context, { body }) => {
    const subscription = await context.db.run((tx) => registeredSubscription(tx, body.subscriptionId));
    const cloud = cloudOf(context);
    const group = await cloud.resourceGroups.get(subscription.sid, body.name);
    await cloud.resourceGroups.delete(subscription.sid, body.name);
    await context.db.run((tx) => context.audit(tx, { subjectId: group.id, subjectName: group.name, before: group }));
    return { ...shown(group, subscription, null), provisioningState: 'Deleting' };
  },
};
