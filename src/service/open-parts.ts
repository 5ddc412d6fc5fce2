import type { Agents } from '../agents/create-agents.js';
import type { SearchEngine } from '../search/engine.js';
import { createPathTable } from '../vault/path-table.js';
import { ROOT, type VaultPath } from '../vault/paths.js';
import { addStarterFiles } from '../vault/starter.js';
import { folderNode } from '../vault/tree.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { createPageEdits } from './changes/page-edits.js';
import type { ServiceEvents } from './core.js';
import { scheduleSearches } from './engine/schedule-searches.js';
import { shareRefreshes } from './engine/share-refreshes.js';
import type { EventBus, FileChange } from './events/events.js';
import { createProblems } from './events/problems.js';
import { publishProgress } from './events/publish-progress.js';
import type { HistoryEntry } from './history/history.js';
import { openHistory } from './history/open-history.js';
import { createIndexChanges } from './job/index-changes.js';
import { createLiveTree } from './job/live-tree.js';
import { createPresence } from './locks/presence.js';
import { createWriters } from './locks/writers.js';
import type { SharedVault } from './shared-vault.js';
import { leavingFiled } from './updates/leave-filed.js';
import { createQueue } from './updates/queue.js';

interface PartsDeps {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  engine: SearchEngine;
  language: Language;
  agents: Agents;
  events: EventBus<ServiceEvents>;
  /** Aborted when the service stops. */
  signal: AbortSignal;
  /** True for a path that the running update will record. */
  isClaimed(path: VaultPath): boolean;
  shared?: SharedVault;
  log(message: string): void;
}

export type ServiceParts = Awaited<ReturnType<typeof openParts>>;

/** The parts that all work of a service shares. None of them does anything by itself. */
export async function openParts({ log, ...given }: PartsDeps) {
  const { vault, language, events, signal, isClaimed, shared } = given;
  const engine = shareRefreshes(given.engine, signal);
  const paths = createPathTable();
  const writers = createWriters(vault.root);
  const pageEdits = createPageEdits({
    vault,
    history: await openHistory(vault, paths),
    events,
    isClaimed: (path) => writers.areWriting() || isClaimed(path),
  });
  // Without the map of the vault: it takes a scan, and the background job writes it.
  addStarterFiles(vault, language, folderNode(ROOT, []));
  const queue = createQueue({ root: vault.root, clock: vault.clock, keeper: shared?.keeper });
  const leaveFiled = leavingFiled(queue, events);
  const onProgress = publishProgress(events);
  const presence = createPresence(vault.root);
  return {
    ...given,
    engine,
    // For the doors only; a running update is never told to come back later.
    scheduledEngine: scheduleSearches(engine),
    pageEdits,
    history: pageEdits.history,
    queue,
    /** Told which entries a sync brought. */
    onArrival(entries: readonly HistoryEntry[]): void {
      leaveFiled(entries);
      pageEdits.arrived(entries);
    },
    problems: createProblems(log, signal),
    onProgress,
    paths,
    tree: createLiveTree(vault.root, paths),
    index: createIndexChanges(vault, engine, onProgress),
    writers,
    /** Tells of each file that changes, until the returned function is called. */
    watchFiles: (tell: (change: FileChange) => void) =>
      events.subscribe(({ type, data }) => {
        if (type === 'file') tell(data);
      }),
    presence,
    isThere: presence.isThere,
  };
}
