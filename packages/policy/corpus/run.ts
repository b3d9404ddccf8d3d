import { measureSpeed } from '../bench/speed.ts';
import { compilation, initiatives, loadAliases, loadDefinitions } from './definitions.ts';
import { evalCases } from './eval-cases.ts';
import { normalizationCases } from './normalization.ts';
import { printMeasure, type Measure } from './measure.ts';
import { mutations } from './mutations.ts';
import { bindBuiltIns, builtInsOnQuickstarts } from './quickstarts.ts';
import { browserSize } from './size.ts';
import { expandedQuickstarts } from './templates.ts';

/** One line a measure; exit code 1 when one misses its mark. Without a corpus nothing is measured. */
async function main(): Promise<number> {
  const loaded = loadDefinitions();
  const cases = evalCases();
  const aliases = loadAliases();
  const templates = expandedQuickstarts();
  if (loaded === undefined || cases === undefined || aliases === undefined || templates === undefined) {
    console.log('skipped: there is no corpus at ../shared/corpus');
    return 0;
  }
  let good = printMeasure(cases);
  const also = (measure: Measure) => {
    good = printMeasure(measure) && good;
  };
  const normalization = normalizationCases();
  if (normalization !== undefined) also(normalization);
  const { measure, evaluable } = compilation(loaded, aliases);
  also(measure);
  also(initiatives(loaded));
  also(builtInsOnQuickstarts(bindBuiltIns(evaluable), templates, aliases));
  for (const one of speed(measureSpeed(evaluable, templates, aliases))) also(one);
  also(await browserSize());
  also(mutations(loaded.definitions, templates, aliases));
  return good ? 0 : 1;
}

function speed({ template, bulk, differences, pairs }: ReturnType<typeof measureSpeed>): Measure[] {
  const line = (name: string, holds: boolean, note: string): Measure => ({ name, passed: holds ? 1 : 0, total: 1, must: 1, misses: [], notes: [note] });
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    line('30 resources, all built-ins: 30 ms, with trace 60 ms', template.plain <= 30 && template.traced <= 60, `${ms(template.plain)}, with trace ${ms(template.traced)}; interpreted ${ms(template.interpreted)}`),
    line('10,000 resources, 200 assignments: 8 million conditions a second', bulk.compiled >= 8e6, `${(bulk.compiled / 1e6).toFixed(1)} million; interpreted ${(bulk.interpreted / 1e6).toFixed(1)} million; ${bulk.conditions} conditions`),
    { name: 'compiled and interpreted rules agree', passed: pairs - differences.length, total: pairs, must: 1, misses: differences },
  ];
}

process.exitCode = await main();
