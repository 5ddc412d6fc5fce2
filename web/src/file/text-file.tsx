import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { FileText } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLinksTo } from '../api/queries.js';
import { Link, usePlace } from '../frame/navigation.js';
import type { LineRange } from '../frame/route.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { type Heading, headingAt, headingsOf } from '../markdown/headings.js';
import { Markdown } from '../markdown/markdown.js';
import { type Segment, segmentsOf } from '../markdown/segments.js';
import { Empty } from '../ui/empty.js';

interface TextFileProps {
  path: string;
  text: string;
  raw: boolean;
  range: LineRange | null;
  /** What stands behind the `#` of the address, where that is not a range. */
  anchor: string | null;
  /** Counts the links that led here: each one scrolls to its line. */
  visit: number;
  /** False where there is no room for it. */
  outline?: boolean;
}

/** Above this a file is drawn as it is scrolled. */
const LONG = 150_000;

/** Beside the text where there is room, else below it. */
const RAIL =
  'mt-12 @min-[68rem]:absolute @min-[68rem]:inset-y-0 @min-[68rem]:left-full @min-[68rem]:mt-0 @min-[68rem]:pl-8';

export function TextFile({ path, text, raw, range, anchor, visit, outline = true }: TextFileProps) {
  const t = useText();
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  const { body, firstLine } = useMemo(
    () => (isMarkdown ? splitFile(text) : { body: text, firstLine: 1 }),
    [text, isMarkdown],
  );
  const segments = useMemo(() => segmentsOf(body, firstLine), [body, firstLine]);
  // What is on the screen stays usable while a new version is being drawn.
  const drawn = useDeferredValue(segments);
  const headings = useMemo(() => (isMarkdown ? headingsOf(drawn) : []), [drawn, isMarkdown]);

  if (raw || !isMarkdown) return <RawView text={text} range={range} visit={visit} />;
  if (body.trim() === '') return <Empty icon={FileText} title={t.file.emptyFile} />;
  const View = body.length > LONG ? LongText : ShortText;
  const line = range?.first ?? (anchor === null ? null : (headingAt(headings, anchor)?.line ?? null));
  return (
    <div className="relative">
      <View path={path} segments={drawn} range={range} line={line} anchor={anchor} visit={visit} />
      {outline && (
        <aside className={RAIL}>
          <div className="space-y-6 @min-[68rem]:sticky @min-[68rem]:top-8 @min-[68rem]:max-h-[calc(100dvh-8rem)] @min-[68rem]:w-44 @min-[68rem]:overflow-y-auto">
            <Outline headings={headings} path={path} />
            <LinkedNotes path={path} />
          </div>
        </aside>
      )}
    </div>
  );
}

const DEEPEST = 3;
const MOST = 400;
const LEAST = 4;

/** What a long file holds, beside it where there is room. */
function Outline({ headings, path }: { headings: readonly Heading[]; path: string }) {
  const t = useText();
  const shown = headings.filter(({ level }) => level <= DEEPEST).slice(0, MOST);
  if (shown.length < LEAST) return null;
  const top = Math.min(...shown.map(({ level }) => level));
  return (
    <nav aria-label={t.file.outline} className="hidden text-sm @min-[68rem]:block">
      <h2 className="mb-2 font-medium text-faint text-xs">{t.file.outline}</h2>
      <ul className="space-y-1 border-line border-l">
        {shown.map(({ text, level, line }) => (
          <li key={line}>
            <Link
              href={fileHref(path, String(line))}
              className="-ml-px block truncate border-transparent border-l pr-1 text-soft hover:border-accent hover:text-ink"
              style={{ paddingLeft: 12 + (level - top) * 12 }}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The notes that link to a file, and those that only name it. */
function LinkedNotes({ path }: { path: string }) {
  const t = useText();
  const { data } = useLinksTo(path);
  if (data === undefined || data.linked.length + data.mentioned.length === 0) return null;
  const rest = data.total - data.linked.length;
  return (
    <div className="space-y-5 text-sm">
      {data.linked.length > 0 && (
        <section aria-label={t.file.linkedFrom}>
          <h2 className="mb-2 font-medium text-faint text-xs">{t.file.linkedFrom}</h2>
          <Mentions mentions={data.linked} />
          {rest > 0 && <p className="mt-1 text-faint text-xs">{t.file.moreLinks(rest)}</p>}
        </section>
      )}
      {data.mentioned.length > 0 && (
        <section aria-label={t.file.mentions}>
          <h2 className="mb-2 font-medium text-faint text-xs">{t.file.mentions}</h2>
          <Mentions mentions={data.mentioned} />
        </section>
      )}
    </div>
  );
}

interface MentionsProps {
  mentions: readonly { path: string; line: number; text: string }[];
}

function Mentions({ mentions }: MentionsProps) {
  return (
    <ul className="space-y-1">
      {mentions.map(({ path, line, text }) => (
        <li key={`${path} ${line}`}>
          <Link
            href={fileHref(path, String(line))}
            className="block rounded-md py-1 pr-1 text-soft hover:text-ink pointer-coarse:py-2"
          >
            <bdi className="block truncate font-medium text-ink">
              {path.replace(/^vault\/(?:projects\/)?/, '').replace(/\.md$/, '')}
            </bdi>
            <span className="line-clamp-2 text-faint text-xs">{plain(text)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A line of Markdown as people read it. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~]{1,3}|==/g, '')
    .replaceAll(/^\s*\||\|\s*$/g, '')
    .replaceAll(/\s+\|\s+/g, ' · ')
    .trim();
}

/** A text of megabytes: only the parts near the window are read and drawn. */
function LongText({ path, segments, range, line, visit }: TextProps) {
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

const PIECE = 2_000;

interface RawViewProps {
  text: string;
  range: LineRange | null;
  visit: number;
}

/** The bytes of the file, with the numbers that every tool uses. */
function RawView({ text, range, visit }: RawViewProps) {
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

interface TextProps {
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
function ShortText({ path, segments, range, line, anchor, visit }: TextProps) {
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

const SegmentView = memo(function SegmentView({ segment, path, range, first }: SegmentViewProps) {
  const { text, line, plain } = segment;
  const lines = useMemo(() => text.split('\n').length, [text]);
  const touched = range !== null && range.first < line + lines && range.last >= line;
  return (
    <div className="prose part" data-first={first || undefined}>
      <Markdown text={text} path={path} firstLine={line} marked={touched ? [range] : []} plain={plain} />
    </div>
  );
});

/** Repeats a scroll while parts are drawn and measured, after `skipped` frames. Returns a function that stops it. */
function whileDrawing(scroll: () => void, skipped = 0): () => void {
  let frame = 0;
  let request = 0;
  const next = () => {
    if (frame++ >= skipped) scroll();
    if (frame < skipped + 12) request = requestAnimationFrame(next);
  };
  next();
  return () => cancelAnimationFrame(request);
}

/** Brings the block that holds a line into the upper third of the window. */
function scrollToLine(frame: HTMLElement, line: number): boolean {
  let found: Element | null = null;
  for (const block of frame.querySelectorAll('[data-line]')) {
    // The lines of a note inside are those of another file.
    if (block.closest('.embed') !== null) continue;
    if (Number(block.getAttribute('data-line')) > line) break;
    found = block;
  }
  const target = frame.querySelector('mark:not(.highlight)') ?? found;
  if (target === null) return false;
  const { top } = target.getBoundingClientRect();
  scrollTo({ top: Math.max(0, scrollY + top - innerHeight / 3) });
  return true;
}
