import { type DragEvent, useState } from 'react';
import type { FileAction } from '../frame/app-context.js';
import { pathInFolder } from './path-in-folder.js';
import type { VisibleRow } from './visible-rows.js';

const TYPE = 'application/x-rappel-path';

/**
 * Moves by drag: a file or folder goes into the folder under the pointer, or beside the file there. Nothing is moved before
 * the dialog, which says what happens to links, is confirmed. With the keyboard, the dialog is opened with F2.
 */
export function useTreeDrop(open: (action: FileAction) => void) {
  const [target, setTarget] = useState<string | null>(null);
  return {
    /** The folder that a drop would go to; null while nothing is dragged, or nothing would happen. */
    target,
    drag(event: DragEvent, { node }: VisibleRow): void {
      event.dataTransfer.setData(TYPE, node.path);
      event.dataTransfer.effectAllowed = 'move';
    },
    over(event: DragEvent, row: VisibleRow | null): void {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      setTarget(folderOf(row));
    },
    leave: () => setTarget(null),
    drop(event: DragEvent, row: VisibleRow | null): void {
      const path = event.dataTransfer.getData(TYPE);
      setTarget(null);
      if (path === '') return;
      event.preventDefault();
      event.stopPropagation();
      const to = pathInFolder(path, folderOf(row));
      if (to !== null) open({ kind: 'manage', path, to });
    },
  };
}

function folderOf(row: VisibleRow | null): string {
  if (row === null) return '';
  return row.open === null
    ? row.node.path.slice(0, Math.max(0, row.node.path.lastIndexOf('/')))
    : row.node.path;
}
