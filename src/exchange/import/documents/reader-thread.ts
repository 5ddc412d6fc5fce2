import { Worker } from 'node:worker_threads';
import type { DocumentJob } from './document.js';
import type { DocumentAnswer } from './worker.js';

interface ReaderThread {
  /** A document as a note, the limit that it exceeded, or that it ended the thread. One call at a time. */
  read(job: DocumentJob): Promise<DocumentAnswer | { problem: 'time' | 'memory' | 'crash' }>;
  /** Ends the thread; the next call starts another. */
  close(): void;
}

export interface ReaderLimits {
  /** The processor time that a document of this size may take. */
  mostMs(size: number): number;
  mostBytes: number;
}

/** Real documents take 1 to 4 s per megabyte, depending on their kind. */
const LIMITS: ReaderLimits = {
  mostMs: (size) => Math.min(120_000, 5_000 + size / 100),
  mostBytes: 1024 * 1024 * 1024,
};

/**
 * Reads documents in a thread, because only a thread can be stopped: a few kilobytes can describe a page that takes
 * minutes or gigabytes.
 */
export function createReaderThread({ limits = LIMITS, host = HOST } = {}): ReaderThread {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(host, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
    started.unref();
    return started;
  }

  function close(): void {
    worker?.terminate();
    worker = null;
  }

  return {
    close,
    async read(job) {
      worker ??= start();
      const answer = await answerOf(worker, job, limits);
      if ('problem' in answer && ['time', 'memory', 'crash'].includes(answer.problem)) close();
      return answer;
    },
  };
}

function answerOf(
  worker: Worker,
  job: DocumentJob,
  { mostMs, mostBytes }: ReaderLimits,
): ReturnType<ReaderThread['read']> {
  const isLate = createTimeLimit(mostMs(job.bytes.length));
  // Buffers are outside the heap that the thread's own limit covers.
  const most = process.memoryUsage.rss() + mostBytes;
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (isLate()) settle({ problem: 'time' });
      else if (process.memoryUsage.rss() > most) settle({ problem: 'memory' });
    }, 50);
    const onError = (error: NodeJS.ErrnoException) =>
      settle({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' });
    const onExit = () => settle({ problem: 'crash' });
    const settle = (answer: Awaited<ReturnType<ReaderThread['read']>>) => {
      clearInterval(watch);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(answer);
    };
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(job);
  });
}

/**
 * By the processor time of this process, which waits for the thread meanwhile: on a busy machine a good document may
 * take many times as long by the clock. A thread that does nothing has its limit too.
 */
function createTimeLimit(mostMs: number): () => boolean {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const passed = performance.now() - start;
    if (passed < mostMs) return false;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 > mostMs || passed > MOST_IDLE * mostMs;
  };
}

const MOST_IDLE = 10;
const HOST = new URL('./worker.js', import.meta.url);
