import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link, usePlace } from '../frame/navigation.js';
import type { LineRange } from '../frame/route.js';
import { whileDrawing } from './scroll-to-line.js';

const PIECE = 2_000;

interface RawViewProps {
  text: string;
  range: LineRange | null;
  visit: number;
}

/** The bytes of the file, with the numbers that every tool uses. */
export function RawView({ text, range, visit }: RawViewProps) {
  const rows = useMemo(() => rowsOf(text), [text]);
  const { pathname } = usePlace();
  const frame = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const digits = String(rows.at(-1)?.line ?? 1).length;
  useLayoutEffect(() => {
    setMargin((frame.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => 20,
    overscan: 20,
    scrollMargin: margin,
  });
  const first = range?.first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, and when the place is measured
  useEffect(() => {
    const index = first === undefined ? -1 : rows.findIndex(({ line }) => line === first);
    if (index === -1) return;
    return whileDrawing(() => virtual.scrollToIndex(index, { align: 'center' }));
  }, [first, visit, margin]);

  return (
    <div
      ref={frame}
      data-testid="raw"
      className="relative font-mono text-sm leading-5"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const { line, piece, isFirst } = rows[index]!;
        const marked = range !== null && line >= range.first && line <= range.last;
        return (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={`absolute inset-x-0 top-0 flex gap-4 ${marked ? 'bg-mark' : ''}`}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            <Link
              href={`${pathname}#L${line}`}
              tabIndex={-1}
              aria-label={isFirst ? String(line) : undefined}
              aria-hidden={!isFirst}
              className="shrink-0 select-none text-right text-faint tabular-nums hover:text-ink"
              style={{ width: `${digits}ch` }}
            >
              {isFirst ? line : ''}
            </Link>
            <span className="min-w-0 flex-1 whitespace-pre-wrap">{piece}</span>
          </div>
        );
      })}
    </div>
  );
}

/** A line of a megabyte is drawn in pieces. */
function rowsOf(text: string): { line: number; piece: string; isFirst: boolean }[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return lines.flatMap((shown, index) => {
    const line = index + 1;
    if (shown.length <= PIECE) return [{ line, piece: shown, isFirst: true }];
    const count = Math.ceil(shown.length / PIECE);
    return Array.from({ length: count }, (_, part) => ({
      line,
      piece: shown.slice(part * PIECE, (part + 1) * PIECE),
      isFirst: part === 0,
    }));
  });
}
