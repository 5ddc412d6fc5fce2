import { type Agents, createAgents } from '../agents/create-agents.js';
import { indexFile, linksFile } from '../search/cache-folder.js';
import type { SearchEngine } from '../search/engine.js';
import { runAll } from '../shared/run-all.js';
import { createPathTable } from '../vault/path-table.js';
import { ROOT, recordedPath, type VaultPath } from '../vault/paths.js';
import { addStarterFiles, type Language } from '../vault/starter.js';
import { folderNode } from '../vault/tree.js';
import type { Vault } from '../vault/vault.js';
import { keepFiling } from './capture/keep-filing.js';
import type { Core, ServiceEvents } from './core.js';
import { scheduleSearches } from './engine/schedule-searches.js';
import { shareRefreshes } from './engine/share-refreshes.js';
import { createEventBus, type EventBus } from './events/events.js';
import { createProblems } from './events/problems.js';
import { publishProgress } from './events/publish-progress.js';
import { openHistory } from './history/open-history.js';
import { createPageEdits, type PageEdits } from './history/page-edits.js';
import { recoverRevert } from './history/revert.js';
import { createAfterChanges, publishingEntries, refreshingTree } from './job/after-changes.js';
import { type BackgroundJob, createBackgroundJob } from './job/background-job.js';
import { createIndexChanges } from './job/index-changes.js';
import { keepWatching } from './job/keep-watching.js';
import { createLiveTree } from './job/live-tree.js';
import { createLinkIndex, type LinkIndex } from './links/link-index.js';
import { createPresence } from './locks/presence.js';
import { hasWriters } from './locks/writers.js';
import { finishMove } from './moves/move-file.js';
import { openWalls } from './open-walls.js';
import { answerAsOf } from './past/answer-as-of.js';
import { createPasts } from './past/pasts.js';
import { createQuestions, type Questions } from './questions/questions.js';
import { recordAnswers } from './receipts/record-answers.js';
import { HISTORY_LIMIT } from './settings/history-limit.js';
import { keepMergingCopies } from './sync/copies/keep-merging-copies.js';
import { keepSyncing } from './sync/keep-syncing.js';
import { createVaultSync } from './sync/sync-vault.js';
import { createQueueEntry } from './updates/enter-queue.js';
import { keepWorking } from './updates/keep-working.js';
import { createQueue } from './updates/queue.js';
import type { Step } from './updates/steps.js';
import { createUpdateWorker, type UpdateWorker } from './updates/update-worker.js';
import { createUpkeep } from './upkeep/upkeep.js';

/** A running service: its core, with a watcher and a background job around it. */
export interface Service extends Core {
  job: BackgroundJob;
  /** What the page wrote, until the history has it. */
  pageEdits: PageEdits;
  /** Which note links to which. */
  links: LinkIndex;
  /** All past questions with their answers; also asks without waiting. */
  questions: Questions;
  /** The steps of an update, with their times, also while it runs. */
  stepsOf(id: string): readonly Step[];
  /** Resolves when it has found the changes made while it was not running. */
  caughtUp: Promise<void>;
  stop(): Promise<void>;
}

/** Does work, or does it later: what is more urgent by then comes first. It begins at once when `signal` is aborted. */
export type InTurn = <Result>(
  signal: AbortSignal,
  isUrgent: () => boolean,
  work: () => Promise<Result>,
) => Promise<Result>;

interface ServiceDeps {
  vault: Vault;
  engine: SearchEngine;
  language: Language;
  /** Answers questions and files updates; the librarian by default. */
  agents?: Agents;
  historyLimit?: number;
  /** Where settings and the cache are, for an import; those of the process where left out. */
  env?: NodeJS.ProcessEnv;
  /** What clients can watch; one of its own where left out. */
  events?: EventBus<ServiceEvents>;
  /** Finds the changes made while it was not running; at once where left out. */
  inTurn?: InTurn;
  log(message: string): void;
}

/** Starts everything and returns once it watches; indexing and catching up continue in the background. */
export async function createService(deps: ServiceDeps): Promise<Service> {
  const { vault, language, env = process.env, historyLimit = HISTORY_LIMIT } = deps;
  const inTurn: InTurn = deps.inTurn ?? ((_signal, _isUrgent, work) => work());
  const stopping = new AbortController();
  const { signal } = stopping;
  const engine = shareRefreshes(deps.engine, signal);
  // For the doors only; a running update is never told to come back later.
  const scheduledEngine = scheduleSearches(engine);
  const problems = createProblems(deps.log);
  const agents = deps.agents ?? createAgents({ model: null, key: null, language });
  const { events = createEventBus<ServiceEvents>() } = deps;
  const paths = createPathTable();
  /** Calls of tools that are in the middle of their changes. */
  let writers = 0;
  const isWritten = () => writers > 0 || hasWriters(vault.root);
  const pageEdits = createPageEdits(
    await openHistory(vault, paths),
    events,
    (path) => isWritten() || worker.isTouching(path),
  );
  const { history } = pageEdits;
  // The background job writes the map, which takes a scan.
  addStarterFiles(vault, language, folderNode(ROOT, []));
  const onProgress = publishProgress(events);
  const queue = createQueue(vault);
  const tree = createLiveTree(vault.root, paths);
  const index = createIndexChanges(vault, engine, onProgress);
  const presence = createPresence(vault.root);
  const { isThere } = presence;
  const parts = { vault, engine, history, queue, events, problems, tree, index, isThere, paths, signal };

  const job = createBackgroundJob({
    ...parts,
    isClaimed: (path) => worker.isTouching(path),
    hasWriters: isWritten,
  });
  const afterChanges = createAfterChanges({ ...parts, updateTree: refreshingTree(vault, tree) });
  const worker: UpdateWorker = createUpdateWorker({
    ...parts,
    history: async () => history,
    agents,
    afterChanges,
    walled: (wall) => walls.walled(wall),
  });
  // Not in turn with other searches: the first one of a day may take seconds.
  const pasts = createPasts({ vault, history: async () => history, engine: async () => engine });
  const working = keepWorking(worker, presence, problems);
  const entry = createQueueEntry(parts, working.wake);
  const { answer, replay } = recordAnswers({
    ...parts,
    env,
    answer: (question, options) =>
      answerAsOf(
        { vault, engine: async () => scheduledEngine, inPast: pasts.use },
        agents.answer,
        question,
        options,
      ),
  });
  const questions = createQuestions({
    ...parts,
    root: vault.root,
    clock: vault.clock,
    answer,
    find: async (request, day) =>
      day === null
        ? engine.search(request)
        : pasts.use(day, async (past) => (await past.engine()).search(request)),
  });
  const upkeep = createUpkeep({ ...parts, historyLimit });
  const refreshIndex = () => problems.attempt('index', () => engine.refresh().catch(unlessStopped));
  const watcher = await keepWatching({
    ...parts,
    root: vault.root,
    presence,
    changed: job.changed,
    reconcile: job.reconcile,
    async onReturn() {
      await refreshIndex();
      await job.reconcile();
      working.wake();
    },
  });
  const watchFiles = (tell: (path: VaultPath) => void) => {
    events.subscribe(({ type, data }) => {
      if (type === 'file') tell(recordedPath(data.path.replace(/^vault\//, '')));
    });
  };
  const links = createLinkIndex(vault.root, watchFiles, linksFile(indexFile(vault.root, env)));
  /** What work on the vault needs to record its changes. */
  const recording = {
    vault,
    onProgress,
    links,
    engine: async () => scheduledEngine,
    afterChanges: publishingEntries(afterChanges, events),
    async withWriter<Result>(work: (announce: () => void) => Promise<Result>): Promise<Result> {
      let isAnnounced = false;
      try {
        return await work(() => {
          if (!isAnnounced) writers++;
          isAnnounced = true;
        });
      } finally {
        if (isAnnounced) writers--;
      }
    },
  };
  const sync = createVaultSync({ ...parts, env, language, afterChanges, recordEdits: job.recordEdits });
  const syncing = keepSyncing({ ...parts, isBusy: isWritten, syncing: sync });
  const copies = keepMergingCopies({
    ...parts,
    merge: async () => history.available && sync.mergeCopies(),
    isReady: () => isThere() && !isWritten(),
  });
  const sessions = keepFiling(recording, entry.update, (work) => problems.attempt('sessions', work));
  const caughtUp = catchUp();

  function hasWork(): boolean {
    return queue.waiting().length > 0;
  }

  function unlessStopped(error: unknown): void {
    if (!signal.aborted) throw error;
  }

  /** Each step on its own: a failure (an unreadable folder, no git) must not stop the others. */
  async function catchUp(): Promise<void> {
    await problems.attempt('recovery', () => worker.recover());
    await problems.attempt('undo', () => recoverRevert(vault, history));
    await problems.attempt('move', () => finishMove(recording));
    await problems.attempt('sync', () => sync.recover());
    await problems.attempt('catching up', () =>
      inTurn(signal, hasWork, async () => {
        tree.begin();
        await job.catchUp(refreshIndex).catch(unlessStopped);
      }),
    );
    if (signal.aborted) return;
    working.wake();
    sessions.look();
    syncing.start();
    await problems.attempt('conflict copies', copies.start);
    await upkeep.run();
  }

  const walls = openWalls(() => service);
  const service: Service = {
    ...recording,
    env,
    agents: async () => agents,
    walled: walls.walled,
    queue,
    events,
    job,
    pageEdits,
    questions,
    caughtUp,
    model: async () => agents.model,
    history: async () => history,
    inPast: pasts.use,
    tree: tree.measured,
    answer: questions.answer,
    replay,
    async update(input, id) {
      presence.demand();
      return entry.update(input, id);
    },
    retry: entry.retry,
    dismiss: entry.dismiss,
    filed: () => worker.wake(),
    async watchFiles(tell) {
      return events.subscribe(({ type, data }) => {
        if (type === 'file') tell(data);
      });
    },
    sync: async () => ({
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
    }),
    async problems() {
      const { problem } = engine.status();
      const missing = history.available ? [] : ['no history: git is not installed'];
      return [...(problem === null ? [] : [problem]), ...missing, ...problems.list()];
    },
    stepsOf: (id) => worker.stepsOf(id) ?? queue.run(id),
    close: async () => {},
    async stop() {
      stopping.abort();
      // Each of them: in a hub the process goes on, and a vault that another node leads refuses the last changes.
      await runAll([
        watcher.close,
        sessions.stop,
        syncing.stop,
        copies.stop,
        working.stop,
        questions.close,
        pasts.close,
        () => caughtUp,
        upkeep.stop,
        job.stop,
        walls.close,
        engine.close,
      ]);
    },
  };
  return service;
}
