import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { saidIn, stepIn } from '../../../src/words/message.js';
import { withBase } from '../api/base.js';
import { useHistoryEntry, useHome } from '../api/queries.js';
import { run, run as runOperation } from '../api/run.js';
import { send } from '../api/send.js';
import { useStore } from '../api/store.js';
import type { ImportStatus, ImportSummary } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useTitle } from '../frame/title.js';
import { UndoButton } from '../history/undo-button.js';
import { useSay, useText } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Select } from '../settings/panel.js';
import { useAction } from '../settings/use-action.js';
import { Button, buttonClass } from '../ui/button.js';
import { Checkbox } from '../ui/checkbox.js';
import { Command } from '../ui/command.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { formatTokens } from '../ui/tokens.js';
import { chosenFiles, type IncomingFile } from './incoming.js';

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

/** Sends files one after the other; returns the id of the import. Aborting throws, and leaves nothing at the service. */
async function sendFiles(
  files: readonly IncomingFile[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<string> {
  const { id } = await run('imports/begin');
  try {
    for (const [at, { path, file }] of files.entries()) {
      onProgress(at + 1);
      const query = new URLSearchParams({ path, modified: String(file.lastModified) });
      await send(withBase(`/api/imports/${id}/files?${query}`), {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
        signal,
      });
    }
    return id;
  } catch (error) {
    await run('imports/cancel', { id }).catch(() => {});
    throw error;
  }
}

/** An import that runs, or has ended: how far it is, what it brought, and how to take it back. */
function ImportRunning({ status, onAgain }: { status: ImportStatus; onAgain(): void }) {
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

/** What would happen, and where to; nothing is written yet. */
function ImportPreview({ status, onCancel }: { status: ImportStatus; onCancel(): void }) {
  const t = usePanels().import;
  const { id, summary } = status;
  const { data: home } = useHome();
  const queries = useQueryClient();
  const plan = useAction();
  const start = useAction();
  const [into, setInto] = useState('');
  const [skipSecrets, setSkipSecrets] = useState(false);
  const [planned, setPlanned] = useState('');
  const wanted = `${into} ${skipSecrets}`;
  const preview = useCallback(async () => {
    setPlanned(wanted);
    const how = { into: into === '' ? null : `projects/${into}`, skip_secrets: skipSecrets };
    queries.setQueryData(['import', id], await runOperation('imports/preview', { id, ...how }));
  }, [id, into, skipSecrets, wanted, queries]);
  useEffect(() => {
    // Another choice while it is planned is planned next.
    if (planned !== wanted && !plan.busy) void plan.run(preview);
  });

  const cancel = () => {
    void runOperation('imports/cancel', { id }).catch(() => {});
    onCancel();
  };
  const run = () =>
    start.run(async () => {
      queries.setQueryData(['import', id], await runOperation('imports/run', { id }));
    });

  if (plan.error !== null)
    return (
      <div className="space-y-3">
        <ErrorNotice error={plan.error} />
        <AgainButton onClick={cancel} />
      </div>
    );
  const isCurrent = summary !== null && !plan.busy && planned === wanted;
  const work = summary === null ? 0 : summary.counts.new + summary.counts.update + summary.counts.move;
  return (
    <div className="space-y-4 text-sm">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Select
          label={t.into}
          value={into}
          options={[['', t.bucket], ...(home?.projects ?? []).map(({ name }) => [name, name] as const)]}
          onChoose={setInto}
        />
        <Checkbox label={t.skipSecrets} checked={skipSecrets} onChange={setSkipSecrets} />
      </div>
      <div role="status">{!isCurrent && <Reading />}</div>
      {summary !== null && (
        <div className={isCurrent ? '' : 'opacity-50'}>
          <ImportPlan summary={summary} />
        </div>
      )}
      {start.error !== null && <ErrorNotice error={start.error} />}
      <div className="flex flex-wrap gap-2">
        {work > 0 && (
          <Button look="solid" disabled={!isCurrent || start.busy} onClick={() => void run()}>
            {t.run(work)}
          </Button>
        )}
        <Button look="outline" onClick={cancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

function Reading() {
  const t = usePanels().import;
  const progress = useStore(useApp().live.progress);
  const count = progress?.work === 'reading' ? ` ${progress.done}` : '';
  return (
    <p className="animate-breathe text-soft">
      {t.reading}
      {count}
    </p>
  );
}

/** What an import would write, what it leaves out and why, and which secrets it met. */
function ImportPlan({ summary }: { summary: ImportSummary }) {
  const { import: t, labelled } = usePanels();
  const words = useText();
  const say = useSay();
  const { counts, files, skipped, secrets, gone, left_out } = summary;
  const work = counts.new + counts.update + counts.move;
  const skippedCount = skipped.reduce((sum, { names }) => sum + names.count, 0);
  const missing = Object.entries(left_out).map(([kind, count]) => `${labelled(say(kind))} ${count}`);
  if (work + counts.known === 0)
    return (
      <div className="space-y-3">
        <p className="font-medium text-bad">{t.nothing}</p>
        <Skipped count={skippedCount} skipped={skipped} />
      </div>
    );
  return (
    <div className="space-y-3">
      <p className="text-soft">{work === 0 ? t.nothingNew : t.preview}</p>
      <p>
        <strong className="font-semibold">{say(summary.kind)}</strong> → <bdi>{summary.into}</bdi>
      </p>
      <ul className="list-disc pl-5">
        {(['new', 'update', 'move', 'known'] as const).map(
          (action) => counts[action] > 0 && <li key={action}>{t.counts[action](counts[action])}</li>,
        )}
        {work > 0 && <li>{words.tokens(formatTokens(summary.tokens))}</li>}
        {missing.length > 0 && (
          <li>
            {labelled(t.leftOut)} {missing.join(', ')}
          </li>
        )}
        {gone.count > 0 && <li>{t.gone(gone.count)}</li>}
      </ul>
      {work > 0 && (
        <Scrolling label={t.counts.new(work)}>
          {files.map(({ path, was, tokens, note }) => (
            <li key={path} className="flex gap-3 py-0.5">
              <bdi className="min-w-0 flex-1 break-all">
                {was !== null && `${was} → `}
                {path}
              </bdi>
              <span className="shrink-0 text-faint">
                {formatTokens(tokens)}
                {note !== null && ` · ${say(note)}`}
              </span>
            </li>
          ))}
          {work > files.length && <li className="text-faint">{t.more(work - files.length)}</li>}
        </Scrolling>
      )}
      {secrets.count > 0 && (
        <div className="rounded-xl bg-bad-soft px-4 py-3">
          <p className="font-medium text-bad">
            {t.secrets(secrets.count)}.{' '}
            {summary.skip_secrets ? t.secretsRemoved : t.secretsKept(secrets.count)}
          </p>
          <ul>
            {secrets.first.slice(0, 12).map(({ path, line, what }) => (
              <li key={`${path}:${line}:${what}`} className="break-all">
                {path}:{line} {say(what)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Skipped count={skippedCount} skipped={skipped} />
    </div>
  );
}

function Skipped({ count, skipped }: { count: number; skipped: ImportSummary['skipped'] }) {
  const { import: t, labelled } = usePanels();
  const say = useSay();
  if (count === 0) return null;
  return (
    <div>
      <p className="font-medium">{t.skipped(count)}</p>
      <Scrolling label={t.skipped(count)}>
        {skipped.map(({ reason, names }) => (
          <li key={reason} className="py-0.5">
            {names.count} × {labelled(say(reason))}{' '}
            <span className="break-all text-faint">
              {names.first.slice(0, 5).join(', ')}
              {names.count > 5 && ` ${t.more(names.count - 5)}`}
            </span>
          </li>
        ))}
      </Scrolling>
    </div>
  );
}

function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-xl border border-line px-4 py-2"
    >
      {children}
    </ul>
  );
}

function AgainButton({ onClick }: { onClick(): void }) {
  return (
    <Button look="outline" onClick={onClick}>
      {usePanels().import.again}
    </Button>
  );
}
