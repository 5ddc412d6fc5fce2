import type { SearchEngine } from '../../search/engine.js';
import type { OnProgress } from '../../shared/progress.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { ChangedFileIndex } from './after-changes.js';

/** Passes changed files to the search engine: the cost never depends on the size of the vault. */
export function createIndexChanges(
  vault: Vault,
  engine: SearchEngine,
  onProgress: OnProgress = () => {},
): ChangedFileIndex {
  return {
    async refresh(paths) {
      const changed = new Set<string>();
      for (const path of paths) {
        const place = vault.locate(path);
        if (place.kind !== 'folder') changed.add(path);
        else
          for (const entry of walk(vault.root, place.target, path, () => {}))
            if (entry.kind === 'file') changed.add(entry.path);
      }
      const all = [...changed];
      for (let done = 0; done < all.length; done += MOST_AT_ONCE) {
        await engine.update(...all.slice(done, done + MOST_AT_ONCE));
        onProgress({ work: 'indexing', done: Math.min(done + MOST_AT_ONCE, all.length), total: all.length });
      }
    },
  };
}

/** So often there is a sign of progress. */
const MOST_AT_ONCE = 10;
