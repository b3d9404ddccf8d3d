import type { Json, JsonObject } from '@cloudwright/engine';
import { type AccessControl, ASSIGNMENT_TYPE } from '../../wire/access.ts';
import { ArmError } from '../../wire/arm-error.ts';
import type { Cloud } from '../../wire/cloud.ts';
import { page } from '../../wire/paging.ts';
import { answer, type OperationRequest, type Provider } from '../../wire/provider.ts';
import type { ResourceManager } from '../../wire/resource-manager.ts';
import { parseResourceId } from '../../world/resource-id.ts';
import { type BuiltInRole, builtInRole, builtInRoles } from '../../wire/built-in-roles.ts';
import { managementGroupsAbove } from '../../world/management-groups.ts';

const GUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const roleBody = (scope: string, { id, name, description, actions, notActions = [], dataActions = [] }: BuiltInRole): JsonObject => ({
  id: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${id}`, type: 'Microsoft.Authorization/roleDefinitions', name: id,
  properties: { roleName: name, type: 'BuiltInRole', description, assignableScopes: ['/'], permissions: [{ actions, notActions, dataActions, notDataActions: [] }], createdOn: '2015-02-02T21:55:09.8806423Z', updatedOn: '2024-01-01T00:00:00Z', createdBy: null, updatedBy: null },
});

/** Microsoft.Authorization: role assignments and definitions (enforced by the wire), locks, permissions. */
export function authorizationProvider(cloud: Cloud, manager: ResourceManager, access: AccessControl): Provider {
  const { world } = cloud;
  const hostOf = (request: OperationRequest): string => `https://${request.headers['host'] ?? ''}`;
  const list = (request: OperationRequest, items: Json[]): JsonObject => page(items, request.query, hostOf(request), request.path);

  /** Assignments and locks at, above or below a scope. */
  const around = (type: string, request: OperationRequest): JsonObject[] => {
    const scope = (request.params['scope'] ?? '').toLowerCase();
    const filter = request.query.get('$filter') ?? '';
    const groups = managementGroupsAbove(world, scope);
    const principal = /(?:principalId|assignedTo)\s*(?:eq\s*|\()'([^']+)'/i.exec(filter)?.[1];
    return world.list({ type }).filter(({ id, body }) => {
      const at = id.slice(0, id.toLowerCase().lastIndexOf('/providers/')).toLowerCase();
      if (access.tenantOf(at) !== undefined && access.tenantOf(at) !== request.caller.tenantId) return false;
      if (principal && (body['properties'] as JsonObject)['principalId'] !== principal) return false;
      const isAbove = at === '' || groups.includes(at) || `${scope}/`.startsWith(`${at}/`);
      return isAbove || (!/atScope\(\)/i.test(filter) && `${at}/`.startsWith(`${scope}/`));
    }).map((resource) => manager.read(request, resource));
  };

  return {
    namespace: 'Microsoft.Authorization',
    types: [
      {
        type: ASSIGNMENT_TYPE, apiVersions: ['2022-04-01', '2020-10-01-preview', '2020-08-01-preview', '2020-04-01-preview', '2018-09-01-preview', '2018-01-01-preview', '2017-10-01-preview', '2015-07-01'], extension: true,
        noProvisioningState: true, notExported: true,
        name: { pattern: GUID, min: 36, max: 36, code: 'InvalidRoleAssignmentId', message: (name) => `The role assignment ID '${name}' is not valid. The role assignment ID must be a GUID.` },
        required: ['properties.roleDefinitionId', 'properties.principalId'],
        missing: (path) => ({ code: 'BadRequestFormat', message: `The request was incorrectly formatted: '${path}' is missing.` }),
        check: ({ body, existing, id, world: at }) => {
          const { roleDefinitionId, principalId } = body['properties'] as { roleDefinitionId: string; principalId: string };
          if (!access.role(roleDefinitionId)) throw new ArmError(404, 'RoleDefinitionDoesNotExist', `The specified role definition with ID '${roleDefinitionId.split('/').at(-1)}' does not exist.`);
          if (!GUID.test(principalId)) throw new ArmError(400, 'InvalidPrincipalId', `A valid principal ID must be provided for role assignment. '${principalId}' is not a GUID.`);
          const before = existing?.body['properties'] as JsonObject | undefined;
          if (before && (before['principalId'] !== principalId || String(before['roleDefinitionId']).split('/').at(-1) !== roleDefinitionId.split('/').at(-1)))
            throw new ArmError(400, 'RoleAssignmentUpdateNotPermitted', 'Tenant ID, application ID, principal ID, and scope are not allowed to be updated.');
          const twin = at.list({ type: ASSIGNMENT_TYPE }).find((other) => {
            const properties = other.body['properties'] as JsonObject;
            return other.id.toLowerCase() !== id.id.toLowerCase() && String(properties['scope']).toLowerCase() === (id.scope || '/').toLowerCase() && properties['principalId'] === principalId && String(properties['roleDefinitionId']).split('/').at(-1) === roleDefinitionId.split('/').at(-1);
          });
          if (twin && !existing) throw new ArmError(409, 'RoleAssignmentExists', `The role assignment already exists. The ID of the existing role assignment is ${twin.name.replaceAll('-', '')}.`);
        },
        write: ({ body, id, caller, existing, world: at }) => {
          const sent = body['properties'] as JsonObject;
          const before = existing?.body['properties'] as JsonObject | undefined;
          const now = at.now().toISOString();
          return { body: { properties: {
            principalType: 'ServicePrincipal', condition: null, conditionVersion: null, ...sent, scope: id.scope || '/',
            createdOn: before?.['createdOn'] ?? now, updatedOn: existing ? (before?.['updatedOn'] ?? now) : now, createdBy: before?.['createdBy'] ?? caller.objectId, updatedBy: before?.['updatedBy'] ?? caller.objectId,
          } } };
        },
        readOnly: ['properties.scope', 'properties.createdOn', 'properties.updatedOn', 'properties.createdBy', 'properties.updatedBy'],
      },
      {
        type: 'Microsoft.Authorization/roleDefinitions', apiVersions: ['2022-05-01-preview', '2022-04-01', '2018-07-01', '2018-01-01-preview', '2015-07-01'], extension: true, noProvisioningState: true, notExported: true,
        name: { pattern: GUID, min: 36, max: 36, code: 'InvalidRoleDefinitionId', message: (name) => `The role definition ID '${name}' is not valid. The role definition ID must be a GUID.` },
        required: ['properties.roleName', 'properties.permissions', 'properties.assignableScopes'],
        check: ({ body, id }) => {
          if (builtInRole(id.name)) throw new ArmError(403, 'RoleDefinitionUpdateNotPermitted', 'Built-in roles cannot be changed.');
          const twin = world.list({ type: 'Microsoft.Authorization/roleDefinitions' }).find((other) => other.id.toLowerCase() !== id.id.toLowerCase() && (other.body['properties'] as JsonObject)['roleName'] === (body['properties'] as JsonObject)['roleName']);
          if (twin) throw new ArmError(409, 'RoleDefinitionWithSameNameExists', `A custom role with the same name already exists in this directory. Use a different name.`);
        },
        write: ({ body }) => ({ body: { properties: { description: '', ...(body['properties'] as JsonObject), type: 'CustomRole' } } }),
        remove: ({ id }) => {
          if (world.list({ type: ASSIGNMENT_TYPE }).some(({ body }) => String((body['properties'] as JsonObject)['roleDefinitionId']).endsWith(id.name))) throw new ArmError(400, 'RoleDefinitionHasAssignments', `There are existing role assignments referencing role (code: RoleDefinitionHasAssignments).`);
        },
      },
      {
        type: 'Microsoft.Authorization/locks', apiVersions: ['2020-05-01', '2017-04-01', '2016-09-01', '2015-01-01'], extension: true, noProvisioningState: true,
        required: ['properties.level'],
        missing: () => ({ code: 'InvalidLockLevel', message: "The lock level is missing. Supported values are 'CanNotDelete' and 'ReadOnly'." }),
        check: ({ body }) => {
          const { level } = body['properties'] as { level: string };
          if (!['CanNotDelete', 'ReadOnly', 'NotSpecified'].includes(level)) throw new ArmError(400, 'InvalidLockLevel', `The lock level '${level}' is not valid. Supported values are 'CanNotDelete' and 'ReadOnly'.`);
        },
      },
    ],
    operations: [
      { method: 'GET', path: '{scope*}/providers/Microsoft.Authorization/roleAssignments', permission: 'Microsoft.Authorization/roleAssignments/read', run: (request) => list(request, around(ASSIGNMENT_TYPE, request)) },
      { method: 'GET', path: '{scope*}/providers/Microsoft.Authorization/locks', permission: 'Microsoft.Authorization/locks/read', run: (request) => list(request, around('Microsoft.Authorization/locks', request)) },
      {
        method: 'GET', path: '{scope*}/providers/Microsoft.Authorization/roleDefinitions', permission: 'Microsoft.Authorization/roleDefinitions/read',
        run: (request) => {
          const name = /roleName\s+eq\s+'([^']+)'/i.exec(request.query.get('$filter') ?? '')?.[1];
          const custom = world.list({ type: 'Microsoft.Authorization/roleDefinitions' }).map((resource) => manager.read(request, resource));
          const all = [...builtInRoles.map((role) => roleBody(request.params['scope'] ?? '', role)), ...custom];
          return list(request, name ? all.filter((role) => (role['properties'] as JsonObject)['roleName'] === name) : all);
        },
      },
      {
        method: 'GET', path: '{scope*}/providers/Microsoft.Authorization/roleDefinitions/{role}', permission: 'Microsoft.Authorization/roleDefinitions/read',
        run: (request) => {
          const builtIn = builtInRole(request.params['role']!);
          if (builtIn) return roleBody(request.params['scope'] ?? '', builtIn);
          const id = parseResourceId(request.path)!;
          const custom = world.get(request.path) ?? world.list({ type: id.type, name: id.name })[0];
          if (!custom) throw new ArmError(404, 'RoleDefinitionDoesNotExist', `The specified role definition with ID '${id.name}' does not exist.`);
          return manager.read(request, custom);
        },
      },
      { method: 'GET', path: '{scope*}/providers/Microsoft.Authorization/permissions', permission: '', run: (request) => {
        const assigned = world.list({ type: ASSIGNMENT_TYPE }).filter(({ body }) => (body['properties'] as JsonObject)['principalId'] === request.caller.objectId);
        const scope = (request.params['scope'] ?? '').toLowerCase();
        const groups = managementGroupsAbove(world, scope);
        const value = assigned.filter(({ body }) => {
          const at = String((body['properties'] as JsonObject)['scope']).toLowerCase().replace(/\/$/, '');
          return at === '' || groups.includes(at) || `${scope}/`.startsWith(`${at}/`);
        }).map(({ body }) => access.role(String((body['properties'] as JsonObject)['roleDefinitionId']))).filter((role) => role !== undefined);
        return answer(200, { value: value.map(({ actions, notActions }) => ({ actions, notActions, dataActions: [], notDataActions: [] })) });
      } },
    ],
  };
}
