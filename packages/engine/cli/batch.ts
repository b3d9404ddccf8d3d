import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { addressOf, folderLoader, readData, readText, UsageError } from './files.ts';
import { fillPlaceholders } from './placeholders.ts';
import { checkTemplate, evaluateExpression, expandTemplate, readTemplate, toPrintable } from '../src/index.ts';
import { parseExactJson } from '../src/read/exact-json.ts';
import { asObject, asText, isData } from '../src/template/sections.ts';
import type { DeploymentContext, ExpandOptions, Json, JsonObject } from '../src/api.ts';

export interface BatchOptions {
  placeholders: boolean;
}

/**
 * Answers one JSON job a line, in order. Lines are read one at a time and answers wait for the pipe, so memory does not
 * grow with the number of jobs; a line that is no job is answered with an error.
 */
export async function runBatch(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, options: BatchOptions): Promise<void> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    if (!output.write(`${JSON.stringify(answerLine(line, options))}\n`)) await once(output, 'drain');
  }
}

export function answerLine(line: string, options: BatchOptions): unknown {
  let job: Json;
  try {
    job = parseExactJson(line) as Json;
  } catch (error) {
    return badLine('InvalidJson', error instanceof Error ? error.message : 'The line is not JSON.');
  }
  if (!isData(job)) return badLine('InvalidJob', 'A job is a JSON object.');
  const id = toPrintable(job['id'] ?? null);
  const kind = asText(job['kind']) ?? '';
  const answer = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (answer === undefined) return { id, error: { code: 'InvalidJob', message: `A job's kind is one of ${Object.keys(kinds).join(', ')}.` } };
  try {
    return { id, ...answer(job, options) };
  } catch (error) {
    // Whatever it was, the next line goes on.
    const code = error instanceof UsageError ? 'InvalidJob' : 'InternalError';
    return { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}

function badLine(code: string, message: string): unknown {
  return { id: null, error: { code, message } };
}

const kinds: Record<string, (job: JsonObject, options: BatchOptions) => object> = {
  evaluate(job) {
    const expression = asText(job['expression']);
    if (expression === undefined) throw new UsageError('An evaluate job has an expression.');
    const context = asObject(job['context']);
    const { value, error } = evaluateExpression(expression, {
      parameters: asObject(context['parameters']),
      variables: asObject(context['variables']),
      context: deploymentContext(context),
    });
    return error === undefined ? { value: toPrintable(value) } : { error };
  },
  expand(job, options) {
    const { template, root } = templateOf(job);
    const { ok, resources, outputs, edges, diagnostics } = expandTemplate(template, expandOptions(job, template, root, options));
    return { ok, resources: toPrintable(resources), outputs: toPrintable(outputs), edges, diagnostics };
  },
  check(job) {
    return { diagnostics: checkTemplate(templateOf(job).template) };
  },
};

function templateOf(job: JsonObject): { template: string | Json; root: string | undefined } {
  const { template } = job;
  const root = asText(job['root']);
  if (template === undefined || template === null) throw new UsageError('A job has a template: a path or an object.');
  if (typeof template !== 'string') return { template, root };
  return { template: readText(pathOf(template, root)), root };
}

/** A path from the current folder, or from the root that the job names. */
function pathOf(path: string, root: string | undefined): string {
  return root !== undefined && !existsSync(path) ? join(root, path) : path;
}

function expandOptions(job: JsonObject, template: string | Json, root: string | undefined, options: BatchOptions): ExpandOptions {
  const { parameters } = job;
  let given = typeof parameters === 'string' ? readData(pathOf(parameters, root)) : parameters;
  if (options.placeholders && given !== undefined) given = fillPlaceholders(given, typeof template === 'string' ? readTemplate(template).root : template);
  const context = deploymentContext(asObject(job['context']));
  const path = asText(job['template']);
  const uri = root === undefined ? undefined : addressOf(path === undefined ? join(root, 'azuredeploy.json') : pathOf(path, root));
  return {
    ...(given === undefined || given === null ? {} : { parameters: given }),
    context: uri === undefined || context.templateUri !== undefined ? context : { ...context, templateUri: uri },
    ...(root === undefined ? {} : { loader: folderLoader(resolve(root)) }),
  };
}

/** The members of a job's context that describe the deployment; null counts as absent. */
export function deploymentContext(context: JsonObject): DeploymentContext {
  const { parameters: _parameters, variables: _variables, ...rest } = context;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)) as DeploymentContext;
}
