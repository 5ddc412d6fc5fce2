import { FileText } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { LineRange } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { headingAt, headingsOf } from '../markdown/headings.js';
import { segmentsOf } from '../markdown/segments.js';
import { Empty } from '../ui/empty.js';
import { LinkedNotes } from './linked-notes.js';
import { LongText } from './long-text.js';
import { Outline } from './outline.js';
import { RawView } from './raw-view.js';
import { ShortText } from './short-text.js';

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
