import type { Vault } from '../../vault/vault.js';
import { recoverChanges } from '../changes/recover-changes.js';
import { openEngine } from '../engine/open-engine.js';
import { createEventBus } from '../events/events.js';
import { openHistory } from '../history/open-history.js';
import { createQueue } from '../updates/queue.js';
import { createUpdateWorker } from '../updates/update-worker.js';
import { erasePath } from '../upkeep/purge.js';
import { standaloneAfterChanges } from './after-changes.js';

/** Rolls back what a killed run left, as the service does when it starts. Does not touch a running process. */
export async function recoverUpdates(vault: Vault, env: NodeJS.ProcessEnv): Promise<void> {
  const engine = await openEngine(vault, env);
  try {
    const worker = createUpdateWorker({
      vault,
      engine,
      queue: createQueue(vault),
      agents: { file: neverCalled, settings: '' },
      history: () => openHistory(vault),
      walled: neverCalled,
      events: createEventBus(),
      afterChanges: await standaloneAfterChanges(vault, engine),
      erase: (path, asking) => erasePath(vault, engine, path, asking),
    });
    await worker.recover();
  } finally {
    engine.close();
  }
}

/** The same for what killed processes began to change without an update. */
export function recoverLeft(vault: Vault, env: NodeJS.ProcessEnv): Promise<void> {
  return recoverChanges({
    vault,
    history: () => openHistory(vault),
    async afterChanges(paths, why) {
      const engine = await openEngine(vault, env);
      try {
        return await (await standaloneAfterChanges(vault, engine))(paths, why);
      } finally {
        engine.close();
      }
    },
  });
}

async function neverCalled(): Promise<never> {
  throw new Error('a recovery files nothing');
}
