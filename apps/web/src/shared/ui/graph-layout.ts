import { graphlib, layout } from '@dagrejs/dagre';
import type { GraphEdge, GraphNode } from './graph.ts';

export interface PlacedNode {
  node: GraphNode;
  /** Middle of the box, in pixels. */
  x: number;
  y: number;
}

export const BOX = { width: 204, height: 44 };
export type PlacedGraph = ReturnType<typeof placeGraph>;

/** Where everything stands: a row a wave, what is waited for above. */
export function placeGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
  const graph = new graphlib.Graph();
  // Ranks are the longest ways to what waits for nothing: the waves.
  graph.setGraph({ rankdir: 'BT', ranker: 'longest-path', nodesep: 20, ranksep: 34, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id } of nodes) graph.setNode(id, { width: BOX.width, height: BOX.height });
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to);
  for (const { from, to } of drawn) graph.setEdge(from, to, { isDrawn: true });
  // A wave may come from what no edge says (a nested deployment waits as a whole): an edge that is not drawn holds the row.
  for (const { id, wave = 0 } of nodes) {
    const anchor = wave === 0 ? undefined : nodes.find((other) => other.wave === wave - 1);
    if (anchor && !graph.hasEdge(id, anchor.id)) graph.setEdge(id, anchor.id, { isDrawn: false, weight: 0 });
  }
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  const placed = nodes.map((node): PlacedNode => ({ node, ...(graph.node(node.id) as { x: number; y: number }) }));
  return {
    width: Math.max(size.width ?? 0, BOX.width),
    height: Math.max(size.height ?? 0, BOX.height),
    nodes: placed,
    rows: [...new Set(placed.map(({ y }) => y))].sort((a, b) => a - b),
    edges: graph.edges().flatMap((edge) => {
      const { points, isDrawn } = graph.edge(edge) as unknown as { points: { x: number; y: number }[]; isDrawn: boolean };
      return isDrawn ? [{ from: edge.v, to: edge.w, path: smooth(points.toReversed()) }] : [];
    }),
  };
}

/** A line through the middles of the points, with the points as handles. */
function smooth(points: { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const last = rest.at(-1) ?? first;
  const middle = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y} ${middle.join(' ')} L${last.x} ${last.y}`;
}

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const;

/** The box that an arrow key leads to: the nearest one that way, straight ahead before aside. */
export function boxTowards(nodes: readonly PlacedNode[], id: string, key: string): string | undefined {
  const from = nodes.find(({ node }) => node.id === id);
  if (from === undefined || !(key in directions)) return undefined;
  const [right, down] = directions[key as keyof typeof directions];
  const ways = nodes.map(({ node, x, y }) => {
    const [dx, dy] = [x - from.x, y - from.y];
    return { id: node.id, ahead: dx * right + dy * down, aside: Math.abs(dx * down) + Math.abs(dy * right) };
  });
  return ways.filter(({ ahead }) => ahead > 1).sort((a, b) => a.ahead + 2 * a.aside - (b.ahead + 2 * b.aside))[0]?.id;
}
