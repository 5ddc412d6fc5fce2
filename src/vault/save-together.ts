import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { ioError, RappelError } from '../shared/errors.js';
import { createYielder } from '../shared/yield-to-event-loop.js';
import { fsync, openToWrite, removeFile } from './disk.js';
import { type Bytes, decodeText, readBytes, replaceFrom, writeTemporary } from './files.js';
import { withFileLock } from './lock.js';
import { locate, type Place } from './resolve.js';

/** What became of a text: as it was and as it is now. */
export interface SavedText {
  before: string | null;
  after: string;
}

type ChangeText = (current: string, place: Place) => string;

interface Prepared {
  place: Place;
  bytes: Bytes;
  saved: SavedText;
  /** The new text, beside the file; null where nothing changed. */
  temporary: string | null;
}

/**
 * Saves many files, which must exist. Each is replaced in one step, as by `save`, but the disk writes all of them together
 * and without blocking: waiting for it file by file takes ten times as long.
 */
export function createSaveTogether(deps: {
  root: string;
  stamped(place: Place, text: string, before: string): string;
  /** Saves one file that was changed meanwhile. */
  save(place: Place, change: ChangeText): SavedText;
}) {
  function prepare(given: Place, change: ChangeText): Prepared {
    const place = locate(deps.root, given.path);
    const bytes = readBytes(place);
    const before = decodeText(bytes, place.shown);
    const changed = change(before, place);
    if (changed === before) return { place, bytes, saved: { before, after: before }, temporary: null };
    const after = deps.stamped(place, changed, before);
    return { place, bytes, saved: { before, after }, temporary: writeTemporary(place, after) };
  }

  function replace({ place, bytes, saved, temporary }: Prepared, change: ChangeText): SavedText {
    if (temporary === null) return saved;
    try {
      withFileLock(place.target, () => replaceFrom(temporary, place, bytes));
      return saved;
    } catch (error) {
      removeFile(temporary);
      if (error instanceof RappelError && error.code === 'stale') return deps.save(place, change);
      throw ioError(error, place.shown);
    }
  }

  /** In the order of the places: the texts of a file, or why it could not be saved. */
  return async (
    places: readonly Place[],
    change: ChangeText,
    ready: () => void = () => {},
  ): Promise<(SavedText | RappelError)[]> => {
    const prepared = await inTurn(places, (place) => prepare(place, change));
    const synced = await Promise.all(
      prepared.map((one) => (one instanceof RappelError ? one : syncTemporary(one))),
    );
    try {
      ready();
    } catch (error) {
      for (const one of synced)
        if (!(one instanceof RappelError) && one.temporary !== null) removeFile(one.temporary);
      throw error;
    }
    const results = await inTurn(synced, (one) => {
      if (one instanceof RappelError) throw one;
      return replace(one, change);
    });
    const folders = synced.flatMap((one) =>
      one instanceof RappelError || one.temporary === null ? [] : [dirname(one.place.target)],
    );
    // Windows and some network drives can't open a folder: the files themselves are synced.
    await Promise.all([...new Set(folders)].map((folder) => syncFolderSoon(folder).catch(() => {})));
    return results;
  };
}

async function syncTemporary(prepared: Prepared): Promise<Prepared | RappelError> {
  const { place, temporary } = prepared;
  if (temporary === null) return prepared;
  try {
    await sync(openToWrite(temporary, 'r+'));
    return prepared;
  } catch (error) {
    removeFile(temporary);
    return ioError(error, place.shown);
  }
}

async function syncFolderSoon(folder: string): Promise<void> {
  await sync(openSync(folder, 'r'));
}

async function sync(file: number): Promise<void> {
  try {
    await fsync(file);
  } finally {
    closeSync(file);
  }
}

/** Lets others run in between. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<(Result | RappelError)[]> {
  const yieldToEventLoop = createYielder();
  const results: (Result | RappelError)[] = [];
  for (const item of items) {
    await yieldToEventLoop();
    try {
      results.push(work(item));
    } catch (error) {
      if (!(error instanceof RappelError)) throw error;
      results.push(error);
    }
  }
  return results;
}
