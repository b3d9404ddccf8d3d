import type { JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, WriteRequest } from '../../wire/provider.ts';
import { parseAddress } from '../network/address-range.ts';
import { objectAt, textAt, valueAt } from '../body.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { typeOf, type TypeRow } from '../type-row.ts';

const SERVER = 'Microsoft.Sql/servers';
const FORBIDDEN_LOGINS = new Set(['admin', 'administrator', 'sa', 'root', 'dbmanager', 'loginmanager', 'dbo', 'guest', 'public', 'information_schema', 'sys', 'db_owner']);
const SERVER_NAME = { pattern: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, min: 1, max: 63, code: 'InvalidServerName', message: (name: string) => `'${name}' is not a valid server name. The name can contain only lowercase letters, numbers and '-', cannot start or end with '-' and must have at most 63 characters.` };

/** A service objective's tier and capacity: name -> [tier, DTU or vCores]. Source: Azure SQL's published purchase models. */
const objectives: Record<string, [string, number]> = {
  Basic: ['Basic', 5], Standard: ['Standard', 10], S0: ['Standard', 10], S1: ['Standard', 20], S2: ['Standard', 50], S3: ['Standard', 100], S4: ['Standard', 200], S6: ['Standard', 400], S7: ['Standard', 800], S9: ['Standard', 1600], S12: ['Standard', 3000],
  Premium: ['Premium', 125], P1: ['Premium', 125], P2: ['Premium', 250], P4: ['Premium', 500], P6: ['Premium', 1000], P11: ['Premium', 1750], P15: ['Premium', 4000], ElasticPool: ['Standard', 0], DataWarehouse: ['DataWarehouse', 900], System: ['System', 0], Free: ['Free', 5],
};
const vCoreSku = /^(GP|BC|HS)(_S)?_(Gen4|Gen5|Fsv2|DC|M|PRMS|MOPRMS)(_\d+)?$/i;
const warehouseSku = /^DW\d+c?$/i;

function checkServer({ body, existing }: WriteRequest): void {
  const login = textAt(body, 'properties.administratorLogin');
  const password = textAt(body, 'properties.administratorLoginPassword');
  const directoryOnly = valueAt(body, 'properties.administrators.azureADOnlyAuthentication') === true;
  if (!existing && !directoryOnly && (!login || !password)) throw new ArmError(400, 'InvalidParameterValue', 'Invalid value given for parameter Login. Specify a valid parameter value.', 'administratorLogin');
  if (login && (FORBIDDEN_LOGINS.has(login.toLowerCase()) || /[\s:;,@\\/"'<>]/.test(login))) throw new ArmError(400, 'InvalidLoginName', 'The provided login name is invalid.', 'administratorLogin');
  if (password === undefined) return;
  const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(password)).length;
  if (password.length < 8 || password.length > 128 || classes < 3 || (login && password.toLowerCase().includes(login.toLowerCase())))
    throw new ArmError(400, 'PasswordNotComplex', "Password validation failed. The password does not meet policy requirements because it is not complex enough.", 'administratorLoginPassword');
}

function checkDatabase({ body }: WriteRequest): void {
  const name = textAt(body, 'sku.name') ?? textAt(body, 'properties.requestedServiceObjectiveName') ?? textAt(body, 'properties.edition');
  if (name && !Object.keys(objectives).some((one) => one.toLowerCase() === name.toLowerCase()) && !vCoreSku.test(name) && !warehouseSku.test(name) && !/^(GeneralPurpose|BusinessCritical|Hyperscale|Web|Business)$/i.test(name))
    throw new ArmError(400, 'InvalidSkuName', `The sku name '${name}' specified is invalid.`, 'sku.name');
}

function checkRule({ body, id }: WriteRequest): void {
  const [start, end] = [parseAddress(textAt(body, 'properties.startIpAddress') ?? ''), parseAddress(textAt(body, 'properties.endIpAddress') ?? '')];
  if (start?.bits !== 32 || end?.bits !== 32) throw new ArmError(400, 'FirewallRuleNotIPv4Address', `The IP address in firewall rule '${id.name}' is not a valid IPv4 address.`);
  if (start.value > end.value) throw new ArmError(400, 'InvalidFirewallRuleRange', `The start IP address in firewall rule '${id.name}' is greater than the end IP address.`);
}

const skuOf = (body: JsonObject): [string, string, number] => {
  const name = textAt(body, 'sku.name') ?? textAt(body, 'properties.requestedServiceObjectiveName') ?? textAt(body, 'properties.edition') ?? 'GP_Gen5';
  const known = Object.entries(objectives).find(([one]) => one.toLowerCase() === name.toLowerCase());
  if (known) return [known[0], known[1][0], known[1][1]];
  const tier = /^BC/i.test(name) ? 'BusinessCritical' : /^HS/i.test(name) ? 'Hyperscale' : /^DW/i.test(name) ? 'DataWarehouse' : 'GeneralPurpose';
  return [name, textAt(body, 'sku.tier') ?? tier, Number(/_(\d+)$/.exec(name)?.[1] ?? 2)];
};

const rows: TypeRow[] = [
  {
    type: SERVER, name: SERVER_NAME, required: ['location'], duration: 2000, noProvisioningState: true,
    globalName: { code: 'NameAlreadyExists', message: (name) => `The name '${name}' already exists. Choose a different name.` },
    defaults: { kind: 'v12.0', properties: { version: '12.0', minimalTlsVersion: '1.2', publicNetworkAccess: 'Enabled', restrictOutboundNetworkAccess: 'Disabled', privateEndpointConnections: [] } },
    writeOnly: ['properties.administratorLoginPassword'],
    immutable: ['properties.administratorLogin'],
    immutableError: () => new ArmError(400, 'InvalidParameterValue', 'Invalid value given for parameter AdministratorLogin. Specify a valid parameter value.', 'administratorLogin'),
    computed: { 'properties.fullyQualifiedDomainName': ({ id, world }) => `${id.name.toLowerCase()}.${suffixOf(world, 'sql')}`, 'properties.state': () => 'Ready' },
    check: checkServer,
    finish: (request, result) => ({ ...result, others: request.existing ? [] : [{ id: `${request.id.id}/databases/master`, body: { location: request.body['location'] ?? '', kind: 'v12.0,system', sku: { name: 'System', tier: 'System', capacity: 0 }, properties: { status: 'Online', collation: 'SQL_Latin1_General_CP1_CI_AS', databaseId: request.world.newId() } } }] }),
    quota: () => [{ name: 'ServerQuota', localizedName: 'Regional Server Quota', amount: 1, limit: 20 }],
  },
  {
    type: `${SERVER}/databases`, locations: 'all', duration: 2000, noProvisioningState: true,
    name: { pattern: /^[^<>*%&:\\/?]*[^<>*%&:\\/?. ]$/, min: 1, max: 128, code: 'InvalidDatabaseName', message: (name) => `Invalid database name '${name}'.` },
    required: ['location'],
    defaults: { properties: { collation: 'SQL_Latin1_General_CP1_CI_AS', catalogCollation: 'SQL_Latin1_General_CP1_CI_AS', zoneRedundant: false, readScale: 'Disabled', maintenanceConfigurationId: '/subscriptions/00000000-0000-0000-0000-000000000000/providers/Microsoft.Maintenance/publicMaintenanceConfigurations/SQL_Default' } },
    references: [{ path: 'properties.elasticPoolId' }, { path: 'properties.sourceDatabaseId' }],
    once: { 'properties.databaseId': ({ world }) => world.newId(), 'properties.creationDate': ({ world }) => world.now().toISOString() },
    computed: {
      'properties.status': () => 'Online',
      'properties.currentServiceObjectiveName': (_request, body) => skuOf(body)[0],
      'properties.currentSku': (_request, body) => ({ name: skuOf(body)[0], tier: skuOf(body)[1], capacity: valueAt(body, 'sku.capacity') ?? skuOf(body)[2] }),
    },
    normalized: {
      'properties.maxSizeBytes': (_request, body) => valueAt(body, 'properties.maxSizeBytes') ?? (skuOf(body)[1] === 'Basic' ? 2147483648 : 268435456000),
      'properties.requestedServiceObjectiveName': (_request, body) => skuOf(body)[0],
      sku: (_request, body) => ({ ...objectAt(body, 'sku'), name: skuOf(body)[0], tier: skuOf(body)[1], capacity: valueAt(body, 'sku.capacity') ?? skuOf(body)[2] }),
    },
    immutable: ['properties.collation'],
    immutableError: (_path, { id }) => new ArmError(400, 'PropertyChangeNotAllowed', `The collation of database '${id.name}' cannot be changed.`, 'collation'),
    check: checkDatabase,
    remove: ({ resource }) => {
      if (resource.name.toLowerCase() === 'master') throw new ArmError(400, 'OperationNotAllowedOnSystemDatabase', "The operation is not allowed on the database 'master'.");
    },
    actions: [{ name: 'pause', duration: 500, run: ({ resource }) => resource.body }, { name: 'resume', duration: 500, run: ({ resource }) => resource.body }],
  },
  { type: `${SERVER}/firewallRules`, required: ['properties.startIpAddress', 'properties.endIpAddress'], noProvisioningState: true, check: checkRule },
  { type: `${SERVER}/virtualNetworkRules`, required: ['properties.virtualNetworkSubnetId'], references: [{ path: 'properties.virtualNetworkSubnetId', missing: (id) => new ArmError(400, 'VirtualNetworkRuleSubnetNotFound', `The subnet '${id}' was not found.`) }], computed: { 'properties.state': () => 'Ready' }, noProvisioningState: true },
  { type: `${SERVER}/elasticPools`, locations: 'all', duration: 1500, noProvisioningState: true, defaults: { sku: { name: 'GP_Gen5', tier: 'GeneralPurpose', capacity: 2 }, properties: { state: 'Ready', zoneRedundant: false } } },
  {
    type: 'Microsoft.Sql/managedInstances', name: { ...SERVER_NAME, pattern: /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/ }, required: ['location'], duration: 6000, writeOnly: ['properties.administratorLoginPassword'],
    computed: { 'properties.fullyQualifiedDomainName': ({ id, world }) => `${id.name}.sandbox.${suffixOf(world, 'sql')}`, 'properties.state': () => 'Ready', 'properties.dnsZone': () => 'sandbox' },
    check: (request) => {
      checkServer(request);
      const subnet = textAt(request.body, 'properties.subnetId');
      if (subnet && !request.world.get(subnet) && !request.pending(subnet)) throw new ArmError(400, 'InvalidSubnetId', `The subnet '${subnet}' was not found.`, 'subnetId');
    },
  },
];

/** Microsoft.Sql. */
export const sql: Provider = { namespace: 'Microsoft.Sql', types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Sql'), ...row })) };
