import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ioError } from '../../shared/errors.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { removeEmptyFolders } from '../../vault/empty-folders.js';
import { type Bytes, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { relationOf } from '../../vault/same-file.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import { trashAddress } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import type { AnnouncedChange, Tell } from '../changes/watch-changes.js';
import { writeDurably, writeWhole } from '../state/durable.js';
import { parseStored, storedPath } from '../state/stored-fields.js';

/**
 * The before-images of a running update, on disk before each change: enough to roll back a failed or killed run
 * without git. `head`: the newest commit of the history when it begins.
 */
export function createJournal(folder: string, head: string | null = null): { tell: Tell; drop(): void } {
  let next = recordsIn(folder).length;
  /** The last record of each path. */
  const last = new Map<VaultPath, number>();
  return {
    tell(change, again) {
      try {
        mkdirSync(folder, { recursive: true });
        if (next === 0) writeWhole(join(folder, HEAD), head ?? '');
        const number = again ? last.get(pathOf(change))! : next++;
        last.set(pathOf(change), number);
        writeDurably(join(folder, `${String(number).padStart(6, '0')}.json`), JSON.stringify(change));
      } catch (error) {
        throw ioError(error, showPath(change.kind === 'move' ? change.from : change.path));
      }
    },
    drop() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Rolls back every change of a journal, last one first. A file that was changed after the run stays and is named in
 * the result. May be interrupted and repeated: each record is removed as soon as its change is rolled back.
 */
export function rollBack(vault: Vault, folder: string): string[] {
  const left: string[] = [];
  for (const name of recordsIn(folder).reverse()) {
    const file = join(folder, name);
    const change = readChange(file);
    if (change !== null && !takeBack(vault, change)) left.push(showPath(pathOf(change)));
    rmSync(file, { force: true });
  }
  rmSync(folder, { recursive: true, force: true });
  return left;
}

/** What is left of a run that is done but was not recorded. */
export interface Journal {
  paths: VaultPath[];
  /** The content of its files before. */
  before: Map<VaultPath, Bytes | null>;
  /** The newest commit of the history when it began; null if it is not known. */
  head: string | null;
}

export function readJournal(folder: string): Journal {
  const paths = new Set<VaultPath>();
  const before = new Map<VaultPath, Bytes | null>();
  for (const name of recordsIn(folder)) {
    const change = readChange(join(folder, name));
    if (change === null) continue;
    paths.add(pathOf(change));
    if (change.kind === 'move') paths.add(change.from);
    if (change.kind === 'save' && !before.has(change.path))
      before.set(change.path, change.before === null ? null : Buffer.from(change.before));
  }
  return { paths: [...paths], before, head: readOrNull(join(folder, HEAD)) || null };
}

const HEAD = 'head';

/** Null for a record that was cut short by a crash, before its change was made, or that Rappel did not write. */
function readChange(file: string): AnnouncedChange | null {
  return parseStored(changeSchema, readOrNull(file) ?? '');
}

const made = storedPath().optional();

const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('save'),
    path: storedPath(),
    before: z.string().nullable(),
    afterVersion: z.string(),
    made,
  }),
  z.object({ kind: z.literal('move'), from: storedPath(), to: storedPath(), made }),
  z.object({ kind: z.literal('remove'), path: storedPath(), batch: z.string() }),
]);

function recordsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .sort();
}

function pathOf(change: AnnouncedChange): VaultPath {
  return change.kind === 'move' ? change.to : change.path;
}

/** False if the file is neither what the change made nor what was there before. */
function takeBack(vault: Vault, change: AnnouncedChange): boolean {
  if (change.kind === 'remove') {
    const trashed = trashAddress(vault.root, change.batch, change.path);
    return !existsSync(trashed) || rename(trashed, vault.locate(change.path).entry);
  }
  const done =
    change.kind === 'move'
      ? rename(vault.locate(change.to).entry, vault.locate(change.from).entry)
      : takeBackSave(vault, change.path, change.before, change.afterVersion);
  if (done && change.made !== undefined) removeEmptyFolders(vault.root, pathOf(change), change.made);
  return done;
}

function takeBackSave(vault: Vault, path: VaultPath, before: string | null, afterVersion: string): boolean {
  const place = vault.locate(path);
  if (place.kind === 'missing') return before === null;
  if (place.kind !== 'file') return false;
  const current = readBytes(place);
  const version = versionOfBytes(current);
  if (before !== null && version === versionOf(before)) return true;
  if (version !== afterVersion) return false;
  if (before === null) rmSync(place.target);
  else writeIfUnchanged(place, current, before);
  return true;
}

/** Moves an entry back unless its place is taken; does nothing if it is already back. */
function rename(from: string, to: string): boolean {
  if (!isThere(from)) return isThere(to);
  if (isThere(to)) {
    // The move was killed between its two steps and left both names of the file.
    const isHalfDone = relationOf(from, to) === 'hardlinks';
    if (isHalfDone) rmSync(from);
    return isHalfDone;
  }
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  return true;
}

/** True also for a link that leads nowhere. */
function isThere(entry: string): boolean {
  return lstatSync(entry, { throwIfNoEntry: false }) !== undefined;
}
