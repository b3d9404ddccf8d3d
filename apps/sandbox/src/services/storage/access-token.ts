import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { StoredResource, World } from '../../world/world.ts';
import { textAt } from '../body.ts';

// Built-in data roles: id -> what they may do. Source: Azure's list of built-in roles for storage.
const roles: Record<string, { service: 'blob' | 'queue' | 'table'; write: boolean }> = {
  'b7e6dc6d-f1e8-4753-8033-0f276bb0955b': { service: 'blob', write: true },
  'ba92f5b4-2d11-453d-a403-e96b0029c9fe': { service: 'blob', write: true },
  '2a2b9908-6ea1-4ae2-8e65-a410df84e7d1': { service: 'blob', write: false },
  '974c5e8b-45b9-4653-ba55-5f855dd0fae8': { service: 'queue', write: true },
  '19e7f393-937e-4f77-808e-94535e297925': { service: 'queue', write: false },
  '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3': { service: 'table', write: true },
  '76199698-9eea-4c1d-bc75-cec21354c6b6': { service: 'table', write: false },
};

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** The object id of a valid storage token of this sandbox's identity; undefined when it is not one. */
export async function tokenOwner(token: string, identityOrigin: string): Promise<string | undefined> {
  try {
    const tenant = String(decodeJwt(token)['tid'] ?? '');
    if (!/^[0-9a-f-]{36}$/.test(tenant)) return undefined;
    const address = `${identityOrigin}/${tenant}/discovery/v2.0/keys`;
    const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address));
    keySets.set(address, keys);
    const { payload } = await jwtVerify(token, keys, { audience: ['https://storage.azure.com', 'https://storage.azure.com/', 'https://storage.usgovcloudapi.net'] });
    return typeof payload['oid'] === 'string' ? payload['oid'] : undefined;
  } catch {
    return undefined;
  }
}

/** True when a data role is assigned to the principal on the account or above it. Owner of the account is not enough, as in Azure. */
export function mayUse(world: World, principal: string, account: StoredResource, service: 'blob' | 'queue' | 'table', write: boolean): boolean {
  return world.list({ type: 'Microsoft.Authorization/roleAssignments' }).some(({ id, body }) => {
    const role = roles[textAt(body, 'properties.roleDefinitionId')?.split('/').at(-1)?.toLowerCase() ?? ''];
    const scope = id.slice(0, id.toLowerCase().lastIndexOf('/providers/microsoft.authorization')).toLowerCase();
    return role?.service === service && (role.write || !write) && textAt(body, 'properties.principalId') === principal && account.id.toLowerCase().startsWith(scope);
  });
}
