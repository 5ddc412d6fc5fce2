import { dirname, join } from 'node:path';
import { indexFile } from '../../search/cache-folder.js';
import type { Vault } from '../../vault/vault.js';
import { createRecorded } from '../history/recorded.js';
import { openStore } from '../history/store.js';
import { createTrust } from '../history/trust.js';

/** The objects of a vault's history, and what is recorded in them. */
export function openRecorded({ root }: Vault, env: NodeJS.ProcessEnv) {
  const store = openStore(root);
  const checkedFile = join(dirname(indexFile(root, env)), 'history-checked');
  return { store, recorded: createRecorded({ root, store, trust: createTrust(checkedFile) }) };
}
