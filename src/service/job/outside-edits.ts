import type { VaultPath } from '../../vault/paths.js';
import type { Publisher } from '../events/events.js';
import type { Problems } from '../events/problems.js';
import type { History, HistoryEntry } from '../history/history.js';

interface OutsideEditsDeps {
  history: History;
  events: Publisher<{ history: HistoryEntry }>;
  problems: Problems;
  /** True while recording must wait: the vault is unavailable, or a command is in the middle of its changes. */
  mustWait(): boolean;
  /** True for a path that the running update will record. */
  isClaimed(path: VaultPath): boolean;
  /** Ends what killed processes began to change. */
  recover?: (() => Promise<void>) | undefined;
  /** Called when nothing is left to do. */
  onIdle(): void;
  quietMs?: number | undefined;
}

/** A little more than the background job waits for a file that is never quiet: such a file is one entry, not many. */
const QUIET_MS = 2_500;
/** Edits that never pause are recorded this often. */
const LONGEST_MS = 60_000;
const RETRY_MS = 5_000;
/** Files that are recorded while the service stops. */
const MOST_AT_THE_END = 200;

/** Groups outside edits into history entries: one for all that are close in time. */
export function createOutsideEdits({ quietMs = QUIET_MS, ...deps }: OutsideEditsDeps) {
  const waiting = new Set<VaultPath>();
  let timer: NodeJS.Timeout | null = null;
  let recording: Promise<void> | null = null;
  let first: number | null = null;
  /** Of what is being recorded: how many files, and how to leave it. */
  let current = { files: 0, abandon: new AbortController() };

  function schedule(delay: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      recording ??= recordAll();
    }, delay);
  }

  /** Those whose time came meanwhile are recorded afterwards. */
  function recordAll(): Promise<void> {
    return record(false).finally(() => {
      recording = null;
      if (waiting.size === 0) deps.onIdle();
      else if (timer === null) schedule(Math.max(quietMs, 50));
    });
  }

  async function record(isLast: boolean): Promise<void> {
    if (!isLast && deps.mustWait()) return;
    const paths = [...waiting].filter((path) => isLast || !deps.isClaimed(path));
    if (paths.length === 0) return;
    first = null;
    for (const path of paths) waiting.delete(path);
    current = { files: paths.length, abandon: new AbortController() };
    const { signal } = current.abandon;
    let wasOthers = false;
    // A command or an update may have begun while this waited or read.
    const isOthers = () => {
      wasOthers ||= !isLast && (deps.mustWait() || paths.some(deps.isClaimed));
      return wasOthers;
    };
    const entry = await deps.problems.attempt('history', async () => {
      try {
        // What Rappel changed is no edit of others.
        await deps.recover?.();
        return await deps.history.record({ source: 'outside', paths, signal, isOthers });
      } catch (error) {
        if (!signal.aborted && !wasOthers) throw error;
      }
    });
    current.files = 0;
    if (entry) deps.events.publish('history', entry);
    if (entry !== undefined) return;
    for (const path of paths) waiting.add(path);
    if (!isLast) schedule(RETRY_MS);
  }

  return {
    add(path: VaultPath): void {
      waiting.add(path);
      const now = performance.now();
      first ??= now;
      schedule(Math.max(0, Math.min(quietMs, first + LONGEST_MS - now)));
    },
    /** Nothing more belongs to the collected edits: they need not become quiet. */
    end(): void {
      if (waiting.size > 0) schedule(0);
    },
    /** Records the collected edits now, as far as they may be recorded. */
    async recordNow(): Promise<void> {
      while (recording !== null) await recording;
      recording = recordAll();
      await recording;
    },
    get isIdle() {
      return waiting.size === 0 && recording === null;
    },
    /** Records the collected edits at once, at the end. Many of them would take long: the next start finds them. */
    async flush(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (current.files > MOST_AT_THE_END) current.abandon.abort();
      await recording;
      if (timer !== null) clearTimeout(timer);
      if (waiting.size <= MOST_AT_THE_END) await record(true);
    },
  };
}
