import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the console shows it. */
interface Mail {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** How often it was handed in: more than once when a sender could not know that it had arrived. */
  receipts: number;
}

export interface Inbox {
  port: number;
  list: (filter?: { to?: string | null; subject?: string | null }) => Mail[];
  clear: () => void;
  /** What happens to the next mails on purpose; undefined takes them. */
  refuse: MailFault | undefined;
  /** Mails whose senders wait for an answer, while `hold` is set. */
  held: number;
  stop: () => Promise<void>;
}

/** `temporary` answers 451, `permanent` 550, `hold` gives no answer until the fault is taken away. */
export const mailFaults = ['temporary', 'permanent', 'hold'] as const;
type MailFault = (typeof mailFaults)[number];
export const isMailFault = (value: unknown): value is MailFault => mailFaults.some((each) => each === value);

const KEPT = 500;

/**
 * The inbox that catches every mail: SMTP on a local port, without encryption or password. A mail is on disk before it
 * is acknowledged, so the sender's promise of delivery holds over a crash.
 */
export async function createInbox(port: number, directory: string | undefined): Promise<Inbox> {
  const file = directory && join(directory, 'mails.json');
  let mails: Mail[] = [];
  if (directory && file) {
    mkdirSync(directory, { recursive: true });
    try {
      mails = JSON.parse(readFileSync(file, 'utf8')) as Mail[];
    } catch {
      // The first start has no file.
    }
  }
  const save = (): void => {
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(mails));
    renameSync(`${file}.new`, file);
  };
  const inbox = { refuse: undefined as Inbox['refuse'], held: 0 };
  /** Waits while mails are held. */
  const release = async (): Promise<void> => {
    inbox.held += 1;
    while (inbox.refuse === 'hold') await wait(20);
    inbox.held -= 1;
  };
  const server = new SMTPServer({
    authOptional: true, disabledCommands: ['STARTTLS'], hideSTARTTLS: true, size: 20 * 1024 * 1024, closeTimeout: 500,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? '' }),
    onMailFrom: (_address, _session, callback) => {
      if (!inbox.refuse || inbox.refuse === 'hold') return callback();
      callback(Object.assign(new Error(inbox.refuse === 'temporary' ? 'Try again later (a fault set on purpose)' : 'Mailbox unavailable (a fault set on purpose)'), { responseCode: inbox.refuse === 'temporary' ? 451 : 550 }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(async (mail) => {
          await release();
          // A mail that is sent again after a crash has the same Message-ID and is the same mail.
          const known = mail.messageId ? mails.find(({ messageId }) => messageId === mail.messageId) : undefined;
          if (known) known.receipts = (known.receipts ?? 1) + 1;
          else mails.push({
            receipts: 1,
            id: randomUUID(), at: new Date().toISOString(), messageId: mail.messageId ?? '',
            from: mail.from?.address ?? (session.envelope.mailFrom ? session.envelope.mailFrom.address : ''),
            to: session.envelope.rcptTo.map(({ address }) => address),
            subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '',
          });
          mails = mails.slice(-KEPT);
          save();
          callback();
        }).catch((error: Error) => callback(error));
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    // Later errors are of clients that break off: their own problem, and a settled promise ignores them.
    server.listen(port, '127.0.0.1', resolve);
  });
  const has = (text: string, part: string | null | undefined): boolean => !part || text.toLowerCase().includes(part.toLowerCase());
  return Object.assign(inbox, {
    port: (server.server.address() as { port: number }).port,
    list: (filter: { to?: string | null; subject?: string | null } = {}) =>
      mails.filter((mail) => has(mail.to.join(' '), filter.to) && has(mail.subject, filter.subject)).toReversed(),
    clear: () => {
      mails = [];
      save();
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
