import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import type { HistoryEntry } from '../history/history.js';
import type { Recorded } from '../history/recorded.js';
import type { HistoryStore } from '../history/store.js';
import type { SyncSetting } from '../state/sync-setting.js';
import type { Remote } from './remotes/remote.js';

/** What a merge works with, on this machine alone. */
export interface LocalSyncDeps {
  vault: Vault;
  /** Ends what killed processes began, then records what other programs changed since the last entry. */
  recordEdits(): Promise<unknown>;
  store: HistoryStore;
  recorded: Recorded;
  machine: SyncSetting['machine'];
  language: Language;
  /** Ends the work before anything is changed: it is done again later. */
  signal?: AbortSignal;
}

/** The same with the other machines. */
export interface SyncDeps extends LocalSyncDeps {
  remote: Remote;
  /** Told which entries came, before an update can run or anything else is recorded. */
  onArrival?(entries: readonly HistoryEntry[]): void;
}
