import type { Agents } from '../agents/create-agents.js';
import type { SearchEngine } from '../search/engine.js';
import { errorMessage, RappelError, systemError, toldOf, unexpected } from '../shared/errors.js';
import { once } from '../shared/once.js';
import type { OnProgress } from '../shared/progress.js';
import { createSession } from '../tools/session.js';
import { ROOT, showPath, type VaultPath } from '../vault/paths.js';
import { checkState, closeState, stateProblems } from '../vault/state-database.js';
import { keepsState } from '../vault/state-folder.js';
import { scanTree } from '../vault/tree.js';
import type { Vault } from '../vault/vault.js';
import { sessionFiles } from './capture/session-files.js';
import { unrecordedUpdates } from './changes/changeset.js';
import { recoverChanges } from './changes/recover-changes.js';
import type { Core, ServiceEvents } from './core.js';
import { createEventBus } from './events/events.js';
import type { History } from './history/history.js';
import { publishingEntries } from './job/after-changes.js';
import { withWriter } from './locks/writers.js';
import { openWalls } from './open-walls.js';
import type { RecordingAnswerer } from './receipts/record-answers.js';
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

/** The parts of a process that serves no clients: a command, or an MCP server on its own. */
export function openCore({ vault, env, agents, onProgress = () => {}, log }: CoreOptions): Core {
  const queue = createQueue(vault);
  const events = createEventBus<ServiceEvents>();
  // What can't be opened now may be repaired by the next call.
  let engine: Promise<SearchEngine> | undefined;
  let history: Promise<History> | undefined;
  const closers: (() => void)[] = [];

  const walls = openWalls(() => core);
  const filing = createQueueFiling(() => core, log);
  const answering = once(openAnswering);
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
      engine ??= openWithModel();
      engine.catch(() => {
        engine = undefined;
      });
      return engine;
    },
    history() {
      history ??= import('./history/open-history.js').then(({ openHistory }) => openHistory(vault));
      history.catch(() => {
        history = undefined;
      });
      return history;
    },
    tree: async () => scanTree(vault.root, vault.root, ROOT),
    answer: async (question, options) => (await answering())(question, options),
    async afterChanges(paths, why) {
      const { standaloneAfterChanges } = await import('./standalone/after-changes.js');
      const follow = await standaloneAfterChanges(vault, await core.engine(), onProgress);
      return publishingEntries(follow, events)(paths, why);
    },
    recover: () => recoverChanges(core),
    withWriter: (work) => withWriter(vault.root, work),
    ...createQueueEntry({ vault, queue, events }, filing.wake),
    filed: filing.filed,
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
      const [{ createVaultSync }, { leavingFiled }, { languageSetting }] = await Promise.all([
        import('./sync/sync-vault.js'),
        import('./updates/leave-filed.js'),
        import('./settings/language-setting.js'),
      ]);
      return createVaultSync({
        vault,
        env,
        language: languageSetting(env),
        onArrival: leavingFiled(queue, events),
        afterChanges: async (paths, why) => (paths.length === 0 ? null : core.afterChanges(paths, why)),
      });
    },
    async problems() {
      const { historyHealth } = await import('./upkeep/history-health.js');
      const { ok, says, next } = await historyHealth(vault, env);
      checkState(vault.root);
      const ofHistory = ok ? [] : [unexpected('io', new Error(`${says}. ${next ?? ''}`))];
      return [...stateProblems(vault.root), ...ofHistory].map(toldOf);
    },
    async close(mostMs) {
      await filing.stop(mostMs);
      for (const close of closers) close();
      await walls.close();
      if (engine !== undefined) (await engine).close();
      closeState(vault.root);
    },
  };
  return core;

  async function openWithModel(): Promise<SearchEngine> {
    const [{ openEngine }, { textModel }] = await Promise.all([import('./engine/open-engine.js'), agents()]);
    return openEngine(vault, env, { textModel, onProgress });
  }

  async function openAnswering(): Promise<RecordingAnswerer> {
    const { recordAnswers } = await import('./receipts/record-answers.js');
    return recordAnswers({
      vault,
      env,
      answer: async (question, options) => {
        const { answer } = await agents();
        return answer({ vault, engine: core.engine, session: createSession() }, question, options);
      },
      isThere: () => keepsState(vault.root),
    });
  }
}

/** Timers are short, because the machine may sleep or its clock may be set. */
const LONGEST_SLEEP_MS = 60_000;

/** Files waiting updates in a process that serves no clients. The worker is loaded only if an update waits. */
function createQueueFiling(core: () => Core, log: (message: string) => void) {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One run at a time; each looks at the whole queue. */
  function wake(): void {
    running = running.then(fileAll).catch((error) => log(errorMessage(systemError(error))));
  }

  async function fileAll(): Promise<void> {
    await fileCaptured(core());
    const { queue, vault } = core();
    // One that is filed may not be recorded yet.
    if (queue.waiting().length === 0 && unrecordedUpdates(vault.root).size === 0) return;
    const worker = await openWorker(core());
    try {
      await worker.recover();
      await worker.wake();
      tryAgainIn(worker.nextTryMs());
    } catch (error) {
      // Another process works on the queue: what waits is stored, and will be filed there.
      if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
    }
  }

  /** Does not keep the process alive: a waiting update is stored, and is filed later. */
  function tryAgainIn(ms: number | null): void {
    clearTimeout(timer);
    if (ms !== null) timer = setTimeout(wake, Math.min(ms, LONGEST_SLEEP_MS)).unref();
  }

  return {
    wake,
    /** Resolves when nothing waits any more, or another process files it. */
    filed(): Promise<void> {
      wake();
      return running;
    },
    /** Waits at most this long for what is being filed. */
    async stop(mostMs: number): Promise<void> {
      let late: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        late = setTimeout(resolve, mostMs);
      });
      await Promise.race([running, enough]);
      clearTimeout(late);
      clearTimeout(timer);
    },
  };
}

async function fileCaptured(core: Core): Promise<void> {
  const files = sessionFiles(core.vault.root);
  if (!files.isWaiting() && files.undrawnIds().length === 0) return;
  const [{ fileSessions }, { drawFromSessions }] = await Promise.all([
    import('./capture/file-sessions.js'),
    import('./capture/draw-sessions.js'),
  ]);
  await fileSessions(core);
  await drawFromSessions(core.vault, (input, id) => core.queue.admit(input, id));
}

async function openWorker(core: Core) {
  const { createUpdateWorker } = await import('./updates/update-worker.js');
  const engine = await core.engine();
  return createUpdateWorker({
    ...core,
    engine,
    agents: await core.agents(),
    async erase(path, asking) {
      const { erasePath } = await import('./upkeep/purge.js');
      await erasePath(core.vault, engine, path, asking);
    },
  });
}
