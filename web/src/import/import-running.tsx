import { saidIn, stepIn } from '../../../src/words/message.js';
import { useHistoryEntry } from '../api/queries.js';
import { run } from '../api/run.js';
import type { ImportStatus } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { UndoButton } from '../history/undo-button.js';
import { useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Button, buttonClass } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { AgainButton } from './again-button.js';

/** An import that runs, or has ended: how far it is, what it brought, and how to take it back. */
export function ImportRunning({ status, onAgain }: { status: ImportStatus; onAgain(): void }) {
  const t = usePanels().import;
  const { id, state, progress } = status;
  if (state !== 'running') return <Ended status={status} onAgain={onAgain} />;
  const total = progress?.total ?? null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm" role="status">
      <progress
        className="accent-accent"
        aria-label={t.title}
        {...(total !== null && { value: progress!.done, max: total })}
      />
      {t.works[progress?.work ?? 'importing'] ?? t.works.importing}
      {total !== null && ` ${t.progress(progress!.done, total)}`}
      <Button look="outline" onClick={() => void run('imports/cancel', { id }).catch(() => {})}>
        {t.cancel}
      </Button>
    </div>
  );
}

function Ended({
  status: { state, result, error, summary },
  onAgain,
}: {
  status: ImportStatus;
  onAgain(): void;
}) {
  const t = usePanels().import;
  const say = useSay();
  const { data: entry } = useHistoryEntry(result?.history ?? null);
  const isUndone = entry !== undefined && entry.undone_by !== null;
  return (
    <div className="space-y-4 text-sm" role="status">
      {state === 'failed' && (
        <Notice tone="bad" title={t.failed}>
          {error !== null && `${saidIn(say.messages, error)}. ${stepIn(say.messages, error) ?? ''}`}
        </Notice>
      )}
      {result !== null && (
        <Notice
          title={
            isUndone
              ? t.undone
              : state === 'done'
                ? t.done(result.written)
                : t.stopped(result.written, result.planned)
          }
        >
          {state === 'stopped' && !isUndone && t.stoppedHint}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {summary !== null && !isUndone && state !== 'failed' && (
          <Link href={fileHref(summary.into)} className={buttonClass('outline')}>
            {t.openFolder}
          </Link>
        )}
        <AgainButton onClick={onAgain} />
        {entry !== undefined && <UndoButton entry={entry} />}
      </div>
    </div>
  );
}
