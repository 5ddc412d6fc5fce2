import { joinPath, ROOT } from './paths.js';
import { listFolder } from './scan.js';
import type { Vault } from './vault.js';

/**
 * The names of the inbox items, in order. An empty folder is none: a process that was killed may leave one, which no other
 * machine ever sees.
 */
export function listInboxItems(vault: Vault): string[] {
  const inbox = vault.locate(joinPath(ROOT, 'inbox'));
  if (inbox.kind !== 'folder') return [];
  return listFolder(vault.root, inbox.target, inbox.path)
    .filter(({ kind }) => kind === 'folder')
    .filter(({ name, address }) => listFolder(vault.root, address, joinPath(inbox.path, name)).length > 0)
    .map(({ name }) => name);
}
