import type pg from 'pg';

/**
 * The benchmark organization: enough rows for a list to be slow if it is badly made. Each step is one bulk statement;
 * a step whose rows are there already does nothing.
 */
export const benchmarkKey = 'benchmark';
/** The account that signs in to it: known to the sandbox's directory, unknown to the demo. */
export const benchmarkAccount = 'stranger@alpine.example';
const tenant = '11111111-1111-4111-8111-111111111111';

export interface BenchmarkStep {
  name: string;
  /** How many rows there are already. */
  count: string;
  rows: number;
  /** Adds rows `$1` to `$2` (from 1). */
  fill: string;
}

const firstNames = `array['Ada','Bela','Chen','Dana','Emre','Fumiko','Grace','Hugo','Ines','Jonas','Kofi','Lena','Mario','Nadia','Omar','Priya','Quinn','Rosa','Sven','Tariq']`;
const lastNames = `array['Abel','Brandt','Costa','Dubois','Engel','Ferrari','Garcia','Haas','Ivanov','Jansen','Kowalski','Lopez','Meyer','Novak','Okafor','Petrov','Quist','Rossi','Silva','Tanaka']`;
const pick = (list: string, number: string) => `(${list})[1 + (${number}) % 20]`;

export const benchmarkSteps: BenchmarkStep[] = [
  {
    name: 'users',
    count: `select count(*) from "user" where org_id = '${benchmarkKey}'`,
    rows: 100_000,
    fill: `insert into "user" (id, org_id, name, email, status, role_id, tenant_id, created_at, last_login_time)
      select gen_random_uuid(), '${benchmarkKey}', ${pick(firstNames, 'n * 7')} || ' ' || ${pick(lastNames, 'n / 20')} || ' ' || n, 'person' || n || '@benchmark.example',
        case when n % 50 = 0 then 'SUSPENDED' when n % 20 = 0 then 'INVITED' else 'ACTIVE' end, r.id, '${tenant}',
        timestamptz '2024-01-01' + n * interval '10 minutes', timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series($1::int, $2::int) n
      join (select id, row_number() over (order by name) - 1 as place, count(*) over () as many from role where org_id = '${benchmarkKey}') r on r.place = n % r.many`,
  },
  {
    name: 'organizations',
    count: `select count(*) from organization where key like 'bench-%'`,
    rows: 20_000,
    fill: `insert into organization (id, key, name, parent_key, tenant_ids, admin_email, created_at, user_count)
      select gen_random_uuid(), 'bench-' || n, ${pick(lastNames, 'n * 3')} || ' ' || (array['Institute','Labs','University','Foundation','Works'])[1 + n % 5] || ' ' || n, 'platform', array['${tenant}'],
        'office' || n || '@benchmark.example', timestamptz '2024-01-01' + n * interval '1 hour', n % 40
      from generate_series($1::int, $2::int) n`,
  },
];

/** Fills what is missing. Answers one line a step. */
export async function fillBenchmark(pool: pg.Pool, steps: readonly BenchmarkStep[]): Promise<string[]> {
  const lines: string[] = [];
  const client = await pool.connect();
  try {
    await makeOrganization(client);
    // The trigger that counts users would run once a row; the count is set at the end instead.
    await client.query('alter table "user" disable trigger user_count');
    for (const step of steps) {
      const started = performance.now();
      const present = Number((await client.query<{ count: string }>(step.count)).rows[0]?.count ?? 0);
      if (present < step.rows) await client.query(step.fill, [present + 1, step.rows]);
      lines.push(`${step.name}: ${step.rows} rows (${Math.max(0, step.rows - present)} new, ${Math.round(performance.now() - started)} ms)`);
    }
    await client.query(`update organization o set user_count = (select count(*) from "user" u where u.org_id = o.key) where key = $1`, [benchmarkKey]);
  } finally {
    await client.query('alter table "user" enable trigger user_count');
    await client.query('vacuum analyze');
    client.release();
  }
  return lines;
}

async function makeOrganization(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into organization (id, key, name, parent_key, permission, tenant_ids)
     select gen_random_uuid(), $1, 'Benchmark', 'platform', permission, array[$2] from organization where key = 'alpine' on conflict (key) do nothing`,
    [benchmarkKey, tenant],
  );
  await client.query(
    `insert into role (id, org_id, name, description, permission, is_system)
     select gen_random_uuid(), $1, name, description, permission, is_system from role where org_id = 'alpine' and not exists (select from role where org_id = $1)`,
    [benchmarkKey],
  );
  await client.query(
    `with person as (
       insert into "user" (id, org_id, name, email, status, role_id, tenant_id)
       select gen_random_uuid(), $1, 'Benchmark Administrator', $2, 'ACTIVE', id, $3 from role where org_id = $1 and name = 'Organization Administrator'
       on conflict do nothing returning id)
     insert into user_identity (tid, oid, user_id) select $3, '10000000-0000-4000-8000-000000000007', id from person on conflict do nothing`,
    [benchmarkKey, benchmarkAccount, tenant],
  );
}
