import { ImageOff, Square, SquareCheck } from 'lucide-react';
import { startTransition, useContext, useOptimistic, useState } from 'react';
import type { Components } from 'react-markdown';
import { fileAddress } from '../api/file-address.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { targetOf } from './links.js';
import { ItemLineContext, TickContext } from './tick.js';
import { WikiLink } from './wiki-links.js';

/** The components for the Markdown elements of a file at `path`. */
export function markdownParts(path: string): Components {
  return {
    a: ({ node, href, children, ...rest }) => {
      const wiki = node?.properties.dataWiki;
      if (typeof wiki === 'string') {
        return (
          <WikiLink target={wiki} isEmbed={node?.properties.dataEmbed === true}>
            {children}
          </WikiLink>
        );
      }
      return (
        <VaultLink href={href} path={path} {...rest}>
          {children}
        </VaultLink>
      );
    },
    img: ({ src, alt }) => (
      <VaultImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} path={path} />
    ),
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
    pre: ({ node, ...rest }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <pre tabIndex={0} {...rest} />
    ),
    code: ({ node, children, className, ...rest }) => {
      const text = typeof children === 'string' ? children : '';
      if (/^vault\/[^\s`]+$/.test(text) && className === undefined) {
        return (
          <Link href={fileHref(text)}>
            <code {...rest}>{children}</code>
          </Link>
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
    <Link href={fileHref(target.path) + target.hash} {...rest}>
      {children}
    </Link>
  );
}

/** Images come from the vault alone; one from elsewhere would tell its host that the file was opened. */
function VaultImage({ src, alt, path }: { src: string; alt: string; path: string }) {
  const t = useText();
  const [failed, setFailed] = useState<string | null>(null);
  const target = targetOf(src, path);
  const address = target.kind === 'vault' ? fileAddress(target.path) : null;
  if (address !== null && address !== failed) {
    return <img src={address} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(address)} />;
  }
  return (
    <span className="inline-flex items-center gap-1.5 rounded-md border border-line px-2 py-0.5 text-sm text-faint">
      <ImageOff aria-hidden size={14} />
      {alt || t.file.image}
      <span>· {address === null ? t.file.remoteImage : t.file.missingImage}</span>
    </span>
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
