import { AuthorizationManagementClient } from '@azure/arm-authorization';
import { ManagementGroupsAPI } from '@azure/arm-managementgroups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all, clientOptions, clientsFor, createSandbox, credentialOf, SUBSCRIPTION, type Sandbox } from './clients.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.stop());

const authorization = (username: string): AuthorizationManagementClient => new AuthorizationManagementClient(credentialOf(sandbox, username), SUBSCRIPTION, clientOptions(sandbox));
const STRANGER = '10000000-0000-4000-8000-000000000007';
const READER = '/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7';
const scope = `/subscriptions/${SUBSCRIPTION}/resourceGroups/shared`;

test('a role given at a group counts at once, only there, and no longer when it is taken away', async () => {
  const admin = clientsFor(sandbox);
  await admin.resources.resourceGroups.createOrUpdate('shared', { location: 'westeurope' });
  await admin.resources.resourceGroups.createOrUpdate('other', { location: 'westeurope' });
  const roles = authorization('admin@alpine.example');
  const name = '88888888-8888-4888-8888-888888888888';
  await roles.roleAssignments.create(scope, name, { principalId: STRANGER, roleDefinitionId: READER, principalType: 'User' });
  const stranger = clientsFor(sandbox, 'stranger@alpine.example');
  expect((await stranger.resources.resourceGroups.get('shared')).name).toBe('shared');
  await expect(stranger.resources.resourceGroups.get('other')).rejects.toMatchObject({ statusCode: 403 });
  await expect(stranger.resources.resourceGroups.createOrUpdate('shared', { location: 'westeurope' })).rejects.toMatchObject({ statusCode: 403, code: 'AuthorizationFailed' });
  expect((await all(roles.roleAssignments.listForScope(scope))).some((row) => row.name === name)).toBe(true);
  await expect(roles.roleAssignments.create(scope, '88888888-8888-4888-8888-888888888889', { principalId: STRANGER, roleDefinitionId: READER, principalType: 'User' })).rejects.toMatchObject({ statusCode: 409, code: 'RoleAssignmentExists' });
  await roles.roleAssignments.delete(scope, name);
  await expect(stranger.resources.resourceGroups.get('shared')).rejects.toMatchObject({ statusCode: 403 });
});

test('built-in roles are found by name; a contributor gives none', async () => {
  const [owner] = await all(authorization('reader@alpine.example').roleDefinitions.list(scope, { filter: "roleName eq 'Owner'" }));
  expect(owner).toMatchObject({ name: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635', roleName: 'Owner' });
  await expect(authorization('dev@alpine.example').roleAssignments.create(scope, '88888888-8888-4888-8888-888888888880', { principalId: STRANGER, roleDefinitionId: READER })).rejects.toMatchObject({ statusCode: 403, code: 'AuthorizationFailed' });
  await expect(authorization('admin@alpine.example').roleAssignments.create(scope, 'not-a-guid', { principalId: STRANGER, roleDefinitionId: READER })).rejects.toMatchObject({ statusCode: 400, code: 'InvalidRoleAssignmentId' });
});

test('management groups of the directory are listed through the official client', async () => {
  const groups = new ManagementGroupsAPI(credentialOf(sandbox, 'admin@alpine.example'), clientOptions(sandbox));
  const names = (await all(groups.managementGroups.list())).map(({ name }) => name);
  expect(names).toContain('11111111-1111-4111-8111-111111111111');
  expect(names).not.toContain('22222222-2222-4222-8222-222222222222');
});
