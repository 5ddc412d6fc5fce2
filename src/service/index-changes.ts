import type { SearchEngine } from '../search/engine.js';
import type { VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { ChangedFileIndex } from './after-changes.js';

/** Passes changes on to the search engine: file by file, or by a comparison of everything where a folder came or went. */
export function createIndexChanges(vault: Vault, engine: SearchEngine): ChangedFileIndex {
  return {
    async refresh(paths) {
      if (paths.some((path) => isFolderChange(vault, path))) {
        await engine.refresh();
        return;
      }
      for (const [at, path] of paths.entries()) {
        if (at % 20 === 19) await new Promise((resolve) => setImmediate(resolve));
        await engine.update(path);
      }
    },
  };
}

/** A path that is gone and has no ending may have been a folder. */
function isFolderChange(vault: Vault, path: VaultPath): boolean {
  const { kind } = vault.locate(path);
  return kind === 'folder' || (kind === 'missing' && !/\.[^./]+$/.test(path));
}
