import type { Problems } from '../events/problems.js';
import type { VaultSync } from './sync-vault.js';

/** How long nothing may change before a sync begins: changes that belong together go together. */
const SETTLE_MS = 300;
const LOOK_MS = 100;
/** The first pause after a failure; it doubles each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

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
export function keepSyncing({ syncing, events, problems, isThere, isBusy }: KeepSyncingDeps) {
  let changedAt: number | null = null;
  let askAt = 0;
  let failures = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const forget = events.subscribe(({ type }) => {
    if (type === 'file' || type === 'history') changedAt = performance.now();
  });

  function look(): void {
    const now = performance.now();
    const isSettled = changedAt !== null && now - changedAt >= SETTLE_MS && failures === 0;
    if (running !== null || !(isSettled || now >= askAt) || !isThere() || isBusy()) return;
    const everyMs = syncing.askEveryMs();
    if (everyMs === null) {
      changedAt = null;
      askAt = now + FIRST_PAUSE_MS;
      return;
    }
    const isChanged = changedAt !== null;
    changedAt = null;
    running = sync(isChanged, everyMs).finally(() => {
      running = null;
    });
  }

  async function sync(isChanged: boolean, everyMs: number): Promise<void> {
    const isDone = await problems.attempt('sync', async () => {
      if (isChanged || !(await syncing.isInStep())) await syncing.run();
      return true;
    });
    failures = isDone ? 0 : failures + 1;
    const pause = isDone ? everyMs : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    askAt = performance.now() + pause;
  }

  return {
    start(): void {
      timer ??= setInterval(look, LOOK_MS).unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      forget();
      await running;
    },
  };
}
