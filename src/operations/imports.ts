import type { Exchange, ImportPreview } from '../exchange/exchange.js';
import type { LeftOut } from '../exchange/import/item.js';
import type { PlannedFile } from '../exchange/import/plan.js';
import type { ServiceEvents } from '../service/core.js';
import type { EventBus } from '../service/events/events.js';
import { type ErrorFacts, errorFacts, RappelError, systemError, unexpected } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import type { Progress } from '../shared/progress.js';
import { showPath } from '../vault/paths.js';
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

export function createImports(exchange: Exchange, events: EventBus<ServiceEvents>): Imports {
  const jobs = createImportJobs();
  /** Planning and writing, one after the other: both read the whole vault. */
  let last: Promise<unknown> = Promise.resolve();

  function set(job: ImportJob, change: Partial<ImportStatus>): void {
    Object.assign(job.status, change);
    events.publish('import', { id: job.status.id });
  }

  /** Runs work of one import after that of others, and keeps what it tells. */
  function inTurn<Result>(job: ImportJob, work: () => Promise<Result>): Promise<Result> {
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

  return {
    async begin() {
      // With the readers of every archive: loaded when it is needed.
      const { createUpload } = await import('./upload.js');
      return jobs.begin(createUpload());
    },
    async receive(id, file) {
      const job = jobs.find(id);
      if (job.status.state !== 'receiving') throw new RappelError('invalid_input', 'import.closed');
      await job.upload.receive(file);
      job.status.received = job.upload.received;
      job.touched = Date.now();
    },
    async preview(id, { into, skipSecrets }) {
      const job = jobs.find(id);
      if (!['receiving', 'ready'].includes(job.status.state)) throw busy();
      const before = job.status.state;
      const source = job.upload.source(id);
      set(job, { state: 'planning', error: null });
      try {
        const preview = await inTurn(job, () => exchange.preview({ ...source, into, skipSecrets }));
        if (job.stop.signal.aborted) {
          preview.close();
          jobs.forget(job);
          throw new RappelError('not_found', 'import.cancelled');
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
      const job = jobs.find(id);
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
        .finally(() => releaseFiles(job));
      return job.status;
    },
    find: (id) => jobs.find(id).status,
    cancel(id) {
      const job = jobs.find(id);
      job.stop.abort();
      if (!isAtWork(job)) jobs.forget(job);
    },
    close: jobs.close,
  };
}

function busy(): RappelError {
  return new RappelError('busy', 'import.running');
}

function factsOf(error: unknown): ErrorFacts {
  const known = systemError(error);
  return errorFacts(known instanceof RappelError ? known : unexpected('io', error));
}

interface ImportStatus {
  id: string;
  state: 'receiving' | 'planning' | 'ready' | 'running' | 'done' | 'stopped' | 'failed';
  received: { files: number; bytes: number };
  summary: ImportSummary | null;
  progress: Progress | null;
  /** `history` is the entry to undo; null if nothing was written. */
  result: { history: string | null; written: number; planned: number } | null;
  error: ReturnType<typeof errorFacts> | null;
}

/** An import from its first file until it is forgotten. */
interface ImportJob {
  status: ImportStatus;
  upload: Upload;
  preview: ImportPreview | null;
  stop: AbortController;
  /** Resolves when its planning or writing has ended. */
  work: Promise<unknown>;
  touched: number;
}

/** How many unfinished imports a service keeps, and how long after their last use. */
const MOST_OPEN = 8;
const IDLE_MS = 60 * 60_000;

/** The imports of a service, by id. Unfinished ones are forgotten after a while, with the files that were sent. */
export function createImportJobs() {
  const jobs = new Map<string, ImportJob>();
  const timer = setInterval(sweep, IDLE_MS / 4);
  timer.unref();

  function sweep(): void {
    const idle = [...jobs.values()].filter((job) => !isAtWork(job));
    const surplus = idle.slice(0, Math.max(0, idle.length - MOST_OPEN));
    const old = idle.filter(({ touched }) => Date.now() - touched > IDLE_MS);
    for (const job of new Set([...old, ...surplus])) forget(job);
  }

  function forget(job: ImportJob): void {
    releaseFiles(job);
    jobs.delete(job.status.id);
  }

  return {
    begin(upload: Upload): string {
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
    has: (id: string): boolean => jobs.has(id),
    /** Throws `not_found`. */
    find(id: string): ImportJob {
      const job = jobs.get(id);
      if (job === undefined) throw new RappelError('not_found', 'import.unknown', { id });
      job.touched = Date.now();
      return job;
    },
    forget,
    /** Stops and forgets everything. */
    async close(): Promise<void> {
      clearInterval(timer);
      for (const { stop } of jobs.values()) stop.abort();
      await Promise.all([...jobs.values()].map(({ work }) => work));
      for (const job of [...jobs.values()]) forget(job);
    },
  };
}

/** Whether it is being planned or written. */
function isAtWork({ status }: ImportJob): boolean {
  return status.state === 'planning' || status.state === 'running';
}

/** Removes the files that were sent, and keeps the status. */
function releaseFiles(job: ImportJob): void {
  job.preview?.close();
  job.preview = null;
  job.upload.close();
}

/** What an import would do, small enough to be shown whatever its size: everything is counted, and some of it named. */
interface ImportSummary {
  /** `ChatGPT export`, `Obsidian vault`. */
  kind: string;
  into: string;
  skip_secrets: boolean;
  counts: Record<PlannedFile['action'], number>;
  /** Of everything that would be written. */
  tokens: number;
  /** The first of those that would be written. */
  files: (Pick<PlannedFile, 'action' | 'from' | 'tokens' | 'created' | 'note'> & {
    path: string;
    was: string | null;
  })[];
  gone: Some<string>;
  /** How many of each kind the texts lack. */
  left_out: LeftOut;
  /** By reason, the most frequent first. */
  skipped: { reason: string; names: Some<string> }[];
  secrets: Some<{ path: string; line: number; what: string }>;
}

/** The first of a list, and how many there are in all. */
interface Some<Item> {
  count: number;
  first: Item[];
}

const MOST_FILES = 200;
const MOST_OTHERS = 50;

function summarize({ plan, source, into, skipSecrets }: Omit<ImportPreview, 'run' | 'close'>): ImportSummary {
  const counts = { new: 0, update: 0, move: 0, known: 0 };
  for (const { action } of plan.files) counts[action]++;
  const written = plan.files.filter(({ action }) => action !== 'known');
  const reasons = new Map<string, string[]>();
  for (const { from, skipped } of plan.skipped) {
    const names = reasons.get(skipped) ?? [];
    names.push(from);
    reasons.set(skipped, names);
  }
  return {
    kind: source.label,
    into: showPath(into, 'folder'),
    skip_secrets: skipSecrets,
    counts,
    tokens: written.reduce((sum, { tokens }) => sum + tokens, 0),
    files: written.slice(0, MOST_FILES).map(({ action, from, path, was, tokens, created, note }) => ({
      action,
      from,
      path: showPath(path),
      was: was === undefined ? null : showPath(was),
      tokens,
      created,
      note,
    })),
    gone: some(plan.gone, (path) => showPath(path)),
    left_out: plan.leftOut,
    skipped: [...reasons]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, MOST_OTHERS)
      .map(([reason, items]) => ({ reason, names: some(items, (from) => from) })),
    secrets: some(plan.secrets, (secret) => ({ ...secret, path: showPath(secret.path) })),
  };
}

function some<Item, Shown>(items: readonly Item[], show: (item: Item) => Shown): Some<Shown> {
  return { count: items.length, first: items.slice(0, MOST_OTHERS).map(show) };
}
