import { auditEndpoints, type AuditEntry, type ListPage } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { listPage } from '../../platform/list-page.ts';

const columns = ['id', 'orgId', 'createdAt', 'userId', 'userName', 'userEmail', 'action', 'noun', 'subjectId', 'subjectName', 'before', 'after', 'requestId'] as const;

/** The audit log: every write of the organization's people, newest first. Nobody changes it. */
export const auditHandlers: Handlers<typeof auditEndpoints> = {
  auditList: ({ db }, { query }) =>
    db.run(
      (tx) =>
        listPage(query, {
          base: tx.select('auditEntry'),
          select: (base) => base.select(columns),
          fields: auditEndpoints.auditList.list,
          columns: {
            id: 'auditEntry.id', createdAt: 'auditEntry.createdAt', userName: 'auditEntry.userName', userEmail: 'auditEntry.userEmail', action: 'auditEntry.action',
            noun: 'auditEntry.noun', subjectId: 'auditEntry.subjectId', subjectName: 'auditEntry.subjectName',
          },
          id: 'auditEntry.id',
          createdAt: 'auditEntry.createdAt',
          search: 'audit_entry',
        }) as Promise<ListPage<AuditEntry>>,
    ),
};
