import type { Endpoints } from '@cloudwright/contract';
import type { FastifyInstance } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import type { Config } from './platform/settings.ts';
import { features } from './features.ts';
import type { Handlers, Services } from './platform/context.ts';
import { armCrash } from './platform/crash-points.ts';
import { createCrypto, loadAppKey } from './platform/crypto.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { migrations } from './platform/db/migrations/index.ts';
import { createSystemDb } from './platform/db/system-db.ts';
import { createEvents } from './platform/events.ts';
import { createHttp, serveWeb } from './platform/http.ts';
import { createJobs } from './platform/jobs.ts';
import { deliverMail } from './platform/mail.ts';
import { identify, mount } from './platform/mount.ts';
import { serveOpenApi } from './platform/openapi.ts';
import { createTokens } from './platform/tokens.ts';
import { seedOnce } from './seed.ts';

/** How long a request that is being answered may keep a portal from stopping. */
const graceMs = 3_000;

/** The running portal of one process. */
export interface Portal {
  app: FastifyInstance;
  services: Services;
  /** The address it listens at. */
  listen(): Promise<string>;
  /** Finishes what is being answered, gives jobs back, closes everything. */
  stop(): Promise<void>;
}

/** Opens database, jobs and events, mounts every feature. `databaseUrl` is the external one or the embedded one's. */
export async function createPortal(config: Config, databaseUrl: string): Promise<Portal> {
  armCrash(config.crashAt);
  const app = await createHttp(config);
  let isStopping = false;
  const onError = (error: unknown) => {
    // A connection that breaks while everything is being closed is no news.
    if (!isStopping) app.log.error({ err: error }, 'Background failure');
  };
  const database = openDatabase(databaseUrl, { max: config.databasePool, onError });
  const system = createSystemDb(database);
  await migrate(database.db, Object.assign({}, migrations, ...features.map((feature) => feature.migrations ?? {})) as typeof migrations);
  const [jobs, events] = await Promise.all([createJobs(databaseUrl, database.db, onError), createEvents(databaseUrl, onError)]);

  app.addHook('preClose', (done) => {
    events.endListeners();
    done();
  });

  const services: Services = {
    config,
    system,
    jobs,
    events,
    crypto: createCrypto(loadAppKey(config.appKey, config.dataDir)),
    tokens: createTokens(config, (tid) => isRegistered(system, tid)),
    log: app.log,
  };
  await seedOnce(services);

  await serveOpenApi(app);
  for (const feature of features) mount(app, services, feature.endpoints, feature.handlers as Handlers<Endpoints>);
  await serveWeb(app, config, async (request) => void (await identify(services, request)));
  const stops: (() => void | Promise<void>)[] = [deliverMail(system, config, onError)];
  for (const feature of features) {
    const stop = await feature.start?.(services);
    if (stop) stops.push(stop);
  }

  return {
    app,
    services,
    listen: () => app.listen({ host: config.host, port: config.port }),
    async stop() {
      isStopping = true;
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await app.close();
      clearTimeout(cut);
      // Jobs first: what they follow stays locked against other replicas until they have ended.
      await jobs.stop();
      for (const stop of stops) await stop();
      await events.close();
      await database.close();
    },
  };
}

/** Some organization has this directory. Asked for every token, so kept short: a positive answer for a minute. */
const registered = new Map<string, number>();
const keepMs = 60_000;
async function isRegistered({ db }: Services['system'], tid: string): Promise<boolean> {
  if ((registered.get(tid) ?? 0) > Date.now()) return true;
  const row = await db.selectFrom('organization').select('id').where(sql<SqlBool>`tenant_ids @> array[${tid}]`).limit(1).executeTakeFirst();
  if (row) registered.set(tid, Date.now() + keepMs);
  return row !== undefined;
}
