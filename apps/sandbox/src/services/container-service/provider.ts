import type { Json, JsonObject } from '@cloudwright/engine';
import { coreDemand, checkSize } from '../compute/machine-checks.ts';
import { coresExceeded } from '../compute/errors.ts';
import { ArmError } from '../../wire/arm-error.ts';
import type { Provider, ResourceRequest, WriteRequest } from '../../wire/provider.ts';
import { isObject, listAt, objectAt, propertiesOf, textAt, valueAt } from '../body.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { lists, typeOf, type TypeRow } from '../type-row.ts';

const CLUSTER = 'Microsoft.ContainerService/managedClusters';
// Kubernetes versions on offer: newest first; the first is the default.
const VERSIONS = ['1.33.5', '1.33.3', '1.32.9', '1.32.6', '1.31.13', '1.31.11'];

const pool = (item: JsonObject, version: string): JsonObject => ({
  count: 1, osDiskSizeGB: 128, osDiskType: 'Managed', kubeletDiskType: 'OS', maxPods: 110, type: 'VirtualMachineScaleSets', enableAutoScaling: false, enableNodePublicIP: false, mode: 'User', osType: 'Linux', osSKU: 'Ubuntu', enableEncryptionAtHost: false,
  ...item, orchestratorVersion: item['orchestratorVersion'] ?? version, currentOrchestratorVersion: item['orchestratorVersion'] ?? version, powerState: item['powerState'] ?? { code: 'Running' }, provisioningState: 'Succeeded', nodeImageVersion: 'AKSUbuntu-2204gen2containerd-202610.15.0',
});

const invalid = (message: string, target?: string): ArmError => new ArmError(400, 'InvalidParameter', message, target);

function checkPool(request: WriteRequest, item: JsonObject): void {
  const location = textAt(request.body, 'location') ?? request.parent?.location ?? '';
  if (textAt(item, 'vmSize')) checkSize(textAt(item, 'vmSize'), location);
  const count = item['count'];
  if (typeof count === 'number' && (count < 0 || count > 1000)) throw invalid(`The value of parameter agentPoolProfile.count is invalid: ${count}. It has to be between 0 and 1000.`, 'agentPoolProfile.count');
  const name = textAt(item, 'name') ?? request.id.name;
  if (!/^[a-z][a-z0-9]{0,11}$/.test(name)) throw invalid(`The value of parameter agentPoolProfile.name is invalid. Error details: Agent pool name '${name}' must be lower case letters and digits, begin with a letter and be at most 12 characters long.`, 'agentPoolProfile.name');
  const subnet = textAt(item, 'vnetSubnetID');
  if (subnet && !findSubnet(request, subnet)) throw new ArmError(400, 'InvalidResourceReference', `Resource ${subnet} referenced by resource ${request.id.id} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`);
}

/** A kubeconfig that looks real and opens nothing. */
const kubeconfig = ({ resource, world }: ResourceRequest): Json => {
  const server = textAt(resource.body, 'properties.fqdn') ?? '';
  const text = `apiVersion: v1\nkind: Config\nclusters:\n- name: ${resource.name}\n  cluster:\n    server: https://${server}:443\n    certificate-authority-data: ${world.newKey(48)}\ncontexts:\n- name: ${resource.name}\n  context:\n    cluster: ${resource.name}\n    user: clusterUser\ncurrent-context: ${resource.name}\nusers:\n- name: clusterUser\n  user:\n    token: ${world.newKey(32)}\n`;
  return { kubeconfigs: [{ name: 'clusterUser', value: Buffer.from(text).toString('base64') }] };
};

const rows: TypeRow[] = [
  {
    type: CLUSTER, required: ['location'], duration: 5000,
    name: { pattern: /^[A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?$/, min: 1, max: 63, code: 'InvalidParameter', message: (name) => `The value of parameter resourceName is invalid: '${name}'. It has to begin and end with an alphanumeric character and contain only alphanumerics, '_' and '-'.` },
    defaults: { sku: { name: 'Base', tier: 'Free' }, properties: { enableRBAC: true, supportPlan: 'KubernetesOfficial', disableLocalAccounts: false, maxAgentPools: 100, networkProfile: { networkPlugin: 'kubenet', loadBalancerSku: 'standard', outboundType: 'loadBalancer', serviceCidr: '10.0.0.0/16', dnsServiceIP: '10.0.0.10', ipFamilies: ['IPv4'] }, securityProfile: {}, storageProfile: { diskCSIDriver: { enabled: true }, fileCSIDriver: { enabled: true }, snapshotController: { enabled: true } } } },
    writeOnly: ['properties.servicePrincipalProfile.secret', 'properties.windowsProfile.adminPassword'],
    normalized: {
      'properties.kubernetesVersion': ({ existing }, body) => textAt(body, 'properties.kubernetesVersion') ?? textAt(existing?.body ?? {}, 'properties.kubernetesVersion') ?? VERSIONS[0],
      'properties.nodeResourceGroup': ({ id }, body) => textAt(body, 'properties.nodeResourceGroup') ?? `MC_${id.resourceGroup ?? ''}_${id.name}_${textAt(body, 'location') ?? ''}`,
      'properties.agentPoolProfiles': (_request, body) => listAt(body, 'properties.agentPoolProfiles').map((item) => ({ ...pool(item, textAt(body, 'properties.kubernetesVersion') ?? VERSIONS[0]!), mode: textAt(item, 'mode') ?? 'System' })),
      'properties.addonProfiles': ({ existing, world }, body) => {
        const addons = objectAt(body, 'properties.addonProfiles');
        if (!Object.keys(addons).length) return undefined;
        return Object.fromEntries(Object.entries(addons).map(([name, value]): [string, Json] => [name, {
          ...(isObject(value) ? value : {}),
          ...(isObject(value) && value['enabled'] === true ? { identity: objectAt(existing?.body ?? {}, `properties.addonProfiles.${name}.identity`)['objectId'] === undefined ? { objectId: world.newId(), clientId: world.newId() } : objectAt(existing!.body, `properties.addonProfiles.${name}.identity`) } : {}),
        }]));
      },
    },
    computed: {
      'properties.currentKubernetesVersion': (_request, body) => textAt(body, 'properties.kubernetesVersion') ?? VERSIONS[0],
      'properties.fqdn': ({ id, world, existing }, body) => textAt(existing?.body ?? {}, 'properties.fqdn') ?? `${textAt(body, 'properties.dnsPrefix') ?? id.name}-${world.newId().slice(0, 8)}.hcp.${textAt(body, 'location') ?? ''}.${suffixOf(world, 'kubernetes')}`,
      'properties.azurePortalFQDN': (_request, body) => (textAt(body, 'properties.fqdn') ?? '').replace('.hcp.', '.portal.hcp.'),
      'properties.powerState': ({ existing }) => valueAt(existing?.body ?? {}, 'properties.powerState') ?? { code: 'Running' },
      'properties.identityProfile': ({ existing, world, id }, body) => objectAt(existing?.body ?? {}, 'properties.identityProfile')['kubeletidentity'] !== undefined ? objectAt(existing!.body, 'properties.identityProfile') : {
        kubeletidentity: { clientId: world.newId(), objectId: world.newId(), resourceId: `/subscriptions/${id.subscriptionId ?? ''}/resourcegroups/${textAt(body, 'properties.nodeResourceGroup') ?? ''}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${id.name}-agentpool` },
      },
    },
    immutable: ['properties.dnsPrefix', 'properties.nodeResourceGroup', 'properties.networkProfile.serviceCidr'],
    immutableError: (path) => new ArmError(400, 'PropertyChangeNotAllowed', `Changing property '${path}' is not allowed.`, path),
    check: (request) => {
      const version = textAt(request.body, 'properties.kubernetesVersion');
      if (version && !/^1\.(1\d|2\d|3\d)(\.\d+)?$/.test(version)) throw new ArmError(400, 'K8sVersionNotSupported', `Managed cluster ${request.id.name} is on version ${version}, which is not supported in this region. Please use [az aks get-versions] command to get the supported version list in this region. For more information, please check https://aka.ms/supported-version-list`);
      const pools = listAt(request.body, 'properties.agentPoolProfiles');
      if (!pools.length && !request.existing) throw invalid('Required parameter agentPoolProfiles is missing (null): a managed cluster needs at least one agent pool.', 'agentPoolProfiles');
      for (const item of pools) checkPool(request, item);
      if (!isObject(request.body['identity']) && !textAt(request.body, 'properties.servicePrincipalProfile.clientId')) throw invalid("The required property 'servicePrincipalProfile' or a managed identity is missing.", 'servicePrincipalProfile');
    },
    read: ({ resource, world }) => {
      const inline = listAt(resource.body, 'properties.agentPoolProfiles');
      const children = world.list({ type: `${CLUSTER}/agentPools`, parent: resource.id }).filter((child) => !inline.some((item) => item['name'] === child.name)).map((child): JsonObject => ({ name: child.name, ...propertiesOf(child.body) }));
      return { ...resource.body, properties: { ...propertiesOf(resource.body), agentPoolProfiles: [...inline, ...children] } };
    },
    quota: (body) => listAt(body, 'properties.agentPoolProfiles').flatMap((item) => coreDemand(textAt(item, 'vmSize'), Number(item['count'] ?? 1))),
    quotaError: coresExceeded,
    actions: [
      lists('listClusterUserCredential', kubeconfig), lists('listClusterAdminCredential', kubeconfig), lists('listClusterMonitoringUserCredential', kubeconfig),
      ...(['start', 'stop'] as const).map((name) => ({ name, duration: 1500, run: ({ world, resource }: ResourceRequest) => void world.put({ id: resource.id, body: { ...resource.body, properties: { ...propertiesOf(resource.body), powerState: { code: name === 'start' ? 'Running' : 'Stopped' } } }, secret: resource.secret }) as undefined })),
    ],
  },
  {
    type: `${CLUSTER}/agentPools`, duration: 2000,
    normalized: { properties: ({ parent }, body) => pool(propertiesOf(body), textAt(parent?.body ?? {}, 'properties.kubernetesVersion') ?? VERSIONS[0]!) },
    check: (request) => checkPool(request, { name: request.id.name, ...propertiesOf(request.body) }),
    quota: (body) => coreDemand(textAt(body, 'properties.vmSize'), Number(valueAt(body, 'properties.count') ?? 1)),
    quotaError: coresExceeded,
  },
];

/** Microsoft.ContainerService. */
export const containerService: Provider = {
  namespace: 'Microsoft.ContainerService',
  types: rows.map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.ContainerService'), ...row })),
  operations: [{
    method: 'GET', path: '/subscriptions/{subscriptionId}/providers/Microsoft.ContainerService/locations/{location}/kubernetesVersions',
    run: (): Json => ({ values: ['1.33', '1.32', '1.31'].map((minor) => ({ version: minor, isPreview: false, capabilities: { supportPlan: ['KubernetesOfficial'] }, patchVersions: Object.fromEntries(VERSIONS.filter((one) => one.startsWith(minor)).map((one) => [one, { upgrades: [] }])) })) }),
  }],
};
