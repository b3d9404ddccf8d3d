import { sql, type Insertable, type Kysely, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import { newId } from '../ids.ts';
import type { Database } from './database.ts';
import type { OrgTable, RecordTable, Tables } from './schema.ts';

/** Who a transaction acts for. */
export interface Actor {
  orgKey: string;
  /** The platform organization sees every organization (not their records). */
  isPlatform: boolean;
  /** null: the portal itself. */
  userId: string | null;
}

/**
 * One transaction, bound to an organization: `select` and the record verbs add `org_id = ...` by themselves, and row
 * security keeps out what they would forget. `kysely` is the same transaction for joins and aggregates.
 */
export interface OrgTx {
  readonly actor: Actor;
  readonly kysely: Kysely<Tables>;
  select<T extends OrgTable>(table: T): SelectQueryBuilder<Tables, T, object>;
  get<T extends RecordTable>(table: T, id: string): Promise<Selectable<Tables[T]> | undefined>;
  /** The record as `get`, locked until the transaction ends: for a change that depends on what it is now. */
  lock<T extends RecordTable>(table: T, id: string): Promise<Selectable<Tables[T]> | undefined>;
  insert<T extends RecordTable>(table: T, values: NewRecord<T>): Promise<Selectable<Tables[T]>>;
  /** Changes the given columns; undefined when there is no such record. */
  update<T extends RecordTable>(table: T, id: string, values: Updateable<Tables[T]>): Promise<Selectable<Tables[T]> | undefined>;
  remove<T extends RecordTable>(table: T, id: string): Promise<Selectable<Tables[T]> | undefined>;
  /** Continues the same transaction as another organization, after the caller has checked that this is allowed. */
  as<R>(orgKey: string, work: (tx: OrgTx) => Promise<R>): Promise<R>;
}
type Filled = 'orgId' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy';
export type NewRecord<T extends RecordTable> = Omit<Insertable<Tables[T]>, Filled | 'id'> & { id?: string };

/** The database as one organization may see it. Every `run` is one transaction. */
export interface OrgDb {
  readonly actor: Actor;
  run<R>(work: (tx: OrgTx) => Promise<R>): Promise<R>;
  /** The same person in the view of another organization, after the caller has checked that this is allowed. */
  of(orgKey: string): OrgDb;
}

/** The role that features work as: no login, subject to row security. */
export const appRole = 'cloudwright_app';
/** The same for people of the platform organization, who see every organization. */
export const platformRole = 'cloudwright_platform';
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Binds the database to an actor. */
export function createOrgDb(db: Database, actor: Actor): OrgDb {
  return {
    actor,
    of: (orgKey) => createOrgDb(db, { ...actor, orgKey }),
    run: (work) =>
      db.connection().execute(async (connection) => {
        // One round trip; `set local` ends with the transaction, so the next user of the connection starts clean.
        const settings = `set local role ${actor.isPlatform ? platformRole : appRole}; set local app.org_id = ${quote(actor.orgKey)}; set local app.is_platform = '${actor.isPlatform ? 'on' : 'off'}'`;
        await sql.raw(`begin; ${settings}`).execute(connection);
        try {
          const result = await work(bind(connection, actor));
          await sql.raw('commit').execute(connection);
          return result;
        } catch (error) {
          await sql.raw('rollback').execute(connection);
          throw error;
        }
      }),
  };
}

function bind(kysely: Kysely<Tables>, actor: Actor): OrgTx {
  // Kysely's builders can't be typed over a table that is itself a type parameter; the casts stay in here.
  const ofOrg = (table: string) => sql<boolean>`${sql.ref(`${table}.orgId`)} = ${actor.orgKey}`;
  const loose = kysely as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const stamp = () => ({ updatedAt: new Date().toISOString(), updatedBy: actor.userId });
  const one = async <T extends RecordTable>(query: { executeTakeFirst(): Promise<unknown> }) => (await query.executeTakeFirst()) as Selectable<Tables[T]> | undefined;
  return {
    actor,
    kysely,
    select: <T extends OrgTable>(table: T) => loose.selectFrom(table as string).where(ofOrg(table)) as unknown as SelectQueryBuilder<Tables, T, object>,
    get: <T extends RecordTable>(table: T, id: string) => one<T>(loose.selectFrom(table as string).selectAll().where('id', '=', id).where(ofOrg(table))),
    lock: <T extends RecordTable>(table: T, id: string) => one<T>(loose.selectFrom(table as string).selectAll().where('id', '=', id).where(ofOrg(table)).forUpdate()),
    async insert<T extends RecordTable>(table: T, values: NewRecord<T>) {
      const row = { id: newId(), ...values, orgId: actor.orgKey, createdBy: actor.userId, updatedBy: actor.userId };
      return (await loose.insertInto(table as string).values(row).returningAll().executeTakeFirstOrThrow()) as Selectable<Tables[T]>;
    },
    update: <T extends RecordTable>(table: T, id: string, values: Updateable<Tables[T]>) =>
      one<T>(loose.updateTable(table as string).set({ ...values, ...stamp() }).where('id', '=', id).where(ofOrg(table)).returningAll()),
    remove: <T extends RecordTable>(table: T, id: string) => one<T>(loose.deleteFrom(table as string).where('id', '=', id).where(ofOrg(table)).returningAll()),
    async as(orgKey, work) {
      const enter = (key: string) => sql`select set_config('app.org_id', ${key}, true)`.execute(kysely);
      await enter(orgKey);
      // After a failure the transaction is rolled back, and the setting with it.
      const result = await work(bind(kysely, { ...actor, orgKey }));
      await enter(actor.orgKey);
      return result;
    },
  };
}
