import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../apps/server/src/platform/db/embedded-postgres.ts';

const script = path.join(import.meta.dirname, '../scripts/start.ts');
const portNames = ['PORT', 'SANDBOX_PORT', 'SANDBOX_TLS_PORT', 'SANDBOX_GOV_PORT', 'SANDBOX_GOV_TLS_PORT', 'SANDBOX_SMTP_PORT'];
const running: ChildProcess[] = [];
const folders: string[] = [];

/** A data directory that the database's user may enter, so that it lies inside and goes with it. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cloudwright-start-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}
const freePorts = async (): Promise<Record<string, string>> => {
  const ports = await Promise.all(portNames.map(freePort));
  return Object.fromEntries(portNames.map((name, index) => [name, String(ports[index])]));
};

/** `npm start` without npm. */
function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '', ...settings } });
  running.push(child);
  const output = { out: '', err: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk.toString();
      if (output.out.includes('Cloudwright is ready: ')) resolve();
    });
    void ended.then(() => reject(new Error(output.err)));
  });
  ready.catch(() => {});
  return { child, output, ready, ended, data: () => /^Data lies in (.+)$/m.exec(output.out)?.[1] ?? '' };
}
const isTaken = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
const taken = async (ports: Record<string, string>) => (await Promise.all(Object.values(ports).map(isTaken))).filter(Boolean).length;

/** The process id of a child whose command line holds a text. */
function childOf(parent: number, text: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parentId = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parentId === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)) return Number(pid);
    } catch {
      // It ended while we looked.
    }
  }
  throw new Error(`${parent} has no child ${text}`);
}

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGTERM');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

test('prints where data lies and the address, refuses a second start in one sentence, and Ctrl-C ends all of it', async () => {
  const ports = await freePorts();
  const folder = newFolder();
  const first = start({ ...ports, DATA_DIR: folder });
  await first.ready;
  expect(first.output.out.trim().split('\n')).toEqual([`Data lies in ${folder}/postgres`, `Cloudwright is ready: http://localhost:${ports['PORT']}`]);
  expect(await taken(ports)).toBe(6);

  const [sameFolder, samePorts] = [start({ ...(await freePorts()), DATA_DIR: folder }), start({ ...ports, DATA_DIR: newFolder() })];
  expect([await sameFolder.ended, await samePorts.ended]).toEqual([1, 1]);
  expect(sameFolder.output.err).toMatch(/^Cloudwright already runs on .*\n$/);
  // Both programs meet a taken port; a person reads about one.
  expect(samePorts.output.err).toMatch(/^(sandbox: )?Port \d+ is taken.*\n$/);
  expect(await taken(ports)).toBe(6);

  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(await taken(ports)).toBe(0);
});

test('names a wrong setting in one sentence, and ends', async () => {
  for (const wrong of ['PORT', 'SANDBOX_GOV_PORT'] as const) {
    const refused = start({ ...(await freePorts()), DATA_DIR: newFolder(), [wrong]: 'eighty' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.err).toMatch(new RegExp(`^.*\\b${wrong} .*\\n$`));
  }
});

test('a real cloud starts the portal alone: nothing of the sandbox', async () => {
  const ports = await freePorts();
  const real = { CLOUD: 'azure', GENERAL_CLIENT_ID: '00000000-0000-4000-8000-00000000c11e', PLATFORM_TENANT_ID: '99999999-9999-4999-8999-999999999999', ADMIN_EMAIL: 'first@agency.example' };
  const folder = newFolder();
  const started = start({ ...ports, ...real, DATA_DIR: folder });
  await started.ready;
  expect(await taken(ports)).toBe(1);
  expect(existsSync(path.join(folder, 'sandbox'))).toBe(false);
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
});

describe.skipIf(process.platform !== 'linux')('kill -9', () => {
  test.each(['npm start', 'sandbox', 'portal', 'database'])('of the %s leaves no process and no port, and the next start works', async (victim) => {
    const ports = await freePorts();
    const folder = newFolder();
    const first = start({ ...ports, DATA_DIR: folder });
    await first.ready;
    const parent = first.child.pid ?? 0;
    const [sandbox, portal] = [childOf(parent, 'apps/sandbox'), childOf(parent, 'apps/server')];
    const database = Number(readFileSync(path.join(first.data(), 'pg18/postmaster.pid'), 'utf8').split('\n')[0]);
    const pids: Record<string, number> = { 'npm start': parent, sandbox, portal, database };
    process.kill(pids[victim] ?? 0, 'SIGKILL');
    await first.ended;
    // The pipes to the children closed with their parent: they end by themselves, within the patience of this test.
    await expect.poll(() => taken(ports), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => [sandbox, portal, database].filter(isAlive), { timeout: 20_000 }).toEqual([]);

    const next = start({ ...ports, DATA_DIR: folder });
    await next.ready;
    next.child.kill('SIGINT');
    expect(await next.ended).toBe(0);
  });
});

/** A zombie has ended: only its parent has not asked yet. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
