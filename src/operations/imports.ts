import type { Exchange } from '../exchange/exchange.js';
import type { ServiceEvents } from '../service/core.js';
import type { EventBus } from '../service/events/events.js';
import { type ErrorFacts, errorFacts, RappelError, systemError, unexpected } from '../shared/errors.js';
import {
  createImportJobs,
  type ImportJob,
  type ImportStatus,
  isAtWork,
  releaseFiles,
} from './import-jobs.js';
import { summarize } from './import-summary.js';
import type { ReceivedFile } from './upload.js';

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
