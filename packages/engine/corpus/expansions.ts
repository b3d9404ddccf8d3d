import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareExpansion, lineOf, type Difference } from './compare.ts';
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

/**
 * What differs and is settled: `reasons` holds who is right and the documented behaviour that proves it, `cases` every
 * path that differs with its reason. A path more, or one that no longer differs, is a finding.
 */
interface Settled {
  reasons: Record<string, string>;
  cases: Record<string, Record<string, string>>;
}

/** Whole expansions by another engine: cases equal at every stated path, and stated values that were compared. */
export function measureExpansions(corpus: string): Measure[] {
  const context = JSON.parse(readFileSync(join(corpus, 'expansions/context.json'), 'utf8')) as DeploymentContext;
  const cases = readFileSync(join(corpus, 'expansions/cases.jsonl'), 'utf8').trimEnd().split('\n');
  const settled = JSON.parse(readFileSync(join(import.meta.dirname, 'expansion-differences.json'), 'utf8')) as Settled;
  const differing: Measure['failing'] = [];
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
    const findings = unsettled(comparison.differences, settled.cases[one.id] ?? {}, settled.reasons);
    const errors = expansion.diagnostics.filter(({ severity }) => severity === 'error').slice(0, 3);
    const errorLines = errors.map(({ code, message, pointer }) => `${code} ${pointer} ${message}`);
    if (comparison.differences.length > 0) differing.push({ id: one.id, reason: [...comparison.differences.map((found) => `${settled.cases[one.id]?.[found.at] ?? 'NOT SETTLED'}: ${lineOf(found)}`), ...errorLines].join('\n') });
    if (findings.length > 0) open.push({ id: one.id, reason: [...findings, ...errorLines].join('\n') });
  }
  const equal = cases.length - differing.length;
  const total = cases.length;
  const onlySettled = differing.filter(({ id }) => !open.some((other) => other.id === id)).length;
  return [
    { name: 'expansions: cases equal to the other engine as they stand', passed: equal, total, must: 0, failing: differing },
    { name: 'expansions: cases equal but for paths settled with proof that the other engine is wrong', passed: onlySettled, total, must: 0, failing: [] },
    { name: 'expansions: cases equal, or equal but for settled paths', passed: total - open.length, total, must: 0.97, failing: open },
    { name: 'expansions: stated values compared', passed: stated - uncompared, total: stated, must: 0.98, failing: [] },
  ];
}

/** Differences that no settled path covers, and settled paths without a difference: the list must stay exact. */
function unsettled(differences: readonly Difference[], paths: Record<string, string>, reasons: Settled['reasons']): string[] {
  const found = new Set(differences.map(({ at }) => at));
  const fresh = differences.filter(({ at }) => reasons[paths[at] ?? ''] === undefined).map(lineOf);
  return [...fresh, ...Object.keys(paths).filter((at) => !found.has(at)).map((at) => `${at}: settled, but it does not differ`)];
}
