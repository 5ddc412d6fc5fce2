import type { VaultPath } from '../../vault/paths.js';
import type { Publisher } from '../events/events.js';
import type { Problems } from '../events/problems.js';
import type { History, HistoryEntry } from '../history/history.js';

/** Groups outside edits into history entries: one for all that are close in time. */
export interface OutsideEdits {
  add(path: VaultPath): void;
  readonly isIdle: boolean;
  /** Records the collected edits at once, at the end. */
  flush(): Promise<void>;
}

export interface OutsideEditsDeps {
  history: History;
  events: Publisher<{ history: HistoryEntry }>;
  problems: Problems;
  /** True while recording must wait: the vault is unavailable, or a command is in the middle of its changes. */
  mustWait(): boolean;
  /** True for a path that the running update will record. */
  isClaimed(path: VaultPath): boolean;
  /** Called when nothing is left to do. */
  onIdle(): void;
  quietMs?: number;
}

/** A little more than the background job waits for a file that is never quiet: such a file is one entry, not many. */
const QUIET_MS = 2_500;
/** Edits that never pause are recorded this often. */
const LONGEST_MS = 60_000;
const RETRY_MS = 5_000;

export function createOutsideEdits(deps: OutsideEditsDeps): OutsideEdits {
  const quietMs = deps.quietMs ?? QUIET_MS;
  const waiting = new Set<VaultPath>();
  let timer: NodeJS.Timeout | null = null;
  let recording: Promise<void> | null = null;
  let first: number | null = null;

  function schedule(delay: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      recording ??= record(false).finally(() => {
        recording = null;
        if (waiting.size === 0) deps.onIdle();
        else if (timer === null) schedule(Math.max(quietMs, 50));
      });
    }, delay);
  }

  async function record(isLast: boolean): Promise<void> {
    if (!isLast && deps.mustWait()) return;
    const paths = [...waiting].filter((path) => isLast || !deps.isClaimed(path));
    if (paths.length === 0) return;
    first = null;
    for (const path of paths) waiting.delete(path);
    try {
      const entry = await deps.history.record({ source: 'outside', paths });
      deps.problems.clear('history');
      if (entry !== null) deps.events.publish('history', entry);
    } catch (error) {
      for (const path of paths) waiting.add(path);
      deps.problems.report('history', error);
      if (!isLast) schedule(RETRY_MS);
    }
  }

  return {
    add(path) {
      waiting.add(path);
      const now = performance.now();
      first ??= now;
      schedule(Math.max(0, Math.min(quietMs, first + LONGEST_MS - now)));
    },
    get isIdle() {
      return waiting.size === 0 && recording === null;
    },
    async flush() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await recording;
      if (timer !== null) clearTimeout(timer);
      await record(true);
    },
  };
}
