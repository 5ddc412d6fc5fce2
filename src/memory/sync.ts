import type { MergedCopies } from '../service/sync/copies/merge-copies.js';
import type { PreparedRemote, RemoteSecrets } from '../service/sync/prepare-remote.js';
import type { SyncReport } from '../service/sync/sync-round.js';
import type { SyncStatus } from '../service/sync/sync-status.js';
import type { JoinPreview, VaultSync } from '../service/sync/sync-vault.js';

/**
 * The same vault on several machines, through a remote that the person named. In this process, also while a service runs: a route
 * that took an address would let every client send the vault there.
 */
export interface Sync {
  /** Null where nothing is exchanged. Asks the remote. */
  status(): Promise<SyncStatus | null>;
  /** Keeps what a remote needs before it can be asked: the token of a service, the key of an encrypted one. */
  prepare(remote: string, secrets: RemoteSecrets): Promise<PreparedRemote>;
  /** What the first sync with a remote would do; changes nothing. Throws `invalid_input` for an address that is none. */
  preview(remote: string): Promise<JoinPreview>;
  /** Remembers a remote, and what the other machines call this one; the first sync follows. */
  setUp(remote: string, name: string | null): Promise<void>;
  /** Throws `stale` where only a person can know whether it is meant, unless it is confirmed. */
  now(options?: { isConfirmed?: boolean }): Promise<SyncReport>;
  /** Merges what other programs left as conflict copies of files; needs no remote. */
  mergeCopies(): Promise<MergedCopies>;
  /** Everything stays where it is, here and there. */
  off(): Promise<void>;
}

export function createSync(syncing: () => Promise<VaultSync>): Sync {
  return {
    status: async () => (await syncing()).status(),
    prepare: async (remote, secrets) => (await syncing()).prepare(remote, secrets),
    preview: async (remote) => (await syncing()).preview(remote),
    setUp: async (remote, name) => (await syncing()).setUp(remote, name),
    now: async (options) => (await syncing()).run(options),
    mergeCopies: async () => (await syncing()).mergeCopies(),
    off: async () => (await syncing()).off(),
  };
}
