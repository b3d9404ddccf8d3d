import { EACH, parsePath, printPath, type Step } from './property.ts';

/**
 * Aliases: the policy language's names of properties. An alias belongs to a resource type (six names are shared by two
 * types with different paths) and may have another path in some api versions.
 */

/** One alias of a type. */
export type AliasRow = {
  /** Path in the resource: properties.encryption.keySource. */
  path: string;
  /** Other paths, by api version. */
  versions?: ({ path: string; apiVersions: string[] } & AliasMetadata)[];
} & AliasMetadata;

/** What a table tells about an alias besides its path. */
interface AliasMetadata {
  /** Whether `modify` may change it; undefined = the table does not tell. */
  modifiable?: boolean;
  /** String, Boolean, Integer, Array, Object, ... */
  tokenType?: string;
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

/** Entries that a cache keeps before it starts anew. */
const MAX_KEPT = 5_000;

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
      shape = new Shape(type.toLowerCase(), apiVersion, this.#load(type.toLowerCase()), this.#isKnown, this);
      // Types are few; made-up ones of a long batch must not pile up.
      if (this.#shapes.size >= MAX_KEPT) this.#shapes.clear();
      this.#shapes.set(key, shape);
    }
    return shape;
  }

  isKnown(alias: string): boolean {
    return this.#isKnown(alias.toLowerCase()) || this.#isKnown(`${alias.toLowerCase()}[*]`);
  }

  /** Whether `modify` may change an alias, by the alias alone: its type is the part of the name that has it. */
  modifiable(alias: string): boolean | undefined {
    const parts = alias.split('/');
    for (let n = parts.length - 1; n >= 2; n--) {
      const answer = this.shape(parts.slice(0, n).join('/').toLowerCase()).modifiable(alias);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

/** How a field's name is found in a resource. */
export type FieldPath = { kind: 'path'; steps: readonly Step[]; natural?: readonly Step[] } | { kind: 'unknownAlias' } | { kind: 'otherType' } | { kind: 'invalid' };

/** Aliases have a slash; one inside of brackets belongs to a key: `tags['a/b']`. */
export function isAliasName(field: string): boolean {
  const slash = field.indexOf('/');
  const bracket = field.indexOf('[');
  return slash >= 0 && (bracket < 0 || slash < bracket);
}

const UNKNOWN_ALIAS: FieldPath = { kind: 'unknownAlias' };
const OTHER_TYPE: FieldPath = { kind: 'otherType' };

const CONTAINERS = new Set(['microsoft.resources/subscriptions', 'microsoft.resources/resourcegroups', 'microsoft.resources/subscriptions/resourcegroups']);

/** One resource type in one api version: what a compiled field is specialised for. */
export class Shape {
  /** Lower case. */
  readonly type: string;
  readonly apiVersion: string;
  /** True when resources are flat: a field's name is the path itself, and there are no aliases. */
  readonly flat: boolean;
  /** Whether mode Indexed judges the type: it has tags and a location. Undefined where the table does not tell. */
  readonly indexed: boolean | undefined;
  readonly #aliases: AliasType | undefined;
  readonly #isKnown: (alias: string) => boolean;
  readonly #table: AliasTable;
  readonly #paths = new Map<string, FieldPath>();

  constructor(type: string, apiVersion: string, aliases: AliasType | undefined, isKnown: (alias: string) => boolean, table: AliasTable, flat = false) {
    this.type = type;
    this.apiVersion = apiVersion;
    this.#aliases = aliases;
    this.#isKnown = isKnown;
    this.#table = table;
    this.flat = flat;
    this.indexed = flat ? true : CONTAINERS.has(type) ? false : aliases?.tags === undefined || aliases.location === undefined ? undefined : aliases.tags && aliases.location;
  }

  /** The same table's shape of another type. */
  sibling(type: string, apiVersion: string): Shape {
    return this.#table.shape(type, apiVersion);
  }


  /** The path of a field that is not one of the well-known ones. */
  find(field: string): FieldPath {
    let found = this.#paths.get(field);
    if (found === undefined) {
      found = this.#find(field);
      if (this.#paths.size >= MAX_KEPT) this.#paths.clear();
      this.#paths.set(field, found);
    }
    return found;
  }

  #find(field: string): FieldPath {
    if (this.flat || !isAliasName(field)) return pathOf(field);
    const alias = field.toLowerCase();
    const path = this.#pathOf(alias) ?? this.#fromParent(alias);
    if (path !== undefined) return this.#withNatural(pathOf(path), field);
    return this.#isKnown(alias) || this.#isKnown(`${alias}[*]`) ? OTHER_TYPE : UNKNOWN_ALIAS;
  }

  /**
   * Where a table tells no paths by api version, its one path may be another version's: the place that the alias's own
   * name means is looked at second.
   */
  #withNatural(found: FieldPath, field: string): FieldPath {
    const row = this.#aliases?.rows.get(field.toLowerCase());
    if (found.kind !== 'path' || (typeof row === 'object' && row.versions !== undefined)) return found;
    const natural = parsePath(`properties.${field.slice(field.lastIndexOf('/') + 1)}`);
    const same = natural === undefined || printPath(natural).toLowerCase() === printPath(found.steps).toLowerCase();
    return same || eachCount(natural) !== eachCount(found.steps) ? found : { ...found, natural };
  }

  /** The path in this api version. An alias of a list's members gives the list's own path too. */
  #pathOf(alias: string): string | undefined {
    const rows = this.#aliases?.rows ?? EMPTY;
    const row = rows.get(alias);
    if (row !== undefined) return typeof row === 'string' ? row : (this.#version(row)?.path ?? row.path);
    const members = rows.get(`${alias}[*]`);
    const path = members === undefined || typeof members === 'string' ? members : (this.#version(members)?.path ?? members.path);
    return path?.endsWith('[*]') ? path.slice(0, -3) : undefined;
  }

  /** Some tables list the aliases of a child type with its parent: the alias begins with the child type all the same. */
  #fromParent(alias: string): string | undefined {
    if (!alias.startsWith(`${this.type}/`)) return undefined;
    for (let end = this.type.lastIndexOf('/'); end > this.type.indexOf('/'); end = this.type.lastIndexOf('/', end - 1)) {
      const path = this.#table.shape(this.type.slice(0, end), this.apiVersion).#pathOf(alias);
      if (path !== undefined) return path;
    }
    return undefined;
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

  /** The type of an alias's value in this api version; undefined = the table does not tell. */
  tokenType(field: string): string | undefined {
    const row = this.#aliases?.rows.get(field.toLowerCase());
    return row === undefined || typeof row === 'string' ? undefined : (this.#version(row)?.tokenType ?? row.tokenType);
  }

  /** All aliases of the type, as [name in lower case, path in this api version]. */
  *entries(): Generator<[alias: string, path: string]> {
    for (const [alias, row] of this.#aliases?.rows ?? EMPTY) {
      yield [alias, typeof row === 'string' ? row : (this.#version(row)?.path ?? row.path)];
    }
  }
}

function eachCount(steps: readonly Step[]): number {
  return steps.filter((step) => step === EACH).length;
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
      shape = new Shape(type.toLowerCase(), apiVersion, undefined, () => false, this, true);
      if (this.#types.size >= MAX_KEPT) this.#types.clear();
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

interface SourceMetadata {
  attributes?: string;
  type?: string;
}

interface ProviderAliases {
  namespace: string;
  resourceTypes: {
    resourceType: string;
    capabilities?: string;
    aliases?: {
      name: string;
      defaultPath?: string;
      defaultMetadata?: SourceMetadata;
      paths?: { path: string; apiVersions?: string[]; metadata?: SourceMetadata }[];
    }[];
  }[];
}

/**
 * Reads an alias file: compact, {type: {alias: path}} with '' for `properties.` + the alias less its type; or the
 * management API's answer to /providers?$expand=resourceTypes/aliases, with or without its {value}. The shapes are told
 * apart by looking; rows that are not understood are left out.
 */
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
    .map((entry) => ({ path: entry.path, apiVersions: entry.apiVersions ?? [], ...metadataOf(entry.metadata) }));
  const path = typeof defaultPath === 'string' ? defaultPath : versions[0]?.path;
  if (path === undefined) return undefined;
  return { path, ...(versions.length > 0 && { versions }), ...metadataOf(defaultMetadata) };
}

function metadataOf(metadata: SourceMetadata | undefined): AliasMetadata {
  return {
    ...(typeof metadata?.attributes === 'string' && { modifiable: metadata.attributes === 'Modifiable' }),
    ...(typeof metadata?.type === 'string' && { tokenType: metadata.type }),
  };
}
