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
type Resource = Record<string, unknown>;
interface Template { parameters?: Record<string, unknown>; resources: Resource[] | Record<string, Resource> }
interface Delta { path: string; children?: Delta[] }

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

async function whatIf(path: string, body: unknown): Promise<{ changeType: string; resourceId: string; delta?: Delta[] }[]> {
  const asked = await request(sandbox, 'POST', `${path}/whatIf?${version}`, { body });
  const { pathname, search } = new URL(String(asked.headers['location']));
  for (;;) {
    const answer = await request(sandbox, 'GET', pathname + search);
    if (answer.status === 202) continue;
    expect(answer.body['error']).toBeUndefined();
    return (answer.body['properties'] as { changes: Awaited<ReturnType<typeof whatIf>> }).changes;
  }
}

const paths = (delta: Delta[]): string[] => delta.flatMap(({ path, children }) => (children?.length ? paths(children).map((inner) => `${path}.${inner}`) : [path]));

/** The template with one property of its first tracked resource changed: a tag more, or another description. */
function withOneChange(template: Template): { template: Template; path: RegExp } {
  const changed = structuredClone(template);
  const resources = Object.values(changed.resources).filter((one) => !one['copy'] && one['type'] !== 'Microsoft.Resources/deployments');
  const tracked = resources.find((one) => one['location'] !== undefined);
  if (tracked) {
    const { tags } = tracked;
    tracked['tags'] = typeof tags === 'string' ? `[union(${tags.slice(1, -1)}, createObject('changed', 'yes'))]` : { ...(tags as object | undefined), changed: 'yes' };
    return { template: changed, path: /^tags(\.changed)?$/ };
  }
  const [first] = resources;
  if (!first) throw new Error('The template has no resource of its own.');
  (first['properties'] as Record<string, unknown>)['description'] = 'Changed.';
  return { template: changed, path: /^properties\.description$/ };
}

describe.skipIf(!slugs.length)('the seeded blueprints', () => {
  test.each(slugs)('%s deploys, deploying it again would change nothing, and one changed property is the one reported', async (slug) => {
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
    expect(changed.map(({ changeType, resourceId, delta }) => `${changeType} ${resourceId} ${paths(delta ?? []).join(' ')}`)).toEqual([]);

    const one = withOneChange(template);
    const reported = (await whatIf(path, { ...body, properties: { ...body.properties, template: one.template } })).filter(({ changeType }) => changeType !== 'NoChange' && changeType !== 'Ignore');
    expect(reported.map(({ changeType, delta }) => [changeType, paths(delta ?? [])])).toEqual([['Modify', [expect.stringMatching(one.path)]]]);
  });
});
