import { useState } from 'react';
import { useHistoryList } from '../api/queries.js';
import type { HistoryEntry } from '../api/types.js';
import type { Undoing } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { sentenceOf } from './sentence.js';
import { UndoButton } from './undo-button.js';

import { UndoChanges } from './undo-preview.js';

/** Shows what an undo of a change would do, and does it on a click. */
export function UndoLast({ of, onClose }: { of: Undoing; onClose(): void }) {
  const t = useText();
  const { data: entries, error, isFetching } = useHistoryList(null);
  // The same entry after its undo, which is the newest one then.
  const [chosen, setChosen] = useState<string | null>(of === 'last' ? null : of);
  const last = entries?.find((entry) => (chosen === null ? canBeUndone(entry) : entry.id === chosen));
  if (last !== undefined && chosen === null) setChosen(last.id);
  return (
    <>
      <h2 className="mb-3 font-semibold">{t.palette.commands.undoLast}</h2>
      {last === undefined && isFetching && <Loading />}
      {error && <ErrorNotice error={error} />}
      {entries !== undefined && last === undefined && !isFetching && (
        <p className="mb-3 text-soft">{t.history.empty}</p>
      )}
      {last !== undefined && (
        <div className="mb-4 max-h-[50dvh] overflow-y-auto text-sm">
          <p>
            {sentenceOf(last, t)}{' '}
            <span className="text-faint">
              <Time at={last.time} />
            </span>
          </p>
          {last.undone_by === null ? (
            <UndoChanges id={last.id} />
          ) : (
            <p className="mt-2 text-faint">{t.history.undone}</p>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look={last === undefined ? 'outline' : 'plain'} onClick={onClose}>
          {t.settings.close}
        </Button>
        {last !== undefined && <UndoButton key={last.id} entry={last} />}
      </div>
    </>
  );
}

/** The newest change that is in effect: neither undone, nor an undo itself. */
function canBeUndone({ source, undone_by }: HistoryEntry): boolean {
  return undone_by === null && source !== 'undo' && source !== 'trim' && source !== 'init';
}
