import { createPortal } from '@cloudwright/server/app.ts';
import { readConfig } from '@cloudwright/server/config.ts';
import { lockDataDir } from '@cloudwright/server/platform/data-lock.ts';
import { openDatabase } from '@cloudwright/server/platform/db/database.ts';
import { startEmbedded } from '@cloudwright/server/platform/db/embedded-postgres.ts';
import { benchmarkSteps, fillBenchmark } from './benchmark-data.ts';
import { deploymentSteps } from './benchmark-deployments.ts';

// `npm run seed` brings the database up to date and seeds the demo; `-- --large` adds the benchmark organization.
// Without DATABASE_URL it works on the embedded database, so the portal must not be running.
const config = readConfig();
const release = config.databaseUrl ? () => {} : lockDataDir(config.dataDir, 'database');
const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir });
const url = config.databaseUrl ?? embedded?.url ?? '';
try {
  await (await createPortal(config, url)).stop();
  console.log('The demo is seeded.');
  if (process.argv.includes('--large')) {
    const database = openDatabase(url, { max: 2 });
    for (const line of await fillBenchmark(database.pool, [...benchmarkSteps, ...deploymentSteps])) console.log(line);
    await database.close();
  }
} finally {
  await embedded?.stop();
  release();
}
