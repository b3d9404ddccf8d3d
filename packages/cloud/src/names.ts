import type { ArmClient } from './arm.ts';

export interface NameAvailability {
  available: boolean;
  reason: string | undefined;
  message: string | undefined;
}

/** Types whose names are unique beyond the group, and the call that checks one. Source: each provider's REST reference. */
const checks: Record<string, { path: string; apiVersion: string }> = {
  'microsoft.storage/storageaccounts': { path: 'Microsoft.Storage/checkNameAvailability', apiVersion: '2023-05-01' },
  'microsoft.keyvault/vaults': { path: 'Microsoft.KeyVault/checkNameAvailability', apiVersion: '2023-07-01' },
  'microsoft.web/sites': { path: 'Microsoft.Web/checkNameAvailability', apiVersion: '2023-12-01' },
  'microsoft.sql/servers': { path: 'Microsoft.Sql/checkNameAvailability', apiVersion: '2023-08-01' },
  'microsoft.containerregistry/registries': { path: 'Microsoft.ContainerRegistry/checkNameAvailability', apiVersion: '2023-07-01' },
};

/** Whether the cloud still has a name free; undefined for types whose names are unique in their group only. */
export function namesOf(arm: ArmClient) {
  return {
    async check(subscriptionId: string, type: string, name: string): Promise<NameAvailability | undefined> {
      const known = checks[type.toLowerCase()];
      if (known === undefined) return undefined;
      const { body } = await arm.send<{ nameAvailable?: boolean; available?: boolean; reason?: string; message?: string }>(
        'POST', `/subscriptions/${subscriptionId}/providers/${known.path}`, { apiVersion: known.apiVersion, body: { name, type } });
      return { available: body.nameAvailable ?? body.available ?? false, reason: body.reason, message: body.message };
    },
  };
}
