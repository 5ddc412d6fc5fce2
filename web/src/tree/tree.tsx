import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTree } from '../api/queries.js';
import { useStore } from '../api/store.js';
import { type FileAction, useApp } from '../frame/app-context.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
import { fileHref, routeOf } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { formatTokens } from '../ui/tokens.js';
import { useOpenFolders } from './open-folders.js';
import { pathInFolder } from './path-in-folder.js';
import { treeKey } from './tree-key.js';
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

const TYPE = 'application/x-rappel-path';

/**
 * Moves by drag: a file or folder goes into the folder under the pointer, or beside the file there. Nothing is moved before
 * the dialog, which says what happens to links, is confirmed. With the keyboard, the dialog is opened with F2.
 */
function useTreeDrop(open: (action: FileAction) => void) {
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

interface TreeRowProps {
  row: VisibleRow;
  id: string;
  /** The open file. */
  selected: boolean;
  /** Where the keyboard is. */
  active: boolean;
  /** Counts the changes of this line; each one flashes. */
  change: number;
  style: CSSProperties;
  onToggle(): void;
  onOpen(): void;
  /** What is dragged would go here. */
  isTarget: boolean;
  onDragStart(event: DragEvent): void;
  onDragOver(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

function TreeRow({
  row,
  id,
  selected,
  active,
  change,
  style,
  isTarget,
  onToggle,
  onOpen,
  ...drag
}: TreeRowProps) {
  const { node, level, open } = row;
  const isFolder = open !== null;
  const click = (event: MouseEvent) => {
    if (!isFolder) return onOpen();
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    onToggle();
  };
  return (
    <Link
      id={id}
      role="treeitem"
      tabIndex={-1}
      href={fileHref(node.path)}
      aria-level={level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={open ?? undefined}
      aria-selected={selected}
      aria-current={selected ? 'page' : undefined}
      onClick={click}
      draggable
      {...drag}
      style={style}
      className={`absolute inset-x-0 top-0 flex items-center gap-1 rounded-md pr-2 text-sm ${
        isTarget
          ? 'bg-mark text-ink'
          : selected
            ? 'bg-hover font-medium text-ink'
            : 'text-soft hover:bg-hover/60 hover:text-ink'
      } ${active ? 'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent' : ''}`}
    >
      {change > 0 && (
        <span
          key={change}
          aria-hidden
          data-flash
          className="pointer-events-none absolute inset-0 animate-flash rounded-md"
        />
      )}
      <span className="flex w-4 shrink-0 justify-center" style={{ marginLeft: (level - 1) * 14 }}>
        {isFolder && (
          <ChevronRight
            aria-hidden
            size={14}
            className={`text-faint transition-transform ${open ? 'rotate-90' : ''}`}
          />
        )}
      </span>
      <bdi className="relative min-w-0 flex-1 truncate">{node.name}</bdi>
      <span className="relative shrink-0 text-xs text-faint tabular-nums">{formatTokens(node.tokens)}</span>
    </Link>
  );
}
