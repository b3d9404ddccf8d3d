import type { TokenCredential } from '@azure/core-auth';
import { tlsOptionsOf, type CloudClientOptions } from './arm.ts';
import type { CloudEndpoints } from './endpoints.ts';
import { toArmError } from './errors.ts';

/** What every generated client is made with: the caller's token, and options that lead it to this cloud. */
export interface SdkSettings {
  credential: TokenCredential;
  options: {
    endpoint: string;
    credentials: { scopes: string[] };
    retryOptions: { maxRetries: number; maxRetryDelayInMs: number };
    userAgentOptions: { userAgentPrefix: string };
    tlsOptions?: { ca: string };
  };
}

/** Settings of the generated clients for one caller. The scope is explicit: clients derive different defaults. */
export function sdkSettings(endpoints: CloudEndpoints, token: string, options: CloudClientOptions): SdkSettings {
  return {
    credential: { getToken: async () => ({ token, expiresOnTimestamp: Date.now() + 3_600_000 }) },
    options: {
      endpoint: endpoints.resourceManager,
      credentials: { scopes: [`${endpoints.resourceManagerAudience}/.default`] },
      retryOptions: { maxRetries: options.maxRetries ?? 3, maxRetryDelayInMs: 30_000 },
      userAgentOptions: { userAgentPrefix: 'cloudwright/0.1' },
      ...tlsOptionsOf(endpoints),
    },
  };
}

/** Runs a call of a generated client; its errors become ArmError. */
export async function viaSdk<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toArmError(error);
  }
}

/** All items of a paged call, mapped; errors become ArmError. */
export async function collect<S, T>(pages: () => Promise<AsyncIterable<S>>, map: (item: S) => T): Promise<T[]> {
  return viaSdk(async () => {
    const items: T[] = [];
    for await (const item of await pages()) items.push(map(item));
    return items;
  });
}

/** Remembers the answer of the first call per key: one generated client a subscription. */
export function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}
