import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest } from '../../wire/provider.ts';
import { checkSize } from '../compute/machine-checks.ts';
import { textAt, valueAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, regenerates, secretOf, typeOf, type TypeRow } from '../type-row.ts';

const ACCOUNT = 'Microsoft.Batch/batchAccounts';
const keysOf = (request: ResourceRequest): Json => ({ accountName: request.resource.name, primary: secretOf(request, 'primary'), secondary: secretOf(request, 'secondary') });

const rows: TypeRow[] = [
  {
    type: ACCOUNT, required: ['location'], duration: 1500,
    name: { pattern: /^[a-z0-9]+$/, min: 3, max: 24, code: 'InvalidAccountName', message: (name) => `The specified account name '${name}' is invalid. Account names must be between 3 and 24 characters in length and may contain lowercase letters and numbers only.` },
    globalName: { code: 'AccountNameTaken', message: (name) => `The account named '${name}' is already taken.` },
    defaults: { properties: { poolAllocationMode: 'BatchService', dedicatedCoreQuota: 100, lowPriorityCoreQuota: 100, poolQuota: 100, activeJobAndJobScheduleQuota: 300, publicNetworkAccess: 'Enabled', allowedAuthenticationModes: ['SharedKey', 'AAD', 'TaskAuthenticationToken'], encryption: { keySource: 'Microsoft.Batch' }, dedicatedCoreQuotaPerVMFamilyEnforced: true } },
    keys: ['primary', 'secondary'],
    oneOf: { 'properties.poolAllocationMode': ['BatchService', 'UserSubscription'] },
    references: [{ path: 'properties.autoStorage.storageAccountId', missing: (id) => new ArmError(400, 'InvalidAutoStorageAccount', `The specified auto storage account '${id}' does not exist.`) }],
    immutable: ['properties.poolAllocationMode'],
    computed: { 'properties.accountEndpoint': ({ id, world }, body) => `${id.name}.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'batch')}`, 'properties.nodeManagementEndpoint': ({ world }, body) => `${textAt(body, 'location') ?? ''}.service.${suffixOf(world, 'batch')}` },
    actions: [lists('listKeys', keysOf), regenerates('regenerateKeys', (body) => textAt(body, 'keyName')?.toLowerCase(), keysOf)],
    quota: () => [{ name: 'AccountCount', localizedName: 'Batch accounts', amount: 1, limit: 3 }],
    quotaError: (_demand, used, limit) => new ArmError(409, 'SubscriptionQuotaExceeded', `The regional account quota for the specified subscription has been reached: ${used} of ${limit} accounts are in use.`),
  },
  {
    type: `${ACCOUNT}/pools`, noProvisioningState: true, required: ['properties.vmSize'],
    defaults: { properties: { taskSlotsPerNode: 1, interNodeCommunication: 'Disabled', taskSchedulingPolicy: { nodeFillType: 'Spread' }, scaleSettings: { fixedScale: { targetDedicatedNodes: 0, targetLowPriorityNodes: 0, resizeTimeout: 'PT15M' } } } },
    once: { 'properties.creationTime': ({ world }) => world.now().toISOString() },
    computed: { 'properties.provisioningState': () => 'Succeeded', 'properties.allocationState': () => 'Steady', 'properties.currentDedicatedNodes': (_request, body) => valueAt(body, 'properties.scaleSettings.fixedScale.targetDedicatedNodes') ?? 0, 'properties.currentLowPriorityNodes': (_request, body) => valueAt(body, 'properties.scaleSettings.fixedScale.targetLowPriorityNodes') ?? 0 },
    check: ({ body, parent }) => {
      checkSize(textAt(body, 'properties.vmSize')?.replace(/^(?!standard_|basic_)/i, 'Standard_'), parent?.location ?? '');
      const nodes = valueAt(body, 'properties.scaleSettings.fixedScale.targetDedicatedNodes');
      const quota = valueAt(parent?.body ?? {}, 'properties.dedicatedCoreQuota');
      if (typeof nodes === 'number' && typeof quota === 'number' && nodes > quota) throw new ArmError(409, 'AccountCoreQuotaReached', 'The specified account has reached core quota.');
    },
  },
  { type: `${ACCOUNT}/applications`, noProvisioningState: true, defaults: { properties: { allowUpdates: true } } },
];

/** Microsoft.Batch. */
export const batch: Provider = { namespace: 'Microsoft.Batch', types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Batch'), ...row })) };
