import type { Vault } from '../../vault/vault.js';
import { git } from '../history/git.js';
import type { Repository } from '../history/private-git-dir.js';
import { openStore } from '../history/store.js';
import { readSyncSetting, type SyncSetting } from '../state/sync-setting.js';
import { hasCommit } from './read-log.js';
import { isEmpty } from './refuse-doubtful.js';
import { openRemote } from './remotes/open-remote.js';
import type { MachineStatus, Remote } from './remotes/remote.js';
import { type SyncFailure, syncFailure } from './sync-failure.js';

/** What this machine knows of its sync without asking anybody. */
export interface KnownSync {
  /** Without names and passwords. */
  remote: string;
  /** This machine. */
  machine: string;
  /** When it last had everything, as local time. */
  in_step: string | null;
  /** Entries of this machine that the others don't have; null where the history can't tell. */
  waiting: number | null;
  /** Why the last try failed; null after a success. */
  problem: SyncFailure | null;
}

export interface SyncedMachine {
  name: string;
  is_this: boolean;
  /** When it last had everything, as local time by its own clock. */
  time: string;
  /** Whether it has everything that the remote has, whatever the clocks say; null where it did not say. */
  has_everything: boolean | null;
  /** How many entries it lacks; null where that is not known here. */
  behind: number | null;
}

export interface SyncStatus extends KnownSync {
  /** Whether the remote has something that this machine does not; null if it could not be asked. */
  has_news: boolean | null;
  /** Those that were in step last come first. */
  machines: SyncedMachine[];
}

/** Null where nothing is exchanged. */
export async function knownSync(root: string, env: NodeJS.ProcessEnv): Promise<KnownSync | null> {
  const setting = readSyncSetting(root);
  return setting === null ? null : known(setting, openRemote(setting.remote, env, root), root);
}

/** The same with what the remote says; null where nothing is exchanged. */
export async function syncStatus({ root, clock }: Vault, env: NodeJS.ProcessEnv): Promise<SyncStatus | null> {
  const setting = readSyncSetting(root);
  if (setting === null) return null;
  const remote = openRemote(setting.remote, env, root);
  const found = await known(setting, remote, root);
  try {
    const [shared, machines] = [await remote.head(), await remote.machines()];
    if (shared === null && setting.agreed !== null) throw isEmpty(remote.name);
    const repository = openStore(root).repository();
    const listed = await Promise.all(
      machines.map((machine) => listedMachine(machine, setting.machine.id, shared, repository)),
    );
    listed.sort((a, b) => b.time.localeCompare(a.time));
    return { ...found, has_news: shared !== setting.agreed, machines: listed };
  } catch (error) {
    return { ...found, has_news: null, machines: [], problem: syncFailure(error, clock.now()) };
  }
}

async function known(setting: SyncSetting, remote: Remote, root: string): Promise<KnownSync> {
  const { machine, agreed, agreedOn, problem } = setting;
  const repository = openStore(root).repository();
  const waiting = repository.head === null ? 0 : await countEntries(repository, repository.head, agreed);
  return { remote: remote.name, machine: machine.name, in_step: agreedOn, waiting, problem };
}

async function listedMachine(
  { id, name, time, head }: MachineStatus,
  own: string,
  shared: string | null,
  repository: Repository,
): Promise<SyncedMachine> {
  const hasEverything = head === null || shared === null ? null : head === shared;
  const behind = head === null || shared === null ? null : await countEntries(repository, shared, head);
  return { name, time, is_this: id === own, has_everything: hasEverything, behind };
}

/** How many entries come after `since`; null where one of the two commits is not here. */
async function countEntries(
  repository: Repository,
  head: string,
  since: string | null,
): Promise<number | null> {
  if (head === since) return 0;
  for (const commit of [head, since])
    if (commit !== null && !(await hasCommit(repository, commit))) return null;
  const { out } = await git(repository, [
    'rev-list',
    '--count',
    head,
    ...(since === null ? [] : [`^${since}`]),
  ]);
  return Number(out.toString('latin1').trim());
}
