import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { listAt, propertiesOf, textAt, valueAt, valuesAt } from '../body.ts';
import { bodyOf, type TypeRow } from '../type-row.ts';
import * as errors from './errors.ts';
import { inlineLists } from './inline-children.ts';
import { checkIpConfigurations, childExists, withPrivateAddresses } from './interfaces.ts';
import { usersOf } from './usage.ts';
import { NETWORK_NAME } from './virtual-networks.ts';

const LB = 'Microsoft.Network/loadBalancers';
const DER_SEQUENCE = 0x30;

/** Every id below `paths` that points into the resource itself must name one of its own parts. */
function checkOwnParts(request: WriteRequest, paths: string[]): void {
  const own = `${request.id.id.toLowerCase()}/`;
  for (const path of paths)
    for (const id of valuesAt(request.body, path)) {
      if (typeof id !== 'string' || !id.toLowerCase().startsWith(own)) continue;
      const [list = '', name = ''] = id.slice(own.length).split('/');
      if (!listAt(request.body, `properties.${list}`).some((item) => textAt(item, 'name')?.toLowerCase() === name.toLowerCase()))
        throw errors.wrongRegion(id, request.id.id);
    }
}

/** Inline parts plus those written as child resources of their own. */
const withChildren = (request: ResourceRequest, names: string[]): JsonObject => {
  const properties = propertiesOf(request.resource.body);
  const lists = names.map((name): [string, Json] => {
    const inline = listAt(properties, name);
    const children = request.world.list({ type: `${request.resource.type}/${name}`, parent: request.resource.id })
      .filter((child) => !inline.some((item) => textAt(item, 'name')?.toLowerCase() === child.name.toLowerCase()))
      .map((child): JsonObject => ({ name: child.name, id: child.id, type: child.type, properties: propertiesOf(child.body) }));
    return [name, [...inline, ...children]];
  });
  return { ...request.resource.body, properties: { ...properties, ...Object.fromEntries(lists) } };
};

/** Members of a backend pool: the ip configurations that name it. */
const poolMembers = (request: ResourceRequest, pool: JsonObject): JsonObject => {
  const members = usersOf(request.world, 'backendPool', textAt(pool, 'id') ?? '').map((user): Json => ({ id: user.id }));
  return members.length ? { ...pool, properties: { ...propertiesOf(pool), backendIPConfigurations: members } } : pool;
};

function checkBalancer(request: WriteRequest): void {
  const { body, id } = request;
  checkIpConfigurations(request, 'properties.frontendIPConfigurations');
  checkOwnParts(request, [
    'properties.loadBalancingRules[*].properties.frontendIPConfiguration.id', 'properties.loadBalancingRules[*].properties.backendAddressPool.id', 'properties.loadBalancingRules[*].properties.probe.id',
    'properties.inboundNatRules[*].properties.frontendIPConfiguration.id', 'properties.inboundNatPools[*].properties.frontendIPConfiguration.id',
    'properties.outboundRules[*].properties.frontendIPConfigurations[*].id', 'properties.outboundRules[*].properties.backendAddressPool.id',
  ]);
  const sku = textAt(body, 'sku.name') ?? 'Basic';
  for (const publicIp of valuesAt(body, 'properties.frontendIPConfigurations[*].properties.publicIPAddress.id')) {
    if (typeof publicIp !== 'string') continue;
    const ipSku = textAt(bodyOf(request, publicIp) ?? {}, 'sku.name') ?? 'Basic';
    if (sku !== 'Gateway' && ipSku.replace('V2', '') !== sku) throw errors.skusDiffer(id.id, sku, publicIp, ipSku);
  }
  const seen = new Map<string, string>();
  for (const rule of [...listAt(body, 'properties.loadBalancingRules'), ...listAt(body, 'properties.inboundNatRules')]) {
    const port = ['frontendIPConfiguration.id', 'protocol', 'frontendPort'].map((path) => String(valueAt(propertiesOf(rule), path) ?? '').toLowerCase()).join('|');
    const other = seen.get(port);
    if (other) throw new ArmError(400, 'RulesUseSameFrontendPortProtocolAndIPConfig', `Load balancing rules ${id.id}/loadBalancingRules/${other} and ${id.id}/loadBalancingRules/${textAt(rule, 'name') ?? ''} with the same protocol use the same frontend port and frontend IP configuration.`);
    seen.set(port, textAt(rule, 'name') ?? '');
  }
}

const GATEWAY_LISTS = [
  'gatewayIPConfigurations', 'frontendPorts', 'backendAddressPools', 'backendHttpSettingsCollection', 'httpListeners', 'requestRoutingRules', 'urlPathMaps', 'probes',
  'sslCertificates', 'trustedRootCertificates', 'authenticationCertificates', 'redirectConfigurations', 'rewriteRuleSets', 'sslProfiles', 'privateLinkConfigurations', 'listeners', 'routingRules', 'backendSettingsCollection',
];

/** Load balancers with their parts, application gateways and their firewall policies. */
export const balancerRows: TypeRow[] = [
  {
    type: LB,
    name: NETWORK_NAME,
    required: ['location'],
    defaults: { sku: { name: 'Basic', tier: 'Regional' }, properties: { frontendIPConfigurations: [], backendAddressPools: [], loadBalancingRules: [], probes: [], inboundNatRules: [], outboundRules: [], inboundNatPools: [] } },
    oneOf: { 'sku.name': ['Basic', 'Standard', 'Gateway'] },
    immutable: ['sku.name'],
    immutableError: (_path, { id }) => new ArmError(400, 'LoadBalancerSkuCannotBeChanged', `Sku of load balancer ${id.id} cannot be changed after its creation.`),
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    normalized: {
      'properties.frontendIPConfigurations': (request, body) => withPrivateAddresses(request, body, 'properties.frontendIPConfigurations') ?? [],
      ...inlineLists('backendAddressPools', 'loadBalancingRules', 'probes', 'inboundNatRules', 'outboundRules', 'inboundNatPools'),
    },
    check: checkBalancer,
    read: (request) => {
      const body = withChildren(request, ['backendAddressPools', 'inboundNatRules']);
      return { ...body, properties: { ...propertiesOf(body), backendAddressPools: listAt(body, 'properties.backendAddressPools').map((pool) => poolMembers(request, pool)) } };
    },
    remove: ({ world, resource }) => {
      for (const pool of valuesAt(resource.body, 'properties.backendAddressPools[*].id')) {
        const user = typeof pool === 'string' ? usersOf(world, 'backendPool', pool)[0] : undefined;
        if (user) throw new ArmError(400, 'InUseLoadBalancerCannotBeDeleted', `Load balancer ${resource.id} cannot be deleted because its backend address pool ${String(pool)} is in use by ${user.id}.`);
      }
    },
    quota: () => [{ name: 'LoadBalancers', localizedName: 'Load Balancers', amount: 1, limit: 1000 }],
  },
  { type: `${LB}/backendAddressPools`, name: NETWORK_NAME },
  {
    type: `${LB}/inboundNatRules`,
    name: NETWORK_NAME,
    defaults: { properties: { enableFloatingIP: false, enableTcpReset: false, idleTimeoutInMinutes: 4 } },
    check: (request) => {
      const frontend = textAt(request.body, 'properties.frontendIPConfiguration.id');
      if (frontend && !childExists(request, frontend)) throw errors.wrongRegion(frontend, request.id.id);
    },
  },
  {
    type: 'Microsoft.Network/applicationGateways',
    name: NETWORK_NAME,
    required: ['location'],
    defaults: { properties: { enableHttp2: false } },
    once: { 'properties.resourceGuid': ({ world }) => world.newId() },
    computed: { 'properties.operationalState': () => 'Running' },
    normalized: {
      'properties.frontendIPConfigurations': (request, body) => withPrivateAddresses(request, body, 'properties.frontendIPConfigurations'),
      ...inlineLists(...GATEWAY_LISTS),
    },
    writeOnly: ['properties.sslCertificates[*].properties.password', 'properties.sslCertificates[*].properties.data'],
    check: (request) => {
      checkIpConfigurations(request, 'properties.gatewayIPConfigurations');
      checkIpConfigurations(request, 'properties.frontendIPConfigurations');
      if (!textAt(request.body, 'properties.sku.name')) throw new ArmError(400, 'ApplicationGatewaySkuNotSpecified', `Application Gateway ${request.id.id} does not have a SKU.`);
      for (const certificate of listAt(request.body, 'properties.sslCertificates')) {
        const data = textAt(certificate, 'properties.data');
        // A PFX file is a DER sequence in base64.
        if (data !== undefined && Buffer.from(data, 'base64')[0] !== DER_SEQUENCE)
          throw new ArmError(400, 'ApplicationGatewaySslCertificateInvalidData', `Data for certificate ${request.id.id}/sslCertificates/${textAt(certificate, 'name') ?? ''} is invalid.`);
      }
      checkOwnParts(request, [
        'properties.httpListeners[*].properties.frontendIPConfiguration.id', 'properties.httpListeners[*].properties.frontendPort.id', 'properties.httpListeners[*].properties.sslCertificate.id',
        'properties.requestRoutingRules[*].properties.httpListener.id', 'properties.requestRoutingRules[*].properties.backendAddressPool.id', 'properties.requestRoutingRules[*].properties.backendHttpSettings.id',
      ]);
    },
    duration: 4000,
    actions: [
      { name: 'backendhealth', list: false, duration: 500, run: ({ resource }) => ({ backendAddressPools: listAt(resource.body, 'properties.backendAddressPools').map((pool): Json => ({ backendAddressPool: { id: textAt(pool, 'id') ?? '' }, backendHttpSettingsCollection: [] })) }) },
      { name: 'start', duration: 500, run: () => undefined },
      { name: 'stop', duration: 500, run: () => undefined },
    ],
  },
  {
    type: 'Microsoft.Network/ApplicationGatewayWebApplicationFirewallPolicies',
    name: NETWORK_NAME,
    required: ['location', 'properties.managedRules'],
    defaults: { properties: { customRules: [], policySettings: { state: 'Enabled', mode: 'Detection', requestBodyCheck: true, maxRequestBodySizeInKb: 128, fileUploadLimitInMb: 100 } } },
    computed: { 'properties.resourceState': () => 'Enabled' },
  },
];

