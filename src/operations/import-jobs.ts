import type { ImportPreview } from '../exchange/exchange.js';
import { type errorFacts, RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import type { Progress } from '../shared/progress.js';
import type { ImportSummary } from './import-summary.js';
import type { Upload } from './upload.js';

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

/** An import from its first file until it is forgotten. */
export interface ImportJob {
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
export function isAtWork({ status }: ImportJob): boolean {
  return status.state === 'planning' || status.state === 'running';
}

/** Removes the files that were sent, and keeps the status. */
export function releaseFiles(job: ImportJob): void {
  job.preview?.close();
  job.preview = null;
  job.upload.close();
}
