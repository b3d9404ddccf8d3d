import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { accessLevels, msServices, subscriptionStates } from './enums.ts';
import { bodyList, listResult } from './list.ts';
import { currency, id, name, readAt, record, recordFields, tags, tenantId } from './shared.ts';

/** A cloud subscription registered with one organization. `sid` is the cloud's subscription id. */
export const subscription = z.object({
  ...record,
  sid: z.guid(),
  displayName: name,
  tenantId,
  cloud: z.enum(msServices),
  state: z.enum(subscriptionStates),
  ownerIds: z.array(id),
  currency,
  tags,
  deploymentCount: z.number().int(),
});
export type Subscription = z.output<typeof subscription>;

const userAccess = z.object({ userId: id, name: z.string(), email: z.string(), access: z.enum(accessLevels) });
const sid = z.object({ sid: z.guid() });

export const subscriptionEndpoints = endpoints({
  subscriptionList: bodyList(subscription, {
    ...recordFields, sid: 'text', displayName: 'text', tenantId: 'text', cloud: 'text', state: 'text', currency: 'text', deploymentCount: 'number',
  }),
  subscriptionView: { body: sid, response: subscription },
  // Those of the caller's cloud that no organization has registered.
  subscriptionAvailable: {
    body: z.object({}),
    response: listResult(z.object({ sid: z.string(), displayName: z.string(), tenantId: z.string(), state: z.enum(subscriptionStates) })),
  },
  subscriptionCreate: { body: sid.extend({ displayName: name.optional(), currency: currency.optional(), tags: tags.optional() }), response: subscription },
  subscriptionEdit: {
    body: sid.extend({ displayName: name.optional(), currency: currency.optional(), tags: tags.optional(), ownerIds: z.array(id).optional(), ...readAt }),
    response: subscription,
  },
  subscriptionDelete: { body: sid, response: subscription },
  subscriptionLocations: {
    body: z.object({ subscriptionId: z.guid() }),
    response: listResult(z.object({ name: z.string(), displayName: z.string(), isPhysical: z.boolean() })),
  },
  subscriptionAccessList: { body: sid, response: listResult(userAccess) },
  subscriptionAccessEdit: {
    body: sid.extend({ access: z.array(z.object({ userId: id, access: z.enum(accessLevels) })).max(200) }),
    response: listResult(userAccess),
  },
});
