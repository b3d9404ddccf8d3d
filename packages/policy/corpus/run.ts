import { compilation, initiatives, loadAliases, loadDefinitions } from './definitions.ts';
import { evalCases } from './eval-cases.ts';
import { bindBuiltIns, builtInsOnQuickstarts } from './quickstarts.ts';
import { expandedQuickstarts } from './templates.ts';
import { printMeasure, type Measure } from './measure.ts';

/** One line a measure; exit code 1 when one misses its mark. Without a corpus nothing is measured. */
async function main(): Promise<number> {
  const loaded = loadDefinitions();
  const cases = evalCases();
  if (loaded === undefined || cases === undefined) {
    console.log('skipped: there is no corpus at ../shared/corpus');
    return 0;
  }
  const aliases = loadAliases();
  const { measure, evaluable } = compilation(loaded, aliases);
  const measures: Measure[] = [cases, measure, initiatives(loaded)];
  const policies = bindBuiltIns(evaluable);
  const templates = expandedQuickstarts();
  if (aliases !== undefined && templates !== undefined) measures.push(builtInsOnQuickstarts(policies, templates, aliases));
  return measures.map(printMeasure).every(Boolean) ? 0 : 1;
}

process.exitCode = await main();
