import { parsePath, type Step } from './property.ts';

/**
 * Aliases: the policy language's names of properties. An alias belongs to a resource type (six names are shared by two
 * types with different paths) and may have another path in some api versions.
 */

/** One alias of a type. */
export interface AliasRow {
  /** Path in the resource: properties.encryption.keySource. */
  path: string;
  /** Other paths, by api version. */
  versions?: { path: string; apiVersions: string[]; modifiable?: boolean }[];
  /** Whether `modify` may change it; undefined = the table does not tell. */
  modifiable?: boolean;
}

export interface AliasType {
  /** The type's own spelling. */
  type: string;
  /** Alias name, lower case -> row. A text is the row that has only a path. */
  rows: ReadonlyMap<string, AliasRow | string>;
  /** What the type supports, where the source tells: mode Indexed asks for both. */
  tags?: boolean;
  location?: boolean;
}

/** Gives a type's aliases by the type's name in lower case; undefined = the source does not know the type. */
export type AliasLoader = (type: string) => AliasType | undefined;

const EMPTY: ReadonlyMap<string, AliasRow | string> = new Map();

/**
 * The aliases of all types, loaded type by type through a function, so that a browser may hold the few types that a
 * deployment has while the whole table stays on the server.
 */
export class AliasTable {
  readonly #load: AliasLoader;
  readonly #isKnown: (alias: string) => boolean;
  readonly #shapes = new Map<string, Shape>();

  /** `isKnown` answers whether any type has an alias of this name (lower case). Default: no. */
  constructor(load: AliasLoader, isKnown: (alias: string) => boolean = () => false) {
    this.#load = load;
    this.#isKnown = isKnown;
  }

  /** The aliases of one type as a request of this api version sees them. The same object for the same question. */
  shape(type: string, apiVersion = ''): Shape {
    const key = `${apiVersion}|${type}`;
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = new Shape(type.toLowerCase(), apiVersion, this.#load(type.toLowerCase()), this.#isKnown, false);
      this.#shapes.set(key, shape);
    }
    return shape;
  }

  isKnown(alias: string): boolean {
    return this.#isKnown(alias.toLowerCase());
  }
}

/** How a field's name is found in a resource. */
export type FieldPath = { kind: 'path'; steps: readonly Step[] } | { kind: 'unknownAlias' } | { kind: 'otherType' } | { kind: 'invalid' };

const UNKNOWN_ALIAS: FieldPath = { kind: 'unknownAlias' };
const OTHER_TYPE: FieldPath = { kind: 'otherType' };

/** One resource type in one api version: what a compiled field is specialised for. */
export class Shape {
  /** Lower case. */
  readonly type: string;
  readonly apiVersion: string;
  /** True when resources are flat: a field's name is the path itself, and there are no aliases. */
  readonly flat: boolean;
  readonly #aliases: AliasType | undefined;
  readonly #isKnown: (alias: string) => boolean;
  readonly #paths = new Map<string, FieldPath>();

  constructor(type: string, apiVersion: string, aliases: AliasType | undefined, isKnown: (alias: string) => boolean, flat: boolean) {
    this.type = type;
    this.apiVersion = apiVersion;
    this.#aliases = aliases;
    this.#isKnown = isKnown;
    this.flat = flat;
  }

  /** What the type supports; undefined = not known. */
  get indexed(): boolean | undefined {
    const { tags, location } = this.#aliases ?? {};
    return tags === undefined || location === undefined ? undefined : tags && location;
  }

  /** The path of a field that is not one of the well-known ones. */
  find(field: string): FieldPath {
    let found = this.#paths.get(field);
    if (found === undefined) {
      found = this.#find(field);
      this.#paths.set(field, found);
    }
    return found;
  }

  #find(field: string): FieldPath {
    if (this.flat || !field.includes('/')) return pathOf(field);
    const alias = field.toLowerCase();
    const row = (this.#aliases?.rows ?? EMPTY).get(alias);
    if (row === undefined) return this.#isKnown(alias) ? OTHER_TYPE : UNKNOWN_ALIAS;
    return pathOf(typeof row === 'string' ? row : (this.#version(row)?.path ?? row.path));
  }

  #version(row: AliasRow) {
    const { apiVersion } = this;
    if (apiVersion === '') return undefined;
    return row.versions?.find((version) => version.apiVersions.some((v) => v.toLowerCase() === apiVersion.toLowerCase()));
  }

  /** Whether `modify` may change an alias in this api version; undefined = the table does not tell. */
  modifiable(field: string): boolean | undefined {
    const row = this.#aliases?.rows.get(field.toLowerCase());
    if (row === undefined || typeof row === 'string') return undefined;
    return this.#version(row)?.modifiable ?? row.modifiable;
  }

  /** All aliases of the type, as [name in lower case, path in this api version]. */
  *entries(): Generator<[alias: string, path: string]> {
    for (const [alias, row] of this.#aliases?.rows ?? EMPTY) {
      yield [alias, typeof row === 'string' ? row : (this.#version(row)?.path ?? row.path)];
    }
  }
}

function pathOf(path: string): FieldPath {
  const steps = parsePath(path);
  return steps === undefined ? { kind: 'invalid' } : { kind: 'path', steps };
}

/** Stands in for a table where resources are flat: fields are looked up in them directly. */
export class FlatAliases extends AliasTable {
  readonly #types = new Map<string, Shape>();
  constructor() {
    super(() => undefined);
  }
  override shape(type: string, apiVersion = ''): Shape {
    const key = `${apiVersion}|${type}`;
    let shape = this.#types.get(key);
    if (shape === undefined) {
      shape = new Shape(type.toLowerCase(), apiVersion, undefined, () => false, true);
      this.#types.set(key, shape);
    }
    return shape;
  }
}

/** Builds a table from all types at once. */
export function aliasTable(types: Iterable<AliasType>): AliasTable {
  const byType = new Map<string, AliasType>();
  const known = new Set<string>();
  for (const type of types) {
    const key = type.type.toLowerCase();
    const before = byType.get(key);
    // A namespace may list a type twice; the rows add up.
    byType.set(key, before === undefined ? type : { ...before, ...type, rows: new Map([...before.rows, ...type.rows]) });
    for (const alias of type.rows.keys()) known.add(alias);
  }
  return new AliasTable((type) => byType.get(type), (alias) => known.has(alias));
}

/** What `readAliases` understands; the three shapes are told apart by looking. */
export type AliasSource =
  /** Compact: {type: {alias: path}}; '' as a path is `properties.` + the alias less its type. */
  | Record<string, Record<string, string>>
  /** The management API's answer to /providers?$expand=resourceTypes/aliases, with or without its {value}. */
  | ProviderAliases[]
  | { value: ProviderAliases[] };

export interface ProviderAliases {
  namespace: string;
  resourceTypes: {
    resourceType: string;
    capabilities?: string;
    aliases?: {
      name: string;
      defaultPath?: string;
      defaultMetadata?: { attributes?: string };
      paths?: { path: string; apiVersions?: string[]; metadata?: { attributes?: string } }[];
    }[];
  }[];
}

/** Reads an alias file of any of the known shapes. Rows that are not understood are left out. */
export function readAliases(source: unknown): AliasTable {
  const list = Array.isArray(source) ? source : isRecord(source) && Array.isArray(source['value']) ? source['value'] : undefined;
  if (list !== undefined) return aliasTable(list.flatMap(readProvider));
  return aliasTable(isRecord(source) ? Object.entries(source).flatMap(([type, rows]) => readCompact(type, rows)) : []);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readCompact(type: string, source: unknown): AliasType[] {
  if (!isRecord(source)) return [];
  const rows = new Map<string, string>();
  for (const [alias, path] of Object.entries(source)) {
    if (typeof path === 'string') rows.set(alias.toLowerCase(), path === '' ? derivedPath(alias, type) : path);
  }
  return [{ type, rows }];
}

/** Most aliases are their type's name and the property's path: those need no path of their own in a compact table. */
function derivedPath(alias: string, type: string): string {
  return `properties.${alias.slice(type.length + 1)}`;
}

/** The compact form of a table's type, for a file or an endpoint: paths that can be derived are ''. */
export function compactAliases(type: string, rows: Iterable<[alias: string, path: string]>): Record<string, string> {
  const compact: Record<string, string> = {};
  for (const [alias, path] of rows) compact[alias] = path === derivedPath(alias, type) ? '' : path;
  return compact;
}

function readProvider(source: unknown): AliasType[] {
  if (!isRecord(source) || typeof source['namespace'] !== 'string' || !Array.isArray(source['resourceTypes'])) return [];
  const { namespace } = source as unknown as ProviderAliases;
  const types: AliasType[] = [];
  for (const entry of source['resourceTypes'] as unknown[]) {
    if (!isRecord(entry) || typeof entry['resourceType'] !== 'string') continue;
    const { resourceType, capabilities, aliases } = entry as unknown as ProviderAliases['resourceTypes'][number];
    const rows = new Map<string, AliasRow>();
    for (const alias of Array.isArray(aliases) ? aliases : []) {
      const row = readRow(alias);
      if (row !== undefined) rows.set(alias.name.toLowerCase(), row);
    }
    const type: AliasType = { type: `${namespace}/${resourceType}`, rows };
    if (typeof capabilities === 'string' && capabilities !== '') {
      type.tags = capabilities.includes('SupportsTags');
      type.location = capabilities.includes('SupportsLocation');
    }
    types.push(type);
  }
  return types;
}

function readRow(alias: unknown): AliasRow | undefined {
  if (!isRecord(alias) || typeof alias['name'] !== 'string') return undefined;
  const { defaultPath, defaultMetadata, paths } = alias as unknown as NonNullable<ProviderAliases['resourceTypes'][number]['aliases']>[number];
  const versions = (Array.isArray(paths) ? paths : [])
    .filter((entry) => isRecord(entry) && typeof entry.path === 'string' && Array.isArray(entry.apiVersions))
    .map((entry) => ({ path: entry.path, apiVersions: entry.apiVersions ?? [], ...modifiable(entry.metadata) }));
  const path = typeof defaultPath === 'string' ? defaultPath : versions[0]?.path;
  if (path === undefined) return undefined;
  return { path, ...(versions.length > 0 && { versions }), ...modifiable(defaultMetadata) };
}

function modifiable(metadata: { attributes?: string } | undefined): { modifiable?: boolean } {
  return typeof metadata?.attributes === 'string' ? { modifiable: metadata.attributes === 'Modifiable' } : {};
}
