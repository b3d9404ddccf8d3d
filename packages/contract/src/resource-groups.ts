import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { listQuery, listResult } from './list.ts';
import { tags } from './shared.ts';

/** A resource group as the cloud holds it. */
export const resourceGroup = z.object({
  id: z.string(),
  name: z.string(),
  subscriptionId: z.string(),
  subscriptionName: z.string(),
  region: z.string(),
  tags,
  provisioningState: z.string(),
  resourceCount: z.number().int().nullable(),
});
export type ResourceGroup = z.output<typeof resourceGroup>;

const groupName = z.string().regex(/^[-\w.()]{0,89}[-\w()]$/, 'Use 1 to 90 of letters, digits, - _ . ( ), not ending in a dot');
const fields = { name: 'text', subscriptionId: 'text', subscriptionName: 'text', region: 'text', provisioningState: 'text', resourceCount: 'number' } as const;
const place = z.object({ subscriptionId: z.guid(), name: groupName });

export const resourceGroupEndpoints = endpoints({
  resourceGroupList: {
    // `sids`: 'All' or subscription ids, by commas.
    body: z.intersection(listQuery(fields), z.object({ sids: z.string().max(4000).default('All') })),
    response: listResult(resourceGroup),
    list: fields,
  },
  resourceGroupCreate: { body: place.extend({ region: z.string().min(1).max(60), tags: tags.default({}) }), response: resourceGroup },
  resourceGroupDelete: { body: place, response: resourceGroup },
});
