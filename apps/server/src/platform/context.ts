import type { Readable } from 'node:stream';
import type { Endpoint, Endpoints, Output, Parsed } from '@cloudwright/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from './settings.ts';
import type { AuditNote } from './audit.ts';
import type { AwsCredentials } from './aws-auth.ts';
import type { Crypto } from './crypto.ts';
import type { OrgDb, OrgTx } from './db/org-db.ts';
import type { SystemDb } from './db/system-db.ts';
import type { Events } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { Person } from './session.ts';
import type { Identity, Tokens } from './tokens.ts';

/** What every feature may use, made once at start. */
export interface Services {
  config: Config;
  system: SystemDb;
  jobs: Jobs;
  events: Events;
  crypto: Crypto;
  tokens: Tokens;
  log: Log;
}
export interface Log {
  error(data: object, message?: string): void;
  warn(data: object, message?: string): void;
  info(data: object, message?: string): void;
}

/** What a handler gets for a call without a person. */
export interface PublicContext {
  services: Services;
  requestId: string;
  /** Only for bodies and answers that stream; everything else is parsed already. */
  request: FastifyRequest;
}
export interface IdentifiedContext extends PublicContext {
  identity: Identity;
}
/** What a handler gets for a signed-in person. */
export interface PersonContext extends IdentifiedContext {
  person: Person;
  /** The database as the person's organization sees it. */
  db: OrgDb;
  /** Reports this call's write into the audit log, in the write's own transaction. */
  audit: (tx: OrgTx, note: AuditNote) => Promise<void>;
  /** The caller's checked cloud token; throws 401 when there is none or it is not the caller's. */
  cloudToken: () => { token: string; expiresAt: string };
  /** The keys of the caller's AWS session, opened and in time; null when the call carries none. */
  aws: AwsCredentials | null;
}

/** An answer that is not JSON: a stream, a file, a redirect. */
export class RawReply {
  readonly headers: Record<string, string>;
  readonly body: Readable | Buffer | string | null;
  readonly status: number | undefined;
  constructor(headers: Record<string, string>, body: Readable | Buffer | string | null, status?: number) {
    this.headers = headers;
    this.body = body;
    this.status = status;
  }
}
export const redirect = (location: string): RawReply => new RawReply({ location }, null, 302);
/** A download under a file name. */
export const file = (fileName: string, type: string, body: Readable | Buffer): RawReply =>
  new RawReply({ 'content-type': type, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` }, body);

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? PublicContext : E['access'] extends 'identified' ? IdentifiedContext : PersonContext;
/** JSON may be a RawReply, too: where a header goes with it. */
type AnswerOf<E extends Endpoint> = E extends { produces: string } | { status: 302 } ? RawReply : Output<E> | RawReply;

/** One endpoint's handler: gets parsed input, gives the answer of the contract. */
export type Handler<E extends Endpoint> = (context: ContextOf<E>, input: Parsed<E>) => Promise<AnswerOf<E>> | AnswerOf<E>;
/** A handler for every endpoint of a table: a missing one does not compile. */
export type Handlers<T extends Endpoints> = { [K in keyof T]: Handler<T[K]> };
