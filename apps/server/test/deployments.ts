import { vi } from 'vitest';
import type { DeploymentDetail } from '@cloudwright/contract';
import { sandbox, type Client } from './server.ts';

export const subscriptionId = 'aaaaaaaa-0000-4000-8000-000000000002';
export const schema = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';

let counter = 0;
/** A name that nothing else in this run has. */
export const unique = (prefix: string): string => `${prefix}${Date.now().toString(36)}${(counter += 1)}`;

/** Publishes a blueprint made of template parts. */
export async function publish(admin: Client, name: string, parts: { parameters?: object; variables?: object; resources: unknown[]; outputs?: object; linked?: Record<string, string>; bindings?: object }): Promise<void> {
  const { linked = {}, bindings = {}, ...sections } = parts;
  const content = JSON.stringify({ $schema: schema, contentVersion: '1.0.0.0', ...sections }, null, 2);
  const { body } = await admin.call('blueprintCreate', { body: { name, title: name, template: { format: 'ARM_JSON', content, linked }, bindings } });
  await admin.call('blueprintPublish', { params: { id: body.blueprint.id }, body: {} });
}

/** A blueprint whose deployment takes some seconds: resources that dawdle on purpose, one after the other. */
export const publishSlow = (admin: Client, name: string): Promise<void> =>
  publish(admin, name, {
    resources: [{
      type: 'Microsoft.Network/networkSecurityGroups', apiVersion: '2023-11-01', name: "[format('slow{0}', copyIndex())]", location: '[resourceGroup().location]',
      copy: { name: 'line', count: 20, mode: 'Serial', batchSize: 1 }, properties: {},
    }],
  });

/** A fresh resource group. */
export async function newGroup(client: Client, region = 'eastus'): Promise<string> {
  const name = unique('rg-');
  await client.call('resourceGroupCreate', { body: { subscriptionId, name, region } });
  return name;
}

/** Waits until the entry is in one of these states; an end that was not waited for fails at once. */
export async function until(client: Client, id: string, statuses: readonly string[], timeout = 40_000): Promise<DeploymentDetail> {
  const entry = await vi.waitFor(async () => {
    const { body } = await client.call('deploymentGet', { body: { id } });
    if (!statuses.includes(body.status) && !ended.includes(body.status)) throw new Error(`The deployment ${body.name} is ${body.status}`);
    return body;
  }, { timeout, interval: 100 });
  if (!statuses.includes(entry.status)) throw new Error(`The deployment ${entry.name} is ${entry.status}: ${JSON.stringify(entry.errors)}`);
  return entry;
}
export const ended = ['SUCCEEDED', 'WARNING', 'FAILED', 'CANCELED'];

/** What the sandbox was asked, as its own log has it. */
export async function requests(filter: { method?: string; path: string; status?: string }): Promise<{ method: string; path: string; status: number }[]> {
  const answer = await fetch(`${sandbox().http.general}/log?${new URLSearchParams(filter as Record<string, string>).toString()}`);
  return ((await answer.json()) as { value: { method: string; path: string; status: number }[] }).value;
}
/** PUTs of one attempt that the cloud accepted. */
export const acceptedPuts = async (cloudName: string): Promise<number> =>
  (await requests({ method: 'PUT', path: `/deployments/${cloudName}` })).filter((request) => request.status < 300).length;

/** A fault on purpose in the sandbox; the answer removes it. */
export async function fault(what: { path: string; method?: string; kind: 'latency' | 'throttle' | 'error'; status?: number; code?: string; retryAfter?: number; count?: number }): Promise<() => Promise<void>> {
  const answer = await fetch(`${sandbox().http.general}/faults`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) });
  const { id } = (await answer.json()) as { id: string };
  return async () => void (await fetch(`${sandbox().http.general}/faults/${id}`, { method: 'DELETE' }));
}

/** Changes switches of the sandbox; the answer puts them back. */
export async function switches(changed: Record<string, unknown>): Promise<() => Promise<void>> {
  const address = `${sandbox().http.general}/switches`;
  const set = (body: unknown) => fetch(address, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const before = (await (await fetch(address)).json()) as Record<string, unknown>;
  await set(changed);
  return async () => void (await set(before));
}
