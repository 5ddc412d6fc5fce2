import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** The functions of the library, by name. */
type Work = 'argon2id' | 'argon2Verify';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A thread that nobody needs ends after this. */
const IDLE_MS = 60_000;

/** Runs the library of hashes in a thread of its own, one call after the other: each takes 50 ms of a processor. */
export function createPasswordThread() {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  const waiting = new Map<number, Waiting>();
  let last = 0;

  function start(): Worker {
    // By its path: the thread has no module of its own that names could be looked up from.
    const library = createRequire(import.meta.url).resolve('hash-wasm');
    const started = new Worker(HOST, { eval: true, workerData: library });
    started.unref();
    started.on('message', ({ id, result, problem }: { id: number; result?: unknown; problem?: string }) => {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (problem === undefined) resolve?.(result);
      else reject?.(new Error(problem));
    });
    started.on('error', () => {});
    started.on('exit', () => {
      // The one that ended at rest; another works on what waits.
      if (worker !== null && worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error('the thread of passwords ended'));
      waiting.clear();
    });
    return started;
  }

  async function close(): Promise<void> {
    if (idle !== null) clearTimeout(idle);
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }

  return {
    async run<Result>(work: Work, given: object): Promise<Result> {
      if (idle !== null) clearTimeout(idle);
      worker ??= start();
      const id = ++last;
      const result = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, work, given });
      try {
        return (await result) as Result;
      } finally {
        if (waiting.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref();
      }
    },
    close,
  };
}

const HOST = `
  const { parentPort, workerData } = require('node:worker_threads');
  const library = require(workerData);
  parentPort.on('message', async ({ id, work, given }) => {
    try {
      parentPort.postMessage({ id, result: await library[work](given) });
    } catch (error) {
      parentPort.postMessage({ id, problem: String(error) });
    }
  });
`;
