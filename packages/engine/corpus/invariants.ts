import { isExpression, parseExpression } from '../src/expression/parse.ts';
import { findCycle } from '../src/plan/graph.ts';
import { RuntimeValue, SecureValue } from '../src/values.ts';
import type { Expansion } from '../src/api.ts';

/** What must hold of every expansion; the faults of one, or nothing. Texts of the parameters are literal. */
export function brokenInvariants(expansion: Expansion, template: string, parameters: string): string[] {
  const faults: string[] = [];
  const ids = new Set(expansion.resources.map(({ id }) => id.toLowerCase()));
  // A name with an empty segment is an error of its own, and its id shows it.
  const isNamed = !expansion.diagnostics.some(({ code }) => code === 'InvalidResourceName');
  for (const { id } of expansion.resources) if (isNamed && !/^(\/[^/]+)+$/.test(id)) faults.push(`id ${id}`);
  for (const { from, to } of expansion.edges) if (!ids.has(from.toLowerCase()) || !ids.has(to.toLowerCase())) faults.push(`edge ${from} -> ${to}`);
  const isCyclic = expansion.diagnostics.some(({ code }) => code === 'DependencyCycle');
  if (!isCyclic && findCycle([...ids], expansion.edges) !== undefined) faults.push('a cycle without a diagnostic');
  const text = leftExpression({ resources: expansion.resources, outputs: expansion.outputs }, { template, parameters }, new Set());
  if (text !== undefined) faults.push(`expression left: ${text.slice(0, 200)}`);
  return faults;
}

/** A text that Azure would still evaluate and that was not escaped in the source. */
function leftExpression(value: unknown, source: { template: string; parameters: string }, seen: Set<object>): string | undefined {
  if (typeof value === 'string') {
    if (!isExpression(value) || parseExpression(value).ast?.kind === 'literal' || parseExpression(value).ast === undefined) return undefined;
    const quoted = JSON.stringify(value).slice(1, -1);
    // Escaped in the template, or a literal text of the parameters.
    return source.template.includes(`[${quoted}`) || source.parameters.includes(quoted) ? undefined : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof RuntimeValue || value instanceof SecureValue || seen.has(value)) return undefined;
  seen.add(value);
  for (const [key, item] of Object.entries(value)) {
    if (key === 'template' && typeof item === 'object') continue;
    const found = leftExpression(item, source, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
