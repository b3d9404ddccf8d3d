import { PassThrough } from 'node:stream';
import type { PortalEvent } from '@cloudwright/contract/events';
import { RawReply, type PersonContext } from '../../platform/context.ts';

const pingMs = 25_000;
const maxBufferedBytes = 1_000_000;

/**
 * The person's live events as a stream that stays open. Comments keep proxies from closing it; a page that reconnects
 * asks its lists again, so nothing is replayed. A reader that doesn't keep up is cut off and reconnects. The stream
 * ends with the token that opened it or with the account, and at once when the person is shut out.
 */
export function streamEvents({ person, identity, services, request }: PersonContext): RawReply {
  const stream = new PassThrough();
  const send = (text: string) => {
    if (!stream.writable) return;
    if (stream.writableLength > maxBufferedBytes) stream.destroy();
    else stream.write(text);
  };
  const tell = (event: PortalEvent) => {
    send(`data: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'signedOut') stream.end();
  };
  const stopListening = services.events.listen({ orgKey: person.actor.orgKey, userId: person.userId, tell, end: () => stream.end() });
  const ping = setInterval(() => send(': ping\n\n'), pingMs);
  // Whichever ends first: the token, or the account that an administrator gave until a day.
  const endsAt = Math.min(identity.expiresAt * 1000, person.account.expiresAt ? Date.parse(person.account.expiresAt) : Number.POSITIVE_INFINITY);
  const end = setTimeout(() => stream.end(), Math.max(0, endsAt - Date.now()));
  stream.once('close', () => {
    clearInterval(ping);
    clearTimeout(end);
    stopListening();
  });
  request.raw.socket.once('close', () => stream.destroy());
  send('retry: 2000\n\n');
  // Identity: compression would hold events back.
  return new RawReply({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'content-encoding': 'identity', 'x-accel-buffering': 'no' }, stream);
}
