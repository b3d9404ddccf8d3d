import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf, folderLoader } from '../cli/files.ts';
import { compareValue, lineOf, nothingCompared } from './compare.ts';
import { brokenInvariants } from './invariants.ts';
import { minimalParameters, quickstartPairs, templatesIn, withParameters, type TemplateCase } from './templates.ts';
import { checkTemplate } from '../src/template/check-template.ts';
import { expandTemplate } from '../src/expand/expand-template.ts';
import { readTemplate } from '../src/read/read-template.ts';
import { isData } from '../src/template/sections.ts';
import { toPrintable } from '../src/values.ts';
import type { Expansion, Json } from '../src/api.ts';
import type { Measure } from './measure.ts';

type Failing = Measure['failing'];

const knownFaults = JSON.parse(readFileSync(join(import.meta.dirname, 'quickstart-faults.json'), 'utf8')) as Record<string, string>;

const knownTwins = JSON.parse(readFileSync(join(import.meta.dirname, 'twin-differences.json'), 'utf8')) as Record<string, string>;

/** Collects what must hold of every expansion that any measure makes. */
export class InvariantWatch {
  readonly failing: Failing = [];
  total = 0;
  /** A second run of the same input must give the same text. */
  watch(one: TemplateCase, expansion: Expansion, again: () => Expansion): void {
    this.total++;
    const faults = brokenInvariants(expansion, one.text, JSON.stringify(one.parameters));
    const text = (result: Expansion): string => JSON.stringify(toPrintable([result.resources, result.outputs, result.edges, result.diagnostics]));
    if (text(expansion) !== text(again())) faults.push('another text the second time');
    if (faults.length > 0) this.failing.push({ id: one.id, reason: faults.slice(0, 5).join('\n') });
  }
  measure(): Measure {
    return { name: 'invariants of every expansion', passed: this.total - this.failing.length, total: this.total, must: 1, failing: this.failing };
  }
}

function expandCase(one: TemplateCase): Expansion {
  return expandTemplate(one.text, { parameters: one.parameters, context: { templateUri: addressOf(one.path) }, loader: folderLoader(dirname(one.path)) });
}

function errorsOf({ diagnostics }: Expansion): string {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .slice(0, 4)
    .map(({ code, pointer, message, file }) => `${code} ${file ?? ''}${pointer} ${message}`)
    .join('\n');
}

/** Complete quickstart pairs without an error; a miss that is the template's own fault is named in quickstart-faults.json. */
export function measureQuickstarts(corpus: string, watch: InvariantWatch): Measure[] {
  const pairs = quickstartPairs(corpus);
  const failing: Failing = [];
  let named = 0;
  for (const one of pairs) {
    const expansion = expandCase(one);
    watch.watch(one, expansion, () => expandCase(one));
    if (expansion.ok) continue;
    const fault = knownFaults[one.id];
    if (fault !== undefined) named++;
    failing.push({ id: one.id, reason: `${fault === undefined ? 'NOT EXPLAINED' : fault}\n${errorsOf(expansion)}` });
  }
  return [
    { name: 'quickstart pairs without an error', passed: pairs.length - failing.length, total: pairs.length, must: 0.99, failing },
    { name: 'quickstart misses that are the template\'s own fault', passed: named, total: failing.length, must: 1, failing: failing.filter(({ reason }) => reason.startsWith('NOT')) },
  ];
}

/** Templates of the other archives: read, checked and expanded without an internal error. */
export function measureOthers(corpus: string, watch: InvariantWatch): Measure[] {
  return ['avm', 'azurestack-quickstarts', 'docs-json-samples', 'lint-templates', 'bicep-pairs'].map((archive) => {
    const failing: Failing = [];
    const found = templatesIn(corpus, archive);
    for (const template of found) {
      try {
        const one = withParameters(template);
        checkTemplate(one.text);
        watch.watch(one, expandCase(one), () => expandCase(one));
      } catch (error) {
        failing.push({ id: template.id, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    }
    return { name: `${archive}: without internal error`, passed: found.length - failing.length, total: found.length, must: 0.98, failing };
  });
}

interface OutputCase {
  id: string;
  template: Json;
  parameters: Json;
  context: { [key: string]: Json };
  expectOutputs: { [key: string]: unknown };
}

/** Whole templates whose outputs the documentation states. */
export function measureStatedOutputs(corpus: string): Measure {
  const cases = JSON.parse(readFileSync(join(corpus, 'function-cases/template_output_cases.json'), 'utf8')) as OutputCase[];
  const failing: Failing = [];
  for (const { id, template, parameters, context, expectOutputs } of cases) {
    const expansion = expandTemplate(template, { parameters, context });
    const comparison = nothingCompared();
    const printed = toPrintable(expansion.outputs) as { [key: string]: unknown };
    for (const [name, stated] of Object.entries(expectOutputs)) compareValue(stated, printed[name], name, comparison);
    if (comparison.uncompared > 0) comparison.differences.push({ at: 'outputs', what: `${comparison.uncompared} values stayed symbolic` });
    if (comparison.differences.length > 0 || !expansion.ok) failing.push({ id, reason: [...comparison.differences.map(lineOf), errorsOf(expansion)].join('\n') });
  }
  return { name: 'whole templates with stated outputs', passed: cases.length - failing.length, total: cases.length, must: 1, failing };
}

/** The same module compiled with resource names and with symbolic names must expand to the same resources and edges. */
export function measureTwins(corpus: string): Measure {
  const failing: Failing = [];
  const symbolic = templatesIn(corpus, 'bicep-pairs').filter(({ path }) => path.endsWith('.symbolicnames.json'));
  let total = 0;
  for (const twin of symbolic) {
    const path = twin.path.replace('.symbolicnames.json', '.json');
    const text = readFileSync(path, 'utf8');
    const { root } = readTemplate(text);
    if (!isData(root)) continue;
    total++;
    const sides = [text, twin.text].map((source) => expandTemplate(source, { parameters: minimalParameters(root) }));
    const [named, bySymbol] = sides as [Expansion, Expansion];
    const comparison = nothingCompared();
    const view = (expansion: Expansion): unknown => runtimeAside(Object.fromEntries(expansion.resources.map((resource) => [resource.id, toPrintable(resource)])));
    compareValue(view(named), view(bySymbol), '', comparison);
    compareValue(runtimeAside(toPrintable(named.outputs)), runtimeAside(toPrintable(bySymbol.outputs)), 'outputs', comparison);
    const edges = (expansion: Expansion): string[] => expansion.edges.map(({ from, to }) => `${from} -> ${to}`.toLowerCase()).toSorted();
    const [a, b] = [new Set(edges(named)), new Set(edges(bySymbol))];
    for (const edge of a) if (!b.has(edge)) comparison.differences.push({ at: edge, what: 'an edge only with names' });
    for (const edge of b) if (!a.has(edge)) comparison.differences.push({ at: edge, what: 'an edge only with symbols' });
    const explained = knownTwins[twin.id] !== undefined;
    if (comparison.differences.length > 0 && !explained) failing.push({ id: twin.id, reason: comparison.differences.slice(0, 8).map(lineOf).join('\n') });
  }
  return { name: 'twins: names and symbolic names equal, or the difference explained', passed: total - failing.length, total, must: 1, failing };
}

/** Run-time values are the same when both sides leave them to the cloud: a symbol prints another call than a name. */
function runtimeAside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(runtimeAside);
  if (typeof value !== 'object' || value === null) return value;
  if ('$runtime' in value) return '{{runtime}}';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, runtimeAside(item)]));
}
