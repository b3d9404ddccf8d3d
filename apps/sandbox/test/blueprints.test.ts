import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox, SUBSCRIPTION, type Sandbox } from './clients.ts';
import { request } from './request.ts';

/** The portal's own blueprints: read as data, nothing of the server is loaded. */
const folder = join(import.meta.dirname, '../../server/src/features/blueprints/seed');
const slugs = existsSync(folder) ? readdirSync(folder).filter((slug) => existsSync(join(folder, slug, 'azuredeploy.json'))) : [];
if (!slugs.length) console.log('No seeded blueprints are here: nothing was deployed.');

interface Metadata { scope: string; examples: Record<string, unknown> }
interface Template { parameters?: Record<string, unknown>; resources: Record<string, unknown>[] }

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
  sandbox.clouds.general.world.setQuotaLimit(SUBSCRIPTION, '*', '*', 10_000);
});
afterAll(() => sandbox.stop());

const read = <T>(slug: string, file: string): T => JSON.parse(readFileSync(join(folder, slug, file), 'utf8')) as T;
const version = 'api-version=2024-03-01';

async function settled(path: string): Promise<Record<string, unknown>> {
  const running = sandbox.clouds.general.operations.running(path);
  if (running) await sandbox.clouds.general.operations.ended(running.id);
  return (await request(sandbox, 'GET', `${path}?${version}`)).body['properties'] as Record<string, unknown>;
}

async function whatIf(path: string, body: unknown): Promise<{ changeType: string; resourceId: string; delta?: { path: string }[] }[]> {
  const asked = await request(sandbox, 'POST', `${path}/whatIf?${version}`, { body });
  const { pathname, search } = new URL(String(asked.headers['location']));
  for (;;) {
    const answer = await request(sandbox, 'GET', pathname + search);
    if (answer.status === 202) continue;
    expect(answer.body['error']).toBeUndefined();
    return (answer.body['properties'] as { changes: Awaited<ReturnType<typeof whatIf>> }).changes;
  }
}

describe.skipIf(!slugs.length)('the seeded blueprints', () => {
  test.each(slugs)('%s deploys, and deploying it again would change nothing', async (slug) => {
    const metadata = read<Metadata>(slug, 'metadata.json');
    const template = read<Template>(slug, 'azuredeploy.json');
    const isGroup = metadata.scope !== 'SUBSCRIPTION';
    const scope = isGroup ? `/subscriptions/${SUBSCRIPTION}/resourceGroups/bp-${slug}` : `/subscriptions/${SUBSCRIPTION}`;
    if (isGroup) await request(sandbox, 'PUT', `${scope}?${version}`, { body: { location: 'westeurope' } });
    const path = `${scope}/providers/Microsoft.Resources/deployments/bp-${slug}`;
    const parameters = Object.fromEntries(Object.entries(metadata.examples).map(([name, value]) => [name, { value }]));
    const body = { ...(isGroup ? {} : { location: 'westeurope' }), properties: { mode: 'Incremental', template, parameters } };
    const accepted = await request(sandbox, 'PUT', `${path}?${version}`, { body });
    expect(accepted.body['error']).toBeUndefined();
    const properties = await settled(path);
    expect(properties['error']).toBeUndefined();
    expect(properties['provisioningState']).toBe('Succeeded');
    const changes = await whatIf(path, body);
    const changed = changes.filter(({ changeType }) => changeType !== 'NoChange' && changeType !== 'Ignore');
    expect(changed.map(({ changeType, resourceId, delta }) => `${changeType} ${resourceId} ${(delta ?? []).map((one) => one.path).join(' ')}`)).toEqual([]);
  });
});
