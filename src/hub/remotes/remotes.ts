import { join } from 'node:path';
import type { SharedVault } from '../../service/shared-vault.js';
import { errorMessage, RappelError } from '../../shared/errors.js';
import type { Message } from '../../words/message.js';
import { createAsk } from '../database/ask.js';
import type { SqlPool } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { type MeetingDeps, meet, newCopy, type RemoteVault } from './meet.js';
import { isUnsent } from './unsent.js';
import { createUpdateRows } from './update-rows.js';

/** An update may hold images of many megabytes. */
const LONGEST_MS = 10_000;

/** The vaults that the nodes of a hub share through remotes, as one node with its own folder sees them. */
export function createRemotes({
  pool,
  databaseUrl,
  folders,
  node,
  log,
}: {
  pool: SqlPool;
  databaseUrl: string;
  folders: VaultFolders;
  node: { id: string };
  log(message: string): void;
}) {
  const failure = (problem: Message) => new RappelError('busy', 'hub.updates_unknown', { problem });
  const ask = createAsk(pool, { databaseUrl, longestMs: LONGEST_MS, failure });
  const told = new Set<string>();
  let shared = new Set<string>();
  let removed: string[] = [];

  function tell(message: string): void {
    if (!told.has(message)) log(message);
    told.add(message);
  }

  function makeFolder({ name, vault, remote }: RemoteVault): void {
    const root = join(folders.folder, name);
    try {
      if (!folders.join(name, vault, (made) => newCopy(made, remote)))
        tell(
          `${name}: ${root} is not the vault that the hub has under this name, so this node does not serve it`,
        );
    } catch (error) {
      tell(`${name}: ${errorMessage(error)}`);
    }
  }

  return {
    /** Makes the folders of vaults that this node does not have yet. */
    async refresh(): Promise<void> {
      const rows = await ask<RemoteVault & { removed: boolean }>(
        'SELECT vault, name, remote, machine, removed FROM rappel.remotes',
      );
      // This runs every second: without remotes, the folder is not read.
      const names = rows.length === 0 ? [] : folders.names();
      const known = new Set(names.map((name) => folders.idOf(name)));
      for (const row of rows) if (!row.removed && !known.has(row.vault)) makeFolder(row);
      shared = new Set(rows.map(({ vault }) => vault));
      const gone = new Set(rows.flatMap((row) => (row.removed ? [row.vault] : [])));
      removed = names.filter((name) => gone.has(folders.idOf(name) ?? ''));
    },
    /** Vaults that were removed from the hub, and are still served by this node. */
    removed: () => removed,
    /** Ends the part of this node's copy, which stays on the disk. */
    takeOut: (name: string): void => folders.remove(name, { isCopy: true }),
    /** Vaults with changes on this node that their remotes may not have. */
    unsent: (): string[] =>
      shared.size === 0
        ? []
        : folders
            .names()
            .filter((name) => shared.has(folders.idOf(name) ?? '') && isUnsent(join(folders.folder, name))),
    /** Names of vaults with waiting updates that no node leads. */
    async waiting(): Promise<string[]> {
      const rows = await ask<{ vault: string }>(
        `SELECT DISTINCT vault FROM rappel.updates WHERE waits AND NOT EXISTS (SELECT FROM rappel.leases
        WHERE leases.vault = updates.vault AND node IS NOT NULL AND expires > clock_timestamp())`,
      );
      const waiting = new Set(rows.map(({ vault }) => vault));
      return waiting.size === 0
        ? []
        : folders.names().filter((name) => waiting.has(folders.idOf(name) ?? ''));
    },
    /** Null for a vault of this node alone. */
    async find(name: string): Promise<RemoteVault | null> {
      const [row] = await ask<RemoteVault>(
        'SELECT vault, name, remote, machine FROM rappel.remotes WHERE vault = $1',
        [folders.idOf(name)],
      );
      return row ?? null;
    },
    /** What the service of a copy needs to meet the others. */
    join(row: RemoteVault, deps: MeetingDeps): SharedVault {
      const keeper = createUpdateRows(ask, { vault: row.vault, node: node.id });
      const served = async (machine: string) => {
        const known = await ask(
          `UPDATE rappel.remotes SET machine = $2 WHERE vault = $1
          AND EXISTS (SELECT FROM rappel.leases WHERE vault = $1 AND node = $3) RETURNING vault`,
          [row.vault, machine, node.id],
        );
        if (known.length === 0) throw new RappelError('busy', 'hub.lost_lead');
      };
      return { keeper, join: meet(row, deps, { keeper, served }) };
    },
  };
}
