import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { list } from './list.ts';
import { permissionNames } from './permissions.ts';
import { idParams, name, readAt, record, recordFields } from './shared.ts';

const permissionList = z.array(z.enum(permissionNames));

export const role = z.object({
  ...record,
  name,
  description: z.string(),
  /** Absent when the caller may not see permission lists (rolePermissionView). */
  permission: permissionList.optional(),
  isSystem: z.boolean(),
  userCount: z.number().int(),
});
export type Role = z.output<typeof role>;

const writable = z.object({ name, description: z.string().max(500), permission: permissionList });

export const roleEndpoints = endpoints({
  roleList: list(role, { ...recordFields, name: 'text', isSystem: 'boolean', userCount: 'number' }),
  roleCreate: { body: writable.partial().extend({ name }), response: role },
  roleGet: { params: idParams, response: role },
  roleEdit: { params: idParams, body: writable.partial().extend(readAt), response: role },
  roleDelete: { params: idParams, response: role },
});
