import { type QmdClient, QmdProblem } from './client.js';

interface VectorOptions {
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Has QMD make the vectors that are missing. */
export function createVectorWork(client: QmdClient, onProblem: (message: string) => void) {
  let isRunning = false;

  /** Until all are made, however long it takes. */
  async function makeAll({ onProgress, signal }: VectorOptions): Promise<void> {
    let total: number | null = null;
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      signal?.throwIfAborted();
      const { missing } = await client.request('embed', { milliseconds: 1_000 }, TIME_FOR_VECTORS);
      if (missing === null || missing === 0) return;
      if (missing >= before) throw new QmdProblem(`QMD could make no vectors of ${missing} files`);
      before = missing;
      total ??= missing;
      onProgress?.(total - missing, total);
    }
  }

  return {
    makeAll,
    /** The same in the background, once at a time; searches take priority. */
    makeInBackground(): void {
      if (isRunning || client.running() === 0) return;
      isRunning = true;
      makeAll({})
        .catch(({ message }: Error) => onProblem(message))
        .finally(() => {
          isRunning = false;
        });
    },
  };
}

/** For one file at least: a large one on a slow machine takes its time. */
const TIME_FOR_VECTORS = 3_600_000;
