import type { Permission, PermissionNode } from '@cloudwright/contract/permissions';

/** Every permission below these nodes, in the tree's order. */
export const leavesOf = (nodes: readonly PermissionNode[]): Permission[] =>
  nodes.flatMap((node) => (node.permission ? [node.permission] : leavesOf(node.children)));

const siblingsOf = (permission: Permission, nodes: readonly PermissionNode[]): PermissionNode[] => {
  for (const node of nodes) {
    if (node.children.some((child) => child.permission === permission)) return node.children;
    const found = siblingsOf(permission, node.children);
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Ticks or unticks a leaf or a whole group. A write without sight makes no sense, so ticking Create, Edit or Delete
 * ticks List and View beside it; checks themselves imply nothing.
 */
export function toggle(chosen: ReadonlySet<Permission>, node: PermissionNode, tree: readonly PermissionNode[], isOn: boolean): Permission[] {
  const next = new Set(chosen);
  for (const leaf of leavesOf([node])) {
    if (!isOn) next.delete(leaf);
    else {
      next.add(leaf);
      if (!/(Create|Edit|Delete)$/.test(leaf)) continue;
      for (const { label, permission } of siblingsOf(leaf, tree)) if (permission && (label === 'List' || label === 'View')) next.add(permission);
    }
  }
  return [...next];
}
