import type { userEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { create, edit, invitations, invite, listAll, names, readOne, remove, resend, revoke } from './actions.ts';
import { lookAtInvite } from './joining.ts';

export const userHandlers: Handlers<typeof userEndpoints> = {
  userList: (context, { query }) => listAll(context, query),
  userCreate: (context, { body }) => create(context, body),
  userNames: (context, { query }) => names(context, query.filter),
  userGet: (context, { params }) => readOne(context, params.id),
  userEdit: (context, { params, body }) => edit(context, params.id, body),
  userDelete: (context, { params }) => remove(context, params.id),
  inviteList: (context, { query }) => invitations(context, query),
  inviteCreate: (context, { body }) => invite(context, body),
  inviteResend: (context, { params }) => resend(context, params.id),
  inviteRevoke: (context, { params }) => revoke(context, params.id),
  inviteLook: ({ services }, { params }) => lookAtInvite(services, params.token),
};
