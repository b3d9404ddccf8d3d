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
  /** Milliseconds for all built-ins over the 30-resource template: without and with trace, and interpreted. */
  template: { plain: number; traced: number; interpreted: number };
  /** Conditions a second over many resources: compiled and interpreted, and how many were executed. */
  bulk: { indexedMs: number; compiled: number; interpreted: number; conditions: number };
  /** Pairs of rule and resource that compiler and interpreter answer differently. */
  differences: string[];
  pairs: number;
}

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
    template: { plain: best(() => judgeAll(thirty, false)), traced: best(() => judgeAll(thirty, true)), interpreted: best(() => interpretAll(thirty), 3) },
    bulk: { conditions, indexedMs: best(() => judgeAll(indexed, false), 3), compiled: conditions / (best(() => judgeAll(some, false), 5) / 1000), interpreted: conditions / (best(() => interpretAll(some), 2) / 1000) },
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

/** The best of some runs after a warm-up, in milliseconds. */
function best(run: () => void, runs = 15): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs + 2; i++) {
    const start = performance.now();
    run();
    if (i >= 2) least = Math.min(least, performance.now() - start);
  }
  return least;
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
