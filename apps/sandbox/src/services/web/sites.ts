import type { Json, JsonObject } from '@cloudwright/engine';
import { createHash } from 'node:crypto';
import { ArmError } from '../../wire/arm-error.ts';
import type { Action, ResourceRequest, WriteRequest, WriteResult } from '../../wire/provider.ts';
import { isObject, listAt, objectAt, propertiesOf, setAt, textAt, valueAt, without } from '../body.ts';
import { publicAddress } from '../network/interfaces.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { bodyOf, secretOf, type TypeRow } from '../type-row.ts';

export const SITE = 'Microsoft.Web/sites';
const SLOT = `${SITE}/slots`;

const SITE_NAME = { pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/, min: 2, max: 60, code: 'BadRequest', message: (name: string) => `The site name '${name}' is invalid: it can contain letters, digits and '-', must not begin or end with '-' and has 2 to 60 characters.` };

/** Names of the configuration resources that hold settings as a map; their values are answered by POST …/list only. */
const settingMaps = ['appsettings', 'connectionstrings', 'azurestorageaccounts', 'metadata', 'backup', 'authsettings', 'pushsettings'];

/** [{name, value}] of siteConfig becomes the map that config/appsettings holds. */
const settingsOf = (site: JsonObject): JsonObject => Object.fromEntries(listAt(site, 'properties.siteConfig.appSettings').flatMap((item): [string, Json][] => (typeof item['name'] === 'string' ? [[item['name'], item['value'] ?? '']] : [])));
const connectionsOf = (site: JsonObject): JsonObject => Object.fromEntries(listAt(site, 'properties.siteConfig.connectionStrings').flatMap((item): [string, Json][] => (typeof item['name'] === 'string' ? [[item['name'], { value: item['connectionString'] ?? '', type: item['type'] ?? 'Custom' }]] : [])));

/** What config/web answers when nothing else was said. */
const CONFIG: JsonObject = {
  numberOfWorkers: 1, netFrameworkVersion: 'v4.0', phpVersion: '', pythonVersion: '', nodeVersion: '', powerShellVersion: '', linuxFxVersion: '', windowsFxVersion: null, requestTracingEnabled: false, remoteDebuggingEnabled: false, httpLoggingEnabled: false,
  acrUseManagedIdentityCreds: false, logsDirectorySizeLimit: 35, detailedErrorLoggingEnabled: false, publishingUsername: '', scmType: 'None', use32BitWorkerProcess: true, webSocketsEnabled: false, alwaysOn: false, managedPipelineMode: 'Integrated',
  loadBalancing: 'LeastRequests', autoHealEnabled: false, vnetName: '', vnetRouteAllEnabled: false, cors: null, localMySqlEnabled: false, ipSecurityRestrictions: [], scmIpSecurityRestrictions: [], scmIpSecurityRestrictionsUseMain: false,
  http20Enabled: false, minTlsVersion: '1.2', scmMinTlsVersion: '1.2', ftpsState: 'FtpsOnly', preWarmedInstanceCount: 0, functionAppScaleLimit: 0, minimumElasticInstanceCount: 0,
};

const hostOf = (request: WriteRequest): string => {
  const [site = '', slot] = request.id.names;
  return `${site.toLowerCase()}${slot ? `-${slot.toLowerCase()}` : ''}.${suffixOf(request.world, 'sites')}`;
};

const outbound = (id: string): string => [0, 1, 2, 3].map((index) => publicAddress(`${id}#${index}`)).join(',');

function checkSite(request: WriteRequest): void {
  const { body, id } = request;
  const plan = textAt(body, 'properties.serverFarmId');
  if (plan) {
    const planId = plan.startsWith('/') ? plan : `${id.scope}/providers/Microsoft.Web/serverfarms/${plan}`;
    const found = bodyOf(request, planId);
    if (!found) throw new ArmError(404, 'NotFound', `Cannot find Server farm with name ${planId.split('/').at(-1)!}.`);
    const linux = valueAt(found, 'properties.reserved') === true;
    const kind = textAt(body, 'kind') ?? 'app';
    if (kind.includes('linux') && !linux && !kind.includes('container')) throw new ArmError(409, 'Conflict', `There was a conflict. The Linux site '${id.name}' cannot run on the Windows server farm '${planId.split('/').at(-1)!}'.`);
    if (valueAt(body, 'properties.siteConfig.alwaysOn') === true && ['Free', 'Dynamic', 'Shared'].includes(textAt(found, 'sku.tier') ?? '')) throw new ArmError(409, 'Conflict', "There was a conflict. AlwaysOn cannot be set for this site as the plan does not allow it. For more information on pricing and features, please see: https://aka.ms/appservicepricingdetails");
  }
  const subnet = textAt(body, 'properties.virtualNetworkSubnetId');
  if (subnet && !findSubnet(request, subnet)) throw new ArmError(404, 'NotFound', `Cannot find Subnet with name ${subnet.split('/').at(-1)!}.`);
}

/** Pulls settings out of siteConfig into the configuration resources; makes the site's keys and publishing user. */
function finishSite(request: WriteRequest, result: WriteResult): WriteResult {
  const { world, id, existing } = request;
  const sent = objectAt(request.body, 'properties.siteConfig');
  const key = (name: string): Json => existing?.secret[name] ?? world.newKey(40);
  const before = bodyOf(request, `${id.id}/config/web`);
  const web = { ...CONFIG, ...propertiesOf(before ?? {}), ...Object.fromEntries(Object.entries(sent).filter(([name]) => !['appsettings', 'connectionstrings'].includes(name.toLowerCase()))) };
  const inline: [string, JsonObject][] = [];
  if (Array.isArray(sent['appSettings'])) inline.push(['appsettings', settingsOf(request.body)]);
  if (Array.isArray(sent['connectionStrings'])) inline.push(['connectionstrings', connectionsOf(request.body)]);
  let body = without(without(result.body, 'properties.siteConfig.appSettings'), 'properties.siteConfig.connectionStrings');
  const plan = textAt(body, 'properties.serverFarmId');
  if (plan && !plan.startsWith('/')) body = setAt(body, 'properties.serverFarmId', `${id.scope}/providers/Microsoft.Web/serverfarms/${plan}`);
  return {
    ...result, body,
    secret: { ...result.secret, masterKey: key('masterKey'), defaultKey: key('defaultKey'), publishingPassword: key('publishingPassword') },
    others: [{ id: `${id.id}/config/web`, body: { properties: web } }, ...inline.map(([name, properties]) => ({ id: `${id.id}/config/${name}`, body: { properties } }))],
  };
}

const planSku = (request: WriteRequest, body: JsonObject): string => textAt(bodyOf(request, textAt(body, 'properties.serverFarmId') ?? '') ?? {}, 'sku.tier') ?? 'Dynamic';

const settings = ({ world, resource }: ResourceRequest, name: string): JsonObject => propertiesOf(world.get(`${resource.id}/config/${name}`)?.body ?? {});

const listMap = (name: string): Action => ({
  name: `config/${name}/list`,
  run: (request) => ({ id: `${request.resource.id}/config/${name}`, name, type: `${request.resource.type}/config`, location: request.resource.body['location'] ?? '', properties: settings(request, name) }),
  list: true,
});

const publishing = (request: ResourceRequest): Json => {
  const { resource } = request;
  const user = `$${resource.id.split('/sites/')[1]!.replace('/slots/', '__')}`;
  const scm = (textAt(resource.body, 'properties.defaultHostName') ?? '').replace('.', '.scm.');
  return { id: `${resource.id}/publishingcredentials/${user}`, name: user, type: 'Microsoft.Web/sites/publishingcredentials', properties: { name: null, publishingUserName: user, publishingPassword: secretOf(request, 'publishingPassword'), scmUri: `https://${user}:${secretOf(request, 'publishingPassword')}@${scm}` } };
};

const hostKeys = (request: ResourceRequest): Json => ({ masterKey: secretOf(request, 'masterKey'), functionKeys: { default: secretOf(request, 'defaultKey') }, systemKeys: {} });

const setState = (name: string, state: string): Action => ({
  name,
  run: ({ world, resource }) => {
    world.put({ id: resource.id, body: setAt(resource.body, 'properties.state', state), secret: resource.secret });
    return undefined;
  },
});

const siteActions: Action[] = [
  ...settingMaps.map(listMap),
  { name: 'config/publishingcredentials/list', run: publishing, list: true },
  { name: 'publishxml', run: publishing }, { name: 'host/default/listkeys', run: hostKeys, list: true }, { name: 'listHostKeys', run: hostKeys },
  { name: 'functions/admin/token', method: 'GET', run: ({ world }) => world.newKey(48) },
  { name: 'host/default/sync', run: () => undefined }, { name: 'syncfunctiontriggers', run: () => undefined }, { name: 'listsyncfunctiontriggerstatus', run: () => ({}) },
  setState('start', 'Running'), setState('stop', 'Stopped'), { name: 'restart', run: () => undefined },
  { name: 'usages', method: 'GET', run: () => ({ value: [] }) },
  { name: 'slotsswap', duration: 1500, run: () => undefined },
];

const siteRow = (type: string): TypeRow => ({
  type, locations: 'all', duration: 1500, deleteDuration: 0, required: ['location'], noProvisioningState: true,
  name: type === SITE ? SITE_NAME : { ...SITE_NAME, min: 1 },
  ...(type === SITE ? { globalName: { code: 'Conflict', message: (name: string) => `Website with given name ${name} already exists.` } } : {}),
  defaults: { kind: 'app', properties: { enabled: true, state: 'Running', reserved: false, isXenon: false, hyperV: false, clientAffinityEnabled: true, clientCertEnabled: false, httpsOnly: false, hostNamesDisabled: false, redundancyMode: 'None', containerSize: 0, dailyMemoryTimeQuota: 0, scmSiteAlsoStopped: false, storageAccountRequired: false, keyVaultReferenceIdentity: 'SystemAssigned', publicNetworkAccess: 'Enabled' } },
  computed: {
    'properties.defaultHostName': (request) => hostOf(request),
    'properties.hostNames': (request) => [hostOf(request)],
    'properties.enabledHostNames': (request) => [hostOf(request), hostOf(request).replace('.', '.scm.')],
    'properties.repositorySiteName': ({ id }) => id.names[0]!,
    'properties.usageState': () => 'Normal', 'properties.availabilityState': () => 'Normal', 'properties.resourceGroup': ({ id }) => id.resourceGroup ?? '',
    'properties.sku': (request, body) => planSku(request, body),
    'properties.outboundIpAddresses': ({ id }) => outbound(id.id), 'properties.possibleOutboundIpAddresses': ({ id }) => outbound(id.id), 'properties.inboundIpAddress': ({ id }) => publicAddress(id.id),
    'properties.customDomainVerificationId': ({ id }) => createHash('sha256').update(id.subscriptionId ?? '').digest('hex').toUpperCase(),
    'properties.hostNameSslStates': (request) => [{ name: hostOf(request), sslState: 'Disabled', hostType: 'Standard' }, { name: hostOf(request).replace('.', '.scm.'), sslState: 'Disabled', hostType: 'Repository' }],
    'properties.state': ({ existing }) => textAt(existing?.body ?? {}, 'properties.state') ?? 'Running',
  },
  check: checkSite,
  finish: finishSite,
  actions: siteActions,
});

const functionRow: TypeRow = {
  type: `${SITE}/functions`, noProvisioningState: true,
  computed: {
    'properties.name': ({ id }) => id.name,
    'properties.function_app_id': ({ id }) => id.parent ?? '',
    'properties.invoke_url_template': ({ id, world }) => `https://${id.names[0]!.toLowerCase()}.${suffixOf(world, 'sites')}/api/${id.name}`,
    'properties.href': ({ id, world }) => `https://${id.names[0]!.toLowerCase()}.${suffixOf(world, 'sites')}/admin/functions/${id.name}`,
  },
  normalized: {
    'properties.isDisabled': (_request, body) => valueAt(body, 'properties.isDisabled') ?? false,
    'properties.language': (_request, body) => textAt(body, 'properties.language') ?? 'node',
  },
  keys: ['default'],
  actions: [{ name: 'listkeys', run: (request) => ({ default: secretOf(request, 'default') }) }, { name: 'listsecrets', run: (request) => ({ key: secretOf(request, 'default'), trigger_url: textAt(request.resource.body, 'properties.invoke_url_template') ?? '' }) }],
};

const configRow = (type: string): TypeRow => ({
  type: `${type}/config`, noProvisioningState: true,
  singletons: [...settingMaps, 'web', 'slotConfigNames', 'logs', 'authsettingsV2', 'ftp', 'configreferences'],
  defaults: ({ id }) => (id.name.toLowerCase() === 'web' ? { properties: CONFIG } : {}),
  check: ({ body, id }) => {
    if (id.name.toLowerCase() !== 'appsettings') return;
    for (const [name, value] of Object.entries(propertiesOf(body))) if (value !== null && typeof value === 'object') throw new ArmError(400, 'BadRequest', `The parameter properties has an invalid value: the value of app setting '${name}' must be text.`);
  },
});

const simple = (type: string, name: string, row: Partial<TypeRow> = {}): TypeRow => ({ type: `${type}/${name}`, noProvisioningState: true, ...row });

/** Sites, slots and what belongs to them. */
export const siteRows: TypeRow[] = [
  siteRow(SITE), siteRow(SLOT), configRow(SITE), configRow(SLOT), functionRow,
  ...[SITE, SLOT].flatMap((type) => [
    simple(type, 'sourcecontrols', { singletons: ['web'], required: ['properties'] }),
    simple(type, 'extensions', { computed: { 'properties.status': () => 4, 'properties.complete': () => true, 'properties.provisioningState': () => 'Succeeded' } }),
    simple(type, 'siteextensions'), simple(type, 'networkConfig', { singletons: ['virtualNetwork'] }), simple(type, 'virtualNetworkConnections'), simple(type, 'publicCertificates'),
    simple(type, 'basicPublishingCredentialsPolicies', { singletons: ['ftp', 'scm'] }), simple(type, 'privateEndpointConnections'), simple(type, 'hybridConnectionNamespaces'),
    simple(type, 'hostNameBindings', {
      check: ({ body, id, world }) => {
        const own = `${id.names[0]!.toLowerCase()}.${suffixOf(world, 'sites')}`;
        if (id.name.toLowerCase() !== own && !textAt(body, 'properties.siteName') && isObject(body['properties']) && !id.name.includes('.')) throw new ArmError(400, 'BadRequest', `Hostname '${id.name}' is not a valid domain name.`);
      },
    }),
  ]),
];
