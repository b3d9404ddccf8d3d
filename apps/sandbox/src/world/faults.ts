import type { World } from './world.ts';

/** A fault on purpose: requests that match are slowed down or refused. */
export interface Fault {
  id: string;
  /** Part of the path, or a regular expression between slashes; '' = all. */
  path: string;
  /** '' = all methods. */
  method: string;
  kind: 'latency' | 'throttle' | 'error';
  /** Milliseconds that a request waits (latency). */
  latency?: number;
  /** 5xx status of an error; 429 is `throttle`. */
  status?: number;
  code?: string;
  message?: string;
  /** Seconds in Retry-After. */
  retryAfter?: number;
  /** 0..1, share of the requests that are hit; default 1. */
  rate?: number;
  /** How many more requests are hit; absent = until it is removed. */
  count?: number;
  /** World time (ISO) when it ends by itself. */
  until?: string;
  /** How many were hit so far. */
  hits: number;
}

/** Switches that are not about single requests. */
export interface Switches {
  /** Life of access tokens in seconds. */
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** Life of AWS sessions in seconds, shorter than AWS would let one ask for; 0 = as asked. */
  awsSessionSeconds: number;
  /** Whether the sandbox fetches templateLink addresses by itself. */
  linkedTemplates: boolean;
  /** Whether role assignments are enforced. */
  accessControl: boolean;
}

const DEFAULTS: Switches = { accessTokenSeconds: 3599, refreshTokenSeconds: 86_400, awsSessionSeconds: 0, linkedTemplates: true, accessControl: true };

/** The faults and switches of one cloud: kept in the world, so that a restart does not heal them. */
export class Faults {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** The faults that still hold; those whose time is over are forgotten. */
  list(): Fault[] {
    const now = this.#world.now().toISOString();
    const faults = this.#world.values<Fault>('fault').map(({ value }) => value);
    for (const fault of faults) if (fault.until && fault.until <= now) this.remove(fault.id);
    return faults.filter(({ until }) => !until || until > now);
  }

  add(fault: Omit<Fault, 'id' | 'hits'>): Fault {
    const added = { ...fault, id: this.#world.newId(), hits: 0 };
    this.#world.setValue('fault', added.id, added);
    return added;
  }

  remove(id: string): void {
    this.#world.deleteValue('fault', id);
  }

  clear(): void {
    for (const { id } of this.list()) this.remove(id);
    this.#world.setValue('switches', 'all', DEFAULTS);
  }

  get switches(): Switches {
    return { ...DEFAULTS, ...this.#world.value<Partial<Switches>>('switches', 'all') };
  }

  setSwitches(changed: Partial<Switches>): void {
    this.#world.setValue('switches', 'all', { ...this.switches, ...changed });
  }

  /** The faults that hit this request: any latency and at most one refusal; each use is counted. */
  hit(method: string, path: string): Fault[] {
    const hit: Fault[] = [];
    for (const fault of this.list()) {
      if (fault.method && fault.method.toUpperCase() !== method) continue;
      if (!matchesPath(fault.path, path)) continue;
      if (fault.kind !== 'latency' && hit.some(({ kind }) => kind !== 'latency')) continue;
      if (fault.rate !== undefined && Math.random() >= fault.rate) continue;
      hit.push(fault);
      const left = fault.count === undefined ? undefined : fault.count - 1;
      if (left !== undefined && left <= 0) this.remove(fault.id);
      else this.#world.setValue('fault', fault.id, { ...fault, hits: fault.hits + 1, ...(left === undefined ? {} : { count: left }) });
    }
    return hit;
  }
}

/** A fault's path is part of the request's path, or a regular expression between slashes. */
function matchesPath(pattern: string, path: string): boolean {
  if (!pattern) return true;
  const expression = /^\/(.+)\/$/.exec(pattern);
  return expression ? new RegExp(expression[1]!, 'i').test(path) : path.toLowerCase().includes(pattern.toLowerCase());
}

/** True when the text of a fault's path can be used (a regular expression must compile). */
export function isFaultPath(pattern: string): boolean {
  try {
    matchesPath(pattern, '');
    return true;
  } catch {
    return false;
  }
}
