import { indexFile } from '../search/cache-folder.js';
import type { SearchEngine } from '../search/engine.js';
import { createFileSource, type FileSource } from '../search/files.js';
import { createLocalEngine } from '../search/local-engine.js';
import type { Vault } from '../vault/vault.js';
import { createPresence, type Presence } from './presence.js';

/** The search engine of a vault. `watched`: somebody reports every change, so that searches need not look for any. */
export function openEngine(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  options: { watched?: boolean; onProgress?: (done: number, total: number) => void } = {},
): SearchEngine {
  const files = createFileSource(vault);
  return createLocalEngine({
    files: options.watched ? whileThere(files, createPresence(vault.root)) : files,
    indexFile: indexFile(vault.root, env),
    clock: vault.clock,
    refresh: options.watched ? 'once' : 'every-search',
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
}

/** The files of a disk that went away are not gone: the engine must not forget them, and quotes none of them. */
function whileThere(files: FileSource, presence: Presence): FileSource {
  return {
    list() {
      presence.demand();
      const listed = files.list();
      presence.demand();
      return listed;
    },
    read(path) {
      const file = files.read(path);
      if (file === null) presence.demand();
      return file;
    },
  };
}
