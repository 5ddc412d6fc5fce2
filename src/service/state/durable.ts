import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { newId } from '../../shared/ids.js';
import { syncFolder } from '../../vault/files.js';

/** Writes one of Rappel's own files: complete and on the disk when this returns, or not there at all. */
export function writeDurably(path: string, content: string | Buffer): void {
  write(path, content, true);
  syncFolder(dirname(path));
}

/** The same for what may be lost with the power, but not torn by a kill. */
export function writeWhole(path: string, content: string | Buffer): void {
  write(path, content, false);
}

function write(path: string, content: string | Buffer, sync: boolean): void {
  const temporary = `${path}.${newId()}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
      if (sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
