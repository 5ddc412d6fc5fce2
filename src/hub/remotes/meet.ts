import type { SharedVault } from '../../service/shared-vault.js';
import { defaultMachineName, readSyncSetting, writeSyncSetting } from '../../service/state/sync-setting.js';
import { createVaultSync } from '../../service/sync/sync-vault.js';
import { takeOver } from '../../service/updates/take-over.js';
import type { UpdateKeeper } from '../../service/updates/update-keeper.js';
import { systemClock } from '../../shared/clock.js';
import { errorMessage, messageOf, RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { createVault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import { isUnsent, markUnsent } from './unsent.js';

/** A vault that nodes share through its remote. */
export interface RemoteVault {
  /** The id in its state; `name` is that of its folder. */
  vault: string;
  name: string;
  remote: string;
  /** The copy that was served last. */
  machine: string;
}

export interface MeetingDeps {
  root: string;
  env: NodeJS.ProcessEnv;
  language: Language;
  log(message: string): void;
}

/** How long a sync may take, and how long the first one, which gets the whole vault. */
const LONGEST_MS = 20_000;
const LONGEST_FIRST_MS = 600_000;

/** Gives a new copy of the vault its own machine id for the remote. */
export function newCopy(root: string, remote: string): void {
  const machine = { id: newId(), name: defaultMachineName() };
  const nothing = { agreed: null, agreedOn: null, problem: null, rewritten: null };
  writeSyncSetting(root, { remote, machine, ...nothing });
  // It is filled as soon as possible: whoever has to take the lead has no time for that.
  markUnsent(root);
}

/**
 * Syncs a copy with its remote. `isRecorded`: no file changed since it was last recorded, so none is read. `isUrgent`: someone waits for the
 * vault.
 */
export async function syncCopy(
  { remote }: RemoteVault,
  { root, env, language }: MeetingDeps,
  stopped: AbortSignal,
  { isRecorded = false, isUrgent = false } = {},
): Promise<void> {
  const known = readSyncSetting(root);
  const late = AbortSignal.timeout(known?.agreed == null ? LONGEST_FIRST_MS : LONGEST_MS);
  const signal = AbortSignal.any([stopped, late]);
  const vault = createVault({ root, clock: systemClock });
  const sync = createVaultSync({
    vault,
    env,
    language,
    signal,
    // The service compares all files when it starts, and finds the changes.
    afterChanges: async () => null,
    ...(isRecorded && { recordEdits: async () => {} }),
  });
  if (known?.remote !== remote) await sync.setUp(remote, null);
  try {
    await sync.run({ isAmongNodes: true, isUrgent });
  } catch (error) {
    throw late.aborted ? new RappelError('io', 'sync.silent') : error;
  }
}

/**
 * Before a node serves a vault: syncs its copy with the remote, then takes over the waiting updates. If the remote can't be reached, only
 * the node that led last may serve the vault: other copies may lack its changes.
 */
export function meet(
  row: RemoteVault,
  deps: MeetingDeps,
  { keeper, served }: { keeper: UpdateKeeper; served(machine: string): Promise<void> },
): SharedVault['join'] {
  return async ({ queue, history, signal }) => {
    // Without the mark, this node has changed nothing since the copy and the remote had the same. Reading every file of every vault
    // would make a handover take seconds; an edit by another program is kept, and found when the service catches up.
    const isRecorded = !isUnsent(deps.root);
    markUnsent(deps.root);
    const failure = await syncCopy(row, deps, signal, { isRecorded, isUrgent: true }).then(
      () => null,
      (error: unknown) => error,
    );
    const machine = readSyncSetting(deps.root)?.machine.id ?? '';
    if (failure !== null && row.machine !== machine) throw outOfReach(failure);
    if (failure !== null) deps.log(errorMessage(failure));
    await takeOver(keeper, { queue, history }, failure === null);
    await served(machine);
    return true;
  };
}

function outOfReach(failure: unknown): RappelError {
  return new RappelError('busy', 'hub.vault_behind', { reason: messageOf(failure) });
}
