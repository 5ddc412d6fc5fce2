import { useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.js';
import { ApiError } from '../api/send.js';
import type { HistoryEntry } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';

type State = { kind: 'ready' | 'busy' } | { kind: 'refused'; error: unknown };
type Choices = Record<string, 'keep' | 'take'>;

/** Takes an entry of the history out, or brings it back; a refusal says why. */
export function UndoButton({ entry: { id, undone_by } }: { entry: Pick<HistoryEntry, 'id' | 'undone_by'> }) {
  const t = useText();
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'ready' });
  const isUndone = undone_by !== null;

  async function change(choices: Choices = {}) {
    setState({ kind: 'busy' });
    try {
      const { undo, redo } = api.history[':id'];
      await (isUndone ? redo : undo).$post({ param: { id }, json: { choices } });
      await queries.invalidateQueries();
      setState({ kind: 'ready' });
    } catch (error) {
      setState({ kind: 'refused', error });
    }
  }

  const Icon = isUndone ? Redo2 : Undo2;
  return (
    <>
      <Button look="outline" className="ml-auto" disabled={state.kind === 'busy'} onClick={() => change()}>
        <Icon aria-hidden size={15} /> {isUndone ? t.history.redo : t.history.undo}
      </Button>
      {state.kind === 'refused' && (
        <div className="w-full py-1">
          <Refusal error={state.error} undo={change} />
        </div>
      )}
    </>
  );
}

/** Which files were changed since, and in which place; each leads to what came later. */
function Refusal({ error, undo }: { error: unknown; undo: (choices: Choices) => Promise<void> }) {
  const t = useText();
  if (error instanceof ApiError && error.code === 'no_match') return <Notice title={t.history.nothingLeft} />;
  const obstacles = (error instanceof ApiError && error.data?.obstacles) || [];
  if (obstacles.length === 0) return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title={t.history.refused}>
      <ul className="space-y-1">
        {obstacles.slice(0, 6).map(({ path, reason, units }) => (
          <li key={path}>
            <Link
              href={`/history?path=${encodeURIComponent(path.replace(/^vault\//, ''))}`}
              className="font-medium underline decoration-line underline-offset-2 hover:decoration-current"
            >
              {path.replace(/^vault\//, '')}
            </Link>{' '}
            {t.history.refusals[reason]}
            {units?.map(({ id, ours }) => (
              <blockquote key={id} className="border-line border-l-2 pl-2 text-soft">
                {ours}
              </blockquote>
            ))}
          </li>
        ))}
      </ul>
      {obstacles.length > 6 && <p>+{obstacles.length - 6}</p>}
      <p className="mt-1 text-soft">{t.history.refusedHint}</p>
      {obstacles.every(({ reason }) => reason !== 'folder' && reason !== 'replaced') && (
        <div className="mt-2 flex gap-2">
          <Button look="outline" onClick={() => undo({ all: 'keep' })}>
            {t.history.undoRest}
          </Button>
          <Button look="outline" onClick={() => undo({ all: 'take' })}>
            {t.history.undoAll}
          </Button>
        </div>
      )}
    </Notice>
  );
}
