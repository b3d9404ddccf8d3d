import type { Json } from '@cloudwright/engine';
import type { Provider } from '../../wire/provider.ts';
import { isChildType } from '../../wire/registry.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { typeOf } from '../type-row.ts';
import { usageOperation } from '../usages.ts';
import { balancerRows } from './balancers.ts';
import { dnsRows } from './dns.ts';
import { gatewayRows } from './gateways.ts';
import { interfaceRows } from './interfaces.ts';
import { securityGroupRows } from './security-groups.ts';
import { virtualNetworkRows } from './virtual-networks.ts';

/** Addresses, interfaces and rules are there long before a storage account or a machine is: templates rely on it. */
const LIGHT = 300;

const types = [...virtualNetworkRows, ...interfaceRows, ...securityGroupRows, ...balancerRows, ...dnsRows, ...gatewayRows].map((row) =>
  typeOf({ apiVersions: apiVersionsOf('Microsoft.Network'), ...(isChildType(row.type) ? {} : { duration: LIGHT }), ...row }));

/** Microsoft.Network. */
export const network: Provider = {
  namespace: 'Microsoft.Network',
  types,
  operations: [
    usageOperation('Microsoft.Network', types),
    {
      method: 'GET',
      path: '/subscriptions/{subscriptionId}/providers/Microsoft.Network/locations/{location}/CheckDnsNameAvailability',
      run: ({ world, params, query }): Json => {
        const start = `${(query.get('domainNameLabel') ?? '').toLowerCase()}.${params['location']!.toLowerCase()}.`;
        return { available: !world.list({ type: 'Microsoft.Network/publicIPAddresses' }).some((ip) => JSON.stringify(ip.body).includes(`"${start}`)) };
      },
    },
  ],
};
