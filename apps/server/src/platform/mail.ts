import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Generated } from 'kysely';
import { createTransport, type Transporter } from 'nodemailer';
import { crashPoint } from './crash-points.ts';
import type { Config } from './settings.ts';
import type { Database } from './db/database.ts';
import type { SystemDb } from './db/system-db.ts';
import { newId } from './ids.ts';

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
  /** Counted when a sending begins, so that a mail that kills the process is not tried for ever. */
  attempts: Generated<number>;
  /** When the mail is due. While it is being sent this lies in the future and keeps others off it: the claim. */
  nextAt: Generated<string>;
  lastError: string | null;
  sentAt: string | null;
}
type Claimed = Mail & { id: string; attempts: number };

/** How many mails a replica sends at the same time. */
const lanes = 5;
const pollMs = 1_000;
/** A claim that nobody renews is over after this time: the mail of a process that died is sent by the next one. */
const claimSeconds = 15;
const renewMs = 5_000;
/** With waits of 2, 4, 8 … seconds and an hour at most, a mail is tried for a good day. */
const maxAttempts = 36;
const longestWaitSeconds = 3_600;

/** Puts a mail into the outbox: it is sent exactly when the transaction commits, also after a crash. */
export async function sendMail(tx: Database, mail: Mail): Promise<void> {
  await sql`insert into mail_outbox (id, org_id, recipient, subject, html, text)
    values (${newId()}, ${mail.orgId}, ${mail.recipient}, ${mail.subject}, ${mail.html}, ${mail.text})`.execute(tx);
}

/**
 * Delivers the outbox until stopped; every replica does. A mail is claimed in one statement, sent outside of any
 * transaction, and marked in another statement. SMTP knows no exactly-once: a process that dies after the mail server
 * took the mail and before it was marked leaves a mail that goes out again, under the same Message-ID, by which
 * receivers (the sandbox's inbox too) tell that it is the same. In every other case it goes out once.
 */
export function deliverMail({ db }: SystemDb, config: Config, onError: (error: unknown) => void): () => Promise<void> {
  if (!config.smtpUrl) return () => Promise.resolve();
  const transport = createTransport({ url: config.smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }, { from: config.mailFrom });
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();
  const start = (mail: Claimed) => {
    const sending = deliver(db, transport, mail).catch(onError).finally(() => active.delete(sending));
    active.add(sending);
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const mails = await claim(db, lanes - active.size).catch((error: unknown): Claimed[] => {
        onError(error);
        return [];
      });
      mails.forEach(start);
      if (active.size >= lanes) await Promise.race(active);
      else if (mails.length === 0) await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
    // What a slow mail server still holds is sent again by the next process when the claim is over.
    await Promise.race([Promise.all(active), wait(renewMs, undefined, { ref: false })]);
    transport.close();
  };
}

const claimEnd = sql<string>`now() + ${claimSeconds} * interval '1 second'`;

/** Takes mails that are due, the longest waiting first. */
async function claim(db: Database, limit: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update mail_outbox set attempts = attempts + 1, next_at = ${claimEnd}
    where id in (select id from mail_outbox where status = 'PENDING' and next_at <= now() order by next_at limit ${limit} for update skip locked)
    returning id, org_id, recipient, subject, html, text, attempts`.execute(db);
  return rows;
}

async function deliver(db: Database, transport: Transporter, mail: Claimed): Promise<void> {
  const mark = (values: Partial<Record<'status' | 'lastError' | 'sentAt' | 'html' | 'text' | 'nextAt', unknown>>) =>
    db.updateTable('mailOutbox').set(values as object).where('id', '=', mail.id).where('status', '=', 'PENDING').execute();
  const renewal = setInterval(() => void mark({ nextAt: claimEnd }).catch(() => undefined), renewMs);
  try {
    crashPoint('mail-before-smtp');
    await transport.sendMail({ to: mail.recipient, subject: mail.subject, html: mail.html, text: mail.text, messageId: `<${mail.id}@cloudwright>` });
    crashPoint('mail-after-smtp');
  } catch (error) {
    const isFinal = isPermanent(error) || mail.attempts >= maxAttempts;
    const waitSeconds = Math.min(2 ** mail.attempts, longestWaitSeconds);
    await mark({ status: isFinal ? 'FAILED' : 'PENDING', lastError: error instanceof Error ? error.message : String(error), nextAt: sql`now() + ${waitSeconds} * interval '1 second'` });
    return;
  } finally {
    clearInterval(renewal);
  }
  // A sent mail keeps its subject only: its links are secrets.
  await mark({ status: 'SENT', sentAt: sql`now()`, lastError: null, html: '', text: '' });
}

/** The mail server said no for good (a 5xx reply): another try would hear the same. */
const isPermanent = (error: unknown): boolean => typeof error === 'object' && error !== null && 'responseCode' in error && Number(error.responseCode) >= 500;

declare module './db/schema.ts' {
  interface Tables {
    mailOutbox: MailOutboxTable;
  }
}
