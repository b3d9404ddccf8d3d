import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { listAt, propertiesOf, textAt } from '../body.ts';
import { exists, resourceNotFound, type TypeRow } from '../type-row.ts';
import * as errors from './errors.ts';
import { findSubnet, subnetRange, takenIn } from './virtual-networks.ts';
import { firstFree } from './address-range.ts';

const ZONE_NAME = { pattern: /^(?=.{1,253}$)[A-Za-z0-9_](?:[\w-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_](?:[\w-]*[A-Za-z0-9_])?)+$/, min: 1, max: 253, code: 'BadRequest', message: (name: string) => `The domain name '${name}' is invalid. The provided input is not a valid domain name.` };
const ZONE_LABEL = { ...ZONE_NAME, pattern: /^[A-Za-z0-9_](?:[\w.-]*[A-Za-z0-9_])?$/ };
const RECORD_NAME = { pattern: /^(?:@|\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*)$/, min: 1, max: 253, code: 'BadRequest', message: (name: string) => `The record set name '${name}' is invalid.` };

// Record types and the member that holds their records.
const records: [string, string][] = [
  ['A', 'aRecords'], ['AAAA', 'aaaaRecords'], ['CNAME', 'cnameRecord'], ['MX', 'mxRecords'], ['PTR', 'ptrRecords'], ['SRV', 'srvRecords'], ['TXT', 'txtRecords'],
];
const publicRecords: [string, string][] = [...records, ['NS', 'NSRecords'], ['CAA', 'caaRecords'], ['SOA', 'SOARecord']];

const suffixed = (request: { id: { names: string[]; name: string } }): string => (request.id.name === '@' ? `${request.id.names[0]!}.` : `${request.id.name}.${request.id.names[0]!}.`);

function checkRecord(request: WriteRequest, zoneType: string, kind: string): void {
  if (kind === 'A')
    for (const record of [...listAt(request.body, 'properties.aRecords'), ...listAt(request.body, 'properties.ARecords')]) {
      const address = textAt(record, 'ipv4Address') ?? '';
      if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(address)) throw new ArmError(400, 'BadRequest', `The value '${address}' is not a valid IPv4 address.`);
    }
  const zone = request.id.parent!;
  const sameName = request.world.list({ parent: zone }).filter((other) => other.name.toLowerCase() === request.id.name.toLowerCase() && other.type.startsWith(`${zoneType}/`) && other.type.toLowerCase() !== request.id.type.toLowerCase());
  if ((kind === 'CNAME' && sameName.length) || sameName.some((other) => other.type.endsWith('/CNAME')))
    throw new ArmError(400, 'CannotCreateRecordSetConflict', `A CNAME record set and another record set cannot have the same name '${request.id.name}'.`);
}

const recordRows = (zoneType: string, kinds: [string, string][]): TypeRow[] => kinds.map(([kind]) => ({
  type: `${zoneType}/${kind}`,
  name: RECORD_NAME,
  noProvisioningState: zoneType.includes('private'),
  defaults: { properties: { ttl: 3600 } },
  computed: { 'properties.fqdn': (request) => suffixed(request), ...(zoneType.includes('private') ? { 'properties.isAutoRegistered': () => false } : {}) },
  check: (request) => checkRecord(request, zoneType, kind),
}));

const recordCount = (request: ResourceRequest): number => request.world.list({ parent: request.resource.id }).filter((child) => !child.type.endsWith('/virtualNetworkLinks')).length;

/** Each private link service has its own group id and zone; the name of an endpoint's interface follows from its id. */
function finishEndpoint(request: WriteRequest, body: JsonObject): { id: string; body: JsonObject } {
  const id = `${request.id.scope}/providers/Microsoft.Network/networkInterfaces/${endpointNic(request, body)}`;
  const stored = request.world.get(id);
  const subnetId = textAt(body, 'properties.subnet.id') ?? '';
  const subnet = findSubnet(request, subnetId);
  const range = subnet && subnetRange(subnet.body);
  const address = (stored && listAt(stored.body, 'properties.ipConfigurations').map((item) => textAt(item, 'properties.privateIPAddress'))[0]) ?? (range && firstFree(range, new Set(takenIn(request.world, subnetId).keys())));
  if (range && address === undefined) throw errors.subnetFull(subnetId, range.text);
  const name = 'privateEndpointIpConfig';
  return {
    id,
    body: {
      location: body['location'] ?? '',
      properties: {
        provisioningState: 'Succeeded', enableIPForwarding: false, enableAcceleratedNetworking: false, privateEndpoint: { id: request.id.id },
        ipConfigurations: [{ name, id: `${id}/ipConfigurations/${name}`, properties: { provisioningState: 'Succeeded', privateIPAddress: address ?? '', privateIPAllocationMethod: 'Dynamic', subnet: { id: subnetId }, primary: true, privateIPAddressVersion: 'IPv4' } }],
      },
    },
  };
}

const endpointNic = (request: WriteRequest, body: JsonObject): string => textAt(body, 'properties.customNetworkInterfaceName') || `${request.id.name}.nic`;

const connection = (request: WriteRequest, body: JsonObject, list: string): Json => listAt(body, `properties.${list}`).map((item): Json => ({
  name: item['name'] ?? '', id: `${request.id.id}/${list}/${textAt(item, 'name') ?? ''}`, type: `${request.id.type}/${list}`,
  properties: {
    ...propertiesOf(item), provisioningState: 'Succeeded',
    privateLinkServiceConnectionState: list.startsWith('manual') ? { status: 'Pending', description: '', actionsRequired: 'None' } : { status: 'Approved', description: 'Auto-Approved', actionsRequired: 'None' },
  },
}));

/** Private DNS, public DNS, private endpoints. */
export const dnsRows: TypeRow[] = [
  {
    type: 'Microsoft.Network/privateDnsZones',
    name: ZONE_LABEL,
    locations: 'global',
    computed: {
      'properties.maxNumberOfRecordSets': () => 25000, 'properties.maxNumberOfVirtualNetworkLinks': () => 1000, 'properties.maxNumberOfVirtualNetworkLinksWithRegistration': () => 100,
      'properties.internalId': (request) => Buffer.from(`SW1tdXRhYmxl${request.id.id}`).toString('base64').slice(0, 60),
    },
    read: (request) => {
      const links = request.world.list({ type: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks', parent: request.resource.id });
      return {
        ...request.resource.body,
        properties: {
          ...propertiesOf(request.resource.body), numberOfRecordSets: recordCount(request) + 1, numberOfVirtualNetworkLinks: links.length,
          numberOfVirtualNetworkLinksWithRegistration: links.filter((link) => propertiesOf(link.body)['registrationEnabled'] === true).length,
        },
      };
    },
    remove: ({ world, resource }) => {
      if (world.list({ type: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks', parent: resource.id }).length) throw errors.zoneNotEmpty();
    },
  },
  {
    type: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
    locations: 'global',
    name: { pattern: /^[A-Za-z0-9](?:[\w.-]*\w)?$/, min: 1, max: 80 },
    required: ['properties.virtualNetwork.id'],
    defaults: { properties: { registrationEnabled: false, resolutionPolicy: 'Default' } },
    references: [{ path: 'properties.virtualNetwork.id', missing: (id) => new ArmError(404, 'ParentResourceNotFound', `Failed to perform 'write' on virtual network link, because the virtual network '${id}' was not found.`) }],
    computed: { 'properties.virtualNetworkLinkState': () => 'Completed' },
    check: (request) => {
      const id = textAt(request.body, 'properties.virtualNetwork.id')?.toLowerCase();
      const other = request.world.list({ type: request.id.type, parent: request.id.parent! }).find((link) => link.name.toLowerCase() !== request.id.name.toLowerCase() && textAt(link.body, 'properties.virtualNetwork.id')?.toLowerCase() === id);
      if (other) throw new ArmError(409, 'Conflict', `A virtual network cannot be linked to multiple zones with overlapping namespaces. You tried to link virtual network with '${request.id.names[0]!}' and '${request.id.names[0]!}' zones.`);
    },
  },
  ...recordRows('Microsoft.Network/privateDnsZones', [...records, ['SOA', 'soaRecord']]),
  {
    type: 'Microsoft.Network/dnsZones',
    name: ZONE_NAME,
    locations: 'global',
    noProvisioningState: true,
    defaults: { properties: { zoneType: 'Public' } },
    computed: {
      'properties.maxNumberOfRecordSets': () => 10000,
      'properties.nameServers': (request) => [1, 2, 3, 4].map((index) => `ns${index}-${String(request.id.name.length % 9).padStart(2, '0')}.azure-dns.${['com', 'net', 'org', 'info'][index - 1]!}.`),
    },
    read: (request) => ({ ...request.resource.body, properties: { ...propertiesOf(request.resource.body), numberOfRecordSets: recordCount(request) + 2 } }),
  },
  ...recordRows('Microsoft.Network/dnsZones', publicRecords),
  {
    type: 'Microsoft.Network/privateEndpoints',
    name: { pattern: /^[A-Za-z0-9](?:[\w.-]*\w)?$/, min: 2, max: 64 },
    required: ['location', 'properties.subnet.id'],
    defaults: { properties: { privateLinkServiceConnections: [], manualPrivateLinkServiceConnections: [], customNetworkInterfaceName: '', ipConfigurations: [], customDnsConfigs: [] } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    normalized: {
      'properties.privateLinkServiceConnections': (request, body) => connection(request, body, 'privateLinkServiceConnections'),
      'properties.manualPrivateLinkServiceConnections': (request, body) => connection(request, body, 'manualPrivateLinkServiceConnections'),
    },
    computed: {
      'properties.networkInterfaces': (request, body) => [{ id: `${request.id.scope}/providers/Microsoft.Network/networkInterfaces/${endpointNic(request, body)}` }],
    },
    check: (request) => {
      const subnetId = textAt(request.body, 'properties.subnet.id') ?? '';
      if (!findSubnet(request, subnetId)) throw errors.wrongRegion(subnetId, request.id.id);
      for (const item of listAt(request.body, 'properties.privateLinkServiceConnections')) {
        const target = textAt(item, 'properties.privateLinkServiceId');
        if (target?.startsWith('/') && !exists(request, target)) throw resourceNotFound(target);
      }
    },
    finish: (request, result) => ({ ...result, others: [finishEndpoint(request, result.body)] }),
    removed: ({ resource }) => listAt(resource.body, 'properties.networkInterfaces').map((one) => textAt(one, 'id') ?? ''),
  },
  {
    type: 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups',
    required: ['properties.privateDnsZoneConfigs'],
    references: [{ path: 'properties.privateDnsZoneConfigs[*].properties.privateDnsZoneId' }],
  },
];
