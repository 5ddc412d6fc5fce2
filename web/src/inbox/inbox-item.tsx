import { ChevronRight, CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useActivity, useInbox, useInboxItem } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { InboxItem } from '../api/types.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
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
import { Candidates } from './candidates.js';
import { newestFirst } from './inbox-view.js';
import { ItemFiles } from './item-files.js';
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
