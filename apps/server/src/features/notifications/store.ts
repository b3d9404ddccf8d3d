import { notificationEndpoints, type ListPage, type ListQuery, type Notification, type Upload } from '@cloudwright/contract';
import type { NotificationType } from '@cloudwright/contract/enums';
import { sql, type Generated } from 'kysely';
import type { RecordColumns } from '../../platform/db/schema.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { listPage } from '../../platform/list-page.ts';

export interface NotificationTable {
  id: string;
  orgId: string;
  createdAt: Generated<string>;
  userId: string;
  type: NotificationType;
  title: string;
  body: string;
  link: string | null;
  read: Generated<boolean>;
  payload: Generated<Record<string, unknown>>;
}
export interface UploadTable extends RecordColumns {
  userId: string;
  target: Upload['target'];
  path: string;
  fileName: string;
  size: number;
  bytesDone: Generated<number>;
  status: Generated<Upload['status']>;
  error: string | null;
}

const columns = ['id', 'orgId', 'createdAt', 'userId', 'type', 'title', 'body', 'link', 'read', 'payload'] as const;
const uploadColumns = ['id', 'orgId', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'target', 'path', 'fileName', 'size', 'bytesDone', 'status', 'error'] as const;

/** A person's own notifications: nobody reads another one's. */
export async function listNotifications(tx: OrgTx, userId: string, query: ListQuery): Promise<ListPage<Notification>> {
  return listPage(query, {
    base: tx.select('notification').where('userId', '=', userId),
    select: (base) => base.select(columns),
    fields: notificationEndpoints.notificationList.list,
    columns: { id: 'notification.id', createdAt: 'notification.createdAt', type: 'notification.type', read: 'notification.read', title: 'notification.title' },
    id: 'notification.id',
    createdAt: 'notification.createdAt',
    search: 'notification',
  });
}

export async function countUnread(tx: OrgTx, userId: string): Promise<number> {
  const row = await tx.select('notification').select(sql<number>`count(*)`.as('unread')).where('userId', '=', userId).where('read', '=', false).executeTakeFirst();
  return row?.unread ?? 0;
}

/** Marks all of a person, or one, as read or unread; gives the rows. */
export async function markRead(tx: OrgTx, userId: string, read: boolean, id?: string): Promise<Notification[]> {
  const update = tx.kysely.updateTable('notification').set({ read }).where('orgId', '=', tx.actor.orgKey).where('userId', '=', userId);
  return (id ? update.where('id', '=', id) : update.where('read', '<>', read)).returning(columns).execute();
}

export async function listUploads(tx: OrgTx, userId: string, query: ListQuery): Promise<ListPage<Upload>> {
  return listPage(query, {
    base: tx.select('upload').where('userId', '=', userId),
    select: (base) => base.select(uploadColumns),
    fields: notificationEndpoints.uploadList.list,
    columns: { id: 'upload.id', createdAt: 'upload.createdAt', status: 'upload.status', fileName: 'upload.fileName', target: 'upload.target' },
    id: 'upload.id',
    createdAt: 'upload.createdAt',
  });
}

export const getUpload = async (tx: OrgTx, userId: string, id: string): Promise<Upload | undefined> =>
  tx.select('upload').select(uploadColumns).where('id', '=', id).where('userId', '=', userId).executeTakeFirst();

declare module '../../platform/db/schema.ts' {
  interface Tables {
    notification: NotificationTable;
    upload: UploadTable;
  }
}
