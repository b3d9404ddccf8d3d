import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { appRole } from './org-db.ts';
import type { Database } from './database.ts';

/** Runs what is missing, under Kysely's lock: several replicas may start at once. Throws the first failure. */
export async function migrate(db: Database, migrations: Record<string, Migration>): Promise<void> {
  // The database speaks snake_case here; a migration writes plain SQL.
  const migrator = new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(`The database could not be brought up to date: ${JSON.stringify(error)}`);
}

/** Runs plain SQL: a template without values. */
export const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db);

/** The columns that every organization-owned record has. */
export const recordColumns = `
  id uuid primary key,
  org_id text not null references organization (key) on delete cascade,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text`;

/** Row security for a table with `org_id`, and the rights of the application's role on it. */
export async function secureTable(db: Kysely<unknown>, table: string): Promise<void> {
  const mine = `org_id = nullif(current_setting('app.org_id', true), '')`;
  await run(db, `
    alter table "${table}" enable row level security;
    create policy "${table}_organization" on "${table}" using (${mine}) with check (${mine});
    grant select, insert, update, delete on "${table}" to ${appRole}`);
}

/**
 * Text search for a table with `org_id`: a stored lower-case column over `columns` and one function that gives the ids
 * that contain a text. The function reads the organization itself and runs as its owner, because text operators are not
 * leakproof: under row security PostgreSQL would check them row by row (133 ms against 10 ms at 100,000 rows).
 */
export async function searchable(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  await run(db, `
    alter table "${table}" add column search_text text generated always as (lower(${text})) stored;
    create function "${table}_search"(wanted text) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp as
      $$ select id from "${table}" where org_id = nullif(current_setting('app.org_id', true), '') and search_text collate "C" like wanted $$;
    revoke all on function "${table}_search"(text) from public;
    grant execute on function "${table}_search"(text) to ${appRole}`);
}
