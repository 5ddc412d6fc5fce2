import type { Agents } from '../agents/create-agents.js';
import type { UpdateHandler, UpdateInput } from '../agents/update.js';
import { RappelError } from '../shared/errors.js';
import type { Vault } from '../vault/vault.js';
import { afterChangesAlone } from './after-changes-alone.js';
import { createEventBus } from './events.js';
import { openEngine } from './open-engine.js';
import { createQueue, type Queue, type UpdateStatus } from './queue.js';
import { retryUpdate } from './retry-update.js';
import { titleFor } from './update-title.js';
import { createUpdateWorker, type UpdateWorker } from './update-worker.js';

/** An update while no service runs: stored in the same queue, then worked off by this process. */
export async function updateAlone(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  agents: Agents,
  input: UpdateInput,
  id?: string,
): Promise<UpdateStatus> {
  const queue = createQueue(vault);
  const admitted = await queue.admit(input, id, titleFor(vault, input));
  await workOff(vault, env, agents, queue);
  return queue.find(admitted.id);
}

/** Failed updates again while no service runs. */
export async function retryAlone(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  agents: Agents,
  ids: readonly string[],
): Promise<UpdateStatus[]> {
  const queue = createQueue(vault);
  for (const id of ids) retryUpdate(queue, id);
  await workOff(vault, env, agents, queue);
  return ids.map((id) => queue.find(id));
}

/** Takes back what a killed run left, as the service does when it starts. Leaves a living process alone. */
export async function recoverAlone(vault: Vault, env: NodeJS.ProcessEnv): Promise<void> {
  await withWorker(vault, env, createQueue(vault), neverCalled, (worker) => worker.recover());
}

async function workOff(vault: Vault, env: NodeJS.ProcessEnv, agents: Agents, queue: Queue): Promise<void> {
  await withWorker(vault, env, queue, agents.file, async (worker) => {
    try {
      await worker.recover();
      await worker.wake();
    } catch (error) {
      // Another process works on the queue: what is stored, it will come to.
      if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
    }
  });
}

async function withWorker(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  queue: Queue,
  handler: UpdateHandler,
  action: (worker: UpdateWorker) => Promise<void>,
): Promise<void> {
  const engine = openEngine(vault, env);
  try {
    const afterChanges = await afterChangesAlone(vault, engine);
    await action(
      createUpdateWorker({ vault, engine, queue, handler, events: createEventBus(), afterChanges }),
    );
  } finally {
    engine.close();
  }
}

async function neverCalled(): Promise<never> {
  throw new Error('a recovery files nothing');
}
