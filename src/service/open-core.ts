import { setTimeout as wait } from 'node:timers/promises';
import type { Agents } from '../agents/create-agents.js';
import type { SearchEngine } from '../search/engine.js';
import { errorMessage, RappelError, systemError } from '../shared/errors.js';
import type { OnProgress } from '../shared/progress.js';
import { ROOT, showPath, type VaultPath } from '../vault/paths.js';
import { scanTree } from '../vault/tree.js';
import type { Vault } from '../vault/vault.js';
import { sessionFiles } from './capture/session-files.js';
import type { Core, ServiceEvents } from './core.js';
import { createEventBus } from './events/events.js';
import type { History } from './history/history.js';
import { publishingEntries } from './job/after-changes.js';
import { withWriter } from './locks/writers.js';
import { openWalls } from './open-walls.js';
import { answerAsOf } from './past/answer-as-of.js';
import type { Pasts } from './past/pasts.js';
import type { Answering } from './receipts/record-answers.js';
import { createQueueEntry } from './updates/enter-queue.js';
import { createQueue } from './updates/queue.js';

interface CoreOptions {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  /** Answers questions and files updates; requested at first use. */
  agents(): Promise<Agents>;
  onProgress?: OnProgress;
  log(message: string): void;
}

/** A machine may sleep, and its clock may be set. */
const LONGEST_SLEEP_MS = 60_000;

/** The parts of a process that serves no clients: a command, or an MCP server on its own. */
export function openCore({ vault, env, agents, onProgress = () => {}, log }: CoreOptions): Core {
  const queue = createQueue(vault);
  const events = createEventBus<ServiceEvents>();
  let engine: Promise<SearchEngine> | undefined;
  let history: Promise<History> | undefined;
  let answered: Promise<Answering> | undefined;
  let pasts: Promise<Pasts> | undefined;
  let filing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const closers: (() => void)[] = [];

  const walls = openWalls(() => core);
  const core: Core = {
    vault,
    env,
    queue,
    events,
    onProgress,
    agents,
    walled: walls.walled,
    model: async () => (await agents()).model,
    engine() {
      engine ??= openWithExpander();
      return engine;
    },
    history() {
      history ??= import('./history/open-history.js').then(({ openHistory }) => openHistory(vault));
      return history;
    },
    tree: async () => scanTree(vault.root, vault.root, ROOT),
    async inPast(day, work) {
      pasts ??= import('./past/pasts.js').then(({ createPasts }) => createPasts(core));
      return (await pasts).use(day, work);
    },
    answer: async (question, options) => (await answering()).answer(question, options),
    replay: async (question, options) => (await answering()).replay(question, options),
    async afterChanges(paths, why) {
      const { standaloneAfterChanges } = await import('./standalone/after-changes.js');
      const follow = await standaloneAfterChanges(vault, await core.engine(), onProgress);
      return publishingEntries(follow, events)(paths, why);
    },
    withWriter: (work) => withWriter(vault.root, work),
    ...createQueueEntry({ vault, queue, events }, fileWaiting),
    filed() {
      fileWaiting();
      return filing;
    },
    async watchFiles(tell) {
      const { watchVault } = await import('./job/watcher.js');
      const told = (path: VaultPath) => {
        const { kind } = vault.locate(path);
        if (kind !== 'folder') tell({ path: showPath(path), exists: kind === 'file' });
      };
      const watcher = await watchVault(vault.root, told, (error) => log(error.message));
      const stop = () => void watcher.close();
      closers.push(stop);
      return stop;
    },
    async sync() {
      const [{ createVaultSync }, { languageSetting }] = await Promise.all([
        import('./sync/sync-vault.js'),
        import('./settings/language-setting.js'),
      ]);
      return createVaultSync({
        vault,
        env,
        language: languageSetting(env),
        afterChanges: async (paths, why) => (paths.length === 0 ? null : core.afterChanges(paths, why)),
      });
    },
    async problems() {
      const { historyHealth } = await import('./upkeep/history-health.js');
      const { ok, says, next } = await historyHealth(vault, env);
      return ok ? [] : [`${says}. ${next ?? ''}`];
    },
    async close(mostMs) {
      const enough = new AbortController();
      const late = wait(mostMs, undefined, { signal: enough.signal }).catch(() => {});
      await Promise.race([filing, late]);
      enough.abort();
      clearTimeout(timer);
      for (const close of closers) close();
      await walls.close();
      await (await pasts)?.close();
      if (engine !== undefined) (await engine).close();
    },
  };
  return core;

  async function openWithExpander(): Promise<SearchEngine> {
    const [{ openEngine }, { expander }] = await Promise.all([import('./engine/open-engine.js'), agents()]);
    return openEngine(vault, env, { expander, onProgress });
  }

  function answering(): Promise<Answering> {
    answered ??= import('./receipts/record-answers.js').then(({ recordAnswers }) =>
      recordAnswers({
        vault,
        env,
        async answer(question, options) {
          const { answer } = await agents();
          return answerAsOf(core, answer, question, options);
        },
      }),
    );
    return answered;
  }

  /** What hooks captured; loaded only where something waits. */
  async function fileCaptured(): Promise<void> {
    const files = sessionFiles(vault.root);
    if (!files.isWaiting() && files.undrawnIds().length === 0) return;
    const [{ fileSessions }, { drawFromSessions }] = await Promise.all([
      import('./capture/file-sessions.js'),
      import('./capture/draw-sessions.js'),
    ]);
    await fileSessions(core);
    await drawFromSessions(vault, (input, id) => queue.admit(input, id));
  }

  /** One run at a time; each looks at the whole queue. */
  function fileWaiting(): void {
    filing = filing.then(fileAll).catch((error) => log(errorMessage(systemError(error))));
  }

  /** Only a process that stays lives to see it; what waits is stored in any case. */
  function tryAgainIn(ms: number | null): void {
    clearTimeout(timer);
    if (ms !== null) timer = setTimeout(fileWaiting, Math.min(ms, LONGEST_SLEEP_MS)).unref();
  }

  async function fileAll(): Promise<void> {
    await fileCaptured();
    if (queue.waiting().length === 0) return;
    const { createUpdateWorker } = await import('./updates/update-worker.js');
    const worker = createUpdateWorker({
      vault,
      queue,
      events,
      engine: await core.engine(),
      agents: await agents(),
      afterChanges: core.afterChanges,
      history: core.history,
      walled: core.walled,
    });
    try {
      await worker.recover();
      await worker.wake();
      tryAgainIn(worker.nextTryMs());
    } catch (error) {
      // Another process works on the queue: what waits is stored, and will be filed there.
      if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
    }
  }
}
