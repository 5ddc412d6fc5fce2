import { followProjects } from '../../tools/project-names.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Problems } from '../events/problems.js';
import { outOfReach, type Presence } from '../locks/presence.js';
import { type Watcher, watchVault } from './watcher.js';

const LOOK_MS = 1_000;
const RECONCILE_MS = 5 * 60_000;
/** If the watcher can't see everything, frequent scans replace it. */
const RECONCILE_BLIND_MS = 10_000;
/** After so many changes at once the system's event queue may have overflowed: a full scan follows. */
const BURST = 2_000;
const AFTER_BURST_MS = 2_000;

interface WatchingDeps {
  vault: Vault;
  presence: Presence;
  problems: Problems;
  changed(path: VaultPath): void;
  reconcile(): Promise<void>;
  /** The vault was unavailable and is back. */
  onReturn(): Promise<void>;
}

/**
 * Watches the vault while it is available, scans it now and then (a watcher alone is never trusted), and starts
 * again when a vault that went away comes back: no watcher survives that.
 */
export async function keepWatching(deps: WatchingDeps): Promise<Watcher> {
  const { vault, presence, problems } = deps;
  const projects = followProjects(vault);
  let watcher: Watcher | null = null;
  let isBlind = false;
  let isAway = false;
  let busy: Promise<void> | null = null;
  let reconciled = performance.now();
  let changes = 0;
  let lastChange = 0;

  async function watch(): Promise<void> {
    isBlind = false;
    problems.clear('watcher');
    const changed = (path: VaultPath) => {
      changes++;
      lastChange = performance.now();
      projects.changed(path);
      deps.changed(path);
    };
    watcher = await watchVault(vault.root, changed, (error) => {
      isBlind = true;
      problems.report('watcher', new Error(sentenceOf(error)));
    });
    // Nothing was told of what changed until now.
    projects.doubt();
  }

  async function look(): Promise<void> {
    const isThere = presence.isThere();
    if (!isThere && !isAway) {
      isAway = true;
      problems.report('vault', outOfReach(vault.root));
      await watcher?.close();
      watcher = null;
    } else if (isThere && isAway) {
      isAway = false;
      problems.clear('vault');
      await watch();
      await deps.onReturn();
    }
    const now = performance.now();
    const isDue = now - reconciled >= (isBlind ? RECONCILE_BLIND_MS : RECONCILE_MS);
    const wasBurst = changes > BURST && now - lastChange > AFTER_BURST_MS;
    if (isAway || !(isDue || wasBurst)) return;
    changes = 0;
    projects.doubt();
    await deps.reconcile();
    reconciled = performance.now();
  }

  await watch();
  const timer = setInterval(() => {
    busy ??= look()
      .catch((error) => problems.report('watcher', error))
      .finally(() => {
        busy = null;
      });
  }, LOOK_MS);
  timer.unref();

  return {
    async close() {
      clearInterval(timer);
      projects.stop();
      await busy;
      await watcher?.close();
    },
  };
}

function sentenceOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (!['ENOSPC', 'EMFILE'].includes(code)) return `the watcher missed something: ${error.message}`;
  return 'the system allows no more watched files: changes are found every 10 seconds (see: rappel doctor)';
}
