import { measureSpeed, rate, speedLines, type Reading } from '../bench/speed.ts';
import { compilation, initiatives, loadAliases, loadDefinitions } from './definitions.ts';
import { evalCases } from './eval-cases.ts';
import { normalizationCases } from './normalization.ts';
import { printMeasure, type Measure } from './measure.ts';
import { mutations } from './mutations.ts';
import { bindBuiltIns, builtInsOnQuickstarts } from './quickstarts.ts';
import { browserSize } from './size.ts';
import { suggestions } from './suggestions.ts';
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
  const bound = bindBuiltIns(evaluable);
  also(builtInsOnQuickstarts(bound, templates, aliases));
  also(suggestions(bound, templates, aliases));
  for (const one of speed(measureSpeed(evaluable, templates, aliases))) also(one);
  also(await browserSize());
  also(mutations(loaded.definitions, templates, aliases));
  return good ? 0 : 1;
}

function speed({ template, bulk, differences, pairs }: ReturnType<typeof measureSpeed>): Measure[] {
  const line = (name: string, holds: boolean, note: string): Measure => ({ name, passed: holds ? 1 : 0, total: 1, must: 1, misses: [], notes: [note] });
  const [small = '', large = '', how = ''] = speedLines(template, bulk);
  // A machine that others use is no slower for it: the thread's own time counts where the clock tells of them.
  const time = ({ best, own }: Reading) => Math.min(best, own);
  return [
    line('30 resources, all built-ins: 30 ms, with trace 60 ms', time(template.plain) <= 30 && time(template.traced) <= 60, small),
    line('10,000 resources, 200 assignments: 8 million conditions a second', rate(bulk.conditions, time(bulk.compiled)) >= 8, `${large}; ${how}`),
    { name: 'compiled and interpreted rules agree', passed: pairs - differences.length, total: pairs, must: 1, misses: differences },
  ];
}

process.exitCode = await main();
