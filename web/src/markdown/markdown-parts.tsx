import { Square, SquareCheck } from 'lucide-react';
import { startTransition, useContext, useOptimistic } from 'react';
import type { Components } from 'react-markdown';
import { withBase } from '../api/base.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { anchorOf, fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { CodeBlock } from './code/code-block.js';
import { Formula } from './code/formula.js';
import { targetOf } from './links.js';
import { NoteLink } from './note-link.js';
import type { HtmlNode } from './path-links.js';
import { isTasksFile } from './task-fields.js';
import { TaskHeading } from './task-heading.js';
import { ItemLineContext, TickContext } from './tick.js';
import { VaultImage } from './vault-image.js';
import { WikiLink } from './wiki-links.js';

/** The components for the Markdown elements of a file at `path`. */
export function markdownParts(path: string): Components {
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
