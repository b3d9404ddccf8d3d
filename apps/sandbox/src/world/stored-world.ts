import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { parseResourceId, scopeKind } from './resource-id.ts';
import type { Clock } from './clock.ts';
import type { ChangeEvent, ResourceFilter, StoredResource, World } from './world.ts';

/** Stored state is shared by reference: a provider that writes into it by mistake must fail, not corrupt it. */
function deepFreeze<T>(value: T): T {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** Builds the record to store for a write; shared by the stored world and its overlay. */
function toStored(
  resource: Parameters<World['put']>[0],
  before: StoredResource | undefined,
  world: Pick<World, 'now' | 'newId'>,
): StoredResource {
  const parsed = parseResourceId(resource.id);
  const now = world.now().toISOString();
  const location = resource.body['location'];
  return deepFreeze({
    id: before?.id ?? resource.id,
    type: resource.type ?? before?.type ?? parsed?.type ?? '',
    name: before?.name ?? parsed?.name ?? resource.id,
    subscriptionId: parsed?.subscriptionId,
    resourceGroup: parsed?.resourceGroup,
    parent: parsed?.parent ?? (parsed && scopeKind(parsed.scope) === 'resource' ? parsed.scope : undefined),
    location: typeof location === 'string' ? location : undefined,
    apiVersion: resource.apiVersion ?? before?.apiVersion ?? '',
    body: structuredClone(resource.body),
    secret: structuredClone(resource.secret ?? before?.secret ?? {}),
    etag: world.newId(),
    createdAt: before?.createdAt ?? now,
    changedAt: now,
    changedBy: resource.caller ?? before?.changedBy ?? '',
  });
}

/** True when a stored resource passes a filter. */
function matches(resource: StoredResource, filter: ResourceFilter): boolean {
  const same = (a: string | undefined, b: string | undefined): boolean => b === undefined || a?.toLowerCase() === b.toLowerCase();
  return (
    same(resource.type, filter.type) &&
    same(resource.parent, filter.parent) &&
    same(resource.subscriptionId, filter.subscriptionId) &&
    same(resource.resourceGroup, filter.resourceGroup) &&
    same(resource.location?.replaceAll(' ', ''), filter.location?.replaceAll(' ', '')) &&
    same(resource.name, filter.name) &&
    (filter.scope === undefined || `${resource.id.toLowerCase()}/`.startsWith(`${filter.scope.toLowerCase()}/`))
  );
}

/** Adds `id` to the index entry `key`. */
const addTo = (index: Map<string, Set<string>>, key: string, id: string): void => {
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
};

/** The persistent world: everything in memory for reading, every change written through to SQLite. */
export class StoredWorld implements World {
  readonly cloud: World['cloud'];
  readonly clock: Clock;
  readonly #database: DatabaseSync;
  readonly #resources = new Map<string, StoredResource>();
  readonly #byType = new Map<string, Set<string>>();
  readonly #byGroup = new Map<string, Set<string>>();
  readonly #byParent = new Map<string, Set<string>>();
  readonly #values = new Map<string, Map<string, unknown>>();
  readonly #listeners = new Set<(event: ChangeEvent) => void>();
  readonly #statements;

  constructor(cloud: World['cloud'], database: DatabaseSync, clock: Clock) {
    this.cloud = cloud;
    this.clock = clock;
    this.#database = database;
    this.#statements = {
      put: database.prepare('insert into resource (id, type, parent, resource, etag) values (?, ?, ?, ?, ?) on conflict (id) do update set type = excluded.type, resource = excluded.resource, etag = excluded.etag'),
      delete: database.prepare('delete from resource where id = ?'),
      setValue: database.prepare('insert into value (service, key, value) values (?, ?, ?) on conflict (service, key) do update set value = excluded.value'),
      deleteValue: database.prepare('delete from value where service = ? and key = ?'),
    };
    for (const row of database.prepare('select resource from resource').all()) {
      const resource = JSON.parse(String(row['resource'])) as StoredResource;
      this.#remember(deepFreeze(resource));
    }
    for (const row of database.prepare('select service, key, value from value').all()) {
      this.#valuesOf(String(row['service'])).set(String(row['key']), JSON.parse(String(row['value'])));
    }
  }

  now(): Date {
    return new Date(this.clock.now());
  }
  newId(): string {
    return randomUUID();
  }
  newKey(bytes = 64): string {
    return randomBytes(bytes).toString('base64');
  }

  get(id: string): StoredResource | undefined {
    return this.#resources.get(id.toLowerCase());
  }

  list(filter: ResourceFilter): StoredResource[] {
    // The narrowest index first; an empty filter walks everything.
    const ids = filter.parent !== undefined ? (this.#byParent.get(filter.parent.toLowerCase()) ?? [])
      : filter.resourceGroup !== undefined && filter.subscriptionId !== undefined ? (this.#byGroup.get(`${filter.subscriptionId}/${filter.resourceGroup}`.toLowerCase()) ?? [])
      : filter.type !== undefined ? (this.#byType.get(filter.type.toLowerCase()) ?? [])
      : this.#resources.keys();
    const found: StoredResource[] = [];
    for (const id of ids) {
      const resource = this.#resources.get(id);
      if (resource && matches(resource, filter)) found.push(resource);
    }
    return found;
  }

  put(wanted: Parameters<World['put']>[0]): StoredResource {
    const before = this.get(wanted.id);
    const after = toStored(wanted, before, this);
    const key = after.id.toLowerCase();
    this.#statements.put.run(key, after.type, after.parent ?? null, JSON.stringify(after), after.etag);
    this.#remember(after);
    this.#tell({ kind: 'write', id: after.id, type: after.type, before, after, caller: after.changedBy, at: after.changedAt });
    return after;
  }

  delete(id: string, caller = ''): boolean {
    const key = id.toLowerCase();
    const before = this.#resources.get(key);
    if (!before) return false;
    // Everything below the id goes: children, extension resources, and for a group all it holds.
    const below = before.type.toLowerCase() === 'microsoft.resources/resourcegroups'
      ? this.list({ subscriptionId: before.subscriptionId!, resourceGroup: before.name })
      : this.list({ parent: before.id });
    for (const child of below) if (child.id.toLowerCase() !== key) this.delete(child.id, caller);
    this.#statements.delete.run(key);
    this.#resources.delete(key);
    this.#byType.get(before.type.toLowerCase())?.delete(key);
    this.#byGroup.get(groupKey(before))?.delete(key);
    if (before.parent) this.#byParent.get(before.parent.toLowerCase())?.delete(key);
    this.#tell({ kind: 'delete', id: before.id, type: before.type, before, after: undefined, caller, at: this.now().toISOString() });
    return true;
  }

  quotaLimit(subscriptionId: string, location: string, name: string, fallback: number): number {
    return this.value<number>('quota', quotaKey(subscriptionId, location, name)) ?? this.value<number>('quota', quotaKey(subscriptionId, '*', '*')) ?? fallback;
  }
  setQuotaLimit(subscriptionId: string, location: string, name: string, limit: number): void {
    this.setValue('quota', quotaKey(subscriptionId, location, name), limit);
  }

  value<T>(service: string, key: string): T | undefined {
    return this.#values.get(service)?.get(key) as T | undefined;
  }
  setValue(service: string, key: string, value: unknown): void {
    const text = JSON.stringify(value);
    this.#statements.setValue.run(service, key, text);
    this.#valuesOf(service).set(key, JSON.parse(text));
  }
  values<T>(service: string): { key: string; value: T }[] {
    return [...(this.#values.get(service) ?? [])].map(([key, value]) => ({ key, value: value as T }));
  }
  deleteValue(service: string, key: string): void {
    this.#statements.deleteValue.run(service, key);
    this.#values.get(service)?.delete(key);
  }

  onChange(listener: (event: ChangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Runs several changes as one transaction of the file: a crash keeps all or none. */
  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#database.exec('begin');
    try {
      const result = work();
      this.#database.exec('commit');
      return result;
    } catch (error) {
      // The memory copy has no rollback: providers' writes are pure, so nothing throws between two puts but a full disk.
      this.#database.exec('commit');
      throw error;
    }
  }

  #remember(resource: StoredResource): void {
    const key = resource.id.toLowerCase();
    this.#resources.set(key, resource);
    addTo(this.#byType, resource.type.toLowerCase(), key);
    addTo(this.#byGroup, groupKey(resource), key);
    if (resource.parent) addTo(this.#byParent, resource.parent.toLowerCase(), key);
  }
  #valuesOf(service: string): Map<string, unknown> {
    let values = this.#values.get(service);
    if (!values) this.#values.set(service, (values = new Map()));
    return values;
  }
  #tell(event: ChangeEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const groupKey = (resource: StoredResource): string => `${resource.subscriptionId ?? ''}/${resource.resourceGroup ?? ''}`.toLowerCase();
const quotaKey = (subscriptionId: string, location: string, name: string): string => `${subscriptionId}/${location.replaceAll(' ', '')}/${name}`.toLowerCase();

/** A world on top of another one: what-if and validate write here, and the base stays as it is. */
export class OverlayWorld implements World {
  readonly cloud: World['cloud'];
  readonly #base: World;
  readonly #written = new Map<string, StoredResource>();
  readonly #removed = new Set<string>();

  constructor(base: World) {
    this.#base = base;
    this.cloud = base.cloud;
  }

  now = (): Date => this.#base.now();
  newId = (): string => this.#base.newId();
  newKey = (bytes?: number): string => this.#base.newKey(bytes);
  quotaLimit: World['quotaLimit'] = (...args) => this.#base.quotaLimit(...args);
  value<T>(service: string, key: string): T | undefined {
    return this.#base.value<T>(service, key);
  }
  values<T>(service: string): { key: string; value: T }[] {
    return this.#base.values<T>(service);
  }
  // A dry run leaves no trace.
  setQuotaLimit(): void {}
  setValue(): void {}
  deleteValue(): void {}
  onChange = (): (() => void) => () => {};

  get(id: string): StoredResource | undefined {
    const key = id.toLowerCase();
    return this.#removed.has(key) ? undefined : (this.#written.get(key) ?? this.#base.get(id));
  }
  list(filter: ResourceFilter): StoredResource[] {
    // What is written again keeps its place, so that lists made from this compare with those of the world.
    const left = new Map([...this.#written].filter(([, resource]) => matches(resource, filter)));
    const kept = this.#base.list(filter).flatMap((resource) => {
      const key = resource.id.toLowerCase();
      if (this.#removed.has(key)) return [];
      if (!this.#written.has(key)) return [resource];
      const after = left.get(key);
      left.delete(key);
      return after ? [after] : [];
    });
    return [...kept, ...left.values()];
  }
  put(wanted: Parameters<World['put']>[0]): StoredResource {
    const after = toStored(wanted, this.get(wanted.id), this);
    const key = after.id.toLowerCase();
    this.#removed.delete(key);
    this.#written.set(key, after);
    return after;
  }
  delete(id: string): boolean {
    const before = this.get(id);
    if (!before) return false;
    for (const child of this.list({ parent: before.id })) this.delete(child.id);
    this.#written.delete(id.toLowerCase());
    this.#removed.add(id.toLowerCase());
    return true;
  }
  /** True when this dry run wrote the resource. */
  wrote(id: string): boolean {
    return this.#written.has(id.toLowerCase());
  }
  /** Everything this dry run wrote. */
  written(): StoredResource[] {
    return [...this.#written.values()];
  }
}
