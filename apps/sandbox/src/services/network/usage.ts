import type { Json } from '@cloudwright/engine';
import type { World } from '../../world/world.ts';
import { isObject, textAt, valuesAt } from '../body.ts';

/**
 * Who refers to a network resource: type, the list whose items refer (or '' for the resource itself), path inside the item.
 * One table answers both back references of GET and what is in use at DELETE.
 */
interface Referrer {
  type: string;
  list: string;
  path: string;
}

const NIC = 'Microsoft.Network/networkInterfaces';
const onIpConfigurations = (type: string, list = 'properties.ipConfigurations'): Referrer => ({ type: `Microsoft.Network/${type}`, list, path: 'properties.subnet.id' });

const subnetReferrers: Referrer[] = [
  onIpConfigurations('networkInterfaces'),
  onIpConfigurations('loadBalancers', 'properties.frontendIPConfigurations'),
  onIpConfigurations('applicationGateways', 'properties.gatewayIPConfigurations'),
  onIpConfigurations('virtualNetworkGateways'),
  onIpConfigurations('bastionHosts'),
  onIpConfigurations('azureFirewalls'),
  { type: 'Microsoft.Network/privateEndpoints', list: '', path: 'properties.subnet.id' },
  { type: 'Microsoft.Compute/virtualMachineScaleSets', list: 'properties.virtualMachineProfile.networkProfile.networkInterfaceConfigurations', path: 'properties.ipConfigurations[*].properties.subnet.id' },
  { type: 'Microsoft.Sql/managedInstances', list: '', path: 'properties.subnetId' },
  { type: 'Microsoft.ContainerService/managedClusters', list: 'properties.agentPoolProfiles', path: 'vnetSubnetID' },
];

const publicIpReferrers: Referrer[] = [
  { type: NIC, list: 'properties.ipConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/loadBalancers', list: 'properties.frontendIPConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/applicationGateways', list: 'properties.frontendIPConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/virtualNetworkGateways', list: 'properties.ipConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/bastionHosts', list: 'properties.ipConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/azureFirewalls', list: 'properties.ipConfigurations', path: 'properties.publicIPAddress.id' },
  { type: 'Microsoft.Network/natGateways', list: 'properties.publicIpAddresses', path: 'id' },
];

const subnetMember = (name: string): Referrer => ({ type: 'Microsoft.Network/virtualNetworks/subnets', list: '', path: `properties.${name}.id` });

/** Tables by the type that is referred to. */
const referrers = {
  subnet: subnetReferrers,
  publicIp: publicIpReferrers,
  securityGroup: [subnetMember('networkSecurityGroup'), { type: NIC, list: '', path: 'properties.networkSecurityGroup.id' }],
  routeTable: [subnetMember('routeTable')],
  natGateway: [subnetMember('natGateway')],
  networkInterface: [{ type: 'Microsoft.Compute/virtualMachines', list: '', path: 'properties.networkProfile.networkInterfaces[*].id' }],
  backendPool: [{ type: NIC, list: 'properties.ipConfigurations', path: 'properties.loadBalancerBackendAddressPools[*].id' }],
  firewallPolicy: [{ type: 'Microsoft.Network/azureFirewalls', list: '', path: 'properties.firewallPolicy.id' }],
} satisfies Record<string, Referrer[]>;

export interface User {
  /** Id of the referring resource or of its inline child (…/ipConfigurations/ipconfig1). */
  id: string;
  /** The resource itself. */
  resourceId: string;
  type: string;
  item: Json;
}

/** Everything that refers to `id`, in the table's order. */
export function usersOf(world: World, kind: keyof typeof referrers, id: string): User[] {
  const wanted = id.toLowerCase();
  const subscriptionId = /^\/subscriptions\/([^/]+)/i.exec(id)?.[1];
  return referrers[kind].flatMap((referrer) =>
    world.list({ type: referrer.type, ...(subscriptionId ? { subscriptionId } : {}) }).flatMap((resource) => {
      const items: Json[] = referrer.list === '' ? [resource.body] : valuesAt(resource.body, `${referrer.list}[*]`);
      return items
        .filter((item) => valuesAt(item, referrer.path).some((value) => typeof value === 'string' && value.toLowerCase() === wanted))
        .map((item): User => {
          const name = referrer.list !== '' && isObject(item) ? (textAt(item, 'name') ?? '') : '';
          const listName = referrer.list.split('.').at(-1)!;
          return { id: name ? `${resource.id}/${listName}/${name}` : resource.id, resourceId: resource.id, type: resource.type, item };
        });
    }),
  );
}
