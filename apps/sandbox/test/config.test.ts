import { createServer, type AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';
import { createSandbox } from '../src/index.ts';

test('settings have defaults, and a wrong one is named', () => {
  expect(readConfig({})).toMatchObject({ port: 8081, tlsPort: 8443, governmentPort: 8082, governmentTlsPort: 8444, speed: 1, portalUrl: 'http://localhost:8080' });
  expect(() => readConfig({ SANDBOX_PORT: 'eighty' })).toThrow(/SANDBOX_PORT/);
  expect(() => readConfig({ SANDBOX_SPEED: '0' })).toThrow(/SANDBOX_SPEED/);
  expect(() => readConfig({ PUBLIC_URL: 'ftp://x' })).toThrow(/PUBLIC_URL/);
});

test('production is refused unless it is said', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(readConfig({ NODE_ENV: 'production', SANDBOX_IN_PRODUCTION: 'yes' }).port).toBe(8081);
});

test('a taken port ends with a plain sentence', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await expect(createSandbox({ tlsPort: port })).rejects.toThrow(`Port ${port} is taken. Stop what uses it, or set SANDBOX_TLS_PORT to another port.`);
  await expect(createSandbox({ smtpPort: port })).rejects.toThrow(`Port ${port} is taken. Stop what uses it, or set SANDBOX_SMTP_PORT to another port.`);
  await new Promise((resolve) => taken.close(resolve));
});

test('the program says when it is ready and ends when its input closes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: '0', SANDBOX_TLS_PORT: '0', SANDBOX_GOV_PORT: '0', SANDBOX_GOV_TLS_PORT: '0', NODE_ENV: 'development' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString())));
  const ready = JSON.parse(line) as { ready: boolean; ca: string; http: { general: string } };
  expect(ready).toMatchObject({ ready: true, ca: join(dataDir, 'sandbox', 'ca.pem') });
  expect((await fetch(`${ready.http.general}/state`)).status).toBe(200);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdin.end();
  expect(await ended).toBe(0);
  await expect(fetch(`${ready.http.general}/state`)).rejects.toThrow();
  rmSync(dataDir, { recursive: true, force: true });
});
