import type { Refusals } from '../refusal.ts';

const A = '{group}/providers/Microsoft.Authorization';
const ROLES = '{subscription}/providers/Microsoft.Authorization/roleDefinitions';
const READER = `${ROLES}/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
const CONTRIBUTOR = `${ROLES}/b24988ac-6180-42a0-ab88-20f7382dd24c`;
const SOMEBODY = '10000000-0000-4000-8000-00000000000a';
const guid = (last: number): string => `99999999-0000-4000-8000-${String(last).padStart(12, '0')}`;
const assignment = (properties: object) => ({ properties: { principalId: SOMEBODY, roleDefinitionId: READER, principalType: 'User', ...properties } });
const customRole = (roleName: string) => ({ properties: { roleName, permissions: [{ actions: ['*/read'] }], assignableScopes: ['{group}'] } });

/** Roles, locks and policies that Azure does not take. */
export const authorizationRefusals: Refusals = {
  provider: 'Microsoft.Authorization',
  given: [
    { method: 'PUT', path: `${A}/roleAssignments/${guid(1)}`, body: assignment({}) },
    { method: 'PUT', path: `${ROLES}/${guid(20)}`, body: customRole('Night watch') },
    { method: 'PUT', path: `${A}/roleAssignments/${guid(2)}`, body: assignment({ roleDefinitionId: `${ROLES}/${guid(20)}` }) },
    { method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/kept', body: { location: 'westeurope' } },
    { method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/kept/providers/Microsoft.Authorization/locks/keep', body: { properties: { level: 'CanNotDelete' } } },
    { method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/frozen', body: { location: 'westeurope' } },
    { method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/frozen/providers/Microsoft.Authorization/locks/freeze', body: { properties: { level: 'ReadOnly' } } },
  ],
  refused: [
    { title: 'an assignment whose name is no GUID', method: 'PUT', path: `${A}/roleAssignments/reader`, body: assignment({}), status: 400, code: 'InvalidRoleAssignmentId' },
    { title: 'an assignment of a role that does not exist', method: 'PUT', path: `${A}/roleAssignments/${guid(3)}`, body: assignment({ roleDefinitionId: `${ROLES}/${guid(99)}` }), status: 404, code: 'RoleDefinitionDoesNotExist' },
    { title: 'an assignment to a name instead of an object id', method: 'PUT', path: `${A}/roleAssignments/${guid(3)}`, body: assignment({ principalId: 'somebody@alpine.example' }), status: 400, code: 'InvalidPrincipalId' },
    { title: 'an assignment without a principal', method: 'PUT', path: `${A}/roleAssignments/${guid(3)}`, body: { properties: { roleDefinitionId: READER } }, status: 400, code: 'BadRequestFormat' },
    { title: 'the same assignment under another name', method: 'PUT', path: `${A}/roleAssignments/${guid(3)}`, body: assignment({}), status: 409, code: 'RoleAssignmentExists' },
    { title: 'another role for an assignment that exists', method: 'PUT', path: `${A}/roleAssignments/${guid(1)}`, body: assignment({ roleDefinitionId: CONTRIBUTOR }), status: 400, code: 'RoleAssignmentUpdateNotPermitted' },
    { title: 'an assignment by a contributor', method: 'PUT', path: `${A}/roleAssignments/${guid(4)}`, body: assignment({ roleDefinitionId: CONTRIBUTOR }), as: 'dev@alpine.example', status: 403, code: 'AuthorizationFailed' },
    { title: 'a lock by a reader', method: 'PUT', path: `${A}/locks/mine`, body: { properties: { level: 'CanNotDelete' } }, as: 'reader@alpine.example', status: 403, code: 'AuthorizationFailed' },
    { title: 'a change of a built-in role', method: 'PUT', path: READER, body: customRole('Reader of everything'), status: 403, code: 'RoleDefinitionUpdateNotPermitted' },
    { title: 'a second custom role of a name', method: 'PUT', path: `${ROLES}/${guid(21)}`, body: customRole('Night watch'), status: 409, code: 'RoleDefinitionWithSameNameExists' },
    { title: 'deleting a role that somebody has', method: 'DELETE', path: `${ROLES}/${guid(20)}`, status: 400, code: 'RoleDefinitionHasAssignments' },
    { title: 'a lock of an unknown level', method: 'PUT', path: `${A}/locks/odd`, body: { properties: { level: 'DoNotTouch' } }, status: 400, code: 'InvalidLockLevel' },
    { title: 'deleting what a lock keeps', method: 'DELETE', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/kept', status: 409, code: 'ScopeLocked' },
    { title: 'changing what a lock freezes', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/frozen', body: { location: 'westeurope', tags: { a: 'b' } }, status: 409, code: 'ScopeLocked' },
    { title: 'a policy rule that is none', method: 'PUT', path: '{subscription}/providers/Microsoft.Authorization/policyDefinitions/odd', body: { properties: { mode: 'All', policyRule: { if: { field: 'location', resembles: 'x' } } } }, status: 400, code: 'InvalidPolicyRule' },
    { title: 'an assignment of a policy that does not exist', method: 'PUT', path: `${A}/policyAssignments/none`, body: { properties: { policyDefinitionId: `/providers/Microsoft.Authorization/policyDefinitions/${guid(99)}` } }, status: 404, code: 'PolicyDefinitionNotFound' },
  ],
};

const D = '{group}/providers/Microsoft.Resources/deployments';
const SCHEMA = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';
const deployment = (template: object | undefined, more: object = {}) => ({ properties: { mode: 'Incremental', ...(template ? { template: { $schema: SCHEMA, contentVersion: '1.0.0.0', resources: [], ...template } } : {}), ...more } });
const circle = (name: string, waitsFor: string) => ({ type: 'Microsoft.ManagedIdentity/userAssignedIdentities', apiVersion: '2023-01-31', name, location: 'westeurope', dependsOn: [waitsFor] });

/** Groups, deployments, tags and addresses that Resource Manager does not take. */
export const resourcesRefusals: Refusals = {
  provider: 'Microsoft.Resources',
  given: [
    { method: 'PUT', path: `${D}/done`, body: deployment({}) },
    { method: 'PUT', path: '{subscription}/providers/Microsoft.Resources/deployments/refusals-west', body: { location: 'westeurope', ...deployment({}) } },
    { method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/stays', body: { location: 'westeurope' } },
  ],
  refused: [
    { title: 'a group whose name ends with a period', method: 'PUT', path: '{subscription}/resourceGroups/research.', body: { location: 'westeurope' }, status: 400, code: 'InvalidResourceGroup' },
    { title: 'a group in a region that does not exist', method: 'PUT', path: '{subscription}/resourceGroups/far-away', body: { location: 'atlantis' }, status: 400, code: 'LocationNotAvailableForResourceGroup' },
    { title: 'a group without a region', method: 'PUT', path: '{subscription}/resourceGroups/nowhere', body: {}, status: 400, code: 'LocationRequired' },
    { title: 'moving a group to another region', method: 'PUT', path: '{group}', body: { location: 'northeurope' }, status: 409, code: 'InvalidResourceGroupLocation' },
    { title: 'a group by a reader', method: 'PUT', path: '{subscription}/resourceGroups/by-a-reader', body: { location: 'westeurope' }, as: 'reader@alpine.example', status: 403, code: 'AuthorizationFailed' },
    { title: 'a group of an unknown subscription', method: 'GET', path: '{unknownSubscription}/resourceGroups/any', status: 404, code: 'SubscriptionNotFound' },
    { title: 'reading a group that does not exist', method: 'GET', path: '{subscription}/resourceGroups/not-there', status: 404, code: 'ResourceGroupNotFound' },
    { title: 'a resource in a group that does not exist', method: 'PUT', path: '{subscription}/resourceGroups/not-there/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a', body: { location: 'westeurope' }, status: 404, code: 'ResourceGroupNotFound' },
    { title: 'reading a resource that does not exist', method: 'GET', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/none', status: 404, code: 'ResourceNotFound' },
    { title: 'a provider that does not exist', method: 'PUT', path: 'Contoso.Rockets/engines/a', body: { location: 'westeurope' }, status: 404, code: 'InvalidResourceNamespace' },
    { title: 'a type that does not exist', method: 'PUT', path: 'Microsoft.Compute/rockets/a', body: { location: 'westeurope' }, status: 404, code: 'InvalidResourceType' },
    { title: 'more than 50 tags', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/tagged', body: { location: 'westeurope', tags: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`tag${index}`, 'x'])) }, status: 400, code: 'InvalidTags' },
    { title: 'another region for a resource that exists', method: 'PUT', path: 'Microsoft.ManagedIdentity/userAssignedIdentities/stays', body: { location: 'northeurope' }, status: 409, code: 'InvalidResourceLocation' },
    { title: 'an unknown way of changing tags', method: 'PATCH', path: '{group}/providers/Microsoft.Resources/tags/default', body: { operation: 'Shuffle', properties: { tags: {} } }, status: 400, code: 'InvalidTagPatchOperation' },
    { title: 'a deployment without a template', method: 'PUT', path: `${D}/bare`, body: deployment(undefined), status: 400, code: 'InvalidTemplate' },
    { title: 'a template whose resources wait for each other', method: 'PUT', path: `${D}/circle`, body: deployment({ resources: [circle('a', 'b'), circle('b', 'a')] }), status: 400, code: 'InvalidTemplate' },
    { title: 'a value for a parameter that is not declared', method: 'PUT', path: `${D}/more`, body: deployment({}, { parameters: { size: { value: 'large' } } }), status: 400, code: 'InvalidTemplate' },
    { title: 'a deployment with a name that is too long', method: 'PUT', path: `${D}/${'a'.repeat(65)}`, body: deployment({}), status: 400, code: 'InvalidDeploymentName' },
    { title: 'a region for a deployment to a group', method: 'PUT', path: `${D}/placed`, body: { location: 'westeurope', ...deployment({}) }, status: 400, code: 'InvalidDeployment' },
    { title: 'a deployment to a subscription without a region', method: 'PUT', path: '{subscription}/providers/Microsoft.Resources/deployments/refusals-nowhere', body: deployment({}), status: 400, code: 'LocationRequired' },
    { title: 'complete mode above groups', method: 'PUT', path: '{subscription}/providers/Microsoft.Resources/deployments/refusals-all', body: { location: 'westeurope', ...deployment({}, { mode: 'Complete' }) }, status: 400, code: 'InvalidDeployment' },
    { title: 'another region for a deployment that exists', method: 'PUT', path: '{subscription}/providers/Microsoft.Resources/deployments/refusals-west', body: { location: 'northeurope', ...deployment({}) }, status: 409, code: 'InvalidDeploymentLocation' },
    { title: 'a template at an address that nobody can read', method: 'PUT', path: `${D}/linked`, body: deployment(undefined, { templateLink: { uri: 'http://127.0.0.1:9/template.json' } }), status: 400, code: 'InvalidContentLink' },
    { title: 'cancelling a deployment that has ended', method: 'POST', path: `${D}/done/cancel`, status: 409, code: 'DeploymentCannotBeCancelled' },
    { title: 'reading a deployment that does not exist', method: 'GET', path: `${D}/never`, status: 404, code: 'DeploymentNotFound' },
    { title: 'a script that never ends', method: 'PUT', path: 'Microsoft.Resources/deploymentScripts/s', body: { location: 'westeurope', kind: 'AzureCLI', properties: { azCliVersion: '2.60.0', scriptContent: 'echo' } }, status: 400, code: 'InvalidRequestContent' },
    { title: 'moving what is not there', method: 'POST', path: '{group}/moveResources', body: { resources: ['{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/none'], targetResourceGroup: '{subscription}/resourceGroups/{otherGroup}' }, status: 404, code: 'ResourceNotFound' },
  ],
};
