import { createServer } from 'node:net';
import path from 'node:path';
import { createPortal } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { lockDataDir } from './platform/data-lock.ts';
import { startEmbedded } from './platform/db/embedded-postgres.ts';
import type { Config } from './platform/settings.ts';

/** Starts the portal: database, features, HTTP. Ends with its parent (standard input), Ctrl-C or a termination. */
export async function start(): Promise<void> {
  const config = readConfig();
  await requireFreePort(config);
  const database = await openEmbedded(config);
  const portal = await createPortal(config, database.url).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await portal.stop();
    await database.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
  // Our parent holds our standard input: when it dies, also by kill -9, we end too and leave no port behind.
  if (!process.stdin.isTTY) process.stdin.resume().once('end', () => void stop()).once('close', () => void stop());

  // A portal without its database answers nothing: better to end aloud, so that whoever supervises it starts it again.
  void database.ended?.then(() => {
    if (isStopping) return;
    process.stderr.write('The embedded database ended by itself; stopping. Start Cloudwright again: nothing that was saved is lost.\n');
    process.exit(1);
  });

  await portal.listen();
  process.stdout.write(`${JSON.stringify({ ready: true, address: config.publicUrl, data: database.location })}\n`);
}

/** Asked before anything is started, so that a person hears it at once. */
function requireFreePort({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new ConfigError(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`) : error);
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The database of DATABASE_URL, or our own in the data directory, which only one portal may use. */
async function openEmbedded(config: Config): Promise<{ url: string; location: string; ended?: Promise<void>; stop(): Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, location: new URL(config.databaseUrl).host, stop: () => Promise.resolve() };
  const release = lockDataDir(config.dataDir, 'database');
  try {
    const embedded = await startEmbedded({ dataDir: path.resolve(config.dataDir) });
    return { url: embedded.url, location: embedded.location, ended: embedded.ended, stop: () => embedded.stop().finally(release) };
  } catch (error) {
    release();
    throw error;
  }
}
