import { Worker } from 'node:worker_threads';
import type { PdfPages } from './pdf-worker.js';

export interface PdfThread {
  /** The pages of a PDF, the limit that it exceeded, or that it ended the thread. One call at a time. */
  read(bytes: Uint8Array): Promise<PdfPages | { problem: 'time' | 'memory' | 'crash' }>;
  /** Ends the thread; the next call starts another. */
  close(): void;
}

export interface PdfLimits {
  /** The time limit for a PDF of this size. */
  mostMs(size: number): number;
  mostBytes: number;
}

/** A real document of a few hundred pages takes a second or two on a slow machine. */
const LIMITS: PdfLimits = {
  mostMs: (size) => 5_000 + size / 500,
  mostBytes: 1024 * 1024 * 1024,
};

/**
 * Reads PDFs in a thread, because only a thread can be stopped: a few kilobytes can describe a page that takes
 * minutes or gigabytes.
 */
export function createPdfThread({ limits = LIMITS, host = HOST } = {}): PdfThread {
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
    async read(bytes) {
      worker ??= start();
      const answer = await answerOf(worker, bytes, limits);
      if ('problem' in answer && ['time', 'memory', 'crash'].includes(answer.problem)) close();
      return answer;
    },
  };
}

function answerOf(
  worker: Worker,
  bytes: Uint8Array,
  { mostMs, mostBytes }: PdfLimits,
): ReturnType<PdfThread['read']> {
  const end = performance.now() + mostMs(bytes.length);
  // Buffers are outside the heap that the thread's own limit covers.
  const most = process.memoryUsage.rss() + mostBytes;
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (performance.now() > end) settle({ problem: 'time' });
      else if (process.memoryUsage.rss() > most) settle({ problem: 'memory' });
    }, 50);
    const onError = (error: NodeJS.ErrnoException) =>
      settle({ problem: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' });
    const onExit = () => settle({ problem: 'crash' });
    const settle = (answer: Awaited<ReturnType<PdfThread['read']>>) => {
      clearInterval(watch);
      worker.off('message', settle).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(answer);
    };
    worker.on('message', settle).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(bytes);
  });
}

const HOST = new URL('./pdf-worker.js', import.meta.url);
