import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPortal } from '../../app.ts';
import { testConfig } from '../../../test/config.ts';
import { startSandbox } from '../../../test/sandbox-process.ts';
import { startServer, type Client, type Sandbox, type TestServer } from '../../../test/server.ts';
import { renderMail } from './rendering.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.asUser('admin@alpine.example');
});
afterAll(() => server.stop());

const templates = async (client = admin, orgId?: string) => (await client.call('mailTemplateList', { query: orgId ? { orgId } : {} })).body.result;

describe('mail templates', () => {
  test('GET /api/mailtemplate?orgId={id} lists one of each type, with its variables (R-ORG-12)', async () => {
    const id = (await admin.call('sessionGet')).body.orgInfo.id;
    const rows = await templates(admin, id);
    expect(rows.map((row) => row.type)).toEqual([0, 1, 2, 3]);
    expect(rows[2]?.variables).toEqual(['userName', 'orgName', 'deploymentName', 'errorMessage', 'link']);
    expect(rows.every((row) => row.isDefault)).toBe(true);
  });

  test('PUT /api/mailtemplate/{id} changes subject and source, GET answers them (R-ORG-13, R-MAIL-03)', async () => {
    const id = (await templates())[0]?.id ?? '';
    const source = { subject: 'Welcome to {{orgName}}', html: '<p>Hello {{userName}}, <a href="{{link}}">come in</a></p>', format: 'html' } as const;
    expect((await admin.call('mailTemplateEdit', { params: { id }, body: source })).body).toMatchObject({ ...source, isDefault: false });
    expect((await templates())[0]).toMatchObject({ ...source, isDefault: false });
    expect((await admin.call('mailTemplateReset', { params: { id } })).body).toMatchObject({ isDefault: true, format: 'mjml' });
  });

  test('belong to an organization: the platform edits them, a stranger does not find them', async () => {
    const [template] = await templates();
    const platform = await server.asUser('platform@alpine.example');
    expect((await platform.call('mailTemplateEdit', { params: { id: template?.id ?? '' }, body: { subject: 'Alpine Research invites you to Cloudwright' } })).body.orgId).toBe('alpine');
    expect(await templates(platform, 'borealis')).toHaveLength(4);
    const borealis = await server.asUser('admin@borealis.example');
    expect((await borealis.fail('mailTemplateEdit', { params: { id: template?.id ?? '' }, body: { subject: 'Mine' } })).status).toBe(404);
    expect((await borealis.fail('mailTemplateList', { query: { orgId: 'alpine' } })).status).toBe(404);
  });

  test('are refused with the line of what is broken', async () => {
    const id = (await templates())[1]?.id ?? '';
    const refused = await admin.fail('mailTemplateEdit', { params: { id }, body: { format: 'html', html: '<p>\n{{deploymentNam}}\n</p>' } });
    expect([refused.status, refused.body.error.details]).toEqual([400, [{ field: 'html', message: expect.stringMatching(/^Line 2: undefined variable: deploymentNam/) as string }]]);
    const broken = await admin.fail('mailTemplateEdit', { params: { id }, body: { format: 'mjml', html: '<mjml>\n<mj-body>\n<mj-text>open</mj-body></mjml>' } });
    expect(broken.status).toBe(400);
  });

  test('are previewed with sample values, in HTML and MJML (R-MAIL-02)', async () => {
    const mjml = (await admin.call('mailTemplatePreview', { body: { orgId: 'alpine', type: 0 } })).body;
    expect(mjml.html).toContain('Alpine Research');
    expect(mjml.html).not.toContain('<mj-');
    const html = (await admin.call('mailTemplatePreview', { body: { orgId: 'alpine', type: 2, format: 'html', html: '<b>{{errorMessage}}</b>' } })).body;
    expect(html.html).toBe('<b>The size Standard_D8s_v5 is not available in East US.</b>');
    expect((await admin.call('mailTemplatePreview', { body: { orgId: 'alpine', type: 2, format: 'html', html: '{{nothing}}' } })).body.errors).toHaveLength(1);
  });
});

describe('rendering', () => {
  const source = (html: string) => ({ subject: '{{deploymentName}}', html, text: '{{deploymentName}}', format: 'html' as const });
  test('escapes every value, also past `raw`', async () => {
    const evil = '<script>alert(1)</script>"\'';
    const mail = await renderMail(source('<p title="{{deploymentName}}">{{deploymentName | raw}}</p>'), { deploymentName: evil });
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain('&lt;script&gt;');
    expect(mail.text).toBe(evil);
  });
  test('keeps scripts, forms, frames and handlers out of a mail', async () => {
    const mail = await renderMail(source('<script>x</script><p onclick="x">a</p><iframe src="x"></iframe><form><input></form><a href="javascript:x">b</a><style>a{background:url(https://x)}</style><img src="http://x/y.png">'), { deploymentName: 'x' });
    expect(mail.html).toBe('<p>a</p><a>b</a><style>a{background:}</style><img />');
  });
  test('lets no value start a header of the mail', async () => {
    expect((await renderMail(source('x'), { deploymentName: 'a\r\nBcc: everybody@example.com' })).subject).toBe('a Bcc: everybody@example.com');
  });
});

describe('delivery', () => {
  // A mail server of its own: the faults set here must not hit the mails of other tests.
  let mailServer: Awaited<ReturnType<typeof startSandbox>>;
  let address: string;
  let folder: string;
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'cloudwright-mail-'));
    mailServer = await startSandbox(folder);
    const { http, smtp } = JSON.parse(mailServer.ready) as Sandbox;
    address = http.general;
    server = await startServer({ SMTP_URL: smtp });
    admin = await server.asUser('admin@alpine.example');
  });
  afterAll(async () => {
    await server.stop();
    await mailServer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const outbox = async (email: string) => (await server.database.pool.query<{ status: string; attempts: number }>('select status, attempts from mail_outbox where recipient = $1', [email])).rows;
  const inbox = async (email: string) => ((await (await fetch(`${address}/mails?to=${email}`)).json()) as { value: { subject: string; messageId: string; receipts: number }[] }).value;
  const refuse = (mode: string | null) => fetch(`${address}/mails/refuse`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ mode }) });
  const invite = async (email: string) => admin.call('inviteCreate', { body: { name: 'Ines', email, roleId: (await admin.call('roleList')).body.result[0]?.id ?? '' } });

  test('reaches a real inbox once', async () => {
    await invite('ines@alpine.example');
    await expect.poll(() => outbox('ines@alpine.example'), { timeout: 15_000 }).toEqual([{ status: 'SENT', attempts: 1 }]);
    expect(await inbox('ines@alpine.example')).toMatchObject([{ subject: 'Alpine Research invites you to Cloudwright' }]);
    expect((await admin.call('mailState')).body).toEqual({ delivery: 'smtp', pending: 0, failed: 0, lastError: null });
  });

  test('is tried again when the mail server is busy, under the same message id', async () => {
    await refuse('temporary');
    await invite('later@alpine.example');
    await expect.poll(() => outbox('later@alpine.example'), { timeout: 15_000 }).toMatchObject([{ status: 'PENDING', attempts: 1 }]);
    await refuse(null);
    await expect.poll(() => outbox('later@alpine.example'), { timeout: 30_000 }).toMatchObject([{ status: 'SENT' }]);
    expect(await inbox('later@alpine.example')).toHaveLength(1);
  });

  test('holds no transaction and no lock while the mail server keeps it waiting', async () => {
    await refuse('hold');
    await invite('slow@alpine.example');
    await expect.poll(async () => ((await (await fetch(`${address}/mails`)).json()) as { held: number }).held, { timeout: 15_000 }).toBe(1);
    const { pool } = server.database;
    expect((await pool.query(`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and query ilike '%mail%'`)).rows).toEqual([]);
    // A lock would be refused at once. The claim keeps other replicas off the mail meanwhile.
    const claim = await pool.query<{ claimed: boolean }>(`select next_at > now() as claimed from mail_outbox where recipient = 'slow@alpine.example' for update nowait`);
    expect(claim.rows).toEqual([{ claimed: true }]);
    await refuse(null);
    await expect.poll(() => outbox('slow@alpine.example'), { timeout: 15_000 }).toEqual([{ status: 'SENT', attempts: 1 }]);
    expect(await inbox('slow@alpine.example')).toMatchObject([{ receipts: 1 }]);
  });

  test('by two replicas at the same time: each of many waiting mails goes out once', async () => {
    const other = await createPortal(testConfig({ dataDir: folder, sandboxReady: mailServer.ready }), server.database.url);
    try {
      await server.database.pool.query(`insert into mail_outbox (id, recipient, subject, html, text) select gen_random_uuid(), 'many' || n || '@alpine.example', 'Many', '<p>x</p>', 'x' from generate_series(1, 200) n`);
      await expect.poll(async () => (await server.database.pool.query(`select status, attempts, count(*) from mail_outbox where subject = 'Many' group by 1, 2`)).rows, { timeout: 30_000 }).toEqual([{ status: 'SENT', attempts: 1, count: 200 }]);
      const received = ((await (await fetch(`${address}/mails?subject=Many`)).json()) as { value: { receipts: number }[] }).value;
      expect([received.length, new Set(received.map(({ receipts }) => receipts))]).toEqual([200, new Set([1])]);
    } finally {
      await other.stop();
    }
  });

  test('ends when the mail server says no for good, and an administrator reads why', async () => {
    await refuse('permanent');
    await invite('never@alpine.example');
    await expect.poll(() => outbox('never@alpine.example'), { timeout: 15_000 }).toEqual([{ status: 'FAILED', attempts: 1 }]);
    await refuse(null);
    expect((await admin.call('mailState')).body).toMatchObject({ failed: 1, lastError: expect.stringContaining('550') as string });
  });
});

test('without a mail server the outbox keeps the mails and an administrator is told', async () => {
  const quiet = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    const client = await quiet.asUser('admin@alpine.example');
    const roleId = (await client.call('roleList')).body.result[0]?.id ?? '';
    await client.call('inviteCreate', { body: { name: 'Ida', email: 'ida@alpine.example', roleId } });
    await expect.poll(async () => (await client.call('mailState')).body, { timeout: 15_000 }).toMatchObject({ pending: 1, lastError: expect.stringContaining('ECONNREFUSED') as string });
  } finally {
    await quiet.stop();
  }
});
