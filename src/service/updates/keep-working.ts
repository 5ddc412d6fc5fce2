import { RappelError } from '../../shared/errors.js';
import type { Problems } from '../events/problems.js';
import type { Presence } from '../locks/presence.js';
import type { UpdateWorker } from './update-worker.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Longer than another process usually works through the queue. */
const LONG_MS = 60_000;
/** How often updates that wait for their model are checked: the settings, the clock or the machine may change. */
const LOOK_MS = 5_000;

/** Keeps the worker running: if the queue can't be used (a full disk, another process), it retries later. */
export function keepWorking(worker: UpdateWorker, presence: Presence, problems: Problems) {
  let timer: NodeJS.Timeout | null = null;
  let pause = FIRST_PAUSE_MS;
  let stopped = false;
  /** Since when another process has held the queue. */
  let busySince: number | null = null;

  function wake(): void {
    if (stopped) return;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!presence.isThere()) return; // woken again when it is back
    worker.wake().then(
      () => {
        pause = FIRST_PAUSE_MS;
        busySince = null;
        problems.clear('updates');
        const next = stopped ? null : worker.nextTryMs();
        if (next !== null) sleep(Math.min(next, LOOK_MS));
      },
      (error) => {
        if (stopped) return;
        // Another process that works through the queue is no problem, unless updates wait for it too long.
        const isBusy = error instanceof RappelError && error.code === 'busy';
        busySince = isBusy ? (busySince ?? performance.now()) : null;
        if (busySince === null || performance.now() - busySince > LONG_MS) problems.report('updates', error);
        sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      },
    );
  }

  function sleep(ms: number): void {
    timer ??= setTimeout(wake, ms);
    timer.unref();
  }

  return {
    wake,
    async stop(): Promise<void> {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await worker.stop();
    },
  };
}
