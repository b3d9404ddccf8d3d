import { compilation, loadAliases, loadDefinitions } from '../corpus/definitions.ts';
import { expandedQuickstarts } from '../corpus/templates.ts';
import { measureSpeed, speedLines } from './speed.ts';

const loaded = loadDefinitions();
const aliases = loadAliases();
const cases = expandedQuickstarts();
if (loaded === undefined || aliases === undefined || cases === undefined) {
  console.log('skipped: there is no corpus at ../shared/corpus');
} else {
  const { template, bulk, differences, pairs } = measureSpeed(compilation(loaded, aliases).evaluable, cases, aliases);
  for (const line of speedLines(template, bulk)) console.log(line);
  console.log(`compiler and interpreter differ in ${differences.length} of ${pairs} answers`);
  for (const difference of differences.slice(0, 10)) console.log(`  - ${difference}`);
}
