import type { Clock } from '../world/clock.ts';
import type { Faults } from '../world/faults.ts';
import type { Operations } from '../world/operations.ts';
import type { RequestLog } from '../world/request-log.ts';
import type { StoredWorld } from '../world/stored-world.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import type { Addresses, Operation } from './provider.ts';
import type { Registry } from './registry.ts';

/** A directory (tenant). */
export interface Directory {
  id: string;
  displayName: string;
  domain: string;
}

/** A person. `objectIds` holds one object id a directory; the home one and, for guests, others. */
export interface Account {
  upn: string;
  name: string;
  jobTitle: string;
  home: string;
  objectIds: Record<string, string>;
}

/** An application with a secret (service principal) for scripts. */
export interface Application {
  clientId: string;
  name: string;
  objectId: string;
  tenant: string;
  secret: string;
}

/** Everything that is seeded in one cloud. */
export interface DirectorySeed {
  directories: Directory[];
  accounts: Account[];
  applications: Application[];
  subscriptions: { id: string; displayName: string; tenant: string }[];
  /** Role assignments: principal's object id, role name, scope. */
  assignments: { objectId: string; role: string; scope: string }[];
}

/** The directory service, as far as the wire needs it. */
export interface TokenAuthority {
  /** Claims of a token of this authority; throws jose's errors. */
  verify: (token: string, clock: Date) => Promise<JWTPayload>;
  /** Accepted audiences by kind. */
  resources: { kind: NonNullable<Operation['audience']> | 'portal'; audience: string }[];
  /** Signs with a new key from now on, as a directory does from time to time; answers its id. */
  rotateKey: () => string;
  /** Former keys are published no more: what they signed is worth nothing. */
  withdrawFormerKeys: () => void;
  /** Serves a request, or answers false when the path is not the authority's. */
  handle: (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<boolean>;
}

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
  authority: TokenAuthority;
  /** Regions of this cloud, short names. */
  regionNames: string[];
  registry: Registry;
  /** Reports what went wrong inside the sandbox itself, and counts it. */
  internalError: (error: unknown) => void;
  internalErrors: () => number;
}
