import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useMemo, useRef, useState } from 'react';
import { BOX, boxTowards, placeGraph, type PlacedGraph, type PlacedNode } from './graph-layout.ts';
import { collapseAlike, type GraphEdge, type GraphNode } from './graph.ts';
import { MONO } from './theme.ts';
import { toneIcons } from './tone-icons.ts';

/** Left of the boxes stand the numbers of the waves. */
const GUTTER = 26;
/** A drawing wider than its place shrinks to this, then scrolls: smaller text can't be read. */
const SMALLEST = 0.85;

/**
 * What waits for what, in waves from top to bottom: a drawing, on a phone a list. Each entry says in words what it is,
 * how it stands and what it waits for, so the drawing is its own text alternative.
 */
export function GraphView({ nodes, edges, label }: { nodes: GraphNode[]; edges: GraphEdge[]; label: string }) {
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const graph = useMemo(() => {
    const collapsed = collapseAlike(nodes, edges);
    return placeGraph(collapsed.nodes, collapsed.edges);
  }, [nodes, edges]);
  const labels = new Map(graph.nodes.map(({ node }) => [node.id, node.label]));
  const waitsFor = (id: string) => graph.edges.filter(({ from }) => from === id).map(({ to }) => labels.get(to) ?? to);
  return isPhone ? <Listed graph={graph} label={label} waitsFor={waitsFor} /> : <Drawn graph={graph} label={label} waitsFor={waitsFor} />;
}

interface ViewProps {
  graph: PlacedGraph;
  label: string;
  /** Labels of what a node waits for. */
  waitsFor: (id: string) => string[];
}

/** Wave by wave, one below the other. */
const Listed = ({ graph, label, waitsFor }: ViewProps) => (
  <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 4 }}>
    {graph.rows.map((row, index) => (
      <li key={row}>
        <Box sx={{ fontSize: 12, fontWeight: 600, color: 'text.secondary', mb: 1 }}>Wave {index + 1}</Box>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {graph.nodes.filter(({ y }) => y === row).map(({ node: { id, label: name, detail, state, tone = 'neutral' } }) => {
            const Icon = toneIcons[tone];
            const waits = waitsFor(id);
            return (
              <Box component="li" key={id} sx={{ display: 'flex', gap: 2, fontSize: 12, overflowWrap: 'anywhere' }}>
                {state ? <Icon sx={{ fontSize: 16, color: (theme) => theme.vars!.palette.status[tone].ink }} /> : null}
                <div>
                  <Box sx={{ fontFamily: MONO }}>{name}</Box>
                  <Box sx={{ color: 'text.secondary' }}>{[state, detail].filter(Boolean).join(' · ')}</Box>
                  {waits.length > 0 ? <Box sx={{ color: 'text.secondary' }}>after {waits.join(', ')}</Box> : null}
                </div>
              </Box>
            );
          })}
        </Box>
      </li>
    ))}
  </Box>
);

/** Boxes and lines; arrow keys go from box to box. */
function Drawn({ graph: drawing, label, waitsFor }: ViewProps) {
  const [active, setActive] = useState<string>();
  const boxes = useRef(new Map<string, SVGGElement>());
  const arrow = useId();
  const width = drawing.width + GUTTER;
  const [first] = drawing.nodes;
  const entry = drawing.nodes.some(({ node }) => node.id === active) ? active : first?.node.id;
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 640 }}>
      <Box
        component="svg"
        role="list"
        aria-label={label}
        viewBox={`0 0 ${width} ${drawing.height}`}
        sx={{ display: 'block', mx: 'auto', height: 'auto', width: `clamp(${Math.round(width * SMALLEST)}px, 100%, ${width}px)` }}
        onKeyDown={(event) => {
          const next = entry && boxTowards(drawing.nodes, entry, event.key);
          if (!next) return;
          event.preventDefault();
          boxes.current.get(next)?.focus();
        }}
      >
        <defs>
          {(['divider', 'primary'] as const).map((tone) => (
            <marker key={tone} id={`${arrow}${tone}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">
              <Box component="path" d="M0 0L8 4L0 8Z" sx={{ fill: (theme) => (tone === 'primary' ? theme.vars!.palette.primary.main : theme.vars!.palette.text.disabled) }} />
            </marker>
          ))}
        </defs>
        <g aria-hidden>
          {drawing.rows.map((y, index) => (
            <Box component="text" key={y} x={GUTTER / 2} y={y + 4} textAnchor="middle" sx={{ fontSize: 11, fontWeight: 600, fill: (theme) => theme.vars!.palette.text.secondary }}>
              {index + 1}
            </Box>
          ))}
          {drawing.edges.map(({ from, to, path }) => {
            const isLit = from === active || to === active;
            return (
              <Box component="path" key={`${from}>${to}`} d={path} transform={`translate(${GUTTER} 0)`} fill="none" strokeWidth={isLit ? 2 : 1.3} markerEnd={`url(#${arrow}${isLit ? 'primary' : 'divider'})`} sx={{ stroke: (theme) => (isLit ? theme.vars!.palette.primary.main : theme.vars!.palette.text.disabled) }} />
            );
          })}
        </g>
        {drawing.nodes.map((placed) => {
          const { id } = placed.node;
          const waits = waitsFor(id);
          const says = [`${placed.node.label}${placed.node.detail ? `, ${placed.node.detail}` : ''}`, placed.node.state, waits.length > 0 ? `after ${waits.join(', ')}` : 'waits for nothing'].filter(Boolean).join(': ');
          return (
            <Box
              component="g"
              key={id}
              ref={(element: SVGGElement | null) => {
                if (element) boxes.current.set(id, element);
                return () => void boxes.current.delete(id);
              }}
              role="listitem"
              aria-label={says}
              tabIndex={id === entry ? 0 : -1}
              transform={`translate(${placed.x - BOX.width / 2 + GUTTER} ${placed.y - BOX.height / 2})`}
              onFocus={() => setActive(id)}
              onBlur={() => setActive(undefined)}
              onPointerEnter={() => setActive(id)}
              onPointerLeave={() => setActive(undefined)}
              sx={{ outline: 'none', '&:focus-visible rect:last-of-type': { strokeWidth: 3, stroke: (theme) => theme.vars!.palette.primary.main } }}
            >
              <title>{says}</title>
              <NodeBox {...placed} />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function NodeBox({ node: { label, detail, tone = 'neutral', state, count } }: PlacedNode) {
  const Icon = toneIcons[tone];
  const second = state ? shorten(`${state}${detail ? ` · ${detail}` : ''}`, 31) : detail && shorten(detail, 31);
  return (
    <g aria-hidden>
      {count === undefined ? null : <Box component="rect" x={4} y={4} width={BOX.width} height={BOX.height} rx={6} sx={{ fill: (theme) => theme.vars!.palette.background.paper, stroke: (theme) => theme.vars!.palette.status[tone].ink }} strokeWidth={1} />}
      <Box component="rect" width={BOX.width} height={BOX.height} rx={6} strokeWidth={1.4} sx={{ fill: (theme) => theme.vars!.palette.background.paper, stroke: (theme) => theme.vars!.palette.status[tone].ink }} />
      {state ? (
        <Icon x={9} y={BOX.height / 2 - 8} width={16} height={16} sx={{ width: 16, height: 16, color: (theme) => theme.vars!.palette.status[tone].ink }} />
      ) : (
        <Box component="circle" cx={16} cy={BOX.height / 2} r={4.5} sx={{ fill: (theme) => theme.vars!.palette.status[tone].ink }} />
      )}
      <Box component="text" x={31} y={second ? 19 : 26} sx={{ fontFamily: MONO, fontSize: 11.5, fill: (theme) => theme.vars!.palette.text.primary }}>
        {shorten(label, 23)}
      </Box>
      {second ? (
        <Box component="text" x={31} y={34} sx={{ fontSize: 10.5, fill: (theme) => theme.vars!.palette.text.secondary }}>
          {second}
        </Box>
      ) : null}
    </g>
  );
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
