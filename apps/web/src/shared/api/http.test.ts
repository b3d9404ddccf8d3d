import { describe, expect, it } from 'vitest';
import { ApiError, messageOf, queryText } from './http.ts';
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
