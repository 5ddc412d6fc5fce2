import { memo, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { LineRange } from '../frame/route.js';
import { Fallback } from '../ui/fallback.js';
import { lineMarks } from './line-marks.js';
import { markdownParts } from './markdown-parts.js';
import { PlainText } from './plain-text.js';

interface MarkdownProps {
  text: string;
  /** The path of the file, without `vault/`: relative links and images start there. */
  path: string;
  firstLine?: number;
  marked?: readonly LineRange[];
  plain?: boolean;
  /** Words to bring out in the text. */
  words?: RegExp | null;
}

/** Markdown from the vault. It is data: no HTML, no script, nothing from another host. */
export const Markdown = memo(function Markdown({
  text,
  path,
  firstLine = 1,
  marked = NONE,
  plain = false,
  words = null,
}: MarkdownProps) {
  const parts = useMemo(() => markdownParts(path), [path]);
  if (plain) return <PlainText text={text} firstLine={firstLine} marked={marked} />;
  return (
    <Fallback shown={<PlainText text={text} firstLine={firstLine} marked={marked} />}>
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        rehypePlugins={[lineMarks({ firstLine, marked, words })]}
        components={parts}
      >
        {text}
      </ReactMarkdown>
    </Fallback>
  );
}, isSame);

const NONE: readonly LineRange[] = [];
const PLUGINS = [remarkGfm];

function isSame(a: MarkdownProps, b: MarkdownProps): boolean {
  return (
    a.text === b.text &&
    a.path === b.path &&
    a.firstLine === b.firstLine &&
    a.plain === b.plain &&
    a.words?.source === b.words?.source &&
    rangesKey(a.marked) === rangesKey(b.marked)
  );
}

function rangesKey(ranges: readonly LineRange[] = NONE): string {
  return ranges.map(({ first, last }) => `${first}-${last}`).join();
}
