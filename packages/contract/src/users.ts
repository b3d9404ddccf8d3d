import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { inviteStatuses, userStatuses } from './enums.ts';
import { list, listResult } from './list.ts';
import { currency, email, id, idParams, name, record, readAt, recordFields, time } from './shared.ts';

/** In-app and mail, for each notification type (0 to 3) by its number. */
export const notificationPreference = z.object({ inApp: z.boolean(), mail: z.boolean() });
export const preferences = z.object({
  currency: currency.optional(),
  language: z.string().max(20).optional(),
  notifications: z.partialRecord(z.enum(['0', '1', '2', '3']), notificationPreference).optional(),
});

export const user = z.object({
  ...record,
  name,
  email: z.string(),
  status: z.enum(userStatuses),
  roleId: id,
  /** The role's name. */
  role: z.string(),
  tenantId: z.string().nullable(),
  provider: z.string().nullable(),
  lastLoginTime: time.nullable(),
  expiresAt: time.nullable(),
  preferences,
});
export type User = z.output<typeof user>;

export const invite = z.object({
  ...record,
  email: z.string(),
  name: z.string(),
  roleId: id,
  role: z.string(),
  status: z.enum(inviteStatuses),
  expiresAt: time,
  invitedBy: z.string().nullable(),
});
export type Invite = z.output<typeof invite>;

export const userEndpoints = endpoints({
  userList: list(user, {
    ...recordFields, name: 'text', email: 'text', status: 'text', role: 'text', roleId: 'id', lastLoginTime: 'time', expiresAt: 'time',
  }),
  userCreate: { body: z.object({ name, email, roleId: id, expiresAt: time.nullable().optional() }), response: user },
  userNames: {
    query: z.object({ filter: z.string().max(200).optional() }),
    response: listResult(z.object({ id, name: z.string(), email: z.string() })),
  },
  userGet: { params: idParams, response: user },
  userEdit: {
    params: idParams,
    body: z.object({ name, roleId: id, status: z.enum(['ACTIVE', 'SUSPENDED', 'EXPIRED']), expiresAt: time.nullable() }).partial().extend(readAt),
    response: user,
  },
  userDelete: { params: idParams, response: user },
  inviteList: list(invite, { ...recordFields, name: 'text', email: 'text', status: 'text', role: 'text', expiresAt: 'time' }),
  inviteCreate: { body: z.object({ email, name, roleId: id }), response: invite },
  inviteResend: { params: idParams, response: invite },
  inviteRevoke: { params: idParams, response: invite },
  inviteLook: {
    params: z.object({ token: z.string().max(200) }),
    response: z.object({ organizationName: z.string(), name: z.string(), email: z.string(), status: z.enum(inviteStatuses), expiresAt: time }),
  },
});
