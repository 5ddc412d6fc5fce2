import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../../shared/errors.js';
import { namesIn } from '../../shared/read-or-null.js';
import { recordedPath } from '../../vault/paths.js';
import { changeState, peekState } from '../../vault/state-database.js';
import { stateFolder } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import type { Problems } from '../events/problems.js';
import { describeSize } from '../history/describe-size.js';
import type { History } from '../history/history.js';
import { currentLease } from '../locks/lease.js';
import { withLock } from '../locks/lock.js';
import { createHeld } from '../state/held.js';
import { readSyncSetting } from '../state/sync-setting.js';
import { pruneTrash } from '../state/trash.js';
import type { Queue } from '../updates/queue.js';

/** How many filed updates are kept with their input. */
export const KEPT_UPDATES = 1_000;
/** How long deleted files stay in the trash. */
const TRASH_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = DAY_MS / 4;

interface UpkeepDeps {
  vault: Vault;
  history: History;
  queue: Queue;
  /** In bytes. */
  historyLimit: number;
}

/**
 * Keeps `.rappel/` within its limits. Does nothing while another process does it. Returns a sentence about the size
 * of the history, or null.
 */
export async function keepInBounds(deps: UpkeepDeps): Promise<string | null> {
  const { vault, history, queue, historyLimit } = deps;
  const now = vault.clock.now();
  try {
    return await withLock(
      vault.root,
      'upkeep',
      async () => {
        changeState(vault.root, (database) => {
          database.prepare('INSERT OR REPLACE INTO upkeep VALUES (1, ?)').run(now.getTime());
        });
        queue.prune(KEPT_UPDATES);
        pruneTrash(vault.root, TRASH_DAYS, now);
        createHeld(vault.root).prune(
          (id, item) =>
            item === null ? queue.has(id) : vault.locate(recordedPath(`inbox/${item}`)).kind !== 'missing',
          TRASH_DAYS * DAY_MS,
        );
        clearLockDrafts(stateFolder(vault.root));
        // A history that machines share is not shortened by one of them; it is only packed.
        const mostBytes = readSyncSetting(vault.root) === null ? historyLimit : Number.POSITIVE_INFINITY;
        return describeSize(await history.trim({ mostBytes }), mostBytes);
      },
      { mostMs: 0 },
    );
  } catch (error) {
    if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
    return null;
  }
}

/**
 * For a command that changed something: at most once a day, and never while a service runs, which does it itself.
 * Never throws, because the command's own work is done.
 */
export async function keepInBoundsDaily(deps: UpkeepDeps): Promise<void> {
  const { root, clock } = deps.vault;
  if (Math.abs(clock.now().getTime() - lastUpkeep(root)) < DAY_MS || currentLease(root) !== null) return;
  await keepInBounds(deps).catch(() => {});
}

/** For a service: at its start and a few times a day. */
export function createUpkeep(deps: UpkeepDeps & { problems: Problems; isThere(): boolean }) {
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    if (!deps.isThere()) return;
    const size = await deps.problems.attempt('upkeep', () => keepInBounds(deps));
    if (size) deps.problems.report('history size', size);
    else if (size === null) deps.problems.clear('history size');
  }

  const run = () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    run,
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

function lastUpkeep(root: string): number {
  return peekState(root, 0, (database) =>
    Number(database.prepare('SELECT time FROM upkeep').get()?.time ?? 0),
  );
}

/** What killed processes of this user left of locks that they were about to take. */
function clearLockDrafts(folder: string): void {
  for (const name of namesIn(folder).filter((candidate) => candidate.includes('.lock-'))) {
    const left = join(folder, name);
    const stats = lstatSync(left, { throwIfNoEntry: false });
    if (stats === undefined || stats.uid !== (process.getuid?.() ?? stats.uid)) continue;
    if (Math.abs(Date.now() - stats.mtimeMs) > DAY_MS) rmSync(left, { recursive: true, force: true });
  }
}
