import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandTemplate, planDeployment, toPrintable } from './index.ts';
import type { DeploymentContext, Json } from './api.ts';

interface TemplateCase {
  title: string;
  /** The page of the documentation that the expectation comes from. */
  source: string;
  template: Json;
  parameters?: Json;
  context?: DeploymentContext;
  /** Linked files by address. */
  files?: Record<string, Json>;
  expect: {
    ok: boolean;
    names?: string[];
    ids?: string[];
    outputs?: Record<string, unknown>;
    /** By id: what the resource must hold at least. */
    resources?: Record<string, object>;
    /** By names. */
    edges?: [string, string][];
    waves?: string[][];
    codes?: string[];
    pointers?: string[];
    missing?: string[];
    /** A text that must not be printed anywhere. */
    absent?: string;
  };
}

const folder = join(import.meta.dirname, '../cases/templates');

for (const file of readdirSync(folder)) {
  const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as TemplateCase[];
  describe(file, () => {
    for (const one of cases) it(one.title, () => judge(one));
  });
}

function judge({ template, parameters, context, files, expect: wanted }: TemplateCase): void {
  const expansion = expandTemplate(template, {
    ...(parameters === undefined ? {} : { parameters }),
    ...(context === undefined ? {} : { context }),
    loader: (address) => files?.[address],
  });
  const { resources, outputs, edges, diagnostics } = expansion;
  const nameOf = new Map(resources.map(({ id, name }) => [id, name]));
  expect({ ok: expansion.ok, diagnostics: wanted.ok ? diagnostics.filter(({ severity }) => severity === 'error') : [] }).toEqual({ ok: wanted.ok, diagnostics: [] });
  if (wanted.names !== undefined) expect(resources.map(({ name }) => name)).toEqual(wanted.names);
  if (wanted.ids !== undefined) expect(resources.map(({ id }) => id)).toEqual(wanted.ids);
  if (wanted.outputs !== undefined) expect(toPrintable(outputs)).toEqual(wanted.outputs);
  for (const [id, part] of Object.entries(wanted.resources ?? {})) expect(toPrintable(resources.find((resource) => resource.id === id))).toMatchObject(part);
  if (wanted.edges !== undefined) expect(edges.map(({ from, to }) => [nameOf.get(from), nameOf.get(to)])).toEqual(wanted.edges);
  if (wanted.waves !== undefined) expect(planDeployment(expansion).waves.map((wave) => wave.map((id) => nameOf.get(id)))).toEqual(wanted.waves);
  if (wanted.codes !== undefined) expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(wanted.codes);
  if (wanted.pointers !== undefined) expect(diagnostics.map(({ pointer }) => pointer)).toEqual(wanted.pointers);
  if (wanted.missing !== undefined) expect(expansion.missingLinks).toEqual(wanted.missing);
  if (wanted.absent !== undefined) expect(JSON.stringify(toPrintable([resources, outputs, diagnostics]))).not.toContain(wanted.absent);
}
