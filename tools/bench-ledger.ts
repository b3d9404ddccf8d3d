import autocannon from 'autocannon';
import fastify from 'fastify';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@cloudwright/server/platform/db/database.ts';
import { startEmbedded } from '@cloudwright/server/platform/db/embedded-postgres.ts';
import { benchmarkAccount, benchmarkSteps, fillBenchmark } from './benchmark-data.ts';
import { deploymentLists, deploymentSteps } from './benchmark-deployments.ts';
import { benchLists, lineOf, personLists } from './bench-lists.ts';
import { startPortal } from './running-portal.ts';

/** Lists at full size beside their bare SQL, then requests a second of one beside a handler that does nothing else. */
export async function benchLedger(): Promise<void> {
  const { dataDir } = await seeded();
  const portal = await startPortal({ dataDir });
  const pool = openDatabase(databaseUrl(portal.databaseDir), { max: 2 });
  try {
    const [benchmark, platform, small] = await Promise.all([portal.token(benchmarkAccount), portal.token('platform@alpine.example'), portal.token('admin@alpine.example')]);
    for (const times of await benchLists(portal.address, pool.pool, [...deploymentLists({ benchmark }), ...personLists({ benchmark, platform })])) console.log(lineOf(times));
    const route = `${portal.address}/api/role?limit=25`;
    const answer = await (await fetch(route, { headers: { authorization: `Bearer ${small}` } })).text();
    const bare = fastify();
    bare.get('/', (_request, reply) => reply.type('application/json').send(answer));
    const bareAddress = await bare.listen({ port: 0, host: '127.0.0.1' });
    const [own, limit] = [await rate(route, small), await rate(bareAddress, small)];
    await bare.close();
    console.log(`a small list: ${own.toFixed(0)} requests/s; a bare Fastify handler with the same bytes: ${limit.toFixed(0)} requests/s (x${(limit / own).toFixed(1)})`);
  } finally {
    await pool.close();
    await portal.stop();
  }
}

const rate = async (url: string, token: string): Promise<number> =>
  (await autocannon({ url, connections: 20, duration: 5, headers: { authorization: `Bearer ${token}` } })).requests.average;

/** A data directory with the demo and the benchmark organization in it. */
export async function seeded(): Promise<{ dataDir: string }> {
  const portal = await startPortal();
  await portal.stop();
  const embedded = await startEmbedded({ dataDir: portal.dataDir });
  const database = openDatabase(embedded.url, { max: 2 });
  for (const line of await fillBenchmark(database.pool, [...benchmarkSteps, ...deploymentSteps])) console.log(`  ${line}`);
  await database.close();
  await embedded.stop();
  return { dataDir: portal.dataDir };
}

/** The embedded database of a running portal: its port stands in PostgreSQL's own pid file. */
function databaseUrl(folder: string): string {
  const port = readFileSync(path.join(folder, 'pg18/postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://cloudwright:${readFileSync(path.join(folder, 'password'), 'utf8')}@127.0.0.1:${port}/postgres`;
}
