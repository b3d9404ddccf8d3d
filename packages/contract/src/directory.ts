import { z } from 'zod';
import { endpoints } from './endpoint.ts';

/** A directory that the signed-in person can switch to. */
export const directory = z.object({ tenantId: z.string(), displayName: z.string() });
export type Directory = z.output<typeof directory>;

export const directoryEndpoints = endpoints({
  directoryFetch: { query: z.object({ tenantId: z.string().max(64).optional() }), response: z.object({ value: z.array(directory) }) },
});
