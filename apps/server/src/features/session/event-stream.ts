import { PassThrough } from 'node:stream';
import { RawReply, type PersonContext } from '../../platform/context.ts';

const pingMs = 25_000;
const maxBufferedBytes = 1_000_000;

/**
 * The person's live events as a stream that stays open. Comments keep proxies from closing it; a page that reconnects
 * asks its lists again, so nothing is replayed. A reader that doesn't keep up is cut off and reconnects.
 */
export function streamEvents({ person, services, request }: PersonContext): RawReply {
  const stream = new PassThrough();
  const send = (text: string) => {
    if (stream.writableLength > maxBufferedBytes) stream.destroy();
    else stream.write(text);
  };
  const stopListening = services.events.listen({ orgKey: person.actor.orgKey, userId: person.userId, tell: (event) => send(`data: ${JSON.stringify(event)}\n\n`) });
  const timer = setInterval(() => send(': ping\n\n'), pingMs);
  timer.unref();
  stream.once('close', () => {
    clearInterval(timer);
    stopListening();
  });
  request.raw.socket.once('close', () => stream.destroy());
  send('retry: 2000\n\n');
  // Identity: compression would hold events back.
  return new RawReply({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'content-encoding': 'identity', 'x-accel-buffering': 'no' }, stream);
}
