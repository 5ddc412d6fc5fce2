import type { Agents } from '../agents/create-agents.js';
import type { ServiceEvents } from '../service/core.js';
import { createService } from '../service/create-service.js';
import { openEngine } from '../service/engine/open-engine.js';
import { createEventBus } from '../service/events/events.js';
import { publishProgress } from '../service/events/publish-progress.js';
import type { InTurn } from '../service/find-changes.js';
import { takeLease } from '../service/locks/lease.js';
import type { SharedVault } from '../service/shared-vault.js';
import { ensureStateFormat } from '../service/state/state-format.js';
import { localTimestamp, systemClock } from '../shared/clock.js';
import { createVault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import { createServedMemory, type ServedMemory } from './served-memory.js';

export interface ServeVaultOptions {
  /** The folder of the vault, which exists. */
  root: string;
  /** Where it will be reached, as far as that is known before it is. */
  url: string;
  agents: Agents;
  language: Language;
  historyLimitBytes: number;
  env: NodeJS.ProcessEnv;
  log(message: string): void;
  /** Where other vaults are served too. */
  inTurn?: InTurn;
  /** Set if nodes share the vault through its remote. */
  shared?: SharedVault;
  /** Another service took the vault over. */
  lost(): void;
}

/** A vault that this process serves. */
export interface ServedVault {
  memory: ServedMemory;
  setUrl(url: string): void;
  /** True while an update waits or runs. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** Claims a vault for this process and starts its service. Throws `busy` if another one runs. */
export async function serveVault(options: ServeVaultOptions): Promise<ServedVault> {
  const { root, agents, language, historyLimitBytes, env, log } = options;
  ensureStateFormat(root);
  const vault = createVault({ root, clock: systemClock });
  const offer = { url: options.url, started: localTimestamp(new Date()) };
  const lease = await takeLease(vault.root, offer, options.lost);
  try {
    const events = createEventBus<ServiceEvents>();
    const onProgress = publishProgress(events);
    const service = await createService({
      vault,
      events,
      engine: await openEngine(vault, env, { watched: true, textModel: agents.textModel, onProgress }),
      agents,
      language,
      env,
      log,
      historyLimit: historyLimitBytes,
      ...(options.inTurn && { inTurn: options.inTurn }),
      ...(options.shared && { shared: options.shared }),
    });
    let url: string | null = null;
    const memory = createServedMemory(service, () => url);
    return {
      memory,
      setUrl(known) {
        url = known;
        lease.setUrl(known);
      },
      isBusy: () => service.queue.waiting().length > 0,
      async close() {
        try {
          await memory.close();
        } finally {
          await service.stop().finally(lease.release);
        }
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}
