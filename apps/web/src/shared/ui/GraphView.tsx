import { graphlib, layout } from '@dagrejs/dagre';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { MONO } from './theme.ts';
import type { StatusTone } from './tokens.ts';

export interface GraphNode {
  id: string;
  label: string;
  /** A second line, e.g. the kind of thing. */
  detail?: string;
  tone?: StatusTone;
}
/** `from` waits for `to`. */
export interface GraphEdge {
  from: string;
  to: string;
}

const WIDTH = 168;
const HEIGHT = 44;

/** What waits for what, drawn from top to bottom; the same in words for a screen reader. */
export function GraphView({ nodes, edges, label }: { nodes: GraphNode[]; edges: GraphEdge[]; label: string }) {
  const drawing = useMemo(() => place(nodes, edges), [nodes, edges]);
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 560 }} tabIndex={0} role="group" aria-label={label}>
      <svg width={drawing.width} height={drawing.height} viewBox={`0 0 ${drawing.width} ${drawing.height}`} aria-hidden style={{ display: 'block', margin: '0 auto' }}>
        {drawing.edges.map(({ key, path }) => (
          <Box component="path" key={key} d={path} fill="none" sx={{ stroke: (theme) => theme.vars!.palette.divider }} strokeWidth={1.5} />
        ))}
        {drawing.nodes.map(({ node, x, y }) => (
          <Box component="g" key={node.id} transform={`translate(${x - WIDTH / 2} ${y - HEIGHT / 2})`}>
            <title>{`${node.label}${node.detail ? ` (${node.detail})` : ''}`}</title>
            <Box component="rect" width={WIDTH} height={HEIGHT} rx={6} strokeWidth={1.4} sx={{ fill: (theme) => theme.vars!.palette.background.paper, stroke: (theme) => theme.vars!.palette.status[node.tone ?? 'neutral'].ink }} />
            <Box component="circle" cx={14} cy={HEIGHT / 2} r={4.5} sx={{ fill: (theme) => theme.vars!.palette.status[node.tone ?? 'neutral'].ink }} />
            <Box component="text" x={26} y={node.detail ? 19 : 26} sx={{ fontFamily: MONO, fontSize: 11.5, fill: (theme) => theme.vars!.palette.text.primary }}>
              {shorten(node.label, 18)}
            </Box>
            {node.detail ? (
              <Box component="text" x={26} y={34} sx={{ fontSize: 10.5, fill: (theme) => theme.vars!.palette.text.secondary }}>
                {shorten(node.detail, 22)}
              </Box>
            ) : null}
          </Box>
        ))}
      </svg>
      <Box component="ul" sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}>
        {nodes.map((node) => {
          const waits = edges.filter((edge) => edge.from === node.id).map((edge) => nodes.find((each) => each.id === edge.to)?.label ?? edge.to);
          return (
            <li key={node.id}>
              {node.label}
              {waits.length > 0 ? ` after ${waits.join(', ')}` : ''}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}

function place(nodes: GraphNode[], edges: GraphEdge[]) {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 30, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ id }) => id));
  for (const { id } of nodes) graph.setNode(id, { width: WIDTH, height: HEIGHT });
  // Drawn in the order of work: what is waited for stands above.
  for (const { from, to } of edges) if (known.has(from) && known.has(to) && from !== to) graph.setEdge(to, from);
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.max(size.width ?? 0, WIDTH),
    height: Math.max(size.height ?? 0, HEIGHT),
    nodes: nodes.map((node) => ({ node, ...(graph.node(node.id) as { x: number; y: number }) })),
    edges: graph.edges().map((edge) => {
      const { points } = graph.edge(edge) as unknown as { points: { x: number; y: number }[] };
      return { key: `${edge.v}>${edge.w}`, path: smooth(points) };
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

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
