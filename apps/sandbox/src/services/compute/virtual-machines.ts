import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@cloudwright/engine';
import { ArmError } from '../../wire/arm-error.ts';
import type { Action, ResourceRequest, WriteRequest, WriteResult } from '../../wire/provider.ts';
import { scriptSample } from '../../world/script-samples.ts';
import type { StoredResource, World } from '../../world/world.ts';
import { fill, isObject, listAt, objectAt, propertiesOf, setAt, textAt, valueAt, valuesAt } from '../body.ts';
import { usersOf } from '../network/usage.ts';
import type { PlatformImage } from '../reference/images.ts';
import { regionName } from '../reference/regions.ts';
import { findVmSize, vmSizesIn } from '../reference/vm-sizes.ts';
import { bodyOf, exists, type TypeRow } from '../type-row.ts';
import * as errors from './errors.ts';
import { checkDisks, checkImage, checkOsProfile, checkSize, checkVaults, checkZones, coreDemand, osTypeOf, statuses } from './machine-checks.ts';

export const VM = 'Microsoft.Compute/virtualMachines';

const PROFILE = 'properties.storageProfile';
const IMAGE_MEMBERS = ['publisher', 'offer', 'sku', 'id'].map((member) => `${PROFILE}.imageReference.${member}`);

/** A fixed suffix for the names that Azure makes up for disks. */
const suffix = (text: string): string => createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 32);

const sizeOf = (body: JsonObject): string | undefined => textAt(body, 'properties.hardwareProfile.vmSize');

/** running, stopped, deallocated: kept beside the keys, since GET shows it only in the instance view. */
export const powerOf = (resource: StoredResource): string => textAt(resource.secret, 'power') ?? 'running';

function checkMachine(request: WriteRequest): void {
  const { body, existing, id, world } = request;
  const location = textAt(body, 'location') ?? '';
  const size = checkSize(sizeOf(body), location);
  checkZones(request);
  const profile = objectAt(body, PROFILE);
  const image = checkImage(request, profile);
  if (image?.plan && !isObject(body['plan'])) throw errors.planMissing();
  const windows = osTypeOf(body, PROFILE, image, objectAt(body, 'properties.osProfile')) === 'Windows';
  if (!existing) checkOsProfile(body, 'properties.osProfile', 'computerName', windows);
  checkVaults(request, 'properties.osProfile');
  checkDisks(profile, size);
  const interfaces = valuesAt(body, 'properties.networkProfile.networkInterfaces[*].id').filter((nic) => typeof nic === 'string');
  if (!interfaces.length && !valuesAt(body, 'properties.networkProfile.networkInterfaceConfigurations').length)
    throw errors.invalidParameter("Required parameter 'networkProfile' is missing (null).", 'networkProfile');
  for (const nic of interfaces) {
    const other = bodyOf(request, nic);
    if (!other) throw errors.referenceMissing(nic, id.id);
    if (regionName(textAt(other, 'location') ?? location) !== regionName(location)) throw errors.referenceMissing(nic, id.id);
    const user = usersOf(world, 'networkInterface', nic).find((one) => one.resourceId.toLowerCase() !== id.id.toLowerCase());
    if (user) throw errors.interfaceTaken(nic, user.resourceId);
  }
  if (size && interfaces.length > size.maxNics) throw errors.tooManyInterfaces(id.name, size.name, interfaces.length, size.maxNics);
  const availabilitySet = textAt(body, 'properties.availabilitySet.id');
  if (availabilitySet && !exists(request, availabilitySet)) throw errors.referenceMissing(availabilitySet, id.id);
  for (const disk of listAt(profile, 'dataDisks')) {
    const attached = textAt(disk, 'managedDisk.id');
    if (textAt(disk, 'createOption')?.toLowerCase() === 'attach' && attached && !exists(request, attached)) throw new ArmError(404, 'ResourceNotFound', `Disk ${attached.split('/').at(-1)!} is not found.`, 'dataDisk');
  }
  const luns = listAt(profile, 'dataDisks').map((disk) => disk['lun']);
  if (new Set(luns.map(String)).size < luns.length) throw errors.invalidParameter('A disk with this LUN already exists on the virtual machine: each data disk needs its own lun.', 'dataDisk.lun');
  if (existing) checkUnchanged(request);
}

/** A machine keeps its image, its users and its availability set for life. */
function checkUnchanged({ body, existing }: WriteRequest): void {
  const before = existing!.body;
  const same = (path: string): boolean => {
    const [was, is] = [valueAt(before, path), valueAt(body, path)];
    return is === undefined || is === null || was === undefined || String(is).toLowerCase() === String(was).toLowerCase();
  };
  if (!IMAGE_MEMBERS.every(same)) throw errors.propertyChange('imageReference');
  for (const member of ['adminUsername', 'computerName']) if (!same(`properties.osProfile.${member}`)) throw errors.propertyChange(`osProfile.${member}`);
  const password = textAt(body, 'properties.osProfile.adminPassword');
  const kept = existing!.secret['properties.osProfile.adminPassword'];
  if (password !== undefined && typeof kept === 'string' && kept !== password) throw errors.propertyChange('osProfile.adminPassword');
  if (!same('properties.availabilitySet.id')) throw errors.propertyChange('availabilitySet.id');
  if (!same(`${PROFILE}.osDisk.name`)) throw errors.propertyChange('osDisk.name');
}

/** Fills one disk in and makes the managed disk that comes with it. */
function diskOf(request: WriteRequest, disk: JsonObject, os: { osType: string; image: PlatformImage | undefined } | undefined): { disk: JsonObject; created?: { id: string; body: JsonObject } } {
  const { id, body } = request;
  const lun = os ? 'OsDisk_1' : `disk${Number(disk['lun'] ?? 0) + 2}`;
  const before = os ? objectAt(request.existing?.body ?? {}, `${PROFILE}.osDisk`) : (listAt(request.existing?.body ?? {}, `${PROFILE}.dataDisks`).find((one) => one['lun'] === disk['lun']) ?? {});
  const name = textAt(disk, 'name') ?? textAt(before, 'name') ?? `${id.name}_${lun}_${suffix(id.id + lun)}`;
  const createOption = textAt(disk, 'createOption') ?? (os ? 'FromImage' : 'Empty');
  const filled = fill({ ...disk, name, createOption }, { caching: os ? 'ReadWrite' : 'None', ...(os ? { osType: os.osType } : {}) });
  if (isObject(disk['vhd'])) return { disk: filled };
  const diskId = textAt(disk, 'managedDisk.id') ?? `${id.scope}/providers/Microsoft.Compute/disks/${name}`;
  const premium = findVmSize(sizeOf(body) ?? '')?.premiumStorage ?? false;
  const account = textAt(disk, 'managedDisk.storageAccountType') ?? textAt(before, 'managedDisk.storageAccountType') ?? textAt(request.world.get(diskId)?.body ?? {}, 'sku.name') ?? (premium ? 'Premium_LRS' : 'Standard_LRS');
  const gigabytes = Number(disk['diskSizeGB'] ?? before['diskSizeGB'] ?? propertiesOf(request.world.get(diskId)?.body ?? {})['diskSizeGB'] ?? os?.image?.diskGb ?? (os ? 127 : 0));
  const result: JsonObject = {
    ...fill(filled, { deleteOption: 'Detach', ...(gigabytes ? { diskSizeGB: gigabytes } : {}) }),
    managedDisk: { ...objectAt(disk, 'managedDisk'), storageAccountType: account, id: diskId },
  };
  if (createOption.toLowerCase() === 'attach') return { disk: result };
  const stored = request.world.get(diskId);
  const properties: JsonObject = {
    ...(os ? { osType: os.osType, hyperVGeneration: os.image?.generation ?? 'V1' } : {}),
    ...propertiesOf(stored?.body ?? {}),
    creationData: createOption.toLowerCase() === 'fromimage' ? { createOption: 'FromImage', ...(os?.image ? { imageReference: { id: `/Subscriptions/${id.subscriptionId ?? ''}/Providers/Microsoft.Compute/Locations/${regionName(textAt(body, 'location') ?? '')}/Publishers/${os.image.publisher}/ArtifactTypes/VMImage/Offers/${os.image.offer}/Skus/${os.image.sku}/Versions/${os.image.versions.at(-1)!}` } } : {}) } : { createOption: 'Empty' },
    diskSizeGB: gigabytes || 127, diskSizeBytes: (gigabytes || 127) * 1024 ** 3, encryption: { type: 'EncryptionAtRestWithPlatformKey' }, networkAccessPolicy: 'AllowAll', publicNetworkAccess: 'Enabled',
    timeCreated: valueAt(stored?.body ?? {}, 'properties.timeCreated') ?? request.world.now().toISOString(), uniqueId: valueAt(stored?.body ?? {}, 'properties.uniqueId') ?? request.world.newId(), provisioningState: 'Succeeded',
  };
  return { disk: result, created: { id: diskId, body: { location: body['location'] ?? '', ...(body['zones'] ? { zones: body['zones'] } : {}), sku: { name: account, tier: account.split('_')[0]! }, properties } } };
}

function finishMachine(request: WriteRequest, result: WriteResult): WriteResult {
  const profile = objectAt(request.body, PROFILE);
  const image = checkImage(request, profile);
  const osType = osTypeOf(request.body, PROFILE, image, objectAt(request.body, 'properties.osProfile'));
  const osDisk = diskOf(request, objectAt(profile, 'osDisk'), { osType, image });
  const dataDisks = listAt(profile, 'dataDisks').map((disk) => diskOf(request, disk, undefined));
  const reference = objectAt(profile, 'imageReference');
  const kept = textAt(request.existing?.body ?? {}, `${PROFILE}.imageReference.exactVersion`);
  const exactVersion = image ? (kept ?? (textAt(reference, 'version') === 'latest' ? image.versions.at(-1)! : textAt(reference, 'version') ?? image.versions.at(-1)!)) : undefined;
  const filledProfile: JsonObject = {
    ...profile,
    ...(Object.keys(reference).length ? { imageReference: { ...reference, ...(exactVersion ? { exactVersion } : {}) } } : {}),
    osDisk: osDisk.disk,
    dataDisks: dataDisks.map((one) => one.disk),
    diskControllerType: textAt(profile, 'diskControllerType') ?? 'SCSI',
  };
  const osProfile = objectAt(result.body, 'properties.osProfile');
  const osDefaults: JsonObject = {
    computerName: request.id.name.slice(0, osType === 'Windows' ? 15 : 64), secrets: [], allowExtensionOperations: true, requireGuestProvisionSignal: true,
    ...(osType === 'Windows'
      ? { windowsConfiguration: { provisionVMAgent: true, enableAutomaticUpdates: true, patchSettings: { patchMode: 'AutomaticByOS', assessmentMode: 'ImageDefault' } } }
      : { linuxConfiguration: { disablePasswordAuthentication: false, provisionVMAgent: true, patchSettings: { patchMode: 'ImageDefault', assessmentMode: 'ImageDefault' } } }),
  };
  let body = setAt(result.body, PROFILE, filledProfile);
  if (Object.keys(osProfile).length) body = setAt(body, 'properties.osProfile', fill(osProfile, osDefaults));
  const created = [osDisk, ...dataDisks].map((one) => one.created).filter((one) => one !== undefined);
  return { ...result, body, secret: { ...result.secret, power: result.secret?.['power'] ?? 'running' }, others: created };
}

/** The instance view, as Azure gives it with $expand=instanceView. */
function instanceView(request: { world: World; resource: StoredResource }): JsonObject {
  const { resource, world } = request;
  const power = powerOf(resource);
  const running = power === 'running';
  const windows = textAt(resource.body, `${PROFILE}.osDisk.osType`) === 'Windows';
  const extensions = world.list({ type: `${VM}/extensions`, parent: resource.id });
  return {
    ...(running ? { computerName: textAt(resource.body, 'properties.osProfile.computerName') ?? resource.name, osName: windows ? 'Windows Server' : 'ubuntu', osVersion: windows ? '10.0' : '22.04' } : {}),
    ...(running ? { vmAgent: { vmAgentVersion: '2.7.41491.1', statuses: [{ code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Ready', message: 'Guest Agent is running' }] } } : {}),
    hyperVGeneration: 'V1',
    disks: [objectAt(resource.body, `${PROFILE}.osDisk`), ...listAt(resource.body, `${PROFILE}.dataDisks`)].map((disk): Json => ({ name: disk['name'] ?? '', statuses: [{ code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded', time: resource.changedAt }] })),
    ...(extensions.length ? { extensions: extensions.map((extension): Json => ({ name: extension.name, type: `${textAt(extension.body, 'properties.publisher') ?? ''}.${textAt(extension.body, 'properties.type') ?? ''}`, statuses: [{ code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded' }] })) } : {}),
    statuses: [...statuses(power, resource.changedAt), ...(resource.secret['generalized'] === true ? [{ code: 'OSState/generalized', level: 'Info', displayStatus: 'VM generalized' }] : [])],
  };
}

/** Stores another power state; the rest of the machine stays. */
export const setPower = (request: ResourceRequest, power: string, more: JsonObject = {}): undefined => {
  const { world, resource } = request;
  const current = world.get(resource.id) ?? resource;
  world.put({ id: current.id, body: current.body, secret: { ...current.secret, power, ...more } });
};

const refuseGeneralized = (name: string) => ({ resource }: ResourceRequest): void => {
  if (resource.secret['generalized'] === true) throw errors.notAllowed(`Operation '${name}' is not allowed on VM '${resource.name}' since the VM is generalized.`);
};

const refuseStopped = (name: string) => (request: ResourceRequest): void => {
  refuseGeneralized(name)(request);
  if (powerOf(request.resource) === 'deallocated') throw errors.notAllowed(`Operation '${name}' is not allowed on VM '${request.resource.name}' since the VM is deallocated.`);
};

/** Power actions, the same for machines and scale set instances. */
export const powerActions: Action[] = [
  { name: 'start', duration: 1500, check: refuseGeneralized('start'), run: (request) => setPower(request, 'running') },
  { name: 'powerOff', duration: 1000, check: refuseGeneralized('powerOff'), run: (request) => setPower(request, powerOf(request.resource) === 'deallocated' ? 'deallocated' : 'stopped') },
  { name: 'restart', duration: 1500, check: refuseStopped('restart'), run: (request) => setPower(request, 'running') },
  { name: 'deallocate', duration: 1500, run: (request) => setPower(request, 'deallocated') },
  { name: 'redeploy', duration: 2000, check: refuseStopped('redeploy'), run: (request) => setPower(request, 'running') },
  { name: 'reapply', duration: 1000, run: () => undefined },
  { name: 'reimage', duration: 2000, run: (request) => setPower(request, 'running') },
  { name: 'performMaintenance', duration: 1000, run: () => undefined },
  { name: 'simulateEviction', run: (request) => setPower(request, 'deallocated') },
];

/** Machines and their extensions. */
export const virtualMachineRows: TypeRow[] = [
  {
    type: VM,
    name: { pattern: /^[A-Za-z0-9](?:[\w.-]*[\w-])?$/, min: 1, max: 64, code: 'InvalidParameter', message: (name) => `The entity name 'vmName' is invalid according to its validation rule: ^[^_\\W][\\w\\-._]{0,79}(?<![-.])$. The value provided was '${name}'.` },
    required: ['location', 'properties'],
    missing: (path) => ({ code: 'InvalidParameter', message: `Required parameter '${path.split('.').at(-1)!}' is missing (null).` }),
    duration: 3000,
    defaults: { properties: { hardwareProfile: { vmSize: 'Standard_A1' } } },
    writeOnly: ['properties.osProfile.adminPassword', 'properties.osProfile.customData', 'properties.userData'],
    once: { 'properties.vmId': ({ world }) => world.newId(), 'properties.timeCreated': ({ world }) => world.now().toISOString() },
    check: checkMachine,
    finish: finishMachine,
    read: (request) => {
      const { resource, query } = request;
      const expanded = /instanceView/i.test(query.get('$expand') ?? '') || query.get('statusOnly') === 'true';
      const extensions = request.world.list({ type: `${VM}/extensions`, parent: resource.id });
      return {
        ...resource.body,
        properties: { ...propertiesOf(resource.body), ...(expanded ? { instanceView: instanceView(request) } : {}) },
        ...(extensions.length ? { resources: extensions.map((extension): Json => ({ id: extension.id, name: extension.name, type: extension.type, location: resource.body['location'] ?? '', properties: propertiesOf(extension.body) })) } : {}),
      };
    },
    removed: ({ resource }) => [
      ...[objectAt(resource.body, `${PROFILE}.osDisk`), ...listAt(resource.body, `${PROFILE}.dataDisks`)].filter((disk) => disk['deleteOption'] === 'Delete').map((disk) => textAt(disk, 'managedDisk.id') ?? ''),
      ...listAt(resource.body, 'properties.networkProfile.networkInterfaces').filter((nic) => valueAt(nic, 'properties.deleteOption') === 'Delete').map((nic) => textAt(nic, 'id') ?? ''),
    ].filter((id) => id !== ''),
    quota: (body) => coreDemand(sizeOf(body), 1),
    quotaError: errors.coresExceeded,
    actions: [
      ...powerActions,
      { name: 'instanceView', method: 'GET', run: (request) => instanceView(request) },
      {
        name: 'generalize', check: ({ resource }) => {
          if (powerOf(resource) === 'running') throw errors.notAllowed(`Operation 'generalize' is not allowed on VM '${resource.name}' since the VM is running. Stop the VM first.`);
        },
        run: (request) => setPower(request, powerOf(request.resource), { generalized: true }),
      },
      {
        name: 'vmSizes', method: 'GET',
        run: ({ resource }) => ({ value: vmSizesIn(resource.location ?? '').map((size): Json => ({ name: size.name, numberOfCores: size.vCpus, osDiskSizeInMB: 1047552, resourceDiskSizeInMB: size.tempDiskGb * 1024, memoryInMB: size.memoryGb * 1024, maxDataDiskCount: size.maxDataDisks })) }),
      },
      {
        name: 'runCommand', duration: 1500, check: refuseStopped('runCommand'),
        // The sandbox has no guest: the answer has Azure's shape and says so.
        run: () => ({ value: [{ code: 'ProvisioningState/succeeded', level: 'Info', displayStatus: 'Provisioning succeeded', message: 'Enable succeeded: \n[stdout]\nThe sandbox records run commands and does not execute them.\n[stderr]\n' }] }),
      },
      { name: 'retrieveBootDiagnosticsData', run: ({ resource, addresses }) => ({ consoleScreenshotBlobUri: `${addresses.tls}/boot/${resource.name}.bmp`, serialConsoleLogBlobUri: `${addresses.tls}/boot/${resource.name}.log` }) },
      { name: 'assessPatches', duration: 1000, run: ({ world }) => ({ status: 'Succeeded', assessmentActivityId: world.newId(), rebootPending: false, criticalAndSecurityPatchCount: 0, otherPatchCount: 0, startDateTime: world.now().toISOString(), availablePatches: [] }) },
      { name: 'convertToManagedDisks', duration: 1000, run: () => undefined },
    ],
  },
  {
    type: `${VM}/extensions`,
    name: { pattern: /^[\w.-]+$/, min: 1, max: 80 },
    required: ['properties.publisher', 'properties.type', 'properties.typeHandlerVersion'],
    missing: (path) => ({ code: 'InvalidParameter', message: `Required parameter '${path.split('.').at(-1)!}' is missing (null).` }),
    duration: 1000,
    writeOnly: ['properties.protectedSettings'],
    defaults: { properties: { autoUpgradeMinorVersion: true } },
    check: (request) => {
      const { body, id, world, parent } = request;
      if (parent && powerOf(parent) !== 'running') throw errors.notAllowed('Cannot modify extensions in the VM when the VM is not running.');
      const handler = (one: JsonObject): string => `${textAt(one, 'properties.publisher') ?? ''}.${textAt(one, 'properties.type') ?? ''}`;
      const twin = world.list({ type: id.type, parent: id.parent! }).find((other) => other.name.toLowerCase() !== id.name.toLowerCase() && handler(other.body).toLowerCase() === handler(body).toLowerCase());
      if (twin) throw new ArmError(409, 'Conflict', `Multiple VMExtensions per handler not supported for OS type '${textAt(parent?.body ?? {}, `${PROFILE}.osDisk.osType`) ?? 'Linux'}'. VMExtension '${id.name}' with handler '${handler(body)}' already added or specified in input.`);
    },
    read: ({ resource, query, world }) => ({
      ...resource.body,
      properties: { ...propertiesOf(resource.body), ...(/instanceView/i.test(query.get('$expand') ?? '') ? { instanceView: extensionView(resource, world) } : {}) },
    }),
    reference: ({ resource, world }) => ({ ...propertiesOf(resource.body), instanceView: extensionView(resource, world) }),
  },
  { type: `${VM}/runCommands`, name: { pattern: /^[\w.-]+$/, min: 1, max: 80 }, locations: 'all', duration: 1000 },
];

const extensionView = (resource: StoredResource, world: World): JsonObject => {
  const printed = scriptSample(world, resource.name)?.stdout;
  const succeeded = { level: 'Info', displayStatus: 'Provisioning succeeded' };
  return {
    name: resource.name, type: `${textAt(resource.body, 'properties.publisher') ?? ''}.${textAt(resource.body, 'properties.type') ?? ''}`, typeHandlerVersion: textAt(resource.body, 'properties.typeHandlerVersion') ?? '',
    // Linux handlers tell what was printed in the status, Windows handlers in the substatuses.
    statuses: [{ code: 'ProvisioningState/succeeded', ...succeeded, message: `Enable succeeded: \n[stdout]\n${printed ?? 'The sandbox records scripts and does not run them.'}\n\n[stderr]\n` }],
    substatuses: [{ code: 'ComponentStatus/StdOut/succeeded', ...succeeded, message: printed ?? '' }, { code: 'ComponentStatus/StdErr/succeeded', ...succeeded, message: '' }],
  };
};
