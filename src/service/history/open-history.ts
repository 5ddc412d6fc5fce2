import { dirname, join } from 'node:path';
import { indexFile } from '../../search/cache-folder.js';
import { createPathTable } from '../../vault/path-table.js';
import type { Vault } from '../../vault/vault.js';
import { checkStateFormat } from '../state/state-format.js';
import { hasGit } from './git.js';
import { createGitHistory } from './git-history.js';
import type { History } from './history.js';
import { createNoHistory } from './no-history.js';

/** The history with git, if git is installed. */
export async function openHistory(vault: Vault, paths = createPathTable()): Promise<History> {
  checkStateFormat(vault.root, ['history.git']);
  if (!(await hasGit())) return createNoHistory();
  const cache = dirname(indexFile(vault.root, process.env));
  return createGitHistory({ ...vault, paths, checkedFile: join(cache, 'history-checked') });
}
