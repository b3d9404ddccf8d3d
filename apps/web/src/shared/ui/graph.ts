import type { StatusTone } from './tokens.ts';

export interface GraphNode {
  id: string;
  label: string;
  /** A second line, e.g. the kind of thing. */
  detail?: string;
  tone?: StatusTone;
  /** The tone in a word, where it is a state. */
  state?: string;
  /** Which round of work it is in, from 0: everything in a round may happen at once. Without it, one after its last dependency. */
  wave?: number;
  /** How many alike things it stands for. */
  count?: number;
}
/** `from` waits for `to`. */
export interface GraphEdge {
  from: string;
  to: string;
}
/** More boxes than this can't be taken in: things that are alike become one box. */
const MOST_BOXES = 16;
const FEWEST_ALIKE = 3;
/** Of several states the one to look at first. */
const severity: StatusTone[] = ['error', 'warning', 'running', 'neutral', 'info', 'success'];

const neighbours = (nodes: readonly GraphNode[], edges: readonly GraphEdge[], side: 'from' | 'to'): Map<string, string[]> => {
  const found = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) found.get(edge[side])?.push(side === 'from' ? edge.to : edge.from);
  return found;
};

/** Nodes of one kind whose neighbours are alike, too: refined until no class splits any more. */
function alike(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphNode[][] {
  const sides = [neighbours(nodes, edges, 'from'), neighbours(nodes, edges, 'to')];
  let classes = new Map(nodes.map(({ id, detail, wave }) => [id, `${detail ?? id} ${wave ?? ''}`]));
  for (;;) {
    const numbers = new Map<string, string>();
    const refined = new Map(nodes.map(({ id }) => {
      const look = JSON.stringify([classes.get(id), ...sides.map((side) => [...new Set(side.get(id)?.map((other) => classes.get(other) ?? ''))].sort())]);
      const number = numbers.get(look) ?? String(numbers.size);
      numbers.set(look, number);
      return [id, number];
    }));
    const isStable = numbers.size === new Set(classes.values()).size;
    classes = refined;
    if (isStable) break;
  }
  return [...Map.groupBy(nodes, ({ id }) => classes.get(id)).values()];
}

/** "12 created, 8 waiting", the worst first. */
function stateOfAll(nodes: readonly GraphNode[]): Pick<GraphNode, 'tone' | 'state'> {
  const states = [...Map.groupBy(nodes, ({ state }) => state ?? '').entries()].map(([state, of]) => ({ state, count: of.length, tone: of[0]?.tone ?? 'neutral' }));
  states.sort((a, b) => severity.indexOf(a.tone) - severity.indexOf(b.tone));
  const worst = states[0];
  if (worst === undefined || worst.state === '') return worst ? { tone: worst.tone } : {};
  return { tone: worst.tone, state: states.length === 1 ? worst.state : states.map(({ state, count }) => `${count} ${state.toLowerCase()}`).join(', ') };
}

/** One box for things that are alike, in a graph of too many boxes; a smaller one is left as it is. */
export function collapseAlike(nodes: GraphNode[], edges: GraphEdge[]): { nodes: GraphNode[]; edges: GraphEdge[] } {
  if (nodes.length <= MOST_BOXES) return { nodes, edges };
  const standsFor = new Map<string, string>();
  const boxes = alike(nodes, edges).flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length < FEWEST_ALIKE) return same;
    for (const { id } of same) standsFor.set(id, first.id);
    return [{ ...first, ...stateOfAll(same), label: `${commonStart(same.map(({ label }) => label))}… × ${same.length}`, count: same.length }];
  });
  const drawn = new Map(edges.map(({ from, to }) => [standsFor.get(from) ?? from, standsFor.get(to) ?? to] as const).filter(([from, to]) => from !== to).map(([from, to]) => [`${from}\n${to}`, { from, to }]));
  return { nodes: boxes, edges: [...drawn.values()] };
}

function commonStart(labels: readonly string[]): string {
  const [first = ''] = labels;
  let length = 0;
  while (length < Math.min(first.length, 12) && labels.every((label) => label[length] === first[length])) length++;
  return length === 0 ? first.slice(0, 12) : first.slice(0, length);
}

/** How many boxes the widest wave has. */
export const widestWave = (nodes: readonly GraphNode[]): number => Math.max(0, ...Map.groupBy(nodes, ({ wave }) => wave).values().map((wave) => wave.length));
