import type { VaultPath } from '../../vault/paths.js';
import type { Problems } from '../events/problems.js';

export interface DueChange {
  path: VaultPath;
  /** False for a file that is written to without a pause. */
  isQuiet: boolean;
}

interface ChangeQueueDeps {
  /** How long a file must be quiet before it is handled. */
  debounceMs: number;
  problems: Problems;
  /** Handles what is due, one call at a time; tried again later where it throws. */
  work(due: () => Iterable<DueChange>): Promise<void>;
  /** Whether there is work besides the paths. */
  hasMore(): boolean;
  /** Called after each piece of work. */
  onRest(): void;
}

/** A file that never is quiet is handled as often as this. */
const LONGEST_WAIT_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;
/** Files of the backlog after which those that changed meanwhile are looked at. */
const BETWEEN_CHANGES = 200;

/** Paths that changed and wait to be handled: coalesced by path, never dropped. */
export function createChangeQueue(deps: ChangeQueueDeps) {
  const { debounceMs, problems } = deps;
  const waiting = new Map<VaultPath, { first: number; last: number }>();
  /** Files to check that no watcher reported, taken one by one: it may be every file of the vault. */
  let backlog: Iterator<VaultPath> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;
  let isStopped = false;

  const isEmpty = () => waiting.size === 0 && backlog === null;

  /** Starts the work where something waits. */
  function schedule(): void {
    if (isStopped || running !== null || timer !== null || (isEmpty() && !deps.hasMore())) return;
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
    failures++;
    await problems.attempt('background', async () => {
      await deps.work(due);
      failures = 0;
    });
  }

  function* due(): Generator<DueChange> {
    yield* changed();
    for (let looked = 1; backlog !== null; looked++) {
      // By hand: the end of a loop would end the backlog too.
      const { done, value: path } = backlog.next();
      if (done) backlog = null;
      else if (!waiting.has(path)) yield { path, isQuiet: true };
      // Each file that is stamped is reported: at the end, every file of the vault would wait.
      if (looked % BETWEEN_CHANGES === 0) yield* changed();
    }
  }

  function* changed(): Generator<DueChange> {
    // Those that come meanwhile are for the next time: files may change without an end.
    let left = waiting.size;
    for (const [path, { first, last }] of waiting) {
      if (left-- === 0) return;
      const now = performance.now();
      const isQuiet = now - last >= debounceMs;
      if (isQuiet || now - first >= LONGEST_WAIT_MS) yield { path, isQuiet };
    }
  }

  return {
    add(path: VaultPath): void {
      const now = performance.now();
      waiting.set(path, { first: waiting.get(path)?.first ?? now, last: now });
      schedule();
    },
    /** Files to look at once, after those that changed. */
    addBacklog(paths: Iterator<VaultPath>): void {
      backlog = paths;
      schedule();
    },
    /** Takes a path out just before it is handled: a change from then on counts again. */
    take: (path: VaultPath) => void waiting.delete(path),
    paths: () => waiting.keys(),
    schedule,
    get isIdle() {
      return isEmpty() && running === null;
    },
    get isStopped() {
      return isStopped;
    },
    async stop(): Promise<void> {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
