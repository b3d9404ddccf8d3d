import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measures as measureFunctions } from './function-cases.ts';
import { measureExpansions } from './expansions.ts';
import { measureForms } from './forms.ts';
import { measureMutations } from './mutations.ts';
import { measureRuleExpansions } from './rule-expansions.ts';
import { InvariantWatch, measureOthers, measureQuickstarts, measureStatedOutputs, measureTwins } from './template-measures.ts';
import { corpusDirectory } from './unpack.ts';
import type { Measure } from './measure.ts';

/**
 * Measures the engine on the corpus: one line a measure, the failing ids in a file, exit 1 when one misses its must.
 * `--quick` leaves out most of the mutated templates.
 */
const corpus = corpusDirectory();
if (corpus === undefined) {
  console.log('The corpus is not here (../shared/corpus): nothing was measured.');
  process.exit(0);
}

const mutations = process.argv.includes('--quick') ? 2_000 : 100_000;
const watch = new InvariantWatch();
const steps: (() => Measure[] | Promise<Measure[]>)[] = [
  () => measureFunctions(corpus),
  () => [measureStatedOutputs(corpus)],
  () => [measureRuleExpansions(corpus)],
  () => measureExpansions(corpus),
  () => measureQuickstarts(corpus, watch),
  () => measureOthers(corpus, watch),
  () => [measureTwins(corpus)],
  () => measureForms(corpus),
  () => [watch.measure()],
  () => measureMutations(corpus, mutations),
];

const report: Record<string, Measure['failing']> = {};
let missed = 0;
for (const step of steps) {
  for (const measure of await step()) {
    const share = measure.total === 0 ? 1 : measure.passed / measure.total;
    const isMet = share >= measure.must;
    if (!isMet) missed++;
    const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
    console.log(`${isMet ? 'ok    ' : 'MISSED'} ${measure.name}: ${measure.passed} of ${measure.total} = ${percent(share)} (must ${percent(measure.must)})`);
    if (measure.failing.length > 0) report[measure.name] = measure.failing;
  }
}
const folder = resolve(import.meta.dirname, '../../../node_modules/.cache/engine');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'corpus-failing.json');
writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
console.log(`failing ids: ${file}`);
process.exitCode = missed > 0 ? 1 : 0;
