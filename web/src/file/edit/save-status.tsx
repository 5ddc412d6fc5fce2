import { useEffect } from 'react';
import { useStore } from '../../api/store.js';
import { useApp } from '../../frame/app-context.js';
import { UndoChoices } from '../../history/undo-choices.js';
import { useText } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { ErrorNotice, Notice } from '../../ui/notice.js';
import { drafts } from './drafts.js';
import { holdsSecret, isDeleted, type NoteSaver } from './note-saver.js';

/** One quiet line: whether everything is saved. */
export function SaveStatus({ saver }: { saver: NoteSaver }) {
  const t = useText();
  const { kind } = useStore(saver.state);
  const connection = useStore(useApp().live.connection);
  useEffect(() => {
    // Not after the usual pause: the service is back.
    if (connection === 'open' && saver.state.get().kind === 'offline') void saver.save();
  }, [connection, saver]);
  return (
    <p role="status" className={`text-sm ${kind === 'offline' ? 'text-bad' : 'text-faint'}`}>
      {t.file.save[kind]}
    </p>
  );
}

interface SaveProblemProps {
  saver: NoteSaver;
  onDiscard(): void;
}

/** What needs a decision before the text can be saved. */
export function SaveProblem({ saver, onDiscard }: SaveProblemProps) {
  const t = useText();
  const state = useStore(saver.state);
  if (state.kind === 'conflict') {
    return (
      <div className="mb-4">
        <UndoChoices
          obstacles={state.obstacles}
          verb={t.file.takeMine}
          onApply={(choices) => void saver.save(choices)}
        />
      </div>
    );
  }
  if (state.kind !== 'failed') return null;
  if (isDeleted(state)) {
    const discard = () => {
      drafts.drop(saver.path);
      onDiscard();
    };
    return (
      <div className="mb-4">
        <Notice tone="bad" title={t.file.deletedMeanwhile}>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button look="outline" onClick={() => void saver.recreate()}>
              {t.file.saveAgain}
            </Button>
            <Button onClick={discard}>{t.file.discardDraft}</Button>
          </div>
        </Notice>
      </div>
    );
  }
  if (holdsSecret(state)) {
    return (
      <div className="mb-4">
        <Notice tone="bad" title={t.file.secretTitle}>
          <p>{t.file.secretText}</p>
          <Button look="outline" className="mt-2" onClick={() => void saver.saveWithSecrets()}>
            {t.file.saveWithSecret}
          </Button>
        </Notice>
      </div>
    );
  }
  return (
    <div className="mb-4">
      <ErrorNotice error={state.error} title={t.file.save.failed} />
    </div>
  );
}
