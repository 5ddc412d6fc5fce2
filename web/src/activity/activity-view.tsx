import {
  Activity,
  ChevronRight,
  CircleAlert,
  CornerDownRight,
  MessageCircleQuestion,
  PenLine,
  RotateCcw,
  Search,
  Square,
} from 'lucide-react';
import { useState } from 'react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { useActivities, useActivity, useReceipt } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { LoadedQuestion, QuestionStatus, Receipt, UpdateStatus } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { Link, navigate, usePlace } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { useSay, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Empty, EmptyView } from '../ui/empty.js';
import { ListRow } from '../ui/list-row.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { ViewHeader } from '../ui/view-header.js';
import { AnswerView } from './answer-view.js';
import { askQuestion, stopQuestion } from './ask.js';
import { earlierQuestions } from './follow-up.js';
import { shownState } from './shown-state.js';
import { StepsPanel } from './steps-panel.js';
import { titleOf } from './titles.js';
import { UpdateView } from './update-view.js';

/** One activity, whether it was told or asked. */
export function ActivityView({ id }: { id: string }) {
  const t = useText();
  const { data, error, isPending } = useActivity(id);
  if (isPending) return <Loading />;
  if (data?.kind === 'question') return <QuestionView key={id} asked={data} />;
  if (data) return <UpdateView key={id} update={data} />;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <EmptyView icon={Activity} title={t.activity.lost}>
        {t.activity.lostHint}
      </EmptyView>
    );
  }
  return <ErrorNotice error={error} />;
}

/** Everything that was told and asked, newest first. */
export function ActivityList() {
  const t = useText();
  useTitle(t.activity.title);
  const { data: activities, error, isPending } = useActivities();
  if (isPending) return <Loading />;
  return (
    <div>
      <PageTitle>{t.activity.title}</PageTitle>
      {error && <ErrorNotice error={error} />}
      {activities?.length === 0 && (
        <Empty icon={Activity} title={t.activity.empty}>
          {t.activity.emptyHint}
        </Empty>
      )}
      <ul className="divide-y divide-line">
        {activities?.map((activity) => (
          <li key={activity.id}>
            {activity.kind === 'update' ? <UpdateRow update={activity} /> : <QuestionRow asked={activity} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function UpdateRow({ update }: { update: UpdateStatus }) {
  const t = useText();
  const state = shownState(update);
  const Icon = state === 'failed' ? CircleAlert : state === 'needs_answer' ? MessageCircleQuestion : PenLine;
  const colour = state === 'failed' ? 'text-bad' : state === 'needs_answer' ? 'text-doubt' : 'text-accent';
  const words = {
    accepted: update.retry === undefined ? t.activity.waiting : t.activity.waitingModel,
    running: t.activity.working,
    done: t.files(update.files.length),
    needs_answer: t.activity.needsAnswer,
    answered: t.activity.answered,
    question: t.activity.answered,
    deleted: t.activity.deleted,
    failed: update.reason ?? t.activity.failed,
    dismissed: t.activity.dismissed,
  }[state];
  return (
    <ListRow
      href={`/activity/${update.id}`}
      icon={Icon}
      colour={colour}
      title={titleOf(update, t)}
      note={words}
      at={update.accepted}
    />
  );
}

function QuestionRow({ asked }: { asked: QuestionStatus }) {
  const t = useText();
  const note = {
    running: t.activity.searching,
    done: asked.passages === 0 ? t.activity.nothing : t.activity.passages(asked.passages),
    stopped: t.activity.interrupted,
    failed: asked.reason ?? t.activity.failed,
  }[asked.state];
  return (
    <ListRow
      href={`/activity/${asked.id}`}
      icon={Search}
      colour="text-ask"
      title={asked.question}
      note={note}
      at={asked.started}
    />
  );
}

/** A question: its steps as they happen, then the answer with its passages. */
function QuestionView({ asked }: { asked: LoadedQuestion }) {
  const t = useText();
  const words = useSay().messages;
  useTitle(asked.question);
  const { composer } = useApp();
  const { search } = usePlace();
  const [error, setError] = useError();
  const running = asked.state === 'running';
  const took = asked.ended === null ? null : asked.ended - asked.started;
  const again = () => {
    const { scopes, date_from, date_to } = asked;
    askQuestion(asked.question, { scopes, date_from, date_to }).then(
      (id) => navigate(`/activity/${id}`),
      setError,
    );
  };
  const followUp = () => {
    composer.mode.set('search');
    composer.focus.set((count) => count + 1);
  };
  return (
    <div className="space-y-5">
      <EarlierQuestions ids={earlierQuestions(search)} />
      <ViewHeader
        kind={t.activity.question}
        tone="ask"
        title={asked.question}
        at={asked.started}
        state={running ? t.activity.searching : null}
      >
        {running && (
          <Button className="ml-auto" onClick={() => stopQuestion(asked.id).catch(setError)}>
            <Square aria-hidden size={13} /> {t.activity.stop}
          </Button>
        )}
      </ViewHeader>
      <StepsPanel steps={asked.run} running={running} took={took} />
      {error !== null && <ErrorNotice error={error} />}
      {asked.state === 'stopped' && (
        <Notice title={t.activity.interrupted}>
          <Button look="outline" className="mt-1" onClick={again}>
            <RotateCcw aria-hidden size={14} /> {t.activity.askAgain}
          </Button>
        </Notice>
      )}
      {asked.state === 'failed' && (
        <Notice tone="bad" title={t.activity.questionFailed}>
          {asked.error !== null && <p>{saidIn(words, asked.error)}</p>}
          {asked.error !== null && <p className="text-soft">{stepIn(words, asked.error)}</p>}
          <Button look="outline" className="mt-2" onClick={again}>
            <RotateCcw aria-hidden size={14} /> {t.activity.askAgain}
          </Button>
        </Notice>
      )}
      {asked.answer !== null && (
        <AnswerView
          key={running ? 'draft' : 'answer'}
          question={asked.question}
          answer={asked.answer}
          matches={asked.matches}
        />
      )}
      {asked.state === 'done' && <WhyPassages id={asked.id} />}
      {!running && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" onClick={followUp}>
            <CornerDownRight aria-hidden size={14} /> {t.activity.followUp}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What was asked before in the same place, each with its answer behind a click. */
function EarlierQuestions({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <ol className="space-y-1 border-line border-l-2 pl-3">
      {ids.map((id) => (
        <EarlierQuestion key={id} id={id} />
      ))}
    </ol>
  );
}

function EarlierQuestion({ id }: { id: string }) {
  const { data } = useActivity(id);
  const [open, setOpen] = useState(false);
  if (data?.kind !== 'question') return null;
  return (
    <li>
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-soft text-sm hover:text-ink">
          <ChevronRight
            aria-hidden
            size={14}
            className="shrink-0 transition-transform group-open:rotate-90"
          />
          {data.question}
        </summary>
        {open && data.answer !== null && (
          <div className="py-3">
            <AnswerView question={data.question} answer={data.answer} matches={data.matches} />
          </div>
        )}
      </details>
    </li>
  );
}

/** Behind a click: why an answer shows its passages, and why not others. Nothing where it has no receipt. */
function WhyPassages({ id }: { id: string }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { data: receipt, isError } = useReceipt(id, open);
  return (
    <details className="group text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-faint hover:text-ink">
        <ChevronRight aria-hidden size={14} className="shrink-0 transition-transform group-open:rotate-90" />
        {t.why.title}
      </summary>
      {isError && <p className="pt-2 text-soft">{t.why.missing}</p>}
      {receipt !== undefined && <Reasons receipt={receipt} />}
    </details>
  );
}

function Reasons({ receipt }: { receipt: Receipt }) {
  const t = useText();
  const { passages, left_out, made_by, vault, times } = receipt;
  return (
    <div className="space-y-3 pt-2 text-soft">
      <ol className="list-decimal space-y-2 pl-5">
        {passages.map((passage) => (
          <li key={passage.ref}>
            <Place at={passage.ref} />
            <ul>
              {reasonsOf(passage, t.why).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {left_out.length > 0 && (
        <section>
          <h3 className="font-medium">{t.why.leftOut}</h3>
          <ul>
            {left_out.map(({ path, lines, why }) => (
              <li key={`${path}:${lines}`}>
                <Place at={`${path}:${lines}`} /> · {t.why.because[why]}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-faint text-xs">
        {[
          t.why.by(made_by.rappel, made_by.engine, made_by.mode),
          t.why.took(Math.round(times.answer ?? 0)),
          ...(vault.index_behind ? [t.why.behind] : []),
        ].join(' · ')}
      </p>
    </div>
  );
}

/** `vault/projects/x/state.md:9-14@3f9a2c`, as a link to its first lines. */
function Place({ at }: { at: string }) {
  const t = useText();
  const [, path = '', lines = ''] = /^vault\/(.+):([\d,-]+)(?:@\w+)?$/.exec(at) ?? [];
  return (
    <Link href={fileHref(path, lines.split(',')[0]!)} className="hover:text-accent hover:underline">
      {path}, {t.file.lines(lines)}
    </Link>
  );
}

function reasonsOf(
  { by, words, words_above, adds, share }: Receipt['passages'][number],
  t: ReturnType<typeof useText>['why'],
): string[] {
  const list = (some: readonly string[]) => some.join(', ');
  const isAllNew = adds.length === words.length + words_above.length;
  return [
    ...(by === 'search' ? [] : [t.chosen[by]]),
    ...(words.length === 0 ? [] : [t.holds(list(words))]),
    ...(words_above.length === 0 ? [] : [t.above(list(words_above))]),
    ...(adds.length === 0 || isAllNew ? [] : [t.adds(list(adds))]),
    ...(share === null || share < 0.01 ? [] : [t.likely(Math.round(100 * share))]),
  ];
}
