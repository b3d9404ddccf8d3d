import type { Json } from '@cloudwright/engine';
import type { Provider } from '../../wire/provider.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { typeOf } from '../type-row.ts';
import { usageOperation } from '../usages.ts';
import { ACCOUNT, ACCOUNT_NAME, accountRow, nameInvalid, serviceRows } from './accounts.ts';
import { startDataPlanes } from './data-plane.ts';

const types = [accountRow, ...serviceRows].map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Storage'), ...row }));
const SUBSCRIPTION = '/subscriptions/{subscriptionId}/providers/Microsoft.Storage';

/** Microsoft.Storage: accounts through Resource Manager, their data through Azurite. */
export const storage: Provider = {
  namespace: 'Microsoft.Storage',
  types,
  operations: [
    usageOperation('Microsoft.Storage', types, () => [{ name: 'StorageAccounts', localizedName: 'Storage Accounts', limit: 250 }]),
    {
      method: 'POST', path: `${SUBSCRIPTION}/checkNameAvailability`,
      run: ({ world, body }): Json => {
        const name = String(body['name'] ?? '');
        if (!ACCOUNT_NAME.test(name)) return { nameAvailable: false, reason: 'AccountNameInvalid', message: nameInvalid(name) };
        return world.list({ type: ACCOUNT, name }).length ? { nameAvailable: false, reason: 'AlreadyExists', message: `The storage account named ${name} is already taken.` } : { nameAvailable: true };
      },
    },
    {
      method: 'GET', path: `${SUBSCRIPTION}/skus`,
      run: (): Json => ({ value: ['Standard_LRS', 'Standard_GRS', 'Standard_RAGRS', 'Standard_ZRS', 'Premium_LRS'].map((name) => ({ resourceType: 'storageAccounts', name, tier: name.split('_')[0]!, kind: 'StorageV2', capabilities: [], restrictions: [] })) }),
    },
  ],
  start: startDataPlanes,
};
