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

/** Every case that differs, settled: why, who is right, the documented behaviour that proves it, and in how many places. */
interface Settled {
  reasons: Record<string, { right: string; proof: string }>;
  cases: Record<string, { reasons: string[]; differences: number }>;
}

/** Whole expansions by another engine: cases equal at every stated path, and stated values that were compared. */
export function measureExpansions(corpus: string): Measure[] {
  const context = JSON.parse(readFileSync(join(corpus, 'expansions/context.json'), 'utf8')) as DeploymentContext;
  const cases = readFileSync(join(corpus, 'expansions/cases.jsonl'), 'utf8').trimEnd().split('\n');
  const settled = JSON.parse(readFileSync(join(import.meta.dirname, 'expansion-differences.json'), 'utf8')) as Settled;
  const failing: Measure['failing'] = [];
  const open: Measure['failing'] = [];
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
    const known = settled.cases[one.id];
    const count = comparison.differences.length;
    const lines = [...comparison.differences.slice(0, 40), ...errors.map(({ code, message, pointer }) => `${code} ${pointer} ${message}`)];
    const difference = { id: one.id, reason: [`${count} differences: ${known?.reasons.join(', ') ?? 'not settled'}`, ...lines].join('\n') };
    failing.push(difference);
    // One more difference than was settled is a new one.
    if (known === undefined || count > known.differences || known.reasons.some((reason) => settled.reasons[reason]?.right !== 'here')) open.push(difference);
  }
  const equal = cases.length - failing.length;
  return [
    { name: 'expansions: cases equal to the other engine as they stand', passed: equal, total: cases.length, must: 0, failing },
    { name: 'expansions: cases equal, or settled with proof that the other engine is wrong', passed: cases.length - open.length, total: cases.length, must: 0.97, failing: open },
    { name: 'expansions: stated values compared', passed: stated - uncompared, total: stated, must: 0.98, failing: [] },
  ];
}
