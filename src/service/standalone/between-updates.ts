import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../locks/lock.js';
import { createQueue } from '../updates/queue.js';
import { recoverUpdates } from './recover-updates.js';

/**
 * Runs `work` while no update runs and none is half done: waits for a running one and rolls back a killed one, as
 * the service does at its start.
 */
export async function betweenUpdates<T>(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  work: () => Promise<T>,
): Promise<T> {
  const queue = createQueue(vault);
  const isInterrupted = () => queue.waiting().some(({ state }) => state === 'running');
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    if (isInterrupted()) await recoverUpdates(vault, env);
    // Its process may be killed while this one waits for it.
    const done = await withLock(vault.root, 'updates', async () =>
      isInterrupted() ? null : { result: await work() },
    );
    if (done !== null) return done.result;
  }
  throw new RappelError('busy', 'update.not_rolled_back');
}

const MOST_ATTEMPTS = 3;
