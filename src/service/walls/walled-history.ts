import { unifiedDiff } from '../../vault/diff.js';
import { isText } from '../../vault/files.js';
import { shownLines } from '../../vault/lines.js';
import { isAtOrBelow, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Sight } from '../../vault/walled-file-system.js';
import type { ChangedFile, History, HistoryEntry, RecordedPlace } from '../history/history.js';
import { noEntry } from '../history/no-entry.js';

/**
 * The history of what is inside a wall, by the paths of then. An entry shows only its files that are inside; its reason and
 * its update only if it was made behind this wall, because they may name anything.
 */
export function walledHistory(history: History, see: Sight, key: string): History {
  const insight = async () => {
    const links = linksOf(await history.entries());
    return (path: VaultPath) => see(path) === 'inside' && !links.has(path);
  };
  const inside = async <Value>(files: Iterable<[VaultPath, Value]>) => {
    const isInside = await insight();
    return new Map([...files].filter(([path]) => isInside(path)));
  };

  async function entries(): Promise<HistoryEntry[]> {
    const isInside = await insight();
    const cut = (await history.entries()).flatMap((entry) => cutEntry(entry, isInside, key) ?? []);
    const shown = new Set(cut.map(({ id }) => id));
    return cut.map(({ undoes, ...entry }) => ({
      ...entry,
      ...(undoes !== undefined && shown.has(undoes) && { undoes }),
    }));
  }
  async function find(id: string): Promise<HistoryEntry> {
    const found = (await entries()).find((entry) => entry.id === id);
    if (found === undefined) throw noEntry(id);
    return found;
  }
  async function* changes(ids: readonly string[]) {
    for (const id of ids) await find(id);
    const isInside = await insight();
    for await (const files of history.changes(ids)) yield files.filter(({ path }) => isInside(path));
  }

  return {
    available: history.available,
    entries,
    find,
    changes,
    async list({ path, limit }) {
      const touches = ({ files }: HistoryEntry) =>
        path === undefined || files.some((file) => isAtOrBelow(file.path, path));
      return (await entries()).filter(touches).reverse().slice(0, limit);
    },
    async newestAt({ head, time }) {
      // A receipt from behind a wall knows no commit: the time decides.
      const newest = await history.newestAt(head == null ? { time } : { head, time });
      const all = (await history.entries()).map(({ id }) => id);
      const until = new Set(newest === null ? [] : all.slice(0, all.indexOf(newest.id) + 1));
      return (await entries()).findLast(({ id }) => until.has(id)) ?? null;
    },
    oldest: async () => (await entries())[0] ?? null,
    async diff(id) {
      await find(id);
      const parts: string[] = [];
      for (const { path, before, after } of await this.versions(id)) {
        const [was, is] = [await linesOf(history, before), await linesOf(history, after)];
        if (was !== null && is !== null) parts.push(await unifiedDiff(showPath(path), was, is));
      }
      return parts.join('\n');
    },
    async versions(id) {
      for await (const files of changes([id])) return files;
      return [];
    },
    filesAt: async (moment) => inside(await history.filesAt(moment)),
    current: async () => inside(await history.current()),
    // Contents are asked for by ids, which come from the methods above.
    read: history.read,
    async *readAt(places) {
      yield* history.readAt(onlyInside(places, await insight()));
    },
    unrecorded: async () => (await history.unrecorded())?.filter(await insight()) ?? null,
    lastKnown: async (paths) => history.lastKnown(paths.filter(await insight())),
    // A name that a file had elsewhere, and a content that it had there, are outside.
    lineage: async () => ({ otherNames: [], movedTo: [], versions: [] }),
    holders: async (versions) => (await history.holders(versions)).filter(await insight()),
    record: async () => refuse(),
    purge: async () => refuse(),
    trim: async () => refuse(),
  };
}

/** The paths by which the history may hold what links led to, outside included. */
export function linksOf(entries: readonly HistoryEntry[]): ReadonlySet<VaultPath> {
  return new Set(entries.flatMap(({ files }) => files.filter(({ link }) => link).map(({ path }) => path)));
}

/** Null for an entry that changed nothing inside. */
export function cutEntry(
  { reason, input, wall, ...entry }: HistoryEntry,
  isInside: (path: VaultPath) => boolean,
  key: string,
): HistoryEntry | null {
  const files = entry.files.filter(({ path }) => isInside(path));
  if (files.length === 0) return null;
  const isOwn = wall === key;
  return { ...entry, files, reason: isOwn ? reason : describe(files), input: isOwn ? input : null };
}

function describe(files: readonly ChangedFile[]): string {
  const [first] = files;
  if (files.length > 1) return `Edited ${files.length} files`;
  return `${first!.change === 'deleted' ? 'Deleted' : 'Edited'} ${showPath(first!.path)}`;
}

async function* onlyInside(places: AsyncIterable<RecordedPlace>, isInside: (path: VaultPath) => boolean) {
  for await (const place of places) yield isInside(place.path) ? place : { ...place, path: NOWHERE };
}

/** No vault holds a file of this name: it would need a line end. */
const NOWHERE = recordedPath('nothing\nhere');

async function linesOf(history: History, version: string | null): Promise<string[] | null> {
  if (version === null) return [];
  for await (const bytes of history.read([version]))
    return isText(bytes) ? shownLines(bytes.toString('utf8')) : null;
  return null;
}

function refuse(): never {
  throw new Error('the history of a wall is changed by the whole one');
}
