import type { VaultPath } from '../../vault/paths.js';
import type { Problems } from '../events/problems.js';

export interface DueChange {
  path: VaultPath;
  /** False for a file that is written to without a pause. */
  isQuiet: boolean;
}

/** Paths that changed and wait to be handled: coalesced by path, never dropped. */
export interface ChangeQueue {
  add(path: VaultPath): void;
  /** Takes a path out just before it is handled: a change from then on counts again. */
  take(path: VaultPath): void;
  paths(): Iterable<VaultPath>;
  /** Starts the work where something waits. */
  schedule(): void;
  readonly isIdle: boolean;
  readonly isStopped: boolean;
  stop(): Promise<void>;
}

export interface ChangeQueueDeps {
  /** How long a file must be quiet before it is handled. */
  debounceMs: number;
  problems: Problems;
  /** Handles what is due, one call at a time; tried again later where it throws. */
  work(due: readonly DueChange[]): Promise<void>;
  /** Whether there is work besides the paths. */
  hasMore(): boolean;
  /** Called after each piece of work. */
  onRest(): void;
}

/** A file that never is quiet is handled as often as this. */
const LONGEST_WAIT_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;

export function createChangeQueue(deps: ChangeQueueDeps): ChangeQueue {
  const { debounceMs, problems } = deps;
  const waiting = new Map<VaultPath, { first: number; last: number }>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  function schedule(): void {
    if (isStopped || running !== null || timer !== null || (waiting.size === 0 && !deps.hasMore())) return;
    const pause = Math.min(LONGEST_PAUSE_MS, (debounceMs / 2) * 2 ** failures);
    timer = setTimeout(() => {
      timer = null;
      running = work().finally(() => {
        running = null;
        schedule();
        deps.onRest();
      });
    }, pause);
  }

  async function work(): Promise<void> {
    try {
      await deps.work(due());
      failures = 0;
      problems.clear('background');
    } catch (error) {
      failures++;
      problems.report('background', error);
    }
  }

  function due(): DueChange[] {
    const now = performance.now();
    return [...waiting]
      .map(([path, { first, last }]) => ({ path, first, isQuiet: now - last >= debounceMs }))
      .filter(({ first, isQuiet }) => isQuiet || now - first >= LONGEST_WAIT_MS);
  }

  return {
    add(path) {
      const now = performance.now();
      waiting.set(path, { first: waiting.get(path)?.first ?? now, last: now });
      schedule();
    },
    take: (path) => void waiting.delete(path),
    paths: () => waiting.keys(),
    schedule,
    get isIdle() {
      return waiting.size === 0 && running === null;
    },
    get isStopped() {
      return isStopped;
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
