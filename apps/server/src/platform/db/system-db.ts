import type { Database, DatabaseHandle } from './database.ts';

/**
 * The database past row security. Only for what has no organization yet or works for all of them: sign-in, the
 * outbox, jobs, seeds, the generic benchmark. Whoever imports this writes the organization into every query.
 */
export interface SystemDb {
  readonly db: Database;
  /** A statement that every call makes: planned once a connection instead of every time. Column names come as written. */
  prepared<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]>;
}
export const createSystemDb = ({ db, pool }: DatabaseHandle): SystemDb => ({
  db,
  prepared: async <Row extends object>(name: string, text: string, values: unknown[]) => (await pool.query<Row & Record<string, unknown>>({ name, text, values })).rows,
});
