import type { Refusals } from '../refusal.ts';

const V = 'Microsoft.KeyVault/vaults';
const TENANT = '11111111-1111-4111-8111-111111111111';
const vault = (more: object = {}) => ({ location: 'westeurope', properties: { tenantId: TENANT, sku: { family: 'A', name: 'standard' }, accessPolicies: [], ...more } });

/** What Microsoft.KeyVault refuses. */
export const keyVaultRefusals: Refusals = {
  provider: 'Microsoft.KeyVault',
  given: [{ method: 'PUT', path: `${V}/taken-vault-1`, body: vault({ enablePurgeProtection: true }) }],
  refused: [
    { title: 'a name that begins with a digit', method: 'PUT', path: `${V}/1vault`, body: vault(), status: 400, code: 'VaultNameNotValid' },
    { title: 'a name with two hyphens', method: 'PUT', path: `${V}/my--vault`, body: vault(), status: 400, code: 'VaultNameNotValid' },
    { title: 'a name taken by somebody else', method: 'PUT', path: '{subscription}/resourceGroups/{otherGroup}/providers/Microsoft.KeyVault/vaults/taken-vault-1', body: vault(), status: 409, code: 'VaultAlreadyExists' },
    { title: 'no tenant', method: 'PUT', path: `${V}/new-vault-1`, body: { location: 'westeurope', properties: { sku: { family: 'A', name: 'standard' }, accessPolicies: [] } }, status: 400, code: 'BadRequest' },
    { title: 'an unknown sku', method: 'PUT', path: `${V}/new-vault-1`, body: vault({ sku: { family: 'A', name: 'gold' } }), status: 400, code: 'BadRequest' },
    { title: 'neither policies nor roles', method: 'PUT', path: `${V}/new-vault-1`, body: { location: 'westeurope', properties: { tenantId: TENANT, sku: { family: 'A', name: 'standard' } } }, status: 400, code: 'BadRequest' },
    { title: 'turning purge protection off', method: 'PUT', path: `${V}/taken-vault-1`, body: vault({ enablePurgeProtection: false }), status: 400, code: 'BadRequest' },
    { title: 'recovering a vault that was never deleted', method: 'PUT', path: `${V}/new-vault-1`, body: vault({ createMode: 'recover' }), status: 404, code: 'VaultNotFound' },
    { title: 'a secret with a bad name', method: 'PUT', path: `${V}/taken-vault-1/secrets/bad_name`, body: { properties: { value: 'x' } }, status: 400, code: 'BadRequest' },
    { title: 'a secret in a missing vault', method: 'PUT', path: `${V}/missing/secrets/name`, body: { properties: { value: 'x' } }, status: 404, code: 'ParentResourceNotFound' },
    { title: 'a key of an unknown type', method: 'PUT', path: `${V}/taken-vault-1/keys/k`, body: { properties: { kty: 'DSA' } }, status: 400, code: 'BadRequest' },
  ],
};
