import { ArrowUpRight } from 'lucide-react';
import { Fragment, useId, useMemo } from 'react';
import type { Passage, Verified } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { Markdown } from '../markdown/markdown.js';
import { noonOf } from '../ui/day.js';
import { Disclosure } from '../ui/disclosure.js';
import { Time } from '../ui/time.js';
import { CitationNote } from './citation-note.js';
import { passageTitle, rangesIn } from './passage-title.js';

interface PassageCardProps {
  passage: Passage;
  matches: readonly string[];
  /** The words of the question. */
  words: RegExp | null;
  open: boolean;
  onToggle(): void;
  /** What became of its lines since; undefined until that is known. */
  verified?: Verified | undefined;
  /** The day of which its text is; null for today. */
}

/** A passage of an answer: its place, its text, the lines that matched. */
export function PassageCard({ passage, matches, words, open, onToggle, verified }: PassageCardProps) {
  const t = useText();
  const id = useId();
  const path = passage.path.replace(/^vault\//, '');
  const { title, project, day } = passageTitle(passage, t);
  const parts = useMemo(() => passage.parts.map((part) => shownPart(part, matches)), [passage, matches]);
  const marked = parts.flatMap((part) => part.marked)[0];
  const target = marked ? `${marked.first}-${marked.last}` : (passage.lines?.split(',').at(-1) ?? null);
  const href = fileHref(path, target);
  return (
    <article className="overflow-hidden rounded-xl border border-line bg-raised">
      <header className="flex items-center gap-1 bg-panel/60 pr-1.5">
        <Disclosure
          open={open}
          onToggle={onToggle}
          label={open ? t.activity.collapse : t.activity.expand}
          controls={id}
        />
        <h3 className="min-w-0 flex-1 truncate text-sm" title={path}>
          <Link
            href={href}
            className={`font-medium hover:text-accent hover:underline ${verified?.holds === false ? STALE : ''}`}
          >
            <bdi>{title}</bdi>
          </Link>
          <span className="ml-2 text-faint text-xs tabular-nums">
            {project !== null && `${project} · `}
            {day !== null && (
              <>
                <Time at={noonOf(day).getTime()} style="day" /> ·{' '}
              </>
            )}
            {passage.lines === null ? path : t.file.lines(passage.lines)}
          </span>
        </h3>
        <Link
          href={href}
          aria-label={`${t.activity.open}: ${path}`}
          title={t.activity.open}
          className="inline-flex size-8 items-center justify-center rounded-lg text-faint hover:bg-hover hover:text-ink"
        >
          <ArrowUpRight aria-hidden size={15} />
        </Link>
      </header>
      {verified !== undefined && <CitationNote verified={verified} />}
      {open && (
        <div id={id} className="prose prose-small border-line border-t px-4 py-3">
          {parts.map((part, index) => (
            <Fragment key={part.firstLine}>
              {index > 0 && (
                <p aria-hidden className="text-faint">
                  ⋯
                </p>
              )}
              <Markdown
                text={part.body}
                path={path}
                firstLine={part.firstLine}
                marked={part.marked}
                plain={part.body.length > 64_000}
                words={words}
              />
            </Fragment>
          ))}
        </div>
      )}
    </article>
  );
}

/** A citation that no longer holds. */
const STALE = 'underline decoration-wavy decoration-1 underline-offset-4';

/** Without frontmatter, and with the lines that matched. */
function shownPart(part: Passage['parts'][number], matches: readonly string[]) {
  const marked = rangesIn(part, matches);
  const { body, firstLine } =
    part.firstLine === 1 ? splitFile(part.text) : { body: part.text, firstLine: part.firstLine };
  return { body, firstLine, marked };
}
