import type { Refusals } from '../refusal.ts';

const N = 'Microsoft.Network';
const vnet = (subnets: [string, string][], space = '10.0.0.0/16') => ({ location: 'westeurope', properties: { addressSpace: { addressPrefixes: [space] }, subnets: subnets.map(([name, addressPrefix]) => ({ name, properties: { addressPrefix } })) } });
const nic = (subnet: string, more: object = {}, location = 'westeurope') => ({ location, properties: { ipConfigurations: [{ name: 'ipconfig1', properties: { subnet: { id: `{group}/providers/${N}/virtualNetworks/vnet/subnets/${subnet}` }, ...more } }] } });
const rule = (name: string, priority: number, more: object = {}) => ({ name, properties: { protocol: 'Tcp', access: 'Allow', direction: 'Inbound', priority, sourcePortRange: '*', destinationPortRange: '22', sourceAddressPrefix: '*', destinationAddressPrefix: '*', ...more } });

/** What Microsoft.Network refuses. */
export const networkRefusals: Refusals = {
  provider: N,
  given: [
    { method: 'PUT', path: `${N}/networkSecurityGroups/nsg`, body: { location: 'westeurope', properties: { securityRules: [rule('ssh', 100)] } } },
    { method: 'PUT', path: `${N}/virtualNetworks/vnet`, body: { location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'default', properties: { addressPrefix: '10.0.0.0/24', networkSecurityGroup: { id: `{group}/providers/${N}/networkSecurityGroups/nsg` } } }, { name: 'tiny', properties: { addressPrefix: '10.0.1.0/30' } }] } } },
    { method: 'PUT', path: `${N}/virtualNetworks/twin`, body: vnet([['default', '10.0.0.0/24']]) },
    { method: 'PUT', path: `${N}/publicIPAddresses/ip`, body: { location: 'westeurope', sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Static', dnsSettings: { domainNameLabel: 'takenlabel' } } } },
    { method: 'PUT', path: `${N}/publicIPAddresses/spare`, body: { location: 'westeurope', sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Static' } } },
    { method: 'PUT', path: `${N}/networkInterfaces/nic`, body: nic('default', { privateIPAllocationMethod: 'Static', privateIPAddress: '10.0.0.10', publicIPAddress: { id: `{group}/providers/${N}/publicIPAddresses/ip` } }) },
    { method: 'PUT', path: `${N}/privateDnsZones/corp.example`, body: { location: 'global' } },
    { method: 'PUT', path: `${N}/privateDnsZones/corp.example/virtualNetworkLinks/link`, body: { location: 'global', properties: { virtualNetwork: { id: `{group}/providers/${N}/virtualNetworks/vnet` }, registrationEnabled: false } } },
  ],
  refused: [
    { title: 'a subnet outside its network', method: 'PUT', path: `${N}/virtualNetworks/new`, body: vnet([['a', '10.1.0.0/24']]), status: 400, code: 'NetcfgSubnetRangeOutsideVnet' },
    { title: 'overlapping subnets', method: 'PUT', path: `${N}/virtualNetworks/new`, body: vnet([['a', '10.0.0.0/24'], ['b', '10.0.0.128/25']]), status: 400, code: 'NetcfgSubnetRangesOverlap' },
    { title: 'a subnet on top of a stored one', method: 'PUT', path: `${N}/virtualNetworks/vnet/subnets/other`, body: { properties: { addressPrefix: '10.0.0.0/25' } }, status: 400, code: 'NetcfgSubnetRangesOverlap' },
    { title: 'a prefix that is none', method: 'PUT', path: `${N}/virtualNetworks/new`, body: vnet([], '10.0.0.0/33'), status: 400, code: 'InvalidAddressPrefixFormat' },
    { title: 'a prefix with host bits', method: 'PUT', path: `${N}/virtualNetworks/new`, body: vnet([], '10.0.0.5/16'), status: 400, code: 'InvalidCIDRNotation' },
    { title: 'deleting a network whose subnet is in use', method: 'DELETE', path: `${N}/virtualNetworks/vnet`, status: 400, code: 'InUseSubnetCannotBeDeleted' },
    { title: 'dropping a used subnet from the list', method: 'PUT', path: `${N}/virtualNetworks/vnet`, body: vnet([['tiny', '10.0.1.0/30']]), status: 400, code: 'InUseSubnetCannotBeDeleted' },
    { title: 'an interface in a missing subnet', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('missing'), status: 400, code: 'InvalidResourceReference' },
    { title: 'an interface in another region than its network', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('default', {}, 'eastus'), status: 400, code: 'InvalidResourceReference' },
    { title: 'a static address outside the subnet', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('default', { privateIPAllocationMethod: 'Static', privateIPAddress: '10.9.0.9' }), status: 400, code: 'PrivateIPAddressNotInSubnet' },
    { title: 'a reserved address', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('default', { privateIPAllocationMethod: 'Static', privateIPAddress: '10.0.0.1' }), status: 400, code: 'PrivateIPAddressInReservedRange' },
    { title: 'a taken address', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('default', { privateIPAllocationMethod: 'Static', privateIPAddress: '10.0.0.10' }), status: 400, code: 'PrivateIPAddressIsAllocated' },
    { title: 'an interface in a full subnet', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('tiny'), status: 400, code: 'SubnetIsFull' },
    { title: 'a public address that another one uses', method: 'PUT', path: `${N}/networkInterfaces/new`, body: nic('default', { publicIPAddress: { id: `{group}/providers/${N}/publicIPAddresses/ip` } }), status: 400, code: 'PublicIPAddressInUse' },
    { title: 'deleting a public address in use', method: 'DELETE', path: `${N}/publicIPAddresses/ip`, status: 400, code: 'PublicIPAddressCannotBeDeleted' },
    { title: 'a bad domain label', method: 'PUT', path: `${N}/publicIPAddresses/new`, body: { location: 'westeurope', properties: { dnsSettings: { domainNameLabel: 'Not_A_Label' } } }, status: 400, code: 'InvalidDomainNameLabel' },
    { title: 'a taken domain label', method: 'PUT', path: `${N}/publicIPAddresses/new`, body: { location: 'westeurope', properties: { dnsSettings: { domainNameLabel: 'takenlabel' } } }, status: 400, code: 'DnsRecordInUse' },
    { title: 'a dynamic standard address', method: 'PUT', path: `${N}/publicIPAddresses/new`, body: { location: 'westeurope', sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Dynamic' } }, status: 400, code: 'PublicIPAddressWithStandardSkuMustBeStatic' },
    { title: 'deleting a security group in use', method: 'DELETE', path: `${N}/networkSecurityGroups/nsg`, status: 400, code: 'InUseNetworkSecurityGroupCannotBeDeleted' },
    { title: 'two rules of one priority', method: 'PUT', path: `${N}/networkSecurityGroups/new`, body: { location: 'westeurope', properties: { securityRules: [rule('a', 200), rule('b', 200)] } }, status: 400, code: 'SecurityRuleConflict' },
    { title: 'a priority out of range', method: 'PUT', path: `${N}/networkSecurityGroups/nsg/securityRules/low`, body: { properties: rule('low', 50).properties }, status: 400, code: 'SecurityRuleInvalidPriority' },
    { title: 'a port that is none', method: 'PUT', path: `${N}/networkSecurityGroups/nsg/securityRules/port`, body: { properties: rule('port', 300, { destinationPortRange: '99999' }).properties }, status: 400, code: 'SecurityRuleInvalidPortRange' },
    { title: 'peering networks that overlap', method: 'PUT', path: `${N}/virtualNetworks/vnet/virtualNetworkPeerings/p`, body: { properties: { remoteVirtualNetwork: { id: `{group}/providers/${N}/virtualNetworks/twin` } } }, status: 400, code: 'VnetAddressSpacesOverlap' },
    { title: 'a basic balancer with a standard address', method: 'PUT', path: `${N}/loadBalancers/lb`, body: { location: 'westeurope', sku: { name: 'Basic' }, properties: { frontendIPConfigurations: [{ name: 'f', properties: { publicIPAddress: { id: `{group}/providers/${N}/publicIPAddresses/spare` } } }] } }, status: 400, code: 'PublicIPAndLBSkuDoNotMatch' },
    { title: 'a rule with a missing backend pool', method: 'PUT', path: `${N}/loadBalancers/lb`, body: { location: 'westeurope', properties: { loadBalancingRules: [{ name: 'r', properties: { protocol: 'Tcp', frontendPort: 80, backendPort: 80, backendAddressPool: { id: `{group}/providers/${N}/loadBalancers/lb/backendAddressPools/none` } } }] } }, status: 400, code: 'InvalidResourceReference' },
    { title: 'a zone that still has links', method: 'DELETE', path: `${N}/privateDnsZones/corp.example`, status: 409, code: 'CannotDeleteResource' },
    { title: 'a record that is no address', method: 'PUT', path: `${N}/privateDnsZones/corp.example/A/www`, body: { properties: { ttl: 60, aRecords: [{ ipv4Address: 'nowhere' }] } }, status: 400, code: 'BadRequest' },
  ],
};
