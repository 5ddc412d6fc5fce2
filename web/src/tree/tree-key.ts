import { foldersAbove, type VisibleRow } from './visible-rows.js';

interface Move {
  active?: string;
  open?: string;
  toggle?: { path: string; open: boolean };
}

/** What a key does in the tree, as in every file manager; null where it means nothing here. */
export function treeKey(key: string, rows: readonly VisibleRow[], at: number): Move | null {
  const row = rows[at];
  if (row === undefined) return null;
  const to = (index: number): Move => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, index))]!;
    return { active: target.node.path };
  };
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + 15);
    case 'PageUp':
      return to(at - 15);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.open === null) return {};
      return row.open ? to(at + 1) : { toggle: { path: row.node.path, open: true } };
    case 'ArrowLeft': {
      if (row.open) return { toggle: { path: row.node.path, open: false } };
      const parent = foldersAbove(row.node.path).at(-1);
      return parent === undefined ? {} : { active: parent };
    }
    case 'Enter':
    case ' ':
      if (row.open === null) return { open: row.node.path };
      return { toggle: { path: row.node.path, open: !row.open } };
    default:
      return typed(key, rows, at);
  }
}

/** A letter goes to the next line that begins with it. */
function typed(key: string, rows: readonly VisibleRow[], at: number): Move | null {
  if (key.length !== 1 || !/[\p{L}\p{N}]/u.test(key)) return null;
  const letter = key.toLowerCase();
  const order = [...rows.slice(at + 1), ...rows.slice(0, at + 1)];
  const found = order.find(({ node }) => node.name.toLowerCase().startsWith(letter));
  return found === undefined ? null : { active: found.node.path };
}
