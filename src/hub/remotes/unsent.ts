import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { historyHead } from '../../service/history/store.js';
import { writeDurably } from '../../service/state/durable.js';
import { readSyncSetting } from '../../service/state/sync-setting.js';
import { stateFolder } from '../../vault/state-folder.js';

/** This mark exists from when a node makes its copy of a vault, or begins to lead it, until the copy and the remote have the same. */
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

/** Call it after a sync, while nothing is being recorded. */
export function clearIfSent(root: string): void {
  if (historyHead(root) === readSyncSetting(root)?.agreed) rmSync(markIn(root), { force: true });
}
