import { ArrowUpRight, SearchX } from 'lucide-react';
import { Fragment, useId, useMemo, useState } from 'react';
import { useVerified } from '../api/queries.js';
import type { LoadedQuestion, Passage, Verified } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { Markdown } from '../markdown/markdown.js';
import { wordPattern } from '../markdown/word-pattern.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { noonOf } from '../ui/day.js';
import { Disclosure } from '../ui/disclosure.js';
import { Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { passageTitle, rangesIn } from './passage-title.js';

type Answer = NonNullable<LoadedQuestion['answer']>;

interface AnswerViewProps {
  question: string;
  answer: Pick<Answer, 'text' | 'overview' | 'files'> & Partial<Answer>;
  /** The lines that matched, by path. */
  matches?: LoadedQuestion['matches'];
}

/** An answer: its overview, then one card for each passage. */
export function AnswerView({ question, answer, matches = {} }: AnswerViewProps) {
  const t = useText();
  const { files } = answer;
  const words = useMemo(() => wordPattern(question), [question]);
  const verified = useVerified(files.map(({ ref }) => ref)).data;
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const allClosed = closed.size === files.length;
  const failed = answer.stages?.find(({ name, ran }) => name === 'agent' && !ran);
  const toggle = (index: number) => {
    const next = new Set(closed);
    if (!next.delete(index)) next.add(index);
    setClosed(next);
  };
  return (
    <div className="animate-arrive space-y-5" aria-live="polite">
      {failed !== undefined && (
        <Notice title={t.activity.modelFailed}>
          <p className="text-soft">{failed.reason}</p>
        </Notice>
      )}
      <div className="prose">
        <Markdown text={answer.overview} path="" />
      </div>
      <div className="flex min-h-8 items-center gap-1 text-faint text-sm">
        <p className="min-w-0 flex-1">
          {files.length === 0 ? (
            <span className="inline-flex items-center gap-1.5">
              <SearchX aria-hidden size={15} /> {t.activity.nothing}
            </span>
          ) : (
            t.activity.passages(files.length) +
            (answer.verdict === 'may_answer' ? ` · ${t.activity.unsure}` : '')
          )}
          {/* Without a model the overview itself says so. */}
          {answer.usage?.model != null && ` · ${t.activity.byModel(answer.usage.model)}`}
        </p>
        {files.length > 1 && (
          <Button onClick={() => setClosed(allClosed ? new Set() : new Set(files.map((_, index) => index)))}>
            {allClosed ? t.activity.expandAll : t.activity.collapseAll}
          </Button>
        )}
        <CopyButton text={answer.text} label={t.activity.copyAnswer} />
      </div>
      <div className="space-y-3">
        {files.map((passage, index) => (
          <PassageCard
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes
            key={index}
            passage={passage}
            matches={matches[passage.path] ?? NO_MATCHES}
            words={words}
            open={!closed.has(index)}
            onToggle={() => toggle(index)}
            verified={verified?.[index]}
          />
        ))}
      </div>
    </div>
  );
}

const NO_MATCHES: readonly string[] = [];

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
function PassageCard({ passage, matches, words, open, onToggle, verified }: PassageCardProps) {
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

/** Below the title of a passage that is no longer where it was, or no longer says the same: what happened, and the way there. */
function CitationNote({ verified }: { verified: Verified }) {
  const t = useText();
  const { status, now } = verified;
  if (status === 'unchanged') return null;
  const inVault = now?.path.replace(/^vault\//, '') ?? '';
  return (
    <p className="border-line border-t px-4 py-1.5 text-soft text-xs">
      {t.activity.since[status]}
      {now !== null && (
        <>
          {' · '}
          <Link
            href={fileHref(inVault, now.lines.split(',')[0]!)}
            className="hover:text-accent hover:underline"
          >
            {inVault}, {t.file.lines(now.lines)}
          </Link>
        </>
      )}
    </p>
  );
}
