import { openEngine } from '../../service/engine/open-engine.js';
import { systemClock } from '../../shared/clock.js';
import { errorMessage } from '../../shared/errors.js';
import { createVault } from '../../vault/vault.js';
import type { Turns } from '../turns.js';

interface IndexedCopy {
  root: string;
  env: NodeJS.ProcessEnv;
  log(message: string): void;
}

/**
 * Indexes copies of vaults that this node does not lead: a node that takes the lead has no time for that. Vaults that are being opened come
 * first. What is missing at the end is indexed when the vault is opened.
 */
export function createCopyIndexer(turns: Turns, stopped: AbortSignal) {
  const running = new Map<string, { ended: Promise<void>; stop: AbortController }>();

  async function index({ root, env, log }: IndexedCopy, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const engine = await openEngine(createVault({ root, clock: systemClock }), env);
    try {
      await engine.refresh({ signal });
    } catch (error) {
      if (!signal.aborted) log(errorMessage(error));
    } finally {
      engine.close();
    }
  }

  return {
    /** Starts and returns at once. */
    start(copy: IndexedCopy): void {
      if (running.has(copy.root)) return;
      const stop = new AbortController();
      const signal = AbortSignal.any([stopped, stop.signal]);
      const ended = turns
        .catchUp(
          signal,
          () => false,
          () => index(copy, signal),
        )
        .finally(() => running.delete(copy.root));
      running.set(copy.root, { ended, stop });
    },
    /** Resolves when nothing indexes this copy any more. */
    async stop(root: string): Promise<void> {
      running.get(root)?.stop.abort();
      await running.get(root)?.ended;
    },
    /** Resolves when nothing is indexed any more, after `stopped`. */
    idle: async () => void (await Promise.all([...running.values()].map(({ ended }) => ended))),
  };
}
