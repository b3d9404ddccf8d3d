import { WebSiteManagementClient } from '@azure/arm-appservice';
import { ComputeManagementClient } from '@azure/arm-compute';
import { KeyVaultManagementClient } from '@azure/arm-keyvault';
import { NetworkManagementClient } from '@azure/arm-network';
import { StorageManagementClient } from '@azure/arm-storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { all, clientOptions, clientsFor, createSandbox, credentialOf, type Sandbox } from '../../test/clients.ts';

// Not the production subscription: policies are assigned there.
const SUBSCRIPTION = 'aaaaaaaa-0000-4000-8000-000000000002';
const GROUP = 'providers';
const LOCATION = 'westeurope';
const ubuntu = { publisher: 'Canonical', offer: '0001-com-ubuntu-server-jammy', sku: '22_04-lts', version: 'latest' };
const fast = { updateIntervalInMs: 5 };

let sandbox: Sandbox;
let compute: ComputeManagementClient;
let network: NetworkManagementClient;
let storage: StorageManagementClient;
let web: WebSiteManagementClient;
let vaults: KeyVaultManagementClient;
let subnetId: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  await clientsFor(sandbox, 'admin@alpine.example', SUBSCRIPTION).resources.resourceGroups.createOrUpdate(GROUP, { location: LOCATION });
  const args = [credentialOf(sandbox, 'admin@alpine.example'), SUBSCRIPTION, clientOptions(sandbox)] as const;
  compute = new ComputeManagementClient(...args);
  network = new NetworkManagementClient(...args);
  storage = new StorageManagementClient(...args);
  web = new WebSiteManagementClient(...args);
  vaults = new KeyVaultManagementClient(...args);
  const vnet = await network.virtualNetworks.createOrUpdate(GROUP, 'vnet', { location: LOCATION, addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'default', addressPrefix: '10.0.0.0/24' }] }, fast);
  subnetId = vnet.subnets![0]!.id!;
});
afterAll(() => sandbox.stop());

const nic = (name: string, publicIp?: string) => network.networkInterfaces.createOrUpdate(GROUP, name, { location: LOCATION, ipConfigurations: [{ name: 'ipconfig1', subnet: { id: subnetId }, ...(publicIp ? { publicIPAddress: { id: publicIp } } : {}) }] }, fast);

const machine = (nicId: string, size = 'Standard_B2s') => ({
  location: LOCATION, hardwareProfile: { vmSize: size }, osProfile: { computerName: 'host', adminUsername: 'operator', adminPassword: 'Pass-word-1234' },
  storageProfile: { imageReference: ubuntu, osDisk: { createOption: 'FromImage' }, dataDisks: [{ lun: 0, createOption: 'Empty', diskSizeGB: 32 }] }, networkProfile: { networkInterfaces: [{ id: nicId }] },
});

describe('Microsoft.Network', () => {
  it('gives interfaces the lowest free addresses, keeps them, and shows who uses what', async () => {
    const publicIp = await network.publicIPAddresses.createOrUpdate(GROUP, 'ip', { location: LOCATION, sku: { name: 'Standard' }, publicIPAllocationMethod: 'Static', dnsSettings: { domainNameLabel: 'providers-test' } }, fast);
    expect(publicIp.dnsSettings?.fqdn).toBe('providers-test.westeurope.cloudapp.azure.com');
    const first = await nic('a', publicIp.id);
    const second = await nic('b');
    expect([first, second].map((one) => one.ipConfigurations![0]!.privateIPAddress)).toEqual(['10.0.0.4', '10.0.0.5']);
    expect((await nic('a', publicIp.id)).ipConfigurations![0]!.privateIPAddress).toBe('10.0.0.4');
    const subnet = await network.subnets.get(GROUP, 'vnet', 'default');
    expect(subnet.ipConfigurations!.map((one) => one.id!.split('/').at(-3))).toEqual(['a', 'b']);
    expect((await network.publicIPAddresses.get(GROUP, 'ip')).ipConfiguration?.id).toBe(first.ipConfigurations![0]!.id);
  });

  it('keeps inline subnets and subnet resources one and the same', async () => {
    await network.subnets.createOrUpdate(GROUP, 'vnet', 'extra', { addressPrefix: '10.0.9.0/24' }, fast);
    expect((await network.virtualNetworks.get(GROUP, 'vnet')).subnets!.map((subnet) => subnet.name)).toEqual(['default', 'extra']);
    await network.subnets.delete(GROUP, 'vnet', 'extra', fast);
    expect((await network.virtualNetworks.get(GROUP, 'vnet')).subnets!.map((subnet) => subnet.name)).toEqual(['default']);
  });

  it('connects peerings when both sides are there', async () => {
    const other = await network.virtualNetworks.createOrUpdate(GROUP, 'spoke', { location: LOCATION, addressSpace: { addressPrefixes: ['10.7.0.0/16'] } }, fast);
    const hub = await network.virtualNetworks.get(GROUP, 'vnet');
    const there = await network.virtualNetworkPeerings.createOrUpdate(GROUP, 'vnet', 'to-spoke', { remoteVirtualNetwork: { id: other.id! } }, fast);
    expect(there.peeringState).toBe('Initiated');
    const back = await network.virtualNetworkPeerings.createOrUpdate(GROUP, 'spoke', 'to-hub', { remoteVirtualNetwork: { id: hub.id! } }, fast);
    expect(back.peeringState).toBe('Connected');
    expect((await network.virtualNetworkPeerings.get(GROUP, 'vnet', 'to-spoke')).peeringState).toBe('Connected');
  });

  it('adds the default rules to a security group', async () => {
    const group = await network.networkSecurityGroups.createOrUpdate(GROUP, 'nsg', { location: LOCATION, securityRules: [{ name: 'ssh', protocol: 'Tcp', access: 'Allow', direction: 'Inbound', priority: 100, sourcePortRange: '*', destinationPortRange: '22', sourceAddressPrefix: '*', destinationAddressPrefix: '*' }] }, fast);
    expect([group.securityRules!.length, group.defaultSecurityRules!.length]).toEqual([1, 6]);
  });
});

describe('Microsoft.Compute', () => {
  it('creates a machine with its disks, never answers the password, and follows its power state', async () => {
    const created = await compute.virtualMachines.createOrUpdate(GROUP, 'vm', machine((await nic('vm-nic')).id!), fast);
    expect(created.osProfile?.adminPassword).toBeUndefined();
    expect(created.storageProfile?.imageReference?.exactVersion).toMatch(/^\d+\.\d+\.\d+$/);
    const disks = await all(compute.disks.listByResourceGroup(GROUP));
    expect(disks.map((disk) => [disk.diskState, disk.managedBy === created.id])).toEqual([['Attached', true], ['Attached', true]]);
    const power = async (): Promise<string | undefined> => (await compute.virtualMachines.instanceView(GROUP, 'vm')).statuses!.find((status) => status.code!.startsWith('PowerState/'))?.code;
    expect(await power()).toBe('PowerState/running');
    await compute.virtualMachines.powerOff(GROUP, 'vm', fast);
    expect(await power()).toBe('PowerState/stopped');
    await compute.virtualMachines.deallocate(GROUP, 'vm', fast);
    expect(await power()).toBe('PowerState/deallocated');
    await compute.virtualMachines.start(GROUP, 'vm', fast);
    expect(await power()).toBe('PowerState/running');
    expect((await network.networkInterfaces.get(GROUP, 'vm-nic')).virtualMachine?.id).toBe(created.id);
  });

  it('counts vCPU and refuses what passes the quota, which an administrator may change', async () => {
    const used = async (): Promise<[number, number]> => {
      const row = (await all(compute.usage.list(LOCATION))).find((usage) => usage.name?.value === 'standardFSv2Family')!;
      return [row.currentValue!, row.limit!];
    };
    expect(await used()).toEqual([0, 20]);
    await compute.virtualMachines.createOrUpdate(GROUP, 'big', machine((await nic('big-nic')).id!, 'Standard_F16s_v2'), fast);
    expect(await used()).toEqual([16, 20]);
    const more = machine((await nic('more-nic')).id!, 'Standard_F8s_v2');
    await expect(compute.virtualMachines.createOrUpdate(GROUP, 'more', more, fast)).rejects.toMatchObject({ statusCode: 409, code: 'QuotaExceeded', message: expect.stringContaining('Current Limit: 20, Current Usage: 16, Additional Required: 8, (Minimum) New Limit Required: 24') });
    sandbox.clouds.general.world.setQuotaLimit(SUBSCRIPTION, LOCATION, 'standardFSv2Family', 24);
    await expect(compute.virtualMachines.createOrUpdate(GROUP, 'more', more, fast)).resolves.toMatchObject({ name: 'more' });
    expect(await used()).toEqual([24, 24]);
  });

  it('scales a set out and in, and keeps the oldest instances', async () => {
    const set = (capacity: number) => compute.virtualMachineScaleSets.createOrUpdate(GROUP, 'set', {
      location: LOCATION, sku: { name: 'Standard_B1s', capacity }, upgradePolicy: { mode: 'Manual' },
      virtualMachineProfile: { osProfile: { computerNamePrefix: 'node', adminUsername: 'operator', adminPassword: 'Pass-word-1234' }, storageProfile: { imageReference: ubuntu }, networkProfile: { networkInterfaceConfigurations: [{ name: 'nic', primary: true, ipConfigurations: [{ name: 'ip', subnet: { id: subnetId } }] }] } },
    }, fast);
    const instances = async (): Promise<(string | undefined)[]> => (await all(compute.virtualMachineScaleSetVMs.list(GROUP, 'set'))).map((one) => one.instanceId);
    await set(2);
    expect(await instances()).toEqual(['0', '1']);
    await set(3);
    await set(1);
    expect(await instances()).toEqual(['0']);
  });

  it('knows sizes by region and images by publisher', async () => {
    const sizes = await all(compute.virtualMachineSizes.list('northeurope'));
    expect(sizes.map((size) => size.name)).toContain('Standard_D2s_v5');
    expect(sizes.map((size) => size.name)).not.toContain('Standard_HB120rs_v2');
    expect((await compute.virtualMachineImages.listSkus(LOCATION, 'Canonical', 'ubuntu-24_04-lts')).map((sku) => sku.name)).toContain('server');
    const skus = await all(compute.resourceSkus.list({ filter: `location eq '${LOCATION}'` }));
    expect(skus.find((sku) => sku.name === 'Standard_D4s_v3')?.capabilities?.find((one) => one.name === 'vCPUs')?.value).toBe('4');
  });

  it('deletes with a machine what it is told to delete', async () => {
    const gone = machine((await nic('gone-nic')).id!);
    await compute.virtualMachines.createOrUpdate(GROUP, 'gone', { ...gone, storageProfile: { ...gone.storageProfile, osDisk: { createOption: 'FromImage', name: 'gone-os', deleteOption: 'Delete' }, dataDisks: [{ lun: 0, name: 'gone-data', createOption: 'Empty', diskSizeGB: 8 }] } }, fast);
    await compute.virtualMachines.delete(GROUP, 'gone', fast);
    const names = (await all(compute.disks.listByResourceGroup(GROUP))).map((disk) => disk.name);
    expect([names.includes('gone-os'), names.includes('gone-data')]).toEqual([false, true]);
    await expect(network.networkInterfaces.delete(GROUP, 'gone-nic', fast)).resolves.not.toThrow();
  });
});

describe('Microsoft.Storage, Web and KeyVault', () => {
  it('makes accounts with keys, services and endpoints', async () => {
    const account = await storage.storageAccounts.create(GROUP, 'provideraccount1', { location: LOCATION, kind: 'StorageV2', sku: { name: 'Standard_GRS' } }, fast);
    expect(account.primaryEndpoints?.blob).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/provideraccount1\/$/);
    expect(account.secondaryLocation).toBe('northeurope');
    const { keys } = await storage.storageAccounts.listKeys(GROUP, 'provideraccount1');
    expect(keys!.map((key) => key.keyName)).toEqual(['key1', 'key2']);
    await storage.blobContainers.create(GROUP, 'provideraccount1', 'data', {});
    expect((await all(storage.blobContainers.list(GROUP, 'provideraccount1'))).map((one) => one.name)).toEqual(['data']);
    expect((await storage.storageAccounts.checkNameAvailability({ name: 'provideraccount1', type: 'Microsoft.Storage/storageAccounts' })).reason).toBe('AlreadyExists');
  });

  it('keeps app settings apart from the site and gives host keys', async () => {
    const plan = await web.appServicePlans.createOrUpdate(GROUP, 'plan', { location: LOCATION, sku: { name: 'B1' } }, fast);
    const site = await web.webApps.createOrUpdate(GROUP, 'providersite1', { location: LOCATION, kind: 'functionapp', serverFarmId: plan.id!, siteConfig: { appSettings: [{ name: 'MODE', value: 'test' }] } }, fast);
    expect([site.defaultHostName, site.state]).toEqual(['providersite1.azurewebsites.net', 'Running']);
    expect((await web.webApps.listApplicationSettings(GROUP, 'providersite1')).properties).toEqual({ MODE: 'test' });
    await web.webApps.updateApplicationSettings(GROUP, 'providersite1', { properties: { OTHER: '1' } });
    expect((await web.webApps.listApplicationSettings(GROUP, 'providersite1')).properties).toEqual({ OTHER: '1' });
    expect((await web.webApps.listHostKeys(GROUP, 'providersite1')).masterKey!.length).toBeGreaterThan(20);
    await web.webApps.stop(GROUP, 'providersite1');
    expect((await web.webApps.get(GROUP, 'providersite1')).state).toBe('Stopped');
  });

  it('deletes vaults softly: the name stays taken until it is purged', async () => {
    const make = (createMode?: 'recover') => vaults.vaults.createOrUpdate(GROUP, 'provider-vault', { location: LOCATION, properties: { tenantId: '11111111-1111-4111-8111-111111111111', sku: { family: 'A', name: 'standard' }, accessPolicies: [], ...(createMode ? { createMode } : {}) } }, fast);
    expect((await make()).properties.vaultUri).toBe('https://provider-vault.vault.azure.net/');
    const secret = await vaults.secrets.createOrUpdate(GROUP, 'provider-vault', 'password', { properties: { value: 'hidden' } });
    expect([secret.properties.value, secret.properties.secretUri]).toEqual([undefined, 'https://provider-vault.vault.azure.net/secrets/password']);
    await vaults.vaults.delete(GROUP, 'provider-vault');
    expect((await all(vaults.vaults.listDeleted())).map((vault) => vault.name)).toEqual(['provider-vault']);
    await expect(make()).rejects.toMatchObject({ statusCode: 409, code: 'ConflictError' });
    await make('recover');
    expect((await all(vaults.secrets.list(GROUP, 'provider-vault'))).map((one) => one.name)).toEqual(['password']);
  });
});
