import type { EffectName } from './api.ts';
import { bindCondition, type Condition } from './bind.ts';
import { IF_SITE } from './frame.ts';
import type { ConditionNode } from './rule.ts';

const ALWAYS: ConditionNode = { kind: 'allOf', items: [], pointer: '' };
const NEVER: ConditionNode = { kind: 'anyOf', items: [], pointer: '' };

/**
 * The condition that says whether a policy concerns a resource: only type, name and kind are asked, everything else is
 * taken as true (false when negated); -IfNotExists effects ask all of it (concepts/policy-applicability).
 */
export function bindApplicability(condition: ConditionNode, effect: EffectName | undefined, parameters: ReadonlyMap<string, unknown>): Condition {
  const whole = effect === 'auditIfNotExists' || effect === 'deployIfNotExists';
  const node = whole ? condition : prune(condition, askedFields(condition), true);
  return bindCondition(node, IF_SITE, { parameters, traced: false });
}

/** The documentation's special cases: name or kind alone ask nothing, beside type alone they do not count. */
function askedFields(condition: ConditionNode): ReadonlySet<string> {
  const used = new Set<string>();
  collect(condition, used);
  const others = [...used].some((field) => !['type', 'name', 'kind'].includes(field));
  if (!used.has('type')) return others ? new Set(['name', 'kind']) : new Set();
  return others ? new Set(['type', 'name', 'kind']) : new Set(['type']);
}

function collect(node: ConditionNode, used: Set<string>): void {
  if (node.kind === 'not') collect(node.item, used);
  else if (node.kind === 'test') used.add(node.left.kind === 'field' ? node.left.field.toLowerCase() : node.left.kind);
  else for (const part of node.items) collect(part, used);
}

function prune(node: ConditionNode, asked: ReadonlySet<string>, positive: boolean): ConditionNode {
  if (node.kind === 'not') return { ...node, item: prune(node.item, asked, !positive) };
  if (node.kind !== 'test') return { ...node, items: node.items.map((part) => prune(part, asked, positive)) };
  const keep = node.left.kind === 'field' && asked.has(node.left.field.toLowerCase());
  return keep ? node : positive ? ALWAYS : NEVER;
}
