import { ArmError } from '../../wire/arm-error.ts';
import type { QuotaDemand } from '../../wire/provider.ts';

/** Microsoft.Compute's refusals in Azure's words. */
export const invalidParameter = (message: string, target?: string): ArmError => new ArmError(400, 'InvalidParameter', message, target);

export const sizeUnknown = (size: string, valid: string[]): ArmError =>
  invalidParameter(`The value ${size} provided for the VM size is not valid. The valid sizes in the current region are: ${valid.join(',')}. Find out more on the valid VM sizes in each region at https://aka.ms/azure-regionservices.`, 'vmSize');

export const sizeNotOffered = (size: string, location: string): ArmError =>
  new ArmError(409, 'SkuNotAvailable', `The requested VM size for resource 'Following SKUs have failed for Capacity Restrictions: ${size}' is currently not available in location '${location}'. Please try another size or deploy to a different location or different zone. See https://aka.ms/azureskunotavailable for details.`);

export const imageUnknown = (image: string): ArmError =>
  new ArmError(404, 'PlatformImageNotFound', `The platform image '${image}' is not available. Verify that all fields in the storage profile are correct. For more details about storage profile information, please refer to https://aka.ms/storageprofile`, 'imageReference');

export const planMissing = (): ArmError =>
  new ArmError(400, 'VMMarketplaceInvalidInput', 'Creating a virtual machine from Marketplace image or a custom image sourced from a Marketplace image requires Plan information in the request.');

export const notFound = (kind: string, id: string): ArmError =>
  new ArmError(404, 'NotFound', `${kind} ${id} not found.`);

export const referenceMissing = (id: string, user: string): ArmError =>
  new ArmError(400, 'InvalidResourceReference', `Resource ${id} referenced by resource ${user} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`);

export const zoneUnsupported = (zones: string, resource: string, location: string, supported: string): ArmError =>
  new ArmError(400, 'AvailabilityZoneNotSupported', `The zone(s) '${zones}' for resource '${resource}' is not supported. The supported zones for location '${location}' are '${supported}'.`);

export const passwordWeak = (): ArmError =>
  invalidParameter('The supplied password must be between 8-123 characters long and must satisfy at least 3 of password complexity requirements from the following:\r\n1) Contains an uppercase character\r\n2) Contains a lowercase character\r\n3) Contains a numeric digit\r\n4) Contains a special character\r\n5) Control characters are not allowed', 'adminPassword');

export const userNotAllowed = (): ArmError =>
  invalidParameter('The Admin Username specified is not allowed. For more information about disallowed usernames, see https://aka.ms/vmosprofile', 'adminUsername');

export const computerNameInvalid = (windows: boolean): ArmError =>
  invalidParameter(
    windows
      ? 'Windows computer name cannot be more than 15 characters long, be entirely numeric, or contain the following characters: ` ~ ! @ # $ % ^ & * ( ) = + _ [ ] { } \\ | ; : . \' " , < > / ?.'
      : 'Linux host name cannot exceed 64 characters in length or contain the following characters: ` ~ ! @ # $ % ^ & * ( ) = + _ [ ] { } \\ | ; : \' " , < > / ?.',
    'computerName',
  );

export const noLogin = (): ArmError =>
  invalidParameter('Authentication using either SSH or by user name and password must be enabled in Linux profile.', 'linuxConfiguration');

export const premiumUnsupported = (size: string, sku: string, disk: string): ArmError =>
  invalidParameter(`Requested operation cannot be performed because the VM size ${size} does not support the storage account type ${sku} of disk '${disk}'. Consider updating the VM to a size that supports Premium storage.`, 'osDisk.managedDisk.storageAccountType');

export const tooManyDisks = (size: string, limit: number): ArmError =>
  new ArmError(409, 'OperationNotAllowed', `The maximum number of data disks allowed to be attached to a VM of this size (${size}) is ${limit}.`, 'dataDisks');

export const tooManyInterfaces = (name: string, size: string, count: number, limit: number): ArmError =>
  new ArmError(400, 'NetworkInterfaceCountExceeded', `The number of network interfaces for virtual machine ${name} exceeds the maximum allowed for the virtual machine size ${size}. The number of network interfaces is ${count} and the maximum allowed is ${limit}.`);

export const interfaceTaken = (nic: string, user: string): ArmError => new ArmError(400, 'NicInUse', `Network Interface ${nic} is used by existing VM ${user}.`);

export const propertyChange = (property: string): ArmError => new ArmError(409, 'PropertyChangeNotAllowed', `Changing property '${property}' is not allowed.`, property);

export const notAllowed = (message: string): ArmError => new ArmError(409, 'OperationNotAllowed', message);

/** vCPU over the limit: one text for a family and for the region's total. */
export function coresExceeded(demand: QuotaDemand, used: number, limit: number, location: string): ArmError {
  const what = demand.name === 'cores' ? 'Total Regional Cores' : demand.name === 'virtualMachines' ? 'Virtual Machines' : `${demand.name} Cores`;
  return new ArmError(
    409, 'QuotaExceeded',
    `Operation could not be completed as it results in exceeding approved ${what} quota. Additional details - Deployment Model: Resource Manager, Location: ${location}, Current Limit: ${limit}, Current Usage: ${used}, Additional Required: ${demand.amount}, (Minimum) New Limit Required: ${used + demand.amount}. Setup Alerts when Quota reaches threshold. Learn more at https://aka.ms/quotamonitoringalerting . Submit a request for Quota increase by specifying parameters listed in the 'Details' section for deployment to succeed. Please read more about quota limits at https://docs.microsoft.com/en-us/azure/azure-supportability/per-vm-quota-requests`,
  );
}
