import { z } from 'zod';
import { unlearn } from '../agents/clerk/routing/lessons.js';
import { restorePath } from '../service/changes/restore.js';
import { redoEntry, undoEntry } from '../service/changes/undo.js';
import { previewUndo, type UndoPreview } from '../service/changes/undo-preview.js';
import type { Core, WalledCore } from '../service/core.js';
import type { History, HistoryEntry } from '../service/history/history.js';
import { findUndone } from '../service/history/timeline.js';
import { cutEntry, linksOf } from '../service/walls/walled-history.js';
import { RappelError } from '../shared/errors.js';
import { optional } from '../tools/parse-input.js';
import { isAtOrBelow, parsePath, recordedPath, type VaultPath } from '../vault/paths.js';
import { listLimit } from './inputs.js';
import { type Context, operation } from './operation.js';

export type ListedEntry = HistoryEntry & {
  /** The undo that took it out; null while it is in effect. */
  undone_by: string | null;
};

const PATH = 'a path of the vault';
const ID = 'the id of an entry';
const MOMENT = 'an object with the id of an entry, or with a time like 2025-07-14T18:30';
const CHOICES = 'an object from the id of a changed unit, a path, or "all", to "keep" or "take"';

const entry = z.strictObject({ id: z.string(ID) });

/** What to do about what was changed since: `keep` it, or `take` the other version. */
export const choices = z.record(z.string(), z.enum(['keep', 'take'], CHOICES), CHOICES).default({});
const reverted = entry.extend({ choices });

/** A moment of the history: the end of an entry, or a local time. */
const moment = z.union(
  [z.strictObject({ id: z.string(MOMENT) }), z.strictObject({ time: z.string(MOMENT) })],
  MOMENT,
);
export type Moment = z.infer<typeof moment>;

export const historyOperations = {
  /** Newest first. */
  'history/list': operation({
    role: 'reader',
    input: z.strictObject({ path: optional(z.string(PATH), null), limit: listLimit(50) }),
    async run(core, { path, limit }): Promise<{ entries: ListedEntry[] }> {
      const history = await core.history();
      const entries = await history.list({ limit, ...(path !== null && { path: parsePath(path) }) });
      // What undid an entry is newer than it, so it is listed too.
      const undone = findUndone(entries.toReversed());
      return { entries: entries.map((one) => ({ ...one, undone_by: undone.get(one.id)?.id ?? null })) };
    },
  }),

  'history/show': operation({ role: 'reader', input: entry, run: (core, { id }) => showEntry(core, id) }),

  /** What an undo would change, and what it would ask about. */
  'history/preview': operation({
    role: 'reader',
    input: entry,
    run: async (core, { id }) => previewUndo(core.vault, await core.history(), id),
    behindWall: (walled, { id }, _, core) => previewBehind(walled, core, id),
  }),

  /** Throws `stale` with the obstacles where a later change altered the same unit and no choice was made. */
  'history/undo': operation({
    role: 'editor',
    input: reverted,
    run: (core, { id, choices }, context) => undo(core, id, choices, context),
    async behindWall(walled, { id, choices }, context, core) {
      await previewBehind(walled, core, id);
      const undone = await undo(marking(core, walled), id, choices, context);
      // What answers taught is kept behind the wall too.
      unlearn(walled.vault, (update) => update === undone.input);
      return cut(walled, undone);
    },
  }),

  /** Brings back what an undo took out; takes the id of the entry or of its undo. Throws like `history/undo`. */
  'history/redo': operation({
    role: 'editor',
    input: reverted,
    run: (core, { id, choices }, context) => redo(core, id, choices, context),
    async behindWall(walled, { id, choices }, context, core) {
      const { undone_by, undoes } = await showEntry(walled, id);
      await previewBehind(walled, core, undoes === undefined && undone_by !== null ? undone_by : id);
      return cut(walled, await redo(marking(core, walled), id, choices, context));
    },
  }),

  /** `entry` is null if the file or folder is as it was then. */
  'history/restore': operation({
    role: 'editor',
    input: z.strictObject({ path: z.string(PATH), at: moment }),
    run: async (core, { path, at }, context) => ({ entry: await restore(core, path, at, context) }),
    async behindWall(walled, { path, at }, context, core) {
      const place = walled.vault.resolve(path);
      const links = linksOf(await (await core.history()).entries());
      const isLinked = [...links].some((link) => isAtOrBelow(link, place.path));
      if (!walled.isOwn(place.path) || isLinked) throw walled.vault.missing(place);
      const restored = await restore(marking(core, walled), path, at, context);
      return { entry: restored && cut(walled, restored) };
    },
  }),
};

/** Throws `not_found`. */
export async function showEntry(core: Core, id: string): Promise<ListedEntry & { diff: string }> {
  const history = await core.history();
  const undone_by = findUndone(await history.entries()).get(id)?.id ?? null;
  return { ...(await history.find(id)), undone_by, diff: await history.diff(id) };
}

type Choices = z.output<typeof choices>;

async function undo(core: Core, id: string, choices: Choices, { signal }: Context): Promise<HistoryEntry> {
  const { vault, onProgress } = core;
  const undone = await undoEntry(vault, await core.history(), id, choices, { onProgress, signal });
  // An answer that is taken back teaches nothing.
  unlearn(vault, (update) => update === undone.input);
  return follow(core, undone);
}

async function redo(core: Core, id: string, choices: Choices, { signal }: Context): Promise<HistoryEntry> {
  const { vault, onProgress } = core;
  return follow(core, await redoEntry(vault, await core.history(), id, choices, { onProgress, signal }));
}

async function restore(
  core: Core,
  path: string,
  at: Moment,
  { signal }: Context,
): Promise<HistoryEntry | null> {
  const { vault, onProgress } = core;
  const then = 'id' in at ? at : { time: new Date(at.time) };
  const place = vault.resolve(path).path;
  const restored = await restorePath(vault, await core.history(), place, then, { onProgress, signal });
  return restored && follow(core, restored);
}

/** The entry is recorded already; tree and index follow. */
async function follow(core: Core, recorded: HistoryEntry): Promise<HistoryEntry> {
  const { source, reason, files } = recorded;
  await core.afterChanges(
    files.map(({ path }) => path),
    { source, reason },
  );
  core.events.publish('history', recorded);
  return recorded;
}

/**
 * Behind a wall an undo works on the whole vault, so it takes back only what was done behind this wall, and only as long as its files
 * are there. Throws `not_found` for an entry that does not show, and `protected` for one that was not made behind this wall.
 */
async function previewBehind(walled: WalledCore, core: Core, id: string): Promise<UndoPreview> {
  await showEntry(walled, id);
  const { wall } = await (await core.history()).find(id);
  if (wall !== walled.key) throw new RappelError('protected', 'undo.not_of_project', { id });
  const { files, obstacles } = await previewUndo(core.vault, await core.history(), id);
  const isShown = (shown: string) => walled.isInside(pathOf(shown));
  // Rappel counts the questions there, whoever asked them.
  const isCount = (shown: string) => pathOf(shown) === 'overview.md';
  const touched = [...files.flatMap(({ path, to = path }) => [path, to])].filter((path) => !isCount(path));
  if (![...touched, ...obstacles.map(({ path }) => path)].every(isShown))
    throw new RappelError('stale', 'undo.files_gone');
  return { files: files.filter(({ path }) => isShown(path)), obstacles };
}

function cut(walled: WalledCore, recorded: HistoryEntry): HistoryEntry {
  return cutEntry(recorded, walled.isInside, walled.key) as HistoryEntry;
}

/** Records whose changes they are. */
function marking(core: Core, { key }: WalledCore): Core {
  const marked = (history: History): History => ({
    ...history,
    record: (request) => history.record({ ...request, wall: key }),
  });
  return { ...core, history: async () => marked(await core.history()) };
}

function pathOf(shown: string): VaultPath {
  return recordedPath(shown.replace(/^vault\//, ''));
}
