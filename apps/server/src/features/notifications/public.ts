import type { NotificationType } from '@cloudwright/contract/enums';
import { sql } from 'kysely';
import type { Services } from '../../platform/context.ts';
import type { OrgTx } from '../../platform/db/org-db.ts';
import { newId } from '../../platform/ids.ts';
import { mailByTemplate } from '../mail-templates/public.ts';
import { countUnread } from './store.ts';

export type { NotificationTable, UploadTable } from './store.ts';

export interface Notice {
  userIds: readonly string[];
  type: NotificationType;
  title: string;
  body: string;
  /** Path below the origin, e.g. /portal/deployment/...; the mail carries the whole address. */
  link: string | null;
  payload?: Record<string, unknown>;
  /** What the mail's template is given beside userName, orgName and link. */
  variables?: { deploymentName?: string; errorMessage?: string; fileName?: string };
}

/** In-app always, mail for types 0 to 2, for uploads only on request (decision 46); a person's preferences go first. */
const byDefault = (type: NotificationType) => ({ inApp: true, mail: type !== 3 });

/** Notifies people of the organization: rows for the bell, live events, mails; all of it when the transaction commits. */
export async function notify(tx: OrgTx, services: Services, notice: Notice): Promise<void> {
  if (notice.userIds.length === 0) return;
  const people = await tx.select('user').select(['user.id', 'user.name', 'user.email', 'user.preferences']).where('user.id', 'in', [...new Set(notice.userIds)]).where('user.status', '=', 'ACTIVE').execute();
  for (const person of people) {
    const wanted = person.preferences.notifications?.[String(notice.type) as '0'] ?? byDefault(notice.type);
    if (wanted.inApp) await addNotification(tx, services, person.id, notice);
    if (wanted.mail) {
      const link = `${services.config.publicUrl}${notice.link ?? '/portal'}`;
      await mailByTemplate(tx, services, { type: notice.type, recipient: person.email, variables: { userName: person.name, orgName: await nameOf(tx), link, ...notice.variables } });
    }
  }
}

async function addNotification(tx: OrgTx, services: Services, userId: string, notice: Notice): Promise<void> {
  const id = newId();
  const { type, title, body, link } = notice;
  await tx.kysely
    .insertInto('notification')
    .values({ id, orgId: tx.actor.orgKey, userId, type, title, body, link, payload: sql`${JSON.stringify(notice.payload ?? {})}::jsonb` as never })
    .execute();
  const unread = await countUnread(tx, userId);
  await services.events.publish(tx.kysely, { orgKey: tx.actor.orgKey, userIds: [userId] }, { kind: 'notification', id, type, title, unread });
}

async function nameOf(tx: OrgTx): Promise<string> {
  const row = await tx.kysely.selectFrom('organization').select('name').where('key', '=', tx.actor.orgKey).executeTakeFirst();
  return row?.name ?? tx.actor.orgKey;
}
