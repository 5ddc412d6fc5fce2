import { useQuery } from '@tanstack/react-query';
import { ArrowRight, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { useHistoryEntry, useTree } from '../api/queries.js';
import { run } from '../api/run.js';
import { isOver } from '../api/stale-after-events.js';
import type { LoadedUpdate, Step, UpdateStatus } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { Link, navigate } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { UndoButton } from '../history/undo-button.js';
import { useSay, useText } from '../i18n/language.js';
import { Markdown } from '../markdown/markdown.js';
import { useMay } from '../session/role.js';
import { Button, buttonClass } from '../ui/button.js';
import { DiffView } from '../ui/diff-view.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { type Tone, ViewHeader } from '../ui/view-header.js';
import { AnswerView } from './answer-view.js';
import { shownState } from './shown-state.js';
import { StepsPanel } from './steps-panel.js';
import { titleOf } from './titles.js';

/** A note: its steps as they happen, then what was done with it, and undo. */
export function UpdateView({ update }: { update: LoadedUpdate }) {
  const t = useText();
  const unfiled = isUnfiled(update);
  const may = useMay();
  const running = !isOver(update) && !unfiled;
  const shown = update.run.length > 0 ? update.run : update.steps.map(pastStep);
  const took = update.run.length > 0 && !running ? spanOf(update.run) : null;
  const title = titleOf(update, t);
  useTitle(title);
  const { data: entry } = useHistoryEntry(update.history);
  const undone = entry !== undefined && entry.undone_by !== null && update.state === 'done';
  const [kind, tone] = STATES[undone ? 'undone' : shownState(update)];
  return (
    <div className="space-y-5">
      <ViewHeader
        kind={kind(t)}
        tone={tone}
        title={title}
        at={update.accepted}
        state={running ? (update.state === 'accepted' ? t.activity.waiting : t.activity.working) : null}
      >
        {entry !== undefined && update.state === 'done' && !undone && may.write && <MoveTo update={update} />}
        {entry !== undefined && update.state === 'done' && <UndoButton entry={entry} />}
      </ViewHeader>
      <StepsPanel steps={shown} running={running} took={took} />
      {unfiled && may.write && <Unfiled update={update} />}
      {update.answer !== undefined && <AnsweredInstead answer={update.answer} />}
      {update.summary !== null &&
        update.answer === undefined &&
        !unfiled &&
        !update.summary.startsWith(title) && (
          <div className="prose animate-arrive">
            <Markdown text={update.summary} path="" />
          </div>
        )}
      {update.state === 'needs_answer' && update.inbox !== null && (
        <Link
          href={`/inbox/${encodeURIComponent(update.inbox)}`}
          className={buttonClass('solid', 'animate-arrive px-4')}
        >
          {t.activity.openItem} <ArrowRight aria-hidden size={15} />
        </Link>
      )}
      {isOver(update) && !unfiled && update.answer === undefined && <Touched update={update} />}
    </div>
  );
}

type Shown = ReturnType<typeof shownState> | 'undone';

type Text = ReturnType<typeof useText>;

const STATES: Record<Shown, [(t: Text) => string, Tone]> = {
  accepted: [(t) => t.activity.update, 'accent'],
  running: [(t) => t.activity.update, 'accent'],
  done: [(t) => t.activity.done, 'accent'],
  needs_answer: [(t) => t.activity.needsAnswer, 'doubt'],
  answered: [(t) => t.activity.answered, 'accent'],
  question: [(t) => t.activity.question, 'ask'],
  undone: [(t) => t.history.undone, 'doubt'],
  deleted: [(t) => t.activity.deleted, 'plain'],
  failed: [(t) => t.activity.failed, 'bad'],
  dismissed: [(t) => t.activity.dismissed, 'accent'],
};

/** The files that were written, with their changes. */
function Touched({ update }: { update: UpdateStatus }) {
  const t = useText();
  const { data: entry } = useHistoryEntry(update.history);
  if (update.files.length === 0) return <p className="text-faint text-sm">{t.activity.untouched}</p>;
  return (
    <section className="animate-arrive">
      <h2 className="mb-2 font-medium text-faint text-sm">
        {t.activity.touched} · {t.files(entry?.files.length ?? update.files.length)}
      </h2>
      {entry ? (
        <DiffView diff={entry.diff} />
      ) : (
        <ul className="space-y-1 text-sm">
          {update.files.map((path) => (
            <li key={path}>
              <Link href={fileHref(path)} className="text-soft hover:text-accent hover:underline">
                {path}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Steps that were kept are one line each: `read vault/tasks.md`. */
function pastStep(line: string): Step {
  const [tool = '', ...rest] = line.split(' ');
  return { kind: 'tool', call: null, tool, text: rest.join(' '), ok: true, startedAt: 0, endedAt: 0 };
}

function spanOf(steps: readonly Step[]): number {
  const ends = steps.map(({ endedAt, startedAt }) => endedAt ?? startedAt);
  return Math.max(...ends) - (steps[0]?.startedAt ?? 0);
}

/** A question that was written as a note: its answer, and the offer to keep it after all. */
export function AnsweredInstead({ answer }: { answer: NonNullable<UpdateStatus['answer']> }) {
  const t = useText();
  const may = useMay();
  const [error, setError] = useError();
  const keep = async () => {
    try {
      const kept = await run('update', { text: answer.question, kind: 'note' });
      navigate(`/activity/${kept.id}`);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <>
      <Notice title={t.activity.answeredInstead}>
        {may.write && (
          <Button look="outline" className="mt-1" onClick={keep}>
            {t.activity.keepAsNote}
          </Button>
        )}
        {error !== null && <ErrorNotice error={error} />}
      </Notice>
      <AnswerView question={answer.question} answer={answer} />
    </>
  );
}

/** Whether an update failed, waits for its model, or was dismissed. */
function isUnfiled({ state, retry, asked, dismissed }: UpdateStatus): boolean {
  return state === 'failed' || dismissed === true || (state === 'accepted' && retry !== undefined && !asked);
}

/** Why a note is not filed, and what to do about it. */
function Unfiled({ update }: { update: UpdateStatus }) {
  const t = useText();
  const [error, setError] = useError();
  const words = useSay().messages;
  const { id, state, retry, dismissed } = update;
  const tryAgain = () => run('updates/retry', { id }).catch(setError);
  const dismiss = () => run('updates/dismiss', { id }).catch(setError);
  const title = dismissed
    ? t.activity.dismissedTitle
    : state === 'failed'
      ? t.activity.failedTitle
      : t.activity.waitingTitle;
  return (
    <Notice tone={state === 'failed' ? 'bad' : 'calm'} title={title}>
      {update.reason !== null && <p>{update.error ? saidIn(words, update.error) : update.reason}</p>}
      {retry !== undefined && (
        <>
          <p>
            {saidIn(words, retry.error)}. {stepIn(words, retry.error)}
          </p>
          <p className="text-soft">
            {t.activity.nextTry} <Time at={retry.next} style="clock" /> · {t.activity.tries(retry.tries)}
          </p>
        </>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="outline" onClick={tryAgain}>
          <RotateCcw aria-hidden size={14} /> {t.retry}
        </Button>
        {!dismissed && (
          <Button onClick={dismiss}>
            <X aria-hidden size={14} /> {t.activity.dismiss}
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </Notice>
  );
}

/** Moves a filed note to another project, the likeliest first; Rappel learns from it. */
function MoveTo({ update }: { update: UpdateStatus }) {
  const t = useText();
  const [error, setError] = useError();
  const [isBusy, setBusy] = useState(false);
  const text = update.title ?? '';
  const { data: likely = [] } = useQuery({
    queryKey: ['route', text],
    queryFn: async () => (await run('route', { text })).candidates,
  });
  const isHere = (project: string) =>
    update.files.some((file) => file.startsWith(`vault/projects/${project}/`));
  const folders = useTree().data?.children?.find(({ name }) => name === 'projects')?.children ?? [];
  const all = folders.flatMap(({ name, children }) => (children === null ? [] : [name]));
  const projects = [...new Set([...likely.map(({ project }) => project), ...all])];
  const others = projects.filter((project) => !isHere(project));
  const move = async (project: string) => {
    setBusy(true);
    try {
      const moved = await run('updates/refile', { id: update.id, project });
      navigate(`/activity/${moved.id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  if (projects.length === 0) return null;
  return (
    <>
      <select
        aria-label={t.activity.moveTo}
        value=""
        disabled={isBusy}
        onChange={({ target }) => move(target.value === NONE ? '' : target.value)}
        className={buttonClass('plain', 'max-w-40 cursor-pointer bg-transparent')}
      >
        <option value="" disabled hidden>
          {t.activity.moveTo}
        </option>
        {others.map((project) => (
          <option key={project} value={project}>
            {project}
          </option>
        ))}
        {projects.some(isHere) && <option value={NONE}>{t.activity.noProject}</option>}
      </select>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** No project has such a name. */
const NONE = '/';
