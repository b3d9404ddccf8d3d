import type { Refusals } from '../refusal.ts';

const C = 'Microsoft.Compute';
const nicId = (name: string): string => `{group}/providers/Microsoft.Network/networkInterfaces/${name}`;
const ubuntu = { publisher: 'Canonical', offer: '0001-com-ubuntu-server-jammy', sku: '22_04-lts', version: 'latest' };

interface Machine {
  size?: string;
  nic?: string;
  image?: object;
  user?: string;
  password?: string;
  location?: string;
  more?: object;
  disks?: object[];
  computer?: string;
  windows?: boolean;
}
const machine = ({ size = 'Standard_B2s', nic = 'nic2', image = ubuntu, user = 'operator', password = 'Pass-word-1234', location = 'westeurope', more = {}, disks = [], computer = 'host' }: Machine = {}) => ({
  location, ...more,
  properties: { hardwareProfile: { vmSize: size }, osProfile: { computerName: computer, adminUsername: user, adminPassword: password }, storageProfile: { imageReference: image, osDisk: { createOption: 'FromImage' }, dataDisks: disks }, networkProfile: { networkInterfaces: [{ id: nicId(nic) }] } },
});
const nic = { location: 'westeurope', properties: { ipConfigurations: [{ name: 'ipconfig1', properties: { subnet: { id: '{group}/providers/Microsoft.Network/virtualNetworks/vnet/subnets/default' } } }] } };
const windows = { publisher: 'MicrosoftWindowsServer', offer: 'WindowsServer', sku: '2022-datacenter', version: 'latest' };

/** What Microsoft.Compute refuses. */
export const computeRefusals: Refusals = {
  provider: C,
  given: [
    { method: 'PUT', path: 'Microsoft.Network/virtualNetworks/vnet', body: { location: 'westeurope', properties: { addressSpace: { addressPrefixes: ['10.0.0.0/16'] }, subnets: [{ name: 'default', properties: { addressPrefix: '10.0.0.0/24' } }] } } },
    { method: 'PUT', path: 'Microsoft.Network/networkInterfaces/nic1', body: nic },
    { method: 'PUT', path: 'Microsoft.Network/networkInterfaces/nic2', body: nic },
    { method: 'PUT', path: 'Microsoft.Network/networkInterfaces/nic3', body: nic },
    { method: 'PUT', path: `${C}/disks/data`, body: { location: 'westeurope', sku: { name: 'Standard_LRS' }, properties: { diskSizeGB: 64, creationData: { createOption: 'Empty' } } } },
    { method: 'PUT', path: `${C}/availabilitySets/set`, body: { location: 'westeurope', sku: { name: 'Aligned' }, properties: { platformFaultDomainCount: 2, platformUpdateDomainCount: 5 } } },
    { method: 'PUT', path: `${C}/virtualMachines/vm`, body: (() => {
      const body = machine({ nic: 'nic1', disks: [{ lun: 0, createOption: 'Attach', managedDisk: { id: `{group}/providers/${C}/disks/data` } }] });
      return { ...body, properties: { ...body.properties, availabilitySet: { id: `{group}/providers/${C}/availabilitySets/set` } } };
    })() },
    { method: 'PUT', path: `${C}/virtualMachines/off`, body: machine({ nic: 'nic3' }) },
    { method: 'POST', path: `${C}/virtualMachines/off/deallocate` },
  ],
  refused: [
    { title: 'a size that Azure never had', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ size: 'Standard_Z9' }), status: 400, code: 'InvalidParameter' },
    { title: 'a size that the region does not offer', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ size: 'Standard_HB120rs_v2', location: 'northeurope' }), status: 409, code: 'SkuNotAvailable' },
    { title: 'an image that is not there', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ image: { ...ubuntu, sku: '99_04-lts' } }), status: 404, code: 'PlatformImageNotFound' },
    { title: 'a marketplace image without its plan', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ image: { publisher: 'barracudanetworks', offer: 'waf', sku: 'byol', version: 'latest' } }), status: 400, code: 'VMMarketplaceInvalidInput' },
    { title: 'a missing network interface', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ nic: 'missing' }), status: 400, code: 'InvalidResourceReference' },
    { title: 'an interface of another machine', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ nic: 'nic1' }), status: 400, code: 'NicInUse' },
    { title: 'a weak password', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ password: 'password' }), status: 400, code: 'InvalidParameter' },
    { title: 'a user name that is not allowed', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ user: 'admin' }), status: 400, code: 'InvalidParameter' },
    { title: 'a Windows name that is too long', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ image: windows, computer: 'a-name-that-is-too-long' }), status: 400, code: 'InvalidParameter' },
    { title: 'a zone in a region without zones', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ location: 'westus', more: { zones: ['1'] } }), status: 400, code: 'AvailabilityZoneNotSupported' },
    { title: 'more data disks than the size takes', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ size: 'Standard_B1s', disks: [0, 1, 2].map((lun) => ({ lun, createOption: 'Empty', diskSizeGB: 8 })) }), status: 409, code: 'OperationNotAllowed' },
    { title: 'a premium disk on a size without premium storage', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ size: 'Standard_D2_v3', disks: [{ lun: 0, createOption: 'Empty', diskSizeGB: 8, managedDisk: { storageAccountType: 'Premium_LRS' } }] }), status: 400, code: 'InvalidParameter' },
    { title: 'more vCPU than the family quota', method: 'PUT', path: `${C}/virtualMachines/new`, body: machine({ size: 'Standard_D32s_v3' }), status: 409, code: 'QuotaExceeded' },
    { title: 'another image for an existing machine', method: 'PUT', path: `${C}/virtualMachines/vm`, body: machine({ nic: 'nic1', image: windows }), status: 409, code: 'PropertyChangeNotAllowed' },
    { title: 'deleting an interface of a machine', method: 'DELETE', path: 'Microsoft.Network/networkInterfaces/nic1', status: 400, code: 'NicInUse' },
    { title: 'deleting an attached disk', method: 'DELETE', path: `${C}/disks/data`, status: 409, code: 'OperationNotAllowed' },
    { title: 'deleting a used availability set', method: 'DELETE', path: `${C}/availabilitySets/set`, status: 409, code: 'OperationNotAllowed' },
    { title: 'restarting a deallocated machine', method: 'POST', path: `${C}/virtualMachines/off/restart`, status: 409, code: 'OperationNotAllowed' },
    { title: 'an extension on a machine that is off', method: 'PUT', path: `${C}/virtualMachines/off/extensions/script`, body: { location: 'westeurope', properties: { publisher: 'Microsoft.Azure.Extensions', type: 'CustomScript', typeHandlerVersion: '2.1' } }, status: 409, code: 'OperationNotAllowed' },
    { title: 'shrinking a disk', method: 'PUT', path: `${C}/disks/data`, body: { location: 'westeurope', properties: { diskSizeGB: 32, creationData: { createOption: 'Empty' } } }, status: 409, code: 'OperationNotAllowed' },
    { title: 'an empty disk without a size', method: 'PUT', path: `${C}/disks/new`, body: { location: 'westeurope', properties: { creationData: { createOption: 'Empty' } } }, status: 400, code: 'InvalidParameter' },
    { title: 'too many fault domains', method: 'PUT', path: `${C}/availabilitySets/new`, body: { location: 'westeurope', properties: { platformFaultDomainCount: 9 } }, status: 400, code: 'InvalidParameter' },
    { title: 'an image of a machine that is not generalized', method: 'PUT', path: `${C}/images/new`, body: { location: 'westeurope', properties: { sourceVirtualMachine: { id: `{group}/providers/${C}/virtualMachines/vm` } } }, status: 409, code: 'OperationNotAllowed' },
    { title: 'a new scale set without a network', method: 'PUT', path: `${C}/virtualMachineScaleSets/new`, body: { location: 'westeurope', sku: { name: 'Standard_B2s', capacity: 1 }, properties: { virtualMachineProfile: { storageProfile: { imageReference: ubuntu } } } }, status: 400, code: 'InvalidParameter' },
    { title: 'a scale set in a missing subnet', method: 'PUT', path: `${C}/virtualMachineScaleSets/new`, body: { location: 'westeurope', sku: { name: 'Standard_B2s', capacity: 1 }, properties: { virtualMachineProfile: { storageProfile: { imageReference: ubuntu }, networkProfile: { networkInterfaceConfigurations: [{ name: 'n', properties: { ipConfigurations: [{ name: 'i', properties: { subnet: { id: '{group}/providers/Microsoft.Network/virtualNetworks/vnet/subnets/none' } } }] } }] } } } }, status: 400, code: 'InvalidResourceReference' },
    { title: 'a second extension of the same handler', method: 'PUT', path: `${C}/virtualMachines/vm/extensions/bad`, body: { location: 'westeurope', properties: { publisher: 'Microsoft.Azure.Extensions', type: 'CustomScript' } }, status: 400, code: 'InvalidParameter' },
  ],
};
