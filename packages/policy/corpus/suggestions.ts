import { applySuggestion, frameOf, Inventory, type AliasTable, type Suggestion, type Verdict } from '../src/index.ts';
import { property } from '../src/property.ts';
import type { Measure } from './measure.ts';
import { CONTEXT, type BoundDefinition } from './quickstarts.ts';
import type { ExpandedCase } from './templates.ts';

/** Whether every change names its value, so that nothing is left to a person. */
function isWhole(suggestion: Suggestion): boolean {
  const { action, path, and = [] } = suggestion;
  return path !== undefined && (action === 'remove' || 'value' in suggestion) && and.every(isWhole);
}

/** Every suggestion of the built-in definitions for the resources of the quickstarts, made: the resource then passes. */
export function suggestions(policies: readonly BoundDefinition[], cases: readonly ExpandedCase[], aliases: AliasTable): Measure {
  const misses = new Set<string>();
  const counts = { violations: 0, suggested: 0, create: 0, whole: 0, passed: 0 };
  const definitions = { violating: new Set<string>(), suggested: new Set<string>() };
  for (const { resources } of cases) {
    const inventory = new Inventory(resources, true);
    for (const resource of resources) {
      const judge = (policy: BoundDefinition['policy'], subject: unknown, among = inventory): Verdict =>
        policy.judge(frameOf(subject, { aliases, context: CONTEXT, apiVersion: resource.apiVersion }), { trace: true, related: (request) => among.related(subject, request) });
      const followed = (policy: BoundDefinition['policy'], subject: unknown, suggestion: Suggestion, all: readonly unknown[]): Verdict => {
        const { of } = suggestion;
        if (of === undefined) {
          const changed = applySuggestion(subject, suggestion);
          return judge(policy, changed, new Inventory([...all, changed], true));
        }
        const isMeant = (one: unknown) => String(property(one, 'type')).toLowerCase() === of.type.toLowerCase() && (of.name === undefined || property(one, 'name') === of.name);
        return judge(policy, subject, new Inventory(all.map((one) => (isMeant(one) ? applySuggestion(one, suggestion) : one)), true));
      };
      for (const { file, policy } of policies) {
        if (policy.types !== undefined && !policy.types.has(resource.type.toLowerCase())) continue;
        const verdict = judge(policy, resource);
        if (verdict.compliant !== false || verdict.failed === true) continue;
        counts.violations++;
        definitions.violating.add(file);
        const { suggestion } = verdict;
        if (suggestion === undefined) continue;
        counts.suggested++;
        definitions.suggested.add(file);
        if (suggestion.action === 'create') counts.create++;
        if (!isWhole(suggestion)) continue;
        counts.whole++;
        const after = followed(policy, resource, suggestion, resources);
        if (after.compliant === true) counts.passed++;
        else misses.add(`${file}: ${suggestion.text} Then ${String(after.compliant)}: ${after.reason.slice(0, 200)}`);
      }
    }
  }
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  return {
    name: 'suggestions that pass when they are followed', passed: counts.passed, total: counts.whole, must: 1, misses: [...misses],
    notes: [
      `${counts.suggested} of ${counts.violations} violations have a suggestion (${share(counts.suggested, counts.violations)}); ${counts.whole} name the whole change (${share(counts.whole, counts.violations)}), ${counts.create} a resource to add (${share(counts.create, counts.violations)})`,
      `${definitions.suggested.size} of ${definitions.violating.size} definitions that are violated suggest something`,
    ],
  };
}
