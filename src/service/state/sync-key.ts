import { join } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** With what this vault encrypts what it sends to a remote; null if there is no key. */
export function readSyncKey(root: string): string | null {
  return keyIn(readOrNull(fileIn(join(root, '.rappel'))) ?? '');
}

/** The key in a text that may have comments, as the tool `age` writes them. */
export function keyIn(text: string): string | null {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? null;
}

/** Readable by its owner alone. It stays when a sync ends: without it, what is on a remote can't be read. */
export function writeSyncKey(root: string, key: string): void {
  writeDurably(
    fileIn(stateFolder(root)),
    `# The key of this vault's encrypted remote. Whoever has it can read everything there.\n${key}\n`,
  );
}

/** Where the key is. */
export function syncKeyFile(root: string): string {
  return fileIn(join(root, '.rappel'));
}

function fileIn(folder: string): string {
  return join(folder, 'sync-key');
}
