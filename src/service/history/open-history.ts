import type { Vault } from '../../vault/vault.js';
import { checkStateFormat } from '../state-format.js';
import { hasGit } from './git.js';
import { createGitHistory } from './git-history.js';
import type { History } from './history.js';
import { createNoHistory } from './no-history.js';

/** History with git where there is one. */
export async function openHistory(vault: Vault): Promise<History> {
  checkStateFormat(vault.root);
  return (await hasGit()) ? createGitHistory(vault) : createNoHistory();
}
