import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Action, ResourceRequest, WriteRequest, WriteResult } from '../../wire/provider.ts';
import { isObject, listAt, objectAt, propertiesOf, setAt, textAt, textsAt, valueAt, valuesAt } from '../body.ts';
import { findSubnet } from '../network/virtual-networks.ts';
import { childExists, publicAddress } from '../network/interfaces.ts';
import { suffixOf } from '../reference/suffixes.ts';
import { findVmSize } from '../reference/vm-sizes.ts';
import { type TypeRow } from '../type-row.ts';
import * as errors from './errors.ts';
import { checkDisks, checkImage, checkOsProfile, checkSize, checkVaults, checkZones, coreDemand, osTypeOf, statuses } from './machine-checks.ts';
import { powerActions, powerOf, setPower } from './virtual-machines.ts';

const VMSS = 'Microsoft.Compute/virtualMachineScaleSets';
const INSTANCE = `${VMSS}/virtualMachines`;
const PROFILE = 'properties.virtualMachineProfile';

const capacityOf = (body: JsonObject): number => Number(valueAt(body, 'sku.capacity') ?? 0);
const isFlexible = (body: JsonObject): boolean => textAt(body, 'properties.orchestrationMode')?.toLowerCase() === 'flexible';

function checkScaleSet(request: WriteRequest): void {
  const { body, id, existing } = request;
  const size = checkSize(textAt(body, 'sku.name'), textAt(body, 'location') ?? '');
  if (!textAt(body, 'sku.name') && !isFlexible(body)) throw errors.invalidParameter("Required parameter 'sku.name' is missing (null).", 'sku.name');
  checkZones(request);
  const storage = objectAt(body, `${PROFILE}.storageProfile`);
  if (!existing && isObject(valueAt(body, PROFILE))) {
    // Only an update may leave these out.
    const missing = ['storageProfile', 'networkProfile'].find((name) => !isObject(valueAt(body, `${PROFILE}.${name}`)));
    if (missing) throw errors.invalidParameter(`Required parameter '${missing}' is missing (null).`, missing);
  }
  const image = checkImage(request, storage);
  if (image?.plan && !isObject(body['plan'])) throw errors.planMissing();
  const windows = osTypeOf(body, `${PROFILE}.storageProfile`, image, objectAt(body, `${PROFILE}.osProfile`)) === 'Windows';
  if (!existing) checkOsProfile(body, `${PROFILE}.osProfile`, 'computerNamePrefix', windows);
  checkVaults(request, `${PROFILE}.osProfile`);
  checkDisks(storage, size);
  const configurations = `${PROFILE}.networkProfile.networkInterfaceConfigurations[*].properties.ipConfigurations[*].properties`;
  for (const subnet of valuesAt(body, `${configurations}.subnet.id`)) if (typeof subnet === 'string' && !findSubnet(request, subnet)) throw errors.referenceMissing(subnet, id.id);
  for (const list of ['loadBalancerBackendAddressPools', 'loadBalancerInboundNatPools', 'applicationGatewayBackendAddressPools'])
    for (const pool of valuesAt(body, `${configurations}.${list}[*].id`)) if (typeof pool === 'string' && !childExists(request, pool)) throw errors.referenceMissing(pool, id.id);
  const mode = textAt(body, 'properties.upgradePolicy.mode');
  if (mode && !['manual', 'automatic', 'rolling'].includes(mode.toLowerCase())) throw errors.invalidParameter(`The value '${mode}' of parameter 'upgradePolicy.mode' is not allowed. Allowed values are: Automatic, Manual, Rolling.`, 'upgradePolicy.mode');
  const limit = valueAt(body, 'properties.singlePlacementGroup') === true ? 100 : 1000;
  if (capacityOf(body) > limit) throw errors.notAllowed(`The capacity of virtual machine scale set '${id.name}' is ${capacityOf(body)}; a scale set with one placement group can have at most ${limit} instances.`);
}

/** One instance of a uniform scale set. */
function instanceOf(request: WriteRequest, body: JsonObject, index: number): { id: string; body: JsonObject; secret: JsonObject } {
  const id = `${request.id.id}/virtualMachines/${index}`;
  const stored = request.world.get(id);
  const number = index.toString(36).toUpperCase().padStart(6, '0');
  const os = objectAt(body, `${PROFILE}.osProfile`);
  const { computerNamePrefix: prefix, ...osRest } = os;
  const zones = textsAt(body, 'zones');
  return {
    id,
    body: {
      location: body['location'] ?? '', instanceId: String(index), sku: { name: textAt(body, 'sku.name') ?? '', tier: 'Standard' }, ...(zones.length ? { zones: [zones[index % zones.length]!] } : {}),
      properties: {
        latestModelApplied: true, vmId: valueAt(stored?.body ?? {}, 'properties.vmId') ?? request.world.newId(), provisioningState: 'Succeeded', modelDefinitionApplied: 'VirtualMachineScaleSet',
        hardwareProfile: { vmSize: textAt(body, 'sku.name') ?? '' }, storageProfile: objectAt(body, `${PROFILE}.storageProfile`),
        ...(Object.keys(os).length ? { osProfile: { ...osRest, computerName: `${typeof prefix === 'string' ? prefix : request.id.name}${number}` } } : {}),
        networkProfile: { networkInterfaces: listAt(body, `${PROFILE}.networkProfile.networkInterfaceConfigurations`).map((nic): Json => ({ id: `${id}/networkInterfaces/${textAt(nic, 'name') ?? 'nic'}` })) },
      },
    },
    secret: { power: stored?.secret['power'] ?? 'running' },
  };
}

/** The public addresses that a scale set gives to each instance. */
function publicAddressesOf(request: WriteRequest, body: JsonObject, index: number): { id: string; body: JsonObject }[] {
  return listAt(body, `${PROFILE}.networkProfile.networkInterfaceConfigurations`).flatMap((nic) => listAt(nic, 'properties.ipConfigurations').flatMap((ip) => {
    const configuration = objectAt(ip, 'properties.publicIPAddressConfiguration');
    if (!textAt(configuration, 'name')) return [];
    const id = `${request.id.id}/virtualMachines/${index}/networkInterfaces/${textAt(nic, 'name') ?? ''}/ipConfigurations/${textAt(ip, 'name') ?? ''}/publicIPAddresses/${textAt(configuration, 'name')!}`;
    const label = textAt(configuration, 'properties.dnsSettings.domainNameLabel');
    return [{ id, body: { properties: { provisioningState: 'Succeeded', ipAddress: publicAddress(id), publicIPAllocationMethod: 'Dynamic', publicIPAddressVersion: 'IPv4', ...(label ? { dnsSettings: { domainNameLabel: `vm${index}.${label}`, fqdn: `vm${index}.${label}.${textAt(body, 'location') ?? ''}.${suffixOf(request.world, 'cloudApp')}` } } : {}) } } }];
  }));
}

function finishScaleSet(request: WriteRequest, result: WriteResult): WriteResult {
  const { body } = result;
  const storage = objectAt(body, `${PROFILE}.storageProfile`);
  const image = checkImage(request, storage);
  const premium = findVmSize(textAt(body, 'sku.name') ?? '')?.premiumStorage ?? false;
  const osDisk = objectAt(storage, 'osDisk');
  const managed = osDisk['vhdContainers'] || !Object.keys(storage).length ? {} : { managedDisk: { storageAccountType: premium ? 'Premium_LRS' : 'Standard_LRS', ...objectAt(osDisk, 'managedDisk') }, diskSizeGB: osDisk['diskSizeGB'] ?? image?.diskGb ?? 127 };
  const filled = Object.keys(storage).length ? setAt(body, `${PROFILE}.storageProfile.osDisk`, { createOption: 'FromImage', caching: 'ReadWrite', ...osDisk, osType: osTypeOf(body, `${PROFILE}.storageProfile`, image, objectAt(body, `${PROFILE}.osProfile`)), ...managed }) : body;
  if (isFlexible(filled)) return { ...result, body: filled };
  const stored = request.existing ? request.world.list({ type: INSTANCE, parent: request.existing.id }).sort((a, b) => Number(a.name) - Number(b.name)) : [];
  const capacity = capacityOf(filled);
  const highest = Math.max(-1, ...stored.map((one) => Number(one.name)));
  // The oldest stay; new instances get numbers that were never used, as Azure does.
  const kept = stored.slice(0, capacity).map((one) => Number(one.name));
  const added = Array.from({ length: Math.max(0, capacity - kept.length) }, (_, index) => highest + 1 + index);
  return { ...result, body: filled, others: [...kept, ...added].flatMap((index) => [instanceOf(request, filled, index), ...publicAddressesOf(request, filled, index)]), removed: stored.slice(capacity).map((one) => one.id) };
}

/** The instances an action is meant for: those in `instanceIds`, or all. */
const chosen = ({ world, resource, body }: ResourceRequest) => {
  const ids = textsAt(body, 'instanceIds');
  return world.list({ type: INSTANCE, parent: resource.id }).filter((one) => !ids.length || ids.includes('*') || ids.includes(one.name));
};

const onInstances = (name: string, power: string): Action => ({
  name, duration: 1500,
  run: (request) => {
    for (const resource of chosen(request)) setPower({ ...request, resource }, power);
    return undefined;
  },
});

/** Scale sets and their instances. */
export const scaleSetRows: TypeRow[] = [
  {
    type: VMSS,
    name: { pattern: /^[A-Za-z0-9](?:[\w.-]*[\w-])?$/, min: 1, max: 64 },
    required: ['location'],
    duration: 3000,
    defaults: (request) => ({ properties: { ...(isFlexible(request.body) ? {} : { singlePlacementGroup: true }), overprovision: true, doNotRunExtensionsOnOverprovisionedVMs: false, platformFaultDomainCount: 5 }, ...(textAt(request.body, 'sku.name') ? { sku: { tier: 'Standard', capacity: 1 } } : {}) }),
    writeOnly: [`${PROFILE}.osProfile.adminPassword`, `${PROFILE}.osProfile.customData`, `${PROFILE}.extensionProfile.extensions[*].properties.protectedSettings`],
    once: { 'properties.uniqueId': ({ world }) => world.newId(), 'properties.timeCreated': ({ world }) => world.now().toISOString() },
    check: checkScaleSet,
    finish: finishScaleSet,
    quota: (body) => [...coreDemand(textAt(body, 'sku.name'), capacityOf(body)), { name: 'virtualMachineScaleSets', localizedName: 'Virtual Machine Scale Sets', amount: 1, limit: 2500 }],
    quotaError: errors.coresExceeded,
    actions: [
      onInstances('start', 'running'), onInstances('restart', 'running'), onInstances('powerOff', 'stopped'), onInstances('deallocate', 'deallocated'), onInstances('reimage', 'running'), onInstances('reimageall', 'running'),
      { name: 'manualupgrade', duration: 1000, run: () => undefined },
      {
        name: 'delete', duration: 1000,
        run: (request) => {
          const instances = chosen(request);
          for (const instance of instances) request.world.delete(instance.id);
          const { resource } = request;
          request.world.put({ id: resource.id, body: setAt(resource.body, 'sku.capacity', capacityOf(resource.body) - instances.length), secret: resource.secret });
          return undefined;
        },
      },
      {
        name: 'instanceView', method: 'GET',
        run: ({ world, resource }) => {
          const instances = world.list({ type: INSTANCE, parent: resource.id });
          const counts = Map.groupBy(instances, (one) => powerOf(one));
          return { virtualMachine: { statusesSummary: [{ code: 'ProvisioningState/succeeded', count: instances.length }, ...[...counts].map(([power, list]): Json => ({ code: `PowerState/${power}`, count: list.length }))] }, statuses: [{ code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded', time: resource.changedAt }] };
        },
      },
      { name: 'skus', method: 'GET', run: ({ resource }) => ({ value: [{ resourceType: VMSS, sku: { name: textAt(resource.body, 'sku.name') ?? '', tier: 'Standard' }, capacity: { minimum: 0, maximum: 100, defaultCapacity: 1, scaleType: 'Automatic' } }] }) },
    ],
  },
  {
    type: INSTANCE,
    duration: 1000,
    check: ({ existing, id }) => {
      if (!existing) throw new ArmError(400, 'InvalidParameter', `The instance ${id.name} is not part of the virtual machine scale set ${id.names[0]!}.`, 'instanceId');
    },
    read: ({ resource, query }) => ({
      ...resource.body,
      properties: { ...propertiesOf(resource.body), ...(/instanceView/i.test(query.get('$expand') ?? '') ? { instanceView: { statuses: statuses(powerOf(resource), resource.changedAt) } } : {}) },
    }),
    actions: [...powerActions, { name: 'instanceView', method: 'GET', run: ({ resource }) => ({ statuses: statuses(powerOf(resource), resource.changedAt) }) }],
  },
  {
    type: `${VMSS}/extensions`,
    name: { pattern: /^[\w.-]+$/, min: 1, max: 80 },
    required: ['properties.publisher', 'properties.type', 'properties.typeHandlerVersion'],
    writeOnly: ['properties.protectedSettings'],
  },
];
