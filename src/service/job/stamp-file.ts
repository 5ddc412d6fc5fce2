import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { localTimestamp } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { type Bytes, isText, readBytes, stale, writeIfUnchanged } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import type { Place } from '../../vault/resolve.js';
import { birthOf, isStamped, stamp, versionOf } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { keepInTrash } from '../state/trash.js';
import { secondName } from './sweep-leftovers.js';

/**
 * Stamps a file that another program wrote, if needed: its fields are missing or its tokens wrong, or its text
 * changed and `updated` is still the known value. Never touches the body. Returns true if it wrote; throws `stale`
 * if the file changes meanwhile.
 */
export async function stampOutsideChange(vault: Vault, place: Place, known: Bytes | null): Promise<boolean> {
  if (place.kind !== 'file' || !isMarkdown(place.path) || place.path === 'tree.md') return false;
  const bytes = readBytes(place);
  if (!isText(bytes)) return false;
  const text = bytes.toString('utf8');
  if (isStamped(text) && !changedUnstamped(text, place, known)) return false;

  const created = fieldOf(splitFrontmatter(text).yaml, 'created') ?? localTimestamp(birthOf(place.stats!));
  const next = stamp(text, { created, updated: localTimestamp(vault.clock.now()) });
  // Frontmatter that can't take fields stays as it is and is not retried.
  if (next === text || (!isStamped(next) && versionOf(next) === versionOf(text))) return false;
  const stamped = Buffer.from(next);
  if (stamped.length === bytes.length) return overwriteStamps(place, bytes, stamped);
  return replaceWatchfully(vault, place, bytes, next);
}

function changedUnstamped(text: string, { stats }: Place, known: Bytes | null): boolean {
  if (known === null || !isText(known)) return false;
  const before = known.toString('utf8');
  if (versionOf(before) === versionOf(text)) return false;
  const updated = fieldOf(splitFrontmatter(text).yaml, 'updated')!;
  if (updated !== fieldOf(splitFrontmatter(before).yaml, 'updated')) return false;
  // Two writes of Rappel within a second carry the same stamp: one as recent as the file itself is right.
  return updated < localTimestamp(new Date(stats!.mtimeMs - AS_YOUNG_MS));
}

const AS_YOUNG_MS = 2_000;

/**
 * If only the values of stamps change, with the same length, they are overwritten in the file itself, a few bytes
 * in one call: no other program's file is replaced, and a program that appends continues in the same file.
 */
function overwriteStamps(place: Place, bytes: Bytes, next: Bytes): boolean {
  const changed = (_: number, at: number) => bytes[at] !== next[at];
  const start = next.findIndex(changed);
  const end = next.findLastIndex(changed) + 1;
  const file = openToWrite(place);
  try {
    if (!readAll(file).equals(bytes)) throw stale(place.shown);
    const last = Buffer.alloc(end - start);
    readSync(file, last, 0, last.length, start);
    if (!last.equals(bytes.subarray(start, end))) throw stale(place.shown);
    writeSync(file, next, start, end - start, start);
    return true;
  } finally {
    closeSync(file);
  }
}

function openToWrite(place: Place): number {
  try {
    return openSync(place.target, 'r+');
  } catch (error) {
    throw ioError(error, place.shown);
  }
}

/**
 * A program that has the file open may write to it just when it is replaced; that write goes to the old file. So
 * the old file keeps a second, hidden name for a while and is restored if it was written to: the same file, to
 * which that program may continue to write.
 */
async function replaceWatchfully(vault: Vault, place: Place, bytes: Bytes, next: string): Promise<boolean> {
  const aside = keepAside(place.target);
  const old = openSync(aside ?? place.target, 'r');
  try {
    writeIfUnchanged(place, bytes, next);
    // Soon at first: the sooner the old file is back, the less a second edit can have missed it.
    for (const pause of LATE_LOOKS_MS) {
      if (pause > 0) await wait(pause);
      if (readAll(old).equals(bytes)) continue;
      await bringBack(vault, place, { aside, old, next });
      return false;
    }
    return true;
  } finally {
    closeSync(old);
    // Not in this thread: after a checkout there are thousands, and a busy disk is slow.
    if (aside !== null) await rm(aside, { force: true });
  }
}

async function bringBack(
  vault: Vault,
  place: Place,
  { aside, old, next }: { aside: string | null; old: number; next: string },
): Promise<void> {
  const stamped = Buffer.from(next);
  if (aside !== null && holds(place.target, stamped)) {
    renameSync(aside, place.target);
    return;
  }
  const late = await readQuiet(old);
  try {
    if (late.length > 0) writeIfUnchanged(place, stamped, late);
  } catch (error) {
    // A second program wrote a later version meanwhile. It wins; the version it did not know of goes to the trash.
    if (!(error instanceof RappelError) || error.code !== 'stale') throw error;
    keepInTrash(vault, place.path, late);
  }
}

function holds(target: string, bytes: Bytes): boolean {
  try {
    return readFileSync(target).equals(bytes);
  } catch {
    return false;
  }
}

/** A hidden second name of the file; null if the disk has no links. */
function keepAside(target: string): string | null {
  const aside = join(dirname(target), secondName(target, newId()));
  try {
    linkSync(target, aside);
    return aside;
  } catch {
    return null;
  }
}

/** While the file is being written: waits until two reads agree, longer if it is still empty. */
async function readQuiet(file: number): Promise<Bytes> {
  let late = readAll(file);
  for (let look = 0; look < MOST_LOOKS; look++) {
    await wait(LATE_WRITE_MS);
    const before = late;
    late = readAll(file);
    if (late.length > 0 && late.equals(before)) break;
  }
  return late;
}

const LATE_LOOKS_MS = [0, 2, 8, 30, 60];
const LATE_WRITE_MS = 100;
const MOST_LOOKS = 20;

function readAll(file: number): Bytes {
  const bytes = Buffer.alloc(fstatSync(file).size);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(file, bytes, length, bytes.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
