import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/db/database.ts';
import { startEmbedded } from '../src/platform/db/embedded-postgres.ts';
import { createPortal } from '../src/app.ts';
import { testConfig } from './config.ts';

const templateName = 'cloudwright_template';
const sandboxMain = path.resolve(import.meta.dirname, '../../sandbox/src/main.ts');

/**
 * Once a run: one PostgreSQL, one sandbox process, and a template database that is migrated and seeded. Every test
 * file gets its own copy of the template (about 20 ms).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cloudwright-test-'));
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

/** The real sandbox as its own process, on free ports. It ends with us: its standard input is our pipe. */
function startSandbox(dataDir: string): Promise<{ ready: string; stop(): Promise<void> }> {
  if (!existsSync(sandboxMain)) throw new Error('The sandbox is missing');
  const child: ChildProcess = spawn(process.execPath, [sandboxMain], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, SANDBOX_PORT: '0', SANDBOX_TLS_PORT: '0', SANDBOX_GOV_PORT: '0', SANDBOX_GOV_TLS_PORT: '0', SANDBOX_SPEED: '50' },
  });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The sandbox ended with code ${code}:\n${said}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"ready"')) return;
      resolve({ ready: line, stop: () => new Promise((done) => { child.once('exit', () => done()); child.stdin!.end(); }) });
    });
  });
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    templateName: string;
    sandboxReady: string;
    dataDir: string;
  }
}
