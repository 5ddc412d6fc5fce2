import type { Language } from '../../vault/starter.js';
import type { Vault } from '../../vault/vault.js';
import type { Recorded } from '../history/recorded.js';
import type { Store } from '../history/store.js';
import type { SyncSetting } from '../state/sync-setting.js';
import type { Remote } from './remotes/remote.js';

/** What a sync works with. */
export interface SyncDeps {
  vault: Vault;
  /** Records what other programs changed since the last entry. */
  recordEdits(): Promise<unknown>;
  store: Store;
  recorded: Recorded;
  remote: Remote;
  machine: SyncSetting['machine'];
  language: Language;
}
