import { ResourceManagementClient } from '@azure/arm-resources';
import { SubscriptionClient } from '@azure/arm-resources-subscriptions';
import { DeploymentsClient } from '@azure/arm-resourcesdeployments';
import type { TokenCredential } from '@azure/core-auth';
import { createSandbox, type Sandbox } from '../src/index.ts';

export const ALPINE = '11111111-1111-4111-8111-111111111111';
export const BOREALIS = '22222222-2222-4222-8222-222222222222';
export const FEDERAL = '33333333-3333-4333-8333-333333333333';
export const SUBSCRIPTION = 'aaaaaaaa-0000-4000-8000-000000000001';

const MANAGEMENT_SCOPE = 'https://management.azure.com/.default';

/** A token by the password grant, as scripts get it. */
export async function tokenOf(sandbox: Sandbox, username: string, options: { tenant?: string; scope?: string; cloud?: 'general' | 'government' } = {}): Promise<string> {
  const { tenant = ALPINE, scope = MANAGEMENT_SCOPE, cloud = 'general' } = options;
  const response = await fetch(`${sandbox.http[cloud]}/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'cloudwright', username, password: 'sandbox', scope }),
  });
  const body = (await response.json()) as { access_token?: string; error_description?: string };
  if (!body.access_token) throw new Error(body.error_description);
  return body.access_token;
}

export function credentialOf(sandbox: Sandbox, username: string, options: Parameters<typeof tokenOf>[2] = {}): TokenCredential {
  return { getToken: async () => ({ token: await tokenOf(sandbox, username, options), expiresOnTimestamp: Date.now() + 3_000_000 }) };
}

/** Options that every official client takes for this sandbox. */
export const clientOptions = (sandbox: Sandbox, cloud: 'general' | 'government' = 'general') => ({
  endpoint: sandbox.tls[cloud],
  tlsOptions: { ca: sandbox.ca },
  retryOptions: { maxRetries: 3, retryDelayInMs: 10, maxRetryDelayInMs: 50 },
  credentialScopes: [MANAGEMENT_SCOPE],
  credentials: { scopes: [MANAGEMENT_SCOPE] },
});

/** The official clients that the core tests use, for one account. */
export function clientsFor(sandbox: Sandbox, username = 'admin@alpine.example', subscription = SUBSCRIPTION, options: Parameters<typeof tokenOf>[2] = {}) {
  const credential = credentialOf(sandbox, username, options);
  const settings = clientOptions(sandbox, options.cloud);
  return {
    resources: new ResourceManagementClient(credential, subscription, settings),
    subscriptions: new SubscriptionClient(credential, settings),
    deployments: new DeploymentsClient(credential, subscription, settings),
  };
}

export { createSandbox };
export type { Sandbox };

/** Everything of a paged list. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of list) found.push(item);
  return found;
}
