import { permissionTree, pruneTree, type Permission, type PermissionNode } from '@cloudwright/contract/permissions';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView';
import { TreeItem } from '@mui/x-tree-view/TreeItem';
import { leavesOf, toggle } from './permission-choice.ts';

interface Props {
  /** What the reference organization holds; everything else is pruned from the tree. */
  held: readonly string[];
  value: readonly Permission[];
  /** Absent: for looking only. */
  onChange?: (value: Permission[]) => void;
}

const groupsOf = (nodes: PermissionNode[], path = ''): string[] =>
  nodes.flatMap((node) => (node.permission ? [] : [`${path}/${node.label}`, ...groupsOf(node.children, `${path}/${node.label}`)]));

/** The permission tree with a tick at every leaf and group. Ticking create, edit or delete ticks list and view, too. */
export function PermissionTree({ held, value, onChange }: Props) {
  const tree = pruneTree(permissionTree(), new Set(held));
  const chosen = new Set<Permission>(value);
  const total = leavesOf(tree).length;
  const ticked = leavesOf(tree).filter((leaf) => chosen.has(leaf)).length;

  const render = (node: PermissionNode, path: string) => {
    const leaves = leavesOf([node]);
    const count = leaves.filter((leaf) => chosen.has(leaf)).length;
    const id = node.permission ?? `${path}/${node.label}`;
    return (
      <TreeItem
        key={id}
        itemId={id}
        label={
          <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 28, gap: 1 }}>
            <Checkbox
              size="small"
              checked={count === leaves.length}
              indeterminate={count > 0 && count < leaves.length}
              disabled={!onChange}
              onClick={(event) => event.stopPropagation()}
              onChange={() => onChange?.(toggle(chosen, node, tree, count < leaves.length))}
              slotProps={{ input: { 'aria-label': node.permission ? `${node.label} (${node.permission})` : node.label } }}
              sx={{ p: 1 }}
            />
            <Typography variant="body2" sx={{ fontWeight: node.permission ? 400 : 600 }}>
              {node.label}
            </Typography>
            <Typography variant="caption" color="textSecondary" noWrap sx={{ ml: 'auto' }}>
              {node.permission ?? `${count} of ${leaves.length}`}
            </Typography>
          </Box>
        }
      >
        {node.children.map((child) => render(child, `${path}/${node.label}`))}
      </TreeItem>
    );
  };
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" role="status">
        {ticked} of {total} permissions
      </Typography>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '6px', mt: 1, p: 1, maxHeight: 380, overflowY: 'auto' }}>
        <SimpleTreeView aria-label="Permissions" defaultExpandedItems={groupsOf(tree).filter((path) => path.split('/').length === 2)} disableSelection>
          {tree.map((node) => render(node, ''))}
        </SimpleTreeView>
      </Box>
    </Box>
  );
}
