import type { VaultPath } from '../../vault/paths.js';
import type { ChangedFile, HistoryEntry } from './history.js';

interface Touch {
  /** The place of the entry among all. */
  at: number;
  entry: HistoryEntry;
  change: ChangedFile['change'];
}

export type Timeline = ReturnType<typeof createTimeline>;

/** The entries of a history, oldest first, by file and by what undid them. */
export function createTimeline(entries: readonly HistoryEntry[]) {
  const places = new Map(entries.map(({ id }, at) => [id, at]));
  const byPath = new Map<VaultPath, Touch[]>();
  const undos = new Map<string, number[]>();
  const undone = findUndone(entries);
  for (const [at, entry] of entries.entries()) {
    for (const { path, change } of entry.files) add(byPath, path, { at, entry, change });
    if (entry.undoes !== undefined) add(undos, originOf(entry).id, at);
  }

  /** The entry that an undo took out, or a redo brought back; any other entry is its own origin. */
  function originOf(entry: HistoryEntry): HistoryEntry {
    const at = entry.partly || entry.undoes === undefined ? undefined : places.get(entry.undoes);
    return at === undefined ? entry : originOf(entries[at]!);
  }

  return {
    placeOf: (id: string): number => places.get(id) ?? -1,
    /** The entry before one. */
    before: (entry: HistoryEntry): HistoryEntry | null => entries[places.get(entry.id)! - 1] ?? null,
    /** The entries that changed a path. */
    touching: (path: VaultPath): readonly Touch[] => byPath.get(path) ?? [],
    /** The entries that changed files with these names before `entry` and were undone after it, in the order of their undos. */
    undoneSince(entry: HistoryEntry, names: Iterable<VaultPath>): HistoryEntry[] {
      const place = places.get(entry.id)!;
      const touching = new Set(
        [...names].flatMap((name) => byPath.get(name) ?? []).map((touch) => touch.entry),
      );
      return [...touching]
        .filter(({ id, source }) => source !== 'undo' && places.get(id)! < place)
        .map((old) => ({ old, undo: undone.get(old.id) }))
        .filter(({ undo }) => undo !== undefined && !undo.partly && places.get(undo.id)! > place)
        .sort((a, b) => places.get(a.undo!.id)! - places.get(b.undo!.id)!)
        .map(({ old }) => old);
    },
    /**
     * Finds a moment at which the files with these names had exactly the entries in effect that remain when `target` is
     * undone: their content then is the result, byte for byte. Returns the entry that ended that moment, or null.
     */
    momentWithout(target: HistoryEntry, names: Iterable<VaultPath>): HistoryEntry | null {
      const touching = new Set([...names].flatMap((name) => (byPath.get(name) ?? []).map(({ at }) => at)));
      // An undo counts for every file of its entry, also for those that it did not need to change.
      for (const at of touching) for (const undo of undos.get(entries[at]!.id) ?? []) touching.add(undo);
      // The entries by which the wanted state differs from the one after the entry at hand.
      const different = new Set([originOf(target).id]);
      for (const at of [...touching].sort((a, b) => b - a)) {
        const entry = entries[at]!;
        if (entry.source === 'trim') return null;
        const { id } = originOf(entry);
        if (!different.delete(id)) different.add(id);
        if (different.size === 0) return entry;
      }
      return null;
    },
  };
}

/** The undo that took each entry out, for those that are not in effect now; an undo is out once it was redone. */
export function findUndone(entries: readonly HistoryEntry[]): Map<string, HistoryEntry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const undone = new Map<string, HistoryEntry>();
  for (const entry of entries) {
    if (entry.undoes === undefined) continue;
    const redone = byId.get(entry.undoes)?.undoes;
    if (redone !== undefined) undone.delete(redone);
    undone.set(entry.undoes, entry);
  }
  return undone;
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
