import { memo, useContext, useId, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { LineRange } from '../frame/route.js';
import { Fallback } from '../ui/fallback.js';
import { lineMarks } from './line-marks.js';
import { MarkdownContext, type MarkdownProps } from './markdown-context.js';
import { markdownParts } from './markdown-parts.js';
import { remarkMath } from './math-syntax.js';
import { PlainText } from './plain-text.js';

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
  const isInside = useContext(MarkdownContext) !== null;
  const name = useId();
  // Footnotes of a note in another note are numbered there too.
  const options = useMemo(() => (isInside ? { clobberPrefix: `${name}-` } : {}), [isInside, name]);
  if (plain) return <PlainText text={text} firstLine={firstLine} marked={marked} />;
  return (
    <Fallback shown={<PlainText text={text} firstLine={firstLine} marked={marked} />}>
      <MarkdownContext value={Markdown}>
        <ReactMarkdown
          remarkPlugins={PLUGINS}
          remarkRehypeOptions={options}
          rehypePlugins={[lineMarks({ path, firstLine, marked, words })]}
          components={parts}
        >
          {text}
        </ReactMarkdown>
      </MarkdownContext>
    </Fallback>
  );
}, isSame);

const NONE: readonly LineRange[] = [];
const PLUGINS = [remarkGfm, remarkMath];

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
