import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build } from 'vite';
import { corpusDirectory } from '../corpus/unpack.ts';
import { quickstartPairs } from '../corpus/templates.ts';
import { expandTemplate } from '../src/expand/expand-template.ts';
import { toPrintable } from '../src/values.ts';
import type { JsonObject } from '../src/api.ts';

/** Speed against JSON.parse + JSON.stringify of input and output together, an 800-resource loop, and the browser's size. */
const limit = { ratio: 6, aim: 4, loopMs: 40, gzipKb: 60 };
const ROUNDS = 7;

function best(run: () => void): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function measurePairs(corpus: string): boolean {
  const pairs = quickstartPairs(corpus).map(({ id, text, parameters }) => ({ id, text, parameters: JSON.stringify(parameters) }));
  // Warm: every template once, as a server that has run for a while.
  for (let round = 0; round < 2; round++) for (const { text, parameters } of pairs) expandTemplate(text, { parameters });
  let [engine, json] = [0, 0];
  const ratios = pairs.map(({ id, text, parameters }) => {
    const { resources, outputs } = expandTemplate(text, { parameters });
    const output = JSON.stringify(toPrintable({ resources, outputs }));
    const data = [JSON.parse(strict(text)), JSON.parse(parameters), JSON.parse(output)] as unknown[];
    const plain = [JSON.stringify(data[0]), parameters, output];
    const own = best(() => expandTemplate(text, { parameters }));
    const base = best(() => {
      for (const one of plain) JSON.parse(one);
      for (const one of data) JSON.stringify(one);
    });
    engine += own;
    json += base;
    return { id, ratio: own / base, own };
  });
  const sorted = ratios.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  console.log(`${pairs.length} pairs, engine ${engine.toFixed(1)} ms, JSON ${json.toFixed(1)} ms`);
  console.log('ratio   p10    p25    median p75    p90    max    total');
  const cells = [0.1, 0.25, 0.5, 0.75, 0.9, 1].map((share) => quantile(sorted, share).toFixed(2).padEnd(6));
  console.log(`        ${cells.join(' ')} ${(engine / json).toFixed(2)}`);
  for (const { id, ratio, own } of ratios.toSorted((a, b) => b.ratio - a.ratio).slice(0, 5)) console.log(`        ${ratio.toFixed(1)} ${own.toFixed(2)} ms ${id}`);
  return report(`median ratio ${median.toFixed(2)} (must ${limit.ratio}, aim ${limit.aim})`, median <= limit.ratio);
}

/** The text as strict JSON: the comparison gets the same data, not the same comments. */
function strict(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({});
  }
}

function measureLoop(): boolean {
  const template: JsonObject = {
    $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: { prefix: { type: 'string', defaultValue: 'disk' } },
    resources: [
      {
        type: 'Microsoft.Compute/disks',
        apiVersion: '2023-04-02',
        name: "[concat(parameters('prefix'), '-', copyIndex())]",
        location: '[resourceGroup().location]',
        copy: { name: 'disks', count: 800 },
        tags: { index: '[string(copyIndex())]', group: '[resourceGroup().name]' },
        sku: { name: 'Premium_LRS' },
        properties: { creationData: { createOption: 'Empty' }, diskSizeGB: '[add(32, mod(copyIndex(), 8))]' },
      },
    ],
  };
  const text = JSON.stringify(template);
  for (let round = 0; round < 20; round++) expandTemplate(text);
  const took = best(() => expandTemplate(text));
  return report(`800-resource copy loop ${took.toFixed(1)} ms (must ${limit.loopMs})`, took <= limit.loopMs);
}

/** Everything that expanding and the form model need, as a browser would load it. */
async function measureSize(): Promise<boolean> {
  const entry = 'virtual:entry';
  const source = join(import.meta.dirname, '../src');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === entry ? `\0${entry}` : undefined),
        load: (id: string) =>
          id === `\0${entry}`
            ? `export { expandTemplate } from '${source}/expand/expand-template.ts'; export { formModel } from '${source}/form/form-model.ts'; export { formState } from '${source}/form/form-state.ts';`
            : undefined,
      },
    ],
    build: { write: false, minify: true, target: 'esnext', rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  const size = gzipSync(code).length / 1024;
  return report(`browser: ${(code.length / 1024).toFixed(1)} kB minified, ${size.toFixed(1)} kB gzipped (must ${limit.gzipKb})`, code.length > 10_000 && size <= limit.gzipKb);
}

function report(line: string, isMet: boolean): boolean {
  console.log(`${isMet ? 'ok    ' : 'MISSED'} ${line}`);
  return isMet;
}

const corpus = corpusDirectory();
const met: boolean[] = [];
if (corpus === undefined) console.log('The corpus is not here (../shared/corpus): the pairs were not measured.');
else met.push(measurePairs(corpus));
met.push(measureLoop(), await measureSize());
process.exitCode = met.every(Boolean) ? 0 : 1;
