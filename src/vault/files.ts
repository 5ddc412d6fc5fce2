import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ioError, RappelError } from '../shared/errors.js';
import {
  fsyncSync,
  linkSync,
  makeFolder,
  openToWrite,
  removeFile,
  renameSync,
  writeAllSync,
} from './disk.js';
import { fileSystem } from './file-system.js';
import type { VaultPath } from './paths.js';
import type { Place } from './resolve.js';

/** The bytes of a file when it was read; `null` means that there was no file. */
export type Bytes = Buffer;

/** Reads a file whole. Throws `not_found`, `not_text` for a folder or device, or `io`. */
export function readBytes(place: Place): Bytes {
  if (place.kind === 'missing') throw new RappelError('not_found', 'file.missing', { path: place.shown });
  if (place.kind !== 'file') throw notText(place.shown);
  if (place.stats!.size > MAX_BYTES) {
    throw new RappelError('io', 'file.too_large', { path: place.shown });
  }
  try {
    return fileSystem.bytes(place.target);
  } catch (error) {
    throw ioError(error, place.shown);
  }
}

/** The text of a file; throws `not_text` if it is not UTF-8 text. */
export function readText(place: Place): string {
  return decodeText(readBytes(place), place.shown);
}

export function decodeText(bytes: Bytes, shown: string): string {
  if (!isText(bytes)) throw notText(shown);
  return bytes.toString('utf8');
}

export function isText(bytes: Bytes): boolean {
  return !bytes.includes(0) && isUtf8(bytes);
}

/**
 * The text of one of the files that something is made of; null where there is none, or it can't be read as text: that is no reason to do
 * without the others.
 */
export function readIfText(vault: { locate(path: VaultPath): Place }, path: VaultPath): string | null {
  try {
    const place = vault.locate(path);
    return place.kind === 'file' ? readText(place) : null;
  } catch (error) {
    if (error instanceof RappelError) return null;
    throw error;
  }
}

/** Reads text as fast as possible, to measure many files; null if the file is not text or is too large. */
export function quickText(address: string, size: number): string | null {
  if (size > MAX_BYTES) return null;
  try {
    const text = fileSystem.utf8(address);
    if (text.includes('\0')) return null;
    // Either the file contains this character, or bytes that are not UTF-8.
    return text.includes('\uFFFD') && !isUtf8(fileSystem.bytes(address)) ? null : text;
  } catch (error) {
    if (
      ['ERR_STRING_TOO_LONG', 'ERR_FS_FILE_TOO_LARGE'].includes(String((error as NodeJS.ErrnoException).code))
    )
      return null;
    throw error;
  }
}

/** The same for a file of any kind: reads only the beginning of a file that is not text or is too large. */
export function peekText(address: string): string | null {
  const size = fileSystem.stat(address)?.size ?? 0;
  if (size > MAX_BYTES) return null;
  const start = fileSystem.start(address, Math.min(size, START));
  if (start.includes(0)) return null;
  const bytes = size <= START ? start : fileSystem.bytes(address);
  return isText(bytes) ? bytes.toString('utf8') : null;
}

/**
 * Replaces or creates a file in one step: a reader sees the old bytes or the new ones, even after a kill at any
 * point. Throws `stale` and writes nothing if the file no longer matches `expected`.
 */
export function writeIfUnchanged(
  place: Pick<Place, 'target' | 'stats' | 'shown'>,
  expected: Bytes | null,
  next: string | Bytes,
): void {
  const folder = dirname(place.target);
  let temporary: string | null = null;
  try {
    makeFolder(folder);
    if (expected !== null) refuseReadOnly(place);
    temporary = temporaryIn(folder);
    write(temporary, next, place.stats, fsyncSync);
    // This check and the rename must run back to back: both are synchronous.
    if (expected === null) createFrom(temporary, place);
    else replaceFrom(temporary, place, expected);
    temporary = null;
    syncFolder(folder);
  } catch (error) {
    throw ioError(error, place.shown);
  } finally {
    if (temporary !== null) removeFile(temporary);
  }
}

/** Writes a file that is to replace another, beside it; not synced. Returns its address. */
export function writeTemporary(place: Place, next: string): string {
  const temporary = temporaryIn(dirname(place.target));
  try {
    refuseReadOnly(place);
    write(temporary, next, place.stats);
    return temporary;
  } catch (error) {
    removeFile(temporary);
    throw ioError(error, place.shown);
  }
}

function temporaryIn(folder: string): string {
  return join(folder, `.rappel-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/** A rename ignores the permissions of the file that it replaces. */
function refuseReadOnly({ target }: Pick<Place, 'target'>): void {
  accessSync(target, constants.W_OK);
}

export function stale(shown: string): RappelError {
  return new RappelError('stale', 'file.changed', { path: shown });
}

export function notText(shown: string): RappelError {
  return new RappelError('not_text', 'file.not_text', { path: shown });
}

// A JavaScript string holds about 512 MB, and numbering the lines needs room too.
const START = 64 * 1024;
const MAX_BYTES = 400 * 1024 * 1024;

/**
 * The new file gets the permissions and, if the system allows it, the owners of the old one before its first byte
 * is written.
 */
function write(
  path: string,
  content: string | Bytes,
  old: Stats | null,
  sync: (file: number) => void = () => {},
): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = openToWrite(path, 'wx', old === null ? 0o666 : old.mode & 0o700);
  try {
    writeAllSync(file, bytes);
    if (old !== null) takeOver(file, old);
    sync(file);
  } finally {
    closeSync(file);
  }
}

function takeOver(file: number, old: Stats): void {
  const { uid, gid } = fstatSync(file);
  // Only root can change the owner; a member of the group can change the group.
  if (uid !== old.uid || gid !== old.gid)
    changeOwner(file, old.uid, old.gid) || changeOwner(file, uid, old.gid);
  fchmodSync(file, old.mode & 0o7777);
}

function changeOwner(file: number, user: number, group: number): boolean {
  try {
    fchownSync(file, user, group);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives a complete temporary file the name of another. Throws `stale` if that is not as expected: detects a program that
 * replaces the file in one step, up to two system calls before our own rename.
 */
export function replaceFrom(
  temporary: string,
  place: Pick<Place, 'target' | 'shown'>,
  expected: Bytes,
): void {
  const look = statSync(place.target, { throwIfNoEntry: false });
  if (look === undefined || !readFileSync(place.target).equals(expected)) throw stale(place.shown);
  const last = statSync(place.target, { throwIfNoEntry: false });
  if (last === undefined || last.ino !== look.ino || last.ctimeMs !== look.ctimeMs) throw stale(place.shown);
  renameSync(temporary, place.target);
}

/** Gives a complete temporary file its name. Throws `stale` if the name is taken. */
export function createFrom(temporary: string, place: Pick<Place, 'target' | 'shown'>): void {
  try {
    if (linkTo(temporary, place.target)) tryRemove(temporary);
    else {
      closeSync(openToWrite(place.target, 'wx'));
      renameSync(temporary, place.target);
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? stale(place.shown) : error;
  }
}

/** The file is written whatever becomes of its other name, which is cleared away later. */
function tryRemove(temporary: string): void {
  try {
    removeFile(temporary);
  } catch {}
}

/**
 * Gives a file a second name. Unlike a rename, this throws `EEXIST` if the name is taken. Returns false if the disk
 * has no links (FAT, exFAT, some network drives): their error codes differ, and any other error also stops the
 * caller's next step.
 */
export function linkTo(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    return false;
  }
}

/** Makes the rename itself durable; not every system can open a folder. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows and some network drives: the file itself is synced.
  }
}
