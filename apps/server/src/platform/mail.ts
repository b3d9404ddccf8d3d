import { createTransport, type Transporter } from 'nodemailer';
import { sql, type Generated } from 'kysely';
import type { Config } from './settings.ts';
import type { Database } from './db/database.ts';
import type { SystemDb } from './db/system-db.ts';
import { newId } from './ids.ts';
import type { Jobs, Worker } from './jobs.ts';

export interface Mail {
  orgId: string | null;
  recipient: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailOutboxTable extends Mail {
  id: string;
  createdAt: Generated<string>;
  status: Generated<'PENDING' | 'SENT' | 'FAILED'>;
  attempts: Generated<number>;
  nextAt: Generated<string>;
  lastError: string | null;
  sentAt: string | null;
}

export const mailQueue = 'mail';
const maxAttempts = 12;

/** Puts a mail into the outbox: it is sent exactly when the transaction commits, also after a crash. */
export async function sendMail(tx: Database, jobs: Jobs, mail: Mail): Promise<string> {
  const id = newId();
  await sql`insert into mail_outbox (id, org_id, recipient, subject, html, text)
    values (${id}, ${mail.orgId}, ${mail.recipient}, ${mail.subject}, ${mail.html}, ${mail.text})`.execute(tx);
  await jobs.send(tx, mailQueue, { id });
  return id;
}

/**
 * Delivers the outbox. The row stays locked from before the sending until it is marked, so two workers never send
 * the same mail; after a crash between the two the mail goes out again under the same Message-ID, which mail servers
 * and the sandbox's inbox count as one. A sent mail keeps its subject only: its links are secrets.
 */
export function mailWorker({ db }: SystemDb, config: Config): Worker<{ id: string }> {
  let transport: Transporter | null = null;
  return {
    queue: mailQueue,
    retryLimit: maxAttempts,
    async run({ id }) {
      if (!config.smtpUrl) return;
      transport ??= createTransport(config.smtpUrl, { from: config.mailFrom });
      const failure = await db.transaction().execute(async (tx) => {
        const mail = await tx.selectFrom('mailOutbox').selectAll().where('id', '=', id).where('status', '=', 'PENDING').forUpdate().skipLocked().executeTakeFirst();
        if (!mail) return null;
        try {
          await transport?.sendMail({ to: mail.recipient, subject: mail.subject, html: mail.html, text: mail.text, messageId: `<${mail.id}@cloudwright>` });
          await tx.updateTable('mailOutbox').set({ status: 'SENT', attempts: mail.attempts + 1, sentAt: new Date().toISOString(), lastError: null, html: '', text: '' }).where('id', '=', id).execute();
          return null;
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          const isFinal = isPermanent(error) || mail.attempts + 1 >= maxAttempts;
          await tx.updateTable('mailOutbox').set({ status: isFinal ? 'FAILED' : 'PENDING', attempts: mail.attempts + 1, lastError: message }).where('id', '=', id).execute();
          return isFinal ? null : message;
        }
      });
      if (failure) throw new Error(`Mail ${id} was not delivered: ${failure}`);
    },
  };
}

/** The mail server said no for good (a 5xx reply): another try would hear the same. */
const isPermanent = (error: unknown): boolean => typeof error === 'object' && error !== null && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Wakes what waited while no mail server was configured or the queue was lost. Called at start. */
export async function resumeMail({ db }: SystemDb, jobs: Jobs, config: Config): Promise<void> {
  if (!config.smtpUrl) return;
  const waiting = await db.selectFrom('mailOutbox').select('id').where('status', '=', 'PENDING').orderBy('createdAt').limit(10_000).execute();
  for (const { id } of waiting) await jobs.send(db, mailQueue, { id }, { singletonKey: id });
}

declare module './db/schema.ts' {
  interface Tables {
    mailOutbox: MailOutboxTable;
  }
}
