import type { roleEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { create, edit, listAll, readOne, remove } from './actions.ts';

export const roleHandlers: Handlers<typeof roleEndpoints> = {
  roleList: (context, { query }) => listAll(context, query),
  roleCreate: (context, { body }) => create(context, body),
  roleGet: (context, { params }) => readOne(context, params.id),
  roleEdit: (context, { params, body }) => edit(context, params.id, body),
  roleDelete: (context, { params }) => remove(context, params.id),
};
