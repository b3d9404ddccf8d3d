import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { WriteRequest } from '../../wire/provider.ts';
import { isObject, listAt, propertiesOf, textAt, valuesAt } from '../body.ts';
import { regionName } from '../reference/regions.ts';
import { bodyOf, exists, type TypeRow } from '../type-row.ts';
import { firstFree, parseAddress, RESERVED_AT_START } from './address-range.ts';
import * as errors from './errors.ts';
import { inlineItems, itemNamed } from './inline-children.ts';
import { usersOf } from './usage.ts';
import { findSubnet, NETWORK_NAME, subnetRange, takenIn } from './virtual-networks.ts';

const NIC = 'Microsoft.Network/networkInterfaces';

/** An address of Azure's public ranges, always the same for the same resource id. */
export function publicAddress(id: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(id.toLowerCase()).digest();
  return `20.${64 + (a % 128)}.${b}.${1 + (c % 254)}`;
}

const macAddress = (id: string): string => {
  const digest = createHash('sha256').update(id.toLowerCase()).digest();
  return ['00', '0D', '3A', ...[...digest.subarray(0, 3)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())].join('-');
};

/**
 * The private address of each ip configuration: the one it has, the static one that is asked for, else the lowest free one.
 * Also refuses what does not fit into the subnet.
 */
export function withPrivateAddresses(request: WriteRequest, body: JsonObject, path: string): Json | undefined {
  const given = new Map<string, Set<string>>();
  return inlineItems(request, body, path, (item) => {
    const subnetId = textAt(item, 'properties.subnet.id');
    const subnet = subnetId ? findSubnet(request, subnetId) : undefined;
    const range = subnet && subnetRange(subnet.body);
    const properties: JsonObject = { privateIPAllocationMethod: 'Dynamic', privateIPAddressVersion: 'IPv4', ...propertiesOf(item) };
    if (!subnetId || !range || properties['privateIPAddressVersion'] === 'IPv6') return properties;
    const before = itemNamed(request.existing?.body, path, textAt(item, 'name'));
    const kept = before && textAt(before, 'properties.subnet.id')?.toLowerCase() === subnetId.toLowerCase() ? textAt(before, 'properties.privateIPAddress') : undefined;
    const own = given.get(subnetId.toLowerCase()) ?? new Set();
    const asked = properties['privateIPAllocationMethod'] === 'Static' ? textAt(item, 'properties.privateIPAddress') : undefined;
    const address = asked ?? kept ?? firstFree(range, new Set([...takenIn(request.world, subnetId).keys(), ...own]));
    if (address === undefined) throw errors.subnetFull(subnetId, range.text);
    given.set(subnetId.toLowerCase(), own.add(address));
    return { ...properties, privateIPAddress: address };
  });
}

/** Refuses static addresses outside the subnet, reserved or taken; missing subnets, pools and public addresses. */
export function checkIpConfigurations(request: WriteRequest, path: string): void {
  const { body, id, world } = request;
  for (const item of listAt(body, path)) {
    const configuration = `${id.id}/${path.split('.').at(-1)!}/${textAt(item, 'name') ?? ''}`;
    const subnetId = textAt(item, 'properties.subnet.id');
    const publicIp = textAt(item, 'properties.publicIPAddress.id');
    if (subnetId) {
      const subnet = findSubnet(request, subnetId);
      if (!subnet) throw errors.wrongRegion(subnetId, id.id);
      const [here, there] = [textAt(body, 'location'), subnet.network && textAt(subnet.network, 'location')];
      if (here && there && regionName(here) !== regionName(there)) throw errors.wrongRegion(subnetId, id.id);
      const range = subnetRange(subnet.body);
      const address = textAt(item, 'properties.privateIPAllocationMethod') === 'Static' ? textAt(item, 'properties.privateIPAddress') : undefined;
      const value = address === undefined ? undefined : parseAddress(address);
      if (address !== undefined && range) {
        if (!value || value.value < range.first || value.value > range.last) throw errors.addressOutsideSubnet(address, range.text);
        if (value.value < range.first + RESERVED_AT_START || value.value === range.last) throw errors.addressReserved(address, range.text);
        const user = takenIn(world, subnetId).get(address);
        if (user && !user.toLowerCase().startsWith(`${id.id.toLowerCase()}/`)) throw errors.addressTaken(address, configuration, user);
      }
    }
    if (publicIp) {
      if (!exists(request, publicIp)) throw errors.wrongRegion(publicIp, id.id);
      const user = usersOf(world, 'publicIp', publicIp).find((one) => one.id.toLowerCase() !== configuration.toLowerCase());
      if (user && user.resourceId.toLowerCase() !== id.id.toLowerCase()) throw errors.publicIpTaken(configuration, publicIp, user.id);
    }
    for (const pool of valuesAt(item, 'properties.loadBalancerBackendAddressPools[*].id'))
      if (typeof pool === 'string' && !childExists(request, pool)) throw errors.wrongRegion(pool, id.id);
    for (const group of valuesAt(item, 'properties.applicationSecurityGroups[*].id'))
      if (typeof group === 'string' && !exists(request, group)) throw errors.wrongRegion(group, id.id);
  }
}

/** True when an inline child of a resource (…/loadBalancers/lb/backendAddressPools/pool) exists. */
export function childExists(request: WriteRequest, id: string): boolean {
  const parts = id.split('/');
  const parent = bodyOf(request, parts.slice(0, -2).join('/'));
  return exists(request, id) || itemNamed(parent, `properties.${parts.at(-2)!}`, parts.at(-1)) !== undefined;
}

const fqdnOf = (request: WriteRequest, body: JsonObject): string | undefined => {
  const label = textAt(body, 'properties.dnsSettings.domainNameLabel');
  const suffix = request.world.cloud === 'government' ? 'cloudapp.usgovcloudapi.net' : 'cloudapp.azure.com';
  return label === undefined || label === '' ? undefined : `${label.toLowerCase()}.${regionName(textAt(body, 'location') ?? '')}.${suffix}`;
};

/** A public address's own `ipAddress`: known at once when static, else once something uses it. */
const hasAddress = (body: JsonObject): boolean => textAt(body, 'properties.publicIPAllocationMethod') === 'Static';

/** Network interfaces, public addresses and prefixes. */
export const interfaceRows: TypeRow[] = [
  {
    type: NIC,
    name: NETWORK_NAME,
    required: ['location', 'properties.ipConfigurations'],
    defaults: { properties: { dnsSettings: { dnsServers: [], appliedDnsServers: [] }, enableAcceleratedNetworking: false, enableIPForwarding: false, disableTcpStateTracking: false, nicType: 'Standard', allowPort25Out: false, auxiliaryMode: 'None', auxiliarySku: 'None', vnetEncryptionSupported: false, hostedWorkloads: [], tapConfigurations: [] }, kind: 'Regular' },
    once: {
      'properties.resourceGuid': ({ world }) => world.newId(),
      'properties.dnsSettings.internalDomainNameSuffix': ({ world }) => `${world.newId().replaceAll('-', '').slice(0, 24)}.bx.internal.cloudapp.net`,
    },
    normalized: {
      'properties.ipConfigurations': (request, body) => {
        const items = withPrivateAddresses(request, body, 'properties.ipConfigurations');
        return Array.isArray(items) ? items.map((item, index): Json => (isObject(item) ? { ...item, properties: { ...propertiesOf(item), primary: propertiesOf(item)['primary'] ?? index === 0 } } : item)) : items;
      },
    },
    check: (request) => {
      const group = textAt(request.body, 'properties.networkSecurityGroup.id');
      if (group && !exists(request, group)) throw errors.wrongRegion(group, request.id.id);
      checkIpConfigurations(request, 'properties.ipConfigurations');
    },
    read: (request) => {
      const machine = usersOf(request.world, 'networkInterface', request.resource.id)[0];
      return {
        ...request.resource.body,
        properties: {
          ...propertiesOf(request.resource.body),
          ...(machine ? { virtualMachine: { id: machine.resourceId }, primary: true, macAddress: macAddress(request.resource.id) } : {}),
        },
      };
    },
    remove: ({ world, resource }) => {
      const machine = usersOf(world, 'networkInterface', resource.id)[0];
      if (machine) throw errors.interfaceInUse(resource.id, machine.resourceId);
    },
    quota: () => [{ name: 'NetworkInterfaces', localizedName: 'Network Interfaces', amount: 1, limit: 65536 }],
    actions: [
      { name: 'effectiveNetworkSecurityGroups', list: false, duration: 500, run: () => ({ value: [] }) },
      { name: 'effectiveRouteTable', list: false, duration: 500, run: () => ({ value: [] }) },
    ],
  },
  {
    type: 'Microsoft.Network/publicIPAddresses',
    name: NETWORK_NAME,
    required: ['location'],
    defaults: (request) => {
      const standard = textAt(request.body, 'sku.name') === 'Standard';
      return { sku: { name: 'Basic', tier: 'Regional' }, properties: { publicIPAddressVersion: 'IPv4', publicIPAllocationMethod: standard ? 'Static' : 'Dynamic', idleTimeoutInMinutes: 4, ipTags: [], ddosSettings: { protectionMode: 'VirtualNetworkInherited' } } };
    },
    oneOf: { 'sku.name': ['Basic', 'Standard', 'StandardV2'], 'properties.publicIPAllocationMethod': ['Static', 'Dynamic'] },
    invalid: (path, value) => new ArmError(400, 'InvalidRequestFormat', `Cannot parse the request. Error converting value "${value}" at path '${path}'.`),
    immutable: ['sku.name'],
    immutableError: (_path, { id, existing }) => new ArmError(400, 'PublicIPAddressSkuCannotBeChanged', `Sku of public IP address ${id.id} cannot be changed from ${textAt(existing!.body, 'sku.name') ?? ''} after its creation.`),
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    computed: {
      'properties.dnsSettings.fqdn': fqdnOf,
      'properties.ipAddress': (request, body) => (hasAddress(body) ? publicAddress(request.id.id) : undefined),
    },
    check: (request) => {
      const { body, id, world } = request;
      const label = textAt(body, 'properties.dnsSettings.domainNameLabel');
      if (label && !/^[a-z][a-z0-9-]{1,61}[a-z0-9]$/.test(label)) throw errors.labelInvalid(label);
      if (textAt(body, 'sku.name') === 'Standard' && textAt(body, 'properties.publicIPAllocationMethod') === 'Dynamic') throw errors.standardIsStatic(id.id);
      const fqdn = fqdnOf(request, body);
      if (fqdn && world.list({ type: id.type }).some((other) => other.id.toLowerCase() !== id.id.toLowerCase() && textAt(other.body, 'properties.dnsSettings.fqdn') === fqdn)) throw errors.labelTaken(fqdn);
    },
    // Without a label there are no DNS settings at all.
    finish: (_request, result) => {
      const { dnsSettings, ...properties } = propertiesOf(result.body);
      return { ...result, body: { ...result.body, properties: isObject(dnsSettings) && Object.keys(dnsSettings).length ? { ...properties, dnsSettings } : properties } };
    },
    read: (request) => {
      const user = usersOf(request.world, 'publicIp', request.resource.id)[0];
      return {
        ...request.resource.body,
        properties: {
          ...propertiesOf(request.resource.body),
          ...(user ? { ipConfiguration: { id: user.id }, ipAddress: publicAddress(request.resource.id) } : {}),
        },
      };
    },
    remove: ({ world, resource }) => {
      const user = usersOf(world, 'publicIp', resource.id)[0];
      if (user) throw errors.publicIpInUse(resource.id, user.id);
    },
    quota: (body) => [
      { name: 'PublicIPAddresses', localizedName: 'Public IP Addresses', amount: 1, limit: 1000 },
      ...(hasAddress(body) ? [{ name: 'StaticPublicIPAddresses', localizedName: 'Static Public IP Addresses', amount: 1, limit: 1000 }] : []),
    ],
    quotaError: (_demand, _used, limit, location) => new ArmError(400, 'PublicIPCountLimitReached', `Cannot create more than ${limit} public IP addresses for this subscription in this region (${location}).`),
  },
  {
    type: 'Microsoft.Network/publicIPPrefixes',
    name: NETWORK_NAME,
    required: ['location', 'properties.prefixLength'],
    defaults: { sku: { name: 'Standard', tier: 'Regional' }, properties: { publicIPAddressVersion: 'IPv4', ipTags: [] } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    computed: { 'properties.ipPrefix': (request, body) => `${publicAddress(request.id.id).replace(/\.\d+$/, '.0')}/${String(propertiesOf(body)['prefixLength'] ?? 28)}` },
  },
];
