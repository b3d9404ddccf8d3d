import { expect, test } from 'vitest';
import { BOX, boxTowards, placeGraph } from './graph-layout.ts';
import { collapseAlike, widestWave, type GraphEdge, type GraphNode } from './graph.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({ id, label: id, detail: id.replace(/-.*/, ''), state: 'Waiting', tone: 'neutral', ...more });
const rowsOf = (nodes: GraphNode[], edges: GraphEdge[]) => {
  const { nodes: placed, rows } = placeGraph(nodes, edges);
  return new Map(placed.map(({ node: { id }, y }) => [id, rows.indexOf(y)]));
};

test('everything stands in the row of its wave, below all that it waits for', () => {
  const rows = rowsOf([node('net'), node('ip'), node('card'), node('vm'), node('log')], [{ from: 'card', to: 'net' }, { from: 'card', to: 'ip' }, { from: 'vm', to: 'card' }, { from: 'vm', to: 'log' }]);
  expect(Object.fromEntries(rows)).toEqual({ net: 0, ip: 0, log: 0, card: 1, vm: 2 });
});

test('a wave that no edge explains holds all the same, without a line', () => {
  const nodes = [node('a', { wave: 0 }), node('b', { wave: 1 }), node('c', { wave: 2 })];
  expect([...rowsOf(nodes, [{ from: 'b', to: 'a' }]).values()]).toEqual([0, 1, 2]);
  expect(placeGraph(nodes, [{ from: 'b', to: 'a' }]).edges.map(({ from, to }) => [from, to])).toEqual([['b', 'a']]);
});

test('one resource is one box; edges to the unknown and to itself are left out', () => {
  const { nodes, edges, width, height } = placeGraph([node('one')], [{ from: 'one', to: 'one' }, { from: 'one', to: 'gone' }]);
  expect([nodes.length, edges.length, width >= BOX.width, height >= BOX.height]).toEqual([1, 0, true, true]);
});

/** A network, and twenty machines each with a card and an address of its own. */
const farm = (state: (index: number) => Partial<GraphNode> = () => ({})) => {
  const each = Array.from({ length: 20 }, (_, index) => index);
  return {
    nodes: [node('net'), ...each.flatMap((index) => [node(`ip-${index}`), node(`card-${index}`), node(`vm-${index}`, state(index))])],
    edges: each.flatMap((index) => [{ from: `card-${index}`, to: 'net' }, { from: `card-${index}`, to: `ip-${index}` }, { from: `vm-${index}`, to: `card-${index}` }]),
  };
};

test('of sixty resources those that are alike become one box, with their states counted, the worst first', () => {
  const { nodes, edges } = farm((index) => (index === 7 ? { state: 'Failed', tone: 'error' } : index < 7 ? { state: 'Created', tone: 'success' } : {}));
  const collapsed = collapseAlike(nodes, edges);
  expect(collapsed.nodes.map(({ label, count }) => [label, count])).toEqual([['net', undefined], ['ip-… × 20', 20], ['card-… × 20', 20], ['vm-… × 20', 20]]);
  expect(widestWave(collapseAlike(nodes.map((each) => ({ ...each, wave: ['net', 'ip', 'card', 'vm'].indexOf(each.detail ?? '') })), edges).nodes)).toBe(1);
  expect(collapsed.nodes.at(-1)).toMatchObject({ tone: 'error', state: '1 failed, 12 waiting, 7 created' });
  expect(collapsed.edges.map(({ from, to }) => `${from} after ${to}`)).toEqual(['card-0 after net', 'card-0 after ip-0', 'vm-0 after card-0']);
});

test('things of one kind with different neighbours stay apart', () => {
  const { nodes, edges } = farm();
  const collapsed = collapseAlike(nodes, [...edges, { from: 'vm-3', to: 'ip-3' }]);
  expect(collapsed.nodes.map(({ label }) => label)).toEqual(['net', 'ip-… × 19', 'card-… × 19', 'vm-… × 19', 'ip-3', 'card-3', 'vm-3']);
});

test('a small graph is drawn as it is', () => {
  const nodes = Array.from({ length: 16 }, (_, index) => node(`vm-${index}`));
  expect(collapseAlike(nodes, [])).toEqual({ nodes, edges: [] });
});

test('arrow keys lead to the nearest box in their direction', () => {
  const { nodes } = placeGraph([node('net'), node('ip'), node('card')], [{ from: 'card', to: 'net' }, { from: 'card', to: 'ip' }]);
  const [left, right] = nodes.filter(({ node: { id } }) => id !== 'card').sort((a, b) => a.x - b.x).map(({ node: { id } }) => id);
  expect(boxTowards(nodes, left!, 'ArrowRight')).toBe(right);
  expect(boxTowards(nodes, left!, 'ArrowDown')).toBe('card');
  expect(boxTowards(nodes, 'card', 'ArrowDown')).toBeUndefined();
  expect(boxTowards(nodes, 'card', 'Enter')).toBeUndefined();
});
