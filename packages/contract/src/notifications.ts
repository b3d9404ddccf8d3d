import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { loadStatuses, uploadTargets } from './enums.ts';
import { list } from './list.ts';
import { notificationType } from './mail-templates.ts';
import { id, idParams, record, time } from './shared.ts';

export const notification = z.object({
  id,
  orgId: z.string(),
  createdAt: time,
  userId: id,
  type: notificationType,
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  read: z.boolean(),
  payload: z.record(z.string(), z.unknown()),
});
export type Notification = z.output<typeof notification>;

export const upload = z.object({
  ...record,
  target: z.enum(uploadTargets),
  path: z.string().max(2000),
  fileName: z.string().min(1).max(400),
  size: z.number().int().min(0),
  bytesDone: z.number().int().min(0),
  status: z.enum(loadStatuses),
  error: z.string().max(2000).nullable(),
});
export type Upload = z.output<typeof upload>;

export const notificationEndpoints = endpoints({
  notificationList: list(notification, { id: 'id', createdAt: 'time', type: 'number', read: 'boolean', title: 'text' }),
  notificationUnread: { response: z.object({ unread: z.number().int() }) },
  notificationReadAll: { response: z.object({ unread: z.number().int() }) },
  notificationRead: { params: idParams, body: z.object({ read: z.boolean() }), response: notification },
  uploadList: list(upload, { id: 'id', createdAt: 'time', status: 'text', fileName: 'text', target: 'text' }),
  uploadCreate: { body: upload.pick({ target: true, path: true, fileName: true, size: true }), response: upload },
  uploadEdit: { params: idParams, body: upload.pick({ bytesDone: true, status: true, error: true }).partial(), response: upload },
});
