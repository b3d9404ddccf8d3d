import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareExpansion } from './compare.ts';
import { expandTemplate } from '../src/expand/expand-template.ts';
import { toPrintable } from '../src/values.ts';
import type { Measure } from './measure.ts';
import type { DeploymentContext, Json } from '../src/api.ts';

interface Case {
  id: string;
  template: string;
  parameters: Json;
  resources: { [key: string]: unknown }[];
  outputs: { [key: string]: unknown };
}

/** Whole expansions by another engine: cases equal at every stated path, and stated values that were compared. */
export function measureExpansions(corpus: string): Measure[] {
  const context = JSON.parse(readFileSync(join(corpus, 'expansions/context.json'), 'utf8')) as DeploymentContext;
  const cases = readFileSync(join(corpus, 'expansions/cases.jsonl'), 'utf8').trimEnd().split('\n');
  const failing: Measure['failing'] = [];
  let [stated, uncompared] = [0, 0];
  for (const line of cases) {
    const one = JSON.parse(line) as Case;
    const text = readFileSync(join(corpus, one.template), 'utf8');
    const expansion = expandTemplate(text, { parameters: one.parameters, context });
    const printed = toPrintable({ resources: expansion.resources, outputs: expansion.outputs }) as Pick<Case, 'resources' | 'outputs'>;
    const comparison = compareExpansion(one, printed);
    stated += comparison.stated;
    uncompared += comparison.uncompared;
    if (comparison.differences.length === 0) continue;
    const errors = expansion.diagnostics.filter(({ severity }) => severity === 'error').slice(0, 3);
    failing.push({ id: one.id, reason: [...comparison.differences.slice(0, 12), ...errors.map(({ code, message, pointer }) => `${code} ${pointer} ${message}`)].join('\n') });
  }
  return [
    { name: 'expansions: cases equal', passed: cases.length - failing.length, total: cases.length, must: 0.97, failing },
    { name: 'expansions: stated values compared', passed: stated - uncompared, total: stated, must: 0.98, failing: [] },
  ];
}
