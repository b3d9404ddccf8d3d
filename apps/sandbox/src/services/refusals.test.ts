import { Agent, request as httpsRequest } from 'node:https';
import type { Json, JsonObject } from '@cloudwright/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, tokenOf, type Sandbox } from '../../test/clients.ts';
import { computeRefusals } from './compute/refusals.ts';
import { keyVaultRefusals } from './key-vault/refusals.ts';
import { networkRefusals } from './network/refusals.ts';
import { platformRefusals } from './platform-services/refusals.ts';
import type { Refusals } from './refusal.ts';
import { authorizationRefusals, resourcesRefusals } from './resources/refusals.ts';
import { sqlRefusals } from './sql/refusals.ts';
import { storageRefusals } from './storage/refusals.ts';
import { webRefusals } from './web/refusals.ts';

const tables: Refusals[] = [computeRefusals, networkRefusals, storageRefusals, webRefusals, keyVaultRefusals, sqlRefusals, authorizationRefusals, resourcesRefusals, ...platformRefusals];
// Not the production subscription: policies are assigned there.
const subscription = '/subscriptions/aaaaaaaa-0000-4000-8000-000000000002';

const ADMIN = 'admin@alpine.example';

let sandbox: Sandbox;
const tokens = new Map<string, string>();
let agent: Agent;

interface Answer {
  status: number;
  body: JsonObject;
}

function arm(method: string, path: string, body?: Json, as = ADMIN): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(`${sandbox.tls.general}${path}${path.includes('?') ? '&' : '?'}api-version=2023-09-01`, { method, agent, headers: { authorization: `Bearer ${tokens.get(as)!}`, 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve({ status: response.statusCode ?? 0, body: text ? (JSON.parse(text) as JsonObject) : {} }));
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Every operation on a resource has ended. */
async function settled(id: string): Promise<void> {
  const { operations } = sandbox.clouds.general;
  const running = operations.running(id);
  if (running) await operations.ended(running.id);
}

beforeAll(async () => {
  sandbox = await createSandbox();
  for (const name of [ADMIN, ...tables.flatMap(({ refused }) => refused.flatMap(({ as }) => as ?? []))]) tokens.set(name, await tokenOf(sandbox, name));
  agent = new Agent({ ca: sandbox.ca, keepAlive: true });
});
afterAll(async () => {
  agent.destroy();
  await sandbox.stop();
});

describe.each(tables)('$provider is not a yes-man', ({ provider, given, refused }) => {
  const group = `refusals-${provider.toLowerCase().replace(/[^a-z]/g, '')}`;
  const names: Record<string, string> = { group: `${subscription}/resourceGroups/${group}`, subscription, otherGroup: `${group}-other`, unknownSubscription: '/subscriptions/dddddddd-0000-4000-8000-000000000009' };
  const fill = (text: string): string => text.replace(/\{(group|subscription|otherGroup|unknownSubscription)\}/g, (_all, name: string) => names[name]!);
  const address = (path: string): string => fill(path.startsWith('{') ? path : `{group}/providers/${path}`);
  const content = (body: object | undefined): Json | undefined => (body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as Json));

  beforeAll(async () => {
    for (const name of [group, `${group}-other`]) await arm('PUT', `${subscription}/resourceGroups/${name}`, { location: 'westeurope' });
    for (const { method, path, body } of given) {
      const answer = await arm(method, address(path), content(body));
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      await settled(address(path.replace(/\/(deallocate|start)$/, '')));
    }
  });

  it('has at least five requests in its table', () => expect(refused.length).toBeGreaterThanOrEqual(5));

  it.each(refused)('refuses $title', async ({ method, path, body, as, status, code }) => {
    const answer = await arm(method, address(path), content(body), as);
    const error = answer.body['error'] as JsonObject | undefined;
    expect({ status: answer.status, code: error?.['code'] }, JSON.stringify(answer.body)).toEqual({ status, code });
    expect(String(error?.['message']).length).toBeGreaterThan(10);
  });
});
