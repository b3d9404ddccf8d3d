import type { Edge } from '../api.ts';

/** Targets by lower-cased source, of the edges between the given nodes. */
function adjacency(ids: readonly string[], edges: readonly Edge[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>(ids.map((id) => [id.toLowerCase(), new Set()]));
  for (const { from, to } of edges) {
    const lower = to.toLowerCase();
    if (targets.has(lower)) targets.get(from.toLowerCase())?.add(lower);
  }
  return targets;
}

/** The ids of one circle, in order, or undefined. Iterative: a chain may be as long as there are resources. */
export function findCycle(ids: readonly string[], edges: readonly Edge[]): string[] | undefined {
  if (edges.length === 0) return undefined;
  const targets = adjacency(ids, edges);
  const state = new Map<string, 'open' | 'done'>();
  for (const start of targets.keys()) {
    if (state.has(start)) continue;
    const trail: { id: string; rest: Iterator<string> }[] = [{ id: start, rest: (targets.get(start) as Set<string>).values() }];
    state.set(start, 'open');
    while (trail.length > 0) {
      const top = trail.at(-1) as (typeof trail)[number];
      const next = top.rest.next();
      if (next.done === true) {
        state.set(top.id, 'done');
        trail.pop();
      } else if (state.get(next.value) === 'open') {
        const from = trail.findIndex(({ id }) => id === next.value);
        const circle = [...trail.slice(from).map(({ id }) => id), next.value];
        const spelling = new Map(ids.map((id) => [id.toLowerCase(), id]));
        return circle.map((id) => spelling.get(id) as string);
      } else if (!state.has(next.value)) {
        state.set(next.value, 'open');
        trail.push({ id: next.value, rest: (targets.get(next.value) as Set<string>).values() });
      }
    }
  }
  return undefined;
}
