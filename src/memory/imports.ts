import type { Exchange, ImportPreview } from '../exchange/exchange.js';
import type { ServiceEvents } from '../service/core.js';
import type { EventBus } from '../service/events/events.js';
import { errorFacts, errorMessage, RappelError, systemError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import type { Progress } from '../shared/progress.js';
import { type ImportSummary, summarize } from './import-summary.js';
import type { ReceivedFile, Upload } from './upload.js';

/** Imports of what a client sends: receive, preview, run. The same code as `rappel import`. */
export interface Imports {
  /** Makes room for files; returns the id of the import. */
  begin(): Promise<string>;
  /** Throws like `Upload.receive`; an import whose preview was made takes no more files. */
  receive(id: string, file: ReceivedFile): Promise<void>;
  /** Plans again where it was planned before. */
  preview(id: string, options: { into?: string | undefined; skipSecrets: boolean }): Promise<ImportStatus>;
  /** Begins to write; `find` tells how far it is. */
  start(id: string): ImportStatus;
  /** Throws `not_found`. */
  find(id: string): ImportStatus;
  /** Forgets what was sent. One that runs stops: what is written until then is its entry of the history. */
  cancel(id: string): void;
  /** Stops and forgets everything. */
  close(): Promise<void>;
}

export interface ImportStatus {
  id: string;
  state: 'receiving' | 'planning' | 'ready' | 'running' | 'done' | 'stopped' | 'failed';
  received: { files: number; bytes: number };
  summary: ImportSummary | null;
  progress: Progress | null;
  /** `history` is the entry to undo; null if nothing was written. */
  result: { history: string | null; written: number; planned: number } | null;
  error: ReturnType<typeof errorFacts> | null;
}

interface Job {
  status: ImportStatus;
  upload: Upload;
  preview: ImportPreview | null;
  stop: AbortController;
  /** Resolves when nothing happens to it any more. */
  work: Promise<unknown>;
  touched: number;
}

/** So many are kept that nobody has finished, for so long. */
const MOST_OPEN = 8;
const IDLE_MS = 60 * 60_000;

export function createImports(exchange: Exchange, events: EventBus<ServiceEvents>): Imports {
  const jobs = new Map<string, Job>();
  /** Planning and writing, one after the other: both read the whole vault. */
  let last: Promise<unknown> = Promise.resolve();

  function jobOf(id: string): Job {
    const job = jobs.get(id);
    if (job === undefined)
      throw new RappelError('not_found', `no import "${id}"`, { hint: 'Choose the files again.' });
    job.touched = Date.now();
    return job;
  }

  function set(job: Job, change: Partial<ImportStatus>): void {
    Object.assign(job.status, change);
    events.publish('import', { id: job.status.id });
  }

  function drop(job: Job): void {
    job.preview?.close();
    job.preview = null;
    job.upload.close();
  }

  /** Runs work of one import after that of others, and keeps what it tells. */
  function inTurn<Result>(job: Job, work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(async () => {
      const unsubscribe = events.subscribe(({ type, data }) => {
        if (type === 'progress') set(job, { progress: data });
      });
      try {
        return await work();
      } finally {
        unsubscribe();
        job.status.progress = null;
      }
    });
    last = turn.catch(() => {});
    job.work = last;
    return turn;
  }

  function sweep(): void {
    const isOver = ({ status, touched }: Job) =>
      !['planning', 'running'].includes(status.state) && Date.now() - touched > IDLE_MS;
    const idle = [...jobs.values()].filter(({ status }) => !['planning', 'running'].includes(status.state));
    const surplus = idle.slice(0, Math.max(0, idle.length - MOST_OPEN));
    for (const job of new Set([...idle.filter(isOver), ...surplus])) forget(job);
  }

  function forget(job: Job): void {
    drop(job);
    jobs.delete(job.status.id);
  }

  const timer = setInterval(sweep, IDLE_MS / 4);
  timer.unref();

  return {
    async begin() {
      // With the readers of every archive: loaded when it is needed.
      const { createUpload } = await import('./upload.js');
      const upload = createUpload();
      const id = newId();
      const status: ImportStatus = {
        id,
        state: 'receiving',
        received: upload.received,
        summary: null,
        progress: null,
        result: null,
        error: null,
      };
      const stop = new AbortController();
      jobs.set(id, { status, upload, preview: null, stop, work: Promise.resolve(), touched: Date.now() });
      sweep();
      return id;
    },
    async receive(id, file) {
      const job = jobOf(id);
      if (job.status.state !== 'receiving')
        throw new RappelError('invalid_input', 'this import takes no more files', {
          hint: 'Choose the files again.',
        });
      await job.upload.receive(file);
      job.status.received = job.upload.received;
      job.touched = Date.now();
    },
    async preview(id, { into, skipSecrets }) {
      const job = jobOf(id);
      if (!['receiving', 'ready'].includes(job.status.state)) throw busy();
      const before = job.status.state;
      const source = job.upload.source(id);
      set(job, { state: 'planning', error: null });
      try {
        const preview = await inTurn(job, () => exchange.preview({ ...source, into, skipSecrets }));
        if (job.stop.signal.aborted) {
          preview.close();
          forget(job);
          throw new RappelError('not_found', 'this import was cancelled');
        }
        job.preview?.close();
        job.preview = preview;
        set(job, { state: 'ready', summary: summarize(preview) });
      } catch (error) {
        if (jobs.has(id)) set(job, { state: before });
        throw error;
      }
      return job.status;
    },
    start(id) {
      const job = jobOf(id);
      const { preview } = job;
      if (job.status.state !== 'ready' || preview === null) throw busy();
      set(job, { state: 'running' });
      void inTurn(job, () => preview.run(job.stop.signal))
        .then(
          ({ entry, written, planned }) => {
            if (entry !== null) events.publish('history', entry);
            const state = written < planned ? 'stopped' : 'done';
            set(job, { state, result: { history: entry?.id ?? null, written, planned } });
          },
          (error: unknown) => set(job, { state: 'failed', error: factsOf(error) }),
        )
        .finally(() => drop(job));
      return job.status;
    },
    find: (id) => jobOf(id).status,
    cancel(id) {
      const job = jobOf(id);
      job.stop.abort();
      if (['planning', 'running'].includes(job.status.state)) return;
      forget(job);
    },
    async close() {
      clearInterval(timer);
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([...jobs.values()].map(({ work }) => work));
      for (const job of [...jobs.values()]) forget(job);
    },
  };
}

function busy(): RappelError {
  return new RappelError('busy', 'this import is being prepared or is running');
}

function factsOf(error: unknown): ReturnType<typeof errorFacts> {
  const known = systemError(error);
  return errorFacts(known instanceof RappelError ? known : new RappelError('io', errorMessage(error)));
}
