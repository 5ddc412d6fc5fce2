import { lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Clock, localTimestamp } from '../shared/clock.js';
import { ioError, RappelError } from '../shared/errors.js';
import { newId } from '../shared/ids.js';
import { makeFolder, renameSync, unlinkSync } from './disk.js';
import { fileSystem } from './file-system.js';
import { type Bytes, decodeText, isText, linkTo, readBytes, syncFolder, writeIfUnchanged } from './files.js';
import { fieldOf, splitFrontmatter } from './frontmatter.js';
import { isMarkdown } from './kinds.js';
import { withFileLock } from './lock.js';
import { createNearPaths, type NearPaths } from './near-names.js';
import type { VaultPath } from './paths.js';
import { locate, type Place, resolvePath } from './resolve.js';
import { relationOf } from './same-file.js';
import { createSaveTogether, type SavedText } from './save-together.js';
import { birthOf, isStamped, stamp } from './stamp.js';
import { moveToTrash } from './state-folder.js';

/** The folder of files and the few operations that change it. All of them throw `RappelError`. */
export interface Vault {
  /** The real path of the folder. */
  readonly root: string;
  readonly clock: Clock;
  /** From a path as people write it to a location inside the vault. */
  resolve(input: string): Place;
  locate(path: VaultPath): Place;
  /** The `not_found` error for a missing location, with a similar name if there is one. Items of one list share `near`. */
  missing(place: Place, near?: NearPaths): RappelError;
  /**
   * Computes a text from the current one (null if there is no file), stamps it and writes it in one step. A text
   * that did not change is not written, stamps included. If another program changes the file meanwhile, `change` is
   * called again; it may throw. The three stamped fields in its result are ignored. Returns both texts.
   */
  save(place: Place, change: (current: string | null) => string): SavedText;
  /**
   * The same for many files that exist, in a fraction of the time. Returns the texts of each, or why it was not saved. `ready` is called before
   * the first is replaced.
   */
  saveTogether(
    places: readonly Place[],
    change: (current: string, place: Place) => string,
    ready?: () => void,
  ): Promise<(SavedText | RappelError)[]>;
  /** Creates a file from bytes that are not text; refuses to overwrite. */
  create(place: Place, bytes: Bytes): void;
  /** Stamps a Markdown file whose fields are missing or wrong; changes no other file. */
  stampIfNeeded(place: Place): void;
  /**
   * Refuses to overwrite; finishes a move that was killed half-way. Stamps a file that becomes Markdown by its new
   * name.
   */
  move(from: Place, to: Place): void;
  /** Moves an entry to the trash, into a folder named `batch`. */
  remove(place: Place, batch?: string): void;
  /** Of a vault behind a wall: the whole vault, and the same wall around another form of it. */
  readonly behind?: { vault: Vault; around(vault: Vault): Vault };
}

/** The folder in which `rappel demo` puts the example memory, unless another is named. */
export const DEMO_FOLDER = 'rappel-demo';

export function createVault(deps: { root: string; clock: Clock }): Vault {
  const stats = fileSystem.stat(deps.root);
  if (stats === undefined) {
    throw new RappelError('not_found', 'vault.missing', {
      folder: deps.root,
      command: basename(deps.root) === DEMO_FOLDER ? 'demo' : 'init',
    });
  }
  const root = fileSystem.realpath(deps.root);
  if (!stats.isDirectory()) {
    throw new RappelError('invalid_input', 'vault.is_file', { folder: deps.root });
  }
  const { clock } = deps;

  const vault: Vault = {
    root,
    clock,
    resolve: (input) => resolvePath(root, input),
    locate: (path) => locate(root, path),
    missing(place, near = createNearPaths(root)) {
      const meant = near(place.path)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ');
      return meant === ''
        ? new RappelError('not_found', 'file.missing', { path: place.shown })
        : new RappelError('not_found', 'file.missing_near', { near: meant, path: place.shown });
    },
    save: (place, change) => withFileLock(place.target, () => saveLocked(place, change)),
    saveTogether: createSaveTogether({
      root,
      stamped,
      save: (place, change) =>
        vault.save(place, (current) => {
          if (current === null) throw vault.missing(place);
          return change(current, place);
        }),
    }),
    create(place, bytes) {
      if (place.kind !== 'missing') throw new RappelError('exists', 'file.exists', { path: place.shown });
      writeIfUnchanged(place, null, bytes);
    },
    move(from, to) {
      try {
        makeFolder(dirname(to.entry));
        moveEntry(from, to);
        syncFolder(dirname(to.entry));
        syncFolder(dirname(from.entry));
      } catch (error) {
        throw ioError(error, to.shown);
      }
      try {
        vault.stampIfNeeded(locate(root, to.path));
      } catch (error) {
        // The move is done; a file that can't be stamped now (locked, too large) is stamped later.
        if (!(error instanceof RappelError)) throw error;
      }
    },
    stampIfNeeded(place) {
      if (place.kind !== 'file' || !isMarkdown(place.path)) return;
      withFileLock(place.target, () => {
        const bytes = readBytes(place);
        if (!isText(bytes)) return;
        const text = bytes.toString('utf8');
        if (isStamped(text)) return;
        const after = stamped(place, text, text);
        if (after !== text) writeIfUnchanged(place, bytes, after);
      });
    },
    remove(place, batch = trashBatch(clock.now())) {
      try {
        moveToTrash(root, place.entry, place.path, batch);
        syncFolder(dirname(place.entry));
      } catch (error) {
        throw ioError(error, place.shown);
      }
    },
  };
  return vault;

  function saveLocked(place: Place, change: (current: string | null) => string): SavedText {
    for (let attempt = 1; ; attempt++) {
      const current = locate(root, place.path);
      const bytes = current.kind === 'missing' ? null : readBytes(current);
      const before = bytes === null ? null : decodeText(bytes, current.shown);
      const changed = change(before);
      if (changed === before) return { before, after: changed };
      const after = stamped(current, changed, before);
      try {
        writeIfUnchanged(current, bytes, after);
        return { before, after };
      } catch (error) {
        const raced = error instanceof RappelError && error.code === 'stale';
        if (!raced || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  function stamped(place: Place, text: string, before: string | null): string {
    if (!isMarkdown(place.path)) return text;
    const created =
      fieldOf(splitFrontmatter(before ?? '').yaml, 'created') ?? localTimestamp(createdAt(place));
    return stamp(text, { created, updated: localTimestamp(clock.now()) });
  }

  function createdAt(place: Place): Date {
    return place.stats === null ? clock.now() : birthOf(place.stats);
  }
}

/** A unique name, starting with the time, for entries that are deleted together. */
export function trashBatch(now: Date): string {
  return `${localTimestamp(now).replaceAll(':', '')}-${newId()}`;
}

const MOST_ATTEMPTS = 5;

function moveEntry(from: Place, to: Place): void {
  if (lstatSync(to.entry, { throwIfNoEntry: false }) !== undefined) {
    const relation = relationOf(from.entry, to.entry);
    if (relation === 'different') throw new RappelError('exists', 'file.exists', { path: to.shown });
    // The second step of a move that was killed after the first, or a new spelling of the same name.
    if (relation === 'hardlinks') unlinkSync(from.entry);
    else renameSync(from.entry, to.entry);
    return;
  }
  const canLink = from.kind === 'file' && !lstatSync(from.entry).isSymbolicLink();
  if (!canLink || !linkTo(from.entry, to.entry)) {
    renameSync(from.entry, to.entry);
    return;
  }
  try {
    unlinkSync(from.entry);
  } catch (error) {
    // The folder it should leave can't be written: the file stays where it was, in one place only.
    unlinkSync(to.entry);
    throw error;
  }
}
