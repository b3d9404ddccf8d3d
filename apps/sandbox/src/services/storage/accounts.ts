import { createHmac } from 'node:crypto';
import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { findRegion } from '../reference/regions.ts';
import { listAt, propertiesOf, textAt, valueAt } from '../body.ts';
import { lists, regenerates, secretOf, type TypeRow } from '../type-row.ts';
import { endpointsOf } from './endpoints.ts';

export const ACCOUNT = 'Microsoft.Storage/storageAccounts';
export const ACCOUNT_NAME = /^[a-z0-9]{3,24}$/;

const SKUS = ['Standard_LRS', 'Standard_GRS', 'Standard_RAGRS', 'Standard_ZRS', 'Premium_LRS', 'Premium_ZRS', 'Standard_GZRS', 'Standard_RAGZRS', 'StandardV2_LRS', 'StandardV2_GRS', 'StandardV2_ZRS', 'StandardV2_GZRS', 'PremiumV2_LRS', 'PremiumV2_ZRS'];
const KINDS = ['Storage', 'StorageV2', 'BlobStorage', 'FileStorage', 'BlockBlobStorage'];

// Which skus a kind takes, where Azure is choosy.
const pairs: Record<string, (sku: string) => boolean> = {
  FileStorage: (sku) => /^Premium|V2_/.test(sku),
  BlockBlobStorage: (sku) => sku.startsWith('Premium'),
  BlobStorage: (sku) => ['Standard_LRS', 'Standard_GRS', 'Standard_RAGRS'].includes(sku),
};

const isGeo = (sku: string): boolean => /GRS|GZRS/.test(sku);

export const nameInvalid = (name: string): string => `${name} is not a valid storage account name. Storage account name must be between 3 and 24 characters in length and use numbers and lower-case letters only.`;

const invalidValues = (member: string): ArmError => new ArmError(400, 'InvalidValuesForRequestParameters', `Values for request parameters are invalid: ${member}. For more information, see - https://aka.ms/storageaccountset`, member);

function checkAccount(request: WriteRequest): void {
  const { body, existing } = request;
  const sku = textAt(body, 'sku.name') ?? textAt(body, 'properties.accountType');
  const kind = textAt(body, 'kind');
  if (sku && !SKUS.some((one) => one.toLowerCase() === sku.toLowerCase())) throw invalidValues('sku');
  if (kind && !KINDS.some((one) => one.toLowerCase() === kind.toLowerCase())) throw invalidValues('kind');
  if (kind && sku && pairs[kind] && !pairs[kind](sku)) throw invalidValues('kind');
  if (existing && sku && textAt(existing.body, 'sku.name')?.split('_')[0] !== sku.split('_')[0]) throw new ArmError(409, 'AccountTypeChangeNotAllowed', `Storage account type cannot be changed from ${textAt(existing.body, 'sku.name') ?? ''} to ${sku}.`, 'sku.name');
  for (const rule of listAt(body, 'properties.networkAcls.virtualNetworkRules')) {
    const subnet = textAt(rule, 'id');
    if (subnet && !findSubnet(request, subnet)) throw new ArmError(400, 'NetworkAclsValidationFailure', `Validation of network acls failure: SubnetsNotProvisioned: Cannot proceed with operation because subnets ${subnet.split('/').at(-1)!} of the virtual network ${subnet} are not provisioned..`);
  }
  for (const rule of listAt(body, 'properties.networkAcls.ipRules')) {
    const range = textAt(rule, 'value') ?? '';
    if (!/^\d{1,3}(\.\d{1,3}){3}(\/([0-9]|[12]\d|30))?$/.test(range)) throw new ArmError(400, 'InvalidRequestPropertyValue', `The value '${range}' is not allowed for property IPRule.Value. It must be an IPv4 address or a range in CIDR notation up to /30.`, 'networkAcls.ipRules');
  }
}

/** Until 2015-06-15 the keys were two members; since then they are a list. */
const keysOf = (request: ResourceRequest): Json => (request.apiVersion <= '2015-06-15' ? { key1: secretOf(request, 'key1'), key2: secretOf(request, 'key2') } : {
  keys: ['key1', 'key2'].map((name): Json => ({ creationTime: textAt(request.resource.body, `properties.keyCreationTime.${name}`) ?? '', keyName: name, value: secretOf(request, name), permissions: 'FULL' })),
});

/** An account SAS as the management call signs it. */
function accountSas(request: ResourceRequest): Json {
  const { body, resource } = request;
  const value = (name: string): string => String(body[name] ?? '');
  const version = '2022-11-02';
  const text = [resource.name, value('signedPermission'), value('signedServices'), value('signedResourceTypes'), value('signedStart'), value('signedExpiry'), value('signedIp'), value('signedProtocol'), version, '', ''].join('\n');
  if (!value('signedExpiry') || !value('signedServices') || !value('signedResourceTypes') || !value('signedPermission')) throw new ArmError(400, 'InvalidRequestPropertyValue', 'The SAS request misses signedServices, signedResourceTypes, signedPermission or signedExpiry.');
  const key = value('keyToSign') || 'key1';
  const signature = createHmac('sha256', Buffer.from(secretOf(request, key), 'base64')).update(text).digest('base64');
  const query = new URLSearchParams({ sv: version, ss: value('signedServices'), srt: value('signedResourceTypes'), sp: value('signedPermission'), ...(value('signedStart') ? { st: value('signedStart') } : {}), se: value('signedExpiry'), ...(value('signedIp') ? { sip: value('signedIp') } : {}), ...(value('signedProtocol') ? { spr: value('signedProtocol') } : {}), sig: signature });
  return { accountSasToken: query.toString() };
}

/** A service SAS of one container or blob. */
function serviceSas(request: ResourceRequest): Json {
  const { body } = request;
  const value = (name: string): string => String(body[name] ?? '');
  const version = '2022-11-02';
  const kind = value('signedResource') || 'c';
  const fields = [value('signedPermission'), value('signedStart'), value('signedExpiry'), value('canonicalizedResource'), value('signedIdentifier'), value('signedIp'), value('signedProtocol'), version, kind, '', '', value('rscc'), value('rscd'), value('rsce'), value('rscl'), value('rsct')];
  const signature = createHmac('sha256', Buffer.from(secretOf(request, value('keyToSign') || 'key1'), 'base64')).update(fields.join('\n')).digest('base64');
  const query = new URLSearchParams({ sv: version, sr: kind, sp: value('signedPermission'), ...(value('signedStart') ? { st: value('signedStart') } : {}), se: value('signedExpiry'), sig: signature });
  return { serviceSasToken: query.toString() };
}

/** Storage accounts. */
export const accountRow: TypeRow = {
  type: ACCOUNT, required: ['location'], duration: 1500, deleteDuration: 0,
  name: { pattern: ACCOUNT_NAME, min: 3, max: 24, code: 'AccountNameInvalid', message: nameInvalid },
  globalName: { code: 'StorageAccountAlreadyTaken', message: (name) => `The storage account named ${name} is already taken.` },
  defaults: ({ body, apiVersion, existing }) => {
    const sku = textAt(body, 'properties.accountType') ?? 'Standard_LRS';
    const kind = textAt(body, 'kind') ?? 'Storage';
    return {
      kind, sku: { name: sku },
      properties: {
        ...(kind === 'Storage' || kind === 'FileStorage' ? {} : { accessTier: 'Hot' }), supportsHttpsTrafficOnly: true,
        // Before 2023 public access was allowed unless somebody said no.
        allowBlobPublicAccess: valueAt(existing?.body ?? {}, 'properties.allowBlobPublicAccess') ?? apiVersion < '2023-01-01', minimumTlsVersion: 'TLS1_0', publicNetworkAccess: 'Enabled',
        networkAcls: { bypass: 'AzureServices', virtualNetworkRules: [], ipRules: [], defaultAction: 'Allow' },
        encryption: { keySource: 'Microsoft.Storage', services: { blob: { enabled: true, keyType: 'Account' }, file: { enabled: true, keyType: 'Account' } } },
      },
    };
  },
  keys: ['key1', 'key2'],
  once: { 'properties.creationTime': ({ world }) => world.now().toISOString(), 'properties.keyCreationTime': ({ world }) => ({ key1: world.now().toISOString(), key2: world.now().toISOString() }) },
  computed: {
    'sku.tier': (_request, body) => textAt(body, 'sku.name')?.split('_')[0]?.replace('V2', ''),
    'properties.primaryLocation': (_request, body) => textAt(body, 'location'),
    'properties.statusOfPrimary': () => 'available',
    'properties.secondaryLocation': (_request, body) => (isGeo(textAt(body, 'sku.name') ?? '') ? findRegion(textAt(body, 'location') ?? '')?.paired : undefined),
    'properties.statusOfSecondary': (_request, body) => (isGeo(textAt(body, 'sku.name') ?? '') ? 'available' : undefined),
    'properties.privateEndpointConnections': () => [],
    'properties.accountType': () => undefined,
  },
  immutable: ['properties.isHnsEnabled', 'properties.encryption.requireInfrastructureEncryption'],
  immutableError: (path) => new ArmError(409, 'AccountPropertyCannotBeUpdated', `The property '${path.replace('properties.', '')}' was specified in the input, but it cannot be updated as it is read-only. For more information, see - https://aka.ms/storageaccountset`),
  check: checkAccount,
  finish: (request, result) => ({
    ...result,
    // Every account has its services from the start.
    others: request.existing ? [] : ['blobServices', 'fileServices', 'queueServices', 'tableServices'].map((name) => ({ id: `${request.id.id}/${name}/default`, body: { properties: { cors: { corsRules: [] }, ...(name === 'blobServices' ? { deleteRetentionPolicy: { enabled: false } } : {}) } } })),
  }),
  read: (request) => ({
    ...request.resource.body,
    properties: { ...propertiesOf(request.resource.body), primaryEndpoints: endpointsOf(request.world, request.resource) },
  }),
  quota: () => [{ name: 'StorageAccounts', localizedName: 'Storage Accounts', amount: 1, limit: 250 }],
  quotaError: (_demand, used, limit, location) => new ArmError(409, 'MaxStorageAccountsCountPerSubscriptionExceeded', `Subscription already contains ${used} storage accounts in location ${location} and the maximum allowed is ${limit}.`),
  actions: [
    lists('listKeys', keysOf),
    regenerates('regenerateKey', (body) => textAt(body, 'keyName'), keysOf),
    { name: 'listAccountSas', run: accountSas }, { name: 'listServiceSas', run: serviceSas },
    { name: 'revokeUserDelegationKeys', run: () => undefined }, { name: 'failover', duration: 2000, run: () => undefined },
  ],
};

const CONTAINER_NAME = { pattern: /^(?:\$root|\$web|\$logs|[a-z0-9](?!.*--)[a-z0-9-]*[a-z0-9])$/, min: 3, max: 63, code: 'ContainerOperationFailure', message: () => 'The specified resource name contains invalid characters.' };

const service = (name: string, defaults: JsonObject = {}): TypeRow => ({ type: `${ACCOUNT}/${name}`, singletons: ['default'], noProvisioningState: true, defaults: { properties: { cors: { corsRules: [] }, ...defaults } } });

/** The services of an account and what Resource Manager lets write below them. */
export const serviceRows: TypeRow[] = [
  service('blobServices', { deleteRetentionPolicy: { enabled: false } }), service('fileServices', { shareDeleteRetentionPolicy: { enabled: true, days: 7 } }), service('queueServices'), service('tableServices'),
  {
    type: `${ACCOUNT}/blobServices/containers`, name: CONTAINER_NAME, noProvisioningState: true,
    defaults: { properties: { publicAccess: 'None', defaultEncryptionScope: '$account-encryption-key', denyEncryptionScopeOverride: false, hasImmutabilityPolicy: false, hasLegalHold: false } },
    computed: { 'properties.leaseStatus': () => 'Unlocked', 'properties.leaseState': () => 'Available', 'properties.deleted': () => false, 'properties.remainingRetentionDays': () => 0 },
    oneOf: { 'properties.publicAccess': ['None', 'Container', 'Blob'] },
    invalid: (_path, value) => new ArmError(400, 'InvalidRequestPropertyValue', `The value '${value}' is not allowed for property PublicAccess.`),
    check: (request) => {
      const account = request.world.get(request.id.id.split('/blobServices/')[0]!);
      const access = textAt(request.body, 'properties.publicAccess');
      if (account && access && access !== 'None' && valueAt(account.body, 'properties.allowBlobPublicAccess') === false) throw new ArmError(409, 'PublicAccessNotPermitted', 'Public access is not permitted on this storage account.');
    },
  },
  { type: `${ACCOUNT}/blobServices/containers/immutabilityPolicies`, singletons: ['default'], noProvisioningState: true },
  {
    type: `${ACCOUNT}/fileServices/shares`, name: CONTAINER_NAME, noProvisioningState: true, defaults: { properties: { shareQuota: 5120, enabledProtocols: 'SMB', accessTier: 'TransactionOptimized' } },
    check: ({ body }) => {
      const quota = valueAt(body, 'properties.shareQuota');
      if (typeof quota === 'number' && (quota < 1 || quota > 102400)) throw new ArmError(400, 'InvalidHeaderValue', 'The value for one of the HTTP headers is not in the correct format.', 'x-ms-share-quota');
    },
  },
  { type: `${ACCOUNT}/queueServices/queues`, name: CONTAINER_NAME, noProvisioningState: true, defaults: { properties: { metadata: {} } } },
  { type: `${ACCOUNT}/tableServices/tables`, name: { pattern: /^[A-Za-z][A-Za-z0-9]{2,62}$/, min: 3, max: 63, code: 'InvalidResourceName' }, noProvisioningState: true, computed: { 'properties.tableName': ({ id }) => id.name } },
  { type: `${ACCOUNT}/managementPolicies`, singletons: ['default'], noProvisioningState: true, required: ['properties.policy'], once: { 'properties.lastModifiedTime': ({ world }) => world.now().toISOString() } },
  { type: `${ACCOUNT}/encryptionScopes`, noProvisioningState: true, defaults: { properties: { source: 'Microsoft.Storage', state: 'Enabled' } } },
  { type: `${ACCOUNT}/localUsers`, noProvisioningState: true, once: { 'properties.sid': ({ world }) => `S-1-2-0-${parseInt(world.newId().slice(0, 8), 16)}-1000` } },
  { type: `${ACCOUNT}/privateEndpointConnections`, noProvisioningState: true }, { type: `${ACCOUNT}/inventoryPolicies`, singletons: ['default'], noProvisioningState: true },
];
