import type { Agents } from '../agents/create-agents.js';
import type { UpdateInput } from '../agents/update.js';
import { RappelError } from '../shared/errors.js';
import type { Vault } from '../vault/vault.js';
import { afterChangesAlone } from './after-changes-alone.js';
import { createEventBus } from './events.js';
import { openEngine } from './open-engine.js';
import { createQueue, type Queue, type UpdateStatus } from './queue.js';
import { retryUpdate } from './retry-update.js';
import { titleFor } from './update-title.js';
import { createUpdateWorker } from './update-worker.js';

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

async function workOff(vault: Vault, env: NodeJS.ProcessEnv, agents: Agents, queue: Queue): Promise<void> {
  const engine = openEngine(vault, env);
  const worker = createUpdateWorker({
    vault,
    engine,
    queue,
    handler: agents.file,
    events: createEventBus(),
    afterChanges: await afterChangesAlone(vault, engine),
  });
  try {
    await worker.recover();
    await worker.wake();
  } catch (error) {
    // Another process works on the queue: what is stored, it will come to.
    if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
  } finally {
    engine.close();
  }
}
