import { ChevronRight } from 'lucide-react';
import type { CSSProperties, DragEvent, MouseEvent } from 'react';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { formatTokens } from '../ui/tokens.js';
import type { VisibleRow } from './visible-rows.js';

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

export function TreeRow({
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
