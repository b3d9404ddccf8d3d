import type { mailTemplateEndpoints } from '@cloudwright/contract';
import type { Handlers } from '../../platform/context.ts';
import { edit, listAll, mailState, preview, reset } from './actions.ts';

export const mailTemplateHandlers: Handlers<typeof mailTemplateEndpoints> = {
  mailTemplateList: (context, { query }) => listAll(context, query),
  mailTemplateEdit: (context, { params, body }) => edit(context, params.id, body),
  mailTemplateReset: (context, { params }) => reset(context, params.id),
  mailTemplatePreview: (context, { body }) => preview(context, body),
  mailState: (context) => mailState(context),
};
