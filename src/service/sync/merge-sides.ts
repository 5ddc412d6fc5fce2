import { localTimestamp } from '../../shared/clock.js';
import { newId } from '../../shared/ids.js';
import type { VaultPath } from '../../vault/paths.js';
import { askConflicts, countQuestions } from './ask-conflicts.js';
import { type Divergence, filesAtCommit } from './divergence.js';
import { findConflicts, movesSince } from './find-conflicts.js';
import { type LoggedCommit, rebase } from './rebase.js';
import type { SyncDeps } from './sync-deps.js';

/** The history that both sides get, and how many questions it asks. Writes objects, and moves nothing. */
export async function mergeSides(
  deps: SyncDeps,
  divergence: Divergence,
): Promise<{ head: string; asked: number }> {
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
