import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/db/database.ts';
import { startEmbedded } from '../src/platform/db/embedded-postgres.ts';
import { createPortal } from '../src/app.ts';
import { testConfig } from './config.ts';
import { startSandbox } from './sandbox-process.ts';

const templateName = 'cloudwright_template';

/**
 * Once a run: one PostgreSQL, one sandbox process, and a template database that is migrated and seeded. Every test
 * file gets its own copy of the template (about 20 ms).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cloudwright-test-'));
  // For root the database works as another user, who must reach it; else it would lie elsewhere.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbedded({ dataDir, durable: false });
  const sandbox = await startSandbox(dataDir).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  const admin = openDatabase(postgres.url, { max: 1 });
  await admin.pool.query(`create database ${templateName}`);
  await admin.close();

  const portal = await createPortal(testConfig({ dataDir, sandboxReady: sandbox.ready }), withDatabase(postgres.url, templateName));
  await portal.stop();
  project.provide('postgresUrl', postgres.url);
  project.provide('templateName', templateName);
  project.provide('sandboxReady', sandbox.ready);
  project.provide('dataDir', dataDir);
  return async () => {
    await Promise.all([sandbox.stop(), postgres.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
    if (postgres.location !== path.join(dataDir, 'postgres')) rmSync(postgres.location, { recursive: true, force: true });
  };
}

export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
    sandboxReady: string;
    dataDir: string;
  }
}
