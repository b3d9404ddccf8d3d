import { z } from 'zod';
import { currencyCodes } from './enums.ts';

/** Pieces that several nouns share. */
export const id = z.uuid();
export const idParams = z.object({ id });
export const time = z.iso.datetime();
export const orgKey = z.string().regex(/^[a-z0-9-]{2,40}$/, 'Use 2 to 40 of a-z, 0-9 and -');
export const email = z.email().max(254).transform((text) => text.toLowerCase());
export const name = z.string().trim().min(1, 'Required').max(120);
export const tenantId = z.guid();
export const currency = z.enum(currencyCodes);
export const money = z.object({ amount: z.number(), currency });
export const tags = z
  .record(z.string().min(1).max(512), z.string().max(256))
  .refine((value) => Object.keys(value).length <= 50, 'At most 50 tags');
export const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Use a-z, 0-9 and -');

/**
 * In the body of an edit: the record's `updatedAt` as the caller read it. When somebody has changed it since, the edit is
 * 409 instead of overwriting that. Absent = whatever it is now.
 */
export const readAt = { updatedAt: time.optional() };

/** Fields that every stored record has. `orgId` is the organization's key. */
export const record = {
  id,
  orgId: z.string(),
  createdAt: time,
  createdBy: z.string().nullable(),
  updatedAt: time,
  updatedBy: z.string().nullable(),
};
/** The kinds of those fields, for lists. */
export const recordFields = { id: 'id', createdAt: 'time', updatedAt: 'time' } as const;
