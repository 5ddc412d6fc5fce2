import type { VaultPath } from '../../vault/paths.js';
import type { Conflict } from '../../vault/units/merge-units.js';
import { findMoves, type Move } from '../history/moves.js';
import { type ReadBlob, readBlobs, readingBlobs } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { mergeFile } from './merge-file.js';

/** What two sides said differently about one thing since they were in step. */
export interface SideConflict {
  /** Where the file is for the other machines. */
  path: VaultPath;
  /** Where it is for this machine. */
  own: VaultPath;
  /** The unit; null where one removed the file and the other one changed it. */
  unit: Conflict | null;
  removedBy: 'ours' | 'theirs' | null;
}

type Blobs = ReadonlyMap<VaultPath, string>;

/** The files before, as the others have them (`ours`), and as this machine has them (`theirs`). */
export interface Sides {
  base: Blobs;
  ours: Blobs;
  theirs: Blobs;
}

/** The files that a side moved since the base. */
export async function movesSince(repository: Repository, base: Blobs, side: Blobs): Promise<Move[]> {
  const changed = [...new Set([...base.keys(), ...side.keys()])]
    .filter((path) => base.get(path) !== side.get(path))
    .map((path) => ({ path, before: base.get(path) ?? null, after: side.get(path) ?? null }));
  return findMoves({ read: (versions) => readBlobs(repository, versions) }, changed);
}

/** Compares whole sides, not entry by entry: what a side changed and took back is no conflict. */
export async function findConflicts(
  repository: Repository,
  sides: Sides,
  movedByOurs: readonly Move[],
): Promise<SideConflict[]> {
  const movedByTheirs = await movesSince(repository, sides.base, sides.theirs);
  return readingBlobs(repository, (read) => compareSides(read, sides, movedByOurs, movedByTheirs));
}

async function compareSides(
  read: ReadBlob,
  { base, ours, theirs }: Sides,
  movedByOurs: readonly Move[],
  movedByTheirs: readonly Move[],
): Promise<SideConflict[]> {
  const away = new Map(movedByOurs.map(({ from, to }) => [from, to]));
  const own = new Map(movedByTheirs.map(({ from, to }) => [from, to]));
  const moved = new Set(own.values());
  const found: SideConflict[] = [];
  for (const from of new Set([...base.keys(), ...theirs.keys()])) {
    const [at, there] = [own.get(from) ?? from, away.get(from) ?? from];
    const versions = [base.get(from), ours.get(there), theirs.get(at)].map((blob) => blob ?? null);
    const [old, our, their] = versions as [string | null, string | null, string | null];
    if (our === old || their === old || our === their || moved.has(from) || isWaiting(from)) continue;
    const content = async (blob: string | null) => (blob === null ? null : read(blob));
    const { units, removedBy } = mergeFile(there, {
      base: await content(old),
      ours: await content(our),
      theirs: await content(their),
    });
    const facts = { path: there, own: at };
    if (removedBy !== null) found.push({ ...facts, unit: null, removedBy });
    for (const unit of units) if (!isAbout(unit)) found.push({ ...facts, unit, removedBy: null });
  }
  return found;
}

/** A question that waits is not asked about. */
function isWaiting(path: VaultPath): boolean {
  return path.startsWith('inbox/');
}

/** Rappel's own words about a file, in the language of each machine. */
function isAbout({ base, ours }: Conflict): boolean {
  return base === null && ours?.startsWith('about:') === true;
}
