import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from './platform/db/embedded-postgres.ts';

const main = path.join(import.meta.dirname, 'main.ts');
const children: ChildProcess[] = [];
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cloudwright-main-'));
  // For root the database works as another user, who must reach it; else it would lie elsewhere and stay.
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts the program as npm start does: its standard input is our pipe. */
function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH ?? '', ...settings } });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<{ address: string; data: string }>((resolve, reject) => {
    child.stdout.on('data', () => output.out.includes('\n') && resolve(JSON.parse(output.out) as { address: string; data: string }));
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output.err}`)));
  });
  ready.catch(() => {});
  return { child, output, ready, ended };
}
const isListening = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/portal/config/adminEmail`).catch(() => null))?.status === 200;

test('starts on an empty folder, keeps everything over kill -9, refuses a second start and ends with its parent', async () => {
  const [folder, port] = [newFolder(), String(await freePort())];
  const first = start({ DATA_DIR: folder, PORT: port });
  const { data } = await first.ready;
  expect(await isListening(Number(port))).toBe(true);

  const second = start({ DATA_DIR: folder, PORT: String(await freePort()) });
  expect(await second.ended).toBe(1);
  expect(second.output.err.trim().split('\n')).toEqual([expect.stringMatching(/^Cloudwright already runs on .* Stop it first/) as string]);

  first.child.kill('SIGKILL');
  await first.ended;
  const third = start({ DATA_DIR: folder, PORT: port });
  await third.ready;
  expect(await isListening(Number(port))).toBe(true);

  third.child.stdin.end();
  expect(await third.ended).toBe(0);
  expect(await isListening(Number(port))).toBe(false);
  rmSync(data, { recursive: true, force: true });
}, 60_000);

test('says in one sentence that its port is taken', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const { port } = blocker.address() as { port: number };
  const child = start({ DATA_DIR: newFolder(), PORT: String(port) });
  expect(await child.ended).toBe(1);
  expect(child.output.err.trim()).toBe(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`);
  blocker.close();
}, 60_000);

test('says in one sentence which setting is wrong', async () => {
  const child = start({ DATA_DIR: newFolder(), PORT: 'http' });
  expect(await child.ended).toBe(1);
  expect(child.output.err.trim()).toMatch(/^Setting PORT is wrong: .*\.$/);
});

test('a real installation starts with one invitation for its first administrator', async () => {
  const folder = newFolder();
  const settings = { DATA_DIR: folder, PORT: String(await freePort()), CLOUD: 'azure', NODE_ENV: 'production', GENERAL_CLIENT_ID: '00000000-0000-4000-8000-00000000c11e' };
  const refused = start(settings);
  expect(await refused.ended).toBe(1);
  expect(refused.output.err).toContain('PLATFORM_TENANT_ID and ADMIN_EMAIL are missing');
  const child = start({ ...settings, PLATFORM_TENANT_ID: '99999999-9999-4999-8999-999999999999', ADMIN_EMAIL: 'first@agency.example', PUBLIC_URL: 'https://portal.agency.example' });
  const { address, data } = await child.ready;
  expect(address).toBe('https://portal.agency.example');
  const token = /https:\/\/portal\.agency\.example\/\?invite=([\w-]+) within seven days/.exec(child.output.err)?.[1] ?? '';
  const invite = await (await fetch(`http://127.0.0.1:${settings.PORT}/api/invite/${token}`)).json();
  expect(invite).toMatchObject({ email: 'first@agency.example', status: 'PENDING', organizationName: 'Platform' });
  child.child.stdin.end();
  await child.ended;
  rmSync(data, { recursive: true, force: true });
}, 60_000);
