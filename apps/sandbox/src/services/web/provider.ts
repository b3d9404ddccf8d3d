import type { Json } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider } from '../../wire/provider.ts';
import { propertiesOf, textAt, valueAt } from '../body.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { publicAddress } from '../network/interfaces.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { regions } from '../reference/regions.ts';
import { typeOf, type TypeRow } from '../type-row.ts';
import { SITE, siteRows } from './sites.ts';

const PLAN = 'Microsoft.Web/serverfarms';

// Sku -> tier, largest number of workers. Source: Azure App Service plan limits.
const skus: Record<string, [string, number]> = {
  F1: ['Free', 1], D1: ['Shared', 1], B1: ['Basic', 3], B2: ['Basic', 3], B3: ['Basic', 3], S1: ['Standard', 10], S2: ['Standard', 10], S3: ['Standard', 10],
  P1: ['Premium', 20], P2: ['Premium', 20], P3: ['Premium', 20], P1v2: ['PremiumV2', 30], P2v2: ['PremiumV2', 30], P3v2: ['PremiumV2', 30],
  P0v3: ['PremiumV3', 30], P1v3: ['PremiumV3', 30], P2v3: ['PremiumV3', 30], P3v3: ['PremiumV3', 30], P1mv3: ['PremiumMV3', 30], P2mv3: ['PremiumMV3', 30],
  P0v4: ['PremiumV4', 30], P1v4: ['PremiumV4', 30], P2v4: ['PremiumV4', 30],
  Y1: ['Dynamic', 0], EP1: ['ElasticPremium', 20], EP2: ['ElasticPremium', 20], EP3: ['ElasticPremium', 20], FC1: ['FlexConsumption', 0],
  I1: ['Isolated', 100], I2: ['Isolated', 100], I3: ['Isolated', 100], I1v2: ['IsolatedV2', 200], I2v2: ['IsolatedV2', 200], I3v2: ['IsolatedV2', 200],
  WS1: ['WorkflowStandard', 20], WS2: ['WorkflowStandard', 20], WS3: ['WorkflowStandard', 20], Free: ['Free', 1], Shared: ['Shared', 1], Basic: ['Basic', 3], Standard: ['Standard', 10], Premium: ['Premium', 20],
};
const tiers = new Set(Object.values(skus).map(([tier]) => tier.toLowerCase()));
const findSku = (name: string | undefined): [string, [string, number]] | undefined => Object.entries(skus).find(([one]) => one.toLowerCase() === name?.toLowerCase());

const rows: TypeRow[] = [
  {
    type: PLAN, required: ['location'], duration: 1000, deleteDuration: 0,
    name: { pattern: /^[\w-]+$/, min: 1, max: 60, code: 'BadRequest', message: (name) => `The parameter name has an invalid value: '${name}'.` },
    defaults: ({ body }) => ({
      kind: 'app', sku: { name: textAt(body, 'properties.sku') ?? (textAt(body, 'sku.tier') ? '' : 'F1') },
      properties: { reserved: false, isXenon: false, hyperV: false, perSiteScaling: false, elasticScaleEnabled: false, isSpot: false, targetWorkerCount: 0, targetWorkerSizeId: 0, zoneRedundant: false, freeOfferExpirationTime: null },
    }),
    normalized: {
      'sku.capacity': (_request, body) => valueAt(body, 'sku.capacity') ?? (findSku(textAt(body, 'sku.name'))?.[0] === 'Y1' ? 0 : 1),
    },
    computed: {
      'sku.tier': (_request, body) => findSku(textAt(body, 'sku.name'))?.[1][0] ?? textAt(body, 'sku.tier'),
      'sku.size': (_request, body) => textAt(body, 'sku.size') ?? textAt(body, 'sku.name'),
      'sku.family': (_request, body) => textAt(body, 'sku.family') ?? textAt(body, 'sku.name')?.replace(/\d.*$/, ''),
      'properties.status': () => 'Ready',
      'properties.maximumNumberOfWorkers': (_request, body) => findSku(textAt(body, 'sku.name'))?.[1][1] ?? 3,
      'properties.subscription': ({ id }) => id.subscriptionId ?? '', 'properties.resourceGroup': ({ id }) => id.resourceGroup ?? '', 'properties.geoRegion': (_request, body) => regions.find((region) => region.name === textAt(body, 'location'))?.displayName,
    },
    immutable: ['properties.reserved'],
    immutableError: (_path, { id }) => new ArmError(409, 'Conflict', `There was a conflict. The operating system of server farm '${id.name}' cannot be changed.`),
    check: ({ body }) => {
      const [name, tier] = [textAt(body, 'sku.name') ?? textAt(body, 'properties.sku'), textAt(body, 'sku.tier')];
      if (name && !findSku(name) && !(tier && tiers.has(tier.toLowerCase()) && name.toLowerCase() === tier.toLowerCase())) throw new ArmError(400, 'BadRequest', 'The parameter Sku.Name has an invalid value.', 'Sku.Name');
      const row = findSku(name);
      const workers = valueAt(body, 'sku.capacity');
      if (row && typeof workers === 'number' && row[1][1] > 0 && workers > row[1][1]) throw new ArmError(400, 'BadRequest', `The number of workers ${workers} is more than the sku ${row[0]} allows: ${row[1][1]}.`);
    },
    read: ({ resource, world }) => {
      const sites = world.list({ type: SITE, ...(resource.subscriptionId ? { subscriptionId: resource.subscriptionId } : {}) }).filter((site) => textAt(site.body, 'properties.serverFarmId')?.toLowerCase() === resource.id.toLowerCase());
      return { ...resource.body, properties: { ...propertiesOf(resource.body), numberOfSites: sites.length } };
    },
    remove: ({ resource, world }) => {
      const sites = world.list({ type: SITE }).filter((site) => textAt(site.body, 'properties.serverFarmId')?.toLowerCase() === resource.id.toLowerCase());
      if (sites.length) throw new ArmError(409, 'Conflict', `Server farm '${resource.name}' cannot be deleted because it has web app(s) ${sites.map((site) => site.name).join(', ')} assigned to it.`);
    },
    actions: [{ name: 'sites', method: 'GET', run: ({ resource, world }) => ({ value: world.list({ type: SITE }).filter((site) => textAt(site.body, 'properties.serverFarmId')?.toLowerCase() === resource.id.toLowerCase()).map((site): Json => ({ id: site.id, name: site.name, type: site.type, ...site.body })) }) }],
    quota: (body) => (textAt(body, 'sku.tier') === 'Free' ? [{ name: 'FreePlans', localizedName: 'Free App Service plans', amount: 1, limit: 10 }] : []),
    quotaError: (_demand, used, limit, location) => new ArmError(409, 'Conflict', `The maximum number of Free ServerFarms allowed in a Subscription is ${limit} (${used} in use in ${location}).`),
  },
  ...siteRows,
  {
    type: 'Microsoft.Web/hostingEnvironments', required: ['location'], duration: 5000,
    computed: { 'properties.dnsSuffix': ({ id }) => `${id.name}.appserviceenvironment.net`, 'properties.status': () => 'Ready', 'properties.internalLoadBalancingMode': (_request, body) => textAt(body, 'properties.internalLoadBalancingMode') ?? 'None' },
    check: (request) => {
      const subnet = textAt(request.body, 'properties.virtualNetwork.id');
      if (subnet?.includes('/subnets/') && !findSubnet(request, subnet)) throw new ArmError(404, 'NotFound', `Cannot find Subnet with name ${subnet.split('/').at(-1)!}.`);
    },
    finish: (request, result) => ({ ...result, others: [{ id: `${request.id.id}/configurations/networking`, body: { properties: { internalInboundIpAddresses: ['10.0.0.11'], externalInboundIpAddresses: [publicAddress(request.id.id)], linuxOutboundIpAddresses: [], windowsOutboundIpAddresses: [] } } }] }),
  },
  { type: 'Microsoft.Web/certificates', required: ['location'], noProvisioningState: true, writeOnly: ['properties.password', 'properties.pfxBlob'], computed: { 'properties.thumbprint': ({ id }) => Buffer.from(id.id).toString('hex').slice(-40).toUpperCase(), 'properties.issuer': () => 'sandbox' } },
  { type: 'Microsoft.Web/connections', required: ['location'], noProvisioningState: true, writeOnly: ['properties.parameterValues'], computed: { 'properties.statuses': () => [{ status: 'Connected' }] }, defaults: ({ id }) => ({ properties: { displayName: id.name } }) },
  { type: 'Microsoft.Web/staticSites', required: ['location'], noProvisioningState: true, computed: { 'properties.defaultHostname': ({ id }) => `${id.name.toLowerCase()}.azurestaticapps.net` }, keys: ['apiKey'], actions: [{ name: 'listSecrets', run: ({ resource }) => ({ properties: { apiKey: resource.secret['apiKey'] ?? '' } }) }] },
  { type: 'Microsoft.Web/kubeEnvironments', required: ['location'] },
];

/** Microsoft.Web. */
export const web: Provider = {
  namespace: 'Microsoft.Web',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Web'), ...row })),
  operations: [
    {
      method: 'POST', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Web/checknameavailability',
      run: ({ world, body }): Json => {
        const name = String(body['name'] ?? '');
        const taken = world.list({ type: SITE, name }).length > 0;
        return taken ? { nameAvailable: false, reason: 'AlreadyExists', message: `Hostname '${name}' already exists. Please select a different name.` } : { nameAvailable: true, reason: '', message: '' };
      },
    },
    { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Web/geoRegions', run: ({ world }): Json => ({ value: regions.filter((region) => region.cloud === world.cloud).map((region) => ({ name: region.displayName, type: 'Microsoft.Web/geoRegions', properties: { name: region.displayName, displayName: region.displayName } })) }) },
  ],
};
