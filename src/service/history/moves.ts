import { isText } from '../../vault/files.js';
import { bodyOf } from '../../vault/frontmatter.js';
import type { VaultPath } from '../../vault/paths.js';
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

/** Pairs each file that an entry removed with one that it added and that holds the same, or most of it. */
async function findMoves(history: History, files: readonly FileVersions[]): Promise<Move[]> {
  const removed = new Set(files.filter(({ after }) => after === null));
  const added = new Set(files.filter(({ before }) => before === null));
  const moves: Move[] = [];
  const pair = (from: FileVersions, to: FileVersions | undefined): void => {
    if (to === undefined) return;
    moves.push({ from: from.path, to: to.path });
    removed.delete(from);
    added.delete(to);
  };
  const pairEqual = (nameOf: (path: VaultPath) => string): void => {
    const byContent = new Map<string, FileVersions[]>();
    for (const to of added) {
      const key = `${to.after} ${nameOf(to.path)}`;
      byContent.set(key, [...(byContent.get(key) ?? []), to]);
    }
    for (const from of removed) pair(from, byContent.get(`${from.before} ${nameOf(from.path)}`)?.shift());
  };
  pairEqual((path) => path.slice(path.lastIndexOf('/') + 1));
  // Unrelated files may be empty.
  for (const file of removed) if (file.before === EMPTY) removed.delete(file);
  pairEqual(() => '');
  if (removed.size * added.size === 0 || removed.size + added.size > MOST_COMPARED) return moves;
  const lines = await linesOf(history, [...removed, ...added]);
  for (const from of removed)
    pair(
      from,
      [...added].find((to) => shared(lines.get(from)!, lines.get(to)!) >= SIMILAR),
    );
  return moves;
}

/** The id of empty content, which unrelated files share. */
const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

const MOST_COMPARED = 100;

/** The share of lines that a file keeps when it is moved and edited in one entry. */
const SIMILAR = 0.5;

async function linesOf(
  history: History,
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
