import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/schema.ts';

/** Locks between replicas: one holder per id, free again at once when the holder's process dies. */
export interface Locks {
  /** Runs the work when nobody else holds the id; false = somebody does. */
  hold(id: string, work: () => Promise<void>): Promise<boolean>;
  stop(): void;
}

/**
 * Advisory locks of one database session, for all that this process follows: no connection is held a deployment, and
 * the end of the process (kill -9 too) ends the session and frees them. Like LISTEN, not through a transaction pooler.
 */
export function createLocks(db: Database): Locks {
  let session: { connection: Promise<Kysely<Tables>>; close: () => void } | undefined;
  // A session may take the same lock again, so this process tells its own followers apart by itself.
  const held = new Set<string>();
  let isStopped = false;

  const open = () => {
    let close = (): void => undefined;
    const connection = new Promise<Kysely<Tables>>((resolve, reject) => {
      db.connection().execute((given) => {
        resolve(given);
        return new Promise<void>((end) => {
          close = end;
        });
      }).catch(reject);
    });
    return { connection, close: () => close() };
  };
  type Session = NonNullable<typeof session>;
  const ask = async <T>(mine: Session, query: (connection: Kysely<Tables>) => Promise<T>): Promise<T> => {
    try {
      return await query(await mine.connection);
    } catch (error) {
      // The session is broken and its locks are gone: the next question opens another one.
      mine.close();
      if (session === mine) session = undefined;
      throw error;
    }
  };

  return {
    async hold(id, work) {
      if (isStopped || held.has(id)) return false;
      held.add(id);
      try {
        const mine = (session ??= open());
        const { rows } = await ask(mine, (connection) => sql<{ isMine: boolean }>`select pg_try_advisory_lock(hashtextextended(${id}, 0)) as is_mine`.execute(connection));
        if (!rows[0]?.isMine) return false;
        try {
          await work();
        } finally {
          // A session that broke or was stopped meanwhile took its locks with it; a new one would stay open for ever.
          if (session === mine) await ask(mine, (connection) => sql`select pg_advisory_unlock(hashtextextended(${id}, 0))`.execute(connection));
        }
        return true;
      } finally {
        held.delete(id);
      }
    },
    stop() {
      isStopped = true;
      session?.close();
      session = undefined;
    },
  };
}
