import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { newId } from '../shared/ids.js';
import { syncFolder } from '../vault/files.js';

/** Writes one of Rappel's own files: complete and on the disk when this returns, or not there at all. */
export function writeDurably(path: string, content: string | Buffer): void {
  const temporary = `${path}.${newId()}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}
