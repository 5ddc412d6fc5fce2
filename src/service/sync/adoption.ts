import { z } from 'zod';
import type { VaultPath } from '../../vault/paths.js';
import { beginChangeset, type LeftChangeset } from '../changes/changeset.js';
import { readDifference } from '../history/objects.js';
import { withLock } from '../locks/lock.js';
import { adoptFiles } from './adopt.js';
import { hasCommit } from './read-log.js';
import type { SyncDeps } from './sync-deps.js';

type Adopting = Pick<SyncDeps, 'vault' | 'store' | 'recorded'>;

/**
 * Moves the files and the head of the vault from one commit to another, while no update runs and nothing else is recorded. Where the
 * head is elsewhere by now, `whereMoved` says from there on to which commit; null if to none. `adopted` is called when it is done.
 */
export async function adopt(
  { vault, store, recorded }: Adopting,
  from: string | null,
  to: string,
  whereMoved: (head: string) => Promise<string | null> = async () => null,
  adopted: () => void = () => {},
): Promise<VaultPath[] | null> {
  if (from === to) return [];
  return betweenChanges(vault.root, async () => {
    store.prepare();
    const repository = store.repository();
    const { head } = repository;
    const target = head === from ? to : head && (await whereMoved(head));
    if (target === null) return null;
    const plan = { do: 'adopt', from: head, to: target };
    const changeset = beginChangeset(
      vault.root,
      { source: 'sync', reason: '' },
      { unfinished: 'finish', plan },
    );
    return changeset.commit(async () => {
      changeset.ready();
      const changed = await adoptFiles(vault, repository, await readDifference(repository, head, target));
      store.setHead(target);
      recorded.replaced(target);
      adopted();
      return changed;
    });
  });
}

/**
 * Finishes what a killed process began to adopt, before anything else is recorded: half of the files of another machine would be taken
 * for edits of a person. The commit is checked and shared already. Returns the paths that it touched.
 */
export async function finishAdopting(deps: Adopting, { plan }: LeftChangeset): Promise<VaultPath[]> {
  const begun = schema.safeParse(plan).data;
  const { head } = await deps.recorded.repository();
  if (begun === undefined || head !== begun.from) return [];
  if (!(await hasCommit(deps.store.repository(), begun.to))) return [];
  return (await adopt(deps, begun.from, begun.to)) ?? [];
}

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const schema = z.object({ from: commit.nullable(), to: commit });

/** While no update, undo or record runs: each of them compares what it finds with what it found before. */
function betweenChanges<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  return ['history', 'revert', 'updates'].reduce<() => Promise<Result>>(
    (inner, name) => () => withLock(root, name, inner),
    work,
  )();
}
