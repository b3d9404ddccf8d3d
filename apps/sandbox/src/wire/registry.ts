import type { Hooks, Operation, Provider, ResourceType } from './provider.ts';

interface Route {
  operation: Operation;
  expression: RegExp;
  names: string[];
  weight: number;
}

/** Compiles a path template: `{name}` is one segment, `{name*}` any number of them (also none). */
function compile(operation: Operation): Route {
  const names: string[] = [];
  const text = operation.path.replace(/\{(\w+)(\*?)\}|[.*+?^$()|[\]\\]/g, (part, name?: string, star?: string) => {
    if (!name) return `\\${part}`;
    names.push(name);
    return star ? '(.*)' : '([^/]+)';
  });
  // More literal text wins, whatever the order of registration.
  return { operation, names, expression: new RegExp(`^${text}$`, 'i'), weight: operation.path.replace(/\{\w+\*?\}/g, '').length - (operation.path.includes('*}') ? 1000 : 0) };
}

/** All providers joined: types by name, operations by path, hooks in order. */
export class Registry {
  readonly providers: Provider[];
  readonly hooks: Hooks[];
  readonly mounts: NonNullable<Provider['mounts']>;
  readonly #types = new Map<string, ResourceType>();
  readonly #namespaces = new Map<string, { namespace: string; types: ResourceType[] }>();
  readonly #routes = new Map<string, Route[]>();

  readonly #fallback: (type: string) => ResourceType;

  /** `fallback` makes the type of a child that nobody describes. */
  constructor(providers: Provider[], fallback: (type: string) => ResourceType) {
    this.#fallback = fallback;
    this.providers = providers;
    this.hooks = providers.flatMap(({ hooks }) => hooks ?? []);
    this.mounts = providers.flatMap(({ mounts }) => mounts ?? []).toSorted((a, b) => b.prefix.length - a.prefix.length);
    for (const provider of providers) {
      const key = provider.namespace.toLowerCase();
      const entry = this.#namespaces.get(key) ?? { namespace: provider.namespace, types: [] };
      this.#namespaces.set(key, entry);
      for (const type of provider.types) {
        // The first to describe a type wins: a generic row never hides behaviour.
        if (this.#types.has(type.type.toLowerCase())) continue;
        this.#types.set(type.type.toLowerCase(), type);
        entry.types.push(type);
      }
      for (const operation of provider.operations ?? []) {
        const routes = this.#routes.get(operation.method) ?? [];
        routes.push(compile(operation));
        this.#routes.set(operation.method, routes);
      }
    }
    for (const routes of this.#routes.values()) routes.sort((a, b) => b.weight - a.weight);
  }

  /** The described type, without the fallback. */
  described(type: string): ResourceType | undefined {
    return this.#types.get(type.toLowerCase());
  }

  /**
   * A type with its behaviour. A child of a known type that nobody describes is stored, returned and deleted;
   * undefined for a type of an unknown namespace or an unknown top-level type.
   */
  type(type: string): ResourceType | undefined {
    const found = this.described(type);
    if (found) return found;
    const [namespace = '', top, ...children] = type.split('/');
    if (!children.length || !this.described(`${namespace}/${top}`)) return undefined;
    return this.#fallback(type);
  }

  namespace(name: string): { namespace: string; types: ResourceType[] } | undefined {
    return this.#namespaces.get(name.toLowerCase());
  }
  namespaces(): { namespace: string; types: ResourceType[] }[] {
    return [...this.#namespaces.values()].filter(({ types }) => types.length > 0);
  }

  operation(method: string, path: string): { operation: Operation; params: Record<string, string> } | undefined {
    for (const { operation, expression, names } of this.#routes.get(method) ?? []) {
      const match = expression.exec(path);
      if (match) return { operation, params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])) };
    }
    return undefined;
  }
}

/** True for a type that lives in another resource of its own provider. */
export const isChildType = (type: string): boolean => type.split('/').length > 2;
