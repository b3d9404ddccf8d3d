import { compileDefinition, frameOf, Inventory, type AliasTable } from '../src/index.ts';
import type { LoadedDefinition } from './definitions.ts';
import type { Measure } from './measure.ts';
import { CONTEXT } from './quickstarts.ts';
import type { ExpandedCase } from './templates.ts';

/** A small generator with a seed: every run mutates the same way. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

const SPOILERS: unknown[] = [
  null, true, false, 0, -1, 1e300, '', '[', ']', '[]', '[*]', '[field()]', "[field('[*].[*]')]", "[current('x')]", '[[', '[', "[concat('a', parameters('b'))]",
  "[substring(field('name'), 0, 99)]", 'Microsoft.Compute/virtualMachines', 'tags[', "tags['a", '*', '**', '###', [], [[]], {}, { allOf: [] }, { not: {} }, { count: {} }, { field: 'type' },
  { value: "[current()]", equals: 1 }, '__proto__', 'constructor', '\u0000', '\ud800', 'ß', Number.MAX_SAFE_INTEGER, ['[', {}], { operations: [{}] }, 'modify', 'deployIfNotExists',
];

/** The JSON with one to four of its nodes changed, removed, moved or renamed. */
function mutate(source: unknown, random: (below: number) => number): unknown {
  const copy = structuredClone(source);
  for (let times = 1 + random(4); times > 0; times--) {
    let node: unknown = copy;
    for (let depth = random(9); depth > 0; depth--) {
      const children = typeof node === 'object' && node !== null ? Object.values(node).filter((child) => typeof child === 'object' && child !== null) : [];
      if (children.length === 0) break;
      node = children[random(children.length)];
    }
    if (typeof node !== 'object' || node === null) continue;
    const holder = node as Record<string, unknown>;
    const keys = Object.keys(holder);
    const key = keys[random(Math.max(1, keys.length))] ?? 'field';
    const other = keys[random(Math.max(1, keys.length))] ?? 'value';
    const what = random(5);
    if (what === 0) delete holder[key];
    else if (what === 1) holder[other] = holder[key];
    else if (what === 2) holder[`${key}x`] = holder[key];
    else holder[key] = structuredClone(SPOILERS[random(SPOILERS.length)]);
  }
  return copy;
}

/** Mutated definitions and resources: nothing throws, nothing is slow. */
export function mutations(definitions: readonly LoadedDefinition[], cases: readonly ExpandedCase[], aliases: AliasTable, total = 100_000): Measure {
  const random = generator(20_260_101);
  const resources = cases.flatMap((one) => one.resources).map((resource) => JSON.parse(JSON.stringify(resource)) as unknown);
  const misses: string[] = [];
  let compiledWell = 0;
  let slowest = 0;
  let passed = 0;
  for (let i = 0; i < total; i++) {
    const base = definitions[random(definitions.length)] as LoadedDefinition;
    const definition = random(4) === 0 ? base.definition : mutate(base.definition, random);
    const resource = random(3) === 0 ? mutate(resources[random(resources.length)], random) : resources[random(resources.length)];
    const start = performance.now();
    try {
      const { policy } = compileDefinition(definition, { aliases }).bind(mutate({ effect: 'audit' }, random) as Record<string, unknown>);
      if (policy !== undefined) {
        compiledWell++;
        const inventory = new Inventory([resource], random(2) === 0);
        policy.judge(frameOf(resource, { aliases, context: CONTEXT }), { trace: random(2) === 0, related: (request) => inventory.related(resource, request) });
      }
      passed++;
    } catch (error) {
      misses.push(`${base.file}: ${error instanceof Error ? (error.stack ?? '').slice(0, 400) : String(error)}`);
    }
    slowest = Math.max(slowest, performance.now() - start);
  }
  if (slowest > 1000) misses.push(`the slowest took ${slowest.toFixed(0)} ms`);
  return { name: 'mutations without an exception', passed: slowest > 1000 ? 0 : passed, total, must: 1, misses, notes: [`${compiledWell} still compiled; the slowest took ${slowest.toFixed(1)} ms`] };
}
