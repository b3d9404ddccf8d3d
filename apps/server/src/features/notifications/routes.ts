import type { notificationEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { listAll, mark, markAll, reportUpload, startUpload, unread, uploads } from './actions.ts';

export const notificationHandlers: Handlers<typeof notificationEndpoints> = {
  notificationList: (context, { query }) => listAll(context, query),
  notificationUnread: (context) => unread(context),
  notificationReadAll: (context) => markAll(context),
  notificationRead: (context, { params, body }) => mark(context, params.id, body.read),
  uploadList: (context, { query }) => uploads(context, query),
  uploadCreate: (context, { body }) => startUpload(context, body),
  uploadEdit: (context, { params, body }) => reportUpload(context, params.id, body),
};
