import { diagnostic } from '../diagnostics.ts';
import { findCycle } from './graph.ts';
import type { Edge, Expansion, Plan } from '../api.ts';

/**
 * The order in which an expansion is deployed: waves of resource ids, each waiting for earlier ones only. Resources of
 * a nested deployment wait for what their deployment waits for; rounds of a serial loop wait for the batch before.
 *
 * @param deploymentId only the resources of this deployment (of the main one: its own nested deployments count as one step)
 */
export function planDeployment(expansion: Expansion, deploymentId?: string): Plan {
  const { placements } = expansion;
  const wanted = deploymentId?.toLowerCase();
  const ids = expansion.resources.map(({ id }) => id).filter((id) => wanted === undefined || placements.get(id)?.deploymentId.toLowerCase() === wanted);
  const edges = [...expansion.edges, ...batchEdges(expansion)];
  const waits = waitingFor(ids, edges, expansion);
  const cycle = findCycle(ids, edges);
  const diagnostics = cycle === undefined ? [] : [diagnostic('DependencyCycle', [], cycle.join(' -> '))];
  return { waves: wavesOf(ids, waits), edges, diagnostics };
}

/** Rounds of a serial loop: each batch waits for every round of the one before it. */
function batchEdges({ resources, placements }: Expansion): Edge[] {
  const loops = new Map<string, { id: string; batch: number }[]>();
  for (const { id } of resources) {
    const { copy, deploymentId } = placements.get(id) ?? {};
    if (copy?.mode !== 'serial') continue;
    const key = `${deploymentId ?? ''} ${copy.name}`.toLowerCase();
    loops.set(key, [...(loops.get(key) ?? []), { id, batch: Math.floor(copy.index / copy.batchSize) }]);
  }
  const edges: Edge[] = [];
  for (const rounds of loops.values()) {
    for (const { id, batch } of rounds) for (const other of rounds) if (other.batch === batch - 1) edges.push({ from: id, to: other.id, kind: 'dependsOn' });
  }
  return edges;
}

/** What each resource waits for, by lower-cased id, with what the deployments around it wait for. */
function waitingFor(ids: readonly string[], edges: readonly Edge[], { placements, resources }: Expansion): Map<string, Set<string>> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const all = new Map<string, Set<string>>(resources.map(({ id }) => [id.toLowerCase(), new Set()]));
  const around = new Map(resources.map(({ id }) => [id.toLowerCase(), placements.get(id)?.deploymentId.toLowerCase() ?? '']));
  const own = new Map<string, Set<string>>();
  for (const { from, to, kind } of edges) {
    all.get(from.toLowerCase())?.add(to.toLowerCase());
    if (kind === 'parent') continue;
    const lower = from.toLowerCase();
    own.set(lower, (own.get(lower) ?? new Set()).add(to.toLowerCase()));
  }
  const waits = new Map<string, Set<string>>();
  for (const id of wanted) {
    const targets = new Set(all.get(id));
    const seen = new Set<string>();
    for (let outer = around.get(id); outer !== undefined && outer !== '' && !seen.has(outer); outer = around.get(outer)) {
      seen.add(outer);
      for (const target of own.get(outer) ?? []) targets.add(target);
    }
    waits.set(id, new Set([...targets].filter((target) => wanted.has(target))));
  }
  return waits;
}

/** Resources in a circle come last, all in one wave: the diagnostic names them. */
function wavesOf(ids: readonly string[], waits: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const waves: string[][] = [];
  const done = new Set<string>();
  let left = [...ids];
  while (left.length > 0) {
    const ready = left.filter((id) => [...(waits.get(id.toLowerCase()) ?? [])].every((target) => done.has(target)));
    const wave = ready.length > 0 ? ready : left;
    for (const id of wave) done.add(id.toLowerCase());
    waves.push(wave);
    const taken = new Set(wave);
    left = left.filter((id) => !taken.has(id));
  }
  return waves;
}
