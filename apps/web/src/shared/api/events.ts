import type { PortalEvent } from '@cloudwright/contract/events';
import { useEffect, useEffectEvent, useState } from 'react';
import { send } from './http.ts';

type Listener = (event: PortalEvent) => void;

const listeners = new Set<Listener>();
const connectionListeners = new Set<(isOpen: boolean) => void>();
let isOpen = false;
let stream: AbortController | undefined;

const setOpen = (value: boolean) => {
  isOpen = value;
  for (const listen of connectionListeners) listen(value);
};

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Splits a stream of server-sent events into their data texts; `retry` and comments are left out. */
export function createEventParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    // A line end may be cut in two: a trailing carriage return waits for its other half.
    rest = (rest + chunk).replaceAll('\r\n', '\n');
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
      if (data.length > 0) onData(data.join('\n'));
    }
  };
}

// EventSource cannot send the bearer header, so the stream is read with fetch.
async function listen(signal: AbortSignal): Promise<void> {
  let pause = 1000;
  while (!signal.aborted) {
    try {
      const response = await send('GET', '/api/events', { accept: 'text/event-stream', signal });
      setOpen(true);
      pause = 1000;
      const parse = createEventParser((data) => {
        const event = JSON.parse(data) as PortalEvent;
        for (const each of listeners) each(event);
      });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) parse(part.value);
    } catch {
      // Lost or refused: tried again below, later each time.
    }
    setOpen(false);
    await wait(pause, signal);
    pause = Math.min(pause * 2, 30_000);
  }
}

/** Opens the one stream of this page while somebody is signed in; returns how to close it. */
export function openEvents(): () => void {
  stream?.abort();
  const own = new AbortController();
  stream = own;
  void listen(own.signal);
  return () => own.abort();
}

/**
 * Calls `onEvent` for every server-sent event while mounted. Returns false while the stream is down:
 * a page that needs to stay live then polls (every 5 s by decision 71).
 */
export function usePortalEvents(onEvent: Listener): boolean {
  const [open, setState] = useState(isOpen);
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const listener: Listener = (event) => handle(event);
    listeners.add(listener);
    connectionListeners.add(setState);
    return () => {
      listeners.delete(listener);
      connectionListeners.delete(setState);
    };
  }, []);
  return open;
}
