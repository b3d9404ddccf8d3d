import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all, clientsFor, createSandbox, tokenOf, type Sandbox } from './clients.ts';
import { request } from './request.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.stop());

/** Speaks SMTP by hand: each line is sent when the answer to the one before has come. Resolves with all answers. */
function smtp(lines: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const answers: string[] = [];
    const left = [...lines];
    const socket = createConnection(Number(new URL(sandbox.smtp).port), '127.0.0.1');
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers.push(text.trim());
      const line = left.shift();
      if (line === undefined) socket.end();
      else socket.write(`${line}\r\n`);
    }).on('close', () => resolve(answers)).on('error', reject);
  });
}

const mail = ['HELO test', 'MAIL FROM:<portal@example.org>', 'RCPT TO:<dev@alpine.example>', 'DATA', 'Subject: Welcome\r\nTo: dev@alpine.example\r\n\r\nFollow http://localhost:8080/?invite=abc\r\n.'];

test('a mail over SMTP is in the inbox, and the console shows it', async () => {
  const answers = await smtp([...mail, 'QUIT']);
  expect(answers.at(-2)).toMatch(/^250/);
  expect(sandbox.inbox.list({ to: 'dev@alpine.example' })).toMatchObject([{ subject: 'Welcome', text: expect.stringContaining('invite=abc') as string }]);
  const { value } = (await (await fetch(`${sandbox.http.general}/mails?subject=welcome`)).json()) as { value: { to: string[] }[] };
  expect(value[0]?.to).toEqual(['dev@alpine.example']);
});

test('a mail that is sent again under its Message-ID is one mail', async () => {
  const again = [...mail.slice(0, 4), 'Message-ID: <1@portal>\r\nSubject: Once\r\n\r\nOnly once\r\n.', 'QUIT'];
  await smtp(again);
  expect((await smtp(again)).at(-2)).toMatch(/^250/);
  expect(sandbox.inbox.list({ subject: 'Once' })).toHaveLength(1);
});

test('mails can be refused for now, and are taken again', async () => {
  const refuse = (mode: string | null) => fetch(`${sandbox.http.general}/mails/refuse`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode }) });
  await refuse('temporary');
  expect((await smtp(['HELO test', 'MAIL FROM:<portal@example.org>', 'QUIT'])).at(-2)).toMatch(/^451/);
  await refuse(null);
  expect((await smtp(['HELO test', 'MAIL FROM:<portal@example.org>', 'QUIT'])).at(-2)).toMatch(/^250/);
});

test('429 for a minute, then by itself no longer; a share of requests fails; a fault that makes no sense is refused', async () => {
  const console = (method: string, path: string, body?: object) => fetch(sandbox.http.general + path, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
  const { resources } = clientsFor(sandbox);
  const token = await tokenOf(sandbox, 'dev@alpine.example');
  const direct = () => request(sandbox, 'GET', '/subscriptions?api-version=2022-12-01', { token });
  expect((await console('POST', '/faults', { kind: 'throttle', retryAfter: 7, seconds: 60 })).status).toBe(200);
  const throttled = await direct();
  expect([throttled.status, throttled.headers['retry-after']]).toEqual([429, '7']);
  expect(throttled.body).toMatchObject({ error: { code: 'TooManyRequests' } });
  await console('POST', '/clock', { advanceSeconds: 61 });
  expect((await direct()).status).toBe(200);
  expect(((await (await console('GET', '/faults')).json()) as { value: unknown[] }).value).toEqual([]);

  // The official client waits and asks again.
  await console('POST', '/faults', { kind: 'error', status: 503, retryAfter: 0, count: 2, path: '/resourcegroups' });
  expect((await all(resources.resourceGroups.list())).length).toBeGreaterThanOrEqual(0);

  await console('POST', '/faults', { kind: 'error', status: 500, rate: 0.5, path: '/subscriptions' });
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await direct()).status));
  expect(new Set(statuses)).toEqual(new Set([200, 500]));
  await console('DELETE', '/faults');

  for (const body of [{ kind: 'odd' }, { kind: 'error', status: 200 }, { kind: 'error', rate: 2 }, { kind: 'latency', seconds: -1 }, { kind: 'latency', until: 'tomorrow' }, { kind: 'error', path: '/(/' }])
    expect((await console('POST', '/faults', body)).status, JSON.stringify(body)).toBe(400);
});
