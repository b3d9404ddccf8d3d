import type { PortalEvent } from '@cloudwright/contract/events';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './db/database.ts';

/** Who hears an event: everybody of an organization, or only these of its people. */
export interface Audience {
  orgKey: string;
  userIds?: string[];
}

export interface Listener {
  orgKey: string;
  userId: string;
  tell(event: PortalEvent): void;
  /** The replica stops: nothing will be told any more. */
  end?(): void;
}

export interface Events {
  /** Tells the audience, on every replica, when the transaction commits. At most 7 kB as JSON. */
  publish(tx: Database, audience: Audience, event: PortalEvent): Promise<void>;
  /** Registers a listener of this replica; returns the function that removes it. */
  listen(listener: Listener): () => void;
  /** Ends every listener of this replica, so that their streams don't keep it from stopping. */
  endListeners(): void;
  close(): Promise<void>;
}

const channel = 'cloudwright_event';
const reconnectAfterMs = 1000;

/**
 * Live events between replicas by LISTEN/NOTIFY, on one connection of its own (a transaction pooler would lose it).
 * While the connection is down, events are lost: pages ask again when their stream reconnects.
 */
export async function createEvents(databaseUrl: string, onError: (error: unknown) => void): Promise<Events> {
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let isClosed = false;

  const deliver = (payload: string | undefined) => {
    if (!payload) return;
    const { audience, event } = JSON.parse(payload) as { audience: Audience; event: PortalEvent };
    for (const listener of listeners) {
      if (listener.orgKey !== audience.orgKey || (audience.userIds && !audience.userIds.includes(listener.userId))) continue;
      listener.tell(event);
    }
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'cloudwright events', keepAlive: true });
    const reconnect = (error?: unknown) => {
      if (client !== next || isClosed) return;
      client = null;
      if (error) onError(error);
      setTimeout(() => void connect().catch(reconnectLater), reconnectAfterMs).unref();
    };
    next.on('error', reconnect);
    next.on('end', () => reconnect());
    next.on('notification', (message) => deliver(message.payload));
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  };
  const reconnectLater = (error: unknown): void => {
    onError(error);
    if (!isClosed) setTimeout(() => void connect().catch(reconnectLater), reconnectAfterMs).unref();
  };
  await connect();

  return {
    async publish(tx, audience, event) {
      await sql`select pg_notify(${channel}, ${JSON.stringify({ audience, event })})`.execute(tx);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    endListeners() {
      for (const listener of listeners) listener.end?.();
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}
