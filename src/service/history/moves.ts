import { isText } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { isAtOrBelow, movedPath, type VaultPath } from '../../vault/paths.js';
import type { FileVersions, History, HistoryEntry } from './history.js';
import type { Timeline } from './timeline.js';

/** A file that an entry moved, perhaps with an edit. */
export interface Move {
  from: VaultPath;
  to: VaultPath;
}

export type Moves = ReturnType<typeof createMoves>;

/** Follows files through the moves of a history. */
export function createMoves(history: History, timeline: Timeline) {
  const known = new Map<string, Promise<Move[]>>();

  function movesOf(entry: HistoryEntry): Promise<Move[]> {
    const has = (change: string) => entry.files.some((file) => file.change === change);
    if (entry.source === 'trim' || !has('deleted') || !has('added')) return Promise.resolve([]);
    const moves =
      known.get(entry.id) ?? history.versions(entry.id).then((files) => findMoves(history, files));
    known.set(entry.id, moves);
    return moves;
  }

  return {
    of: movesOf,
    /** Where a file is now that was at `path` at the end of an entry; null if it was deleted since. */
    async pathNow(path: VaultPath, since: HistoryEntry): Promise<VaultPath | null> {
      let place = timeline.placeOf(since.id);
      for (let now = path; ; ) {
        const end = timeline.touching(now).find(({ at, change }) => at > place && change === 'deleted');
        if (end === undefined) return now;
        const move = (await movesOf(end.entry)).find(({ from }) => from === now);
        // Another file may take the name: only an undo or a restore brings the same one back.
        const isBack = ({ undoes, source }: HistoryEntry) => undoes === end.entry.id || source === 'restore';
        const back = timeline
          .touching(now)
          .find(({ at, change, entry }) => at > end.at && change === 'added' && isBack(entry));
        if (move === undefined && back === undefined) return null;
        place = move === undefined ? back!.at : end.at;
        now = move?.to ?? now;
      }
    },
    /** Every name of a file: all that moves connect. */
    async namesOf(path: VaultPath): Promise<Set<VaultPath>> {
      const names = new Set([path]);
      // A set can grow during iteration: added names are visited too.
      for (const name of names)
        for (const { entry, change } of timeline.touching(name)) {
          if (change === 'changed') continue;
          for (const { from, to } of await movesOf(entry)) {
            if (from === name) names.add(to);
            if (to === name) names.add(from);
          }
        }
      return names;
    },
  };
}

/** Pairs each file that a change removed with one that it added and that holds the same, or most of it. */
export async function findMoves(
  history: Pick<History, 'read'>,
  files: readonly FileVersions[],
): Promise<Move[]> {
  const removed = new Set(files.filter(({ after }) => after === null));
  const added = new Set(files.filter(({ before }) => before === null));
  const moves: Move[] = [];
  const pair = (from: FileVersions, to: FileVersions | undefined): void => {
    if (to === undefined || !added.has(to)) return;
    moves.push({ from: from.path, to: to.path });
    removed.delete(from);
    added.delete(to);
  };
  const pairEqual = (nameOf: (path: VaultPath) => string): void => {
    const byContent = groupBy(added, ({ path, after }) => `${after} ${nameOf(path)}`);
    for (const from of removed) pair(from, byContent.get(`${from.before} ${nameOf(from.path)}`)?.shift());
  };
  const pairByFolder = (): void => {
    const byPath = new Map([...added].map((to) => [to.path, to]));
    for (const { from, to } of movedFolders(moves))
      for (const file of removed)
        if (isAtOrBelow(file.path, from)) pair(file, byPath.get(movedPath(file.path, from, to)!));
  };
  pairEqual((path) => endOf(path, 1));
  // Unrelated files may be empty.
  for (const file of removed) if (file.before === EMPTY) removed.delete(file);
  pairEqual(() => '');
  pairByFolder();
  if (removed.size * added.size === 0 || removed.size + added.size > MOST_READ) return moves;
  const lines = await linesOf(history, [...removed, ...added]);
  const isSimilar = (a: FileVersions, b: FileVersions) => shared(lines.get(a)!, lines.get(b)!) >= SIMILAR;
  // Moved with their folder, files keep the end of their path: few of many can be the one.
  for (const segments of [3, 2, 1, 0]) {
    if (segments === 0 && removed.size + added.size > MOST_COMPARED) break;
    const byEnd = groupBy(added, ({ path }) => endOf(path, segments));
    for (const from of removed) {
      const near = byEnd.get(endOf(from.path, segments))?.slice(0, MOST_COMPARED);
      pair(
        from,
        near?.find((to) => added.has(to) && isSimilar(from, to)),
      );
    }
  }
  pairByFolder();
  return moves;
}

/** The highest folders that these files moved with; a file that moved alone is its own. */
function movedFolders(moves: readonly Move[]): Iterable<Move> {
  const folders = new Map<string, Move>();
  for (const move of moves) {
    const [from, to] = [move.from.split('/'), move.to.split('/')];
    while (from.length > 1 && to.length > 1 && from.at(-1) === to.at(-1)) {
      from.pop();
      to.pop();
    }
    const folder = { from: from.join('/') as VaultPath, to: to.join('/') as VaultPath };
    folders.set(JSON.stringify(folder), folder);
  }
  return folders.values();
}

function groupBy(files: Iterable<FileVersions>, keyOf: (file: FileVersions) => string) {
  const groups = new Map<string, FileVersions[]>();
  for (const file of files) {
    const group = groups.get(keyOf(file));
    if (group === undefined) groups.set(keyOf(file), [file]);
    else group.push(file);
  }
  return groups;
}

/** The last parts of a path. */
function endOf(path: VaultPath, segments: number): string {
  return segments === 0 ? '' : path.split('/').slice(-segments).join('/');
}

/** The id of empty content, which unrelated files share. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** With more files than this, only those are followed that were not edited as well. */
const MOST_READ = 4_000;
/** How many files each one is compared with; with fewer in all, each with every other. */
const MOST_COMPARED = 100;

/** The share of lines that a file keeps when it is moved and edited in one entry. */
const SIMILAR = 0.5;

async function linesOf(
  history: Pick<History, 'read'>,
  files: readonly FileVersions[],
): Promise<Map<FileVersions, Set<string>>> {
  const lines = new Map<FileVersions, Set<string>>();
  let at = 0;
  for await (const bytes of history.read(files.map(({ before, after }) => (before ?? after)!))) {
    const body = isText(bytes) ? bodyOf(bytes.toString('utf8')) : '';
    lines.set(files[at++]!, new Set(body.split(/\r?\n/).filter((line) => line.trim() !== '')));
  }
  return lines;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((line) => b.has(line)).length;
  return common / Math.max(1, a.size, b.size);
}
