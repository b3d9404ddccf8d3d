import type { StoredResource, World } from '../../world/world.ts';
import { textAt } from '../body.ts';
import type { AzuriteAddresses } from './azurite.ts';
import type { DataService } from './endpoints.ts';
import { sign } from './shared-key.ts';

/** Containers, queues and tables are resources and data: what one side makes or deletes, the other side has or loses too. */
interface Kind {
  type: string;
  service: 'blob' | 'queue' | 'table';
  create: (name: string) => { method: string; path: string; body?: string };
  remove: (name: string) => { method: string; path: string };
}

const ACCOUNT = 'Microsoft.Storage/storageAccounts';

const kinds: Kind[] = [
  { type: `${ACCOUNT}/blobServices/containers`, service: 'blob', create: (name) => ({ method: 'PUT', path: `${name}?restype=container` }), remove: (name) => ({ method: 'DELETE', path: `${name}?restype=container` }) },
  { type: `${ACCOUNT}/queueServices/queues`, service: 'queue', create: (name) => ({ method: 'PUT', path: name }), remove: (name) => ({ method: 'DELETE', path: name }) },
  { type: `${ACCOUNT}/tableServices/tables`, service: 'table', create: (name) => ({ method: 'POST', path: 'Tables', body: JSON.stringify({ TableName: name }) }), remove: (name) => ({ method: 'DELETE', path: `Tables('${name}')` }) },
];

async function send(addresses: AzuriteAddresses, account: StoredResource, kind: Kind, { method, path, body }: { method: string; path: string; body?: string }): Promise<void> {
  const url = `/${account.name}/${path}`;
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2024-11-04', ...(body ? { 'content-type': 'application/json', accept: 'application/json;odata=nometadata' } : {}) };
  const authorization = sign({ method, url, headers }, account.name, kind.service, textAt(account.secret, 'key1') ?? '');
  // "Exists already" and "is gone already" are what is wanted.
  await fetch(`${new URL(addresses[kind.service]).origin}${url}`, { method, headers: { ...headers, authorization }, ...(body ? { body } : {}) });
}

/** Makes all containers, queues and tables of Resource Manager in Azurite, and from now on follows changes. Answers how to stop. */
export async function mirrorResources(world: World, addresses: AzuriteAddresses): Promise<() => void> {
  const accountOf = (id: string): StoredResource | undefined => world.get(id.split('/').slice(0, 9).join('/'));
  const names = new Map(kinds.map((kind) => [kind.type.toLowerCase(), kind]));
  const apply = async (kind: Kind, id: string, exists: boolean): Promise<void> => {
    const account = accountOf(id);
    const name = id.split('/').at(-1)!;
    if (account) await send(addresses, account, kind, exists ? kind.create(name) : kind.remove(name));
  };
  for (const kind of kinds) for (const resource of world.list({ type: kind.type })) await apply(kind, resource.id, true);
  return world.onChange(({ type, id, before, after }) => {
    const kind = names.get(type.toLowerCase());
    if (kind && (before === undefined) !== (after === undefined)) void apply(kind, id, after !== undefined).catch(() => undefined);
  });
}

/** Stores what a data-plane call made or deleted as a resource, so that management lists show it. */
export function mirrorCall(world: World, account: StoredResource, service: DataService, method: string, url: URL, status: number): void {
  const [, name, ...deeper] = url.pathname.split('/').filter(Boolean);
  if (!name || deeper.length || url.searchParams.has('comp')) return;
  const isContainer = (service === 'blob' || service === 'dfs') && url.searchParams.get('restype') === 'container';
  if (!isContainer && service !== 'queue') return;
  const id = `${account.id}/${isContainer ? 'blobServices' : 'queueServices'}/default/${isContainer ? 'containers' : 'queues'}/${name}`;
  if (method === 'PUT' && status === 201 && !world.get(id)) world.put({ id, body: { properties: isContainer ? { publicAccess: 'None', leaseStatus: 'Unlocked', leaseState: 'Available', hasImmutabilityPolicy: false, hasLegalHold: false } : { metadata: {} } } });
  if (method === 'DELETE' && (status === 202 || status === 204)) world.delete(id);
}
