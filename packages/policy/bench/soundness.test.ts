import { RuntimeValue } from '@cloudwright/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileDefinition, frameOf, Inventory, type Policy, type Verdict } from '../src/index.ts';
import { Diagnostics } from '../src/diagnostics.ts';
import { bindParameters } from '../src/parameters.ts';
import { aliases, anyValue, parts, places, policy, replaced, resource, type GeneratedPolicy } from './generated.ts';
import { interpretRule } from './interpreter.ts';

const context = {
  subscription: { id: '/subscriptions/s', subscriptionId: 's' },
  resourceGroup: { id: '/subscriptions/s/resourceGroups/g', name: 'g', location: 'eastus', tags: { env: 'a' } },
  requestContext: { apiVersion: '2023-01-01' },
  utcNow: '2026-01-01T00:00:00Z',
};
/** More of them find rarer things: SOUNDNESS_RUNS=60000. */
const RUNS = Number(process.env['SOUNDNESS_RUNS'] ?? 3000);
const TIMEOUT = 60_000 + RUNS * 10;

function compiled({ definition, parameters }: GeneratedPolicy): Policy {
  const { policy: bound, diagnostics } = compileDefinition(definition, { aliases }).bind(parameters);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return bound as Policy;
}

function judge(bound: Policy, subject: unknown, related: readonly unknown[], trace = false): Verdict {
  const inventory = new Inventory([subject, ...related], true);
  return bound.evaluate(subject, { aliases, context, trace, related: (request) => inventory.related(subject, request) });
}

const told = ({ effect, compliant, failed = false, applicable }: Verdict) => ({ effect, compliant, failed, applicable });

type Holes = [(string | number)[], unknown[]][];
/** Some places of a value, each with the values that are tried there. */
const holes = (source: unknown): fc.Arbitrary<Holes> => {
  const all = places(source);
  return all.length === 0 ? fc.constant<Holes>([]) : fc.array(fc.tuple(fc.constantFrom(...all), fc.array(anyValue, { minLength: 1, maxLength: 4 })), { maxLength: 3 });
};
const filled = (source: unknown, open: Holes, valueAt: (i: number, values: unknown[]) => unknown) => replaced(source, new Map(open.map(([path, values], i) => [JSON.stringify(path), valueAt(i, values)])));

test('what is said about a resource with run-time values is true of every value that they may turn out to have', () => {
  const counts = { unknown: 0, told: 0 };
  const given = fc.tuple(policy, resource, parts).chain(([made, subject, related]) => fc.tuple(fc.constant(made), fc.constant(subject), fc.constant(related), holes(subject), holes(related)));
  fc.assert(
    fc.property(given, ([made, subject, related, inSubject, inRelated]) => {
      const bound = compiled(made);
      const runtime = (i: number) => new RuntimeValue('reference', [`r${i}`]);
      const before = judge(bound, filled(subject, inSubject, runtime), filled(related, inRelated, runtime) as unknown[]);
      if (before.compliant === 'unknown') return void counts.unknown++;
      counts.told++;
      for (let n = 0; n < 4; n++) {
        const value = (_: number, values: unknown[]) => values[n % values.length];
        expect(told(judge(bound, filled(subject, inSubject, value), filled(related, inRelated, value) as unknown[]))).toEqual(told(before));
      }
      expect(told(judge(bound, subject, related))).toEqual(told(before));
    }),
    { numRuns: RUNS },
  );
  // The property would hold for an engine that never says anything.
  expect(counts.told).toBeGreaterThan(RUNS / 3);
}, TIMEOUT);

test('compiled rules say what the interpreter says, with a trace and without', () => {
  fc.assert(
    fc.property(policy, resource, parts, (made, subject, related) => {
      const bound = compiled(made);
      const { properties } = made.definition;
      const parameters = bindParameters(properties.parameters as never, made.parameters, new Diagnostics());
      const truth = interpretRule(properties.policyRule, parameters, frameOf(subject, { aliases, context }));
      const verdict = judge(bound, subject, related);
      expect(told(judge(bound, subject, related, true))).toEqual(told(verdict));
      if (truth === 'failed') expect(verdict.failed).toBe(true);
      else if (truth === 0) expect(told(verdict)).toEqual({ effect: 'none', compliant: true, failed: false, applicable: true });
      else if (properties.policyRule.then['effect'] === 'deny') expect(told(verdict)).toEqual({ effect: 'deny', compliant: false, failed: false, applicable: true });
    }),
    { numRuns: RUNS },
  );
}, TIMEOUT);
