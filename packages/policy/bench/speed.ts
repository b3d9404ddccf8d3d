import { frameOf, type AliasTable } from '../src/index.ts';
import { bindParameters } from '../src/parameters.ts';
import { Diagnostics } from '../src/diagnostics.ts';
import { Policy } from '../src/policy.ts';
import type { Frame } from '../src/frame.ts';
import type { compilation } from '../corpus/definitions.ts';
import { sampleFor } from '../corpus/definitions.ts';
import { CONTEXT } from '../corpus/quickstarts.ts';
import type { ExpandedCase } from '../corpus/templates.ts';
import { executed, interpretRule } from './interpreter.ts';

interface Subject {
  policy: Policy;
  rule: { if: unknown };
  parameters: ReadonlyMap<string, unknown>;
}

export interface Speed {
  /** For all built-ins over the 30-resource template: without and with trace, and interpreted. */
  template: { plain: Reading; traced: Reading; interpreted: Reading };
  /** For many resources: by type index, and every rule on every resource, compiled and interpreted; and how many conditions those executed. */
  bulk: { indexed: Reading; compiled: Reading; interpreted: Reading; conditions: number };
  /** Pairs of rule and resource that compiler and interpreter answer differently. */
  differences: string[];
  pairs: number;
}

/** Million conditions a second, from milliseconds. */
export const rate = (conditions: number, milliseconds: number): number => conditions / milliseconds / 1000;

/** Measures the compiled rules beside the interpreted ones, over the same resources. */
export function measureSpeed(evaluable: ReturnType<typeof compilation>['evaluable'], cases: readonly ExpandedCase[], aliases: AliasTable): Speed {
  const subjects = evaluable.filter(({ loaded }) => loaded.archive === 'policy-builtin').flatMap(({ loaded, compiled }): Subject[] => {
    const open = Object.entries(compiled.parameters).filter(([, declared]) => declared.defaultValue === undefined);
    const given = Object.fromEntries(open.map(([name, declared]) => [name, sampleFor(declared)]));
    const { policy } = compiled.bind(given);
    const rule = loaded.definition.properties.policyRule as unknown as { if: unknown };
    return policy === undefined ? [] : [{ policy, rule, parameters: bindParameters(compiled.parameters, given, new Diagnostics()) }];
  });
  const frames = (resources: readonly unknown[]) => resources.map((resource) => frameOf(resource, { aliases, context: CONTEXT }));
  const all = cases.flatMap((one) => one.resources);
  const template = cases.find((one) => one.resources.length === 30)?.resources ?? all.slice(0, 30);
  const { differences, pairs } = compare(subjects, frames(all.slice(0, 1500)));
  const thirty = index(subjects, frames(template));
  const assigned = subjects.filter((_, i) => i % Math.floor(subjects.length / 200) === 0).slice(0, 200);
  const many = frames(Array.from({ length: 10_000 }, (_, i) => all[i % all.length]));
  // Every assignment judges every resource here; the evaluator's index by type would spare most of that.
  const some: Work = many.map((frame) => ({ frame, subjects: assigned }));
  const indexed = index(assigned, many);
  executed.conditions = 0;
  interpretAll(some);
  const { conditions } = executed;
  return {
    template: { plain: read(() => judgeAll(thirty, false)), traced: read(() => judgeAll(thirty, true)), interpreted: read(() => interpretAll(thirty), 5) },
    bulk: { conditions, indexed: read(() => judgeAll(indexed, false), 5), compiled: read(() => judgeAll(some, false), 9), interpreted: read(() => interpretAll(some), 3) },
    differences,
    pairs,
  };
}

/** Each frame with the rules that can concern its type; the same for both, so that both execute the same conditions. */
type Work = { frame: Frame; subjects: Subject[] }[];

function index(subjects: readonly Subject[], frames: readonly Frame[]): Work {
  const byType = new Map<string, Subject[]>();
  return frames.map((frame) => {
    const { type } = frame.subjectShape;
    let chosen = byType.get(type);
    if (chosen === undefined) byType.set(type, (chosen = subjects.filter(({ policy }) => policy.types?.has(type) ?? true)));
    return { frame, subjects: chosen };
  });
}

function judgeAll(work: Work, trace: boolean): void {
  const options = { trace };
  for (const { frame, subjects } of work) for (const { policy } of subjects) policy.judge(frame, options);
}

function interpretAll(work: Work): void {
  for (const { frame, subjects } of work) for (const { rule, parameters, policy } of subjects) if (policy.effect !== 'disabled') interpretRule(rule, parameters, frame);
}

/**
 * How long something takes, in milliseconds: rounds after a warm-up, by the clock and by what the thread itself used.
 * On a machine that others use as well, the clock tells of them too; the thread's own time does not.
 */
export interface Reading {
  best: number;
  median: number;
  /** The median of the thread's own time. */
  own: number;
}

function read(run: () => void, rounds = 15): Reading {
  const warm = performance.now();
  run();
  run();
  // The thread's time is counted in steps of some milliseconds: a round must be much longer than one.
  const times = Math.max(1, Math.ceil(ROUND / ((performance.now() - warm) / 2)));
  const clock: number[] = [];
  const own: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const before = process.threadCpuUsage();
    const start = performance.now();
    for (let n = 0; n < times; n++) run();
    clock.push((performance.now() - start) / times);
    const { user, system } = process.threadCpuUsage(before);
    own.push((user + system) / 1000 / times);
  }
  return { best: Math.min(...clock), median: medianOf(clock), own: medianOf(own) };
}

/** Milliseconds that a round takes at least. */
const ROUND = 40;

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function compare(subjects: readonly Subject[], frames: readonly Frame[]): { differences: string[]; pairs: number } {
  const differences: string[] = [];
  let pairs = 0;
  for (const frame of frames) {
    for (const { policy, rule, parameters } of subjects) {
      if (policy.effect === undefined || policy.effect === 'disabled') continue;
      const verdict = policy.judge(frame);
      if (!verdict.applicable) continue;
      pairs++;
      const expected = interpretRule(rule, parameters, frame);
      const actual = verdict.failed === true ? 'failed' : verdict.reason === "The rule's condition does not hold." ? 0 : verdict.compliant === 'unknown' && verdict.details === undefined && policy.effect !== 'manual' ? 2 : 1;
      if (expected !== actual) differences.push(`${JSON.stringify(rule.if).slice(0, 120)} on ${String((frame.subject as { type?: string }).type)}: ${actual}, interpreted ${expected}`);
    }
  }
  return { differences, pairs };
}

/** The readings in words: by the clock the best round and the median one, and the thread's own time. */
export function speedLines({ plain, traced, interpreted }: Speed['template'], bulk: Speed['bulk']): string[] {
  const ms = ({ best, median, own }: Reading) => `${best.toFixed(2)} ms (median ${median.toFixed(2)}, own ${own.toFixed(2)})`;
  const million = ({ best, median, own }: Reading) => `${rate(bulk.conditions, best).toFixed(1)} million a second (median ${rate(bulk.conditions, median).toFixed(1)}, own ${rate(bulk.conditions, own).toFixed(1)})`;
  return [
    `30 resources, all built-ins: ${ms(plain)}, with trace ${ms(traced)}; interpreted ${ms(interpreted)}`,
    `10,000 resources, 200 assignments, ${bulk.conditions} conditions: ${million(bulk.compiled)}; interpreted ${million(bulk.interpreted)}; by type index ${ms(bulk.indexed)}`,
    'best of the rounds by the clock; own = the time that the thread itself used, which other work on the machine does not count to',
  ];
}
