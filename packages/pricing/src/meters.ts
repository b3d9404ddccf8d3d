import type { ExpandedResource } from '@cloudwright/engine';
import type { Meter } from './prices.ts';

/** high: all of it is in the template; medium: a default was filled in; low: it depends on use. */
export type Confidence = 'high' | 'medium' | 'low';

/** One charge of a resource: how much of which meter, and what was assumed. */
export interface Charge {
  label: string;
  meter: Meter;
  /** Units a month of the meter's unit, e.g. 730 hours x 3 machines. */
  quantity: number;
  confidence: Confidence;
  assumptions: string[];
}

/** What a resolver says: its charges, `free`, or why nothing can be said. */
export type Charges = Charge[] | 'free' | { unknown: string };

export const hoursPerMonth = 730;

type Dictionary = Record<string, unknown>;
const isRecord = (value: unknown): value is Dictionary => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property by path, names compared ignoring case; undefined where a level is missing or known only at run time. */
function at(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path.split('.')) {
    if (!isRecord(current)) return undefined;
    const key = Object.keys(current).find((name) => name.toLowerCase() === step.toLowerCase());
    current = key === undefined ? undefined : current[key];
  }
  return current;
}
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Region codes are written with or without spaces and capitals. */
const regionOf = (resource: ExpandedResource): string | undefined =>
  text(resource.location)?.replaceAll(' ', '').toLowerCase();

// Size limits in GiB of the disk tiers; a disk is charged as the smallest tier that holds it.
// Source: Microsoft Learn "Azure managed disk types".
const tierSizes: [number, number][] = [[4, 1], [8, 2], [16, 3], [32, 4], [64, 6], [128, 10], [256, 15], [512, 20], [1024, 30], [2048, 40], [4096, 50], [8192, 60], [16_384, 70], [32_767, 80]];
const diskFamilies: Record<string, { letter: string; redundancy: string; smallest: number }> = {
  standard_lrs: { letter: 'S', redundancy: 'LRS', smallest: 4 },
  standardssd_lrs: { letter: 'E', redundancy: 'LRS', smallest: 1 },
  standardssd_zrs: { letter: 'E', redundancy: 'ZRS', smallest: 1 },
  premium_lrs: { letter: 'P', redundancy: 'LRS', smallest: 1 },
  premium_zrs: { letter: 'P', redundancy: 'ZRS', smallest: 1 },
};

/** The tier that a disk of this sku and size is charged as, e.g. "P10 LRS"; undefined for skus charged by capacity. */
export function diskTier(sku: string, sizeGb: number): string | undefined {
  const family = diskFamilies[sku.toLowerCase()];
  const tier = tierSizes.find(([limit, number_]) => sizeGb <= limit && number_ >= (family?.smallest ?? 0));
  return family && tier ? `${family.letter}${tier[1]} ${family.redundancy}` : undefined;
}

function diskCharge(label: string, region: string, sku: string, sizeGb: number, count: number, assumptions: string[]): Charge | undefined {
  const tier = diskTier(sku, sizeGb);
  if (tier === undefined) return undefined;
  return {
    label: `${label}: ${tier}, ${sizeGb} GB`,
    meter: { service: 'Storage', region, sku: tier, meter: 'Disk' },
    quantity: count,
    confidence: assumptions.length > 0 ? 'medium' : 'high',
    assumptions: [...assumptions, ...(sku.toLowerCase().startsWith('premium') ? [] : ['Disk transactions are not included'])],
  };
}

// The letter s after the number in a size's name says that it takes premium disks (Standard_D2s_v5).
const takesPremium = (size: string): boolean => /^Standard_(?:[A-Z]+S\d|[A-Z]+\d+(?:-\d+)?[a-z]*s)/.test(size);

interface MachineProfile {
  size: unknown;
  count: unknown;
  osProfile: unknown;
  storageProfile: unknown;
  licenseType: unknown;
  priority: unknown;
}

/** Charges of `count` equal machines: compute, operating-system disk, data disks. */
function machineCharges(region: string | undefined, profile: MachineProfile): Charges {
  const size = text(profile.size);
  const count = number(profile.count);
  if (region === undefined) return { unknown: 'The region is known only at run time' };
  if (size === undefined) return { unknown: 'The size is known only at run time' };
  if (count === undefined) return { unknown: 'The number of machines is known only at run time' };
  const publisher = text(at(profile.storageProfile, 'imageReference.publisher')) ?? '';
  const osType = text(at(profile.storageProfile, 'osDisk.osType'));
  const isWindows = osType?.toLowerCase() === 'windows' || at(profile.osProfile, 'windowsConfiguration') !== undefined || /^microsoftwindows|^microsoftsqlserver|^microsoftvisualstudio/i.test(publisher);
  const isOsKnown = isWindows || osType !== undefined || at(profile.osProfile, 'linuxConfiguration') !== undefined || publisher !== '';
  const ownLicence = isWindows && /^windows_(server|client)$/i.test(text(profile.licenseType) ?? '');
  const isSpot = /^(spot|low)$/i.test(text(profile.priority) ?? '');
  const system = isWindows && !ownLicence ? 'Windows' : 'Linux';
  const compute: Charge = {
    label: `${size} x ${count}, ${system}`,
    meter: { service: 'Virtual Machines', region, sku: size, meter: system },
    quantity: hoursPerMonth * count,
    confidence: isSpot ? 'low' : isOsKnown ? 'high' : 'medium',
    assumptions: [
      `Runs all ${hoursPerMonth} hours of the month, pay as you go`,
      ...(ownLicence ? ['An own Windows licence is brought along'] : []),
      ...(isOsKnown ? [] : ['The operating system is not stated: priced as Linux']),
      ...(isSpot ? ['Priced at the regular rate: a spot price changes all the time and is lower'] : []),
      ...(/^microsoftsqlserver/i.test(publisher) ? ['The SQL Server licence is not included'] : []),
    ],
  };
  const charges = [compute];
  const osDisk = at(profile.storageProfile, 'osDisk');
  if (at(osDisk, 'diffDiskSettings.option') === undefined) {
    const given = text(at(osDisk, 'managedDisk.storageAccountType'));
    const givenSize = number(at(osDisk, 'diskSizeGB'));
    const sku = given ?? (takesPremium(size) ? 'Premium_LRS' : 'Standard_LRS');
    const sizeGb = givenSize ?? (isWindows ? 127 : 30);
    const disk = diskCharge('System disk', region, sku, sizeGb, count, [
      ...(given === undefined ? [`The disk type is not stated: ${sku}`] : []),
      ...(givenSize === undefined ? [`The disk size is not stated: ${sizeGb} GB, as common images have`] : []),
    ]);
    if (disk) charges.push(disk);
  }
  for (const dataDisk of list(at(profile.storageProfile, 'dataDisks'))) {
    // An attached disk is a resource of its own and charged there.
    if (text(at(dataDisk, 'createOption'))?.toLowerCase() === 'attach') continue;
    const sku = text(at(dataDisk, 'managedDisk.storageAccountType')) ?? (takesPremium(size) ? 'Premium_LRS' : 'Standard_LRS');
    const sizeGb = number(at(dataDisk, 'diskSizeGB'));
    const disk = sizeGb === undefined ? undefined : diskCharge('Data disk', region, sku, sizeGb, count, []);
    if (disk) charges.push(disk);
  }
  return charges;
}

const virtualMachine = (resource: ExpandedResource): Charges =>
  machineCharges(regionOf(resource), {
    size: at(resource.properties, 'hardwareProfile.vmSize'),
    count: 1,
    osProfile: at(resource.properties, 'osProfile'),
    storageProfile: at(resource.properties, 'storageProfile'),
    licenseType: at(resource.properties, 'licenseType'),
    priority: at(resource.properties, 'priority'),
  });

const scaleSet = (resource: ExpandedResource): Charges =>
  machineCharges(regionOf(resource), {
    size: at(resource.sku, 'name'),
    count: at(resource.sku, 'capacity'),
    osProfile: at(resource.properties, 'virtualMachineProfile.osProfile'),
    storageProfile: at(resource.properties, 'virtualMachineProfile.storageProfile'),
    licenseType: at(resource.properties, 'virtualMachineProfile.licenseType'),
    priority: at(resource.properties, 'virtualMachineProfile.priority'),
  });

function managedDisk(resource: ExpandedResource): Charges {
  const region = regionOf(resource);
  const sku = text(at(resource.sku, 'name')) ?? 'Standard_LRS';
  const sizeGb = number(at(resource.properties, 'diskSizeGB'));
  if (region === undefined || sizeGb === undefined) return { unknown: 'The size or region is known only at run time' };
  const charge = diskCharge('Disk', region, sku, sizeGb, 1, []);
  return charge ? [charge] : { unknown: `Disks of type ${sku} are charged by capacity and throughput` };
}

/** What a storage account is assumed to hold, in GB: its real content is not in the template. */
export const assumedStorageGb = 100;

function storageAccount(resource: ExpandedResource): Charges {
  const region = regionOf(resource);
  const sku = text(at(resource.sku, 'name'));
  if (region === undefined || sku === undefined) return { unknown: 'The redundancy or region is known only at run time' };
  const [performance = '', redundancy = ''] = sku.split('_');
  const isPremium = performance.toLowerCase() === 'premium';
  const tier = isPremium ? 'Premium' : (text(at(resource.properties, 'accessTier')) ?? 'Hot');
  const code = redundancy.toUpperCase().replace('RAGRS', 'RA-GRS');
  return [{
    label: `Stored data, ${tier} ${code}`,
    meter: { service: 'Storage', region, sku: `${tier} ${code}`, meter: 'Data Stored' },
    quantity: assumedStorageGb,
    confidence: 'low',
    assumptions: [`${assumedStorageGb} GB stored`, 'Operations and data transfer are not included'],
  }];
}

/** Resource type -> its charges. A type without a row here is "Price not available". */
export const meterResolvers: Readonly<Record<string, (resource: ExpandedResource) => Charges>> = {
  'microsoft.compute/virtualmachines': virtualMachine,
  'microsoft.compute/virtualmachinescalesets': scaleSet,
  'microsoft.compute/disks': managedDisk,
  'microsoft.storage/storageaccounts': storageAccount,
};

/** Types that cost nothing by themselves. Source: each service's public pricing page. */
export const freeTypes: ReadonlySet<string> = new Set([
  'microsoft.compute/availabilitysets', 'microsoft.compute/proximityplacementgroups', 'microsoft.compute/sshpublickeys',
  'microsoft.compute/virtualmachines/extensions', 'microsoft.compute/virtualmachinescalesets/extensions',
  'microsoft.network/virtualnetworks', 'microsoft.network/virtualnetworks/subnets', 'microsoft.network/virtualnetworks/virtualnetworkpeerings',
  'microsoft.network/networkinterfaces', 'microsoft.network/networksecuritygroups', 'microsoft.network/networksecuritygroups/securityrules',
  'microsoft.network/applicationsecuritygroups', 'microsoft.network/routetables', 'microsoft.network/routetables/routes',
  'microsoft.network/privatednszones/virtualnetworklinks', 'microsoft.network/privateendpoints/privatednszonegroups',
  'microsoft.managedidentity/userassignedidentities', 'microsoft.managedidentity/userassignedidentities/federatedidentitycredentials',
  'microsoft.authorization/roleassignments', 'microsoft.authorization/roledefinitions', 'microsoft.authorization/locks',
  'microsoft.authorization/policyassignments', 'microsoft.authorization/policydefinitions', 'microsoft.authorization/policysetdefinitions',
  'microsoft.resources/resourcegroups', 'microsoft.resources/deployments', 'microsoft.resources/tags', 'microsoft.consumption/budgets',
  'microsoft.storage/storageaccounts/blobservices', 'microsoft.storage/storageaccounts/blobservices/containers',
  'microsoft.storage/storageaccounts/fileservices', 'microsoft.storage/storageaccounts/queueservices', 'microsoft.storage/storageaccounts/tableservices',
  'microsoft.storage/storageaccounts/managementpolicies', 'microsoft.keyvault/vaults/accesspolicies',
  'microsoft.web/sites/config', 'microsoft.sql/servers', 'microsoft.sql/servers/firewallrules', 'microsoft.insights/actiongroups',
]);
