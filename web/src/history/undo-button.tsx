import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../api/client.js';
import { ApiError } from '../api/send.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice, Notice } from '../ui/notice.js';

type State = { kind: 'ready' | 'busy' | 'done' } | { kind: 'refused'; error: unknown };

/** Takes an entry of the history back; a refusal says why. */
export function UndoButton({ id }: { id: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'ready' });

  async function undo() {
    setState({ kind: 'busy' });
    try {
      await api.history[':id'].undo.$post({ param: { id } });
      setState({ kind: 'done' });
      void queries.invalidateQueries();
    } catch (error) {
      setState({ kind: 'refused', error });
    }
  }

  if (state.kind === 'done') {
    return (
      <p role="status" className="ml-auto inline-flex min-h-8 items-center gap-1.5 text-accent text-sm">
        <Check aria-hidden size={15} /> {t.history.undone}
      </p>
    );
  }
  return (
    <>
      <Button look="outline" className="ml-auto" disabled={state.kind === 'busy'} onClick={undo}>
        <Undo2 aria-hidden size={15} /> {state.kind === 'busy' ? t.history.undoing : t.history.undo}
      </Button>
      {state.kind === 'refused' && (
        <div className="w-full py-1">
          <Refusal error={state.error} />
        </div>
      )}
    </>
  );
}

/** Which file stands in the way, and why; each leads to what came later. */
function Refusal({ error }: { error: unknown }) {
  const t = useText();
  if (error instanceof ApiError && error.code === 'no_match') return <Notice title={t.history.nothingLeft} />;
  const obstacles = (error instanceof ApiError && error.data?.obstacles) || [];
  if (obstacles.length === 0) return <ErrorNotice error={error} />;
  return (
    <Notice tone="bad" title={t.history.refused}>
      <ul className="space-y-1">
        {obstacles.slice(0, 6).map(({ path, reason }) => (
          <li key={path}>
            <Link
              href={`/history?path=${encodeURIComponent(path.replace(/^vault\//, ''))}`}
              className="font-medium underline decoration-line underline-offset-2 hover:decoration-current"
            >
              {path.replace(/^vault\//, '')}
            </Link>{' '}
            {t.history.refusals[reason]}
          </li>
        ))}
      </ul>
      {obstacles.length > 6 && <p>+{obstacles.length - 6}</p>}
      <p className="mt-1 text-soft">{t.history.refusedHint}</p>
    </Notice>
  );
}
