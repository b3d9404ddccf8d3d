import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest } from '../../wire/provider.ts';
import { propertiesOf, textAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, regenerates, secretOf, typeOf, type TypeRow } from '../type-row.ts';

const REGISTRY = 'Microsoft.ContainerRegistry/registries';

const credentials = (request: ResourceRequest): Json => {
  if (propertiesOf(request.resource.body)['adminUserEnabled'] !== true)
    throw new ArmError(400, 'UnauthorizedForCredentialOperations', `Cannot perform credential operations for ${request.resource.id} as admin user is disabled. Kindly enable admin user as per docs: https://docs.microsoft.com/en-us/azure/container-registry/container-registry-authentication#admin-account`);
  return { username: request.resource.name, passwords: [{ name: 'password', value: secretOf(request, 'password') }, { name: 'password2', value: secretOf(request, 'password2') }] };
};

const rows: TypeRow[] = [
  {
    type: REGISTRY, required: ['location', 'sku.name'], duration: 1500,
    missing: () => ({ code: 'MissingSku', message: "The sku is missing. The sku name has to be one of 'Basic', 'Standard', 'Premium'." }),
    name: { pattern: /^[A-Za-z0-9]+$/, min: 5, max: 50, code: 'InvalidRegistryName', message: (name) => `The registry name '${name}' is invalid. Registry names may contain alpha numeric characters only and must be between 5 and 50 characters.` },
    globalName: { code: 'AlreadyInUse', message: (name) => `The registry DNS name ${name.toLowerCase()}.azurecr.io is already in use. You can check if the name is already claimed using following API: https://docs.microsoft.com/en-us/rest/api/containerregistry/registries/checknameavailability` },
    defaults: { properties: { adminUserEnabled: false, publicNetworkAccess: 'Enabled', networkRuleBypassOptions: 'AzureServices', zoneRedundancy: 'Disabled', anonymousPullEnabled: false, dataEndpointEnabled: false, dataEndpointHostNames: [], encryption: { status: 'disabled' }, policies: { quarantinePolicy: { status: 'disabled' }, trustPolicy: { type: 'Notary', status: 'disabled' }, retentionPolicy: { days: 7, status: 'disabled' } }, privateEndpointConnections: [] } },
    oneOf: { 'sku.name': ['Basic', 'Standard', 'Premium', 'Classic'] },
    invalid: (_path, value) => new ArmError(400, 'InvalidSku', `The specified sku '${value}' is not valid. It has to be one of 'Basic', 'Standard', 'Premium'.`),
    keys: ['password', 'password2'],
    once: { 'properties.creationDate': ({ world }) => world.now().toISOString() },
    computed: { 'properties.loginServer': ({ id, world }) => `${id.name.toLowerCase()}.${suffixOf(world, 'registry')}`, 'sku.tier': (_request, body) => textAt(body, 'sku.name') },
    check: ({ body }) => {
      if (textAt(body, 'sku.name') !== 'Premium' && textAt(body, 'properties.publicNetworkAccess') === 'Disabled') throw new ArmError(400, 'NotSupported', 'Disabling public network access is only supported for registries of the Premium sku.');
    },
    actions: [lists('listCredentials', credentials), { name: 'listUsages', method: 'GET', run: () => ({ value: [{ name: 'Size', limit: 10737418240, currentValue: 0, unit: 'Bytes' }, { name: 'Webhooks', limit: 2, currentValue: 0, unit: 'Count' }] }) },
      regenerates('regenerateCredential', (body) => textAt(body, 'name'), credentials), { name: 'importImage', duration: 800, run: () => undefined }],
  },
  ...['replications', 'webhooks', 'agentPools', 'tasks'].map((name): TypeRow => ({ type: `${REGISTRY}/${name}`, locations: 'all', ...(name === 'replications' ? { check: ({ parent }) => {
    if (parent && textAt(parent.body, 'sku.name') !== 'Premium') throw new ArmError(400, 'ReplicationNotSupported', 'Replications are only supported for registries of the Premium sku.');
  } } : {}) })),
];

/** Microsoft.ContainerRegistry. */
export const containerRegistry: Provider = {
  namespace: 'Microsoft.ContainerRegistry',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.ContainerRegistry'), ...row })),
  operations: [{
    method: 'POST', path: '/subscriptions/{subscriptionId}/providers/Microsoft.ContainerRegistry/checkNameAvailability',
    run: ({ world, body }): Json => {
      const taken = world.list({ type: REGISTRY, name: String(body['name'] ?? '') }).length > 0;
      return taken ? { nameAvailable: false, reason: 'AlreadyExists', message: `The registry ${String(body['name'])} is already in use.` } : { nameAvailable: true };
    },
  }],
};
