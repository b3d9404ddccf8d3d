import { ArmError } from '../../wire/arm-error.ts';
import type { WriteRequest } from '../../wire/provider.ts';
import { listAt, propertiesOf, textAt, textsAt, valueAt } from '../body.ts';
import { type TypeRow } from '../type-row.ts';
import { parseRange } from './address-range.ts';
import * as errors from './errors.ts';
import { inlineLists } from './inline-children.ts';
import { checkIpConfigurations, withPrivateAddresses } from './interfaces.ts';
import { usersOf } from './usage.ts';
import { NETWORK_NAME } from './virtual-networks.ts';

/** A few services live in a subnet of one fixed name. */
function checkSubnetName(request: WriteRequest, name: string, code: string): void {
  for (const item of listAt(request.body, 'properties.ipConfigurations')) {
    const subnet = textAt(item, 'properties.subnet.id');
    if (subnet && subnet.split('/').at(-1)?.toLowerCase() !== name.toLowerCase())
      throw new ArmError(400, code, `Resource ${request.id.id} must be placed in a subnet named '${name}'; the subnet provided is ${subnet}.`);
  }
}

const guid: TypeRow['once'] = { 'properties.resourceGuid': ({ world }) => world.newId() };
const named = (row: TypeRow): TypeRow => ({ name: NETWORK_NAME, ...row });
const located = (type: string, row: Partial<TypeRow> = {}): TypeRow => named({ type: `Microsoft.Network/${type}`, required: ['location'], once: guid, ...row });

/** VPN, firewall, bastion, virtual WAN and everything else of the network that needs only defaults and references. */
export const gatewayRows: TypeRow[] = [
  located('virtualNetworkGateways', {
    duration: 6000,
    defaults: { properties: { gatewayType: 'Vpn', vpnType: 'RouteBased', enableBgp: false, activeActive: false, vpnGatewayGeneration: 'Generation1', enablePrivateIpAddress: false } },
    normalized: {
      'properties.ipConfigurations': (request, body) => withPrivateAddresses(request, body, 'properties.ipConfigurations'),
      'properties.bgpSettings.asn': (_request, body) => valueAt(body, 'properties.bgpSettings.asn') ?? 65515,
      'properties.bgpSettings.bgpPeeringAddress': (_request, body) => textAt(body, 'properties.bgpSettings.bgpPeeringAddress') ?? '10.0.0.30',
    },
    check: (request) => {
      if (!listAt(request.body, 'properties.ipConfigurations').length && textAt(request.body, 'properties.gatewayType') !== 'LocalGateway')
        throw new ArmError(400, 'VirtualNetworkGatewayIpConfigurationsNotSpecified', `Virtual network gateway ${request.id.id} must have at least one IP configuration.`);
      checkSubnetName(request, 'GatewaySubnet', 'VirtualNetworkGatewaySubnetNameInvalid');
      checkIpConfigurations(request, 'properties.ipConfigurations');
    },
    actions: [{ name: 'reset', duration: 500, run: ({ resource }) => resource.body }],
  }),
  located('localNetworkGateways', {
    check: ({ body, id }) => {
      for (const prefix of textsAt(body, 'properties.localNetworkAddressSpace.addressPrefixes')) if (!parseRange(prefix)) throw errors.invalidPrefix(prefix, id.id);
    },
  }),
  located('connections', {
    required: ['location', 'properties.connectionType', 'properties.virtualNetworkGateway1.id'],
    defaults: { properties: { routingWeight: 0, enableBgp: false, usePolicyBasedTrafficSelectors: false, connectionProtocol: 'IKEv2', dpdTimeoutSeconds: 45 } },
    writeOnly: ['properties.sharedKey'],
    references: [{ path: 'properties.virtualNetworkGateway1.id' }, { path: 'properties.virtualNetworkGateway2.id' }, { path: 'properties.localNetworkGateway2.id' }],
    computed: { 'properties.connectionStatus': () => 'Unknown', 'properties.ingressBytesTransferred': () => 0, 'properties.egressBytesTransferred': () => 0 },
    actions: [{ name: 'sharedkey', method: 'GET', run: ({ resource }) => ({ value: resource.secret['properties.sharedKey'] ?? '' }) }],
  }),
  located('bastionHosts', {
    duration: 4000,
    defaults: { sku: { name: 'Basic' }, properties: { scaleUnits: 2 } },
    computed: {
      'properties.dnsName': ({ id, world }) => `bst-${Buffer.from(id.id.toLowerCase()).toString('hex').slice(-12)}-0000.bastion.${world.cloud === 'government' ? 'usgovcloudapi.net' : 'azure.com'}`,
    },
    normalized: inlineLists('ipConfigurations'),
    check: (request) => {
      checkSubnetName(request, 'AzureBastionSubnet', 'BastionHostSubnetNameInvalid');
      checkIpConfigurations(request, 'properties.ipConfigurations');
    },
  }),
  located('azureFirewalls', {
    duration: 4000,
    defaults: { properties: { sku: { name: 'AZFW_VNet', tier: 'Standard' }, threatIntelMode: 'Alert', applicationRuleCollections: [], networkRuleCollections: [], natRuleCollections: [], additionalProperties: {} } },
    normalized: { 'properties.ipConfigurations': (request, body) => withPrivateAddresses(request, body, 'properties.ipConfigurations') },
    check: (request) => {
      checkSubnetName(request, 'AzureFirewallSubnet', 'AzureFirewallSubnetNameInvalid');
      checkIpConfigurations(request, 'properties.ipConfigurations');
    },
    references: [{ path: 'properties.firewallPolicy.id' }, { path: 'properties.virtualHub.id' }],
  }),
  located('firewallPolicies', {
    once: {},
    defaults: { properties: { sku: { tier: 'Standard' }, threatIntelMode: 'Alert' } },
    references: [{ path: 'properties.basePolicy.id' }],
    remove: ({ world, resource }) => {
      const user = usersOf(world, 'firewallPolicy', resource.id)[0];
      if (user) throw new ArmError(400, 'FirewallPolicyInUse', `Firewall policy ${resource.id} is in use by ${user.resourceId} and cannot be deleted.`);
    },
  }),
  named({
    type: 'Microsoft.Network/firewallPolicies/ruleCollectionGroups', required: ['properties.priority'],
    check: ({ body, id }) => {
      const priority = Number(propertiesOf(body)['priority']);
      if (!(priority >= 100 && priority <= 65000)) throw new ArmError(400, 'FirewallPolicyRuleCollectionGroupInvalidPriorityValue', `Invalid Rule Collection Group. Invalid priority value ${priority} of ${id.name}: it has to be between 100 and 65000.`);
    },
  }),
  located('ipGroups', { once: {}, defaults: { properties: { ipAddresses: [] } } }),
  located('virtualWans', { once: {}, defaults: { properties: { disableVpnEncryption: false, allowBranchToBranchTraffic: true, office365LocalBreakoutCategory: 'None', type: 'Standard' } } }),
  located('virtualHubs', {
    once: {}, duration: 3000, defaults: { properties: { sku: 'Standard', virtualRouterAsn: 65515, virtualRouterIps: [], routeTable: { routes: [] }, virtualHubRouteTableV2s: [], allowBranchToBranchTraffic: false } },
    computed: { 'properties.routingState': () => 'Provisioned', 'properties.virtualRouterIps': () => ['10.0.32.4', '10.0.32.5'] },
    references: [{ path: 'properties.virtualWan.id' }],
    check: ({ body, id }) => {
      const prefix = textAt(body, 'properties.addressPrefix');
      if (prefix && !parseRange(prefix)) throw errors.invalidPrefix(prefix, id.id);
    },
  }),
  named({ type: 'Microsoft.Network/virtualHubs/hubVirtualNetworkConnections', required: ['properties.remoteVirtualNetwork.id'], references: [{ path: 'properties.remoteVirtualNetwork.id' }] }),
  named({ type: 'Microsoft.Network/virtualHubs/hubRouteTables' }),
  named({ type: 'Microsoft.Network/virtualHubs/ipConfigurations' }),
  named({ type: 'Microsoft.Network/virtualHubs/bgpConnections' }),
  located('vpnGateways', { once: {}, duration: 3000, references: [{ path: 'properties.virtualHub.id' }] }),
  located('vpnSites', { once: {}, references: [{ path: 'properties.virtualWan.id' }] }),
  located('expressRouteGateways', { once: {}, duration: 3000, references: [{ path: 'properties.virtualHub.id' }] }),
  located('expressRouteCircuits', { once: {}, computed: { 'properties.serviceKey': ({ existing, world }) => textAt(existing?.body ?? {}, 'properties.serviceKey') ?? world.newId(), 'properties.serviceProviderProvisioningState': () => 'NotProvisioned', 'properties.circuitProvisioningState': () => 'Enabled' } }),
  located('trafficManagerProfiles', {
    once: {}, locations: 'global', noProvisioningState: true,
    globalName: { code: 'DomainNameConflict', message: (name) => `The domain name ${name} is already used by another profile.` },
    defaults: { properties: { profileStatus: 'Enabled', trafficRoutingMethod: 'Performance' } },
    required: ['properties.dnsConfig.relativeName'],
    references: [{ path: 'properties.endpoints[*].properties.targetResourceId', missing: (id) => new ArmError(400, 'BadRequest', `The target resource '${id}' of an endpoint was not found.`) }],
    computed: { 'properties.dnsConfig.fqdn': ({ world }, body) => `${textAt(body, 'properties.dnsConfig.relativeName') ?? ''}.${world.cloud === 'government' ? 'usgovtrafficmanager' : 'trafficmanager'}.net` },
  }),
  located('networkWatchers', { once: {} }),
  located('networkProfiles'),
  located('ddosProtectionPlans'),
  located('dnsResolvers', { references: [{ path: 'properties.virtualNetwork.id' }] }),
  located('privateLinkServices', { once: {}, computed: { 'properties.alias': ({ id, world, existing }) => textAt(existing?.body ?? {}, 'properties.alias') ?? `${id.name}.${world.newId()}.azure.privatelinkservice` } }),
  located('serviceEndpointPolicies'),
];
