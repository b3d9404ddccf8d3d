import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandTemplate, type DeploymentContext, type ExpandedResource, type Json } from '@cloudwright/engine';
import { corpusFolder, readJson } from './unpack.ts';

export interface ExpandedCase {
  id: string;
  resources: ExpandedResource[];
}

/** The expanded resources of every dev quickstart that has parameters. */
export function expandedQuickstarts(): ExpandedCase[] | undefined {
  const cases = corpusFolder('expansions');
  const quickstarts = corpusFolder('quickstarts');
  if (cases === undefined || quickstarts === undefined) return undefined;
  const context = readJson(join(cases, 'expansions/context.json')) as DeploymentContext;
  const lines = readFileSync(join(cases, 'expansions/cases.jsonl'), 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { id: string; template: string; parameters: Json })
    .filter((one) => one.template.startsWith('quickstarts/'))
    .map((one) => {
      const text = readFileSync(join(quickstarts, one.template), 'utf8');
      return { id: one.id, resources: expandTemplate(text, { parameters: one.parameters, context }).resources };
    });
}
