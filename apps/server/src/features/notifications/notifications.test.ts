import type { PortalEvent } from '@cloudwright/contract/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSeconds, signedToken } from '../../../test/directory-key.ts';
import { startServer, type Client, type TestServer } from '../../../test/server.ts';
import { createOrgDb } from '../../platform/db/org-db.ts';
import { notify, type Notice } from './public.ts';

let server: TestServer;
let dev: Client;
let admin: Client;
let devId: string;

beforeAll(async () => {
  server = await startServer();
  [dev, admin] = (await Promise.all([server.asUser('dev@alpine.example'), server.asUser('admin@alpine.example')])) as [Client, Client];
  devId = (await dev.call('sessionGet')).body.id;
});
afterAll(() => server.stop());

const tell = (notice: Partial<Notice> = {}) =>
  createOrgDb(server.portal.services.system.db, { orgKey: 'alpine', isPlatform: false, userId: null }).run((tx) =>
    notify(tx, server.portal.services, { userIds: [devId], type: 1, title: 'It is ready', body: 'b', link: '/portal/deployment', variables: { deploymentName: 'web' }, ...notice }),
  );

/**
 * Reads a person's live events of one kind until the first has come or the stream ends. Events of what happened before
 * may still be on their way.
 */
async function listen(client: Client, kind: PortalEvent['kind'], during: () => Promise<unknown>): Promise<PortalEvent[]> {
  const stop = new AbortController();
  const answer = await fetch(`${server.address}/api/events`, { headers: client.headers, signal: stop.signal });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events: PortalEvent[] = [];
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  await during();
  let text = '';
  while (events.length === 0) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    events.push(...parts.filter((part) => part.startsWith('data: ')).map((part) => JSON.parse(part.slice(6)) as PortalEvent).filter((event) => event.kind === kind));
  }
  stop.abort();
  return events;
}

describe('notifications', () => {
  test('reach their person live, with the number of unread ones', async () => {
    const events = await listen(dev, 'notification', () => tell());
    expect(events).toMatchObject([{ kind: 'notification', type: 1, title: 'It is ready', unread: 1 }]);
    expect((await dev.call('notificationList')).body.result[0]).toMatchObject({ type: 1, title: 'It is ready', read: false, userId: devId });
  });

  test('are nobody else\'s', async () => {
    expect((await admin.call('notificationList')).body.total).toBe(0);
    const id = (await dev.call('notificationList')).body.result[0]?.id ?? '';
    expect((await admin.fail('notificationRead', { params: { id }, body: { read: true } })).status).toBe(404);
  });

  test('are marked read, one and all, and the badge of other windows follows', async () => {
    await tell({ title: 'second' });
    const id = (await dev.call('notificationList', { query: { filterObj: { title: 'second' } } })).body.result[0]?.id ?? '';
    expect(await listen(dev, 'unread', () => dev.call('notificationRead', { params: { id }, body: { read: true } }))).toEqual([{ kind: 'unread', unread: 1 }]);
    expect((await dev.call('notificationReadAll')).body).toEqual({ unread: 0 });
    expect((await dev.call('notificationUnread')).body).toEqual({ unread: 0 });
    expect((await dev.call('notificationList', { query: { filterObj: { read: false } } })).body.total).toBe(0);
  });

  test('count past 99 (R-CONST-06)', async () => {
    for (let index = 0; index < 100; index++) await tell({ type: 3, title: `n${index}` });
    expect((await dev.call('notificationUnread')).body.unread).toBe(100);
    await dev.call('notificationReadAll');
  });

  test('are mailed for the types 0 to 2 unless somebody wants otherwise', async () => {
    const mailed = async (title: string) => (await server.database.pool.query(`select subject from mail_outbox where recipient = 'dev@alpine.example' and subject like $1`, [`%${title}%`])).rows.length;
    await tell({ variables: { deploymentName: 'first-mail' } });
    expect(await mailed('first-mail')).toBe(1);
    await tell({ type: 3, variables: { fileName: 'silent.bin' } });
    expect(await mailed('silent.bin')).toBe(0);
    await dev.call('profileEdit', { body: { preferences: { notifications: { 1: { inApp: false, mail: false }, 3: { inApp: true, mail: true } } } } });
    const before = (await dev.call('notificationList')).body.total;
    await tell({ variables: { deploymentName: 'second-mail' } });
    await tell({ type: 3, variables: { fileName: 'loud.bin' } });
    expect([await mailed('second-mail'), await mailed('loud.bin')]).toEqual([0, 1]);
    expect((await dev.call('notificationList')).body.total).toBe(before + 1);
  });

  test('come with a finished upload, with the file\'s name and the result (R-MAIL-04)', async () => {
    const upload = (await dev.call('uploadCreate', { body: { target: 'storage', path: 'data/raw', fileName: 'results.csv', size: 10 } })).body;
    expect(upload).toMatchObject({ status: 'loading', bytesDone: 0 });
    await dev.call('uploadEdit', { params: { id: upload.id }, body: { bytesDone: 5 } });
    await dev.call('uploadEdit', { params: { id: upload.id }, body: { bytesDone: 10, status: 'success' } });
    expect((await dev.call('notificationList', { query: { filterObj: { type: 3 }, limit: 1 } })).body.result[0]).toMatchObject({ title: 'results.csv was uploaded', payload: { fileName: 'results.csv', status: 'success' } });
    expect((await admin.fail('uploadEdit', { params: { id: upload.id }, body: {} })).status).toBe(404);
  });

  test('end with the token, and at once for somebody who is shut out', async () => {
    const reader = await server.asUser('reader@alpine.example');
    const id = (await reader.call('sessionGet')).body.id;
    const short = server.withToken(await signedToken('reader@alpine.example', { exp: inSeconds(2) }));
    expect(await listen(short, 'signedOut', () => Promise.resolve())).toEqual([]);
    // An account that is given until a moment ends its stream then, not when its token does.
    const until = (at: string | null) => server.database.pool.query('update "user" set expires_at = $2 where id = $1', [id, at]);
    await until(new Date(Date.now() + 1000).toISOString());
    expect(await listen(reader, 'signedOut', () => Promise.resolve())).toEqual([]);
    expect((await reader.fail('eventsStream')).body.error.code).toBe('account_expired');
    await until(null);
    expect(await listen(reader, 'signedOut', () => admin.call('userEdit', { params: { id }, body: { status: 'SUSPENDED' } }))).toEqual([{ kind: 'signedOut' }]);
    expect((await reader.fail('eventsStream')).status).toBe(403);
    await admin.call('userEdit', { params: { id }, body: { status: 'ACTIVE' } });
  });

  test('tell a signed-in person when the permissions change', async () => {
    const role = (await admin.call('roleList', { query: { filterObj: { name: 'Contributor' } } })).body.result[0];
    const events = await listen(dev, 'permissions', () => admin.call('roleEdit', { params: { id: role?.id ?? '' }, body: { permission: role?.permission ?? [] } }));
    expect(events).toEqual([{ kind: 'permissions' }]);
  });
});
