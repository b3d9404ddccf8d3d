import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { appRole } from './org-db.ts';
import type { Database } from './database.ts';

/** Runs what is missing, under Kysely's lock: several replicas may start at once. Throws the first failure. */
export async function migrate(db: Database, migrations: Record<string, Migration>): Promise<void> {
  // The database speaks snake_case here; a migration writes plain SQL. Features number theirs within their own range, so
  // a new one of an early feature stands before others that an existing database has run already.
  const migrator = new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: () => Promise.resolve(migrations) }, allowUnorderedMigrations: true });
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

/** SQL of the organization that the transaction is bound to; null, so no row at all, outside of one. */
export const currentOrganization = `(select nullif(current_setting('app.org_id', true), ''))`;

/** Row security for a table with `org_id`, and the rights of the application's role on it. */
export async function secureTable(db: Kysely<unknown>, table: string): Promise<void> {
  // In a sub-select the setting is read once a statement instead of once a row.
  const mine = `org_id = ${currentOrganization}`;
  await run(db, `
    alter table "${table}" enable row level security;
    create policy "${table}_organization" on "${table}" using (${mine}) with check (${mine});
    grant select, insert, update, delete on "${table}" to ${appRole}`);
}

/** An index for text anywhere in the search column, where the extension is to be had; without it the search reads all rows. */
export const trigramIndex = (table: string) => `
  do $$ begin
    create extension if not exists pg_trgm;
    create index "${table}_search_text" on "${table}" using gin (search_text gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'Text search works without an index: the extension pg_trgm is missing';
  end $$`;

/**
 * Text search for a table with `org_id`: a stored lower-case column over `columns` and one function that gives the ids
 * that contain a text. The function reads the organization itself and runs as its owner, because text operators are not
 * leakproof: under row security PostgreSQL would check them row by row (133 ms against 10 ms at 100,000 rows).
 */
export async function searchable(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  await run(db, `
    alter table "${table}" add column search_text text collate "C" generated always as (lower(${text})) stored;
    ${trigramIndex(table)};
    create function "${table}_search"(wanted text) returns setof uuid
      language sql stable security definer set search_path = public, pg_temp as
      $$ select id from "${table}" where org_id = ${currentOrganization} and search_text like wanted $$;
    revoke all on function "${table}_search"(text) from public;
    grant execute on function "${table}_search"(text) to ${appRole}`);
}
