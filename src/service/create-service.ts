import type { Answerer } from '../agents/answer.js';
import { type Agents, createAgents } from '../agents/create-agents.js';
import type { UpdateInput } from '../agents/update.js';
import type { SearchEngine } from '../search/engine.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { createSession } from '../tools/session.js';
import { addStarterFiles, type Language } from '../vault/starter.js';
import { writeTreeFile } from '../vault/tree-file.js';
import type { Vault } from '../vault/vault.js';
import type { Core, ServiceEvents } from './core.js';
import { scheduleSearches } from './engine/schedule-searches.js';
import { shareRefreshes } from './engine/share-refreshes.js';
import { createEventBus, type EventBus } from './events/events.js';
import { createProblems } from './events/problems.js';
import type { History } from './history/history.js';
import { openHistory } from './history/open-history.js';
import { recoverRevert } from './history/revert.js';
import { type AfterChanges, createAfterChanges } from './job/after-changes.js';
import { type BackgroundJob, createBackgroundJob } from './job/background-job.js';
import { createIndexChanges } from './job/index-changes.js';
import { keepWatching } from './job/keep-watching.js';
import { createLiveTree, type LiveTree } from './job/live-tree.js';
import { createPresence } from './locks/presence.js';
import { hasWriters } from './locks/writers.js';
import { createQuestions, type Questions } from './questions/questions.js';
import { HISTORY_LIMIT } from './settings/history-limit.js';
import { keepWorking } from './updates/keep-working.js';
import { createQueue, type Queue } from './updates/queue.js';
import { retryUpdate } from './updates/retry-update.js';
import type { Step } from './updates/steps.js';
import { titleFor } from './updates/update-title.js';
import { createUpdateWorker, type UpdateWorker } from './updates/update-worker.js';
import { createUpkeep } from './upkeep/upkeep.js';

/** A running service. */
export interface Service {
  /** Its parts, as the memory of this process uses them. */
  core: Core;
  vault: Vault;
  engine: SearchEngine;
  history: History;
  queue: Queue;
  events: EventBus<ServiceEvents>;
  tree: LiveTree;
  job: BackgroundJob;
  afterChanges: AfterChanges;
  /** Stores an update durably, then has it processed in its turn. */
  update(input: UpdateInput, id?: string): Promise<{ id: string; isNew: boolean }>;
  /** Answers a question at once; never waits for updates. */
  search: Answerer;
  /** All past questions with their answers; also asks without waiting. */
  questions: Questions;
  /** The steps of an update, with their times, also while it runs. */
  stepsOf(id: string): readonly Step[];
  /** The model in use; null for the librarian. */
  model: string | null;
  /** Puts a failed update back into the queue. */
  retry(id: string): void;
  /** Resolves when it has found the changes made while it was not running. */
  caughtUp: Promise<void>;
  /** Current problems, in sentences; empty if there are none. */
  problems(): string[];
  stop(): Promise<void>;
}

export interface ServiceDeps {
  vault: Vault;
  engine: SearchEngine;
  language: Language;
  /** Answers questions and files updates; the librarian by default. */
  agents?: Agents;
  historyLimit?: number;
  /** Where settings and the cache are, for an import; those of the process where left out. */
  env?: NodeJS.ProcessEnv;
  log(message: string): void;
}

/** Starts everything and returns once it watches; indexing and catching up continue in the background. */
export async function createService(deps: ServiceDeps): Promise<Service> {
  const { vault } = deps;
  const engine = shareRefreshes(deps.engine);
  // For the doors only; a running update is never told to come back later.
  const scheduledEngine = scheduleSearches(engine);
  const problems = createProblems(deps.log);
  const agents = deps.agents ?? createAgents({ model: null, key: null, language: deps.language });
  const history = await openHistory(vault);
  addStarterFiles(vault, deps.language);
  const events = createEventBus<ServiceEvents>();
  const queue = createQueue(vault);
  const tree = createLiveTree(vault.root);
  const index = createIndexChanges(vault, engine);
  const presence = createPresence(vault.root);
  const job = createBackgroundJob({
    vault,
    tree,
    index,
    history,
    events,
    problems,
    isThere: presence.isThere,
    isClaimed: (path) => worker.isTouching(path),
    hasWriters: () => hasWriters(vault.root),
  });
  const afterChanges = createAfterChanges({
    history,
    index,
    async updateTree(paths) {
      const yieldToEventLoop = createYielder();
      for (const path of paths) {
        await yieldToEventLoop();
        tree.refresh(path);
      }
      writeTreeFile(vault, { node: tree.root });
    },
  });
  const worker: UpdateWorker = createUpdateWorker({
    vault,
    engine,
    queue,
    events,
    handler: agents.file,
    afterChanges,
  });
  const questions = createQuestions({
    root: vault.root,
    engine,
    events,
    isThere: presence.isThere,
    answer: (question, options) =>
      agents.answer(
        { vault, session: createSession(), engine: async () => scheduledEngine },
        question,
        options,
      ),
  });
  const upkeep = createUpkeep({
    vault,
    history,
    queue,
    problems,
    isThere: presence.isThere,
    historyLimit: deps.historyLimit ?? HISTORY_LIMIT,
  });
  const working = keepWorking(worker, presence, problems);
  const watcher = await keepWatching({
    root: vault.root,
    presence,
    problems,
    changed: job.changed,
    reconcile: job.reconcile,
    async onReturn() {
      await attempt('index', () => engine.refresh());
      await job.reconcile();
      working.wake();
    },
  });
  const startUp = catchUp();

  /** Each step on its own: a failure (an unreadable folder, no git) must not stop the others. */
  async function catchUp(): Promise<void> {
    await attempt('recovery', () => worker.recover());
    await attempt('undo', () => recoverRevert(vault, history));
    await attempt('catching up', () => job.catchUp(() => attempt('index', () => engine.refresh())));
    working.wake();
    await upkeep.run();
  }

  async function attempt(area: string, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
      problems.clear(area);
    } catch (error) {
      problems.report(area, error);
    }
  }

  function listProblems(): string[] {
    const { problem } = engine.status();
    const missing = history.available ? [] : ['no history: git is not installed'];
    return [...(problem === null ? [] : [problem]), ...missing, ...problems.list()];
  }

  const core: Core = {
    vault,
    env: deps.env ?? process.env,
    queue,
    events,
    model: async () => agents.model,
    engine: async () => scheduledEngine,
    history: async () => history,
    tree: async () => tree.root,
    answer: questions.answer,
    async afterChanges(paths, why) {
      const entry = await afterChanges(paths, why);
      if (entry !== null) events.publish('history', entry);
      return entry;
    },
    // The background job of this process knows its own changes.
    withWriter: (work) => work(() => {}),
    async update(input, id) {
      presence.demand();
      const admitted = await queue.admit(input, id, titleFor(vault, input));
      if (admitted.isNew) {
        events.publish('update', queue.find(admitted.id));
        working.wake();
      }
      return admitted;
    },
    retry(id) {
      const status = retryUpdate(queue, id);
      if (status === null) return;
      events.publish('update', status);
      working.wake();
    },
    filed: () => worker.wake(),
    async watchFiles(tell) {
      return events.subscribe(({ type, data }) => {
        if (type === 'file') tell(data);
      });
    },
    problems: async () => listProblems(),
    close: async () => {},
  };

  return {
    core,
    vault,
    engine: scheduledEngine,
    history,
    queue,
    events,
    tree,
    job,
    afterChanges,
    update: core.update,
    model: agents.model,
    search: questions.answer,
    questions,
    stepsOf: (id) => worker.stepsOf(id) ?? queue.run(id),
    retry: core.retry,
    caughtUp: startUp,
    problems: listProblems,
    async stop() {
      await watcher.close();
      await working.stop();
      await questions.close();
      await startUp;
      await upkeep.stop();
      await job.stop();
      engine.close();
    },
  };
}
