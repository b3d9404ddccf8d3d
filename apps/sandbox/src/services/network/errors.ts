import { ArmError } from '../../wire/arm-error.ts';

/** Microsoft.Network's refusals in Azure's words; all are 400 as Azure's network provider answers them. */
const refuse = (code: string, message: string): ArmError => new ArmError(400, code, message);

export const invalidPrefix = (prefix: string, id: string): ArmError =>
  refuse('InvalidAddressPrefixFormat', `Address prefix ${prefix} of resource ${id} is not formatted correctly. It should follow CIDR notation, for example 10.0.0.0/24.`);

export const hostBitsSet = (prefix: string, id: string, proper: string): ArmError =>
  refuse('InvalidCIDRNotation', `The address prefix ${prefix} in resource ${id} has an invalid CIDR notation. For the given prefix length, the address prefix should be ${proper}.`);

export const subnetOutside = (subnet: string, network: string): ArmError =>
  refuse('NetcfgSubnetRangeOutsideVnet', `Subnet '${subnet}' is not valid because its IP address range is outside the IP address range of virtual network '${network}'.`);

export const subnetsOverlap = (subnet: string, network: string): ArmError =>
  refuse('NetcfgSubnetRangesOverlap', `Subnet '${subnet}' is not valid because its IP address range overlaps with that of an existing subnet in virtual network '${network}'.`);

export const addressSpacesOverlap = (first: string, second: string): ArmError =>
  refuse('VnetAddressSpacesOverlap', `Cannot create or update peering ${first}. Virtual networks ${first} and ${second} cannot be peered because their address spaces overlap.`);

export const subnetInUse = (subnet: string, user: string): ArmError =>
  refuse('InUseSubnetCannotBeDeleted', `Subnet ${subnet} is in use by ${user} and cannot be deleted. In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet.`);

export const prefixInUse = (subnet: string, user: string): ArmError =>
  refuse('InUsePrefixCannotBeDeleted', `IpPrefix of subnet ${subnet} is in use by ${user} and cannot be changed.`);

export const subnetFull = (id: string, prefix: string): ArmError =>
  refuse('SubnetIsFull', `Subnet ${id} with address prefix ${prefix} does not have enough capacity for 1 IP addresses.`);

export const addressOutsideSubnet = (address: string, prefix: string): ArmError =>
  refuse('PrivateIPAddressNotInSubnet', `Private static IP address ${address} does not belong to the range of subnet prefix ${prefix}.`);

export const addressReserved = (address: string, prefix: string): ArmError =>
  refuse('PrivateIPAddressInReservedRange', `Private static IP address ${address} falls within reserved IP range of subnet prefix ${prefix}.`);

export const addressTaken = (address: string, configuration: string, user: string): ArmError =>
  refuse('PrivateIPAddressIsAllocated', `IP configuration ${configuration} is using the private IP address ${address} which is already allocated to resource ${user}.`);

export const publicIpTaken = (configuration: string, publicIp: string, user: string): ArmError =>
  refuse('PublicIPAddressInUse', `Resource ${configuration} is referencing public IP address ${publicIp} that is already allocated to resource ${user}.`);

export const publicIpInUse = (publicIp: string, user: string): ArmError =>
  refuse('PublicIPAddressCannotBeDeleted', `Public IP address ${publicIp} can not be deleted since it is still allocated to resource ${user}. In order to delete the public IP, disassociate/detach the Public IP address from the resource. To learn how to do this, see aka.ms/deletepublicip.`);

export const skusDiffer = (balancer: string, balancerSku: string, publicIp: string, publicIpSku: string): ArmError =>
  refuse('PublicIPAndLBSkuDoNotMatch', `${balancerSku} sku load balancer ${balancer} cannot reference ${publicIpSku} sku publicIP ${publicIp}.`);

export const labelInvalid = (label: string): ArmError =>
  refuse('InvalidDomainNameLabel', `The domain name label ${label} is invalid. It must conform to the following regular expression: ^[a-z][a-z0-9-]{1,61}[a-z0-9]$.`);

export const labelTaken = (fqdn: string): ArmError => refuse('DnsRecordInUse', `DNS record ${fqdn} is already used by another public IP.`);

export const standardIsStatic = (id: string): ArmError =>
  refuse('PublicIPAddressWithStandardSkuMustBeStatic', `Standard sku publicIp ${id} must have AllocationMethod set to Static.`);

export const interfaceInUse = (nic: string, user: string): ArmError =>
  refuse('NicInUse', `Network Interface ${nic} is used by existing resource ${user}. In order to delete the network interface, it must be dissociated from the resource. To learn more, see aka.ms/deletenic.`);

export const securityGroupInUse = (id: string, users: string[]): ArmError =>
  refuse('InUseNetworkSecurityGroupCannotBeDeleted', `Network security group ${id} cannot be deleted because it is in use by the following resources: ${users.join(', ')}. In order to delete the Network security group, remove the association with the resource(s). To learn how to do this, see aka.ms/deletensg.`);

export const routeTableInUse = (id: string, users: string[]): ArmError =>
  refuse('InUseRouteTableCannotBeDeleted', `Route table ${id} is in use and cannot be deleted. It is in use by the following resources: ${users.join(', ')}.`);

export const natGatewayInUse = (id: string, users: string[]): ArmError =>
  refuse('InUseNatGatewayCannotBeDeleted', `Nat Gateway ${id} cannot be deleted because it is in use by the following resources: ${users.join(', ')}.`);

export const ruleConflict = (rule: string, other: string): ArmError =>
  refuse('SecurityRuleConflict', `Security rule ${rule} conflicts with rule ${other}. Rules cannot have the same Priority and Direction. To learn more, see aka.ms/nsgrules.`);

export const rulePriority = (rule: string): ArmError =>
  refuse('SecurityRuleInvalidPriority', `Security rule has invalid Priority. Value provided: ${rule}. Allowed range 100-4096. To learn more, see aka.ms/nsgrules.`);

export const rulePorts = (rule: string, ports: string): ArmError =>
  refuse('SecurityRuleInvalidPortRange', `Security rule has invalid Port range. Value provided: ${ports}. Value should be an integer OR integer range with '-' delimiter. Valid range 0-65535. Rule name: ${rule}.`);

export const wrongRegion = (id: string, user: string): ArmError =>
  refuse('InvalidResourceReference', `Resource ${id} referenced by resource ${user} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`);

export const zoneNotEmpty = (): ArmError => new ArmError(409, 'CannotDeleteResource', 'Can not delete resource before nested resources are deleted.');
