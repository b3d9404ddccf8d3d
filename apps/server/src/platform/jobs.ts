import { sql } from 'kysely';
import { PgBoss, fromKysely, type Job, type JobResult, type SendOptions } from 'pg-boss';
import { appRole } from './db/org-db.ts';
import type { Database } from './db/database.ts';

/** One kind of long work. `run` is called at least once for every job and must be safe to repeat. */
export interface Worker<Payload extends object> {
  queue: string;
  run(payload: Payload): Promise<void>;
  /** How many batches of five run at the same time in this replica. Default 2. */
  concurrency?: number;
  /** A worker that died is noticed after this time. Default 10 s. */
  heartbeatSeconds?: number;
}

export interface Jobs {
  /** Enqueues in the transaction: the job exists exactly when the transaction commits. Payloads hold ids, never tokens. */
  send(tx: Database, queue: string, payload: object, options?: { startAfterSeconds?: number; singletonKey?: string; group?: string }): Promise<void>;
  /** Registers a worker; its queue is made when it is missing. */
  work<Payload extends object>(worker: Worker<Payload>): Promise<void>;
  stop(): Promise<void>;
}

const heartbeatSeconds = 10;

/** Job queues in the database (pg-boss), shared by all replicas. */
export async function createJobs(databaseUrl: string, db: Database, onError: (error: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 5, application_name: 'cloudwright jobs', useListenNotify: true, superviseIntervalSeconds: 5 });
  boss.on('error', onError);
  await boss.start();
  await grantToFeatures(db);

  return {
    async send(tx, queue, payload, options = {}) {
      const send: SendOptions = {
        db: fromKysely(tx.withoutPlugins()),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
        ...(options.group ? { group: { id: options.group } } : {}),
      };
      await boss.send(queue, payload, send);
    },
    async work<Payload extends object>(worker: Worker<Payload>) {
      const settings = {
        notify: true,
        heartbeatSeconds: worker.heartbeatSeconds ?? heartbeatSeconds,
        expireInSeconds: 3600,
        retryLimit: 10,
        retryDelay: 2,
        retryBackoff: true,
        retryDelayMax: 60,
        deleteAfterSeconds: 24 * 3600,
      };
      await boss.createQueue(worker.queue, settings);
      // Backstop poll of a second: with notifications alone, retries would wait for half a minute. Batches, because a
      // worker that takes one job a fetch waits for the poll between two jobs of a backlog.
      await boss.work<object>(
        worker.queue,
        { localConcurrency: worker.concurrency ?? 2, batchSize: 5, burstWhenBatchFull: true, perJobResults: true, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
        (jobs: Job<object>[]) => Promise.all(jobs.map((job) => attempt(job))),
      );
      async function attempt(job: Job<object>): Promise<JobResult> {
        try {
          await worker.run(job.data as Payload);
          return { id: job.id, status: 'completed' };
        } catch (error) {
          onError(error);
          return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } };
        }
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** Features enqueue as the application's role, inside their own transaction. One replica grants at a time. */
async function grantToFeatures(db: Database): Promise<void> {
  const rights = 'select, insert, update, delete';
  await sql.raw(`begin; select pg_advisory_xact_lock(7410222);
    grant usage on schema pgboss to ${appRole};
    grant ${rights} on all tables in schema pgboss to ${appRole};
    alter default privileges in schema pgboss grant ${rights} on tables to ${appRole};
    grant execute on all functions in schema pgboss to ${appRole}; commit`).execute(db);
}
