import type { Json, JsonObject } from '@cloudwright/engine';
import type { ResourceRequest, WriteRequest, WriteResult } from '../../wire/provider.ts';
import { fill, listAt, propertiesOf, textAt, textsAt, valueAt, without } from '../body.ts';
import { exists, type TypeRow } from '../type-row.ts';
import { parseRange } from './address-range.ts';
import * as errors from './errors.ts';
import { usersOf } from './usage.ts';
import { NETWORK_NAME } from './virtual-networks.ts';

const NSG = 'Microsoft.Network/networkSecurityGroups';

// Azure's default rules: name, priority, access, direction, source, target, protocol, description.
const defaultRules: [string, number, string, string, string, string, string][] = [
  ['AllowVnetInBound', 65000, 'Allow', 'Inbound', 'VirtualNetwork', 'VirtualNetwork', 'Allow inbound traffic from all VMs in VNET'],
  ['AllowAzureLoadBalancerInBound', 65001, 'Allow', 'Inbound', 'AzureLoadBalancer', '*', 'Allow inbound traffic from azure load balancer'],
  ['DenyAllInBound', 65500, 'Deny', 'Inbound', '*', '*', 'Deny all inbound traffic'],
  ['AllowVnetOutBound', 65000, 'Allow', 'Outbound', 'VirtualNetwork', 'VirtualNetwork', 'Allow outbound traffic from all VMs to all VMs in VNET'],
  ['AllowInternetOutBound', 65001, 'Allow', 'Outbound', '*', 'Internet', 'Allow outbound traffic from all VMs to Internet'],
  ['DenyAllOutBound', 65500, 'Deny', 'Outbound', '*', '*', 'Deny all outbound traffic'],
];

const RULE_DEFAULTS: JsonObject = {
  properties: {
    sourcePortRanges: [], destinationPortRanges: [], sourceAddressPrefixes: [], destinationAddressPrefixes: [],
  },
};

const defaultRulesOf = (id: string): Json[] => defaultRules.map(([name, priority, access, direction, source, target, description]) => ({
  name, id: `${id}/defaultSecurityRules/${name}`, type: `${NSG}/defaultSecurityRules`,
  properties: {
    provisioningState: 'Succeeded', description, protocol: '*', sourcePortRange: '*', destinationPortRange: '*',
    sourceAddressPrefix: source, destinationAddressPrefix: target, access, priority, direction,
    sourcePortRanges: [], destinationPortRanges: [], sourceAddressPrefixes: [], destinationAddressPrefixes: [],
  },
}));

const portOk = (text: string): boolean => {
  if (text === '*') return true;
  const [from, to = from, ...more] = text.split('-').map((part) => part.trim());
  return more.length === 0 && [from, to].every((part) => /^\d{1,5}$/.test(part ?? '') && Number(part) <= 65535) && Number(from) <= Number(to);
};

function checkRule(name: string, rule: JsonObject, others: { name: string; body: JsonObject }[]): void {
  const priority = Number(valueAt(rule, 'properties.priority'));
  if (!Number.isInteger(priority) || priority < 100 || priority > 4096) throw errors.rulePriority(String(valueAt(rule, 'properties.priority') ?? ''));
  for (const member of ['sourcePortRange', 'destinationPortRange'])
    for (const ports of [textAt(rule, `properties.${member}`) ?? '*', ...textsAt(rule, `properties.${member}s`)]) if (ports !== '' && !portOk(ports)) throw errors.rulePorts(name, ports);
  for (const member of ['sourceAddressPrefix', 'destinationAddressPrefix'])
    for (const prefix of [textAt(rule, `properties.${member}`) ?? '*', ...textsAt(rule, `properties.${member}s`)])
      // Service tags are names; anything that begins like an address must be one.
      if (/^\d+\.\d+/.test(prefix) && !prefix.includes('-') && !parseRange(prefix.includes('/') ? prefix : `${prefix}/32`)) throw errors.invalidPrefix(prefix, name);
  const direction = textAt(rule, 'properties.direction');
  const twin = others.find((other) => other.name.toLowerCase() !== name.toLowerCase() && Number(valueAt(other.body, 'properties.priority')) === priority && textAt(other.body, 'properties.direction')?.toLowerCase() === direction?.toLowerCase());
  if (twin) throw errors.ruleConflict(name, twin.name);
}

function finishGroup(request: WriteRequest, result: WriteResult): WriteResult {
  const sent = listAt(result.body, 'properties.securityRules');
  const names = new Set(sent.map((rule) => textAt(rule, 'name')?.toLowerCase()));
  const stored = request.existing ? request.world.list({ type: `${NSG}/securityRules`, parent: request.existing.id }) : [];
  return {
    ...result,
    body: without(without(result.body, 'properties.securityRules'), 'properties.defaultSecurityRules'),
    others: sent.map((rule) => ({ id: `${request.id.id}/securityRules/${textAt(rule, 'name') ?? ''}`, body: { properties: { provisioningState: 'Succeeded', ...propertiesOf(fill(rule, RULE_DEFAULTS)) } } })),
    removed: Array.isArray(propertiesOf(request.body)['securityRules']) ? stored.filter((rule) => !names.has(rule.name.toLowerCase())).map((rule) => rule.id) : [],
  };
}

const usersRead = (request: ResourceRequest, kind: 'securityGroup' | 'routeTable' | 'natGateway'): JsonObject => {
  const users = usersOf(request.world, kind, request.resource.id);
  const subnets = users.filter((user) => user.type.endsWith('/subnets')).map((user): Json => ({ id: user.resourceId }));
  const interfaces = users.filter((user) => !user.type.endsWith('/subnets')).map((user): Json => ({ id: user.resourceId }));
  return { ...(subnets.length ? { subnets } : {}), ...(interfaces.length ? { networkInterfaces: interfaces } : {}) };
};

/** Security groups and their rules, application security groups, route tables, NAT gateways. */
export const securityGroupRows: TypeRow[] = [
  {
    type: NSG,
    name: NETWORK_NAME,
    required: ['location'],
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    check: ({ body }) => {
      const rules = listAt(body, 'properties.securityRules').map((rule) => ({ name: textAt(rule, 'name') ?? '', body: rule }));
      for (const rule of rules) checkRule(rule.name, rule.body, rules);
    },
    finish: finishGroup,
    read: (request) => ({
      ...request.resource.body,
      properties: {
        ...propertiesOf(request.resource.body),
        securityRules: request.world.list({ type: `${NSG}/securityRules`, parent: request.resource.id }).map((rule): Json => ({ name: rule.name, id: rule.id, etag: rule.etag, type: rule.type, properties: propertiesOf(rule.body) })),
        defaultSecurityRules: defaultRulesOf(request.resource.id),
        ...usersRead(request, 'securityGroup'),
      },
    }),
    remove: ({ world, resource }) => {
      const users = usersOf(world, 'securityGroup', resource.id);
      if (users.length) throw errors.securityGroupInUse(resource.id, users.map((user) => user.resourceId));
    },
    quota: () => [{ name: 'NetworkSecurityGroups', localizedName: 'Network Security Groups', amount: 1, limit: 5000 }],
  },
  {
    type: `${NSG}/securityRules`,
    name: NETWORK_NAME,
    required: ['properties.protocol', 'properties.access', 'properties.priority', 'properties.direction'],
    defaults: RULE_DEFAULTS,
    check: ({ body, id, world }) => checkRule(id.name, body, world.list({ type: id.type, parent: id.parent! }).map((rule) => ({ name: rule.name, body: rule.body }))),
  },
  { type: 'Microsoft.Network/applicationSecurityGroups', name: NETWORK_NAME, required: ['location'], once: { 'properties.resourceGuid': ({ world }) => world.newId() } },
  {
    type: 'Microsoft.Network/routeTables',
    name: NETWORK_NAME,
    required: ['location'],
    defaults: { properties: { disableBgpRoutePropagation: false } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    check: ({ body, id }) => {
      for (const route of listAt(body, 'properties.routes')) {
        const prefix = textAt(route, 'properties.addressPrefix') ?? '';
        if (/^\d/.test(prefix) && !parseRange(prefix)) throw errors.invalidPrefix(prefix, `${id.id}/routes/${textAt(route, 'name') ?? ''}`);
      }
    },
    finish: (request, result) => ({
      ...result,
      body: without(result.body, 'properties.routes'),
      others: listAt(result.body, 'properties.routes').map((route) => ({ id: `${request.id.id}/routes/${textAt(route, 'name') ?? ''}`, body: { properties: { hasBgpOverride: false, provisioningState: 'Succeeded', ...propertiesOf(route) } } })),
      removed: !Array.isArray(propertiesOf(request.body)['routes']) ? [] : request.world.list({ type: `${request.id.type}/routes`, parent: request.id.id })
        .filter((stored) => !listAt(result.body, 'properties.routes').some((route) => textAt(route, 'name')?.toLowerCase() === stored.name.toLowerCase())).map((stored) => stored.id),
    }),
    read: (request) => ({
      ...request.resource.body,
      properties: {
        ...propertiesOf(request.resource.body),
        routes: request.world.list({ type: 'Microsoft.Network/routeTables/routes', parent: request.resource.id }).map((route): Json => ({ name: route.name, id: route.id, type: route.type, properties: propertiesOf(route.body) })),
        ...usersRead(request, 'routeTable'),
      },
    }),
    remove: ({ world, resource }) => {
      const users = usersOf(world, 'routeTable', resource.id);
      if (users.length) throw errors.routeTableInUse(resource.id, users.map((user) => user.resourceId));
    },
  },
  {
    type: 'Microsoft.Network/routeTables/routes',
    name: NETWORK_NAME,
    required: ['properties.addressPrefix', 'properties.nextHopType'],
    defaults: { properties: { hasBgpOverride: false } },
    check: ({ body, id }) => {
      const prefix = textAt(body, 'properties.addressPrefix') ?? '';
      if (/^\d/.test(prefix) && !parseRange(prefix)) throw errors.invalidPrefix(prefix, id.id);
    },
  },
  {
    type: 'Microsoft.Network/natGateways',
    name: NETWORK_NAME,
    required: ['location'],
    defaults: { sku: { name: 'Standard', tier: 'Regional' }, properties: { idleTimeoutInMinutes: 4 } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    check: (request) => {
      for (const ip of listAt(request.body, 'properties.publicIpAddresses')) {
        const id = textAt(ip, 'id');
        if (id && !exists(request, id)) throw errors.wrongRegion(id, request.id.id);
      }
    },
    read: (request) => ({ ...request.resource.body, properties: { ...propertiesOf(request.resource.body), ...usersRead(request, 'natGateway') } }),
    remove: ({ world, resource }) => {
      const users = usersOf(world, 'natGateway', resource.id);
      if (users.length) throw errors.natGatewayInUse(resource.id, users.map((user) => user.resourceId));
    },
  },
];
