import type { Refusals } from '../refusal.ts';

const S = 'Microsoft.Storage/storageAccounts';
const account = (more: object = {}) => ({ location: 'westeurope', kind: 'StorageV2', sku: { name: 'Standard_LRS' }, ...more });

/** What Microsoft.Storage refuses. */
export const storageRefusals: Refusals = {
  provider: 'Microsoft.Storage',
  given: [{ method: 'PUT', path: `${S}/takenaccount1`, body: account({ properties: { isHnsEnabled: false } }) }],
  refused: [
    { title: 'a name with capitals', method: 'PUT', path: `${S}/BadName`, body: account(), status: 400, code: 'AccountNameInvalid' },
    { title: 'a name that is too short', method: 'PUT', path: `${S}/ab`, body: account(), status: 400, code: 'AccountNameInvalid' },
    { title: 'a name taken by somebody else', method: 'PUT', path: '{subscription}/resourceGroups/{otherGroup}/providers/Microsoft.Storage/storageAccounts/takenaccount1', body: account(), status: 409, code: 'StorageAccountAlreadyTaken' },
    { title: 'an unknown sku', method: 'PUT', path: `${S}/newaccount1`, body: account({ sku: { name: 'Standard_XYZ' } }), status: 400, code: 'InvalidValuesForRequestParameters' },
    { title: 'an unknown kind', method: 'PUT', path: `${S}/newaccount1`, body: account({ kind: 'Cupboard' }), status: 400, code: 'InvalidValuesForRequestParameters' },
    { title: 'block blobs on standard storage', method: 'PUT', path: `${S}/newaccount1`, body: account({ kind: 'BlockBlobStorage' }), status: 400, code: 'InvalidValuesForRequestParameters' },
    { title: 'turning the hierarchical namespace on later', method: 'PUT', path: `${S}/takenaccount1`, body: account({ properties: { isHnsEnabled: true } }), status: 409, code: 'AccountPropertyCannotBeUpdated' },
    { title: 'an address rule that is none', method: 'PUT', path: `${S}/newaccount1`, body: account({ properties: { networkAcls: { ipRules: [{ value: 'nowhere' }] } } }), status: 400, code: 'InvalidRequestPropertyValue' },
    { title: 'network rules for a missing subnet', method: 'PUT', path: `${S}/newaccount1`, body: account({ properties: { networkAcls: { defaultAction: 'Deny', virtualNetworkRules: [{ id: '{group}/providers/Microsoft.Network/virtualNetworks/none/subnets/none' }] } } }), status: 400, code: 'NetworkAclsValidationFailure' },
    { title: 'from standard to premium', method: 'PUT', path: `${S}/takenaccount1`, body: account({ sku: { name: 'Premium_LRS' } }), status: 409, code: 'AccountTypeChangeNotAllowed' },
    { title: 'a region that does not exist', method: 'PUT', path: `${S}/newaccount1`, body: account({ location: 'atlantis' }), status: 400, code: 'LocationNotAvailableForResourceType' },
    { title: 'a container with a bad name', method: 'PUT', path: `${S}/takenaccount1/blobServices/default/containers/Bad_Name`, body: {}, status: 400, code: 'ContainerOperationFailure' },
    { title: 'a public container where that is off', method: 'PUT', path: `${S}/takenaccount1/blobServices/default/containers/open`, body: { properties: { publicAccess: 'Blob' } }, status: 409, code: 'PublicAccessNotPermitted' },
    { title: 'another service than default', method: 'PUT', path: `${S}/takenaccount1/blobServices/second`, body: {}, status: 400, code: 'InvalidResourceName' },
    { title: 'an unknown key', method: 'POST', path: `${S}/takenaccount1/regenerateKey`, body: { keyName: 'key9' }, status: 400, code: 'InvalidParameter' },
  ],
};
