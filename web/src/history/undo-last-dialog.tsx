import { Suspense } from 'react';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { lazyView } from '../frame/lazy-view.js';
import { useText } from '../i18n/language.js';
import { Dialog } from '../ui/dialog.js';
import { Loading } from '../ui/loading.js';

const UndoLast = lazyView(async () => (await import('./undo-last.js')).UndoLast);

/** The box that asks before a change is undone. */
export function UndoLastDialog() {
  const t = useText();
  const { undoing } = useApp();
  const of = useStore(undoing);
  const close = () => undoing.set(null);
  return (
    <Dialog
      label={t.palette.commands.undoLast}
      open={of !== null}
      onClose={close}
      className="mx-auto mt-[max(1rem,15dvh)] w-[min(34rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-raised p-5 text-ink shadow-float open:animate-arrive"
    >
      <Suspense fallback={<Loading />}>
        <UndoLast key={of} of={of ?? 'last'} onClose={close} />
      </Suspense>
    </Dialog>
  );
}
