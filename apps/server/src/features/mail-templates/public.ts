import type { NotificationType } from '@cloudwright/contract/enums';
import type { Services } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { sendMail } from '../../platform/mail.ts';
import { defaultTemplates, type MailVariable } from './defaults.ts';
import { MailSourceError, renderMail } from './rendering.ts';
import { templateOf } from './store.ts';

export { addDefaultTemplates, listTemplatesOf } from './store.ts';
export type { MailTemplateTable } from './store.ts';

/** Renders the organization's template of a type and puts the mail into the outbox, in the given transaction. */
export async function mailByTemplate(
  tx: OrgTx,
  services: Services,
  mail: { type: NotificationType; recipient: string; variables: Partial<Record<MailVariable, string>> },
): Promise<void> {
  const source = (await templateOf(tx, mail.type)) ?? defaultTemplates[mail.type];
  const rendered = await renderMail(source, mail.variables).catch((error: unknown) => {
    // A template that breaks on these values must not stop an invitation: the default goes out instead.
    if (!(error instanceof MailSourceError)) throw error;
    services.log.warn({ type: mail.type, orgKey: tx.actor.orgKey, error: error.message }, 'Mail template is broken');
    return renderMail(defaultTemplates[mail.type], mail.variables);
  });
  await sendMail(tx.kysely, { orgId: tx.actor.orgKey, recipient: mail.recipient, ...rendered });
}
