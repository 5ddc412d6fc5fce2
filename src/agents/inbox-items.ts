import { joinPath, ROOT } from '../vault/paths.js';
import { listFolder } from '../vault/scan.js';
import type { Vault } from '../vault/vault.js';

/** The names of the inbox items, in order. */
export function listInboxItems(vault: Vault): string[] {
  const inbox = vault.locate(joinPath(ROOT, 'inbox'));
  if (inbox.kind !== 'folder') return [];
  return listFolder(vault.root, inbox.target, inbox.path).flatMap(({ name, kind }) =>
    kind === 'folder' ? [name] : [],
  );
}
