import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from './schema.ts';

/** The login user's own connection, past row security. Features get an OrgDb; see system-db.ts for who may use this. */
export type Database = Kysely<Tables>;

const parsers = new Map<number, (text: string) => unknown>([
  [20, Number], // int8: counts, far below 2^53
  [1700, Number], // numeric
  [1184, (text) => new Date(text).toISOString()], // timestamptz
  [1114, (text) => new Date(`${text}Z`).toISOString()],
]);

/** Lets others that ask for the same name wait until this transaction ends: for what no row stands for that could be locked. */
export const holdName = async (tx: Database, name: string): Promise<void> => void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx));

export interface DatabaseHandle {
  db: Database;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

/** Opens a pool on a PostgreSQL (15 or later). Times come out as ISO texts, big integers as numbers. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    application_name: 'cloudwright',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text') },
  });
  // Without a listener an idle connection that breaks ends the whole process.
  pool.on('error', (error) => options.onError?.(error));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
  return { db, pool, url, close: () => db.destroy() };
}
