import { realpathSync, statSync } from 'node:fs';
import { beginToFind } from '../vault/find-files.js';
import { indexFile } from './cache-folder.js';

/** An index of about a thousand files. Fewer are compared sooner than a process starts. */
const LARGE = 8_000_000;

/**
 * Has another process look at the files of a large vault, which a search compares with its index, while this one still loads its code.
 * To be ended when the search has its answer.
 */
export function beginToCompare(vaultRoot: string, env: NodeJS.ProcessEnv): () => void {
  try {
    const root = realpathSync(vaultRoot);
    const { size } = statSync(indexFile(root, env));
    if (size >= LARGE) return beginToFind(root);
  } catch {
    // There is no vault, or no index yet.
  }
  return () => {};
}
