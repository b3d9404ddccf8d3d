import type { Clock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import type { Operations } from '../world/operations.ts';
import type { RequestLog } from '../world/request-log.ts';
import type { StoredWorld } from '../world/stored-world.ts';
import type { Authority } from '../services/identity/authority.ts';
import type { DirectorySeed } from '../services/identity/directory.ts';
import type { Addresses } from './provider.ts';
import type { Registry } from './registry.ts';

/** One running sandbox cloud: everything that its handlers share. */
export interface Cloud {
  kind: 'general' | 'government';
  world: StoredWorld;
  clock: Clock;
  operations: Operations;
  faults: Faults;
  log: RequestLog;
  seed: DirectorySeed;
  addresses: Addresses;
  linkMirrors: { from: string; to: string }[];
  authority: Authority;
  registry: Registry;
  /** Reports what went wrong inside the sandbox itself, and counts it. */
  internalError: (error: unknown) => void;
  internalErrors: () => number;
}
