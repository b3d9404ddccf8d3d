import type { Json } from '@cloudwright/engine';
import type { Operation, OperationRequest, Provider } from '../../wire/provider.ts';
import { ArmError } from '../../wire/arm-error.ts';
import { apiVersionsOf } from '../reference/api-versions.ts';
import { platformImages, type PlatformImage } from '../reference/images.ts';
import { findRegion, regionName, regions } from '../reference/regions.ts';
import { vmFamilies, vmSizesIn, type VmSize } from '../reference/vm-sizes.ts';
import { typeOf } from '../type-row.ts';
import { usageOperation } from '../usages.ts';
import { diskRows } from './disks.ts';
import { knownCounters } from './machine-checks.ts';
import { scaleSetRows } from './scale-sets.ts';
import { virtualMachineRows } from './virtual-machines.ts';

const types = [...virtualMachineRows, ...scaleSetRows, ...diskRows].map((row) => typeOf({ apiVersions: apiVersionsOf('Microsoft.Compute'), ...row }));

const LOCATION = '/subscriptions/{subscriptionId}/providers/Microsoft.Compute/locations/{location}';

/** The region of an address; unknown ones are refused as Azure does. */
function regionOf({ params }: OperationRequest): string {
  const region = findRegion(params['location']!);
  if (!region) throw new ArmError(400, 'NoRegisteredProviderFound', `No registered resource provider found for location '${params['location']!}' and API version for type 'locations'. The supported locations are '${regions.map((one) => one.name).join(', ')}'.`);
  return region.name;
}

const sku = (size: VmSize, location: string): Json => {
  const zones = Array.from({ length: findRegion(location)?.zones ?? 0 }, (_, index) => String(index + 1));
  const capabilities: [string, string][] = [
    ['vCPUs', String(size.vCpus)], ['vCPUsAvailable', String(size.vCpus)], ['MemoryGB', String(size.memoryGb)], ['MaxDataDiskCount', String(size.maxDataDisks)], ['MaxNetworkInterfaces', String(size.maxNics)], ['MaxResourceVolumeMB', String(size.tempDiskGb * 1024)],
    ['OSVhdSizeMB', '1047552'], ['PremiumIO', size.premiumStorage ? 'True' : 'False'], ['AcceleratedNetworkingEnabled', size.acceleratedNetworking ? 'True' : 'False'], ['CpuArchitectureType', size.architecture], ['HyperVGenerations', size.generations],
    ['GPUs', String(size.gpus)], ['EncryptionAtHostSupported', size.premiumStorage ? 'True' : 'False'], ['LowPriorityCapable', 'True'],
  ];
  return {
    resourceType: 'virtualMachines', name: size.name, tier: size.name.split('_')[0]!, size: size.name.split('_').slice(1).join('_'), family: size.family, locations: [location],
    locationInfo: [{ location, zones, zoneDetails: [] }], capabilities: capabilities.filter(([name, value]) => name !== 'GPUs' || value !== '0').map(([name, value]): Json => ({ name, value })), restrictions: [],
  };
};

// The other resource types of the skus call: type, name, tier, MaxSizeGiB.
const diskSkus: [string, string, string][] = [['disks', 'Standard_LRS', 'Standard'], ['disks', 'StandardSSD_LRS', 'Standard'], ['disks', 'Premium_LRS', 'Premium'], ['disks', 'UltraSSD_LRS', 'Ultra'], ['availabilitySets', 'Classic', ''], ['availabilitySets', 'Aligned', '']];

function skus({ query, world }: OperationRequest): Json {
  const wanted = /location\s+eq\s+'([^']+)'/i.exec(query.get('$filter') ?? '')?.[1];
  const locations = wanted ? [regionName(wanted)] : regions.filter((region) => region.cloud === world.cloud).map((region) => region.name);
  return { value: locations.flatMap((location) => [...vmSizesIn(location).map((size) => sku(size, location)), ...diskSkus.map(([resourceType, name, tier]): Json => ({ resourceType, name, ...(tier ? { tier } : {}), locations: [location], locationInfo: [{ location, zones: [] }], capabilities: [], restrictions: [] }))]) };
}

const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

/** One level of publishers / offers / skus / versions: the members that are fixed so far, and the one that is listed. */
const imageLevel = (path: string, fixed: ('publisher' | 'offer' | 'sku')[], listed: (image: PlatformImage) => string[]): Operation => ({
  method: 'GET',
  path: `${LOCATION}/publishers${path}`,
  run: (request) => {
    const location = regionOf(request);
    const images = platformImages.filter((image) => fixed.every((member) => same(image[member], request.params[member])));
    if (fixed.length && !images.length) throw new ArmError(404, 'NotFound', `Artifact: ${fixed.map((member) => request.params[member]).join('/')} was not found.`);
    const names = [...new Set(images.flatMap(listed))].sort((a, b) => a.localeCompare(b));
    // Azure answers these four calls with a bare list.
    return names.map((name): Json => ({ location, name, id: `${request.path.replace(/\/$/, '')}/${name}` }));
  },
});

const operations: Operation[] = [
  usageOperation('Microsoft.Compute', types, (location) => knownCounters(vmFamilies.filter((family) => family.offeredIn(location)))),
  {
    method: 'GET', path: `${LOCATION}/vmSizes`,
    run: (request): Json => ({ value: vmSizesIn(regionOf(request)).map((size) => ({ name: size.name, numberOfCores: size.vCpus, osDiskSizeInMB: 1047552, resourceDiskSizeInMB: size.tempDiskGb * 1024, memoryInMB: Math.round(size.memoryGb * 1024), maxDataDiskCount: size.maxDataDisks })) }),
  },
  { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Compute/skus', run: skus },
  {
    method: 'GET', path: `${LOCATION}/virtualMachines`,
    run: (request): Json => ({ value: request.world.list({ type: 'Microsoft.Compute/virtualMachines', subscriptionId: request.params['subscriptionId']!, location: regionOf(request) }).map((machine) => ({ id: machine.id, name: machine.name, type: machine.type, ...machine.body })) }),
  },
  imageLevel('', [], (image) => [image.publisher]),
  imageLevel('/{publisher}/artifacttypes/vmimage/offers', ['publisher'], (image) => [image.offer]),
  imageLevel('/{publisher}/artifacttypes/vmimage/offers/{offer}/skus', ['publisher', 'offer'], (image) => [image.sku]),
  imageLevel('/{publisher}/artifacttypes/vmimage/offers/{offer}/skus/{sku}/versions', ['publisher', 'offer', 'sku'], (image) => image.versions),
  {
    method: 'GET', path: `${LOCATION}/publishers/{publisher}/artifacttypes/vmimage/offers/{offer}/skus/{sku}/versions/{version}`,
    run: (request): Json => {
      const { publisher, offer, sku: skuName, version } = request.params;
      const image = platformImages.find((one) => same(one.publisher, publisher) && same(one.offer, offer) && same(one.sku, skuName));
      if (!image || !(version === 'latest' || image.versions.includes(version!))) throw new ArmError(404, 'NotFound', `Artifact: VMImage was not found.`);
      return { location: regionOf(request), name: version!, id: request.path, properties: { osDiskImage: { operatingSystem: image.osType, sizeInGb: image.diskGb }, dataDiskImages: [], hyperVGeneration: image.generation, automaticOSUpgradeProperties: { automaticOSUpgradeSupported: false }, ...(image.plan ? { plan: { publisher: image.publisher, product: image.offer, name: image.sku } } : {}) } };
    },
  },
];

/** Microsoft.Compute. */
export const compute: Provider = { namespace: 'Microsoft.Compute', types, operations };
