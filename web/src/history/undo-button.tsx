import { useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { run } from '../api/run.js';
import { ApiError } from '../api/send.js';
import type { HistoryEntry } from '../api/types.js';
import { useText } from '../i18n/language.js';
import { useMay } from '../session/role.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { type ChosenItems, UndoChoices, type UndoChoicesProps } from './undo-choices.js';

type State = { kind: 'ready' | 'busy' } | { kind: 'refused'; error: unknown; choices: ChosenItems };

/** Takes an entry of the history out, or brings it back; a refusal says why. */
export function UndoButton({ entry: { id, undone_by } }: { entry: Pick<HistoryEntry, 'id' | 'undone_by'> }) {
  const t = useText();
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'ready' });
  const may = useMay();
  const isUndone = undone_by !== null;

  async function change(choices: ChosenItems = {}) {
    setState({ kind: 'busy' });
    try {
      await run(isUndone ? 'history/redo' : 'history/undo', { id, choices });
      await queries.invalidateQueries();
      setState({ kind: 'ready' });
    } catch (error) {
      setState({ kind: 'refused', error, choices });
    }
  }

  if (!may.write) return null;
  const Icon = isUndone ? Redo2 : Undo2;
  const verb = isUndone ? t.history.redo : t.history.undo;
  return (
    <>
      <Button look="outline" className="ml-auto" disabled={state.kind === 'busy'} onClick={() => change()}>
        <Icon aria-hidden size={15} /> {verb}
      </Button>
      {state.kind === 'refused' && (
        <div className="w-full py-1">
          {/* Earlier choices stay: moving a file back may ask about its units next. */}
          <Refusal
            error={state.error}
            verb={verb}
            onApply={(choices) => change({ ...state.choices, ...choices })}
          />
        </div>
      )}
    </>
  );
}

/** Why nothing was changed; where something was changed since, the choice what becomes of each item. */
function Refusal({ error, ...rest }: { error: unknown } & Omit<UndoChoicesProps, 'obstacles'>) {
  const t = useText();
  if (error instanceof ApiError && error.code === 'no_match') return <Notice title={t.history.nothingLeft} />;
  const obstacles = (error instanceof ApiError && error.data?.obstacles) || [];
  if (obstacles.length === 0) return <ErrorNotice error={error} />;
  return <UndoChoices obstacles={obstacles} {...rest} />;
}
