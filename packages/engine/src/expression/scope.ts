import { EvaluationError } from './evaluation-error.ts';
import type { Counter, Value } from '../values.ts';
import type { Budget } from '../api.ts';

/** What an evaluation may use when the caller names no budget. */
const DEFAULT_STEPS = 5_000_000;
export const DEFAULT_OUTPUT_BYTES = 64 * 1024 * 1024;
/** User-defined functions and lambdas inside each other; the engine's own recursion relies on it. */
export const MAX_CALL_DEPTH = 64;

/** Counts what evaluations use; one meter serves a whole expansion. Its end is the error `Budget`. */
export class Meter implements Counter {
  steps: number;
  bytes: number;
  /** Calls of lambdas and user-defined functions that are open right now. */
  depth = 0;
  constructor(budget: Budget = {}) {
    this.steps = budget.steps ?? DEFAULT_STEPS;
    this.bytes = budget.outputBytes ?? DEFAULT_OUTPUT_BYTES;
  }
  count(nodes: number): void {
    this.steps -= nodes;
    if (this.steps < 0) throw new EvaluationError('Budget', 'The evaluation used all of its steps.');
  }
  /** Counts what was produced: characters of text, or 8 bytes for each new item or property. */
  produce(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new EvaluationError('Budget', 'The evaluation produced more output than its budget allows.');
  }
}

/** The variables of the lambdas around an expression, innermost first. */
export interface Locals {
  readonly names: readonly string[];
  readonly values: readonly Value[];
  readonly parent: Locals | undefined;
}

/**
 * What an expression sees of the template around it. A template, a policy rule and the command line each bring their
 * own. Methods throw `EvaluationError` for what is not declared or not available here.
 */
export interface Scope {
  readonly meter: Meter;
  /** Written by the lambda functions only. */
  locals: Locals | undefined;
  parameter(name: string): Value;
  variable(name: string): Value;
  /** The answer of a function without arguments about the deployment: subscription, resourceGroup, deployment, ... */
  about(what: AboutDeployment): Value;
  /** Levels, ids and names that resourceId() and its kin build on. */
  readonly ids: ScopeIds;
  /** Index of the copy loop (the innermost one without a name); undefined outside of a loop. */
  copyIndex(loop: string | undefined): number | undefined;
  /** ISO 8601 in UTC. */
  readonly now: string;
  newGuid(): string;
  /** A call that only the cloud can answer (reference, list*, providers, pickZones, ...): its value, or a RuntimeValue. */
  runtime(name: string, args: readonly Value[]): Value;
  /** Calls a user-defined function `namespace.name`; undefined when there is none. Its arguments are not checked yet. */
  userFunction(name: string): ((args: readonly Value[]) => Value) | undefined;
}

export type AboutDeployment = 'subscription' | 'resourceGroup' | 'managementGroup' | 'tenant' | 'deployment' | 'environment' | 'deployer';

export interface ScopeIds {
  readonly level: 'resourceGroup' | 'subscription' | 'managementGroup' | 'tenant';
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly managementGroup: string;
}
