import { indexFile } from '../search/cache-folder.js';
import type { SearchEngine } from '../search/engine.js';
import { createFileSource } from '../search/files.js';
import { createLocalEngine } from '../search/local-engine.js';
import type { Vault } from '../vault/vault.js';

/** The search engine of a vault. `watched`: somebody reports every change, so that searches need not look for any. */
export function openEngine(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  options: { watched?: boolean; onProgress?: (done: number, total: number) => void } = {},
): SearchEngine {
  return createLocalEngine({
    files: createFileSource(vault),
    indexFile: indexFile(vault.root, env),
    clock: vault.clock,
    refresh: options.watched ? 'once' : 'every-search',
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
}
