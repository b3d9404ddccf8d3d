import type { Notification, notificationEndpoints, Parsed, Upload } from '@cloudwright/contract';
import type { PersonContext } from '../../platform/context.ts';
import { found } from '../../platform/errors.ts';
import { notify } from './public.ts';
import { countUnread, getUpload, listNotifications, listUploads, markRead } from './store.ts';

type Endpoints = typeof notificationEndpoints;

export const listAll = ({ db, person }: PersonContext, query: Parsed<Endpoints['notificationList']>['query']) => db.run((tx) => listNotifications(tx, person.userId, query));

export const unread = ({ db, person }: PersonContext) => db.run(async (tx) => ({ unread: await countUnread(tx, person.userId) }));

export const mark = (context: PersonContext, id: string, read: boolean): Promise<Notification> =>
  context.db.run(async (tx) => {
    const [changed] = await markRead(tx, context.person.userId, read, id);
    const notification = found(changed, 'notification');
    await tellUnread(context, tx);
    return notification;
  });

export const markAll = (context: PersonContext) =>
  context.db.run(async (tx) => {
    await markRead(tx, context.person.userId, true);
    return tellUnread(context, tx);
  });

/** The badge of the person's other windows follows. */
async function tellUnread({ person, services }: PersonContext, tx: Parameters<typeof countUnread>[0]): Promise<{ unread: number }> {
  const unreadNow = await countUnread(tx, person.userId);
  await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey, userIds: [person.userId] }, { kind: 'unread', unread: unreadNow });
  return { unread: unreadNow };
}

export const uploads = ({ db, person }: PersonContext, query: Parsed<Endpoints['uploadList']>['query']) => db.run((tx) => listUploads(tx, person.userId, query));

export const startUpload = ({ db, person }: PersonContext, body: Parsed<Endpoints['uploadCreate']>['body']): Promise<Upload> =>
  db.run(async (tx) => {
    const { id } = await tx.insert('upload', { ...body, userId: person.userId, status: 'loading', error: null });
    return found(await getUpload(tx, person.userId, id), 'upload');
  });

/** Records progress; the end of an upload notifies its owner (type 3) with the file's name and the result. */
export const reportUpload = ({ db, person, services }: PersonContext, id: string, body: Parsed<Endpoints['uploadEdit']>['body']): Promise<Upload> =>
  db.run(async (tx) => {
    const before = found(await getUpload(tx, person.userId, id), 'upload');
    await tx.update('upload', id, body);
    const upload = found(await getUpload(tx, person.userId, id), 'upload');
    await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey, userIds: [person.userId] }, { kind: 'upload', id, bytesDone: upload.bytesDone, size: upload.size, status: upload.status });
    const hasEnded = before.status !== upload.status && (upload.status === 'success' || upload.status === 'error');
    if (hasEnded) await notify(tx, services, { userIds: [person.userId], type: 3, ...resultOf(upload), link: null, payload: { uploadId: id, fileName: upload.fileName, status: upload.status }, variables: { fileName: upload.fileName } });
    return upload;
  });

const resultOf = (upload: Upload) =>
  upload.status === 'success'
    ? { title: `${upload.fileName} was uploaded`, body: `To ${upload.path}` }
    : { title: `${upload.fileName} was not uploaded`, body: upload.error ?? 'The upload failed.' };
