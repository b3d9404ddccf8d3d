import { mailTemplateEndpoints, type ListPage, type ListQuery, type MailTemplate } from '@cloudwright/contract';
import { notificationTypes, type NotificationType } from '@cloudwright/contract/enums';
import type { Generated, Selectable } from 'kysely';
import type { RecordColumns } from '../../platform/db/schema.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';
import { defaultTemplates, variablesOf } from './defaults.ts';

export interface MailTemplateTable extends RecordColumns {
  type: NotificationType;
  subject: string;
  html: string;
  text: string;
  format: MailTemplate['format'];
  isDefault: Generated<boolean>;
}

type Row = Selectable<MailTemplateTable>;
const columns = ['id', 'orgId', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'type', 'subject', 'html', 'text', 'format', 'isDefault'] as const;
export const withVariables = (row: Row): MailTemplate => ({ ...row, variables: variablesOf[row.type] });

export async function listTemplates(tx: OrgTx, query: ListQuery): Promise<ListPage<MailTemplate>> {
  const page = await listPage(query, {
    base: tx.select('mailTemplate'),
    select: (base) => base.select(columns),
    fields: mailTemplateEndpoints.mailTemplateList.list,
    columns: { id: 'mailTemplate.id', createdAt: 'mailTemplate.createdAt', type: 'mailTemplate.type', subject: 'mailTemplate.subject', isDefault: 'mailTemplate.isDefault' },
    id: 'mailTemplate.id',
    createdAt: 'mailTemplate.createdAt',
    defaultSort: { type: 1 },
  });
  return { ...page, result: page.result.map((row) => withVariables(row as Row)) };
}

export async function listTemplatesOf(tx: OrgTx): Promise<MailTemplate[]> {
  const rows = await tx.select('mailTemplate').select(columns).orderBy('type').execute();
  return rows.map((row) => withVariables(row as Row));
}

export const templateOf = async (tx: OrgTx, type: NotificationType): Promise<Row | undefined> =>
  (await tx.select('mailTemplate').select(columns).where('type', '=', type).executeTakeFirst()) as Row | undefined;

/** Gives a new organization its four templates. */
export async function addDefaultTemplates(tx: OrgTx): Promise<void> {
  for (const type of Object.values(notificationTypes)) await tx.insert('mailTemplate', { type, ...defaultTemplates[type] });
}

declare module '../../platform/db/schema.ts' {
  interface Tables {
    mailTemplate: MailTemplateTable;
  }
}
