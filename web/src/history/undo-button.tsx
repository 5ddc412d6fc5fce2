import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '../api/request.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';

type State = { kind: 'ready' | 'busy' | 'done' } | { kind: 'refused'; error: unknown };

/** Takes an entry of the history back; a refusal says why. */
export function UndoButton({ id }: { id: string }) {
  const t = useText();
  const queries = useQueryClient();
  const [state, setState] = useState<State>({ kind: 'ready' });

  async function undo() {
    setState({ kind: 'busy' });
    try {
      await request('POST', `/history/${encodeURIComponent(id)}/undo`, { body: {} });
      setState({ kind: 'done' });
      void queries.invalidateQueries();
    } catch (error) {
      setState({ kind: 'refused', error });
    }
  }

  if (state.kind === 'done') {
    return (
      <p role="status" className="inline-flex min-h-8 items-center gap-1.5 text-accent text-sm">
        <Check aria-hidden size={15} /> {t.history.undone}
      </p>
    );
  }
  return (
    <>
      <Button look="outline" disabled={state.kind === 'busy'} onClick={undo}>
        <Undo2 aria-hidden size={15} /> {state.kind === 'busy' ? t.history.undoing : t.history.undo}
      </Button>
      {state.kind === 'refused' && (
        <div className="absolute right-0 z-10 mt-2 w-[min(28rem,90vw)] shadow-float">
          <ErrorNotice error={state.error} title={t.history.refused} />
        </div>
      )}
    </>
  );
}
