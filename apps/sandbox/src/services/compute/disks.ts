import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { ResourceRequest } from '../../wire/provider.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { objectAt, propertiesOf, textAt, valueAt, valuesAt } from '../body.ts';
import { exists, type Reference, type TypeRow } from '../type-row.ts';
import * as errors from './errors.ts';
import { VM } from './virtual-machines.ts';

const NAME = { pattern: /^[A-Za-z0-9_](?:[\w.-]*\w)?$/, min: 1, max: 80 };
const DISK_SKUS = ['Standard_LRS', 'StandardSSD_LRS', 'StandardSSD_ZRS', 'Premium_LRS', 'Premium_ZRS', 'PremiumV2_LRS', 'UltraSSD_LRS'];

// What a disk of a size may do, by tier: GiB up to, IOPS, MB/s. Source: Azure's published limits of managed disks.
const premium: [number, number, number, string][] = [[4, 120, 25, 'P1'], [8, 120, 25, 'P2'], [16, 120, 25, 'P3'], [32, 120, 25, 'P4'], [64, 240, 50, 'P6'], [128, 500, 100, 'P10'], [256, 1100, 125, 'P15'], [512, 2300, 150, 'P20'], [1024, 5000, 200, 'P30'], [2048, 7500, 250, 'P40'], [4096, 7500, 250, 'P50'], [8192, 16000, 500, 'P60'], [16384, 18000, 750, 'P70'], [32767, 20000, 900, 'P80']];

const performance = (body: JsonObject): { iops: number; mbps: number; tier?: string } => {
  const size = Number(valueAt(body, 'properties.diskSizeGB') ?? 0);
  const row = premium.find(([limit]) => size <= limit) ?? premium.at(-1)!;
  if (textAt(body, 'sku.name')?.startsWith('Premium_')) return { iops: row[1], mbps: row[2], tier: row[3] };
  return { iops: 500, mbps: 60 };
};

/** The machine that a disk is attached to. */
function machineOf(world: World, disk: StoredResource): StoredResource | undefined {
  return world.list({ type: VM, ...(disk.subscriptionId ? { subscriptionId: disk.subscriptionId } : {}) }).find((machine) =>
    [...valuesAt(machine.body, 'properties.storageProfile.osDisk.managedDisk.id'), ...valuesAt(machine.body, 'properties.storageProfile.dataDisks[*].managedDisk.id')].some((id) => typeof id === 'string' && id.toLowerCase() === disk.id.toLowerCase()));
}

const sizeBytes = (_request: unknown, body: JsonObject): Json => Number(valueAt(body, 'properties.diskSizeGB') ?? 0) * 1024 ** 3;

const access: TypeRow['actions'] = [
  { name: 'beginGetAccess', duration: 300, run: ({ resource, addresses }: ResourceRequest): Json => ({ accessSAS: `${addresses.tls}/disk-export/${resource.name}?sv=2021-06-08&sr=b&sp=r&sig=sandbox` }), list: false },
  { name: 'endGetAccess', duration: 300, run: () => undefined },
];

const sourceOf = (path: string): Reference[] => [{ path, missing: (id) => new ArmError(404, 'ResourceNotFound', `The source '${id}' was not found.`, 'creationData.sourceResourceId') }];

/** Disks, snapshots, images, galleries, availability sets and the smaller types of Microsoft.Compute. */
export const diskRows: TypeRow[] = [
  {
    type: 'Microsoft.Compute/disks',
    name: NAME,
    required: ['location', 'properties.creationData.createOption'],
    missing: (path) => ({ code: 'InvalidParameter', message: `Required parameter '${path.replace('properties.', '')}' is missing (null).` }),
    defaults: { sku: { name: 'Standard_LRS' }, properties: { encryption: { type: 'EncryptionAtRestWithPlatformKey' }, networkAccessPolicy: 'AllowAll', publicNetworkAccess: 'Enabled', dataAccessAuthMode: 'None' } },
    oneOf: { 'sku.name': DISK_SKUS, 'properties.creationData.createOption': ['Empty', 'Attach', 'FromImage', 'Import', 'Copy', 'Restore', 'Upload', 'CopyStart', 'ImportSecure', 'UploadPreparedSecure', 'CopyFromSanSnapshot'] },
    invalid: (path, value, allowed) => errors.invalidParameter(`The value '${value}' of parameter '${path.replace('properties.', '')}' is invalid. Supported values are: ${allowed.join(', ')}.`, path.split('.').at(-1)!),
    references: sourceOf('properties.creationData.sourceResourceId'),
    once: { 'properties.uniqueId': ({ world }) => world.newId(), 'properties.timeCreated': ({ world }) => world.now().toISOString() },
    computed: {
      'sku.tier': (_request, body) => textAt(body, 'sku.name')?.split('_')[0],
      'properties.diskSizeBytes': sizeBytes,
    },
    normalized: {
      'properties.diskIOPSReadWrite': (_request, body) => valueAt(body, 'properties.diskIOPSReadWrite') ?? performance(body).iops,
      'properties.diskMBpsReadWrite': (_request, body) => valueAt(body, 'properties.diskMBpsReadWrite') ?? performance(body).mbps,
      'properties.tier': (_request, body) => performance(body).tier,
    },
    immutable: ['properties.osType', 'properties.creationData.createOption'],
    immutableError: (path) => errors.propertyChange(path.replace('properties.', '')),
    check: ({ body, existing }) => {
      const size = valueAt(body, 'properties.diskSizeGB');
      if (textAt(body, 'properties.creationData.createOption')?.toLowerCase() === 'empty' && typeof size !== 'number') throw errors.invalidParameter("Required parameter 'disk.diskSizeGB' is missing (null).", 'disk.diskSizeGB');
      if (typeof size !== 'number') return;
      if (size < 1 || size > 65536) throw errors.invalidParameter(`The value '${size}' of parameter 'disk.diskSizeGB' is out of range. The value must be between '1' and '65536', inclusive.`, 'disk.diskSizeGB');
      const before = existing && valueAt(existing.body, 'properties.diskSizeGB');
      if (typeof before === 'number' && size < before) throw errors.notAllowed(`Disk '${existing!.name}' cannot be resized from ${before} GB to ${size} GB: the size of a disk can only grow.`);
    },
    read: (request) => {
      const machine = machineOf(request.world, request.resource);
      return { ...request.resource.body, ...(machine ? { managedBy: machine.id } : {}), properties: { ...propertiesOf(request.resource.body), diskState: machine ? 'Attached' : 'Unattached' } };
    },
    remove: ({ world, resource }) => {
      const machine = machineOf(world, resource);
      if (machine) throw errors.notAllowed(`Disk ${resource.name} is attached to VM ${machine.id}.`);
    },
    quota: (body) => [{ name: `${textAt(body, 'sku.name')?.startsWith('Premium') ? 'PremiumDiskCount' : 'StandardDiskCount'}`, localizedName: textAt(body, 'sku.name')?.startsWith('Premium') ? 'Premium Storage Managed Disks' : 'Standard Storage Managed Disks', amount: 1, limit: 50000 }],
    actions: access,
  },
  {
    type: 'Microsoft.Compute/snapshots', name: NAME, required: ['location', 'properties.creationData.createOption'],
    defaults: { sku: { name: 'Standard_LRS' }, properties: { incremental: false, encryption: { type: 'EncryptionAtRestWithPlatformKey' }, networkAccessPolicy: 'AllowAll' } },
    references: sourceOf('properties.creationData.sourceResourceId'),
    once: { 'properties.uniqueId': ({ world }) => world.newId(), 'properties.timeCreated': ({ world }) => world.now().toISOString() },
    normalized: {
      'properties.diskSizeGB': ({ world }, body) => valueAt(body, 'properties.diskSizeGB') ?? valueAt(world.get(textAt(body, 'properties.creationData.sourceResourceId') ?? '')?.body ?? {}, 'properties.diskSizeGB'),
    },
    computed: { 'properties.diskState': () => 'Unattached' },
    actions: access,
  },
  {
    type: 'Microsoft.Compute/images', name: NAME, required: ['location'],
    defaults: { properties: { hyperVGeneration: 'V1' } },
    check: (request) => {
      const source = textAt(request.body, 'properties.sourceVirtualMachine.id');
      if (!source) return;
      if (!exists(request, source)) throw errors.notFound('Virtual machine', source);
      const machine = request.world.get(source);
      if (machine && machine.secret['generalized'] !== true) throw errors.notAllowed(`The Virtual Machine ${source} must be generalized before an image can be captured from it.`);
    },
    normalized: {
      'properties.storageProfile': ({ world }, body) => {
        const given = objectAt(body, 'properties.storageProfile');
        const machine = world.get(textAt(body, 'properties.sourceVirtualMachine.id') ?? '');
        if (Object.keys(given).length || !machine) return Object.keys(given).length ? given : undefined;
        const os = objectAt(machine.body, 'properties.storageProfile.osDisk');
        return { osDisk: { osType: os['osType'] ?? 'Linux', osState: 'Generalized', diskSizeGB: os['diskSizeGB'] ?? 30, managedDisk: objectAt(os, 'managedDisk'), caching: os['caching'] ?? 'ReadWrite', storageAccountType: textAt(os, 'managedDisk.storageAccountType') ?? 'Standard_LRS' }, dataDisks: [], zoneResilient: false };
      },
    },
  },
  { type: 'Microsoft.Compute/galleries', name: { pattern: /^[A-Za-z0-9](?:[\w.]*[A-Za-z0-9])?$/, min: 1, max: 80, code: 'InvalidParameter', message: (name) => `The entity name 'galleryName' is invalid according to its validation rule: ^[^_\\W][\\w-._]{0,79}(?<![-.])$. The value provided was '${name}'.` }, required: ['location'], computed: { 'properties.identifier.uniqueName': ({ id }) => `${id.subscriptionId ?? ''}-${id.name.toUpperCase()}` } },
  {
    type: 'Microsoft.Compute/galleries/images', locations: 'all', name: NAME, required: ['properties.osType', 'properties.osState', 'properties.identifier.publisher', 'properties.identifier.offer', 'properties.identifier.sku'],
    defaults: { properties: { hyperVGeneration: 'V1', recommended: { vCPUs: { min: 1, max: 16 }, memory: { min: 1, max: 32 } }, architecture: 'x64' } }, oneOf: { 'properties.osType': ['Linux', 'Windows'], 'properties.osState': ['Generalized', 'Specialized'] },
    immutable: ['properties.osType', 'properties.osState', 'properties.identifier.publisher', 'properties.identifier.offer', 'properties.identifier.sku'],
  },
  {
    type: 'Microsoft.Compute/galleries/images/versions', locations: 'all', duration: 2000,
    name: { pattern: /^\d+\.\d+\.\d+$/, min: 5, max: 32, code: 'InvalidParameter', message: (name) => `The entity name 'galleryImageVersionName' is invalid according to its validation rule: ^[0-9]+\\.[0-9]+\\.[0-9]+$. The value provided was '${name}'.` },
    once: { 'properties.publishingProfile.publishedDate': ({ world }) => world.now().toISOString() },
  },
  { type: 'Microsoft.Compute/galleries/applications', locations: 'all', name: NAME },
  { type: 'Microsoft.Compute/galleries/applications/versions', locations: 'all' },
  {
    type: 'Microsoft.Compute/availabilitySets', name: NAME, required: ['location'], duration: 0, noProvisioningState: true,
    defaults: { sku: { name: 'Classic' }, properties: { platformUpdateDomainCount: 5, platformFaultDomainCount: 2 } },
    immutable: ['properties.platformFaultDomainCount', 'properties.platformUpdateDomainCount'],
    immutableError: (path) => errors.propertyChange(path.replace('properties.', '')),
    references: [{ path: 'properties.proximityPlacementGroup.id' }],
    check: ({ body }) => {
      const ranges: [string, number][] = [['platformFaultDomainCount', 3], ['platformUpdateDomainCount', 20]];
      for (const [member, limit] of ranges) {
        const value = valueAt(body, `properties.${member}`);
        if (typeof value === 'number' && (value < 1 || value > limit)) throw errors.invalidParameter(`The specified ${member.includes('Fault') ? 'fault' : 'update'} domain count ${value} must fall in the range 1 to ${limit}.`, member);
      }
    },
    read: (request) => ({ ...request.resource.body, properties: { ...propertiesOf(request.resource.body), virtualMachines: membersOf(request.world, request.resource, 'properties.availabilitySet.id') } }),
    remove: ({ world, resource }) => {
      if (membersOf(world, resource, 'properties.availabilitySet.id').length) throw errors.notAllowed(`Availability Set '${resource.name}' cannot be deleted. Before deleting an Availability Set please ensure that it does not contain any VM.`);
    },
    quota: () => [{ name: 'availabilitySets', localizedName: 'Availability Sets', amount: 1, limit: 2500 }],
    actions: [{ name: 'vmSizes', method: 'GET', run: () => ({ value: [] }) }],
  },
  {
    type: 'Microsoft.Compute/proximityPlacementGroups', name: NAME, required: ['location'], duration: 0, noProvisioningState: true, defaults: { properties: { proximityPlacementGroupType: 'Standard' } },
    remove: ({ world, resource }) => {
      if (membersOf(world, resource, 'properties.proximityPlacementGroup.id').length) throw errors.notAllowed(`Proximity Placement Group '${resource.name}' cannot be deleted. Before deleting a Proximity Placement Group please ensure that it does not contain any resource.`);
    },
  },
  { type: 'Microsoft.Compute/hostGroups', name: NAME, required: ['location', 'properties.platformFaultDomainCount'], duration: 0, noProvisioningState: true },
  { type: 'Microsoft.Compute/hostGroups/hosts', locations: 'all', name: NAME, required: ['location', 'sku.name'], once: { 'properties.hostId': ({ world }) => world.newId() } },
  {
    type: 'Microsoft.Compute/sshPublicKeys', name: NAME, required: ['location'], duration: 0, noProvisioningState: true,
    actions: [{ name: 'generateKeyPair', run: ({ resource, world }) => ({ id: resource.id, publicKey: `ssh-rsa ${world.newKey(279)} generated-by-azure`, privateKey: `-----BEGIN RSA PRIVATE KEY-----\n${world.newKey(600)}\n-----END RSA PRIVATE KEY-----\n` }) }],
  },
  { type: 'Microsoft.Compute/diskEncryptionSets', name: NAME, required: ['location'], defaults: { properties: { encryptionType: 'EncryptionAtRestWithCustomerKey', rotationToLatestKeyVersionEnabled: false } } },
  { type: 'Microsoft.Compute/diskAccesses', name: NAME, required: ['location'], once: { 'properties.timeCreated': ({ world }) => world.now().toISOString() } },
  { type: 'Microsoft.Compute/capacityReservationGroups', name: NAME, required: ['location'], duration: 0 },
  { type: 'Microsoft.Compute/restorePointCollections', name: NAME, required: ['location'], duration: 0 },
  { type: 'Microsoft.Compute/cloudServices', name: NAME, required: ['location'] },
];

/** The machines that name this resource at a path. */
const membersOf = (world: World, resource: StoredResource, path: string): JsonObject[] =>
  world.list({ type: VM, ...(resource.subscriptionId ? { subscriptionId: resource.subscriptionId } : {}) })
    .filter((machine) => textAt(machine.body, path)?.toLowerCase() === resource.id.toLowerCase())
    .map((machine) => ({ id: machine.id }));
