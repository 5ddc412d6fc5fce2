import { closeSync, readdirSync, readSync } from 'node:fs';
import { ioError } from './errors.js';
import { openPlain, readPlain } from './plain-file.js';

/** A pipe in place of a file counts as unreadable: nothing here waits. */
const OWN = { links: true };

/** For what may be missing or unreadable, where the caller treats both alike. */
export function readOrNull(file: string): string | null {
  try {
    return readPlain(file, OWN).toString('utf8');
  } catch {
    return null;
  }
}

/** Null only if the file is missing: one that this user can't read throws `io`, since what it says is not known. */
export function readIfThere(file: string): string | null {
  try {
    return readPlain(file, OWN).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw ioError(error, file);
  }
}

/** The first bytes of a file, `length` at most. */
export function readStartOrNull(file: string, length: number): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = openPlain(file, OWN);
    const start = Buffer.alloc(length);
    return start.subarray(0, readSync(descriptor, start, 0, length, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Null even if the text is not JSON. */
export function readJsonOrNull(file: string): unknown {
  try {
    return JSON.parse(readPlain(file, OWN).toString('utf8'));
  } catch {
    return null;
  }
}

/** None if the folder is missing or unreadable. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
