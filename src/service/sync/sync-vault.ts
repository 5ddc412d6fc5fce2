import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { ROOT } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import { recordingIn, recoverChanges } from '../changes/recover-changes.js';
import type { HistoryEntry } from '../history/history.js';
import { openHistory } from '../history/open-history.js';
import { historyHead } from '../history/store.js';
import type { AfterChanges } from '../job/after-changes.js';
import { withLock } from '../locks/lock.js';
import { keyIn, readSyncKey, writeSyncKey } from '../state/sync-key.js';
import {
  changeSyncSetting,
  defaultMachineName,
  dropSyncSetting,
  readSyncSetting,
  readSyncToken,
  type SyncSetting,
  writeSyncSetting,
  writeSyncToken,
} from '../state/sync-setting.js';
import { finishAdopting } from './adoption.js';
import { type MergedCopies, mergeCopies } from './copies/merge-copies.js';
import { filesAtCommit } from './divergence.js';
import { findConflicts } from './find-conflicts.js';
import { fetchChecked } from './incoming.js';
import { openRecorded } from './open-recorded.js';
import { hasCommit } from './read-log.js';
import { ENCRYPTED_PREFIX, HERE, isService, wholeAddress } from './remotes/addresses.js';
import { isKey, makeKey } from './remotes/encrypted/seal.js';
import { openFileStore, openRemote } from './remotes/open-remote.js';
import type { Remote } from './remotes/remote.js';
import type { LocalSyncDeps, SyncDeps } from './sync-deps.js';
import { type SyncFailure, syncFailure } from './sync-failure.js';
import { type SyncReport, type SyncRequest, syncOnce } from './sync-round.js';
import { type SyncStatus, syncStatus } from './sync-status.js';
import { isUntouched } from './untouched.js';

export interface VaultSyncDeps {
  vault: Vault;
  env: NodeJS.ProcessEnv;
  /** The language of the questions. */
  language: Language;
  /** Ends what killed processes began to change; left out, it does so itself. */
  recover?(): Promise<void>;
  /** Records what other programs changed; all files are compared where it is left out. */
  recordEdits?(): Promise<unknown>;
  /** Called with the files that a sync changed: they are recorded already. */
  afterChanges: AfterChanges;
  /** Told which entries came, before an update can run or anything else is recorded. */
  onArrival?(entries: readonly HistoryEntry[]): void;
  /** Ends what goes on with the remote. */
  signal?: AbortSignal;
}

export interface JoinPreview extends FileCounts {
  /** Both have something, and never met: a person should agree. */
  is_meeting: boolean;
}

export type VaultSync = ReturnType<typeof createVaultSync>;

/** Keeps a vault in step with other machines, through a remote that the person named. */
export function createVaultSync({ vault, env, language, afterChanges, signal, ...given }: VaultSyncDeps) {
  let opened: { as: string; remote: Remote } | null = null;

  /** The same one as long as nothing about it changes: it remembers what it read last. */
  function open(address: string): Remote {
    const as = [address, readSyncKey(vault.root), readSyncToken(vault.root, address)].join('\n');
    if (opened?.as !== as)
      opened = { as, remote: openRemote(address, env, vault.root, signal && { signal }) };
    return opened.remote;
  }

  async function depsFor({ remote, machine }: Pick<SyncSetting, 'remote' | 'machine'>): Promise<SyncDeps> {
    const { onArrival } = given;
    return { ...(await localDeps(machine)), remote: open(remote), ...(onArrival && { onArrival }) };
  }

  async function localDeps(machine: SyncSetting['machine']): Promise<LocalSyncDeps> {
    const history = await openHistory(vault);
    if (!history.available) throw new RappelError('io', 'sync.no_git');
    // Half of an update is no edit.
    const recordAll = () =>
      withLock(vault.root, 'updates', () => history.record({ source: 'outside', paths: [ROOT] }));
    return {
      vault,
      async recordEdits() {
        await (given.recover?.() ?? recoverAlone({ vault, env, afterChanges }));
        await (given.recordEdits ?? recordAll)();
      },
      ...openRecorded(vault, env),
      machine,
      language,
      ...(signal && { signal }),
    };
  }

  /** One at a time, in any process. */
  const alone = <Result>(work: () => Promise<Result> | Result) =>
    withLock(vault.root, 'sync', async () => work());

  async function run(options: SyncRequest = {}): Promise<SyncReport> {
    const setting = needSetting(vault.root);
    try {
      const report = await syncOnce(await depsFor(setting), options);
      await afterChanges(report.changed, { source: 'sync', areRecorded: true });
      return report;
    } catch (error) {
      // One that was stopped goes on later: nothing failed.
      if (!signal?.aborted) keepProblem(vault.root, syncFailure(error, vault.clock.now()));
      throw error;
    }
  }

  async function mergeOwnCopies(): Promise<MergedCopies> {
    const machine = readSyncSetting(vault.root)?.machine ?? newMachine(null);
    const merged = await mergeCopies(await localDeps(machine));
    await afterChanges(merged.changed, { source: 'sync', areRecorded: true });
    return merged;
  }

  /** Remembers a remote; throws `invalid_input` for an address that is none. */
  function setUp(address: string, name: string | null): void {
    const remote = wholeAddress(address);
    open(remote);
    const known = readSyncSetting(vault.root);
    const machine = known === null ? newMachine(name) : { ...known.machine, ...(name !== null && { name }) };
    const since = known?.remote === remote ? known : NOTHING_AGREED;
    writeSyncSetting(vault.root, { ...since, remote, machine, problem: null });
  }

  async function preview(remote: string): Promise<JoinPreview> {
    const known = readSyncSetting(vault.root);
    const found = await previewJoin(await depsFor({ remote, machine: newMachine(null) }));
    const hasMet = known?.remote === remote && known.agreed !== null;
    const { arrive, leave, merge } = found;
    return { ...found, is_meeting: !hasMet && arrive + merge > 0 && leave + merge > 0 };
  }

  return {
    /** Syncs now. */
    run: (options?: SyncRequest) => alone(() => run(options)),
    /** Merges what other programs left as conflict copies; needs no remote. */
    mergeCopies: () => alone(mergeOwnCopies),
    /** Keeps what a remote needs before it can be asked. */
    prepare: (address: string, secrets: RemoteSecrets) =>
      alone(() => prepareRemote(vault.root, env, address, secrets)),
    /** What the first sync with a remote would do; changes nothing. */
    preview: (address: string): Promise<JoinPreview> => alone(() => preview(wholeAddress(address))),
    /** The first sync follows. */
    setUp: (address: string, name: string | null) => alone(() => setUp(address, name)),
    /** Null where nothing is exchanged. */
    status: (): Promise<SyncStatus | null> => syncStatus(vault, env),
    /**
     * True if the remote has what this vault has recorded. Changes nothing. Asks the remote, which may answer only when it has news:
     * `signal` ends that.
     */
    async isInStep(signal: AbortSignal): Promise<boolean> {
      const { remote, agreed } = needSetting(vault.root);
      if (historyHead(vault.root) !== agreed) return false;
      return (await open(remote).head({ unlike: agreed, signal })) === agreed;
    },
    /** How often the remote can be asked; null where there is none. */
    askEveryMs(): number | null {
      const setting = readSyncSetting(vault.root);
      return setting === null ? null : open(setting.remote).askEveryMs;
    },
    /** Everything stays where it is, here and there. */
    off: () => alone(() => dropSyncSetting(vault.root)),
  };
}

/** Where nothing else of Rappel works on the vault. */
async function recoverAlone({
  vault,
  env,
  afterChanges,
}: Pick<VaultSyncDeps, 'vault' | 'env' | 'afterChanges'>) {
  const history = await openHistory(vault);
  await recoverChanges({
    vault,
    history: async () => history,
    afterChanges: recordingIn(history),
    finish: {
      async adopt(left) {
        const changed = await finishAdopting({ vault, ...openRecorded(vault, env) }, left);
        await afterChanges(changed, { source: 'sync', areRecorded: true });
      },
    },
  });
}

const NOTHING_AGREED = { agreed: null, agreedOn: null, rewritten: null };

/** Where not even that can be written, the failure itself is what the person has to know. */
function keepProblem(root: string, problem: SyncFailure): void {
  try {
    changeSyncSetting(root, () => ({ problem }));
  } catch {}
}

function needSetting(root: string): SyncSetting {
  const setting = readSyncSetting(root);
  if (setting !== null) return setting;
  throw new RappelError('not_found', 'sync.not_set_up');
}

function newMachine(name: string | null): SyncSetting['machine'] {
  return { id: newId(), name: name ?? defaultMachineName() };
}

/** What a first sync would do, in files. */
interface FileCounts {
  /** Only the remote has them: they come here. */
  arrive: number;
  /** Only this vault has them: they go there. */
  leave: number;
  /** Both have them, and they differ: they are merged. */
  merge: number;
  /** Places that both say differently: one question each. */
  ask: number;
}

/** Compares a vault with a remote that it never met. */
async function previewJoin(deps: SyncDeps): Promise<FileCounts> {
  const { store, recorded, remote } = deps;
  await deps.recordEdits();
  const { head: own } = await recorded.repository();
  const shared = await remote.head();
  store.make();
  if (shared !== null && !(await hasCommit(store.repository(), shared)))
    await fetchChecked(store, remote, shared, null);
  const repository = store.repository();
  const isEmpty = await isUntouched(repository, own);
  const [here, there] = [
    await filesAtCommit(repository, isEmpty ? null : own),
    await filesAtCommit(repository, shared),
  ];
  const both = [...here.keys()].filter((path) => there.has(path));
  const sides = { base: new Map(), ours: there, theirs: here };
  return {
    arrive: there.size - both.length,
    leave: here.size - both.length,
    merge: both.filter((path) => here.get(path) !== there.get(path)).length,
    ask: (await findConflicts(repository, sides, [])).length,
  };
}

interface RemoteSecrets {
  /** Of the service to sync with; null where none is given. */
  token: string | null;
  isEncrypted: boolean;
  /** Of an encrypted remote; null where none is given. */
  key: string | null;
}

interface PreparedRemote {
  /** As it is set up. */
  remote: string;
  /** A key that was just made: the only copy so far. */
  madeKey: string | null;
}

/** Keeps what a remote needs before it can be asked. Throws `invalid_input` for what is no key. */
async function prepareRemote(
  root: string,
  env: NodeJS.ProcessEnv,
  given: string,
  { token, isEncrypted, key }: RemoteSecrets,
): Promise<PreparedRemote> {
  if (token !== null && isService(given)) writeSyncToken(root, wholeAddress(given), token);
  if (!isEncrypted) return { remote: given, madeKey: null };
  if (isService(given) || given === HERE)
    throw new RappelError('invalid_input', 'sync.service_not_encrypted');
  return { remote: `${ENCRYPTED_PREFIX}${given}`, madeKey: await prepareKey(root, env, given, key) };
}

/** Keeps the key that was given, or makes one for an empty remote, and returns it then. */
async function prepareKey(
  root: string,
  env: NodeJS.ProcessEnv,
  remote: string,
  text: string | null,
): Promise<string | null> {
  const known = readSyncKey(root);
  const given = text === null ? null : checkedKey(text);
  if (given !== null && known !== null && given !== known) throw new RappelError('exists', 'sync.other_key');
  if (given !== null) writeSyncKey(root, given);
  if (given !== null || known !== null) return null;
  const isNew = (await openFileStore(wholeAddress(remote), env).list()).length === 0;
  if (!isNew) return null;
  const made = await makeKey();
  writeSyncKey(root, made);
  return made;
}

function checkedKey(text: string): string {
  const key = keyIn(text) ?? '';
  if (isKey(key)) return key;
  throw new RappelError('invalid_input', 'sync.no_key');
}
