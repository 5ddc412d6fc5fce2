import { existsSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { filesOfIndex, indexFile, makeIndexFolder, vectorFile } from '../../search/cache-folder.js';
import type { RefreshReport } from '../../search/engine.js';
import { createLocalEngine } from '../../search/engines/own/local-engine.js';
import { qmdIndexFile } from '../../search/engines/qmd/qmd-engine.js';
import { createFileSource } from '../../search/files.js';
import { discard } from '../../search/index/open-index.js';
import type { Vault } from '../../vault/vault.js';
import { currentLease } from '../locks/lease.js';
import { searchEndpoints } from './search-endpoints.js';

/** Builds a new index beside the old one, which answers meanwhile, and replaces it when complete. */
export async function rebuildIndex(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  onProgress?: (done: number, total: number) => void,
): Promise<RefreshReport & { location: string | null; problem: string | null }> {
  const file = indexFile(vault.root, env);
  const aside = `${file}.${process.pid}.new`;
  makeIndexFolder(dirname(file));
  // Requests to the service take priority.
  if (currentLease(vault.root) !== null) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const engine = createLocalEngine({
    files: createFileSource(vault),
    indexFile: aside,
    clock: vault.clock,
    ...searchEndpoints(env),
  });
  try {
    const report = await engine.refresh({ vectors: true, ...(onProgress && { onProgress }) });
    const { problem } = engine.status();
    engine.close();
    if (problem !== null) return { ...report, location: null, problem };
    // Files that belong to the old index must not be taken for parts of the new one.
    for (const part of filesOfIndex(file)) if (part !== file) rmSync(part, { force: true });
    renameSync(aside, file);
    if (existsSync(vectorFile(aside))) renameSync(vectorFile(aside), vectorFile(file));
    // QMD rebuilds its own index at the next request.
    discard(qmdIndexFile(file));
    return { ...report, location: file, problem: null };
  } finally {
    engine.close();
    discard(aside);
  }
}
