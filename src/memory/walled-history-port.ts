import { unlearn } from '../agents/clerk/routing/lessons.js';
import type { UndoPreview } from '../service/changes/undo-preview.js';
import type { Core, WalledCore } from '../service/core.js';
import type { History, HistoryEntry } from '../service/history/history.js';
import { cutEntry, linksOf } from '../service/walls/walled-history.js';
import { RappelError } from '../shared/errors.js';
import { isAtOrBelow, recordedPath, type VaultPath } from '../vault/paths.js';
import { localHistory } from './local-history.js';
import type { HistoryPort } from './memory.js';

/**
 * The history behind a wall. An undo works on the whole vault, so it takes back only what was done behind this wall, and only as
 * long as its files are there.
 */
export function walledHistoryPort(core: Core, walled: WalledCore): HistoryPort {
  const { list, show } = localHistory(walled);
  const whole = localHistory({ ...core, history: async () => marking(await core.history(), walled.key) });

  /** Throws `not_found` for an entry that does not show, and `protected` for one that was not made behind this wall. */
  async function requireOwn(id: string): Promise<void> {
    await show(id);
    const { wall } = await (await core.history()).find(id);
    if (wall !== walled.key) throw notOwn(id);
  }

  async function previewUndo(id: string): Promise<UndoPreview> {
    await requireOwn(id);
    const { files, obstacles } = await whole.previewUndo(id);
    const isShown = (shown: string) => walled.isInside(pathOf(shown));
    // Rappel counts the questions there, whoever asked them.
    const isCount = (shown: string) => pathOf(shown) === 'overview.md';
    const touched = [...files.flatMap(({ path, to = path }) => [path, to])].filter((path) => !isCount(path));
    if (![...touched, ...obstacles.map(({ path }) => path)].every(isShown)) throw gone();
    return { files: files.filter(({ path }) => isShown(path)), obstacles };
  }

  function cut<Entry extends HistoryEntry | null>(entry: Entry): Entry {
    return (entry && cutEntry(entry, walled.isInside, walled.key)) as Entry;
  }

  return {
    list,
    show,
    previewUndo,
    async undo(id, choices, signal) {
      await previewUndo(id);
      const undone = await whole.undo(id, choices, signal);
      // What answers taught is kept behind the wall too.
      unlearn(walled.vault, (update) => update === undone.input);
      return cut(undone);
    },
    async redo(id, choices, signal) {
      const { undone_by, undoes } = await show(id);
      await previewUndo(undoes === undefined && undone_by !== null ? undone_by : id);
      return cut(await whole.redo(id, choices, signal));
    },
    async restore(path, at, signal) {
      const place = walled.vault.resolve(path);
      const links = linksOf(await (await core.history()).entries());
      const isLinked = [...links].some((link) => isAtOrBelow(link, place.path));
      if (!walled.isOwn(place.path) || isLinked) throw walled.vault.missing(place);
      return cut(await whole.restore(path, at, signal));
    },
  };
}

/** Records whose changes they are. */
function marking(history: History, wall: string): History {
  return { ...history, record: (request) => history.record({ ...request, wall }) };
}

function pathOf(shown: string): VaultPath {
  return recordedPath(shown.replace(/^vault\//, ''));
}

function notOwn(id: string): RappelError {
  return new RappelError('protected', 'this was not done by an assistant of this project', {
    hint: `Ask the user to undo it: rappel undo ${id}`,
  });
}

function gone(): RappelError {
  return new RappelError('stale', "this can't be undone: its files are no longer there");
}
