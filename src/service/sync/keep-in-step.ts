import type { TreeNode } from '../../vault/tree.js';
import type { Problems } from '../events/problems.js';
import type { History } from '../history/history.js';
import { keepMergingCopies } from './copies/keep-merging-copies.js';
import { createVaultSync, type VaultSync, type VaultSyncDeps } from './sync-vault.js';

interface InStepDeps extends VaultSyncDeps {
  history: History;
  tree: { measured(): Promise<TreeNode> };
  events: { subscribe(tell: (event: { type: string; data: unknown }) => void): () => void };
  problems: Problems;
  /** False while the vault is out of reach: its files are not deleted then. */
  isThere(): boolean;
  /** True while changes that belong together are being written. */
  isBusy(): boolean;
  /** Wraps each sync. */
  around?(sync: VaultSync): VaultSync;
}

/** Syncs a vault with its copies on other machines, and merges the conflict copies of other programs, while a service runs. */
export function keepInStep(deps: InStepDeps) {
  const { history, problems, isThere, isBusy } = deps;
  const own = createVaultSync(deps);
  const sync = deps.around?.(own) ?? own;
  const syncing = keepSyncing({ ...deps, syncing: sync });
  const copies = keepMergingCopies({
    ...deps,
    merge: async () => history.available && sync.mergeCopies(),
    isReady: () => isThere() && !isBusy(),
  });

  return {
    sync: clearingProblem(sync, problems),
    async start(): Promise<void> {
      syncing.start();
      await problems.attempt('conflict copies', copies.start);
    },
    stop: [syncing.stop, copies.stop],
  };
}

/** When a sync that a person asked for succeeds, the problem of an earlier one is solved. */
function clearingProblem(sync: VaultSync, problems: Problems): VaultSync {
  return {
    ...sync,
    async run(options) {
      const report = await sync.run(options);
      problems.clear('sync');
      return report;
    },
    async off() {
      await sync.off();
      problems.clear('sync');
    },
  };
}

/** How long nothing may change before a sync begins: changes that belong together go together. */
const SETTLE_MS = 300;
/** The first pause after a failure; it doubles each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

interface KeepSyncingDeps {
  syncing: VaultSync;
  events: { subscribe(tell: (event: { type: string }) => void): () => void };
  problems: Problems;
  /** False while the vault is out of reach: then nothing is gone. */
  isThere(): boolean;
  /** True in the middle of changes that belong together. */
  isBusy(): boolean;
}

/** Syncs after each change here, and when the remote has news, for as long as a service runs. Without a remote it does nothing. */
function keepSyncing({ syncing, events, problems, isThere, isBusy }: KeepSyncingDeps) {
  let changedAt: number | null = null;
  let askAt = 0;
  let failures = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let waiting = new AbortController();
  const forget = events.subscribe(({ type }) => {
    if (type !== 'file' && type !== 'history') return;
    changedAt = performance.now();
    // Each call makes an error with its stack, also the second one.
    if (!waiting.signal.aborted) waiting.abort();
    if (timer !== null) lookWhenDue();
  });

  /** After changes that settled, or when the remote is to be asked again, whichever comes first. */
  function lookWhenDue(): void {
    const settledAt = changedAt === null || failures > 0 ? askAt : changedAt + SETTLE_MS;
    lookIn(Math.min(askAt, settledAt) - performance.now());
  }

  function lookIn(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, ms)).unref();
  }

  function look(): void {
    if (running !== null) return;
    if (!isThere() || isBusy()) {
      lookIn(SETTLE_MS);
      return;
    }
    const everyMs = syncing.askEveryMs();
    const isChanged = changedAt !== null;
    changedAt = null;
    if (everyMs === null) {
      askAt = performance.now() + FIRST_PAUSE_MS;
      lookWhenDue();
      return;
    }
    running = sync(isChanged, everyMs).finally(() => {
      running = null;
      if (!isStopped) lookWhenDue();
    });
  }

  async function sync(isChanged: boolean, everyMs: number): Promise<void> {
    const isDone = await problems.attempt('sync', async () => {
      try {
        if (isChanged || (await hasNews())) await syncing.run();
      } catch (error) {
        if (!isStopped && !isAborted(error)) throw error;
      }
      return true;
    });
    failures = isDone ? 0 : failures + 1;
    const pause = isDone ? everyMs : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    askAt = performance.now() + pause;
  }

  /** Asks the remote, unless something changes here meanwhile: that comes first. */
  async function hasNews(): Promise<boolean> {
    waiting = new AbortController();
    const { signal } = waiting;
    try {
      return !(await syncing.isInStep(signal));
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  return {
    start: lookWhenDue,
    async stop(): Promise<void> {
      isStopped = true;
      forget();
      waiting.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

/** The service stops. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
