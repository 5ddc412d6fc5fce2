import type { TreeNode } from '../api/types.js';

/** A line of the tree as it is drawn. */
export interface VisibleRow {
  node: TreeNode;
  level: number;
  /** Its position among its siblings, from 1, for screen readers. */
  position: number;
  siblings: number;
  /** Null for a file. */
  open: boolean | null;
}

/** The visible lines: everything in open folders, in the order of the tree. */
export function visibleRows(root: TreeNode, isOpen: (path: string) => boolean): VisibleRow[] {
  const rows: VisibleRow[] = [];
  const add = (children: readonly TreeNode[], level: number) => {
    for (const [index, node] of children.entries()) {
      const open = node.children === null ? null : isOpen(node.path);
      rows.push({ node, level, position: index + 1, siblings: children.length, open });
      if (open && node.children !== null) add(node.children, level + 1);
    }
  };
  add(root.children ?? [], 1);
  return rows;
}

/** `a/b/c` lies in `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

export function findNode(root: TreeNode, path: string): TreeNode | null {
  if (path === '') return root;
  let node: TreeNode | null = root;
  for (const folder of [...foldersAbove(path), path]) {
    node = node?.children?.find((child) => child.path === folder) ?? null;
  }
  return node;
}
