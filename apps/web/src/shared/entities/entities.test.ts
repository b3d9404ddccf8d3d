import { permissionTree, pruneTree, type Permission } from '@cloudwright/contract/permissions';
import { describe, expect, it } from 'vitest';
import { countOf, formatDuration, formatMoney, formatQuantity, formatRelative, singularOf } from './format.ts';
import { leavesOf, toggle } from './permission-choice.ts';

describe('money and time', () => {
  it.each([
    [1284.6, 'USD', '$1,284.60'],
    [-3.5, 'EUR', '−€3.50'],
    [1284.6, 'JPY', '¥1,285'],
    [12, 'PLN', 'zł 12.00'],
    [1, 'XXX', 'XXX 1.00'],
  ])('%s %s reads %s', (amount, currency, text) => expect(formatMoney(amount, currency)).toBe(text));
  it.each([
    [3, 'now'],
    [42, '42 s ago'],
    [240, '4 min ago'],
    [7300, '2 h ago'],
    [8 * 86_400, '8 d ago'],
    [-7 * 86_400, 'in 7 d'],
  ])('%s s ago reads %s', (seconds, text) => expect(formatRelative(new Date(1e12 - seconds * 1000).toISOString(), 1e12)).toBe(text));
  it('what is one is said in the singular', () => {
    expect(['users', 'directories', 'blueprint types', 'access'].map(singularOf)).toEqual(['user', 'directory', 'blueprint type', 'access']);
    expect([countOf(1, 'user'), countOf(0, 'user'), countOf(1200, 'user')]).toEqual(['1 user', '0 users', '1,200 users']);
  });
  it('quantities say their unit in words where it is a time', () => expect([formatQuantity(730, '1 Hour'), formatQuantity(1, '1/Month'), formatQuantity(12, '10K'), formatQuantity(1, '')]).toEqual(['730 hours', '1 month', '12 × 10K', '1']));
  it('durations are short', () => expect([41_000, 125_000, 3_900_000].map(formatDuration)).toEqual(['41 s', '2 min 05 s', '1 h 05 min']));
});

describe('permission choice', () => {
  const tree = permissionTree();
  const node = (name: Permission) => ({ label: '', permission: name, children: [] });
  const labelled = (name: Permission) => ({ ...node(name), label: 'x' });
  it('ticks list and view with create, edit and delete', () => {
    expect(toggle(new Set(), labelled('userCreate'), tree, true).sort()).toEqual(['userCreate', 'userList', 'userView']);
    expect(toggle(new Set(), labelled('userInvite'), tree, true)).toEqual(['userInvite']);
  });
  it('unticks one alone', () => expect(toggle(new Set<Permission>(['userCreate', 'userList']), labelled('userCreate'), tree, false)).toEqual(['userList']));
  it('ticks a whole group, and only what the organization holds', () => {
    const pruned = pruneTree(tree, new Set(['userList', 'userEdit', 'roleList']));
    const administration = pruned[0]!;
    expect(toggle(new Set(), administration, pruned, true).sort()).toEqual(['roleList', 'userEdit', 'userList']);
    expect(leavesOf(pruned)).toHaveLength(3);
  });
});
