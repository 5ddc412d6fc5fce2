import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrNull } from '../../shared/read-or-null.js';
import { stateFolder } from '../../vault/state-folder.js';
import { writeDurably } from './durable.js';

/** The token of the service that this vault syncs with; null if there is none for this address. */
export function readSyncToken(root: string, address: string): string | null {
  const [known, token] = (readOrNull(fileIn(join(root, '.rappel'))) ?? '').split('\n');
  return known === address && token !== undefined && token !== '' ? token : null;
}

/** Readable by its owner alone. The address is kept with it: a token is never sent to another service. */
export function writeSyncToken(root: string, address: string, token: string): void {
  writeDurably(fileIn(stateFolder(root)), `${address}\n${token}\n`);
}

export function dropSyncToken(root: string): void {
  rmSync(fileIn(join(root, '.rappel')), { force: true });
}

function fileIn(folder: string): string {
  return join(folder, 'sync-token');
}
