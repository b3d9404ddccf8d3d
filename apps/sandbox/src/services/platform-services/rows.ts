import { ArmError } from '../../wire/arm-error.ts';
import type { Json, JsonObject } from '@cloudwright/engine';
import type { ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { listAt, objectAt, textAt, valueAt } from '../body.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { publicAddress } from '../network/interfaces.ts';
import { parseAddress } from '../network/address-range.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, regenerates, resourceNotFound, secretOf, type Compute, type TypeRow } from '../type-row.ts';

type Service = Parameters<typeof suffixOf>[1];

/** `name.suffix`, with text around it. */
const host = (service: Service, before = '', after = ''): Compute => ({ id, world }) => `${before}${id.name.toLowerCase()}.${suffixOf(world, service)}${after}`;
const located = (type: string, row: Partial<TypeRow> = {}): TypeRow => ({ type, required: ['location'], ...row });
const pair = (first: string, second: string) => (request: ResourceRequest): Json => ({ [first]: secretOf(request, first), [second]: secretOf(request, second) });
const bad = (message: string, code = 'BadRequest', status = 400): ArmError => new ArmError(status, code, message);
const nameRule = (pattern: RegExp, min: number, max: number, code = 'BadRequest') => ({ pattern, min, max, code, message: (name: string) => `The resource name '${name}' is invalid: it must have ${min} to ${max} characters and match ${pattern.source}.` });
const taken = (code = 'Conflict', text = 'The name {name} is already in use.') => ({ code, message: (name: string) => text.replace('{name}', name) });
const kept = (path: string, make: Compute): Compute => (request, body) => valueAt(request.existing?.body ?? {}, path) ?? make(request, body);

/** Logins and passwords of the managed databases. */
function checkLogin({ body, existing }: WriteRequest): void {
  const [login, password] = [textAt(body, 'properties.administratorLogin'), textAt(body, 'properties.administratorLoginPassword')];
  const mode = textAt(body, 'properties.createMode') ?? 'Default';
  if (!existing && ['Default', 'Create'].includes(mode) && textAt(body, 'properties.authConfig.passwordAuth') !== 'Disabled' && (login === undefined || password === undefined)) throw bad('AdministratorLogin and AdministratorLoginPassword are required to create a server.', 'InvalidParameterValue');
  if (login !== undefined && ['azure_superuser', 'admin', 'administrator', 'root', 'guest', 'public', 'azure_pg_admin'].includes(login.toLowerCase())) throw bad(`Invalid value given for parameter administratorLogin: '${login}' is reserved.`, 'InvalidParameterValue');
  if (password !== undefined && (password.length < 8 || password.length > 128 || [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(password)).length < 3)) throw bad('Password validation failed. The password does not meet policy requirements because it is not complex enough.', 'PasswordNotComplex');
}

const ipRule: TypeRow['check'] = ({ body, id }) => {
  for (const member of ['startIpAddress', 'endIpAddress']) if (parseAddress(textAt(body, `properties.${member}`) ?? '')?.bits !== 32) throw bad(`The IP address of firewall rule '${id.name}' is not a valid IPv4 address.`, 'InvalidParameterValue');
};

const databases = (namespace: string, service: Service): TypeRow[] => ['servers', 'flexibleServers'].flatMap((kind): TypeRow[] => [
  located(`${namespace}/${kind}`, {
    duration: 2500, noProvisioningState: true, name: nameRule(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, 3, 63, 'InvalidServerName'),
    globalName: taken('ServerNameAlreadyExists', 'Specified server name {name} is already used.'), writeOnly: ['properties.administratorLoginPassword'],
    computed: { 'properties.fullyQualifiedDomainName': host(service), [`properties.${kind === 'servers' ? 'userVisibleState' : 'state'}`]: () => 'Ready' },
    check: checkLogin,
  }),
  { type: `${namespace}/${kind}/firewallRules`, noProvisioningState: true, required: ['properties.startIpAddress', 'properties.endIpAddress'], check: ipRule },
  { type: `${namespace}/${kind}/databases`, noProvisioningState: true, defaults: { properties: namespace.includes('Postgre') ? { charset: 'UTF8', collation: 'en_US.utf8' } : { charset: 'utf8', collation: 'utf8_general_ci' } } },
  { type: `${namespace}/${kind}/configurations`, noProvisioningState: true },
]);

const callback = (request: ResourceRequest): Json => {
  const path = request.id.fullName.replace('/', '/triggers/');
  const base = `https://prod-00.${textAt(request.resource.body, 'location') ?? 'eastus'}.${suffixOf(request.world, 'logic')}:443/workflows/${Buffer.from(request.id.names[0]!).toString('hex').padEnd(32, '0').slice(0, 32)}`;
  return { value: `${base}/${path}/paths/invoke?api-version=2016-10-01&sp=%2Ftriggers%2Frun&sv=1.0&sig=sandbox`, method: 'POST', basePath: `${base}/${path}/paths/invoke`, queries: { 'api-version': '2016-10-01', sv: '1.0', sig: 'sandbox' } };
};

/** A container group's address: public with a DNS name, or taken from its subnet. */
const groupAddress: Compute = (request, body) => {
  const sent = objectAt(body, 'properties.ipAddress');
  const inNetwork = Object.keys(objectAt(body, 'properties.networkProfile')).length > 0 || listAt(body, 'properties.subnetIds').length > 0;
  if (inNetwork) return { type: 'Private', ports: listAt(body, 'properties.containers').flatMap((one) => listAt(one, 'properties.ports')), ...sent, ip: textAt(sent, 'ip') ?? '10.0.0.4' };
  if (!Object.keys(sent).length) return undefined;
  const label = textAt(sent, 'dnsNameLabel');
  return { ...sent, ip: textAt(sent, 'ip') ?? publicAddress(request.id.id), ...(label ? { fqdn: `${label}.${textAt(body, 'location') ?? ''}.${suffixOf(request.world, 'containers')}` } : {}) };
};

function checkContainers({ body, id }: WriteRequest): void {
  const containers = listAt(body, 'properties.containers');
  if (!containers.length) throw bad(`The container group '${id.name}' has no containers.`, 'MissingContainers');
  for (const container of containers) {
    const name = textAt(container, 'name') ?? '';
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) throw bad(`The container name '${name}' is invalid: only lower case letters, digits and '-' are allowed, at most 63 characters.`, 'InvalidContainerName');
    if (!textAt(container, 'properties.image')) throw bad(`The container '${name}' in container group '${id.name}' requires an image.`, 'InvalidImage');
    const cpu = valueAt(container, 'properties.resources.requests.cpu');
    if (cpu === undefined) throw bad(`The resource requests of container '${name}' in container group '${id.name}' are not specified.`, 'ResourceRequestsNotSpecified');
    if (typeof cpu === 'number' && cpu > 32) throw bad(`The requested resource is not available in the location '${textAt(body, 'location') ?? ''}' at this moment. Please retry with a different resource request or in another location.`, 'ResourceRequestsNotSupported');
  }
}

/** The platform's services that need defaults, outputs and keys: one row a type. */
export const platformRows: TypeRow[] = [
  ...databases('Microsoft.DBforMySQL', 'mysql'), ...databases('Microsoft.DBforPostgreSQL', 'postgres'), ...databases('Microsoft.DBforMariaDB', 'mariadb'),
  located('Microsoft.Cache/redis', {
    duration: 2500, keys: ['primaryKey', 'secondaryKey'], name: nameRule(/^[A-Za-z0-9](?!.*--)[A-Za-z0-9-]*[A-Za-z0-9]$/, 1, 63, 'InvalidParameter'), globalName: taken('NameNotAvailable', 'An error occurred when trying to reserve the DNS name for the cache. This may be a transient issue, please try again. If the issue persists, the name {name} is not available.'),
    required: ['location', 'properties.sku'], defaults: { properties: { enableNonSslPort: false, redisVersion: '6.0', publicNetworkAccess: 'Enabled', redisConfiguration: { 'maxclients': '1000' } } },
    oneOf: { 'properties.sku.name': ['Basic', 'Standard', 'Premium'], 'properties.sku.family': ['C', 'P'] }, invalid: (path, value, allowed) => bad(`The value of the parameter 'properties.${path.replace('properties.', '')}' is invalid: '${value}'. Allowed: ${allowed.join(', ')}.`, 'InvalidParameter'),
    computed: { 'properties.hostName': host('redis'), 'properties.port': () => 6379, 'properties.sslPort': () => 6380, 'properties.linkedServers': () => [] },
    check: ({ body }) => {
      const [name, family, capacity] = ['name', 'family', 'capacity'].map((member) => valueAt(body, `properties.sku.${member}`));
      if ((name === 'Premium') !== (family === 'P')) throw bad("The value of the parameter 'properties.sku.family' does not fit the sku name: C is for Basic and Standard, P for Premium.", 'InvalidParameter');
      if (typeof capacity === 'number' && (capacity < 0 || capacity > 6)) throw bad("The value of the parameter 'properties.sku.capacity' is invalid: it has to be between 0 and 6.", 'InvalidParameter');
    },
    actions: [lists('listKeys', pair('primaryKey', 'secondaryKey')), regenerates('regenerateKey', (body) => (textAt(body, 'keyType') === 'Secondary' ? 'secondaryKey' : 'primaryKey'), pair('primaryKey', 'secondaryKey'))],
  }),
  located('Microsoft.Search/searchServices', {
    duration: 1500, keys: ['primaryKey', 'secondaryKey', 'query'], name: nameRule(/^[a-z0-9](?!.*--)[a-z0-9-]*[a-z0-9]$/, 2, 60, 'InvalidName'), globalName: taken('ServiceNameUnavailable', "The service name '{name}' is already in use."),
    defaults: { sku: { name: 'standard' }, properties: { replicaCount: 1, partitionCount: 1, hostingMode: 'default', publicNetworkAccess: 'enabled' } }, computed: { 'properties.status': () => 'running', 'properties.endpoint': host('search', 'https://', '/') },
    oneOf: { 'sku.name': ['free', 'basic', 'standard', 'standard2', 'standard3', 'storage_optimized_l1', 'storage_optimized_l2'] },
    actions: [lists('listAdminKeys', pair('primaryKey', 'secondaryKey')), lists('listQueryKeys', (request) => ({ value: [{ name: null, key: secretOf(request, 'query') }] }))],
  }),
  located('Microsoft.CognitiveServices/accounts', {
    duration: 1500, keys: ['key1', 'key2'], required: ['location', 'kind', 'sku.name'], name: nameRule(/^[A-Za-z0-9][\w.-]*$/, 2, 64, 'InvalidResourceName'),
    defaults: { properties: { publicNetworkAccess: 'Enabled', restore: false } },
    computed: {
      'properties.endpoint': ({ id, world }, body) => (textAt(body, 'properties.customSubDomainName') ? `https://${textAt(body, 'properties.customSubDomainName')!}.${textAt(body, 'kind') === 'OpenAI' ? 'openai.azure.com' : suffixOf(world, 'cognitive')}/` : `https://${textAt(body, 'location') ?? id.name}.api.cognitive.microsoft.com/`),
      'properties.internalId': kept('properties.internalId', ({ world }) => world.newId().replaceAll('-', '')), 'properties.isMigrated': () => false,
    },
    check: ({ body, world, id }) => {
      const domain = textAt(body, 'properties.customSubDomainName')?.toLowerCase();
      if (domain && world.list({ type: id.type }).some((other) => other.id.toLowerCase() !== id.id.toLowerCase() && textAt(other.body, 'properties.customSubDomainName')?.toLowerCase() === domain)) throw new ArmError(409, 'CustomDomainInUse', "Please pick a different name. The subdomain name '" + domain + "' is not available as it's already used by a resource. If it was recently deleted, please purge that resource first.");
    },
    actions: [lists('listKeys', pair('key1', 'key2')), regenerates('regenerateKey', (body) => textAt(body, 'keyName')?.toLowerCase(), pair('key1', 'key2')), { name: 'skus', method: 'GET', run: () => ({ value: [] }) }],
  }),
  { type: 'Microsoft.CognitiveServices/accounts/deployments', required: ['properties.model'], defaults: { sku: { name: 'Standard', capacity: 1 } } },
  located('Microsoft.CognitiveServices/accounts/projects'),
  located('Microsoft.ApiManagement/service', {
    duration: 5000, required: ['location', 'sku.name', 'properties.publisherEmail', 'properties.publisherName'], name: nameRule(/^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, 1, 50, 'InvalidParameters'), globalName: taken('ServiceAlreadyExists', 'Api service already exists: {name}'),
    defaults: { sku: { capacity: 1 }, properties: { notificationSenderEmail: 'apimgmt-noreply@mail.windowsazure.com', virtualNetworkType: 'None', publicNetworkAccess: 'Enabled', customProperties: {}, certificates: [] } },
    normalized: {
      'properties.hostnameConfigurations': ({ id, world }, body) => (listAt(body, 'properties.hostnameConfigurations').length ? valueAt(body, 'properties.hostnameConfigurations') : [{ type: 'Proxy', hostName: `${id.name}.${suffixOf(world, 'apiManagement')}`, negotiateClientCertificate: false, defaultSslBinding: true }]),
    },
    computed: {
      'properties.gatewayUrl': host('apiManagement', 'https://'), 'properties.gatewayRegionalUrl': ({ id, world }, body) => `https://${id.name}-${textAt(body, 'location') ?? ''}-01.regional.${suffixOf(world, 'apiManagement')}`,
      'properties.portalUrl': ({ id, world }) => `https://${id.name}.portal.${suffixOf(world, 'apiManagement')}`, 'properties.developerPortalUrl': ({ id, world }) => `https://${id.name}.developer.${suffixOf(world, 'apiManagement')}`, 'properties.managementApiUrl': ({ id, world }) => `https://${id.name}.management.${suffixOf(world, 'apiManagement')}`, 'properties.scmUrl': ({ id, world }) => `https://${id.name}.scm.${suffixOf(world, 'apiManagement')}`,
      'properties.publicIPAddresses': ({ id }) => [publicAddress(id.id)], 'properties.privateIPAddresses': (_request, body) => (textAt(body, 'properties.virtualNetworkType') === 'Internal' ? ['10.0.0.5'] : undefined),
      'properties.createdAtUtc': kept('properties.createdAtUtc', ({ world }) => world.now().toISOString()),
    },
  }),
  located('Microsoft.App/managedEnvironments', {
    duration: 2000, writeOnly: ['properties.appLogsConfiguration.logAnalyticsConfiguration.sharedKey'], defaults: { properties: { zoneRedundant: false } },
    once: { 'properties.defaultDomain': ({ id, world }, body) => `${id.name.slice(0, 12)}-${world.newId().slice(0, 8)}.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'containerApps')}` },
    computed: { 'properties.staticIp': ({ id }) => publicAddress(id.id) },
    check: (request) => {
      const subnet = textAt(request.body, 'properties.vnetConfiguration.infrastructureSubnetId');
      if (subnet && !findSubnet(request, subnet)) throw bad(`The infrastructure subnet '${subnet}' was not found.`, 'ManagedEnvironmentInvalidNetworkConfiguration');
    },
  }),
  located('Microsoft.App/containerApps', {
    duration: 2000, name: nameRule(/^[a-z](?!.*--)[a-z0-9-]*[a-z0-9]$/, 2, 32, 'ContainerAppInvalidName'),
    references: [{ path: 'properties.managedEnvironmentId', missing: (id) => bad(`The environment '${id}' does not exist.`, 'ManagedEnvironmentNotFound', 404) }, { path: 'properties.environmentId', missing: (id) => bad(`The environment '${id}' does not exist.`, 'ManagedEnvironmentNotFound', 404) }],
    writeOnly: ['properties.configuration.secrets[*].value', 'properties.configuration.registries[*].password'],
    computed: {
      'properties.configuration.ingress.fqdn': ({ id, world }, body) => (Object.keys(objectAt(body, 'properties.configuration.ingress')).length ? `${id.name}.${textAt(world.get(textAt(body, 'properties.managedEnvironmentId') ?? textAt(body, 'properties.environmentId') ?? '')?.body ?? {}, 'properties.defaultDomain') ?? suffixOf(world, 'containerApps')}` : undefined),
      'properties.latestRevisionName': ({ id }) => `${id.name}--0000001`, 'properties.runningStatus': () => 'Running', 'properties.outboundIpAddresses': ({ id }) => [publicAddress(id.id)],
    },
    actions: [{ name: 'listSecrets', run: () => ({ value: [] }) }],
  }),
  located('Microsoft.ContainerInstance/containerGroups', {
    duration: 1500, name: nameRule(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, 1, 63, 'InvalidContainerGroupName'), required: ['location'], defaults: { properties: { restartPolicy: 'Always', sku: 'Standard', osType: 'Linux', initContainers: [] } },
    writeOnly: ['properties.imageRegistryCredentials[*].password', 'properties.containers[*].properties.environmentVariables[*].secureValue'], normalized: { 'properties.ipAddress': groupAddress }, computed: { 'properties.instanceView': () => ({ events: [], state: 'Running' }) }, check: checkContainers,
    actions: ['start', 'stop', 'restart'].map((name) => ({ name, duration: 500, run: () => undefined })),
    quota: (body) => [{ name: 'ContainerGroups', localizedName: 'Container Groups', amount: 1, limit: 100 }, { name: 'StandardCores', localizedName: 'Standard Cores', amount: listAt(body, 'properties.containers').reduce((sum, one) => sum + Number(valueAt(one, 'properties.resources.requests.cpu') ?? 0), 0), limit: 100 }],
    quotaError: (demand, used, limit, location) => new ArmError(409, 'ContainerGroupQuotaReached', `Resource type 'Microsoft.ContainerInstance/containerGroups' container group quota '${demand.name}' exceeded in region '${location}'. Limit: '${limit}', Usage: '${used}' Requested: '${demand.amount}'.`),
  }),
  located('Microsoft.Cdn/profiles', { duration: 800, locations: 'all', required: ['location', 'sku.name'], computed: { 'properties.frontDoorId': kept('properties.frontDoorId', ({ world }) => world.newId()), 'properties.resourceState': () => 'Active' } }),
  { type: 'Microsoft.Cdn/profiles/endpoints', duration: 800, globalName: taken('BadRequest', 'The endpoint name {name} is already in use.'), defaults: { properties: { isHttpAllowed: true, isHttpsAllowed: true, queryStringCachingBehavior: 'IgnoreQueryString' } }, computed: { 'properties.hostName': host('cdn'), 'properties.resourceState': () => 'Running' }, normalized: { 'properties.originHostHeader': (_request, body) => textAt(body, 'properties.originHostHeader') ?? textAt(listAt(body, 'properties.origins')[0] ?? {}, 'properties.hostName') },
    check: ({ body }) => { if (!listAt(body, 'properties.origins').length) throw bad('Endpoint needs at least one origin.', 'BadRequest'); } },
  { type: 'Microsoft.Cdn/profiles/afdEndpoints', defaults: { properties: { enabledState: 'Enabled' } }, once: { 'properties.hostName': ({ id, world }) => `${id.name}-${world.newKey(8).toLowerCase().replace(/[^a-z0-9]/g, '').padEnd(8, 'x').slice(0, 8)}.z01.${suffixOf(world, 'frontDoor')}` }, computed: { 'properties.deploymentStatus': () => 'NotStarted' } },
  { type: 'Microsoft.Cdn/profiles/customDomains', required: ['properties.hostName'], once: { 'properties.validationProperties': ({ world }) => ({ validationToken: world.newId().replaceAll('-', ''), expirationDate: new Date(world.now().getTime() + 7 * 86_400_000).toISOString() }) }, computed: { 'properties.domainValidationState': () => 'Pending' } },
  located('Microsoft.Logic/workflows', {
    duration: 0,    defaults: { properties: { state: 'Enabled', parameters: {} } }, once: { 'properties.createdTime': ({ world }) => world.now().toISOString() }, computed: { 'properties.accessEndpoint': ({ id, world }, body) => `https://prod-00.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'logic')}:443/workflows/${Buffer.from(id.name).toString('hex').slice(0, 32)}`, 'properties.version': () => '08585000000000000000' },
    // Triggers can be read and called below the workflow.
    finish: (request, result) => ({ ...result, others: Object.keys(objectAt(result.body, 'properties.definition.triggers')).map((name) => ({ id: `${request.id.id}/triggers/${name}`, body: { properties: { provisioningState: 'Succeeded', state: 'Enabled' } } })) }),
    actions: [lists('listCallbackUrl', callback), { name: 'enable', run: () => undefined }, { name: 'disable', run: () => undefined }],
  }),
  { type: 'Microsoft.Logic/workflows/triggers', actions: [lists('listCallbackUrl', callback), { name: 'run', run: () => undefined }] },
  located('Microsoft.Logic/integrationAccounts', { duration: 500, noProvisioningState: true, required: ['location', 'sku.name'], actions: [lists('listCallbackUrl', callback)] }),
  located('Microsoft.DataFactory/factories', { duration: 0, name: nameRule(/^[A-Za-z0-9](?!.*--)[A-Za-z0-9-]*[A-Za-z0-9]$/, 3, 63, 'InvalidResourceName'), globalName: taken('DataFactoryNameInUse', 'The specified resource name "{name}" is already in use. Resource names must be globally unique.'), once: { 'properties.createTime': ({ world }) => world.now().toISOString() }, computed: { 'properties.version': () => '2018-06-01' } }),
  located('Microsoft.DataLakeStore/accounts', { globalName: taken('AccountNameInUse'), computed: { 'properties.endpoint': ({ id }) => `${id.name}.azuredatalakestore.net`, 'properties.state': () => 'Active' } }),
  located('Microsoft.DataLakeAnalytics/accounts', { globalName: taken('AccountNameInUse'), computed: { 'properties.endpoint': ({ id }) => `${id.name}.azuredatalakeanalytics.net`, 'properties.state': () => 'Active' } }),
  located('Microsoft.Devices/IotHubs', {
    duration: 1500, required: ['location', 'sku.name'], keys: ['primaryKey', 'secondaryKey'], name: nameRule(/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, 3, 50, 'BadRequest'), globalName: taken('409001', 'IotHub name {name} is not available'), computed: { 'properties.hostName': host('devices'), 'properties.state': () => 'Active', 'properties.eventHubEndpoints': ({ id, world }) => ({ events: { retentionTimeInDays: 1, partitionCount: 4, partitionIds: ['0', '1', '2', '3'], path: id.name, endpoint: `sb://iothub-ns-${id.name}.${suffixOf(world, 'serviceBus')}/` } }) },
    actions: [lists('listKeys', (request) => ({ value: ['iothubowner', 'service', 'device', 'registryRead', 'registryReadWrite'].map((keyName) => ({ keyName, primaryKey: secretOf(request, 'primaryKey'), secondaryKey: secretOf(request, 'secondaryKey'), rights: 'RegistryWrite, ServiceConnect, DeviceConnect' })) }))],
  }),
  located('Microsoft.Devices/provisioningServices', { duration: 1500, computed: { 'properties.state': () => 'Active', 'properties.deviceProvisioningHostName': () => 'global.azure-devices-provisioning.net', 'properties.serviceOperationsHostName': ({ id }) => `${id.name}.azure-devices-provisioning.net`, 'properties.idScope': () => '0ne00000000' } }),
  located('Microsoft.SignalRService/SignalR', { duration: 1000, keys: ['primaryKey', 'secondaryKey'], computed: { 'properties.hostName': host('signalR'), 'properties.publicPort': () => 443, 'properties.serverPort': () => 443 }, actions: [lists('listKeys', (request) => ({ ...(pair('primaryKey', 'secondaryKey')(request) as JsonObject), primaryConnectionString: `Endpoint=https://${textAt(request.resource.body, 'properties.hostName') ?? ''};AccessKey=${secretOf(request, 'primaryKey')};Version=1.0;` }))] }),
  located('Microsoft.SignalRService/WebPubSub', { duration: 1000, keys: ['primaryKey', 'secondaryKey'], computed: { 'properties.hostName': host('webPubSub') }, actions: [lists('listKeys', pair('primaryKey', 'secondaryKey'))] }),
  located('Microsoft.AppConfiguration/configurationStores', {
    duration: 1000, required: ['location', 'sku.name'], keys: ['primary', 'secondary'], name: nameRule(/^[A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?$/, 5, 50, 'InvalidRequest'), globalName: taken('NameUnavailable', "The specified name '{name}' is already in use."), defaults: { properties: { disableLocalAuth: false, enablePurgeProtection: false, softDeleteRetentionInDays: 7, encryption: {} } }, once: { 'properties.creationDate': ({ world }) => world.now().toISOString() }, computed: { 'properties.endpoint': host('appConfiguration', 'https://') },
    actions: [lists('listKeys', (request) => ({ value: ['primary', 'secondary'].map((name, index) => ({ id: `${index}-l0-s0`, name: index ? 'Secondary' : 'Primary', value: secretOf(request, name), connectionString: `Endpoint=${textAt(request.resource.body, 'properties.endpoint') ?? ''};Id=${index}-l0-s0;Secret=${secretOf(request, name)}`, readOnly: false })) }))],
  }),
  { type: 'Microsoft.AppConfiguration/configurationStores/keyValues', noProvisioningState: true, once: { 'properties.lastModified': ({ world }) => world.now().toISOString(), 'properties.eTag': ({ world }) => world.newId().replaceAll('-', '') }, computed: { 'properties.key': ({ id }) => decodeURIComponent(id.name.replaceAll('~', '%')).split('$')[0]!, 'properties.label': ({ id }) => id.name.split('$')[1], 'properties.locked': () => false } },
  ...['topics', 'domains', 'partnerNamespaces'].map((name) => located(`Microsoft.EventGrid/${name}`, { duration: 800, keys: ['key1', 'key2'], name: nameRule(/^[A-Za-z0-9-]+$/, 3, 50, 'InvalidRequest'), defaults: { properties: { inputSchema: 'EventGridSchema', publicNetworkAccess: 'Enabled' } }, computed: { 'properties.endpoint': ({ id, world }, body) => `https://${id.name}.${textAt(body, 'location') ?? ''}-1.${suffixOf(world, 'eventGrid')}/api/events` }, actions: [lists('listKeys', pair('key1', 'key2')), regenerates('regenerateKey', (body) => textAt(body, 'keyName')?.toLowerCase(), pair('key1', 'key2'))] })),
  located('Microsoft.EventGrid/systemTopics', { duration: 500 }),
  located('Microsoft.Automation/automationAccounts', {
    duration: 0, noProvisioningState: true, keys: ['Primary', 'Secondary'], name: nameRule(/^[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/, 6, 50, 'BadRequest'), required: ['location', 'properties'], defaults: { properties: { state: 'Ok', sku: { name: 'Basic' } } },
    once: { 'properties.creationTime': ({ world }) => world.now().toISOString(), 'properties.automationHybridServiceUrl': ({ world }, body) => `https://${world.newId()}.jrds.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'automation')}/automationAccounts/${world.newId()}` }, computed: { 'properties.registrationUrl': ({ id, world }, body) => `https://${textAt(body, 'location') ?? ''}-agentservice-prod-1.${suffixOf(world, 'automation')}/accounts/${id.name}` },
    actions: [lists('listKeys', (request) => ({ keys: ['Primary', 'Secondary'].map((KeyName) => ({ KeyName, Permissions: 'Full', Value: secretOf(request, KeyName), keyName: KeyName, value: secretOf(request, KeyName) })) })), { name: 'agentRegistrationInformation', method: 'GET', run: (request) => ({ keys: { primary: secretOf(request, 'Primary'), secondary: secretOf(request, 'Secondary') }, endpoint: textAt(request.resource.body, 'properties.registrationUrl') ?? '' }) }],
  }),
  { type: 'Microsoft.Automation/automationAccounts/variables', noProvisioningState: true, check: ({ body, id }) => { const value = textAt(body, 'properties.value'); if (value !== undefined && value !== '') try { JSON.parse(value); } catch { throw bad(`Invalid JSON - Kindly check the value of the variable '${id.name}'.`, 'BadRequest'); } } },
  { type: 'Microsoft.Automation/automationAccounts/credentials', noProvisioningState: true, writeOnly: ['properties.password'] },
  ...['runbooks', 'schedules', 'modules', 'configurations'].map((name): TypeRow => ({ type: `Microsoft.Automation/automationAccounts/${name}`, ...(name === 'schedules' ? { noProvisioningState: true } : { defaults: { properties: { state: 'Published' } } }) })),
  located('Microsoft.Databricks/workspaces', { duration: 2500, required: ['location', 'properties.managedResourceGroupId'], defaults: { sku: { name: 'standard' } }, once: { 'properties.workspaceId': ({ id }) => Array.from(id.id).reduce((sum, letter) => (sum * 33 + letter.charCodeAt(0)) % 9_000_000_000_000_000, 5381).toString() }, computed: { 'properties.workspaceUrl': ({ world }, body) => `adb-${textAt(body, 'properties.workspaceId') ?? ''}.${Number((textAt(body, 'properties.workspaceId') ?? '0').slice(-2)) % 20}.${suffixOf(world, 'databricks')}`, 'properties.storageAccountIdentity': kept('properties.storageAccountIdentity', ({ world, caller }) => ({ principalId: world.newId(), tenantId: caller.tenantId, type: 'SystemAssigned' })), 'properties.managedDiskIdentity': kept('properties.managedDiskIdentity', ({ world, caller }) => ({ principalId: world.newId(), tenantId: caller.tenantId, type: 'SystemAssigned' })) } }),
  located('Microsoft.HDInsight/clusters', { duration: 4000, writeOnly: ['properties.clusterDefinition.configurations.gateway', 'properties.storageProfile.storageaccounts[*].key', 'properties.computeProfile.roles[*].osProfile.linuxOperatingSystemProfile.password'], computed: { 'properties.clusterState': () => 'Running', 'properties.connectivityEndpoints': ({ id, world }) => [{ name: 'SSH', protocol: 'TCP', location: `${id.name}-ssh.${suffixOf(world, 'hdInsight')}`, port: 22 }, { name: 'HTTPS', protocol: 'TCP', location: `${id.name}.${suffixOf(world, 'hdInsight')}`, port: 443 }], 'properties.clusterHdpVersion': () => '3.6.1000.67', 'properties.createdDate': kept('properties.createdDate', ({ world }) => world.now().toISOString()), 'properties.quotaInfo': () => ({ coresUsed: 20 }) } }),
  located('Microsoft.Synapse/workspaces', { duration: 3000, writeOnly: ['properties.sqlAdministratorLoginPassword'], globalName: taken('WorkspaceNameExists', 'The workspace name {name} is already taken.'), once: { 'properties.workspaceUID': ({ world }) => world.newId() }, computed: { 'properties.connectivityEndpoints': ({ id, world }) => ({ web: `https://web.azuresynapse.net?workspace=${encodeURIComponent(id.id)}`, dev: `https://${id.name}.dev.${suffixOf(world, 'synapse')}`, sqlOnDemand: `${id.name}-ondemand.sql.${suffixOf(world, 'synapse')}`, sql: `${id.name}.sql.${suffixOf(world, 'synapse')}` }) } }),
  located('Microsoft.Kusto/clusters', { duration: 3000, required: ['location', 'sku.name'], name: nameRule(/^[a-z][a-z0-9]*$/, 4, 22, 'InvalidName'), globalName: taken('NameNotAvailable'), computed: { 'properties.state': () => 'Running', 'properties.uri': ({ id, world }, body) => `https://${id.name}.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'kusto')}`, 'properties.dataIngestionUri': ({ id, world }, body) => `https://ingest-${id.name}.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'kusto')}`, 'properties.privateEndpointConnections': () => [] } }),
  { type: 'Microsoft.Kusto/clusters/databases' },
  located('Microsoft.MachineLearningServices/workspaces', { duration: 2500, defaults: { kind: 'Default', sku: { name: 'Basic', tier: 'Basic' }, properties: { hbiWorkspace: false, publicNetworkAccess: 'Enabled' } }, once: { 'properties.workspaceId': ({ world }) => world.newId() }, computed: { 'properties.discoveryUrl': (_request, body) => `https://${textAt(body, 'location') ?? ''}.api.azureml.ms/discovery`, 'properties.mlFlowTrackingUri': ({ id }, body) => `azureml://${textAt(body, 'location') ?? ''}.api.azureml.ms/mlflow/v1.0${id.id}`, 'properties.notebookInfo': ({ id }) => ({ fqdn: `ml-${id.name}-notebook.notebooks.azure.net`, resourceId: id.name }) }, references: [{ path: 'properties.encryption.keyVaultProperties.keyVaultArmId', missing: resourceNotFound }, { path: 'properties.storageAccount', missing: (id) => bad(`Storage account '${id}' was not found.`, 'ValidationError') }, { path: 'properties.keyVault', missing: (id) => bad(`Key vault '${id}' was not found.`, 'ValidationError') }], actions: [lists('listKeys', () => ({})), { name: 'listNotebookKeys', run: ({ world }) => ({ primaryAccessKey: world.newKey(), secondaryAccessKey: world.newKey() }) }] }),
  { type: 'Microsoft.MachineLearningServices/workspaces/jobs', computed: { 'properties.services': ({ id }, body) => ({ ...objectAt(body, 'properties.services'), Studio: { jobServiceType: 'Studio', port: null, endpoint: `https://ml.azure.com/runs/${id.name}?wsid=${id.parent ?? ''}` } }), 'properties.status': () => 'Completed' } },
  { type: 'Microsoft.MachineLearningServices/workspaces/environments', noProvisioningState: true, computed: { 'properties.latestVersion': () => '1' } },
  ...['computes', 'onlineEndpoints', 'batchEndpoints'].map((name): TypeRow => ({ type: `Microsoft.MachineLearningServices/workspaces/${name}`, duration: 1000, ...(name === 'computes' ? {} : { computed: { 'properties.scoringUri': ({ id }, body) => `https://${id.name}.${textAt(body, 'location') ?? ''}.inference.ml.azure.com/score` } }) })),
  located('Microsoft.RecoveryServices/vaults', { duration: 1000, required: ['location', 'sku.name'], name: nameRule(/^[A-Za-z][A-Za-z0-9-]*$/, 2, 50, 'InvalidResourceName'), computed: { 'properties.privateEndpointStateForBackup': () => 'None', 'properties.privateEndpointStateForSiteRecovery': () => 'None' } }),
  { type: 'Microsoft.RecoveryServices/vaults/backupPolicies', noProvisioningState: true, required: ['properties'] },
  { type: 'Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems', references: [{ path: 'properties.sourceResourceId', missing: (id) => bad(`Azure Virtual Machine not found: '${id}'.`, 'BMSUserErrorObjectNotFound', 404) }] },
  located('Microsoft.LabServices/labs', { references: [{ path: 'properties.labPlanId', missing: resourceNotFound }] }),
  located('Microsoft.StoragePool/diskPools', { duration: 3000, references: [{ path: 'properties.subnetId', missing: resourceNotFound }, { path: 'properties.disks[*].id', missing: resourceNotFound }] }),
  located('Microsoft.MobileNetwork/packetCoreControlPlanes', { duration: 3000, references: [{ path: 'properties.sites[*].id', missing: resourceNotFound }, { path: 'properties.platform.azureStackEdgeDevice.id', missing: resourceNotFound }] }),
  { type: 'Microsoft.Cdn/profiles/secrets', references: [{ path: 'properties.parameters.secretSource.id', missing: (id) => bad(`The secret '${id}' was not found, or the profile has no permission to read it.`) }] },
  located('Microsoft.AzureStackHCI/clusters', { duration: 1000, once: { 'properties.cloudId': ({ world }) => world.newId(), 'properties.aadTenantId': ({ caller }) => caller.tenantId }, computed: { 'properties.status': () => 'ConnectedRecently', 'properties.connectivityStatus': () => 'Connected' } }),
  located('Microsoft.Dashboard/grafana', { duration: 2000, computed: { 'properties.endpoint': ({ id }, body) => `https://${id.name}-h4sh.${textAt(body, 'location') ?? ''}.grafana.azure.com`, 'properties.grafanaVersion': () => '11' } }),
  located('Microsoft.AppPlatform/Spring', { duration: 3000, computed: { 'properties.fqdn': ({ id }) => `${id.name}.azuremicroservices.io`, 'properties.powerState': () => 'Running' }, actions: [lists('listTestKeys', (request) => ({ primaryKey: secretOf(request, 'primaryKey') }))], keys: ['primaryKey'] }),
  { type: 'Microsoft.AppPlatform/Spring/apps', duration: 500, computed: { 'properties.url': ({ id }, body) => (valueAt(body, 'properties.public') === true ? `https://${id.names[0]!}-${id.name}.azuremicroservices.io` : undefined), 'properties.fqdn': ({ id }) => `${id.names[0]!}.azuremicroservices.io` } },
  located('Microsoft.ServiceFabric/clusters', { duration: 3000, computed: { 'properties.clusterEndpoint': ({ world }, body) => `https://${textAt(body, 'location') ?? ''}.servicefabric.${world.cloud === 'government' ? 'azure.us' : 'azure.com'}`, 'properties.clusterState': () => 'Ready', 'properties.clusterId': kept('properties.clusterId', ({ world }) => world.newId()) } }),
  located('Microsoft.Maps/accounts', { duration: 0, locations: 'all', required: ['sku.name'], keys: ['primaryKey', 'secondaryKey'], once: { 'properties.uniqueId': ({ world }) => world.newId() }, actions: [lists('listKeys', pair('primaryKey', 'secondaryKey'))] }),
  located('Microsoft.DesktopVirtualization/hostPools', { duration: 800, noProvisioningState: true, required: ['location', 'properties.hostPoolType', 'properties.loadBalancerType', 'properties.preferredAppGroupType'], once: { 'properties.objectId': ({ world }) => world.newId() }, normalized: { 'properties.registrationInfo': (_request, body) => (Object.keys(objectAt(body, 'properties.registrationInfo')).length ? { ...objectAt(body, 'properties.registrationInfo'), token: 'sandbox-registration-token' } : undefined) }, actions: [lists('listRegistrationTokens', ({ resource, world }) => ({ value: [{ token: `eyJ-sandbox-${resource.name}`, expirationTime: new Date(world.now().getTime() + 86_400_000).toISOString() }] })), lists('retrieveRegistrationToken', ({ resource }) => ({ token: `eyJ-sandbox-${resource.name}` }))] }),
  located('Microsoft.NetApp/netAppAccounts/capacityPools/volumes', { duration: 1000, required: ['location', 'properties.creationToken', 'properties.subnetId', 'properties.usageThreshold'], computed: { 'properties.mountTargets': ({ id }, body) => [{ ipAddress: '10.0.2.4', smbServerFqdn: `${id.name}.contoso.com`, smbServerFQDN: `${id.name}.contoso.com`, fileSystemId: textAt(body, 'properties.fileSystemId') ?? '' }] }, check: (request) => { const subnet = textAt(request.body, 'properties.subnetId'); if (subnet && !findSubnet(request, subnet)) throw bad(`The subnet '${subnet}' was not found.`, 'SubnetNotFound'); } }),
  located('Microsoft.TimeSeriesInsights/environments', { duration: 1000, computed: { 'properties.dataAccessId': kept('properties.dataAccessId', ({ world }) => world.newId()), 'properties.dataAccessFQDN': (_request, body) => `${textAt(body, 'properties.dataAccessId') ?? ''}.env.timeseries.azure.com` } }),
  located('Microsoft.Purview/accounts', { duration: 2000, computed: { 'properties.endpoints': ({ id }) => ({ catalog: `https://${id.name}.purview.azure.com/catalog`, guardian: `https://${id.name}.purview.azure.com/guardian`, scan: `https://${id.name}.purview.azure.com/scan` }) } }),
  located('Microsoft.Attestation/attestationProviders', { duration: 500, noProvisioningState: true, computed: { 'properties.attestUri': ({ id }, body) => `https://${id.name}.${textAt(body, 'location') ?? ''}.attest.azure.net`, 'properties.status': () => 'Ready' } }),
  located('Microsoft.Network/frontDoors', { duration: 1500, locations: 'global', computed: { 'properties.frontdoorId': kept('properties.frontdoorId', ({ world }) => world.newId()), 'properties.cname': host('frontDoor'), 'properties.resourceState': () => 'Enabled' } }),
  located('Microsoft.CertificateRegistration/certificateOrders', { locations: 'global', computed: { 'properties.domainVerificationToken': kept('properties.domainVerificationToken', ({ world }) => world.newId().replaceAll('-', '')), 'properties.status': () => 'Pendingissuance' } }),
];
