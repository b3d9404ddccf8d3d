import { minimalParameters, templatesIn } from './templates.ts';
import { checkTemplate } from '../src/template/check-template.ts';
import { expandTemplate } from '../src/expand/expand-template.ts';
import { formModel } from '../src/form/form-model.ts';
import { isData } from '../src/template/sections.ts';
import type { Json } from '../src/api.ts';
import type { Measure } from './measure.ts';

/** A small generator with a seed: the same mutations every time. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const scraps = ['[', ']', '{', '}', '"', ',', ':', '(', ')', "'", '\\', '\u0000', '[[', 'copyIndex()', "[parameters('x')]", "[variables('x')]", '[range(0,10000)]', '9999999999999999999', 'null', '-1', '"copy":', "[reference('x')]", '\n', '//', '/*', '🚀'];
const values: Json[] = [null, true, -1, 1e300, '', '[', "[parameters('a')]", "[copyIndex()]", "[concat(createArray(1),createArray(2))]", [], {}, [[]], { copy: { name: 'x', count: 3 } }, { copy: [{ name: 'x', count: 900, input: 1 }] }, "[union(variables('a'),variables('a'))]", "[fail('x')]", '__proto__', "[json('{\"__proto__\":1}')]"];

function mutateText(text: string, next: (below: number) => number): string {
  const at = next(text.length);
  switch (next(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + next(8));
    case 1:
      return text.slice(0, at) + (scraps[next(scraps.length)] as string) + text.slice(at);
    case 2: {
      const from = next(text.length);
      return text.slice(0, at) + text.slice(from, from + next(200)) + text.slice(at);
    }
    default:
      return text.slice(0, at);
  }
}

/** Changes one node of the tree, on a copy of the way to it. */
function mutateTree(value: Json, next: (below: number) => number): Json {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || next(6) === 0) return values[next(values.length)] as Json;
  const key = keys[next(keys.length)] as string;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? mutateTree(item, next) : item));
  const object = value as { [key: string]: Json };
  if (next(12) === 0) {
    const { [key]: _gone, ...rest } = object;
    return rest;
  }
  if (next(12) === 0) return { ...object, [keys[next(keys.length)] as string]: object[key] as Json };
  return { ...object, [key]: mutateTree(object[key] as Json, next) };
}

/** Mutated templates: nothing may throw, and nothing may run over a second. */
export function measureMutations(corpus: string, count: number): Measure[] {
  const pool = ['quickstarts', 'avm', 'docs-json-samples', 'bicep-pairs']
    .flatMap((archive) => templatesIn(corpus, archive))
    .filter(({ text }) => text.length < 12_000);
  const next = generator(20_260_101);
  const threw: Measure['failing'] = [];
  const slow: Measure['failing'] = [];
  for (let round = 0; round < count; round++) {
    const one = pool[next(pool.length)] as (typeof pool)[number];
    let source: string | Json = one.text;
    const rounds = 1 + next(3);
    const isTree = next(2) === 0;
    source = isTree ? one.root : one.text;
    for (let i = 0; i < rounds; i++) source = typeof source === 'string' && !isTree ? mutateText(source, next) : mutateTree(source, next);
    const start = performance.now();
    try {
      const parameters = next(2) === 0 ? minimalParameters(isData(one.root) ? one.root : {}) : {};
      expandTemplate(source, { parameters });
      if (round % 4 === 0) checkTemplate(source);
      if (round % 16 === 0) formModel(source);
    } catch (error) {
      threw.push({ id: `${one.id} round ${round}`, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    const took = performance.now() - start;
    if (took > 1_000) slow.push({ id: `${one.id} round ${round}`, reason: `${Math.round(took)} ms` });
  }
  return [
    { name: 'mutated templates without an exception', passed: count - threw.length, total: count, must: 1, failing: threw },
    { name: 'mutated templates within a second', passed: count - slow.length, total: count, must: 1, failing: slow },
  ];
}
