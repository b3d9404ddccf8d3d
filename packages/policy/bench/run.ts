import { compilation, loadAliases, loadDefinitions } from '../corpus/definitions.ts';
import { expandedQuickstarts } from '../corpus/templates.ts';
import { measureSpeed } from './speed.ts';

const loaded = loadDefinitions();
const aliases = loadAliases();
const cases = expandedQuickstarts();
if (loaded === undefined || aliases === undefined || cases === undefined) {
  console.log('skipped: there is no corpus at ../shared/corpus');
} else {
  const { template, bulk, differences, pairs } = measureSpeed(compilation(loaded, aliases).evaluable, cases, aliases);
  console.log(`30 resources, all evaluable built-ins: ${template.plain.toFixed(2)} ms, with trace ${template.traced.toFixed(2)} ms; interpreted ${template.interpreted.toFixed(2)} ms`);
  console.log(`10,000 resources, 200 assignments: ${bulk.conditions} conditions, ${(bulk.compiled / 1e6).toFixed(1)} million a second; interpreted ${(bulk.interpreted / 1e6).toFixed(1)} million; by type index all judged in ${bulk.indexedMs.toFixed(0)} ms`);
  console.log(`compiler and interpreter differ in ${differences.length} of ${pairs} answers`);
  for (const difference of differences.slice(0, 10)) console.log(`  - ${difference}`);
}
