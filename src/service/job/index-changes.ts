import type { SearchEngine } from '../../search/engine.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { walk } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { ChangedFileIndex } from './after-changes.js';

/** Passes changes to the search engine, file by file: the cost never depends on the size of the vault. */
export function createIndexChanges(
  vault: Vault,
  engine: SearchEngine,
  onProgress: OnProgress = () => {},
): ChangedFileIndex {
  return {
    async refresh(paths) {
      const yieldToEventLoop = createYielder();
      const done = new Set<string>();
      const update = async (path: string) => {
        if (done.has(path)) return;
        done.add(path);
        await yieldToEventLoop();
        await engine.update(path);
        // A folder holds more files than its one path.
        onProgress({ work: 'indexing', done: done.size, total: Math.max(done.size, paths.length) });
      };
      for (const path of paths) {
        const place = vault.locate(path);
        if (place.kind !== 'folder') {
          await update(path);
          continue;
        }
        for (const entry of walk(vault.root, place.target, path, () => {}))
          if (entry.kind === 'file') await update(entry.path);
      }
    },
  };
}
