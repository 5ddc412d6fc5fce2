import { useQuery } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { run } from '../api/run.js';
import { useStore } from '../api/store.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { useTitle } from '../frame/title.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { AgainButton } from './again-button.js';
import { ImportPreview } from './import-preview.js';
import { ImportRunning } from './import-running.js';
import { chosenFiles, type IncomingFile } from './incoming.js';
import { sendFiles } from './send-files.js';

type Step = { kind: 'choose' } | { kind: 'send'; done: number; total: number } | { kind: 'sent'; id: string };

/** Choose, look at what would happen, import, take back: the same as `rappel import`. */
export function ImportView() {
  const t = usePanels().import;
  const { incoming } = useApp();
  const waiting = useStore(incoming);
  useTitle(t.title);
  const [step, setStep] = useState<Step>({ kind: 'choose' });
  const [error, setError] = useError();
  const stop = useRef<AbortController | null>(null);

  const take = useCallback(
    async (files: readonly IncomingFile[]) => {
      if (files.length === 0) return;
      setError(null);
      const control = new AbortController();
      stop.current = control;
      const tell = (done: number) => setStep({ kind: 'send', done, total: files.length });
      try {
        const id = await sendFiles(files, control.signal, tell);
        setStep({ kind: 'sent', id });
      } catch (failed) {
        setStep({ kind: 'choose' });
        if (!control.signal.aborted) setError(failed);
      }
    },
    [setError],
  );
  useEffect(() => {
    // Dropped somewhere on the page; what was under way stays.
    if (waiting === null || step.kind === 'send') return;
    incoming.set(null);
    void take(waiting);
  }, [waiting, step.kind, incoming, take]);

  const again = () => setStep({ kind: 'choose' });
  return (
    <>
      <PageTitle intro={t.intro}>{t.title}</PageTitle>
      {error !== null && (
        <div className="mb-4">
          <ErrorNotice error={error} />
        </div>
      )}
      {step.kind === 'choose' && <Chooser onChoose={(files) => void take(files)} />}
      {step.kind === 'send' && (
        <div className="flex flex-wrap items-center gap-3 text-sm" role="status">
          <progress className="accent-accent" value={step.done - 1} max={step.total} aria-label={t.title} />
          {t.sending(step.done, step.total)}
          <Button look="outline" onClick={() => stop.current?.abort()}>
            {t.cancel}
          </Button>
        </div>
      )}
      {step.kind === 'sent' && <Import key={step.id} id={step.id} onAgain={again} />}
    </>
  );
}

/** An import whose files the service has. */
function Import({ id, onAgain }: { id: string; onAgain(): void }) {
  const { data: status, error } = useQuery({
    queryKey: ['import', id],
    queryFn: () => run('imports/find', { id }),
  });
  if (error !== null)
    return (
      <div className="space-y-3">
        <ErrorNotice error={error} />
        <AgainButton onClick={onAgain} />
      </div>
    );
  if (status === undefined) return null;
  const isBefore = ['receiving', 'planning', 'ready'].includes(status.state);
  return isBefore ? (
    <ImportPreview status={status} onCancel={onAgain} />
  ) : (
    <ImportRunning status={status} onAgain={onAgain} />
  );
}

function Chooser({ onChoose }: { onChoose(files: readonly IncomingFile[]): void }) {
  const t = usePanels().import;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const changed = (input: HTMLInputElement) => {
    onChoose(chosenFiles([...(input.files ?? [])]));
    input.value = '';
  };
  return (
    <>
      <div className="flex flex-col items-center gap-3 rounded-2xl border-2 border-strong-line border-dashed px-4 py-10 text-center">
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="solid" onClick={() => files.current?.click()}>
            <Upload aria-hidden size={15} /> {t.choose}
          </Button>
          <Button look="outline" onClick={() => folder.current?.click()}>
            <FolderOpen aria-hidden size={15} /> {t.chooseFolder}
          </Button>
        </div>
        <p className="text-faint text-sm pointer-coarse:hidden">{t.drop}</p>
        <input ref={files} type="file" multiple hidden onChange={({ target }) => changed(target)} />
        <input
          ref={(input) => {
            folder.current = input;
            // React does not know it.
            input?.setAttribute('webkitdirectory', '');
          }}
          type="file"
          hidden
          onChange={({ target }) => changed(target)}
        />
      </div>
      <p className="mt-4 text-soft text-sm">
        {t.terminal} <Command text="rappel import PATH" />
      </p>
    </>
  );
}
