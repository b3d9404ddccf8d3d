import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { advance } from './follow.ts';
import { createLocks } from './locks.ts';

const queue = 'deployment';
interface Wake { id: string; orgKey: string }
const sweepEveryMs = 15_000;
/** Shorter waits are not worth a job: the queue counts in seconds. */
const shortWaitMs = 600;

/** Enqueues a wake-up in the transaction. It carries no state: what is to be done stands in the row. */
export const wake = (services: Services, tx: Database, entry: Wake, afterMs = 0): Promise<void> =>
  services.jobs.send(tx, queue, entry, afterMs > 0 ? { startAfterSeconds: Math.ceil(afterMs / 1000) } : {});

/** Moves an entry while it is due. */
async function work(services: Services, { id, orgKey }: Wake): Promise<void> {
  for (;;) {
    const waitMs = await advance(services, orgKey, id);
    if (waitMs === undefined) return;
    if (waitMs > shortWaitMs) return wake(services, services.system.db, { id, orgKey }, waitMs);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Wakes entries that are overdue: after a crash of any replica, and where a wake-up was lost. */
async function sweep(services: Services, overdueMs: number): Promise<void> {
  const due = await services.system.db.selectFrom('deployment').select(['id', 'orgId']).where('nextAt', '<', new Date(Date.now() - overdueMs).toISOString()).orderBy('nextAt').limit(500).execute();
  for (const row of due) await wake(services, services.system.db, { id: row.id, orgKey: row.orgId });
}

/** Registers the follower of deployments, resumes what is unfinished. Returns the function that stops the sweep. */
export async function registerDeploymentJobs(services: Services): Promise<() => void> {
  const locks = createLocks(services.system.db);
  // A follower uses a connection for moments only; requests must always find one.
  const concurrency = Math.max(2, Math.min(12, services.config.databasePool - 6));
  await services.jobs.work<Wake>({ queue, concurrency, run: async (entry) => void (await locks.hold(entry.id, () => work(services, entry))) });
  await sweep(services, 0);
  const timer = setInterval(() => {
    sweep(services, sweepEveryMs).catch((error: unknown) => services.log.warn({ err: error }, 'could not look for overdue deployments'));
  }, sweepEveryMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    locks.stop();
  };
}
