import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recoverChanges } from '../../src/service/changes/recover-changes.js';
import { undoEntry } from '../../src/service/changes/undo.js';
import { git } from '../../src/service/history/git.js';
import type { HistoryEntry } from '../../src/service/history/history.js';
import { createGitHistory } from '../../src/service/history/open-history.js';
import { createRecorded } from '../../src/service/history/recorded.js';
import { openStore } from '../../src/service/history/store.js';
import { createTrust } from '../../src/service/history/trust.js';
import { writeSyncSetting } from '../../src/service/state/sync-setting.js';
import { finishAdopting } from '../../src/service/sync/adoption.js';
import { mergeCopies } from '../../src/service/sync/copies/merge-copies.js';
import { openFolderRemote } from '../../src/service/sync/remotes/folder-remote.js';
import type { Remote } from '../../src/service/sync/remotes/remote.js';
import { syncOnce } from '../../src/service/sync/sync-round.js';
import { newId } from '../../src/shared/ids.js';
import { ROOT } from '../../src/vault/paths.js';
import { walk } from '../../src/vault/scan.js';
import { createVault } from '../../src/vault/vault.js';
import { removeFolder } from './remove-folder.js';

export type Machines = ReturnType<typeof createMachines>;
export type Machine = ReturnType<Machines['machine']>;

/** Machines in one process, each with its own vault and clock, and the folder through which they exchange their history. */
export function createMachines() {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-sync-'));
  const remote = openFolderRemote(join(folder, 'remote.git'));

  /** `through` stands between the machine and the remote. */
  function machine(name: string, hoursOff = 0, through: (remote: Remote) => Remote = (given) => given) {
    const root = join(folder, name);
    mkdirSync(root);
    const clock = { now: () => new Date(Date.now() + hoursOff * 3_600_000) };
    const vault = createVault({ root, clock });
    const history = createGitHistory({ root: vault.root, clock });
    const store = openStore(vault.root);
    const recorded = createRecorded({ root: vault.root, store, trust: createTrust(null) });
    const identity = { id: newId(), name };
    writeSyncSetting(vault.root, {
      remote: remote.name,
      machine: identity,
      agreed: null,
      agreedOn: null,
      problem: null,
      rewritten: null,
    });
    async function recordEdits() {
      await recoverChanges({
        vault,
        history: async () => history,
        afterChanges: async () => null,
        finish: { adopt: async (left) => void (await finishAdopting({ vault, store, recorded }, left)) },
      });
      await history.record({ source: 'outside', paths: [ROOT] });
    }
    const arrived: HistoryEntry[] = [];
    const onArrival = (entries: readonly HistoryEntry[]) => void arrived.push(...entries);
    const deps = {
      vault,
      recordEdits,
      store,
      recorded,
      machine: identity,
      language: 'en' as const,
      onArrival,
    };
    const at = (path: string): string => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      return join(root, path);
    };
    return {
      name,
      vault,
      history,
      /** The entries that syncs told of. */
      arrived,
      write: (path: string, text: string) => writeFileSync(at(path), text),
      read: (path: string) => readFileSync(join(root, path), 'utf8'),
      rename: (from: string, to: string) => renameSync(join(root, from), at(to)),
      remove: (path: string) => rmSync(join(root, path)),
      sync: (isConfirmed = false, signal?: AbortSignal) =>
        syncOnce({ ...deps, remote: through(remote), ...(signal && { signal }) }, { isConfirmed }),
      mergeCopies: () => mergeCopies(deps),
      /** Every file but the generated one, by its path. */
      files: () =>
        Object.fromEntries(
          [...walk(root, root, ROOT, () => {})]
            .filter(({ kind }) => kind === 'file')
            .map(({ path, address }) => [path as string, readFileSync(address, 'utf8')])
            .sort(([a], [b]) => (a! < b! ? -1 : 1)),
        ),
      /** What the history keeps, by hash, kind and size. */
      async objects() {
        const args = ['cat-file', '--batch-all-objects', '--batch-check'];
        return (await git(await recorded.repository(), args)).out.toString('latin1').split('\n');
      },
      undo: (id: string) => undoEntry(vault, history, id),
    };
  }

  return { machine, remote, folder, remove: () => removeFolder(folder) };
}
