import { ArrowRight } from 'lucide-react';
import { useHistoryEntry } from '../api/queries.js';
import { isOver } from '../api/stale-after-events.js';
import type { LoadedUpdate, Step, UpdateStatus } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { UndoButton } from '../history/undo-button.js';
import { useText } from '../i18n/language.js';
import { Markdown } from '../markdown/markdown.js';
import { useMay } from '../session/role.js';
import { buttonClass } from '../ui/button.js';
import { DiffView } from '../ui/diff-view.js';
import { type Tone, ViewHeader } from '../ui/view-header.js';
import { AnsweredInstead } from './answered-instead.js';
import { MoveTo } from './move-to.js';
import { shownState } from './shown-state.js';
import { StepsPanel } from './steps-panel.js';
import { titleOf } from './titles.js';
import { isUnfiled, Unfiled } from './unfiled.js';

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
