import type { Generated } from 'kysely';
import { newId } from './ids.ts';
import type { OrgTx } from './db/org-db.ts';

/** A person's write, as an action reports it. `before` and `after` are records; secrets in them are masked here. */
export interface AuditNote {
  subjectId?: string | null;
  subjectName?: string | null;
  before?: object | null;
  after?: object | null;
}

const secretName = /secret|password|token|credential|sealed|private|apikey|connectionstring|sshkey/i;
export const mask = '••••••';
const longest = 4000;

/** A copy in which values of fields that sound secret are masked and long texts are cut. */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}… (${value.length} characters)` : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth > 6) return '…';
  if (Array.isArray(value)) return value.map((each) => masked(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, secretName.test(name) && each !== null ? mask : masked(each, depth + 1)]));
}

/** Writes one entry of the audit log into the transaction of the change itself. */
export async function writeAudit(tx: OrgTx, who: { userId: string; name: string; email: string }, call: { action: string; requestId: string }, note: AuditNote): Promise<void> {
  const changed = note.before && note.after ? changedOnly(note.before, note.after) : { before: note.before ?? null, after: note.after ?? null };
  await tx.kysely
    .insertInto('auditEntry')
    .values({
      id: newId(),
      orgId: tx.actor.orgKey,
      userId: who.userId,
      userName: who.name,
      userEmail: who.email,
      action: call.action,
      noun: call.action.replace(/[A-Z].*$/, ''),
      subjectId: note.subjectId ?? null,
      subjectName: note.subjectName ?? null,
      before: json(changed.before),
      after: json(changed.after),
      requestId: call.requestId,
    })
    .execute();
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(masked(value)));

/** Of two states of a record only the fields that differ. */
function changedOnly(before: object, after: object): { before: object; after: object } {
  const differing = Object.keys({ ...before, ...after }).filter((name) => !['updatedAt', 'updatedBy'].includes(name) && JSON.stringify(before[name as never]) !== JSON.stringify(after[name as never]));
  const only = (record: object) => Object.fromEntries(differing.map((name) => [name, record[name as never] as unknown]));
  return { before: only(before), after: only(after) };
}

export interface AuditEntryTable {
  id: string;
  orgId: string;
  createdAt: Generated<string>;
  userId: string | null;
  userName: string;
  userEmail: string;
  action: string;
  noun: string;
  subjectId: string | null;
  subjectName: string | null;
  before: unknown;
  after: unknown;
  requestId: string;
}

declare module './db/schema.ts' {
  interface Tables {
    auditEntry: AuditEntryTable;
  }
}
