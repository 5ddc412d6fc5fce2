import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { headOf } from '../../service/history/store.js';
import { writeDurably } from '../../service/state/durable.js';
import { readSyncSetting } from '../../service/state/sync-setting.js';
import { rmSync } from '../../vault/disk.js';
import { stateFolder } from '../../vault/state-folder.js';

/** There from when a node begins to lead a vault until the remote has everything that it did. */
function markIn(root: string): string {
  return join(root, '.rappel', 'unsent');
}

export function markUnsent(root: string): void {
  stateFolder(root);
  if (!isUnsent(root)) writeDurably(markIn(root), '');
}

export function isUnsent(root: string): boolean {
  return existsSync(markIn(root));
}

/** After a sync, while nothing more is recorded. */
export function clearIfSent(root: string): void {
  if (headOf(root) === readSyncSetting(root)?.agreed) rmSync(markIn(root), { force: true });
}
