import { localMinute } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isAtOrBelow, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { History, HistoryEntry } from '../history/history.js';
import { versionNow } from '../history/replace-content.js';
import { type Revert, type RevertOptions, runRevert } from './revert.js';

/** Restores a file or folder byte for byte; files created in a folder since then stay. */
export function restorePath(
  vault: Vault,
  history: History,
  path: VaultPath,
  at: { id: string } | { time: Date },
  watch?: RevertOptions,
): Promise<HistoryEntry | null> {
  const prepare = async (): Promise<Revert> => {
    const files = [...(await history.filesAt(at))].filter(([file]) => isAtOrBelow(file, path));
    if (files.length === 0) {
      throw new RappelError('not_found', 'restore.not_then', { path: showPath(path) });
    }
    const different = files.filter(([file, version]) => versionNow(vault, file) !== version);
    const when = 'id' in at ? at.id : localMinute(at.time);
    return {
      steps: different.map(([file, version]) => ({ path: file, next: { version } })),
      entry: { source: 'restore', reason: `Restored ${showPath(path)} as of ${when}` },
    };
  };
  return runRevert(vault, history, prepare, watch);
}
