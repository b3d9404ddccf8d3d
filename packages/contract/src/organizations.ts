import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { organizationStatuses } from './enums.ts';
import { list, listResult } from './list.ts';
import { mailTemplate } from './mail-templates.ts';
import { permissionNames } from './permissions.ts';
import { currency, email, id, idParams, name, orgKey, readAt, record, recordFields, tenantId } from './shared.ts';
import { user } from './users.ts';

export const permissionList = z.array(z.enum(permissionNames));

export const organization = z.object({
  ...record,
  key: orgKey,
  name,
  /** Absent when the caller may not see permission lists (organizationPermissionView). */
  permission: permissionList.optional(),
  tenantIds: z.array(tenantId),
  parentKey: orgKey.nullable(),
  adminEmail: z.email().nullable(),
  currency,
  logoUrl: z.string().nullable(),
  channelCode: z.string().nullable(),
  /** People of a listed directory join by themselves with this role. */
  autoJoinRoleId: id.nullable(),
  status: z.enum(organizationStatuses),
  userCount: z.number().int(),
});
export type Organization = z.output<typeof organization>;

export const organizationDetail = organization.extend({ mailTemplate: z.array(mailTemplate) });

const writable = z.object({
  name,
  permission: permissionList,
  tenantIds: z.array(tenantId).max(50),
  parentKey: orgKey.nullable(),
  adminEmail: email.nullable(),
  currency,
  logoUrl: z.string().max(500).regex(/^(https:\/\/|\/)/, 'An https address or a path').nullable(),
  channelCode: z.string().max(60).nullable(),
  autoJoinRoleId: id.nullable(),
  status: z.enum(organizationStatuses),
});
export const organizationCreate = writable.partial().extend({ key: orgKey, name });
export const organizationEdit = writable.partial().extend(readAt);

export const directoryOrganization = z.object({
  id: z.string(),
  displayName: z.string(),
  verifiedDomains: z.array(z.string()),
  countryCode: z.string().nullable(),
  tenantId: z.string(),
});

export const organizationEndpoints = endpoints({
  organizationList: list(organization, {
    ...recordFields, key: 'text', name: 'text', status: 'text', parentKey: 'text', adminEmail: 'text', currency: 'text', userCount: 'number',
  }),
  organizationCreate: { body: organizationCreate, response: organizationDetail },
  organizationCreateWithUser: {
    body: z.object({ organization: organizationCreate, user: z.object({ name, email }) }),
    response: z.object({ organization: organizationDetail, user }),
  },
  organizationGetByKey: { params: z.object({ key: z.string() }), response: organization },
  organizationGet: { params: idParams, response: organizationDetail },
  organizationEdit: { params: idParams, body: organizationEdit, response: organizationDetail },
  organizationDelete: { params: idParams, response: organization },
  directoryOrganizations: { body: z.object({ tenantId: tenantId.optional() }), response: listResult(directoryOrganization) },
});
