import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, FileText } from 'lucide-react';
import { useMemo } from 'react';
import { fileAddress } from '../api/file-address.js';
import { fileQuery, useActivity, useInbox, useInboxItem } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { Candidate, InboxItem } from '../api/types.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { Markdown } from '../markdown/markdown.js';
import { useMay } from '../session/role.js';
import { buttonClass } from '../ui/button.js';
import { EmptyView } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { ViewHeader } from '../ui/view-header.js';
import { AnswerForm } from './answer-form.js';
import { newestFirst } from './inbox-view.js';
import { readReview } from './review.js';

/** Items that were answered here: an answer is filed in its turn, and the list has its item until then. */
const answeredHere = new Set<string>();

/** One question: what it is about, the ways to answer, and what Rappel checked. */
export function InboxItemView({ item }: { item: string }) {
  const t = useText();
  const { data, error, isPending } = useInboxItem(item);
  const answered = new URLSearchParams(usePlace().search).get('answered');
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <EmptyView icon={CircleCheck} title={t.inbox.answered}>
        <p>{t.inbox.answeredHint}</p>
        <Link href="/activity" className={buttonClass('outline', 'mt-4')}>
          {t.nav.activity}
        </Link>
      </EmptyView>
    );
  }
  if (!data) return <ErrorNotice error={error} />;
  return (
    <div className="space-y-6">
      {answered !== null && <LastAnswer id={answered} />}
      <Item loaded={data} />
    </div>
  );
}

function Item({ loaded }: { loaded: InboxItem }) {
  const may = useMay();
  const t = useText();
  useTitle(loaded.question);
  const { data: items = [] } = useInbox();
  const review = useMemo(() => readReview(splitFile(loaded.review).body, loaded), [loaded]);
  const { candidates } = loaded;
  const hasChecked = candidates.length > 0 || review.reasoning !== '';

  /** The next open question, as the list has them; after the last one, what became of the answer. */
  function goOn(id: string) {
    answeredHere.add(loaded.item);
    const others = newestFirst(items).filter(({ item }) => !answeredHere.has(item));
    const next = others.find(({ created }) => (created ?? '') <= (loaded.created ?? '')) ?? others[0];
    navigate(
      next === undefined ? `/activity/${id}` : `/inbox/${encodeURIComponent(next.item)}?answered=${id}`,
    );
  }

  return (
    <>
      <ViewHeader kind={t.inbox.title} tone="doubt" title={loaded.question} at={loaded.created ?? null} />
      <ItemFiles files={loaded.files} />
      <div className="rounded-2xl border border-line bg-raised p-4">
        {review.ask !== '' && review.ask !== loaded.question && (
          <div className="prose mb-3">
            <Markdown text={review.ask} path="" />
          </div>
        )}
        {may.write && <AnswerForm item={loaded} alone onAnswered={goOn} />}
      </div>
      {hasChecked && (
        <details className="group">
          <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-faint text-sm hover:text-ink">
            <ChevronRight aria-hidden size={14} className="transition-transform group-open:rotate-90" />
            {t.inbox.reasoning}
          </summary>
          <div className="mt-3 space-y-6">
            {candidates.length > 0 && <Candidates candidates={candidates} />}
            {review.reasoning !== '' && (
              <div className="prose prose-small text-soft">
                <Markdown text={review.reasoning} path={`inbox/${loaded.item}/review.md`} />
              </div>
            )}
          </div>
        </details>
      )}
    </>
  );
}

/** What became of the answer before this question. */
function LastAnswer({ id }: { id: string }) {
  const t = useText();
  const { data } = useActivity(id);
  const summary =
    data?.kind === 'update' ? (data.summary?.split('\n')[0] ?? t.inbox.sending) : t.inbox.sending;
  return (
    <div role="status">
      <Notice title={summary}>
        <Link href={`/activity/${id}`} className="text-soft underline underline-offset-2">
          {t.history.activity}
        </Link>
      </Notice>
    </div>
  );
}

/** Where it may belong, and the lines that speak for it. */
function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  const t = useText();
  return (
    <section>
      <h2 className="mb-2 font-medium text-faint text-sm">{t.inbox.candidates}</h2>
      <ul className="space-y-3">
        {candidates.map(({ project, score, evidence }) => (
          <li key={project} className="rounded-xl border border-line px-4 py-3">
            <div className="flex items-center gap-3">
              <Link
                href={fileHref(`projects/${project}`)}
                className="min-w-0 flex-1 truncate font-medium hover:text-accent hover:underline"
              >
                {project}
              </Link>
              <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-hover">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${score * 100}%` }} />
              </span>
              <span className="w-10 text-right text-faint text-xs tabular-nums">
                {t.inbox.score(Math.round(score * 100))}
              </span>
            </div>
            <ul className="mt-2 space-y-2 text-sm">
              {evidence.map(({ path, lines, text }) => (
                <li key={path + lines} className="border-line border-l-2 pl-3">
                  <p className="text-soft">{text.replace(/^#+ /, '')}</p>
                  <Link
                    href={fileHref(path, lines)}
                    className="text-faint text-xs hover:text-accent hover:underline"
                  >
                    {path.replace(/^vault\//, '')} · {t.file.lines(lines)}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_SHOWN = 4_000;

/** The original input, untouched. */
function ItemFiles({ files }: { files: readonly string[] }) {
  const t = useText();
  const originals = files
    .map((path) => path.replace(/^vault\//, ''))
    .filter((path) => !/\/review\.md$/.test(path));
  if (originals.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-medium text-faint text-sm">{t.inbox.original}</h2>
      <div className="space-y-3">
        {originals.map((path) => (
          <div key={path} className="overflow-hidden rounded-xl bg-panel">
            <OriginalFile path={path} />
          </div>
        ))}
      </div>
    </section>
  );
}

function OriginalFile({ path }: { path: string }) {
  const name = path.split('/').at(-1)!;
  if (/\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
    return (
      <Link href={fileHref(path)} className="block p-3">
        <img src={fileAddress(path)} alt={name} className="max-h-72 rounded-lg" />
      </Link>
    );
  }
  return <OriginalText path={path} name={name} />;
}

function OriginalText({ path, name }: { path: string; name: string }) {
  const { data: text } = useQuery(fileQuery(path));
  const { body } = splitFile(text ?? '');
  return (
    <>
      {body !== '' && (
        <div className="prose prose-small max-h-96 overflow-y-auto px-4 pt-3">
          <Markdown text={body.slice(0, MOST_SHOWN)} path={path} />
          {body.length > MOST_SHOWN && <p>…</p>}
        </div>
      )}
      <Link
        href={fileHref(path)}
        className="flex items-center gap-1.5 px-4 pt-2 pb-3 text-faint text-xs hover:text-accent hover:underline"
      >
        <FileText aria-hidden size={13} /> {name}
      </Link>
    </>
  );
}
