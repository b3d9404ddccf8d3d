import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { listAt, objectAt, propertiesOf, textAt, valueAt, without } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { typeOf, type TypeRow } from '../type-row.ts';

const VAULT = 'Microsoft.KeyVault/vaults';
const DELETED = 'key-vault/deleted';

interface DeletedVault {
  name: string;
  id: string;
  location: string;
  deletedAt: string;
  purgeAt: string;
  protected: boolean;
  body: JsonObject;
  children: { id: string; body: JsonObject; secret: JsonObject }[];
}

const ITEM_NAME = { pattern: /^[A-Za-z0-9-]+$/, min: 1, max: 127, code: 'BadRequest', message: (name: string) => `The request URI contains an invalid name: ${name}` };

function checkVault(request: WriteRequest): void {
  const { body, id, existing, world } = request;
  const tenant = textAt(body, 'properties.tenantId');
  if (tenant !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant)) throw new ArmError(400, 'BadRequest', `An invalid value was provided for 'tenantId'.`);
  if (!listAt(body, 'properties.accessPolicies').length && !Array.isArray(propertiesOf(body)['accessPolicies']) && valueAt(body, 'properties.enableRbacAuthorization') !== true && textAt(body, 'properties.createMode') !== 'recover')
    throw new ArmError(400, 'BadRequest', "The parameter 'accessPolicies' is missing: specify it, or set 'enableRbacAuthorization' to true.");
  for (const policy of listAt(body, 'properties.accessPolicies'))
    if (!textAt(policy, 'tenantId') || textAt(policy, 'objectId') === undefined) throw new ArmError(400, 'BadRequest', "An invalid value was provided for 'accessPolicies'.");
  if (listAt(body, 'properties.accessPolicies').length > 1024) throw new ArmError(400, 'BadRequest', "An invalid value was provided for 'accessPolicies'.");
  if (existing && valueAt(existing.body, 'properties.enablePurgeProtection') === true && valueAt(body, 'properties.enablePurgeProtection') === false)
    throw new ArmError(400, 'BadRequest', 'The property "enablePurgeProtection" cannot be set to false. Enabling the purge protection for a vault is an irreversible action.');
  if (valueAt(body, 'properties.enableSoftDelete') === false && existing) throw new ArmError(400, 'BadRequest', 'The property "enableSoftDelete" can be set to false only for creating new vault. Enabling the \'soft delete\' functionality is an irreversible action.');
  const mode = textAt(body, 'properties.createMode');
  const deleted = world.value<DeletedVault>(DELETED, id.name.toLowerCase());
  if (deleted && !existing && mode !== 'recover')
    throw new ArmError(409, 'ConflictError', `A vault with the same name already exists in deleted state. You need to either recover or purge existing key vault. Follow this link https://go.microsoft.com/fwlink/?linkid=2149745 for more information on soft delete.`);
  if (mode === 'recover' && !deleted && !existing) throw new ArmError(404, 'VaultNotFound', `The vault '${id.name}' has not been deleted and cannot be recovered.`);
}

const uriOf = ({ world, id }: WriteRequest): string => `https://${id.names[0]!.toLowerCase()}.${suffixOf(world, 'vault')}/`;

/** Secrets and keys written through Resource Manager: the value stays inside, GET answers the address of the version. */
const itemUri = (kind: string, withVersion: boolean) => (request: WriteRequest): string =>
  `https://${request.id.names[0]!}.${suffixOf(request.world, 'vault')}${withVersion ? ':443' : ''}/${kind}/${request.id.name}`.replace(':443', '') + (withVersion ? `/${versionOf(request)}` : '');

/** A version changes with the value, not with every write of the same one. */
const versionOf = (request: WriteRequest): string => {
  const kept = textAt(request.existing?.secret ?? {}, 'version');
  const value = textAt(request.body, 'properties.value');
  return kept && (value === undefined || value === request.existing?.secret['properties.value']) ? kept : (kept ? Buffer.from(`${kept}${value ?? ''}`).toString('hex').slice(-32) : Buffer.from(request.id.id).toString('hex').slice(-32));
};

const attributes = ({ existing, world }: WriteRequest): JsonObject => {
  const before = objectAt(existing?.body ?? {}, 'properties.attributes');
  const now = Math.floor(world.now().getTime() / 1000);
  return { created: before['created'] ?? now, updated: before['updated'] ?? now };
};

const deletedAnswer = (vault: DeletedVault, subscriptionId: string): Json => ({
  id: `/subscriptions/${subscriptionId}/providers/Microsoft.KeyVault/locations/${vault.location}/deletedVaults/${vault.name}`, name: vault.name, type: 'Microsoft.KeyVault/deletedVaults',
  properties: { vaultId: vault.id, location: vault.location, tags: vault.body['tags'] ?? {}, deletionDate: vault.deletedAt, scheduledPurgeDate: vault.purgeAt, ...(vault.protected ? { purgeProtectionEnabled: true } : {}) },
});

const DAY = 86_400_000;

/** Soft delete: a vault keeps its name and its content until it is purged. */
function keepDeleted({ world, resource }: ResourceRequest): void {
  const days = Number(valueAt(resource.body, 'properties.softDeleteRetentionInDays') ?? 90);
  const now = world.now();
  const children = ['secrets', 'keys'].flatMap((kind) => world.list({ type: `${VAULT}/${kind}`, parent: resource.id }));
  world.setValue(DELETED, resource.name.toLowerCase(), {
    name: resource.name, id: resource.id, location: resource.location ?? '', deletedAt: now.toISOString(), purgeAt: new Date(now.getTime() + days * DAY).toISOString(),
    protected: valueAt(resource.body, 'properties.enablePurgeProtection') === true, body: resource.body, children: children.map(({ id, body, secret }) => ({ id, body, secret })),
  } satisfies DeletedVault);
}

const rows: TypeRow[] = [
  {
    type: VAULT, required: ['location', 'properties.tenantId', 'properties.sku'], duration: 1200, deleteDuration: 0,
    missing: (path) => ({ code: 'BadRequest', message: `The parameter ${path.split('.').at(-1)!} is not specified.` }),
    name: { pattern: /^[A-Za-z](?!.*--)[A-Za-z0-9-]*[A-Za-z0-9]$/, min: 3, max: 24, code: 'VaultNameNotValid', message: (name) => `The vault name '${name}' is invalid. A vault's name must be between 3-24 alphanumeric characters. The name must begin with a letter, end with a letter or digit, and not contain consecutive hyphens. Follow this link for more information: https://go.microsoft.com/fwlink/?linkid=2147742` },
    globalName: { code: 'VaultAlreadyExists', message: (name) => `The vault name '${name}' is already in use. Vault names are globally unique so it is possible that the name is already taken. If you are sure that the vault name was not taken then it is possible that a vault with the same name was recently deleted but not purged after being placed in a recoverable state. If the vault is in a recoverable state then the vault will need to be purged before reusing the name. For more information on soft delete and purging a vault follow this link https://go.microsoft.com/fwlink/?linkid=2147740.` },
    defaults: { properties: { accessPolicies: [], enabledForDeployment: false, enabledForDiskEncryption: false, enabledForTemplateDeployment: false, enableSoftDelete: true, softDeleteRetentionInDays: 90, enableRbacAuthorization: false, publicNetworkAccess: 'Enabled' } },
    oneOf: { 'properties.sku.name': ['standard', 'premium'] },
    invalid: (_path, value) => new ArmError(400, 'BadRequest', `An invalid value was provided for 'sku.name': '${value}'.`),
    computed: { 'properties.vaultUri': uriOf, 'properties.sku.family': () => 'A' },
    check: checkVault,
    // A recovered vault comes back with what it had.
    finish: (request, result) => {
      const deleted = textAt(request.body, 'properties.createMode') === 'recover' ? request.world.value<DeletedVault>(DELETED, request.id.name.toLowerCase()) : undefined;
      const clean = without(result.body, 'properties.createMode');
      return deleted ? { ...result, body: { ...deleted.body, ...without(clean, 'properties'), properties: { ...propertiesOf(deleted.body) } }, others: deleted.children } : { ...result, body: clean };
    },
    provisioned: ({ world, resource }) => world.deleteValue(DELETED, resource.name.toLowerCase()),
    removed: (request) => {
      keepDeleted(request);
      return [];
    },
  },
  {
    type: `${VAULT}/secrets`, name: ITEM_NAME, required: ['properties'], noProvisioningState: true,
    writeOnly: ['properties.value'],
    normalized: { 'properties.attributes': (request, body) => ({ enabled: true, ...objectAt(body, 'properties.attributes'), ...attributes(request) }) },
    computed: {
      'properties.secretUri': itemUri('secrets', false), 'properties.secretUriWithVersion': itemUri('secrets', true),
    },
    check: ({ body }) => {
      const value = textAt(body, 'properties.value');
      if (value !== undefined && value.length > 25 * 1024) throw new ArmError(400, 'BadRequest', 'Secret value exceeds the maximum size of 25k bytes.');
    },
    finish: (request, result) => ({ ...result, secret: { ...result.secret, version: versionOf(request) } }),
  },
  {
    type: `${VAULT}/keys`, name: ITEM_NAME, required: ['properties.kty'], noProvisioningState: true,
    oneOf: { 'properties.kty': ['RSA', 'RSA-HSM', 'EC', 'EC-HSM', 'oct', 'oct-HSM'] },
    invalid: (_path, value) => new ArmError(400, 'BadRequest', `Property kty has an invalid value '${value}'.`),
    defaults: ({ body }) => ({ properties: { ...((textAt(body, 'properties.kty') ?? '').startsWith('RSA') ? { keySize: 2048 } : {}), keyOps: ['encrypt', 'decrypt', 'sign', 'verify', 'wrapKey', 'unwrapKey'] } }),
    normalized: { 'properties.attributes': (request, body) => ({ enabled: true, exportable: false, ...objectAt(body, 'properties.attributes'), ...attributes(request) }) },
    computed: { 'properties.keyUri': itemUri('keys', false), 'properties.keyUriWithVersion': itemUri('keys', true) },
    finish: (request, result) => ({ ...result, secret: { ...result.secret, version: versionOf(request) } }),
  },
  {
    // add, replace and remove are verbs: they change the vault's own list.
    type: `${VAULT}/accessPolicies`, singletons: ['add', 'replace', 'remove'], noProvisioningState: true, required: ['properties.accessPolicies'], hidden: true,
    finish: (request, result) => {
      const vault = request.parent;
      if (!vault) return result;
      const key = (policy: JsonObject): string => `${textAt(policy, 'objectId')?.toLowerCase() ?? ''}|${textAt(policy, 'applicationId') ?? ''}`;
      const sent = listAt(request.body, 'properties.accessPolicies');
      const names = new Set(sent.map(key));
      const before = listAt(vault.body, 'properties.accessPolicies');
      const rest = before.filter((policy) => !names.has(key(policy)));
      const merged = request.id.name === 'add' ? sent.map((policy): JsonObject => {
        const old = before.find((one) => key(one) === key(policy));
        const permissions = Object.fromEntries(['keys', 'secrets', 'certificates', 'storage'].flatMap((kind): [string, Json][] => {
          const all = [...new Set([...(valueAt(old ?? {}, `permissions.${kind}`) as string[] | undefined ?? []), ...(valueAt(policy, `permissions.${kind}`) as string[] | undefined ?? [])])];
          return all.length ? [[kind, all]] : [];
        }));
        return { ...policy, permissions };
      }) : sent;
      const accessPolicies = request.id.name === 'remove' ? rest : request.id.name === 'replace' ? sent : [...rest, ...merged];
      return { ...result, others: [{ id: vault.id, body: { ...vault.body, properties: { ...propertiesOf(vault.body), accessPolicies } } }] };
    },
  },
  { type: `${VAULT}/privateEndpointConnections`, noProvisioningState: true },
  { type: 'Microsoft.KeyVault/managedHSMs', required: ['location', 'sku.name'], duration: 3000, computed: { 'properties.hsmUri': ({ id, world }) => `https://${id.name}.${suffixOf(world, 'managedHsm')}/`, 'properties.statusMessage': () => 'The Managed HSM is provisioned and ready to use.' } },
];

const LOCATION = '/subscriptions/{subscriptionId}/providers/Microsoft.KeyVault';

const inSubscription = (vault: DeletedVault, subscriptionId: string): boolean => vault.id.toLowerCase().startsWith(`/subscriptions/${subscriptionId.toLowerCase()}/`);

/** Microsoft.KeyVault. */
export const keyVault: Provider = {
  namespace: 'Microsoft.KeyVault',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.KeyVault'), ...row })),
  operations: [
    {
      method: 'POST', path: `${LOCATION}/checkNameAvailability`,
      run: ({ world, body }): Json => {
        const name = String(body['name'] ?? '');
        if (!/^[A-Za-z](?!.*--)[A-Za-z0-9-]{1,22}[A-Za-z0-9]$/.test(name)) return { nameAvailable: false, reason: 'AccountNameInvalid', message: `The vault name '${name}' is invalid.` };
        const taken = world.list({ type: VAULT, name }).length > 0 || world.value(DELETED, name.toLowerCase()) !== undefined;
        return taken ? { nameAvailable: false, reason: 'AlreadyExists', message: `The vault name '${name}' is already in use.` } : { nameAvailable: true };
      },
    },
    { method: 'GET', path: `${LOCATION}/deletedVaults`, run: ({ world, params }): Json => ({ value: world.values<DeletedVault>(DELETED).filter(({ value }) => inSubscription(value, params['subscriptionId']!)).map(({ value }) => deletedAnswer(value, params['subscriptionId']!)) }) },
    {
      method: 'GET', path: `${LOCATION}/locations/{location}/deletedVaults/{name}`,
      run: ({ world, params }): Json => {
        const vault = world.value<DeletedVault>(DELETED, params['name']!.toLowerCase());
        if (!vault) throw new ArmError(404, 'DeletedVaultNotFound', `The specified deleted vault '${params['name']!}' does not exist.`);
        return deletedAnswer(vault, params['subscriptionId']!);
      },
    },
    {
      method: 'POST', path: `${LOCATION}/locations/{location}/deletedVaults/{name}/purge`,
      run: ({ world, params }): Json => {
        const vault = world.value<DeletedVault>(DELETED, params['name']!.toLowerCase());
        if (!vault) throw new ArmError(404, 'DeletedVaultNotFound', `The specified deleted vault '${params['name']!}' does not exist.`);
        if (vault.protected) throw new ArmError(403, 'DeletedVaultPurge', `Operation "purge" is not enabled for this vault: purge protection is on.`);
        world.deleteValue(DELETED, vault.name.toLowerCase());
        return {};
      },
    },
  ],
};
