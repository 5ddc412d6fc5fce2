import { useQuery } from '@tanstack/react-query';
import { type AnchorHTMLAttributes, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { fileQuery } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useMarkdown } from './markdown-context.js';
import { sectionOf, startOf } from './section-of.js';

interface NoteLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  path: string;
  href: string;
  heading: string | undefined;
}

const WAIT_MS = 350;
const LEAVE_MS = 150;
const LONGEST = 700;

/** A link to a note, which shows the start of its target while it has the pointer or the focus. Escape closes that. */
export function NoteLink({ path, href, heading, children, ...rest }: NoteLinkProps) {
  const id = useId();
  const link = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [shown, setShown] = useState(false);
  const isText = /\.(?:md|markdown|txt)$/i.test(path);
  const change = (to: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(to), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [shown]);
  const stay = { onPointerEnter: () => change(true, WAIT_MS), onPointerLeave: () => change(false, LEAVE_MS) };
  if (!isText)
    return (
      <Link href={href} {...rest}>
        {children}
      </Link>
    );
  return (
    <span ref={link} className="contents">
      <Link
        {...rest}
        href={href}
        aria-describedby={shown ? id : undefined}
        onPointerEnter={(event) => event.pointerType === 'mouse' && change(true, WAIT_MS)}
        onPointerLeave={() => change(false, LEAVE_MS)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && change(true, WAIT_MS)}
        onBlur={() => change(false, 0)}
        onClick={() => change(false, 0)}
      >
        {children}
      </Link>
      {shown &&
        createPortal(
          <Preview id={id} path={path} heading={heading} at={link.current!.firstElementChild!} {...stay} />,
          document.body,
        )}
    </span>
  );
}

interface PreviewProps {
  id: string;
  path: string;
  heading: string | undefined;
  /** The link. */
  at: Element;
  onPointerEnter(): void;
  onPointerLeave(): void;
}

function Preview({ id, path, heading, at, ...stay }: PreviewProps) {
  const Markdown = useMarkdown();
  const { data: file } = useQuery(fileQuery(path));
  if (file === undefined) return null;
  const section = sectionOf(file, heading) ?? sectionOf(file, undefined)!;
  const { text, isCut } = startOf(section.text.trim(), LONGEST);
  const box = at.getClientRects()[0] ?? at.getBoundingClientRect();
  const isAbove = box.bottom > innerHeight * 0.6;
  const width = Math.min(380, innerWidth - 24);
  return (
    <div
      id={id}
      role="tooltip"
      data-preview
      className="prose fixed z-40 max-h-64 overflow-hidden rounded-xl border border-line bg-raised p-4 text-ink text-sm shadow-float"
      style={{
        width,
        left: Math.max(12, Math.min(box.left, innerWidth - width - 12)),
        ...(isAbove ? { bottom: innerHeight - box.top + 6 } : { top: box.bottom + 6 }),
      }}
      {...stay}
    >
      <Markdown text={isCut ? `${text} …` : text} path={path} firstLine={section.line} />
    </div>
  );
}
