import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTree } from '../api/queries.js';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { navigate, usePlace } from '../frame/navigation.js';
import { fileHref, routeOf } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { useOpenFolders } from './open-folders.js';
import { useTreeDrop } from './tree-drop.js';
import { treeKey } from './tree-key.js';
import { TreeRow } from './tree-row.js';
import { foldersAbove, type VisibleRow, visibleRows } from './visible-rows.js';

/** The files of the vault, live. Only the lines that are seen are drawn. */
export function Tree({ onOpen }: { onOpen(): void }) {
  const t = useText();
  const { changes, folders, fileAction } = useApp();
  const { data: root } = useTree();
  const changed = useStore(changes.store);
  const { isOpen, set } = useOpenFolders(folders);
  const route = routeOf(usePlace().pathname);
  const selected = route.view === 'file' ? route.path : null;
  const rows = useMemo(() => (root ? visibleRows(root, isOpen) : []), [root, isOpen]);
  const [active, setActive] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  // A finger needs more room than a pointer.
  const [height] = useState(() => (matchMedia('(pointer: coarse)').matches ? 38 : 28));
  const may = useMay();
  const drop = useTreeDrop((action) => may.write && fileAction.set(action));
  const flashes = useMemo(() => flashesOf(rows, changed), [rows, changed]);

  const virtual = useVirtualizer({
    count: rows.length,
    // It measures at once: before there are lines, that would lay out the whole page in the task that first draws it.
    enabled: root !== undefined,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]!.node.path,
    overscan: 12,
  });

  // The open file is in sight: the folders above it open once, and may be closed again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another file is opened
  useEffect(() => {
    if (selected === null) return;
    setActive(selected);
    const closed = foldersAbove(selected).filter((folder) => !isOpen(folder));
    if (closed.length > 0) set(closed, true);
  }, [selected]);

  const place = rows.findIndex(({ node }) => node.path === active);
  const shown = virtual.getVirtualItems();
  const isDrawn = shown.some(({ index }) => index === place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the keyboard, not every change of the tree
  useEffect(() => {
    if (place !== -1) virtual.scrollToIndex(place, { align: 'auto' });
  }, [active, place === -1]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === 'F2' || event.key === 'Delete') && rows[place] !== undefined && may.write) {
      event.preventDefault();
      fileAction.set({ kind: 'manage', path: rows[place].node.path });
      return;
    }
    const next = treeKey(event.key, rows, Math.max(0, place));
    if (next === null) return;
    event.preventDefault();
    if (next.toggle !== undefined) set([next.toggle.path], next.toggle.open);
    if (next.active !== undefined) setActive(next.active);
    if (next.open !== undefined) {
      navigate(fileHref(next.open));
      onOpen();
    }
  };

  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={t.nav.files}
      aria-activedescendant={isDrawn ? `${prefix}${place}` : undefined}
      onKeyDown={press}
      onDragOver={(event) => drop.over(event, null)}
      onDragLeave={drop.leave}
      onDrop={(event) => drop.drop(event, null)}
      data-drop={drop.target === '' || undefined}
      onFocus={() => active === null && rows[0] && setActive(rows[0].node.path)}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-md px-2 pb-4 focus-visible:outline-none data-drop:bg-hover/60"
    >
      <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index]!;
          return (
            <TreeRow
              key={key}
              row={row}
              id={`${prefix}${index}`}
              selected={row.node.path === selected}
              active={index === place}
              change={flashes.get(row.node.path) ?? 0}
              style={{ height, transform: `translateY(${start}px)` }}
              onToggle={() => {
                set([row.node.path], !row.open);
                setActive(row.node.path);
              }}
              onOpen={onOpen}
              isTarget={drop.target !== null && drop.target !== '' && row.node.path === drop.target}
              onDragStart={(event) => drop.drag(event, row)}
              onDragOver={(event) => drop.over(event, row)}
              onDrop={(event) => drop.drop(event, row)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A change inside a closed folder shows on that folder. */
function flashesOf(rows: readonly VisibleRow[], changed: ReadonlyMap<string, number>): Map<string, number> {
  const drawn = new Set<string>(rows.map(({ node }) => node.path));
  const flashes = new Map<string, number>();
  for (const [path, count] of changed) {
    const at = drawn.has(path) ? path : foldersAbove(path).findLast((folder) => drawn.has(folder));
    if (at !== undefined) flashes.set(at, Math.max(count, flashes.get(at) ?? 0));
  }
  return flashes;
}
