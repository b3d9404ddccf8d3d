import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { clientsFor, SUBSCRIPTION, type Sandbox } from './clients.ts';
import { request } from './request.ts';

/** A sandbox in a process of its own. */
async function start(dataDir: string): Promise<{ child: ChildProcess; sandbox: Sandbox }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, SANDBOX_PORT: '0', SANDBOX_TLS_PORT: '0', SANDBOX_GOV_PORT: '0', SANDBOX_GOV_TLS_PORT: '0', SANDBOX_SMTP_PORT: '0', SANDBOX_SPEED: '1', NODE_ENV: 'development' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (data: Buffer) => resolve(data.toString()));
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  const ready = JSON.parse(line) as { ca: string; http: Sandbox['http']; tls: Sandbox['tls'] };
  // The clients need addresses and certificate only.
  return { child, sandbox: { http: ready.http, tls: ready.tls, ca: readFileSync(ready.ca, 'utf8') } as Sandbox };
}
const gone = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
const console = (sandbox: Sandbox, method: string, path: string, body?: object): Promise<Response> =>
  fetch(sandbox.http.general + path, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });

test('what was accepted is there after kill -9: groups, keys, faults, quota, and a deployment that was running goes on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-kill-'));
  const first = await start(dataDir);
  try {
    const { resources } = clientsFor(first.sandbox);
    await resources.resourceGroups.createOrUpdate('killed', { location: 'westeurope', tags: { kept: 'yes' } });
    await console(first.sandbox, 'POST', '/faults', { kind: 'latency', path: '/nothing-here', latency: 1 });
    await console(first.sandbox, 'POST', '/quota', { subscriptionId: SUBSCRIPTION, location: 'westeurope', name: 'cores', limit: 7 });
    const vnet = (name: string, more: object = {}) => ({ type: 'Microsoft.Network/virtualNetworks', apiVersion: '2024-05-01', name, location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] } }, ...more });
    const template = { $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#', contentVersion: '1.0.0.0', resources: [vnet('slow-one'), vnet('two', { dependsOn: ['slow-one'] })] };
    const path = `/subscriptions/${SUBSCRIPTION}/resourceGroups/killed/providers/Microsoft.Resources/deployments/going`;
    expect((await request(first.sandbox, 'PUT', `${path}?api-version=2024-03-01`, { body: { properties: { mode: 'Incremental', template } } })).status).toBe(201);
    // Its first resource is being made when the process dies.
    await vi.waitFor(async () => {
      const { body } = await request(first.sandbox, 'GET', `/subscriptions/${SUBSCRIPTION}/resourceGroups/killed/providers/Microsoft.Network/virtualNetworks/slow-one?api-version=2024-05-01`);
      expect(body).toMatchObject({ properties: { provisioningState: 'Creating' } });
    }, { timeout: 10_000 });
  } finally {
    const ended = gone(first.child);
    first.child.kill('SIGKILL');
    await ended;
  }

  const second = await start(dataDir);
  try {
    const { resources, deployments } = clientsFor(second.sandbox);
    expect(await resources.resourceGroups.get('killed')).toMatchObject({ tags: { kept: 'yes' } });
    expect(await (await console(second.sandbox, 'GET', '/faults')).json()).toMatchObject({ value: [{ path: '/nothing-here' }] });
    const usages = await request(second.sandbox, 'GET', `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Compute/locations/westeurope/usages?api-version=2024-07-01`);
    expect((usages.body['value'] as { name: { value: string }; limit: number }[]).find(({ name }) => name.value === 'cores')?.limit).toBe(7);
    await console(second.sandbox, 'POST', '/clock', { advanceSeconds: 60 });
    await vi.waitFor(async () => {
      await console(second.sandbox, 'POST', '/clock', { advanceSeconds: 10 });
      expect((await deployments.deployments.get('killed', 'going')).properties?.provisioningState).toBe('Succeeded');
    }, { timeout: 10_000 });
    const steps = await request(second.sandbox, 'GET', `/subscriptions/${SUBSCRIPTION}/resourceGroups/killed/providers/Microsoft.Resources/deployments/going/operations?api-version=2024-03-01`);
    expect((steps.body['value'] as unknown[]).length).toBeGreaterThanOrEqual(2);
  } finally {
    const ended = gone(second.child);
    second.child.stdin!.end();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
