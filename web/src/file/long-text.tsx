import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Segment } from '../markdown/segments.js';
import { scrollToLine, whileDrawing } from './scroll-to-line.js';
import { SegmentView, type TextProps } from './short-text.js';

/** A text of megabytes: only the parts near the window are read and drawn. */
export function LongText({ path, segments, range, line, visit }: TextProps) {
  const frame = useRef<HTMLDivElement>(null);
  const margin = useRef(0);
  const virtual = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => 24 + segments[index]!.text.length * 0.4,
    getItemKey: (index) => segments[index]!.key,
    overscan: 3,
    scrollMargin: margin.current,
  });
  useLayoutEffect(() => {
    margin.current = (frame.current?.getBoundingClientRect().top ?? 0) + scrollY;
  }, []);
  useKeptPlace(segments, virtual);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (line === null) return;
    const index = segments.findLastIndex((segment) => segment.line <= line);
    virtual.scrollToIndex(Math.max(0, index), { align: 'start' });
    return whileDrawing(() => frame.current && scrollToLine(frame.current, line), 2);
  }, [line, range?.last, path, visit]);

  return (
    <div ref={frame} data-testid="text" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key: item, start }) => (
        <div
          key={item}
          ref={virtual.measureElement}
          data-index={index}
          className="absolute inset-x-0 top-0 flow-root"
          style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
        >
          <SegmentView segment={segments[index]!} path={path} range={range} first={index === 0} />
        </div>
      ))}
    </div>
  );
}

/** When parts come or go above the window, what is being read stays where it is. */
function useKeptPlace(
  segments: readonly Segment[],
  virtual: ReturnType<typeof useWindowVirtualizer<Element>>,
): void {
  const anchor = useRef<{ key: string; offset: number } | null>(null);
  useLayoutEffect(() => {
    const kept = anchor.current;
    if (kept === null) return;
    const index = segments.findIndex(({ key }) => key === kept.key);
    const start = index === -1 ? undefined : virtual.measurementsCache[index]?.start;
    if (start !== undefined && Math.abs(start + kept.offset - scrollY) > 1) scrollTo(0, start + kept.offset);
  }, [segments, virtual]);
  useEffect(() => {
    const note = () => {
      const first = virtual.getVirtualItemForOffset(scrollY);
      anchor.current = first === undefined ? null : { key: String(first.key), offset: scrollY - first.start };
    };
    note();
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [virtual]);
}
