#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { dirname, resolve } from 'node:path';
import { deploymentContext, runBatch } from './batch.ts';
import { addressOf, folderLoader, readData, readText, UsageError } from './files.ts';
import { fillPlaceholders } from './placeholders.ts';
import { checkTemplate, diagnosticCatalogue, evaluateExpression, expandTemplate, formModel, formState, inlineTemplate, readTemplate, toPrintable } from '../src/index.ts';
import { SourceDocument } from '../src/read/source-document.ts';
import { asObject, asText, isData, sectionsOf } from '../src/template/sections.ts';
import { getProperty } from '../src/values.ts';
import type { Diagnostic, Json, JsonObject } from '../src/api.ts';

const usage = `arm check FILE [--json]
arm expand FILE [--parameters FILE] [--context FILE] [--set name=value]... [--root FOLDER] [--placeholders]
arm evaluate "[expression]" [--context FILE]
arm form FILE [--ui FILE] [--values FILE] [--context FILE]
arm inline FILE [--root FOLDER]
arm codes
arm batch [--placeholders]
`;

const settings = {
  json: { type: 'boolean', default: false },
  placeholders: { type: 'boolean', default: false },
  parameters: { type: 'string' },
  context: { type: 'string' },
  root: { type: 'string' },
  ui: { type: 'string' },
  values: { type: 'string' },
  set: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;
type Settings = ReturnType<typeof parseArgs<{ options: typeof settings; allowPositionals: true }>>['values'];

/** Each verb returns its exit code: 0 clean, 1 errors, 2 wrong use. */
const verbs: Record<string, (file: string, given: Settings) => number> = {
  check(file, given) {
    const diagnostics = checkTemplate(readText(file), given.context === undefined ? {} : { context: contextOf(given).context });
    print(given.json ? diagnostics : diagnostics.map((found) => lineOf(file, found)).join('\n'));
    return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
  expand(file, given) {
    const template = readText(file);
    const { root } = readTemplate(template);
    const folder = resolve(given.root ?? dirname(file));
    const { context } = contextOf(given);
    let parameters: Json = given.parameters === undefined ? {} : readData(given.parameters);
    if (given.placeholders) parameters = fillPlaceholders(parameters, root);
    parameters = withSettings(parameters, given.set ?? [], root);
    const expansion = expandTemplate(template, { parameters, context: { templateUri: addressOf(file), ...context }, loader: folderLoader(folder) });
    const { resources, outputs, diagnostics, edges } = expansion;
    print({ resources: toPrintable(resources), outputs: toPrintable(outputs), diagnostics, edges });
    return expansion.ok ? 0 : 1;
  },
  evaluate(expression, given) {
    const { value, error } = evaluateExpression(expression, contextOf(given));
    if (error !== undefined) {
      process.stderr.write(`${error.code}: ${error.message}\n`);
      return 1;
    }
    print(toPrintable(value) ?? null);
    return 0;
  },
  form(file, given) {
    const { context } = contextOf(given);
    const ui = given.ui === undefined ? undefined : readText(given.ui);
    const model = formModel(readText(file), { context, ...(ui === undefined ? {} : { createUiDefinition: ui }) });
    const state = ui === undefined || given.values === undefined ? undefined : formState(ui, asObject(readData(given.values)), context);
    print(state === undefined ? model : { ...model, state });
    return model.diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
  inline(file, given) {
    const { template, diagnostics } = inlineTemplate(readText(file), folderLoader(resolve(given.root ?? dirname(file))), { templateUri: addressOf(file) });
    for (const found of diagnostics) process.stderr.write(`${lineOf(file, found)}\n`);
    print(template);
    return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
  },
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: settings, allowPositionals: true });
  const [verb, subject, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (verb === 'batch' && subject === undefined) {
    await runBatch(process.stdin, process.stdout, { placeholders: values.placeholders });
    return 0;
  }
  if (verb === 'codes' && subject === undefined) {
    for (const [code, { severity, help }] of Object.entries(diagnosticCatalogue)) process.stdout.write(`${code} ${severity} ${help}\n`);
    return 0;
  }
  const run = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (run === undefined || subject === undefined || rest.length > 0) throw new UsageError('');
  return run(subject, values);
}

function contextOf(given: Settings): { parameters: JsonObject; variables: JsonObject; context: ReturnType<typeof deploymentContext> } {
  const context = given.context === undefined ? {} : readData(given.context);
  if (!isData(context)) throw new UsageError('A context file is a JSON object.');
  return { parameters: asObject(context['parameters']), variables: asObject(context['variables']), context: deploymentContext(context) };
}

/** `--set name=value`: JSON where the declared type is not text, else the text itself. */
function withSettings(parameters: Json, set: readonly string[], template: Json | undefined): Json {
  if (set.length === 0) return parameters;
  const declared = isData(template) ? sectionsOf(template).parameters : {};
  const entries = set.map((setting): [string, Json] => {
    const at = setting.indexOf('=');
    if (at <= 0) throw new UsageError(`--set ${setting}: name=value is expected.`);
    const name = setting.slice(0, at);
    const type = (asText(getProperty(asObject(getProperty(declared, name)), 'type')) ?? 'string').toLowerCase();
    return [name, { value: type.endsWith('string') ? setting.slice(at + 1) : dataOf(setting.slice(at + 1)) }];
  });
  const given = asObject(parameters);
  const inner = given['parameters'];
  return { $schema: '', parameters: { ...(isData(inner) ? inner : given), ...Object.fromEntries(entries) } };
}

function dataOf(text: string): Json {
  return new SourceDocument(text).root ?? text;
}

function lineOf(file: string, { file: linked, line, column, severity, code, message }: Diagnostic): string {
  return `${linked ?? file}:${line ?? 1}:${column ?? 1} ${severity} ${code} ${message}`;
}

function print(value: unknown): void {
  if (value !== '') process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!isUsage) throw error;
  process.stderr.write(`${error.message === '' ? '' : `${error.message}\n`}${usage}`);
  process.exitCode = 2;
}
