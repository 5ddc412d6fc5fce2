import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { localTimestamp } from '../shared/clock.js';
import { type Bytes, isText, readBytes, writeIfUnchanged } from '../vault/files.js';
import { fieldOf, splitFrontmatter } from '../vault/frontmatter.js';
import { isMarkdown } from '../vault/kinds.js';
import type { Place } from '../vault/resolve.js';
import { birthOf, isStamped, stamp, versionOf } from '../vault/stamp.js';
import type { Vault } from '../vault/vault.js';

/**
 * Stamps a file that another program wrote, if it needs it: its fields are missing or its tokens wrong, or its text
 * changed and nobody stamped it (`updated` is still the one that was known). Never touches the body. Returns true if it wrote.
 */
export async function stampOutsideChange(vault: Vault, place: Place, known: Bytes | null): Promise<boolean> {
  if (place.kind !== 'file' || !isMarkdown(place.path) || place.path === 'tree.md') return false;
  const bytes = readBytes(place);
  if (!isText(bytes)) return false;
  const text = bytes.toString('utf8');
  if (isStamped(text) && !changedUnstamped(text, known)) return false;

  const created = fieldOf(splitFrontmatter(text).yaml, 'created') ?? localTimestamp(birthOf(place.stats!));
  const next = stamp(text, { created, updated: localTimestamp(vault.clock.now()) });
  // Frontmatter that can't take fields stays as it is, and must not be tried again and again.
  if (next === text || (!isStamped(next) && versionOf(next) === versionOf(text))) return false;
  return replaceWatchfully(place, bytes, next);
}

function changedUnstamped(text: string, known: Bytes | null): boolean {
  if (known === null || !isText(known)) return false;
  const before = known.toString('utf8');
  if (versionOf(before) === versionOf(text)) return false;
  return (
    fieldOf(splitFrontmatter(before).yaml, 'updated') === fieldOf(splitFrontmatter(text).yaml, 'updated')
  );
}

/**
 * A program that has the file open may write into it in the very moment it is replaced; what it writes then goes to the
 * old file, which only an open handle still reaches. So the old file is looked at again afterwards, and wins.
 */
async function replaceWatchfully(place: Place, bytes: Bytes, next: string): Promise<boolean> {
  const old = openSync(place.target, 'r');
  try {
    writeIfUnchanged(place, bytes, next);
    await wait(LATE_WRITE_MS);
    let late = readAll(old);
    if (late.equals(bytes)) return true;
    // Still being written: wait until two looks agree.
    for (let before: Bytes | null = null; before === null || !before.equals(late); late = readAll(old)) {
      before = late;
      await wait(LATE_WRITE_MS);
    }
    writeIfUnchanged(place, Buffer.from(next), late);
    return false;
  } finally {
    closeSync(old);
  }
}

const LATE_WRITE_MS = 100;

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
