import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { QuotaDemand, WriteRequest } from '../../wire/provider.ts';
import { listAt, objectAt, textAt, textsAt, valuesAt } from '../body.ts';
import { findImage, type PlatformImage } from '../reference/images.ts';
import { findRegion, regionName } from '../reference/regions.ts';
import { familyOf, findVmSize, vmSizesIn, type VmSize } from '../reference/vm-sizes.ts';
import { exists } from '../type-row.ts';
import * as errors from './errors.ts';

/** vCPU that a subscription may use in one region over all families. */
const REGIONAL_CORES = 350;

// https://aka.ms/vmosprofile
const FORBIDDEN_USERS = new Set('administrator admin user user1 test user2 test1 user3 admin1 1 123 a actuser adm admin2 aspnet backup console david guest john owner root server sql support support_388945a0 sys test2 test3 user4 user5'.split(' '));

/** The size that is asked for; refuses unknown ones and those that the region does not offer. */
export function checkSize(name: string | undefined, location: string): VmSize | undefined {
  if (name === undefined) return undefined;
  const size = findVmSize(name);
  if (!size) throw errors.sizeUnknown(name, vmSizesIn(location).map((one) => one.name));
  if (!familyOf(size).offeredIn(regionName(location))) throw errors.sizeNotOffered(size.name, regionName(location));
  return size;
}

/** Refuses zones that a region does not have. */
export function checkZones(request: WriteRequest): void {
  const zones = textsAt(request.body, 'zones');
  const location = textAt(request.body, 'location') ?? '';
  const region = findRegion(location);
  const supported = Array.from({ length: region?.zones ?? 0 }, (_, index) => String(index + 1));
  const wrong = zones.filter((zone) => !supported.includes(zone));
  if (region && wrong.length) throw errors.zoneUnsupported(wrong.join(','), `${request.id.type}/${request.id.name}`, region.name, supported.join(','));
}

/** An image that is not in our table, but whose plan names it exactly: an offer of the marketplace. */
function marketplaceImage(request: WriteRequest, publisher: string, offer: string, sku: string): PlatformImage | undefined {
  const plan = ['publisher', 'product', 'name'].map((member) => textAt(request.body, `plan.${member}`)?.toLowerCase());
  if (plan.join('/') !== [publisher, offer, sku].join('/').toLowerCase()) return undefined;
  return { publisher, offer, sku, versions: ['1.0.0'], osType: 'Linux', generation: 'V1', diskGb: 30, plan: true };
}

/** The platform image of a storage profile; undefined for custom and gallery images. Refuses images that are not there. */
export function checkImage(request: WriteRequest, profile: JsonObject): PlatformImage | undefined {
  const reference = objectAt(profile, 'imageReference');
  const id = textAt(reference, 'id');
  if (id) {
    if (id.startsWith('/subscriptions/') && !exists(request, id) && !exists(request, id.replace(/\/versions\/latest$/i, '')))
      throw new ArmError(404, id.includes('/galleries/') ? 'GalleryImageNotFound' : 'ResourceNotFound', `The ${id.includes('/galleries/') ? 'gallery image' : 'image'} '${id}' is not available in ${textAt(request.body, 'location') ?? ''} region. Please contact image owner to replicate to this region, or change your requested region.`, 'imageReference');
    return undefined;
  }
  const [publisher, offer, sku] = [textAt(reference, 'publisher'), textAt(reference, 'offer'), textAt(reference, 'sku')];
  if (publisher === undefined || offer === undefined || sku === undefined) return undefined;
  const version = textAt(reference, 'version') ?? 'latest';
  const image = findImage(publisher, offer, sku) ?? marketplaceImage(request, publisher, offer, sku);
  if (!image || (version !== 'latest' && !/^\d+\.\d+\.\d+$/.test(version))) throw errors.imageUnknown(`${publisher}:${offer}:${sku}:${version}`);
  return image;
}

const classes = (text: string): number => [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(text)).length;

/** Refuses names, users and passwords that Azure refuses. `nameOf` reads the computer name or the prefix of a scale set. */
export function checkOsProfile(body: JsonObject, path: string, nameMember: string, windows: boolean): void {
  const profile = objectAt(body, path);
  if (!Object.keys(profile).length) return;
  const name = textAt(profile, nameMember);
  const limit = windows ? (nameMember === 'computerName' ? 15 : 9) : 64;
  if (name !== undefined && (name.length > limit || (windows && /^\d+$/.test(name)) || (windows ? /[^A-Za-z0-9-]/ : /[^A-Za-z0-9.-]/).test(name))) throw errors.computerNameInvalid(windows);
  const user = textAt(profile, 'adminUsername');
  if (user !== undefined && (FORBIDDEN_USERS.has(user.toLowerCase()) || user.endsWith('.') || user === '')) throw errors.userNotAllowed();
  const password = textAt(profile, 'adminPassword');
  const keys = listAt(profile, 'linuxConfiguration.ssh.publicKeys').length;
  if (password !== undefined && !(password === '' && keys) && (password.length < 8 || password.length > 123 || classes(password) < 3)) throw errors.passwordWeak();
  if (!windows && password === undefined && !keys) throw errors.noLogin();
}

/** Refuses certificates from vaults that are not there. */
export function checkVaults(request: WriteRequest, path: string): void {
  for (const id of valuesAt(request.body, `${path}.secrets[*].sourceVault.id`))
    if (typeof id === 'string' && !exists(request, id)) throw errors.invalidParameter(`The value of parameter sourceVault.id is invalid: the Key Vault '${id}' was not found.`, 'sourceVault.id');
}

/** Refuses premium disks on sizes without premium storage, and more data disks than the size takes. */
export function checkDisks(profile: JsonObject, size: VmSize | undefined): void {
  if (!size) return;
  const disks = [objectAt(profile, 'osDisk'), ...listAt(profile, 'dataDisks')];
  for (const disk of disks) {
    const sku = textAt(disk, 'managedDisk.storageAccountType');
    if (sku?.startsWith('Premium') && !size.premiumStorage) throw errors.premiumUnsupported(size.name, sku, textAt(disk, 'name') ?? 'osDisk');
  }
  const count = disks.length - 1;
  if (count > size.maxDataDisks) throw errors.tooManyDisks(size.name, size.maxDataDisks);
}

/** A storage profile's operating system: said by the disk, by the image, or by the configuration that is given. */
export function osTypeOf(body: JsonObject, path: string, image: PlatformImage | undefined, osProfile: JsonObject): 'Windows' | 'Linux' {
  const said = textAt(body, `${path}.osDisk.osType`);
  if (said) return said.toLowerCase() === 'windows' ? 'Windows' : 'Linux';
  if (image) return image.osType;
  return osProfile['windowsConfiguration'] ? 'Windows' : 'Linux';
}

/** What so many machines of a size count against. */
export function coreDemand(sizeName: string | undefined, machines: number): QuotaDemand[] {
  const size = sizeName === undefined ? undefined : findVmSize(sizeName);
  if (!size || machines === 0) return [];
  const family = familyOf(size);
  const amount = size.vCpus * machines;
  return [
    { name: 'cores', localizedName: 'Total Regional vCPUs', amount, limit: REGIONAL_CORES },
    { name: family.name, localizedName: family.label, amount, limit: family.quota },
    { name: 'virtualMachines', localizedName: 'Virtual Machines', amount: machines, limit: 25000 },
  ];
}

/** Counters that usages shows even when nothing uses them. */
export const knownCounters = (families: { name: string; label: string; quota: number }[]): Omit<QuotaDemand, 'amount'>[] => [
  { name: 'availabilitySets', localizedName: 'Availability Sets', limit: 2500 },
  { name: 'cores', localizedName: 'Total Regional vCPUs', limit: REGIONAL_CORES },
  { name: 'virtualMachines', localizedName: 'Virtual Machines', limit: 25000 },
  { name: 'virtualMachineScaleSets', localizedName: 'Virtual Machine Scale Sets', limit: 2500 },
  { name: 'lowPriorityCores', localizedName: 'Total Regional Low-priority vCPUs', limit: 100 },
  ...families.map((family) => ({ name: family.name, localizedName: family.label, limit: family.quota })),
];

/** Statuses of an instance view. */
export const statuses = (power: string, changedAt: string): Json[] => [
  { code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded', time: changedAt },
  { code: `PowerState/${power}`, level: 'Info', displayStatus: `VM ${power}` },
];

