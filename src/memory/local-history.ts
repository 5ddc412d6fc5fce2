import { unlearn } from '../agents/clerk/routing/lessons.js';
import { restorePath } from '../service/changes/restore.js';
import { redoEntry, undoEntry } from '../service/changes/undo.js';
import { previewUndo } from '../service/changes/undo-preview.js';
import type { Core } from '../service/core.js';
import type { HistoryEntry } from '../service/history/history.js';
import { findUndone } from '../service/history/timeline.js';
import { parsePath } from '../vault/paths.js';
import type { HistoryPort } from './memory.js';

export function localHistory(core: Core): HistoryPort {
  const { vault, onProgress } = core;

  /** The entry is recorded already; tree and index follow. */
  async function follow<Entry extends HistoryEntry | null>(entry: Entry): Promise<Entry> {
    if (entry === null) return entry;
    const paths = entry.files.map(({ path }) => path);
    await core.afterChanges(paths, { source: entry.source, reason: entry.reason });
    core.events.publish('history', entry);
    return entry;
  }

  return {
    async list({ path, limit }) {
      const history = await core.history();
      const entries = await history.list({ limit, ...(path !== undefined && { path: parsePath(path) }) });
      // What undid an entry is newer than it, so it is listed too.
      const undone = findUndone(entries.toReversed());
      return entries.map((entry) => ({ ...entry, undone_by: undone.get(entry.id)?.id ?? null }));
    },
    async show(id) {
      const history = await core.history();
      const undone_by = findUndone(await history.entries()).get(id)?.id ?? null;
      return { ...(await history.find(id)), undone_by, diff: await history.diff(id) };
    },
    previewUndo: async (id) => previewUndo(vault, await core.history(), id),
    async undo(id, choices, signal) {
      const undone = await undoEntry(vault, await core.history(), id, choices, { onProgress, signal });
      // An answer that is taken back teaches nothing.
      unlearn(vault, (update) => update === undone.input);
      return follow(undone);
    },
    redo: async (id, choices, signal) =>
      follow(await redoEntry(vault, await core.history(), id, choices, { onProgress, signal })),
    async restore(path, at, signal) {
      const moment = 'id' in at ? at : { time: new Date(at.time) };
      const place = vault.resolve(path).path;
      return follow(await restorePath(vault, await core.history(), place, moment, { onProgress, signal }));
    },
  };
}
