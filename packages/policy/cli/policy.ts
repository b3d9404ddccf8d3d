#!/usr/bin/env node
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { checkFiles, lineOf } from './check.ts';
import { aliasesFrom, answerJob, answerLine, type Job } from './jobs.ts';

const USAGE = `Usage:
  policy check FILE|FOLDER... [--aliases F] [--json]    definitions, initiatives, assignments, exemptions
  policy evaluate --definition F --resource F [--parameters F] [--related F] [--aliases F] [--context F] [--api-version V]
  policy batch [--aliases F]    one JSON job a line on standard input, one answer a line on standard output

Exit code: 0 fine, 1 something is faulty or the resource is not compliant, 2 wrong use.
`;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 2;
}

/** Prints every finding with its place. */
function check(paths: readonly string[], aliases: string | undefined, json: boolean): number {
  if (paths.length === 0) return fail(USAGE);
  const found = checkFiles(paths, aliases === undefined ? undefined : aliasesFrom(aliases));
  if (json) stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
  else for (const diagnostic of found) stdout.write(`${lineOf(diagnostic)}\n`);
  return found.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Judges one resource and prints the verdict. */
function evaluate(options: Record<string, string | undefined>): number {
  const { definition, resource, parameters, related, aliases, context } = options;
  if (definition === undefined || resource === undefined) return fail(USAGE);
  const job: Job = { id: null, definition: readJson(definition), resource: readJson(resource), aliases: aliases ?? null };
  if (parameters !== undefined) job.parameters = readJson(parameters);
  if (context !== undefined) job.context = readJson(context);
  if (options['api-version'] !== undefined) job.apiVersion = options['api-version'];
  if (related !== undefined) {
    const given = readJson(related);
    job.related = Array.isArray(given) ? given : [given];
  }
  const { id: _, ...answer } = answerJob(job, new Date().toISOString());
  stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`);
  return 'error' in answer || answer.compliant === false ? 1 : 0;
}

/** One answer a line, in order; the next line is read when the answer is written. */
async function batch(aliases: string | null): Promise<number> {
  const now = new Date().toISOString();
  for await (const line of createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!stdout.write(`${JSON.stringify(answerLine(line.replace(/^\uFEFF/, ''), now, aliases))}\n`)) await once(stdout, 'drain');
  }
  return 0;
}

async function main(): Promise<number> {
  const option = { type: 'string' } as const;
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { definition: option, resource: option, parameters: option, related: option, aliases: option, context: option, 'api-version': option, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
  const { positionals, values } = parsed;
  if (values.help === true) {
    stdout.write(USAGE);
    return 0;
  }
  const [command, ...files] = positionals;
  try {
    if (command === 'check') return check(files, values.aliases, values.json === true);
    if (command === 'evaluate') return evaluate(values as Record<string, string | undefined>);
    if (command === 'batch') return await batch(values.aliases ?? null);
  } catch (error) {
    return fail((error as Error).message);
  }
  return fail(USAGE);
}

// A reader that has seen enough (head) closes the pipe: that is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await main();
