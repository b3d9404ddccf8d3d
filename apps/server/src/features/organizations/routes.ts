import type { organizationEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { create, createWithUser, edit, listAll, readByKey, readOne, remove } from './actions.ts';
import { directoryOrganizations } from './directory-organizations.ts';

export const organizationHandlers: Handlers<typeof organizationEndpoints> = {
  organizationList: (context, { query }) => listAll(context, query),
  organizationCreate: (context, { body }) => create(context, body),
  organizationCreateWithUser: (context, { body }) => createWithUser(context, body),
  organizationGetByKey: (context, { params }) => readByKey(context, params.key),
  organizationGet: (context, { params }) => readOne(context, params.id),
  organizationEdit: (context, { params, body }) => edit(context, params.id, body),
  organizationDelete: (context, { params }) => remove(context, params.id),
  directoryOrganizations: (context, { body }) => directoryOrganizations(context, body.tenantId),
};
