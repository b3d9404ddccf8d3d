import type { Account } from '@cloudwright/contract';
import { permissionNames, type Permission } from '@cloudwright/contract/permissions';

/** An account for tests: holds everything unless told otherwise. */
export const accountWith = (role: readonly Permission[] = permissionNames, organization: readonly Permission[] = permissionNames): Account => ({
  id: '00000000-0000-4000-8000-00000000000a',
  orgId: 'alpine',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: null,
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: null,
  name: 'Dana Developer',
  email: 'dev@alpine.example',
  status: 'ACTIVE',
  roleId: '00000000-0000-4000-8000-00000000000b',
  role: 'Contributor',
  tenantId: '11111111-1111-4111-8111-111111111111',
  provider: null,
  lastLoginTime: null,
  expiresAt: null,
  preferences: {},
  githubLogin: null,
  orgInfo: { id: '00000000-0000-4000-8000-00000000000c', key: 'alpine', name: 'Alpine Research', logoUrl: null, permission: [...organization] },
  roleInfo: { id: '00000000-0000-4000-8000-00000000000b', name: 'Contributor', permission: [...role] },
});
