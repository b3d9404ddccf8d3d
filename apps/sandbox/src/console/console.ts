import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Inbox } from '../services/mail/inbox.ts';
import type { Cloud } from '../wire/cloud.ts';

export function createConsole(_cloud: Cloud, _inbox: Inbox) {
  return async (_req: IncomingMessage, _res: ServerResponse, _url: URL): Promise<boolean> => false;
}
