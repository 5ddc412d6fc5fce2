import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrNull } from '../../shared/read-or-null.js';
import type { VaultPath } from '../../vault/paths.js';
import { stateFolder } from '../../vault/state-folder.js';
import { readDifference } from '../history/objects.js';
import { withLock } from '../locks/lock.js';
import { writeDurably } from '../state/durable.js';
import { type Fields, parseStored } from '../state/stored-fields.js';
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
    const file = join(stateFolder(vault.root), ADOPTING);
    writeDurably(file, JSON.stringify({ from: head, to: target }));
    const changed = await adoptFiles(vault, repository, await readDifference(repository, head, target));
    store.setHead(target);
    recorded.replaced(target);
    rmSync(file, { force: true });
    adopted();
    return changed;
  });
}

/**
 * Finishes what a killed process began to adopt, before anything else is recorded: half of the files of another machine would be taken
 * for edits of a person. The commit is checked and shared already. Returns the paths that it touched.
 */
export async function finishAdopting(deps: Adopting): Promise<VaultPath[]> {
  const file = join(deps.vault.root, '.rappel', ADOPTING);
  const text = readOrNull(file);
  if (text === null) return [];
  const begun = parseStored(schema, text);
  const { head } = await deps.recorded.repository();
  const isKnown = head === begun?.from && (await hasCommit(deps.store.repository(), begun.to));
  const changed = isKnown ? await adopt(deps, begun.from, begun.to) : null;
  rmSync(file, { force: true });
  return changed ?? [];
}

const ADOPTING = 'adopting.json';

/** True if a process adopts something, or was killed meanwhile. */
export function isAdopting(root: string): boolean {
  return existsSync(join(root, '.rappel', ADOPTING));
}

interface Begun {
  from: string | null;
  to: string;
}

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const schema: z.ZodType<Begun> = z.object({ from: commit.nullable(), to: commit } satisfies Fields<Begun>);

/** While no update, undo or record runs: each of them compares what it finds with what it found before. */
function betweenChanges<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  return ['history', 'revert', 'updates'].reduce<() => Promise<Result>>(
    (inner, name) => () => withLock(root, name, inner),
    work,
  )();
}
