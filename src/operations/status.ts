import type { Core } from '../service/core.js';
import { longHeldLocks } from '../service/locks/lock-holder.js';
import { readSyncSetting } from '../service/state/sync-setting.js';
import type { KnownSync } from '../service/sync/sync-status.js';
import { listInbox } from '../service/updates/inbox.js';
import type { Retry } from '../service/updates/retry.js';
import type { UpdateStatus } from '../service/updates/update-status.js';
import { isWaiting } from '../service/updates/update-status.js';
import { systemError, toldOf } from '../shared/errors.js';
import { version } from '../shared/version.js';
import type { Told } from '../words/message.js';
import { nothing } from './inputs.js';
import { operation, serviceOperation } from './operation.js';

export interface VaultStatus {
  /** The folder of the vault. */
  vault: string;
  /** The address of the service; null if none runs. */
  service: string | null;
  /** The model in use; null for the clerk. */
  model: string | null;
  waiting: number;
  /** Those among them that wait for their model. */
  retrying: (Retry & { id: string; title: string })[];
  failed: Pick<UpdateStatus, 'id' | 'reason' | 'error'>[];
  inbox: number;
  /** How the sync with other machines stands, without asking the remote; null where there is none. */
  sync: KnownSync | null;
  /** Locks that others wait for unusually long, in sentences. */
  locks: string[];
  /** What is wrong at the moment. */
  problems: Told[];
}

interface Health {
  version: string;
  /** The folder of the vault. */
  vault: string;
  /** Where it is served; null until that is known. */
  url: string | null;
  status: 'ok' | 'degraded';
  /** The model that answers and files; null for the clerk. */
  model: string | null;
  problems: Told[];
  files: number;
  chunks: number;
  waiting: number;
}

export const statusOperations = {
  status: operation({
    role: 'reader',
    input: nothing,
    run: (core, _, { url = null }) => statusOf(core, url),
    behindWall: async (walled, _, { url = null }, core) => ({
      ...(await statusOf(walled, url)),
      vault: core.vault.root,
    }),
  }),

  /** About the service, not the files. */
  health: serviceOperation({
    role: 'reader',
    input: nothing,
    run: (service, _, { url = null }) => healthOf(service, service.vault.root, url),
    async behindWall(walled, _, { url = null }, service) {
      await (await walled.engine()).refresh();
      return healthOf(walled, service.vault.root, url);
    },
  }),
};

async function healthOf(core: Core, vault: string, url: string | null): Promise<Health> {
  const { files, chunks } = (await core.engine()).status();
  const [problems, model] = [await core.problems(), await core.model()];
  const status = problems.length === 0 ? 'ok' : 'degraded';
  const waiting = core.queue.waiting().length;
  return { version: version(), vault, url, status, model, problems, files, chunks, waiting };
}

async function statusOf(core: Core, service: string | null): Promise<VaultStatus> {
  const { vault } = core;
  const problems = await core.problems();
  /** What can't be read is a problem to report, not a reason to report nothing. */
  const orNone = <Item>(list: () => Item[]): Item[] => {
    try {
      return list();
    } catch (error) {
      problems.push(toldOf(systemError(error)));
      return [];
    }
  };
  const updates = orNone(core.queue.list);
  const inbox = orNone(() => listInbox(vault));
  const sync = await syncOf(core).catch((error: unknown) => {
    problems.push(toldOf(systemError(error)));
    return null;
  });
  return {
    vault: vault.root,
    service,
    model: await core.model(),
    waiting: updates.filter(({ state }) => isWaiting(state)).length,
    retrying: updates.flatMap(({ id, title = '', state, retry }) =>
      isWaiting(state) && retry !== undefined ? [{ id, title, ...retry }] : [],
    ),
    failed: updates
      .filter(({ state }) => state === 'failed')
      .map(({ id, reason, error }) => ({ id, reason, error })),
    inbox: inbox.length,
    sync,
    locks: longHeldLocks(vault.root, vault.clock.now()),
    problems,
  };
}

/** Loaded only where there is one. */
async function syncOf({ vault, env }: Core): Promise<KnownSync | null> {
  if (readSyncSetting(vault.root) === null) return null;
  return (await import('../service/sync/sync-status.js')).knownSync(vault.root, env);
}
