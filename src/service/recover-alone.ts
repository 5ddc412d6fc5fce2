import type { Vault } from '../vault/vault.js';
import { afterChangesAlone } from './after-changes-alone.js';
import { createEventBus } from './events.js';
import { openEngine } from './open-engine.js';
import { createQueue } from './queue.js';
import { createUpdateWorker } from './update-worker.js';

/** Takes back what a killed run left, as the service does when it starts. Leaves a living process alone. */
export async function recoverAlone(vault: Vault, env: NodeJS.ProcessEnv): Promise<void> {
  const engine = openEngine(vault, env);
  try {
    const worker = createUpdateWorker({
      vault,
      engine,
      queue: createQueue(vault),
      handler: neverCalled,
      events: createEventBus(),
      afterChanges: await afterChangesAlone(vault, engine),
    });
    await worker.recover();
  } finally {
    engine.close();
  }
}

async function neverCalled(): Promise<never> {
  throw new Error('a recovery files nothing');
}
