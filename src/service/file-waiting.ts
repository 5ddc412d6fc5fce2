import { errorMessage, RappelError, systemError } from '../shared/errors.js';
import { sessionFiles } from './capture/session-files.js';
import { unrecordedUpdates } from './changes/changeset.js';
import type { Core } from './core.js';

/** Timers are short, because the machine may sleep or its clock may be set. */
const LONGEST_SLEEP_MS = 60_000;

/** Files waiting updates in a process that serves no clients. The worker is loaded only if an update waits. */
export function createQueueFiling(core: () => Core, log: (message: string) => void) {
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
