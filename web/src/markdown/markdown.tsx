import { Square, SquareCheck } from 'lucide-react';
import {
  type ComponentPropsWithoutRef,
  memo,
  startTransition,
  useContext,
  useId,
  useMemo,
  useOptimistic,
} from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { withBase } from '../api/base.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import type { LineRange } from '../frame/route.js';
import { anchorOf, fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { dayOf } from '../ui/day.js';
import { Fallback } from '../ui/fallback.js';
import { asCallout } from './callouts.js';
import { CodeBlock } from './code/code-block.js';
import { Formula } from './code/formula.js';
import { withHighlights } from './highlights.js';
import { targetOf } from './links.js';
import { MarkdownContext, type MarkdownProps } from './markdown-context.js';
import { remarkMath } from './math-syntax.js';
import { NoteLink } from './note-link.js';
import type { HtmlNode } from './path-links.js';
import { withPathLinks } from './path-links.js';
import { withTags } from './tags.js';
import { isTasksFile, withTaskChips } from './task-fields.js';
import { ItemLineContext, TickContext } from './tick.js';
import { VaultImage } from './vault-image.js';
import { isNoteEmbed, WikiLink, withWikiLinks } from './wiki-links.js';

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

interface PlainTextProps {
  text: string;
  firstLine: number;
  marked: readonly LineRange[];
}

/** Text without formatting, for files that are not Markdown or too large. */
function PlainText({ text, firstLine, marked }: PlainTextProps) {
  const isMarked = (line: number) => marked.some(({ first, last }) => line >= first && line <= last);
  if (marked.length === 0) {
    return (
      <div className="plain" data-line={firstLine}>
        {text}
      </div>
    );
  }
  return (
    <div className="plain" data-line={firstLine}>
      {text.split('\n').map((line, index) => {
        const number = firstLine + index;
        return (
          <span key={number} data-line={number}>
            {isMarked(number) && line !== '' ? <mark>{line}</mark> : line}
            {'\n'}
          </span>
        );
      })}
    </div>
  );
}

interface MarkOptions {
  /** The file: the headings of a tasks file are tasks. */
  path: string;
  /** The line of the file on which this text begins. */
  firstLine: number;
  marked: readonly LineRange[];
  /** Words to bring out; null for none. */
  words: RegExp | null;
}

/**
 * Gives blocks the number of their line in the file, marks the lines of the ranges, and keeps line ends inside
 * paragraphs: in these files one line is one thing said.
 */
function lineMarks({ path, firstLine, marked, words }: MarkOptions) {
  const offset = firstLine - 1;
  const isTasks = isTasksFile(path);
  const isMarked = (line: number) => marked.some(({ first, last }) => line >= first && line <= last);

  function visit(node: HtmlNode, inCode: boolean): void {
    if (node.children === undefined) return;
    if (node.tagName === 'blockquote') asCallout(node);
    if (isTasks && node.type === 'root') node.children = withTaskChips(node.children, dayOf(new Date()));
    if (node.tagName !== undefined && BLOCKS.has(node.tagName) && node.position) {
      node.properties = { ...node.properties, dataLine: node.position.start.line + offset };
    }
    const isCode = node.tagName === 'code' || inCode;
    const isBlockCode = node.tagName === 'pre' || inCode;
    const children = isCode ? node.children : withHighlights(node.children);
    node.children = children.flatMap((child) => {
      if (child.type !== 'text') {
        visit(child, isBlockCode);
        return [child];
      }
      return linesOf(child, node, inCode);
    });
    // A paragraph can't hold a note.
    if (node.tagName === 'p' && node.children.some(isNoteEmbed)) {
      node.tagName = 'div';
      node.properties = { ...node.properties, className: ['p'] };
    }
  }

  function linesOf(text: HtmlNode, parent: HtmlNode, inCode: boolean): HtmlNode[] {
    const value = text.value ?? '';
    // A code block's text begins below its fence.
    const start = inCode ? parent.position?.start.line : text.position?.start.line;
    if (start === undefined || value.trim() === '') return [text];
    const firstOfText = start + offset + (inCode ? 1 : 0);
    const lines = value.split('\n');
    const touches = lines.some((_, index) => isMarked(firstOfText + index));
    if (inCode && !touches) return [text];
    const isLink = parent.tagName === 'a' || parent.tagName === 'code';
    const linked = (piece: HtmlNode) =>
      isLink || inCode
        ? [piece]
        : withWikiLinks(piece)
            .flatMap((part) => (part.type === 'text' ? withPathLinks(part) : [part]))
            .flatMap((part) => (part.type === 'text' ? withTags(part) : [part]))
            .flatMap((node) => (node.type === 'text' && !inCode ? withWords(node, words) : [node]));
    if (lines.length === 1 && !touches) return linked(text);
    return lines.flatMap((line, index): HtmlNode[] => {
      const piece = linked({ type: 'text', value: line });
      const shown: HtmlNode[] =
        line !== '' && isMarked(firstOfText + index)
          ? [{ type: 'element', tagName: 'mark', properties: {}, children: piece }]
          : piece;
      if (index === 0) return shown;
      const end: HtmlNode = inCode
        ? { type: 'text', value: '\n' }
        : { type: 'element', tagName: 'br', properties: {}, children: [] };
      return [end, ...shown];
    });
  }

  return () => (tree: HtmlNode) => visit(tree, false);
}

/** A text node with the words in elements of their own. */
function withWords(node: HtmlNode, words: RegExp | null): HtmlNode[] {
  const value = node.value ?? '';
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of words === null ? [] : value.matchAll(words)) {
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'strong',
      properties: { className: ['word'] },
      children: [{ type: 'text', value: match[0] }],
    });
    at = match.index + match[0].length;
  }
  if (at === 0) return [node];
  return [...pieces, { type: 'text', value: value.slice(at) }].filter(
    ({ type, value: text }) => type !== 'text' || text !== '',
  );
}

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li blockquote pre table tr hr ul ol'.split(' '));

/** The components for the Markdown elements of a file at `path`. */
function markdownParts(path: string): Components {
  return {
    a: ({ node, href, children, ...rest }) => {
      const wiki = node?.properties.dataWiki;
      if (typeof wiki === 'string') {
        return (
          <WikiLink target={wiki} from={path} isEmbed={node?.properties.dataEmbed === true}>
            {children}
          </WikiLink>
        );
      }
      const tag = node?.properties.dataTag;
      if (typeof tag === 'string') return <TagLink tag={tag} />;
      return (
        <VaultLink href={href} path={path} {...rest}>
          {children}
        </VaultLink>
      );
    },
    img: ({ src, alt }) => {
      const target = targetOf(typeof src === 'string' ? src : '', path);
      return <VaultImage path={target.kind === 'vault' ? target.path : null} alt={alt ?? ''} />;
    },
    ...(isTasksFile(path) && { h1: TaskHeading }),
    li: ({ node, ...rest }) => (
      <ItemLineContext value={lineOf(node?.properties.dataLine)}>
        <li {...rest} />
      </ItemLineContext>
    ),
    input: ({ checked }) => <TaskBox done={checked === true} />,
    table: ({ node, ...rest }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <div className="table" tabIndex={0}>
        <table {...rest} />
      </div>
    ),
    pre: ({ node, children }) => <CodeBlock node={node as HtmlNode}>{children}</CodeBlock>,
    code: ({ node, children, className, ...rest }) => {
      const text = typeof children === 'string' ? children : '';
      if (className?.includes('math-inline')) return <Formula source={text} />;
      if (/^vault\/[^\s`]+$/.test(text) && className === undefined) {
        return (
          <PathLink path={text}>
            <code {...rest}>{children}</code>
          </PathLink>
        );
      }
      return (
        <code className={className} {...rest}>
          {children}
        </code>
      );
    },
  };
}

interface VaultLinkProps {
  href: string | undefined;
  path: string;
  children?: React.ReactNode;
}

function VaultLink({ href, path, children, ...rest }: VaultLinkProps) {
  const target = targetOf(href, path);
  if (target.kind === 'nowhere') return <span>{children}</span>;
  if (target.kind === 'within') {
    return (
      <Link href={target.hash} {...rest}>
        {children}
      </Link>
    );
  }
  if (target.kind === 'web') {
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" {...rest}>
        {children}
      </a>
    );
  }
  return (
    <NoteLink
      path={target.path}
      href={fileHref(target.path) + target.hash}
      heading={anchorOf(target.hash) ?? undefined}
      {...rest}
    >
      {children}
    </NoteLink>
  );
}

function PathLink({ path, children }: { path: string; children: React.ReactNode }) {
  return <Link href={fileHref(path)}>{children}</Link>;
}

/** A search for everything with the tag. */
function TagLink({ tag }: { tag: string }) {
  const { palette } = useApp();
  return (
    <a
      href={withBase(`/?find=${encodeURIComponent(tag)}`)}
      className="tag"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        palette.set(tag);
      }}
    >
      {tag}
    </a>
  );
}

function lineOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function TaskBox({ done }: { done: boolean }) {
  const t = useText();
  const tick = useContext(TickContext);
  const line = useContext(ItemLineContext);
  // Shown at once: the text around it is rendered anew only in a later task, and until then the tick would be taken back.
  const [shown, setShown] = useOptimistic(done);
  if (tick !== null && line !== null) {
    return (
      <input
        type="checkbox"
        checked={shown}
        aria-label={tick.labelOf(line)}
        onChange={() => {
          startTransition(async () => {
            setShown(!shown);
            await tick.toggle(line);
          });
        }}
        className="mr-1.5 inline-block size-4 cursor-pointer align-[-3px] accent-accent pointer-coarse:size-5"
      />
    );
  }
  const Icon = done ? SquareCheck : Square;
  return (
    <Icon
      role="img"
      aria-label={done ? t.file.taskDone : t.file.taskOpen}
      size={16}
      className={`mr-1.5 inline-block align-[-3px] ${done ? 'text-accent' : 'text-faint'}`}
    />
  );
}

/** The title of a task in a tasks file. Ticked, the task leaves the file and becomes an entry of the changelog. */
function TaskHeading({ node, children, ...rest }: ComponentPropsWithoutRef<'h1'> & ExtraProps) {
  const t = useText();
  const tick = useContext(TickContext);
  const line = node?.properties.dataLine;
  const [isDone, setDone] = useOptimistic(false);
  const title = typeof line === 'number' ? (tick?.titleOf(line) ?? '') : '';
  if (tick === null || typeof line !== 'number' || title === '') return <h1 {...rest}>{children}</h1>;
  return (
    <h1 {...rest} className={isDone ? 'text-faint line-through' : undefined}>
      <input
        type="checkbox"
        checked={isDone}
        disabled={isDone}
        aria-label={t.file.finishTask(title)}
        onChange={() => {
          startTransition(async () => {
            setDone(true);
            await tick.finish(line, title);
          });
        }}
        className="mr-2 inline-block size-4 cursor-pointer align-[-1px] accent-accent pointer-coarse:size-5"
      />
      {children}
    </h1>
  );
}
