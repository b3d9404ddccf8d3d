import { join } from 'node:path';
import { answerJob, type Job } from '../cli/jobs.ts';
import type { Measure } from './measure.ts';
import { corpusFolder, readJson } from './unpack.ts';

interface EvalCase {
  id: string;
  note: string;
  aliases: string | null;
  policyRule?: unknown;
  policyDefinition?: unknown;
  resource?: unknown;
  parameters?: unknown;
  relatedResources?: unknown;
  context?: Record<string, unknown>;
  requestContext?: unknown;
  apiVersion?: string;
  expect: { effect?: string; noMatch?: boolean; compiles?: boolean; parseError?: boolean; compileError?: boolean };
}

/** Cases whose expectation the documentation contradicts: the reason, with the place. */
export const contradicted: Record<string, string> = {
  'e2e_tags_append#4': 'tags stand at the root of a resource; the case has them in properties (concepts/definition-structure-policy-rule, Fields)',
  'e2e_tags_inherit_modify#2': 'tags stand at the root of a resource; the case has them in properties (concepts/definition-structure-policy-rule, Fields)',
  'parse_errors#21': 'uniqueString() is not among the functions that policy rules leave out (concepts/definition-structure-policy-rule, Policy functions)',
};

/** The cases of the corpus through the very code of `policy batch`. */
export function evalCases(): Measure | undefined {
  const folder = corpusFolder('policy-eval-cases');
  if (folder === undefined) return undefined;
  const inner = join(folder, 'policy-eval-cases');
  const cases = readJson(join(inner, 'cases.json')) as EvalCase[];
  const misses: string[] = [];
  let passed = 0;
  for (const one of cases) {
    const answer = answerJob(jobOf(one, inner), '2026-01-01T00:00:00Z');
    if (isExpected(one.expect, answer)) passed++;
    else misses.push(`${one.id} ${one.note}: expected ${JSON.stringify(one.expect)}, got ${'error' in answer ? answer.error.code : `${answer.effect}/${answer.compliant}`}. ${contradicted[one.id] ?? 'UNEXPLAINED'}`);
  }
  return { name: 'evaluation cases', passed, total: cases.length, must: 0.98, misses };
}

function jobOf(one: EvalCase, folder: string): Job {
  const job: Job = {
    id: one.id,
    definition: one.policyDefinition ?? one.policyRule,
    resource: one.resource,
    parameters: one.parameters,
    aliases: one.aliases === null ? null : join(folder, one.aliases),
    context: { ...one.context, ...(one.requestContext !== undefined && { requestContext: one.requestContext }) },
  };
  if (one.apiVersion !== undefined) job.apiVersion = one.apiVersion;
  if (one.relatedResources !== undefined) job.related = one.relatedResources;
  return job;
}

function isExpected(expect: EvalCase['expect'], answer: ReturnType<typeof answerJob>): boolean {
  if (expect.parseError === true || expect.compileError === true) return 'error' in answer;
  if ('error' in answer) return false;
  if (expect.compiles === true) return true;
  if (expect.noMatch === true) return answer.effect === 'none' && answer.compliant === true;
  return answer.effect.toLowerCase() === expect.effect?.toLowerCase() && answer.compliant !== 'unknown';
}
