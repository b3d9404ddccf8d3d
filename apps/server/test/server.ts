import { api, calls, type Api, type CallName, type Input, type Output } from '@cloudwright/contract';
import { expect, inject } from 'vitest';
import { createPortal, type Portal } from '../src/app.ts';
import { openDatabase, type DatabaseHandle } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { demoOrganizations } from '../src/seed.ts';
import { testConfig } from './config.ts';
import { withDatabase } from './global-setup.ts';

export interface Answer<T> {
  status: number;
  body: T;
  text: string;
  headers: Headers;
}
/** A failure's body, for `expect(answer.body.error.code)`. */
export interface Failed {
  error: { code: string; message: string; details?: { field: string; message: string }[]; requestId: string };
}

/** Calls the portal as one person, typed by the contract; answers are checked against it. */
export interface Client {
  call<N extends CallName>(name: N, input?: Input<Api[N]>): Promise<Answer<Output<Api[N]>>>;
  /** The same, for a call that is expected to fail. */
  fail<N extends CallName>(name: N, input?: Input<Api[N]> | object): Promise<Answer<Failed>>;
  /** Any request, for what the contract would not let through. */
  send(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer<unknown>>;
  headers: Record<string, string>;
}

export interface TestServer {
  portal: Portal;
  address: string;
  /** The database past row security. */
  database: DatabaseHandle;
  asUser(email: string, options?: { directory?: string; withCloudToken?: boolean }): Promise<Client>;
  asNobody(): Client;
  withToken(token: string | undefined, more?: Record<string, string>): Client;
  stop(): Promise<void>;
}

export interface Sandbox {
  http: { general: string; government: string };
  tls: { general: string; government: string };
  smtp: string;
  ca: string;
}
export const sandbox = (): Sandbox => JSON.parse(inject('sandboxReady')) as Sandbox;

/** A whole portal on a copy of the seeded database. Stop it in afterAll. */
export async function startServer(settings: Record<string, string> = {}): Promise<TestServer> {
  const name = `test_${newId().replaceAll('-', '')}`;
  const admin = openDatabase(inject('postgresUrl'), { max: 1 });
  await admin.pool.query(`create database ${name} template ${inject('templateName')}`);
  const url = withDatabase(inject('postgresUrl'), name);
  const portal = await createPortal(testConfig({ dataDir: inject('dataDir'), sandboxReady: inject('sandboxReady'), ...settings }), url);
  const address = (await portal.listen()).replace('[::1]', 'localhost');
  const database = openDatabase(url, { max: 4 });

  const client = (headers: Record<string, string>): Client => {
    const send = async (method: string, path: string, options: { body?: unknown; headers?: Record<string, string> } = {}) => {
      const isText = typeof options.body === 'string' || options.body instanceof FormData;
      const json = options.body !== undefined && !isText ? { 'content-type': 'application/json' } : {};
      const answer = await fetch(address + path, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...json, ...options.headers },
        ...(options.body === undefined ? {} : { body: isText ? (options.body as string) : JSON.stringify(options.body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.includes('application/json');
      return { status: answer.status, text, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as unknown };
    };
    const perform = (callName: CallName, input: Record<string, unknown> = {}) => {
      const { method, path } = calls[callName];
      const params = (input.params ?? {}) as Record<string, unknown>;
      const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
      const query = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
      const search = new URLSearchParams(query.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])).toString();
      return send(method, search ? `${filled}?${search}` : filled, input.body === undefined ? {} : { body: input.body });
    };
    return {
      headers,
      send,
      async call(callName, input) {
        const answer = await perform(callName, input as Record<string, unknown>);
        if (answer.status >= 400) throw new Error(`${callName} answered ${answer.status}: ${answer.text}`);
        const isJson = typeof answer.body !== 'string';
        return { ...answer, body: (isJson && !partial(input) ? api[callName].response.parse(answer.body) : answer.body) as never };
      },
      async fail(callName, input) {
        const answer = await perform(callName, input as Record<string, unknown>);
        if (answer.status < 400) throw new Error(`${callName} was expected to fail but answered ${answer.status}: ${answer.text}`);
        return answer as Answer<Failed>;
      },
    };
  };

  const withToken: TestServer['withToken'] = (token, more = {}) => client({ ...(token ? { authorization: `Bearer ${token}` } : {}), ...more });
  return {
    portal,
    address,
    database,
    withToken,
    asNobody: () => withToken(undefined),
    async asUser(email, { directory, withCloudToken = false } = {}) {
      const more: Record<string, string> = {};
      if (withCloudToken) more['x-cloud-token'] = await cloudTokenFor(email, directory);
      return withToken(await portalTokenFor(email, directory), more);
    },
    async stop() {
      await portal.stop();
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

/** A list asked for some fields only answers rows that are no whole entities. */
const partial = (input: unknown): boolean => {
  const parts = input as { query?: { fields?: unknown }; body?: { fields?: unknown } } | undefined;
  return parts?.query?.fields !== undefined || parts?.body?.fields !== undefined;
};

const tokens = new Map<string, Promise<string>>();
/** A real token of the sandbox's directory, by its password grant. */
function tokenOf(email: string, directory: string | undefined, scope: string, fresh = false): Promise<string> {
  const tid = directory ?? demoOrganizations.flatMap((each) => each.users).find((user) => user.email === email)?.identities[0]?.[0] ?? '11111111-1111-4111-8111-111111111111';
  const base = email.endsWith('federal.example') ? sandbox().http.government : sandbox().http.general;
  const key = `${email} ${tid} ${scope}`;
  const known = fresh ? undefined : tokens.get(key);
  if (known) return known;
  const asked = (async () => {
    const form = new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username: email, password: 'sandbox', scope });
    const answer = await fetch(`${base}/${tid}/oauth2/v2.0/token`, { method: 'POST', body: form });
    const body = (await answer.json()) as { access_token?: string; error_description?: string };
    if (!body.access_token) throw new Error(`No token for ${email}: ${body.error_description ?? answer.status}`);
    return body.access_token;
  })();
  tokens.set(key, asked);
  return asked;
}
export const portalTokenFor = (email: string, directory?: string): Promise<string> => tokenOf(email, directory, 'api://cloudwright/.default');
export const cloudTokenFor = (email: string, directory?: string): Promise<string> =>
  tokenOf(email, directory, email.endsWith('federal.example') ? 'https://management.usgovcloudapi.net/.default' : 'https://management.azure.com/.default');

export interface ReceivedMail {
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
}
/** What lies in the real inbox for somebody, newest first; waits until there are so many. */
export async function mailsTo(email: string, atLeast = 1): Promise<ReceivedMail[]> {
  const read = async () => ((await (await fetch(`${sandbox().http.general}/mails?to=${encodeURIComponent(email)}`)).json()) as { value: ReceivedMail[] }).value;
  await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(atLeast);
  return read();
}

/** Administrators of two organizations that must not see each other. */
export async function twoOrgs(server: TestServer): Promise<{ alpine: Client; borealis: Client }> {
  return { alpine: await server.asUser('admin@alpine.example'), borealis: await server.asUser('admin@borealis.example') };
}
