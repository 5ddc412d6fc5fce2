import { Activity, CircleAlert, MessageCircleQuestion, PenLine, Search } from 'lucide-react';
import { useActivities, useActivity } from '../api/queries.js';
import { ApiError } from '../api/send.js';
import type { QuestionStatus, UpdateStatus } from '../api/types.js';
import { useTitle } from '../frame/title.js';
import { useText } from '../i18n/language.js';
import { Empty, EmptyView } from '../ui/empty.js';
import { ListRow } from '../ui/list-row.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { QuestionView } from './question-view.js';
import { shownState } from './shown-state.js';
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
