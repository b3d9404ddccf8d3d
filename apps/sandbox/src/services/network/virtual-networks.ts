import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceRequest, WriteRequest, WriteResult } from '../../wire/provider.ts';
import type { World } from '../../world/world.ts';
import { fill, isObject, listAt, objectAt, propertiesOf, setAt, textAt, textsAt, without } from '../body.ts';
import { bodyOf, type TypeRow } from '../type-row.ts';
import { canonical, contains, isCanonical, overlaps, parseRange, type AddressRange } from './address-range.ts';
import * as errors from './errors.ts';
import { itemNamed } from './inline-children.ts';
import { usersOf } from './usage.ts';

const SUBNET = 'Microsoft.Network/virtualNetworks/subnets';
export const NETWORK_NAME = { pattern: /^[A-Za-z0-9](?:[\w.-]*\w)?$/, min: 1, max: 80, message: (name: string) => `Resource name ${name} is invalid. The name can be up to 80 characters long. It must begin with a word character, and it must end with a word character or with '_'. The name may contain word characters or '.', '-', '_'.` };

const prefixesOf = (subnet: JsonObject): string[] => {
  const one = textAt(subnet, 'properties.addressPrefix');
  return one === undefined ? textsAt(subnet, 'properties.addressPrefixes') : [one];
};

function rangesOf(prefixes: string[], id: string): AddressRange[] {
  return prefixes.map((prefix) => {
    const range = parseRange(prefix);
    if (!range) throw errors.invalidPrefix(prefix, id);
    if (!isCanonical(range)) throw errors.hostBitsSet(prefix, id, canonical(range));
    return range;
  });
}

/** Refuses a subnet that lies outside its network or on top of another one. */
function checkSubnet(networkName: string, space: AddressRange[], name: string, ranges: AddressRange[], others: { name: string; ranges: AddressRange[] }[]): void {
  for (const range of ranges) {
    if (!space.some((outer) => contains(outer, range))) throw errors.subnetOutside(name, networkName);
    for (const other of others) if (other.name.toLowerCase() !== name.toLowerCase() && other.ranges.some((one) => overlaps(one, range))) throw errors.subnetsOverlap(name, networkName);
  }
}

/** Ranges of an already accepted body; a network without fixed prefixes (IPAM pools) has none. */
const known = (prefixes: string[]): AddressRange[] => prefixes.map(parseRange).filter((range) => range !== undefined);

const childrenOf = (world: World, id: string, type: string) => world.list({ type, parent: id });

const SUBNET_DEFAULTS: JsonObject = { properties: { delegations: [], privateEndpointNetworkPolicies: 'Disabled', privateLinkServiceNetworkPolicies: 'Enabled' } };

/** A subnet as Azure stores it, from what was sent. */
function subnetBody(id: string, sent: JsonObject): JsonObject {
  const { name: _name, id: _id, type: _type, etag: _etag, ...rest } = sent;
  const body = fill(rest, SUBNET_DEFAULTS);
  const properties = propertiesOf(body);
  return {
    ...body,
    properties: {
      ...properties,
      provisioningState: 'Succeeded',
      delegations: listAt(body, 'properties.delegations').map((delegation): Json => ({
        name: delegation['name'] ?? '',
        id: `${id}/delegations/${textAt(delegation, 'name') ?? ''}`,
        type: `${SUBNET}/delegations`,
        properties: { ...propertiesOf(delegation), provisioningState: 'Succeeded' },
      })),
      ...('serviceEndpoints' in properties ? { serviceEndpoints: listAt(body, 'properties.serviceEndpoints').map((one): Json => ({ ...one, provisioningState: 'Succeeded' })) } : {}),
    },
  };
}

/** A subnet's body wherever it is written: as a resource, inline in its network, or in the template under validation. */
export function findSubnet(request: WriteRequest, id: string): { body: JsonObject; network: JsonObject | undefined } | undefined {
  const networkId = id.split('/').slice(0, -2).join('/');
  const network = bodyOf(request, networkId);
  const body = bodyOf(request, id) ?? itemNamed(network, 'properties.subnets', id.split('/').at(-1));
  return body && { body, network };
}

/** The first IPv4 range of a subnet. */
export const subnetRange = (subnet: JsonObject): AddressRange | undefined => known(prefixesOf(subnet)).find((range) => range.bits === 32) ?? known(prefixesOf(subnet))[0];

/** Refuses references of subnets to groups, tables and gateways that do not exist. */
function checkMembers(request: WriteRequest, subnet: JsonObject, id: string): void {
  for (const member of ['networkSecurityGroup', 'routeTable', 'natGateway']) {
    const other = textAt(subnet, `properties.${member}.id`);
    if (other && !bodyOf(request, other)) throw errors.wrongRegion(other, id);
  }
}

function finishNetwork(request: WriteRequest, result: WriteResult): WriteResult {
  const sent = listAt(result.body, 'properties.subnets');
  const listed = isObject(request.body['properties']) && Array.isArray(request.body['properties']['subnets']);
  const existing = request.existing ? childrenOf(request.world, request.existing.id, SUBNET) : [];
  const names = new Set(sent.map((subnet) => textAt(subnet, 'name')?.toLowerCase()));
  const peerings = listAt(result.body, 'properties.virtualNetworkPeerings');
  return {
    ...result,
    // Subnets and peerings are resources of their own; GET puts them back in.
    body: without(without(result.body, 'properties.subnets'), 'properties.virtualNetworkPeerings'),
    others: [
      ...sent.map((subnet) => {
        const id = `${request.id.id}/subnets/${textAt(subnet, 'name') ?? ''}`;
        return { id, body: subnetBody(id, subnet) };
      }),
      ...peerings.map((peering) => ({ id: `${request.id.id}/virtualNetworkPeerings/${textAt(peering, 'name') ?? ''}`, body: { properties: propertiesOf(peering) } })),
    ],
    removed: listed ? existing.filter((subnet) => !names.has(subnet.name.toLowerCase())).map((subnet) => subnet.id) : [],
  };
}

function checkNetwork(request: WriteRequest): void {
  const { body, id } = request;
  if (listAt(body, 'properties.ipamPoolPrefixAllocations').length || listAt(body, 'properties.addressSpace.ipamPoolPrefixAllocations').length) return;
  const space = rangesOf(textsAt(body, 'properties.addressSpace.addressPrefixes'), id.id);
  if (!space.length) throw new ArmError(400, 'InvalidRequestFormat', `Cannot parse the request. Virtual network ${id.id} must have at least one address prefix in its address space.`);
  const subnets = listAt(body, 'properties.subnets').map((subnet) => ({ name: textAt(subnet, 'name') ?? '', ranges: rangesOf(prefixesOf(subnet), `${id.id}/subnets/${textAt(subnet, 'name') ?? ''}`), body: subnet }));
  for (const subnet of subnets) {
    checkSubnet(id.name, space, subnet.name, subnet.ranges, subnets.filter((other) => other !== subnet));
    checkMembers(request, subnet.body, id.id);
  }
  if (!request.existing) return;
  const sent = Array.isArray(propertiesOf(body)['subnets']);
  for (const stored of childrenOf(request.world, request.existing.id, SUBNET)) {
    const kept = subnets.find((subnet) => subnet.name.toLowerCase() === stored.name.toLowerCase());
    const user = usersOf(request.world, 'subnet', stored.id)[0];
    if (sent && !kept && user) throw errors.subnetInUse(stored.name, user.id);
    if (kept && user && String(prefixesOf(kept.body)) !== String(prefixesOf(stored.body))) throw errors.prefixInUse(stored.name, user.id);
    // A smaller address space must still hold the subnets that stay.
    if (!sent) checkSubnet(id.name, space, stored.name, known(prefixesOf(stored.body)), []);
  }
}

/** A stored resource as an inline child of another. */
const asChild = (request: ResourceRequest, resource: { id: string; name: string; type: string; etag: string; body: JsonObject }): JsonObject => ({
  name: resource.name, id: resource.id, etag: `W/"${resource.etag.replaceAll('"', '').replace('W/', '')}"`, type: resource.type,
  properties: resource.type === SUBNET ? subnetProperties(request, resource.id, resource.body) : propertiesOf(resource.body),
});

/** A subnet's properties with its users (ipConfigurations, privateEndpoints), as GET answers them. */
function subnetProperties(request: ResourceRequest, id: string, body: JsonObject): JsonObject {
  const users = usersOf(request.world, 'subnet', id);
  const endpoints = users.filter((user) => user.type === 'Microsoft.Network/privateEndpoints').map((user): Json => ({ id: user.id }));
  const configurations = users.filter((user) => user.id !== user.resourceId).map((user): Json => ({ id: user.id }));
  return {
    ...propertiesOf(body),
    ...(configurations.length ? { ipConfigurations: configurations } : {}),
    ...(endpoints.length ? { privateEndpoints: endpoints } : {}),
  };
}

const peeringProperties = (request: WriteRequest, body: JsonObject): JsonObject => {
  const remote = textAt(body, 'properties.remoteVirtualNetwork.id') ?? '';
  const back = request.world.list({ type: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings', parent: remote })
    .some((peering) => textAt(peering.body, 'properties.remoteVirtualNetwork.id')?.toLowerCase() === request.id.parent?.toLowerCase());
  return { peeringState: back ? 'Connected' : 'Initiated', peeringSyncLevel: back ? 'FullyInSync' : 'RemoteNotInSync', remoteAddressSpace: objectAt(request.world.get(remote)?.body ?? {}, 'properties.addressSpace') };
};

function checkPeering(request: WriteRequest): void {
  const { body, id } = request;
  const remoteId = textAt(body, 'properties.remoteVirtualNetwork.id') ?? '';
  const remote = bodyOf(request, remoteId);
  if (!remote) throw errors.wrongRegion(remoteId, id.id);
  const own = bodyOf(request, id.parent!) ?? {};
  const space = (network: JsonObject): AddressRange[] => known(textsAt(network, 'properties.addressSpace.addressPrefixes'));
  if (space(own).some((range) => space(remote).some((other) => overlaps(range, other)))) throw errors.addressSpacesOverlap(id.parent!, remoteId);
}

/** Virtual networks, subnets and peerings. */
export const virtualNetworkRows: TypeRow[] = [
  {
    type: 'Microsoft.Network/virtualNetworks',
    name: { ...NETWORK_NAME, min: 2, max: 64 },
    required: ['location'],
    defaults: { properties: { enableDdosProtection: false } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    check: checkNetwork,
    finish: finishNetwork,
    read: (request) => ({
      ...request.resource.body,
      properties: {
        ...propertiesOf(request.resource.body),
        subnets: childrenOf(request.world, request.resource.id, SUBNET).map((subnet) => asChild(request, subnet)),
        virtualNetworkPeerings: childrenOf(request.world, request.resource.id, 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings').map((peering) => asChild(request, peering)),
      },
    }),
    remove: ({ world, resource }) => {
      for (const subnet of childrenOf(world, resource.id, SUBNET)) {
        const user = usersOf(world, 'subnet', subnet.id)[0];
        if (user) throw errors.subnetInUse(subnet.name, user.id);
      }
    },
    quota: () => [{ name: 'VirtualNetworks', localizedName: 'Virtual Networks', amount: 1, limit: 1000 }],
    actions: [{
      name: 'CheckIPAddressAvailability', method: 'GET', list: false,
      run: (request) => {
        const address = request.query.get('ipAddress') ?? '';
        const taken = childrenOf(request.world, request.resource.id, SUBNET).some((subnet) => takenIn(request.world, subnet.id).has(address));
        return { available: !taken, isPlatformReserved: false };
      },
    }],
  },
  {
    type: SUBNET,
    name: NETWORK_NAME,
    check: (request) => {
      const { body, id, world, existing } = request;
      const network = bodyOf(request, id.parent!) ?? {};
      if (!prefixesOf(body).length) throw new ArmError(400, 'NoAddressPrefixOrPoolProvided', `Subnet ${id.id} must have an address prefix or an IPAM pool.`);
      const ranges = rangesOf(prefixesOf(body), id.id);
      const others = childrenOf(world, id.parent!, SUBNET).map((subnet) => ({ name: subnet.name, ranges: known(prefixesOf(subnet.body)) }));
      checkSubnet(id.names[0]!, known(textsAt(network, 'properties.addressSpace.addressPrefixes')), id.name, ranges, others);
      checkMembers(request, body, id.id);
      const user = existing && usersOf(world, 'subnet', existing.id)[0];
      if (user && String(prefixesOf(existing!.body)) !== String(prefixesOf(body))) throw errors.prefixInUse(id.name, user.id);
    },
    finish: (request, result) => ({ ...result, body: subnetBody(request.id.id, result.body) }),
    read: (request) => ({ ...request.resource.body, properties: subnetProperties(request, request.resource.id, request.resource.body) }),
    remove: ({ world, resource }) => {
      const user = usersOf(world, 'subnet', resource.id)[0];
      if (user) throw errors.subnetInUse(resource.name, user.id);
    },
  },
  {
    type: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings',
    name: NETWORK_NAME,
    required: ['properties.remoteVirtualNetwork.id'],
    defaults: { properties: { allowVirtualNetworkAccess: true, allowForwardedTraffic: false, allowGatewayTransit: false, useRemoteGateways: false, doNotVerifyRemoteGateways: false } },
    computed: {
      'properties.peeringState': (request, body) => peeringProperties(request, body)['peeringState'],
      'properties.peeringSyncLevel': (request, body) => peeringProperties(request, body)['peeringSyncLevel'],
      'properties.remoteAddressSpace': (request, body) => peeringProperties(request, body)['remoteAddressSpace'],
    },
    check: checkPeering,
    // The other side becomes connected with this one.
    finish: (request, result) => {
      const remote = textAt(result.body, 'properties.remoteVirtualNetwork.id') ?? '';
      const back = request.world.list({ type: request.id.type, parent: remote }).filter((peering) => textAt(peering.body, 'properties.remoteVirtualNetwork.id')?.toLowerCase() === request.id.parent?.toLowerCase());
      return { ...result, others: back.map((peering) => ({ id: peering.id, body: setAt(setAt(peering.body, 'properties.peeringState', 'Connected'), 'properties.peeringSyncLevel', 'FullyInSync') })) };
    },
  },
];

/** Private addresses that are taken in a subnet. */
export function takenIn(world: World, subnetId: string): Map<string, string> {
  return new Map(usersOf(world, 'subnet', subnetId).flatMap((user): [string, string][] => {
    const address = isObject(user.item) ? textAt(user.item, 'properties.privateIPAddress') : undefined;
    return address === undefined ? [] : [[address, user.id]];
  }));
}
