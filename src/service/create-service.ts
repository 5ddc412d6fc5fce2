import { type Agents, createAgents } from '../agents/create-agents.js';
import { indexFile, linksFile } from '../search/cache-folder.js';
import type { SearchEngine } from '../search/engine.js';
import { RappelError, toldOf } from '../shared/errors.js';
import { runAll } from '../shared/run-all.js';
import { createSession } from '../tools/session.js';
import { recordedPath } from '../vault/paths.js';
import { checkState, closeState, stateProblems } from '../vault/state-database.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { Told } from '../words/message.js';
import { keepFiling } from './capture/keep-filing.js';
import type { PageEdits } from './changes/page-edits.js';
import { recoverChanges } from './changes/recover-changes.js';
import type { Core, ServiceEvents } from './core.js';
import { createEventBus, type EventBus } from './events/events.js';
import { createChangeFinder, type InTurn } from './find-changes.js';
import { createAfterChanges, publishingEntries, refreshingTree } from './job/after-changes.js';
import { type BackgroundJob, createBackgroundJob } from './job/background-job.js';
import { keepWatching } from './job/keep-watching.js';
import type { LinkIndex } from './links/link-index.js';
import { createLinkIndex } from './links/link-index.js';
import { finishMove } from './moves/move-file.js';
import { openParts, type ServiceParts } from './open-parts.js';
import { openWalls } from './open-walls.js';
import type { Questions } from './questions/questions.js';
import { createQuestions } from './questions/questions.js';
import { recordAnswers } from './receipts/record-answers.js';
import { HISTORY_LIMIT } from './settings/history-limit.js';
import type { SharedVault } from './shared-vault.js';
import { finishAdopting } from './sync/adoption.js';
import { keepInStep } from './sync/keep-in-step.js';
import { openRecorded } from './sync/open-recorded.js';
import { createQueueEntry } from './updates/enter-queue.js';
import { keepWorking } from './updates/keep-working.js';
import { settleUpdates } from './updates/settle-updates.js';
import type { Step } from './updates/steps.js';
import { createUpdateWorker } from './updates/update-worker.js';
import { erasePath } from './upkeep/purge.js';
import { createUpkeep } from './upkeep/upkeep.js';

/** A running service: its core, with a watcher and a background job around it. */
export interface Service extends Core {
  job: BackgroundJob;
  /** What the page wrote, until the history has it. */
  pageEdits: PageEdits;
  /** Which note links to which. */
  readonly links: LinkIndex;
  /** All past questions with their answers; also asks without waiting. */
  questions: Questions;
  /** The steps of an update, with their times, also while it runs. */
  stepsOf(id: string): readonly Step[];
  /** Resolves when it has found the changes made while it was not running. */
  caughtUp: Promise<void>;
  stop(): Promise<void>;
}

interface ServiceDeps {
  vault: Vault;
  engine: SearchEngine;
  language: Language;
  /** Answers questions and files updates; the clerk by default. */
  agents?: Agents;
  historyLimit?: number;
  /** Where settings and the cache are, for an import; those of the process where left out. */
  env?: NodeJS.ProcessEnv;
  /** What clients can watch; one of its own where left out. */
  events?: EventBus<ServiceEvents>;
  /** Finds the changes made while it was not running; at once where left out. */
  inTurn?: InTurn;
  /** Set if nodes share the vault through its remote. */
  shared?: SharedVault;
  log(message: string): void;
}

/** Starts everything. Returns once the files are watched and a shared vault is synced; indexing and catching up go on in the background. */
export async function createService(deps: ServiceDeps): Promise<Service> {
  const { inTurn = atOnce, historyLimit = HISTORY_LIMIT, ...given } = deps;
  const { vault, language, env = process.env, events = createEventBus<ServiceEvents>(), shared } = given;
  const { agents = createAgents({ model: null, key: null, language }) } = given;
  const stopping = new AbortController();
  const { signal } = stopping;
  const parts = await openParts({
    ...given,
    env,
    events,
    agents,
    signal,
    isClaimed: (path) => worker.isTouching(path),
  });
  const { engine, history, queue, problems, tree, writers, presence, pageEdits, watchFiles } = parts;
  const walls = openWalls(() => service);
  const { worker, working, entry, afterChanges, recording } = openFiling(parts, walls.walled);
  const questions = openQuestions(parts);
  const job = createBackgroundJob({ ...parts, recover: recording.recover, hasWriters: writers.areWriting });
  const changes = createChangeFinder(parts, job, inTurn);
  const watcher = await keepWatching({
    ...parts,
    changed: job.changed,
    reconcile: job.reconcile,
    onReturn: () => changes.sinceAway().then(working.wake),
  });
  const { recordEdits } = job;
  const settling = shared && settleUpdates({ queue, events, keeper: shared.keeper });
  const inStep = keepInStep({
    ...parts,
    afterChanges,
    recordEdits,
    recover: recording.recover,
    isBusy: writers.areWriting,
    ...(settling && { around: settling.around }),
  });
  const sessions = keepFiling(recording, entry.update, (work) => problems.attempt('sessions', work));
  const upkeep = createUpkeep({ ...parts, historyLimit });
  const joined = recover();
  const caughtUp = joined.then(
    (isToGoOn) => (isToGoOn ? catchUp() : undefined),
    () => {},
  );

  /** Each step on its own: a failure (an unreadable folder, no git) must not stop the others. */
  async function recover(): Promise<boolean> {
    await problems.attempt('state', async () => checkState(vault.root));
    await problems.attempt('recovery', () => worker.recover());
    await problems.attempt('changes', recording.recover);
    return shared?.join({ queue, history, signal }) ?? true;
  }

  async function catchUp(): Promise<void> {
    await changes.sinceLastRun();
    if (signal.aborted) return;
    working.wake();
    sessions.look();
    await inStep.start();
    await upkeep.run();
  }

  /** Stops every part, even if one fails: a hub goes on, and a vault that another node leads refuses the last changes. */
  async function stop(): Promise<void> {
    stopping.abort();
    await runAll([
      watcher.close,
      sessions.stop,
      ...inStep.stop,
      working.stop,
      async () => settling?.stop(),
      questions.close,
      () => caughtUp,
      upkeep.stop,
      job.stop,
      async () => pageEdits.stop(),
      walls.close,
      engine.close,
      async () => closeState(vault.root),
    ]);
  }

  const service: Service = {
    ...recording,
    ...entry,
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
    tree: tree.measured,
    answer: questions.answer,
    async update(input, id) {
      presence.demand();
      return entry.update(input, id);
    },
    filed: () => worker.wake(),
    watchFiles: async (tell) => watchFiles(tell),
    sync: async () => inStep.sync,
    problems: async () => currentProblems(parts),
    stepsOf: (id) => worker.stepsOf(id) ?? queue.run(id),
    close: async () => {},
    stop,
  };
  if (shared !== undefined)
    await joined.catch(async (error) => {
      await stop();
      throw error;
    });
  return service;
}

const atOnce: InTurn = (_signal, _isUrgent, work) => work();

function currentProblems({ vault, engine, history, problems }: ServiceParts): Told[] {
  const { problem } = engine.status();
  const missing = history.available ? [] : [toldOf(new RappelError('io', 'history.no_git'))];
  return [
    ...stateProblems(vault.root).map(toldOf),
    ...(problem === null ? [] : [toldOf(new Error(problem))]),
    ...missing,
    ...problems.list(),
  ];
}

/** Questions whose answers each have a receipt. */
function openQuestions(parts: ServiceParts) {
  const { vault, agents, engine, scheduledEngine } = parts;
  return createQuestions({
    ...parts,
    root: vault.root,
    answer: recordAnswers({
      ...parts,
      answer: (question, options) =>
        agents.answer(
          { vault, engine: async () => scheduledEngine, session: createSession() },
          question,
          options,
        ),
    }),
    // Outside the schedule of searches: nobody waits for it.
    find: (request) => engine.search(request),
  });
}

/** The queue of updates with the worker that files them, and what all work on the vault needs to record its changes. */
function openFiling(parts: ServiceParts, walled: Core['walled']) {
  const { vault, env, history, index, tree, events, presence, problems, writers, watchFiles } = parts;
  const afterChanges = createAfterChanges({ vault, history, index, updateTree: refreshingTree(vault, tree) });
  const worker = createUpdateWorker({
    ...parts,
    history: async () => history,
    afterChanges,
    walled,
    erase: (path, asking) => erasePath(vault, parts.engine, path, asking),
  });
  const working = keepWorking(worker, presence, problems);
  const links = createLinkIndex(
    vault.root,
    (tell) => watchFiles(({ path }) => tell(recordedPath(path.replace(/^vault\//, '')))),
    linksFile(indexFile(vault.root, env)),
  );
  const recording = {
    vault,
    history: async () => history,
    recover: (): Promise<void> =>
      recoverChanges({
        ...recording,
        finish: {
          move: (left) => finishMove(recording, left),
          async adopt(left) {
            const changed = await finishAdopting({ vault, ...openRecorded(vault, env) }, left);
            await recording.afterChanges(changed, { source: 'sync', areRecorded: true });
          },
        },
      }),
    onProgress: parts.onProgress,
    links,
    engine: async () => parts.scheduledEngine,
    afterChanges: publishingEntries(afterChanges, events),
    withWriter: writers.withWriter,
  };
  return { afterChanges, worker, working, entry: createQueueEntry(parts, working.wake), recording };
}
