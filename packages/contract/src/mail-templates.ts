import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { notificationTypes } from './enums.ts';
import { list } from './list.ts';
import { idParams, readAt, record } from './shared.ts';

export const notificationType = z.literal(Object.values(notificationTypes));
/** How the source of a template is written. */
export const mailFormats = ['html', 'mjml'] as const;

const source = z.object({
  subject: z.string().trim().min(1, 'Required').max(200),
  /** The source: HTML, or MJML by `format`. Variables stand in double braces and are escaped. */
  html: z.string().min(1, 'Required').max(100_000),
  text: z.string().max(20_000),
  format: z.enum(mailFormats),
});

export const mailTemplate = z.object({ ...record, type: notificationType, ...source.shape, variables: z.array(z.string()), isDefault: z.boolean() });
export type MailTemplate = z.output<typeof mailTemplate>;

/** What a template may say between double braces. */
export const mailVariables = ['userName', 'orgName', 'link', 'deploymentName', 'errorMessage', 'fileName'] as const;

const templates = list(mailTemplate, { id: 'id', createdAt: 'time', type: 'number', subject: 'text', isDefault: 'boolean' });

export const mailTemplateEndpoints = endpoints({
  mailTemplateList: {
    ...templates,
    // An organization's id or its key; without it the caller's own organization.
    query: z.intersection(templates.query, z.object({ orgId: z.string().max(60).optional() })),
  },
  mailTemplateEdit: { params: idParams, body: source.partial().extend(readAt), response: mailTemplate },
  mailTemplateReset: { params: idParams, response: mailTemplate },
  mailTemplatePreview: {
    body: z.object({ orgId: z.string().max(60), type: notificationType, ...source.partial().shape }),
    response: z.object({ subject: z.string(), html: z.string(), text: z.string(), errors: z.array(z.object({ line: z.number(), message: z.string() })) }),
  },
  mailState: {
    response: z.object({ delivery: z.enum(['smtp', 'none']), pending: z.number().int(), failed: z.number().int(), lastError: z.string().nullable() }),
  },
});
