import { isAtOrBelow, type VaultPath } from '../../vault/paths.js';
import { git, gitOutput } from './git.js';
import type { Version } from './history.js';
import { readChanges } from './objects.js';
import type { Repository } from './private-git-dir.js';
import { separated } from './stream-reader.js';

/** A file under one name, from the commit that created it to the one that ended it. */
interface Life {
  path: VaultPath;
  born: number;
  /** Infinity while the file exists. */
  died: number;
  first: Version;
  last: Version;
  versions: Set<Version>;
}

export interface Lineage {
  /** Every life at or below the path, and under other names of those files. */
  lives: Life[];
  /** Where files of the path were moved to and still are. */
  movedTo: VaultPath[];
  /** The commits by their id, numbered from the oldest. */
  numbers: ReadonlyMap<string, number>;
}

/**
 * Follows the files of a path through their renames: what git detects as one within a commit, or the same content
 * that disappeared under one name and appeared under another, in any entries.
 */
export async function findLineage(repository: Repository, head: string, path: VaultPath): Promise<Lineage> {
  const { out } = await git(repository, ['rev-list', '--reverse', head]);
  const commits = out.toString('latin1').trim().split('\n');
  const numbers = new Map(commits.map((commit, number) => [commit, number]));
  const all = await readLives(repository, commits);
  const { earlier, later } = await linkLives(repository, numbers, all);

  const lastOf = new Map(all.map((life) => [life.path, life]));
  const found = new Set(all.filter((life) => isAtOrBelow(life.path, path)));
  const movedTo = new Set<VaultPath>();
  // A set can grow during iteration: added items are visited too.
  for (const life of found) {
    for (const before of earlier.get(life) ?? []) found.add(before);
    // A reused name is only followed back: its earlier file is a different one.
    if (lastOf.get(life.path) !== life) continue;
    for (const after of later.get(life) ?? []) {
      if (after.died === Number.POSITIVE_INFINITY && !isAtOrBelow(after.path, path)) movedTo.add(after.path);
      else found.add(after);
    }
  }
  return { lives: [...found], movedTo: [...movedTo], numbers };
}

async function readLives(repository: Repository, commits: readonly string[]): Promise<Life[]> {
  const all: Life[] = [];
  const current = new Map<VaultPath, Life>();
  let number = 0;
  for await (const { changes } of readChanges(repository, commits)) {
    for (const { path, after } of changes) {
      let life = current.get(path);
      if (after === null) {
        if (life !== undefined) life.died = number;
        current.delete(path);
        continue;
      }
      if (life === undefined) {
        const versions = new Set<Version>();
        life = { path, born: number, died: Number.POSITIVE_INFINITY, first: after, last: after, versions };
        all.push(life);
        current.set(path, life);
      }
      life.last = after;
      life.versions.add(after);
    }
    number++;
  }
  return all;
}

type Links = Map<Life, Set<Life>>;

async function linkLives(
  repository: Repository,
  numbers: ReadonlyMap<string, number>,
  all: readonly Life[],
): Promise<{ earlier: Links; later: Links }> {
  const earlier: Links = new Map();
  const later: Links = new Map();
  const link = (before: Life | undefined, after: Life | undefined) => {
    if (before === undefined || after === undefined || before.path === after.path) return;
    earlier.set(after, (earlier.get(after) ?? new Set()).add(before));
    later.set(before, (later.get(before) ?? new Set()).add(after));
  };
  const ended = new Map<Version, Life[]>();
  for (const life of all) {
    if (life.died === Number.POSITIVE_INFINITY || life.last === EMPTY) continue;
    ended.set(life.last, [...(ended.get(life.last) ?? []), life]);
  }
  for (const life of all) for (const before of ended.get(life.first) ?? []) link(before, life);
  const births = new Map(all.map((life) => [`${life.born} ${life.path}`, life]));
  const deaths = new Map(all.map((life) => [`${life.died} ${life.path}`, life]));
  for await (const { number, from, to } of renames(repository, numbers))
    link(deaths.get(`${number} ${from}`), births.get(`${number} ${to}`));
  return { earlier, later };
}

/** The id of empty content, which unrelated files share. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

async function* renames(repository: Repository, numbers: ReadonlyMap<string, number>) {
  const args = ['diff-tree', '--stdin', '-r', '-z', '-M', '--raw', '--diff-filter=R'];
  const commits = Buffer.from([...numbers.keys()].map((commit) => `${commit}\n`).join(''));
  const fields = separated(gitOutput(repository, args, commits));
  let number = 0;
  for await (const field of fields) {
    if (!field.startsWith(':')) {
      number = numbers.get(field)!;
      continue;
    }
    const from: string = (await fields.next()).value;
    const to: string = (await fields.next()).value;
    yield { number, from, to };
  }
}
