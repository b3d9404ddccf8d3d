import type { Database } from './database.ts';

/**
 * The database past row security. Only for what has no organization yet or works for all of them: sign-in, the
 * outbox, jobs, seeds, the generic benchmark. Whoever imports this writes the organization into every query.
 */
export interface SystemDb {
  readonly db: Database;
}
export const createSystemDb = (db: Database): SystemDb => ({ db });
