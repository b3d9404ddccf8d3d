import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, messageOf, queryText, send } from './http.ts';
import { createEventParser } from './events.ts';

describe('calls', () => {
  it('write a list query into the address', () => {
    const text = queryText({ filter: 'a b', skip: 0, sortObj: { name: 1 }, filterObj: {}, fields: ['name', 'email'], from: undefined, tenantId: '' });
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({ filter: 'a b', skip: '0', sortObj: '{"name":1}', fields: 'name,email' });
  });
  it('give field messages by field', () => {
    const error = new ApiError(400, { code: 'invalid_input', message: 'Not valid', details: [{ field: 'name', message: 'Required' }, { code: 'inner' }] });
    expect(error.fields).toEqual({ name: 'Required' });
    expect(messageOf(error)).toBe('Not valid');
    expect(messageOf(new TypeError('fetch failed'))).toContain('could not be reached');
  });
});

it('a call has no time-out of its own: what takes minutes still answers (R-CONST-17)', async () => {
  let answer = () => {};
  const asked = Promise.withResolvers<void>();
  const slow = createServer((_, response) => {
    answer = () => response.setHeader('access-control-allow-origin', '*').end('"late"');
    asked.resolve();
  });
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready));
  const ownTimer = vi.spyOn(AbortSignal, 'timeout');
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
  try {
    const call = send('GET', `http://127.0.0.1:${(slow.address() as AddressInfo).port}/api/slow`);
    let isOver = false;
    void call.then(() => (isOver = true), () => (isOver = true));
    await asked.promise;
    // Short of the five minutes that the test's runtime, unlike a browser, allows by itself.
    await vi.advanceTimersByTimeAsync(290_000);
    expect(isOver).toBe(false);
    expect(ownTimer).not.toHaveBeenCalled();
    answer();
    expect(await (await call).json()).toBe('late');
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
    slow.closeAllConnections();
    slow.close();
  }
});

describe('server-sent events', () => {
  it('come whole from any cut of the stream, without pings', () => {
    const text = ': ping\n\nid: 1\ndata: {"kind":"permissions"}\n\ndata: a\r\ndata: b\r\n\r\n';
    for (let size = 1; size < text.length; size++) {
      const seen: string[] = [];
      const parse = createEventParser((data) => seen.push(data));
      for (let at = 0; at < text.length; at += size) parse(text.slice(at, at + size));
      expect(seen).toEqual(['{"kind":"permissions"}', 'a\nb']);
    }
  });
});
