import type { JsonObject } from '@cloudwright/engine';
import type { StoredResource, World } from '../../world/world.ts';
import { textAt } from '../body.ts';
import { suffixOf } from '../reference/suffixes.ts';

/** The services with a data plane here, in the order of Azurite's own. */
export const dataServices = ['blob', 'queue', 'table', 'dfs'] as const;
export type DataService = (typeof dataServices)[number];

const PORTS = 'storage/ports';

/** Port of a service's data plane; remembered, so that addresses that a client keeps stay good after a restart. */
export const portOf = (world: World, service: DataService): number | undefined => world.value<number>(PORTS, service);
export const rememberPort = (world: World, service: DataService, port: number): void => world.setValue(PORTS, service, port);

// Which services a kind of account has.
const byKind: Record<string, string[]> = { FileStorage: ['file'], BlockBlobStorage: ['blob', 'dfs', 'web'], BlobStorage: ['blob', 'dfs'], Storage: ['blob', 'queue', 'table', 'file'] };

/** `primaryEndpoints`: local addresses for what the sandbox serves, Azure's own form for the rest (files, static web). */
export function endpointsOf(world: World, account: StoredResource): JsonObject {
  const kind = textAt(account.body, 'kind') ?? 'StorageV2';
  const services = byKind[kind] ?? ['dfs', 'web', 'blob', 'queue', 'table', 'file'];
  return Object.fromEntries(services.map((service) => {
    const port = dataServices.some((one) => one === service) ? portOf(world, service as DataService) : undefined;
    return [service, port ? `http://127.0.0.1:${port}/${account.name}/` : `https://${account.name}.${service === 'web' ? 'z13.web' : service}.${suffixOf(world, 'storage')}/`];
  }));
}
