import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { list } from './list.ts';
import { id, time } from './shared.ts';

/** One write by a person: who, when, what; secrets are masked in `before` and `after`. */
export const auditEntry = z.object({
  id,
  orgId: z.string(),
  createdAt: time,
  userId: z.string().nullable(),
  userName: z.string(),
  userEmail: z.string(),
  /** The call, e.g. roleEdit. */
  action: z.string(),
  noun: z.string(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditEndpoints = endpoints({
  auditList: list(auditEntry, {
    id: 'id', createdAt: 'time', userName: 'text', userEmail: 'text', action: 'text', noun: 'text', subjectId: 'text', subjectName: 'text',
  }),
});
