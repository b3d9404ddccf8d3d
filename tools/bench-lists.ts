import { Agent, get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';

/** One measured call of a list beside the bare SQL of the same page and count. */
export interface ListBench {
  name: string;
  /** Path with its query. */
  path: string;
  token: string;
  /** The bare SQL: page, then count; as the login user, without row security. */
  sql: [page: string, count: string];
}
export interface ListTimes {
  name: string;
  apiP95Ms: number;
  sqlP95Ms: number;
  ratio: number;
  bytes: number;
}

const text = (part: string) => encodeURIComponent(part);
const userColumns = `u.id, u.org_id, u.created_at, u.created_by, u.updated_at, u.updated_by, u.name, u.email, u.status, u.role_id, r.name as role, u.tenant_id, u.provider, u.last_login_time, u.expires_at, u.preferences`;
const users = `from "user" u join role r on r.id = u.role_id where u.org_id = 'benchmark'`;
const organizationColumns = `id, key, name, permission, tenant_ids, parent_key, admin_email, currency, logo_url, channel_code, auto_join_role_id, status, user_count, created_at, created_by, updated_at, updated_by`;

/** The lists of people and organizations at 100,000 and 20,000 rows: plain, sorted, filtered, searched. */
export function personLists({ benchmark, platform }: { benchmark: string; platform: string }): ListBench[] {
  const user = (name: string, query: string, where: string, order: string, skip = 0): ListBench => ({
    name: `users, ${name}`, path: `/api/user?limit=25&skip=${skip}&${query}`, token: benchmark,
    sql: [`select ${userColumns} ${users} ${where} order by ${order}, u.id offset ${skip} limit 25`, `select count(*) ${users} ${where}`],
  });
  const organization = (name: string, query: string, where: string, order: string): ListBench => ({
    name: `organizations, ${name}`, path: `/api/org?limit=25&${query}`, token: platform,
    sql: [`select ${organizationColumns} from organization where true ${where} order by ${order}, id limit 25`, `select count(*) from organization where true ${where}`],
  });
  const filter = text('{"status":"ACTIVE"}');
  const byName = text('{"name":1}');
  return [
    user('newest', '', '', 'u.created_at desc'),
    user('sorted by name', `sortObj=${byName}`, '', 'u.name collate case_insensitive'),
    user('filtered, sorted', `filterObj=${filter}&sortObj=${byName}`, `and u.status = 'ACTIVE'`, 'u.name collate case_insensitive'),
    user('searched', `filter=novak&sortObj=${byName}`, `and (u.name ilike '%novak%' or u.email ilike '%novak%')`, 'u.name collate case_insensitive'),
    user('filtered, sorted, searched', `filter=novak&filterObj=${filter}&sortObj=${byName}`, `and u.status = 'ACTIVE' and (u.name ilike '%novak%' or u.email ilike '%novak%')`, 'u.name collate case_insensitive'),
    user('page 1000', '', '', 'u.created_at desc', 25_000),
    organization('newest', '', '', 'created_at desc'),
    organization('sorted, searched', `filter=labs&sortObj=${byName}`, `and (key ilike '%labs%' or name ilike '%labs%' or admin_email ilike '%labs%')`, 'name collate case_insensitive'),
  ];
}

/** Calls each list `rounds` times at the server and its bare SQL as often, in turns, and compares the 95th percentiles. */
export async function benchLists(address: string, pool: pg.Pool, lists: ListBench[], rounds = 40): Promise<ListTimes[]> {
  const times: ListTimes[] = [];
  for (const { name, path, token, sql } of lists) {
    const api: number[] = [];
    const bare: number[] = [];
    let bytes = 0;
    for (let round = -3; round < rounds; round++) {
      const [apiMs, body] = await timed(() => bytesOf(address + path, token));
      const [bareMs] = await timed(async () => {
        for (const statement of sql) await pool.query(statement);
      });
      if (round < 0) continue; // warming up
      api.push(apiMs);
      bare.push(bareMs);
      bytes = gunzipSync(body).length;
    }
    const [apiP95Ms, sqlP95Ms] = [percentile(api, 0.95), percentile(bare, 0.95)];
    times.push({ name, apiP95Ms, sqlP95Ms, ratio: apiP95Ms / sqlP95Ms, bytes });
  }
  return times;
}

const agent = new Agent({ keepAlive: true });
/** The compressed answer as it comes: what a client makes of it is not the server's time. */
const bytesOf = (address: string, token: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject).once('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${address} answered ${answer.statusCode}`));
      });
    }).once('error', reject);
  });

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
}
const percentile = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const lineOf = ({ name, apiP95Ms, sqlP95Ms, ratio, bytes }: ListTimes): string =>
  `${name.padEnd(40)} API p95 ${apiP95Ms.toFixed(1).padStart(7)} ms   bare SQL p95 ${sqlP95Ms.toFixed(1).padStart(7)} ms   x${ratio.toFixed(2)}   ${(bytes / 1000).toFixed(1)} kB`;
