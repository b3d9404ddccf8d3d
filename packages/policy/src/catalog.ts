import type { PolicyDefinition, PolicySetDefinition } from './api.ts';
import type { AliasTable } from './aliases.ts';
import { compileDefinition, type CompiledDefinition } from './definition.ts';
import { property } from './property.ts';
import { compareVersions, takesVersion } from './version.ts';

/**
 * Definitions and initiatives by id; each is compiled when it is first asked for. Several versions of one definition
 * may be given: without a reference the newest counts, and where a reference names none of them as well (`versionOf`
 * tells). Of two with one version the later counts.
 */
export class PolicyCatalog {
  readonly aliases: AliasTable | undefined;
  readonly #definitions: Versions<PolicyDefinition>;
  readonly #sets: Versions<PolicySetDefinition>;
  readonly #compiled = new Map<PolicyDefinition, CompiledDefinition>();

  constructor(definitions: Iterable<PolicyDefinition>, sets: Iterable<PolicySetDefinition> = [], aliases?: AliasTable) {
    this.aliases = aliases;
    this.#definitions = byId(definitions);
    this.#sets = byId(sets);
  }

  definition(id: string, version?: string): PolicyDefinition | undefined {
    return choose(this.#definitions, id, version);
  }
  set(id: string, version?: string): PolicySetDefinition | undefined {
    return choose(this.#sets, id, version);
  }
  compiled(id: string, version?: string): CompiledDefinition | undefined {
    const definition = this.definition(id, version);
    if (definition === undefined) return undefined;
    let compiled = this.#compiled.get(definition);
    if (compiled === undefined) {
      compiled = compileDefinition(definition, this.aliases === undefined ? {} : { aliases: this.aliases });
      this.#compiled.set(definition, compiled);
    }
    return compiled;
  }
}

type Versioned = PolicyDefinition | PolicySetDefinition;
/** By id or name in lower case: all versions, the newest first. */
type Versions<T> = ReadonlyMap<string, readonly T[]>;

/** The version of a definition or an initiative; undefined where it has none, as a tenant's own ones have. */
export function versionOf({ properties }: Versioned): string | undefined {
  const version = property(properties, 'version') ?? property(property(properties, 'metadata'), 'version');
  return typeof version === 'string' ? version : undefined;
}

function byId<T extends Versioned>(entries: Iterable<T>): Versions<T> {
  const found = new Map<string, T[]>();
  for (const entry of entries) {
    const key = (entry.id ?? entry.name)?.toLowerCase();
    if (key === undefined) continue;
    const others = found.get(key)?.filter((other) => versionOf(other) !== versionOf(entry)) ?? [];
    found.set(key, [entry, ...others].sort((a, b) => compareVersions(versionOf(b) ?? '', versionOf(a) ?? '')));
  }
  return found;
}

function choose<T extends Versioned>(entries: Versions<T>, id: string, reference: string | undefined): T | undefined {
  const versions = entries.get(id.toLowerCase()) ?? entries.get(lastOf(id));
  return (reference !== undefined && versions?.find((entry) => takesVersion(reference, versionOf(entry) ?? ''))) || versions?.[0];
}

/** Built-in definitions are known by their name alone as well. */
export function lastOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).toLowerCase();
}
