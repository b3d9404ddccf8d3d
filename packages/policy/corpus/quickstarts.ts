import { frameOf, Inventory, unknownCause, type AliasTable, type EvaluationContext, type Policy } from '../src/index.ts';
import type { compilation } from './definitions.ts';
import { sampleFor } from './definitions.ts';
import type { Measure } from './measure.ts';
import type { ExpandedCase } from './templates.ts';

type Evaluable = ReturnType<typeof compilation>['evaluable'];

export interface BoundDefinition {
  file: string;
  policy: Policy;
}

/** The built-in definitions with sample values for the parameters that have no default. */
export function bindBuiltIns(evaluable: Evaluable): BoundDefinition[] {
  return evaluable.filter(({ loaded }) => loaded.archive === 'policy-builtin').flatMap(({ loaded, compiled }) => {
    const open = Object.entries(compiled.parameters).filter(([, declared]) => declared.defaultValue === undefined);
    const { policy } = compiled.bind(Object.fromEntries(open.map(([name, declared]) => [name, sampleFor(declared)])));
    return policy === undefined ? [] : [{ file: loaded.file, policy }];
  });
}

export const CONTEXT: EvaluationContext = {
  subscription: { id: '/subscriptions/00000000-0000-0000-0000-000000000000', subscriptionId: '00000000-0000-0000-0000-000000000000', tenantId: '00000000-0000-0000-0000-000000000000' },
  resourceGroup: { id: '/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/example-rg', name: 'example-rg', location: 'eastus', tags: {} },
  requestContext: { apiVersion: '2025-01-01' },
  utcNow: '2026-01-01T00:00:00Z',
};

/** Every built-in definition against every resource of every quickstart. */
export function builtInsOnQuickstarts(policies: readonly BoundDefinition[], cases: readonly ExpandedCase[], aliases: AliasTable): Measure {
  const tally = new Map<string, number>();
  const add = (what: string, by = 1) => tally.set(what, (tally.get(what) ?? 0) + by);
  const unknowns = new Map<string, number>();
  const misses = new Set<string>();
  let total = 0;
  let errors = 0;
  for (const { id, resources } of cases) {
    const inventory = new Inventory(resources, true);
    for (const resource of resources) {
      const frame = frameOf(resource, { aliases, context: CONTEXT, apiVersion: resource.apiVersion });
      const options = { related: (request: Parameters<Inventory['related']>[1]) => inventory.related(resource, request) };
      for (const { file, policy } of policies) {
        total++;
        try {
          const verdict = policy.judge(frame, options);
          if (verdict.failed === true) {
            add('template function failed');
            misses.add(`${file} on ${resource.type}: ${verdict.reason}`);
          } else if (verdict.compliant === 'unknown') {
            const cause = unknownCause(frame.unknowns);
            unknowns.set(`${cause}: ${verdict.reason}`, (unknowns.get(`${cause}: ${verdict.reason}`) ?? 0) + 1);
            add(`unknown (${cause})`);
          } else add(verdict.effect === 'none' ? 'no effect' : 'effect');
        } catch (error) {
          errors++;
          misses.add(`${file} on ${id} ${resource.id}: ${error instanceof Error ? (error.stack ?? '').slice(0, 300) : String(error)}`);
        }
      }
    }
  }
  const causes = [...unknowns].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([reason, count]) => `unknown ${count} x ${reason.slice(0, 160)}`);
  const notes = [`${policies.length} definitions, ${cases.length} templates, ${cases.reduce((sum, one) => sum + one.resources.length, 0)} resources`, [...tally].map(([what, count]) => `${what} ${count}`).join(', '), ...causes];
  return { name: 'built-in definitions on all quickstarts without an internal error', passed: total - errors, total, must: 1, misses: [...misses], notes };
}
