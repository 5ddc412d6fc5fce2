import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ioError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { fsyncSync, openToWrite, removeFile, renameSync, writeAllSync } from '../../vault/disk.js';
import { syncFolder } from '../../vault/files.js';

/**
 * Writes one of Rappel's own files: when this returns, it is complete and on the disk; otherwise it is not there at
 * all.
 */
export function writeDurably(path: string, content: string | Buffer): void {
  write(path, content, true);
  syncFolder(dirname(path));
}

/** The same for files that a power failure may lose but a kill must not tear. */
export function writeWhole(path: string, content: string | Buffer): void {
  write(path, content, false);
}

function write(path: string, content: string | Buffer, sync: boolean): void {
  const temporary = `${path}.${newId()}.tmp`;
  try {
    const file = openToWrite(temporary, 'wx', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      writeAllSync(file, bytes);
      if (sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw ioError(error, path);
  }
}
