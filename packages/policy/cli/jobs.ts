import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compileDefinition, FlatAliases, readAliases, type AliasTable, type EvaluationContext, type JsonObject, type TraceStep, type Verdict } from '../src/index.ts';

/** One line of `policy batch`. */
export interface Job {
  id?: unknown;
  definition?: unknown;
  parameters?: unknown;
  resource?: unknown;
  related?: unknown;
  apiVersion?: unknown;
  aliases?: unknown;
  context?: unknown;
}

export type Answer =
  | { id: unknown; effect: string; compliant: boolean | 'unknown'; reason: string; trace: TraceStep[]; details?: unknown; suggestion?: unknown; resource?: unknown }
  | { id: unknown; error: { code: string; message: string } };

const flat = new FlatAliases();
const tables = new Map<string, AliasTable>();
/** A run names a handful of alias files; more are read again when they return. */
const MAX_TABLES = 8;

/** Reads an alias file, once. `null` means that resources are flat. Throws what reading and parsing throw. */
export function aliasesFrom(path: string | null): AliasTable {
  if (path === null) return flat;
  const file = resolve(path);
  let table = tables.get(file);
  if (table === undefined) {
    if (tables.size >= MAX_TABLES) tables.clear();
    tables.set(file, (table = readAliases(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))));
  }
  return table;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class JobError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Where a job says nothing about its surroundings, these are assumed. */
const SUBSCRIPTION = { subscriptionId: '00000000-0000-0000-0000-000000000000' };
const RESOURCE_GROUP = { name: 'myResourceGroup', location: 'eastus' };

/**
 * The context of a job with everything that can be told from the rest of it. Without a request the latest api version
 * counts (definition-structure-policy-rule, requestContext): none is later than today.
 */
function contextOf(source: unknown, apiVersion: string | undefined, now: string): EvaluationContext {
  const given = isObject(source) ? source : {};
  const subscription = isObject(given['subscription']) ? given['subscription'] : SUBSCRIPTION;
  const group = isObject(given['resourceGroup']) ? given['resourceGroup'] : RESOURCE_GROUP;
  const subscriptionId = String(subscription['subscriptionId'] ?? SUBSCRIPTION.subscriptionId);
  const id = `/subscriptions/${subscriptionId}`;
  const request = isObject(given['requestContext']) ? given['requestContext'] : {};
  return {
    subscription: { id, subscriptionId, displayName: subscriptionId, ...subscription },
    resourceGroup: { id: `${id}/resourceGroups/${String(group['name'] ?? '')}`, type: 'Microsoft.Resources/resourceGroups', tags: {}, ...group },
    requestContext: { apiVersion: apiVersion ?? now.slice(0, 10), ...request },
    ...(isObject(given['policy']) && { policy: given['policy'] }),
    utcNow: typeof given['utcNow'] === 'string' ? given['utcNow'] : now,
  };
}

/** Related resources as they are, or wrapped as the answers of a lookup: {response: resource or null}. */
function relatedOf(source: unknown): unknown[] | undefined {
  if (!Array.isArray(source)) return undefined;
  return source
    .map((entry: unknown) => (isObject(entry) && 'response' in entry && !('type' in entry) ? entry['response'] : entry))
    .flatMap((entry: unknown) => (isObject(entry) && Array.isArray(entry['value']) && Object.keys(entry).length === 1 ? entry['value'] : [entry]))
    .filter((entry) => entry !== null && entry !== undefined);
}

/** Answers one job. Never throws. */
export function answerJob(job: Job, now: string, defaultAliases: string | null = null): Answer {
  const id = job.id ?? null;
  try {
    return { id, ...evaluateJob(job, now, defaultAliases) };
  } catch (error) {
    if (error instanceof JobError) return { id, error: { code: error.code, message: error.message } };
    return { id, error: { code: 'InternalError', message: error instanceof Error ? error.message : String(error) } };
  }
}

function evaluateJob(job: Job, now: string, defaultAliases: string | null): Omit<Extract<Answer, { effect: string }>, 'id'> {
  const aliases = tableOf(job.aliases, defaultAliases);
  const compiled = compileDefinition(job.definition, { aliases });
  refuse(compiled.diagnostics);
  const { policy, diagnostics } = compiled.bind(isObject(job.parameters) ? job.parameters : {});
  refuse(diagnostics);
  if (policy === undefined) throw new JobError('InvalidDefinition', 'The definition does not compile.');
  const apiVersion = typeof job.apiVersion === 'string' ? job.apiVersion : undefined;
  const related = relatedOf(job.related);
  const verdict = policy.evaluate(job.resource, {
    aliases,
    context: contextOf(job.context, apiVersion, now),
    trace: true,
    ...(apiVersion !== undefined && { apiVersion }),
    ...(related !== undefined && { related: () => related }),
  });
  return answerOf(verdict);
}

/** A verdict as the command line writes it. */
function answerOf(verdict: Verdict): Omit<Extract<Answer, { effect: string }>, 'id'> {
  const { effect, compliant, reason, trace = [], details, suggestion, changed } = verdict;
  return {
    effect,
    compliant,
    reason,
    trace,
    ...(details !== undefined && { details }),
    ...(suggestion !== undefined && { suggestion }),
    ...(changed !== undefined && { resource: changed.resource }),
  };
}

function tableOf(path: unknown, fallback: string | null): AliasTable {
  const chosen = path === undefined ? fallback : path;
  if (chosen !== null && typeof chosen !== 'string') throw new JobError('InvalidJob', "'aliases' must be a path or null.");
  try {
    return aliasesFrom(chosen);
  } catch (error) {
    throw new JobError('AliasesUnreadable', `The alias file '${chosen}' can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refuse(diagnostics: readonly { severity: string; code: string; message: string; pointer: string }[]): void {
  const error = diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  if (error !== undefined) throw new JobError(error.code, error.pointer === '' ? error.message : `${error.message} (at ${error.pointer})`);
}

/** Answers one line of a batch. Never throws. */
export function answerLine(line: string, now: string, defaultAliases: string | null = null): Answer {
  let job: unknown;
  try {
    job = JSON.parse(line);
  } catch (error) {
    return { id: null, error: { code: 'InvalidJson', message: error instanceof Error ? error.message : String(error) } };
  }
  if (!isObject(job)) return { id: null, error: { code: 'InvalidJob', message: 'A job must be an object.' } };
  return answerJob(job as Job, now, defaultAliases);
}
