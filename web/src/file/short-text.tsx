import { memo, useEffect, useMemo, useRef } from 'react';
import type { LineRange } from '../frame/route.js';
import { Markdown } from '../markdown/markdown.js';
import type { Segment } from '../markdown/segments.js';
import { scrollToLine } from './scroll-to-line.js';

export interface TextProps {
  path: string;
  segments: readonly Segment[];
  /** The lines that are marked. */
  range: LineRange | null;
  /** The line to scroll to. */
  line: number | null;
  /** Names an element to scroll to, such as a footnote. */
  anchor: string | null;
  visit: number;
}

/** A whole text in the page: the browser's own search and scrolling work on it. */
export function ShortText({ path, segments, range, line, anchor, visit }: TextProps) {
  const frame = useRef<HTMLDivElement>(null);
  // Once for each address: a later change of the file must not move what is being read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the range by its value
  useEffect(() => {
    if (line !== null && frame.current) scrollToLine(frame.current, line);
    else if (anchor !== null) document.getElementById(anchor)?.scrollIntoView({ block: 'center' });
  }, [line, range?.last, anchor, path, visit]);
  return (
    <div ref={frame} data-testid="text">
      {segments.map((segment) => (
        <SegmentView
          key={segment.key}
          segment={segment}
          path={path}
          range={range}
          first={segment === segments[0]}
        />
      ))}
    </div>
  );
}

interface SegmentViewProps {
  segment: Segment;
  path: string;
  range: LineRange | null;
  first: boolean;
}

export const SegmentView = memo(function SegmentView({ segment, path, range, first }: SegmentViewProps) {
  const { text, line, plain } = segment;
  const lines = useMemo(() => text.split('\n').length, [text]);
  const touched = range !== null && range.first < line + lines && range.last >= line;
  return (
    <div className="prose part" data-first={first || undefined}>
      <Markdown text={text} path={path} firstLine={line} marked={touched ? [range] : []} plain={plain} />
    </div>
  );
});
