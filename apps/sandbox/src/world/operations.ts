import type { DatabaseSync } from 'node:sqlite';
import type { Json, JsonObject } from '@cloudwright/engine';
import type { Clock } from './clock.ts';

/** Why an operation failed, as its status shows it. */
export interface OperationError {
  code: string;
  message: string;
  target?: string | undefined;
  details?: OperationError[] | undefined;
}

/** Something that takes time: a create, a delete, an action, a deployment. Polled by clients, resumed after a restart. */
export interface OperationRecord {
  id: string;
  kind: string;
  /** What it works on: a resource id. */
  target: string;
  state: 'Running' | 'Succeeded' | 'Failed' | 'Canceled';
  /** World time in milliseconds when it is over; for kinds that end by themselves, the start. */
  due: number;
  payload: JsonObject;
  result?: Json | undefined;
  error?: OperationError | undefined;
  startedAt: string;
  endedAt?: string;
}

/** Ends an operation: does the work and gives the result; what it throws makes it fail. Runs again after a crash, so it must be repeatable. */
type Finish = (operation: OperationRecord) => Promise<Json | undefined> | Json | undefined;

/** How long ended operations can still be polled. */
const KEEP = 24 * 3600_000;

export class Operations {
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #records = new Map<string, OperationRecord>();
  readonly #waiting = new Map<string, Promise<OperationRecord>>();
  readonly #finish = new Map<string, Finish>();
  readonly #explain: (error: unknown) => OperationError;
  #stopped = false;

  constructor(database: DatabaseSync, clock: Clock, explain: (error: unknown) => OperationError) {
    this.#database = database;
    this.#clock = clock;
    this.#explain = explain;
    for (const row of database.prepare('select record from operation').all()) {
      const record = JSON.parse(String(row['record'])) as OperationRecord;
      this.#records.set(record.id, record);
    }
  }

  /** Says how operations of a kind end. All kinds are registered before `resume`. */
  register(kind: string, finish: Finish): void {
    this.#finish.set(kind, finish);
  }

  /** Starts an operation that ends after `duration` milliseconds of the table of durations. */
  begin(wanted: { id: string; kind: string; target: string; payload?: JsonObject; duration: number }): OperationRecord {
    const now = this.#clock.now();
    const record: OperationRecord = {
      id: wanted.id, kind: wanted.kind, target: wanted.target, payload: wanted.payload ?? {},
      state: 'Running', due: now + this.#clock.scaled(wanted.duration), startedAt: new Date(now).toISOString(),
    };
    this.#save(record);
    this.#run(record);
    return record;
  }

  get(id: string): OperationRecord | undefined {
    return this.#records.get(id.toLowerCase());
  }

  /** The running operation on a resource, if there is one. */
  running(target: string): OperationRecord | undefined {
    for (const id of this.#waiting.keys()) {
      const record = this.#records.get(id);
      if (record?.state === 'Running' && record.target.toLowerCase() === target.toLowerCase()) return record;
    }
    return undefined;
  }

  /** Resolves with the record when the operation has ended (at once when it has). */
  async ended(id: string): Promise<OperationRecord> {
    return this.#waiting.get(id.toLowerCase()) ?? this.get(id)!;
  }

  /** Marks a running operation as cancelled; its finish is not run. */
  cancel(id: string): boolean {
    const record = this.get(id);
    if (record?.state !== 'Running') return false;
    this.#end(record, 'Canceled');
    return true;
  }

  /** Goes on with what a restart interrupted, and forgets what ended long ago. */
  resume(): void {
    const old = this.#clock.now() - KEEP;
    for (const record of this.#records.values()) {
      if (record.state === 'Running') this.#run(record);
      else if (Date.parse(record.endedAt ?? record.startedAt) < old) {
        this.#records.delete(record.id);
        this.#database.prepare('delete from operation where id = ?').run(record.id);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  #run(record: OperationRecord): void {
    const work = async (): Promise<OperationRecord> => {
      await this.#clock.until(record.due);
      if (record.state !== 'Running' || this.#stopped) return record;
      try {
        const result = await this.#finish.get(record.kind)?.(record);
        if (!this.#stopped) this.#end(record, 'Succeeded', result);
      } catch (error) {
        if (this.#stopped) return record;
        this.#end(record, 'Failed', undefined, this.#explain(error));
      }
      return record;
    };
    const ended = work();
    this.#waiting.set(record.id, ended);
    void ended.finally(() => this.#waiting.delete(record.id));
  }

  #end(record: OperationRecord, state: OperationRecord['state'], result?: Json, error?: OperationError): void {
    if (record.state !== 'Running') return;
    record.state = state;
    record.endedAt = new Date(this.#clock.now()).toISOString();
    if (result !== undefined) record.result = result;
    if (error) record.error = error;
    this.#save(record);
  }

  #save(record: OperationRecord): void {
    this.#records.set(record.id.toLowerCase(), record);
    this.#database
      .prepare('insert into operation (id, state, record) values (?, ?, ?) on conflict (id) do update set state = excluded.state, record = excluded.record')
      .run(record.id, record.state, JSON.stringify(record));
  }
}
