import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../locks/lock.js';
import { createQueue } from '../updates/queue.js';
import { recoverUpdates } from './recover-updates.js';

/**
 * Runs `work` while no update runs and none is half done: waits for one that is under way, and takes back what a killed
 * one left, as the service does when it starts.
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
  throw new RappelError('busy', 'an update was interrupted and could not be taken back', {
    hint: 'See what is wrong with: rappel doctor',
  });
}

const MOST_ATTEMPTS = 3;
