import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { VaultPath } from '../../vault/paths.js';
import { rewriteHistory } from '../history/rewrite.js';
import { withLock } from '../locks/lock.js';
import { changeSyncSetting, readSyncSetting } from '../state/sync-setting.js';
import { adopt } from './adoption.js';
import { askConflicts, countQuestions } from './ask-conflicts.js';
import { type Divergence, filesAtCommit, findDivergence, type HistoryTips } from './divergence.js';
import { findConflicts, movesSince } from './find-conflicts.js';
import { fetchChecked } from './incoming.js';
import type { LoggedCommit } from './rebase.js';
import { rebase } from './rebase.js';
import { isEmpty, refuseCollisions, refuseDoubtful } from './refuse-doubtful.js';
import type { MachineStatus } from './remotes/remote.js';
import type { SyncDeps } from './sync-deps.js';
import { isUntouched } from './untouched.js';

export interface SyncRequest {
  /** Goes on where it would stop for a person: much was deleted, or a history was rewritten. */
  isConfirmed?: boolean;
  /** Between nodes of one hub: deletions and purges need no confirmation, and an empty remote is an error. */
  isAmongNodes?: boolean;
  /** Someone waits for it: the remote learns that this machine is in step with the next change. */
  isUrgent?: boolean;
}

export interface SyncReport {
  /** The newest commit that both have. */
  head: string | null;
  /** Entries that came and went. */
  received: number;
  sent: number;
  /** Questions that were opened. */
  asked: number;
  /** Files of the vault that changed. */
  changed: VaultPath[];
}

interface Round extends SyncReport {
  /** The commit that was sent, with which the remote learned that this machine has it. */
  told: string | null;
}

const MOST_TRIES = 20;

/**
 * Brings a vault and its remote in step. What this machine did since goes on top of what the others did: the history is
 * one line of entries, the same on every machine. It can be stopped at any moment and done again: an entry is known by its
 * id, and only a complete result is sent.
 */
export async function syncOnce(deps: SyncDeps, request: SyncRequest = {}): Promise<SyncReport> {
  const total: Round = { head: null, received: 0, sent: 0, asked: 0, changed: [], told: null };
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    deps.signal?.throwIfAborted();
    await deps.recordEdits();
    if (!(await tryOnce(deps, request, total))) continue;
    const { told, ...report } = total;
    const isTold = told !== null && told === total.head;
    // A git server would be reached once more.
    if (!isTold && !request.isUrgent) await deps.remote.report(statusOf(deps, total.head));
    return { ...report, changed: [...new Set(total.changed)] };
  }
  throw new RappelError('busy', 'sync.keeps_changing', { remote: deps.remote.name });
}

/** False if the remote or this vault moved on meanwhile. */
async function tryOnce(deps: SyncDeps, request: SyncRequest, total: Round): Promise<boolean> {
  const { store, remote } = deps;
  const { own, agreed, rewritten } = await ownState(deps);
  const shared = await remote.head();
  total.head = own;
  if (shared === null && request.isAmongNodes) throw isEmpty(remote.name);
  if (shared === own) return agree(deps, own, rewritten);
  if (shared === null && agreed !== null && !request.isConfirmed) throw isEmpty(remote.name);
  store.make();
  const sides = { own, shared, agreed, isRewritten: rewritten !== null };
  const found = await findFetching(deps, sides);
  // A vault that is just made has nothing to say yet: it becomes what the others have.
  const isNew = agreed === null && shared !== null && (await isUntouched(store.repository(), own));
  deps.signal?.throwIfAborted();
  const divergence = isNew ? { ...found, pending: [] } : found;
  if (!request.isConfirmed) await refuseDoubtful(store.repository(), divergence, request.isAmongNodes);
  const { head, asked } = await mergeSides(deps, divergence);
  await refuseCollisions(deps.vault.root, store.repository(), head);
  if (head !== shared) {
    if (!(await push(deps, head, shared))) return false;
    total.told = head;
  }
  // A vault in which something is recorded all the time gets in step too: that goes on top, and is sent the next time.
  const whereMoved = async (moved: string) => {
    if (divergence.rewrittenBy !== null) return null;
    const since = await findFetching(deps, { ...sides, own: moved, shared: head });
    if (since.rewrittenBy !== null) return null;
    const merged = await mergeSides(deps, since);
    total.asked += merged.asked;
    return merged.head;
  };
  const tellArrived = () => deps.onArrival?.(divergence.arrived.map(({ entry }) => entry));
  const changed = await adopt(deps, own, head, whereMoved, tellArrived);
  if (changed === null) return false;
  total.changed.push(...changed);
  if (found.rewrittenBy !== null) await forgetDropped(deps);
  total.head = head;
  total.asked += asked;
  total.received += divergence.arrived.length;
  total.sent += divergence.pending.length;
  return agree(deps, head, rewritten);
}

/** Gets what the others did, if this machine does not have it yet. */
async function findFetching({ store, remote, signal }: SyncDeps, sides: HistoryTips): Promise<Divergence> {
  const found = await findDivergence(store.repository(), sides);
  if (found !== null) return found;
  await fetchChecked(store, remote, sides.shared!, sides.agreed);
  signal?.throwIfAborted();
  return (await findDivergence(store.repository(), sides))!;
}

/** Read together: a purge changes both. */
function ownState({ vault, recorded }: SyncDeps) {
  return withLock(vault.root, 'history', async () => {
    const { head: own } = await recorded.repository();
    const { agreed = null, rewritten = null } = readSyncSetting(vault.root) ?? {};
    return { own, agreed, rewritten };
  });
}

/** Remembers what both have. A purge since `rewritten` was read is still to be sent. */
function agree({ vault }: SyncDeps, agreed: string | null, rewritten: string | null): true {
  changeSyncSetting(vault.root, (setting) => ({
    agreed,
    agreedOn: localTimestamp(vault.clock.now()),
    problem: null,
    rewritten: setting.rewritten === rewritten ? null : setting.rewritten,
  }));
  return true;
}

/** What a purge dropped came back with the objects of the remote: only what the history needs stays. */
function forgetDropped({ vault, store, recorded }: SyncDeps): Promise<void> {
  return withLock(vault.root, 'history', async () => {
    recorded.replaced(await rewriteHistory(store, await recorded.repository(), (commit) => commit));
  });
}

function push(deps: SyncDeps, head: string, expected: string | null): Promise<boolean> {
  const from = { ...deps.store.repository(), head };
  return deps.remote.push({ from, head, expected, machine: statusOf(deps, head) });
}

function statusOf({ machine, vault }: SyncDeps, head: string | null): MachineStatus {
  return { ...machine, time: localTimestamp(vault.clock.now()), head };
}

/** The history that both sides get, and how many questions it asks. Writes objects, and moves nothing. */
async function mergeSides(deps: SyncDeps, divergence: Divergence): Promise<{ head: string; asked: number }> {
  const { own, shared, arrived, pending, rewrittenBy } = divergence;
  if (own === null || (pending.length === 0 && rewrittenBy !== 'own')) return { head: shared!, asked: 0 };
  if (shared === null || (arrived.length === 0 && rewrittenBy !== 'shared')) return { head: own, asked: 0 };
  // A history that this machine rewrote stays as it is now: the others come on top of it.
  const swapped = rewrittenBy === 'own';
  return rebaseSide(deps, {
    onto: swapped ? own : shared,
    top: swapped ? shared : own,
    base: divergence.base,
    below: swapped ? pending : arrived,
    entries: swapped ? arrived : pending,
  });
}

interface Side {
  /** The newest commit of the side that stays, and of the one that goes on top of it. */
  onto: string;
  top: string;
  base: string | null;
  /** What the side that stays did since. */
  below: readonly LoggedCommit[];
  entries: readonly LoggedCommit[];
}

async function rebaseSide(
  { store, vault, machine, language, signal }: SyncDeps,
  { onto, top, base, below, entries }: Side,
): Promise<{ head: string; asked: number }> {
  const repository = store.repository();
  const files = await filesAtCommit(repository, onto);
  const sides = {
    base: await filesAtCommit(repository, base),
    ours: files,
    theirs: await filesAtCommit(repository, top),
  };
  const moved = await movesSince(repository, sides.base, files);
  const conflicts = await findConflicts(repository, sides, moved);
  const now = vault.clock.now();
  const time = localTimestamp(now);
  const machineIn = (log: readonly LoggedCommit[], path: VaultPath) =>
    log.findLast(({ entry }) => entry.files.some((file) => file.path === path))?.entry.machine ?? null;
  const asking = {
    language,
    time,
    machineOf: ({ path, own }: { path: VaultPath; own: VaultPath }) => ({
      ours: machineIn(below, path),
      theirs: machineIn(entries, own),
    }),
  };
  let asked = 0;
  const head = await rebase(repository, {
    onto,
    files,
    signal,
    pending: entries,
    moved,
    machine: entries.findLast(({ entry }) => entry.machine !== undefined)?.entry.machine ?? machine.name,
    async finish(tip, read) {
      asked = askConflicts(tip, conflicts, asking);
      await countQuestions(tip, read);
      if (!tip.isChanged()) return null;
      const places = asked === 1 ? 'one place' : `${asked} places`;
      const reason =
        asked === 0
          ? 'Merged the changes of two machines'
          : `Asked about ${places} that two machines changed`;
      const entry = {
        id: newId(),
        time,
        source: 'sync' as const,
        reason,
        input: null,
        machine: machine.name,
      };
      return { entry, seconds: Math.floor(now.getTime() / 1000) };
    },
  });
  return { head: head!, asked };
}
