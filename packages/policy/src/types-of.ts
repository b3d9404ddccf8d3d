import { IF_SITE } from './frame.ts';
import type { ConditionNode } from './rule.ts';
import { bindValue } from './template-value.ts';

/**
 * The resource types that a condition can hold for, in lower case; undefined = any type. A superset: it leaves out
 * only types that make the condition false for sure, so that an index by type never hides a match.
 */
export function typesOf(node: ConditionNode, parameters: ReadonlyMap<string, unknown>): ReadonlySet<string> | undefined {
  switch (node.kind) {
    case 'allOf': {
      let result: ReadonlySet<string> | undefined;
      for (const part of node.items) {
        const types = typesOf(part, parameters);
        if (types === undefined) continue;
        result = result === undefined ? types : intersect(result, types);
      }
      return result;
    }
    case 'anyOf': {
      const all = new Set<string>();
      for (const part of node.items) {
        const types = typesOf(part, parameters);
        if (types === undefined) return undefined;
        for (const type of types) all.add(type);
      }
      return all;
    }
    case 'not':
      return undefined;
    case 'test': {
      if (node.left.kind !== 'field' || node.left.field.toLowerCase() !== 'type') return undefined;
      const right = bindValue(node.right, IF_SITE, parameters);
      if (!right.constant) return undefined;
      if (node.operator.name === 'equals' && typeof right.value === 'string') return new Set([right.value.toLowerCase()]);
      if (node.operator.name === 'in' && Array.isArray(right.value) && right.value.every((type) => typeof type === 'string')) {
        return new Set(right.value.map((type) => (type as string).toLowerCase()));
      }
      return undefined;
    }
  }
}

/**
 * The types that the rule asks for first: for any other type it is false before anything else is looked at.
 * Undefined when something else comes first.
 */
export function leadingTypes(node: ConditionNode, parameters: ReadonlyMap<string, unknown>): ReadonlySet<string> | undefined {
  if (node.kind === 'test') return typesOf(node, parameters);
  if (node.kind === 'allOf') return node.items[0] && leadingTypes(node.items[0], parameters);
  if (node.kind === 'not' || node.items.length === 0) return undefined;
  const all = new Set<string>();
  for (const part of node.items) {
    const types = leadingTypes(part, parameters);
    if (types === undefined) return undefined;
    for (const type of types) all.add(type);
  }
  return all;
}

function intersect(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((type) => b.has(type)));
}
