import type { JsonObject } from '@cloudwright/engine';

/**
 * A resource as the sandbox keeps it. `body` is the Azure body without id, name and type (location, tags, sku,
 * kind, identity, properties, ...), as GET answers it except for what a type's `read` adds.
 */
export interface StoredResource {
  /** Full id in the casing of its first write. */
  id: string;
  /** Full type in the provider's casing. */
  type: string;
  /** Last name segment. */
  name: string;
  subscriptionId: string | undefined;
  resourceGroup: string | undefined;
  /** Parent resource (child types) or scope (extension types), else undefined. */
  parent: string | undefined;
  location: string | undefined;
  apiVersion: string;
  body: JsonObject;
  /** Never sent by GET: keys, passwords, counters. */
  secret: JsonObject;
  etag: string;
  createdAt: string;
  changedAt: string;
  /** Object id of who wrote it last. */
  changedBy: string;
}

/** What a change was; sent to listeners after it is stored. */
export interface ChangeEvent {
  kind: 'write' | 'delete';
  id: string;
  type: string;
  before: StoredResource | undefined;
  after: StoredResource | undefined;
  caller: string;
  at: string;
}

export interface ResourceFilter {
  type?: string;
  /** Children of this resource (one level), or extension resources on this scope. */
  parent?: string;
  /** Everything whose id starts with this scope. */
  scope?: string;
  subscriptionId?: string;
  resourceGroup?: string;
  location?: string;
  name?: string;
}

/**
 * The persistent state of one cloud (general or government): resources, quota, clock, ids. Synchronous. No HTTP here.
 * Ids, names and types compare without case.
 */
export interface World {
  readonly cloud: 'general' | 'government';
  /** The world's clock; tests may move it. */
  now(): Date;
  /** A new GUID. */
  newId(): string;
  /** Random text for keys: base64 of so many bytes. */
  newKey(bytes?: number): string;
  get(id: string): StoredResource | undefined;
  list(filter: ResourceFilter): StoredResource[];
  /** Stores a resource as it is (no checks, no hooks); makes a new etag; tells listeners. */
  put(resource: { id: string; body: JsonObject; type?: string; apiVersion?: string; secret?: JsonObject; caller?: string }): StoredResource;
  /** Removes a resource, its children and its extension resources; true when it was there. */
  delete(id: string, caller?: string): boolean;
  /** Limits: a row of the quota table (location and name '*' stand for all without a row); `used` is summed by the type's `quota`. */
  quotaLimit(subscriptionId: string, location: string, name: string, fallback: number): number;
  setQuotaLimit(subscriptionId: string, location: string, name: string, limit: number): void;
  /** Free-form persistent state of a service. */
  value<T>(service: string, key: string): T | undefined;
  setValue(service: string, key: string, value: unknown): void;
  values<T>(service: string): { key: string; value: T }[];
  deleteValue(service: string, key: string): void;
  onChange(listener: (event: ChangeEvent) => void): () => void;
}
