import { CircleCheck, MessageSquareReply } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useInboxItem } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { Choice, InboxItem } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { answerItem } from '../composer/send-input.js';
import { useApp } from '../frame/app-context.js';
import { Link, navigate } from '../frame/navigation.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { splitFile } from '../markdown/frontmatter.js';
import { Markdown } from '../markdown/markdown.js';
import { Button, buttonClass } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { ViewHeader } from '../ui/view-header.js';
import { Candidates } from './candidates.js';
import { ItemFiles } from './item-files.js';
import { readReview } from './review.js';

/** One question: its reasoning, the candidates with their evidence, and the ways to answer. */
export function InboxItemView({ item }: { item: string }) {
  const t = useText();
  const { data, error, isPending } = useInboxItem(item);
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty icon={CircleCheck} title={t.inbox.answered}>
        <p>{t.inbox.answeredHint}</p>
        <Link href="/activity" className={buttonClass('outline', 'mt-4')}>
          {t.nav.activity}
        </Link>
      </Empty>
    );
  }
  return data ? <Item loaded={data} /> : <ErrorNotice error={error} />;
}

function Item({ loaded }: { loaded: InboxItem }) {
  const t = useText();
  const { composer } = useApp();
  useTitle(loaded.question);
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useError();
  const review = useMemo(() => readReview(splitFile(loaded.review).body, loaded), [loaded]);
  const { choices, candidates } = loaded;

  async function choose({ id: choice }: Choice) {
    setSending(choice);
    setError(null);
    try {
      navigate(`/activity/${await answerItem(loaded.item, { choice })}`);
    } catch (problem) {
      setError(problem);
      setSending(null);
    }
  }

  function reply() {
    composer.answering.set({ item: loaded.item, question: loaded.question });
    composer.focus.set((count) => count + 1);
  }

  return (
    <div className="space-y-6">
      <ViewHeader kind={t.inbox.title} tone="doubt" title={loaded.question} at={loaded.created ?? null} />
      <section aria-label={t.inbox.choose} className="rounded-2xl border border-line bg-raised p-4">
        {review.ask !== '' && (
          <div className="prose mb-3">
            <Markdown text={review.ask} path="" />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {choices.map((choice) => (
            <Button
              key={choice.id}
              look="outline"
              className="min-h-9 px-3.5"
              disabled={sending !== null}
              onClick={() => choose(choice)}
            >
              {sending === choice.id ? t.inbox.sending : choice.label}
            </Button>
          ))}
        </div>
        <Button className={choices.length > 0 ? 'mt-3 -ml-1' : ''} onClick={reply}>
          <MessageSquareReply aria-hidden size={15} /> {t.inbox.reply}
        </Button>
        {error !== null && (
          <div className="mt-3">
            <ErrorNotice error={error} />
          </div>
        )}
      </section>
      <ItemFiles files={loaded.files} />
      {candidates.length > 0 && <Candidates candidates={candidates} />}
      {review.reasoning !== '' && (
        <section>
          <h2 className="mb-2 font-medium text-faint text-sm">{t.inbox.reasoning}</h2>
          <div className="prose prose-small text-soft">
            <Markdown text={review.reasoning} path={`inbox/${loaded.item}/review.md`} />
          </div>
        </section>
      )}
    </div>
  );
}
